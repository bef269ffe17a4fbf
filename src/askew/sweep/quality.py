"""BLEU and chrF as a suite like any other: counts per segment, added up and only then divided.

The counts are sacreBLEU's (Post 2018, https://aclanthology.org/W18-6319/; Popović 2015,
https://aclanthology.org/W15-3049/), and so are the values of the whole set; a resample only weights the counts.
"""

from askew.judges.translation import TranslationJudge
from askew.measures.table import EVERY_ROW
from askew.measures.translation import Bleu, ChrF
from askew.suites.base import Population, Protocol, Suite
from askew.suites.options import SuiteOptions
from askew.sweep.parallel import QualitySet


def quality_suite(quality: QualitySet) -> Suite[SuiteOptions]:
    """A suite that asks for the translations of a quality set."""
    protocol = Protocol(
        name="quality",
        targets=list,
        more_targets=list,
        judge=lambda selection: TranslationJudge(selection.target, ("bleu", "chrf"), tell_language=False),
        measures=(Bleu("bleu", heading="BLEU"), ChrF("chrf", heading="chrF")),
        groups={},
        shown=("bleu", "chrf"),
        counts=lambda table: {"segments": {"all": table.size}},
        covered=EVERY_ROW,
        clusters=("item",),
        exchange="item",
        population=Population("item", "sentences", "like"),
    )
    return Suite(
        name=quality.name,
        title=f"{quality.name}: sources with references",
        citation="",
        editions=("own",),
        subsets=("all",),
        items=lambda _: list(quality.items),
        protocols=(protocol,),
        options=SuiteOptions,
    )
