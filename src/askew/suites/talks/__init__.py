"""Talks: what is left of a system's quality on real, unsegmented talks.

``ACL6060`` are the ten talks of Salesky, Darwish, Al-Badrashiny, Diab, Niehues: Evaluating multilingual speech translation under realistic
conditions with resegmentation and terminology. IWSLT 2023, https://aclanthology.org/2023.iwslt-1.2/; ``TALKS`` are a user's own.
"""

from dataclasses import replace

from askew.core.registry import choose
from askew.core.run import Counts
from askew.judges.neural import NEURAL
from askew.judges.transcription import EDITS, TranscriptionJudge
from askew.judges.translation import TranslationJudge
from askew.measures.ratio import Measure, Rate, Share
from askew.measures.table import Table, where
from askew.measures.translation import Bleu, ChrF, ErrorRate, Mean
from askew.suites.base import Options, Protocol, Suite
from askew.suites.talks import acl6060, explain, references
from askew.suites.talks.outputs import complete, read_answers
from askew.text import marks
from askew.text.language import LANGUAGES

OPTIONS = (
    "references", "source", "source_text", "speakers", "marks", "segmented", "segmentation", "neural_scores", "comet", "comet_model",
)  # fmt: skip
_HEADINGS = {
    "chrf": "chrF", "bleu": "BLEU", "ter": "TER", "wer": "WER", "wer_normalized": "WER norm.", "wrong_language": "wrong lang.",
    "comet": "COMET", "xcomet": "XCOMET", "metricx": "MetricX",
}  # fmt: skip
_FIRST = ("comet", "xcomet", "metricx")
_WRONG_LANGUAGE = Share("wrong_language", where(), where(language="wrong"))
_UNCLEAR = Share("unclear_language", where(), where(language="unclear"))
_WERS = (ErrorRate.of("wer"), ErrorRate.of("wer_normalized"))


def _fit(protocol: Protocol, attributes: frozenset[str], counts: frozenset[str]) -> Protocol:
    """With the neural scores that came with the outputs, and by whatever is known of talks and speakers."""
    found = (name[len(NEURAL) : -len("_sum")] for name in counts if name.startswith(NEURAL) and name.endswith("_sum"))
    ordered = sorted(found, key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name))
    neural = tuple(  # COMET and its kin are shown times 100, as papers do
        Mean(name, (f"{NEURAL}{name}_sum", f"{NEURAL}{name}_weight"), 100.0 if "comet" in name else 1.0)
        for name in ordered
    )
    first, *rest = protocol.measures
    measures: tuple[Measure, ...] = (first, *neural, *rest)  # the paper recommends chrF and COMET
    shown = [measure.name for measure in measures if not measure.name.endswith("_qe") and measure is not _UNCLEAR]
    return replace(
        protocol,
        measures=measures,
        groups=dict.fromkeys(["talk", *sorted(attributes - {"talk"})], measures),
        columns={name: _HEADINGS.get(name, name) for name in shown},
    )


def _language_counts(table: Table) -> Counts:
    told = ("right", "wrong", "unclear", "empty")
    return {"language": {name: int((table["language"] == name).sum()) for name in told}}


def _word_counts(table: Table) -> Counts:
    return {rate.name: {kind: int(table.counts(f"{rate.name}_{kind}").sum()) for kind in EDITS} for rate in _WERS}


TRANSLATION = Protocol(
    name="translation",
    targets=lambda: [*LANGUAGES],
    judge=TranslationJudge,
    measures=(ChrF("chrf"), Bleu("bleu"), Rate("ter", "ter_edits", "ter_words"), _WRONG_LANGUAGE, _UNCLEAR),
    groups={},
    columns={},
    counts=_language_counts,
    covered=where(),
    clusters=("item",),
    strata="talk",
    exchange="item",
    fit=_fit,
    explain=explain.translation,
)
RECOGNITION = replace(
    TRANSLATION,
    name="recognition",
    judge=TranscriptionJudge,
    measures=(*_WERS, _WRONG_LANGUAGE, _UNCLEAR),
    counts=_word_counts,
    explain=explain.recognition,
)


def _signed(options: Options) -> dict[str, str]:
    return {
        "source": options.get("source", "en"),
        "marks": choose("way with marks", options.get("marks"), list(marks.CHOICES), "keep"),
    }


def _default_protocol(target: str, options: Options) -> str:
    """A text in the language that is spoken is a transcript."""
    return "recognition" if target == options.get("source", "en") else "translation"


TALKS = Suite(
    name="talks",
    title="Talks of one's own",
    citation="",
    editions=("own",),
    subsets=("all",),
    items=references.own_items,
    protocols=(TRANSLATION, RECOGNITION),
    read=read_answers,
    complete=complete,
    options=OPTIONS,
    signed=_signed,
    default_protocol=_default_protocol,
)
ACL6060 = replace(
    TALKS,
    name="acl6060",
    title="ACL 60/60: ten conference talks, translated into ten languages",
    citation="Salesky, Darwish, Al-Badrashiny, Diab, Niehues 2023, https://aclanthology.org/2023.iwslt-1.2/",
    options=tuple(name for name in OPTIONS if name != "source_text"),
    editions=("2023",),
    subsets=("eval", "dev", "both"),
    items=acl6060.items,
    protocols=(
        replace(TRANSLATION, targets=lambda: sorted(acl6060.LANGUAGES)),
        replace(RECOGNITION, targets=lambda: ["en"]),
    ),
)
