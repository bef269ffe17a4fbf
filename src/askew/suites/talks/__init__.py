"""Talks: what is left of a system's quality on real, unsegmented talks.

``ACL6060`` are the ten talks of Salesky, Darwish, Al-Badrashiny, Diab, Niehues: Evaluating multilingual speech translation under realistic
conditions with resegmentation and terminology. IWSLT 2023, https://aclanthology.org/2023.iwslt-1.2/; ``TALKS`` are a user's own.
"""

from dataclasses import replace

from askew.core.registry import choose
from askew.core.run import Counts
from askew.judges.neural import NEURAL
from askew.judges.terms import CAME, OCCURRENCES, TERMS, WithTerms
from askew.judges.transcription import EDITS, TranscriptionJudge
from askew.judges.translation import TranslationJudge
from askew.measures.ratio import Measure, Rate, Share
from askew.measures.table import Table, where
from askew.measures.translation import Bleu, ChrF, ErrorRate, Mean
from askew.suites.base import Options, Protocol, Suite
from askew.suites.talks import acl6060, explain, references
from askew.suites.talks.content import content_totals, remarks
from askew.suites.talks.outputs import complete, read_answers
from askew.suites.talks.terms import signed_terms
from askew.text import marks
from askew.text.language import LANGUAGES

OPTIONS = (
    "references", "source", "source_text", "speakers", "marks", "segmented", "segmentation", "neural_scores", "comet", "comet_model",
    "terms",
)  # fmt: skip
_HEADINGS = {
    "chrf": "chrF", "bleu": "BLEU", "ter": "TER", "wer": "WER", "wer_normalized": "WER norm.", "wrong_language": "wrong lang.",
    "comet": "COMET", "xcomet": "XCOMET", "metricx": "MetricX", "term_recall": "terms", "term_recall_inflected": "inflected",
    "term_recall_near": "near", "term_english": "in English", "term_consistency": "consistent",
}  # fmt: skip
_FIRST = ("comet", "xcomet", "metricx")
_SEGMENTS = where(unit="segment")
_WRONG_LANGUAGE = Share("wrong_language", _SEGMENTS, where(language="wrong"))
_UNCLEAR = Share("unclear_language", _SEGMENTS, where(language="unclear"))
_OCCURRENCES = where(came=CAME)
_TERM_MEASURES = (
    Share("term_recall", _OCCURRENCES, where(came="exact")),
    Share("term_recall_inflected", _OCCURRENCES, where(came=("exact", "inflected", "compound"))),
    Share("term_recall_near", _OCCURRENCES, where(came=("exact", "inflected", "compound", "neighbour"))),
    Share("term_english", _OCCURRENCES, where(came="english")),
    Share("term_consistency", where(consistent=("yes", "no")), where(consistent="yes")),
)
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
    terms = _TERM_MEASURES if OCCURRENCES in counts else ()
    measures: tuple[Measure, ...] = (first, *neural, *rest, *terms)  # the paper recommends chrF and COMET
    shown = [measure.name for measure in measures if not measure.name.endswith("_qe") and measure is not _UNCLEAR]
    return replace(
        protocol,
        measures=measures,
        groups={
            **dict.fromkeys(["talk", *sorted(attributes - {"talk", TERMS})], measures),
            **({"term": terms} if terms else {}),
        },
        columns={name: _HEADINGS.get(name, name) for name in shown},
    )


def _language_counts(table: Table) -> Counts:
    told = ("right", "wrong", "unclear", "empty")
    languages = {name: int((table["language"] == name).sum()) for name in told}
    return {"language": languages, **content_totals(table), **_term_counts(table)}


def _word_counts(table: Table) -> Counts:
    words = {rate.name: {kind: int(table.counts(f"{rate.name}_{kind}").sum()) for kind in EDITS} for rate in _WERS}
    return {**words, **content_totals(table), **_term_counts(table)}


def _term_counts(table: Table) -> Counts:
    if "came" not in table:
        return {}
    return {"terms": {name: int((table["came"] == name).sum()) for name in CAME}}


TRANSLATION = Protocol(
    name="translation",
    targets=lambda: [*LANGUAGES],
    judge=lambda target: WithTerms(TranslationJudge(target), target),
    measures=(ChrF("chrf"), Bleu("bleu"), Rate("ter", "ter_edits", "ter_words", _SEGMENTS), _WRONG_LANGUAGE, _UNCLEAR),
    groups={},
    columns={},
    counts=_language_counts,
    covered=where(),
    clusters=("item",),
    strata="talk",
    exchange="item",
    fit=_fit,
    explain=explain.translation,
    remarks=remarks,
)
RECOGNITION = replace(
    TRANSLATION,
    name="recognition",
    judge=lambda target: WithTerms(TranscriptionJudge(target), target),
    measures=(*_WERS, _WRONG_LANGUAGE, _UNCLEAR),
    counts=_word_counts,
    explain=explain.recognition,
)


def _signed(options: Options) -> dict[str, str]:
    return {
        "source": options.get("source", "en"),
        "marks": choose("way with marks", options.get("marks"), list(marks.CHOICES), "keep"),
        **signed_terms(options),
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
