"""GATE: English leaves a person's gender open. Which one does the translation choose?

Rarrick, Naik, Mathur, Poudel, Chowdhary: GATE: A challenge set for gender-ambiguous translation examples. AIES 2023,
https://arxiv.org/abs/2303.03975
"""

from askew.judges.ambiguous import KEY_WORD, PACK, REFERENCE, SAME_KEY_WORD, SEGMENT, AmbiguousJudge
from askew.measures.base import Role
from askew.measures.ratio import Share
from askew.measures.table import label
from askew.measures.translation import Bleu, ChrF
from askew.suites.ambiguous import sentences
from askew.suites.base import Population, Protocol, Suite
from askew.suites.options import SuiteOptions
from askew.suites.rendered import COVERED, RENDERED, SHOWN, found_by, rendered_counts

_WAYS = {KEY_WORD: "key_word", SAME_KEY_WORD: "same_key_word", PACK: "pack", REFERENCE: "reference"}
_SEVERAL = label(row=SEGMENT, several="yes")

ASKEW = Protocol(
    name="askew",
    targets=lambda: list(sentences.TARGETS),
    judge=lambda selection: AmbiguousJudge(selection.target),
    measures=(
        *RENDERED,
        Share("mixed", _SEVERAL, label(mixed="yes"), better=None, role=Role.DIAGNOSTIC),
        ChrF("chrf", heading="chrF"),
        Bleu("bleu", heading="BLEU"),
        *found_by(_WAYS),
    ),
    groups=dict.fromkeys(("entity", "kind", "role", "number", "people"), RENDERED),
    shown=(*SHOWN, "mixed", "chrf", "bleu", "coverage"),
    counts=lambda table: rendered_counts(table, "kind"),
    covered=COVERED,
    clusters=("sentence",),
    exchange="sentence",
    population=Population("sentence", "sentences", "like"),
)

SUITE = Suite(
    name="ambiguous",
    title="GATE: which gender does the translation give to people whose gender the English leaves open?",
    citation="Rarrick et al. 2023, https://arxiv.org/abs/2303.03975",
    editions=sentences.EDITIONS,
    subsets=tuple(sentences.SUBSETS),
    items=sentences.items,
    protocols=(ASKEW,),
    options=SuiteOptions,
)
