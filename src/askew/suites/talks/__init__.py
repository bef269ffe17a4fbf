"""Talks: what is left of a system's quality on real, unsegmented talks.

``ACL6060`` are the ten talks of Salesky, Darwish, Al-Badrashiny, Diab, Niehues: Evaluating multilingual speech
translation under realistic conditions with resegmentation and terminology. IWSLT 2023,
https://aclanthology.org/2023.iwslt-1.2/; ``TALKS`` are a user's own.
"""

from dataclasses import replace
from functools import partial

from askew.core.run import Counts
from askew.judges.base import Judge
from askew.judges.content import COVERED, LOOPED, OUTPUT, REFERENCE
from askew.judges.latency import WithLatency
from askew.judges.neural import PENALISED, metric_columns, metrics_in
from askew.judges.speakers import CPWER, WithSpeakers
from askew.judges.terms import CAME, OCCURRENCES, WithTerms
from askew.judges.transcription import EDITS, TranscriptionJudge
from askew.judges.translation import METRICS, TER_COUNTS, TranslationJudge
from askew.measures.base import Better, Measure, Role
from askew.measures.latency import latency_measures
from askew.measures.ratio import Rate, Share
from askew.measures.table import EVERY_ROW, Table, label
from askew.measures.translation import SEGMENTS, Bleu, ChrF, ErrorRate, Mean
from askew.suites.base import Population, Protocol, Selection, Suite
from askew.suites.options import PublishedTalkOptions, QualityOptions, TalkOptions
from askew.suites.talks import acl6060, explain, references
from askew.suites.talks.content import content_totals, remarks
from askew.suites.talks.outputs import complete, read_answers
from askew.suites.talks.terms import signed_terms
from askew.text.language import LANGUAGES

_WRONG_LANGUAGE = Share(
    "wrong_language",
    SEGMENTS,
    label(language="wrong"),
    heading="wrong lang.",
    better=Better.LOWER,
    role=Role.DIAGNOSTIC,
)
_UNCLEAR = Share("unclear_language", SEGMENTS, label(language="unclear"), better=Better.LOWER, role=Role.DIAGNOSTIC)
_CONTENT = (  # of single talks and segments: how much is there, and how much too much
    Rate("covered", COVERED, REFERENCE, SEGMENTS, role=Role.DIAGNOSTIC),
    Rate("length_ratio", OUTPUT, REFERENCE, SEGMENTS, better=None, role=Role.DIAGNOSTIC),
    Rate("looped", LOOPED, OUTPUT, SEGMENTS, better=Better.LOWER, role=Role.DIAGNOSTIC),
    Share("empty_segments", SEGMENTS, label(language="empty"), better=Better.LOWER, role=Role.DIAGNOSTIC),
)
_TER = Rate("ter", *TER_COUNTS, SEGMENTS, heading="TER", better=Better.LOWER)
_OCCURRENCES = label(came=CAME)
_TERM_MEASURES = (
    Share("term_recall", _OCCURRENCES, label(came="exact"), heading="terms"),
    Share("term_recall_inflected", _OCCURRENCES, label(came=("exact", "inflected", "compound")), heading="inflected"),
    Share(
        "term_recall_near", _OCCURRENCES, label(came=("exact", "inflected", "compound", "neighbour")), heading="near"
    ),
    Share("term_english", _OCCURRENCES, label(came="english"), heading="in English", better=Better.LOWER),
    Share("term_consistency", label(consistent=("yes", "no")), label(consistent="yes"), heading="consistent"),
)
_WERS = (ErrorRate.of("wer", "WER"), ErrorRate.of("wer_normalized", "WER norm."))
_CPWER = ErrorRate.of(CPWER, "cpWER")
# Neural metrics whose direction is known, by how their names begin; of any other no direction is assumed.
NEURAL_METRICS = {
    "comet": ("COMET", Better.HIGHER),
    "xcomet": ("XCOMET", Better.HIGHER),
    "cometkiwi": ("CometKiwi", Better.HIGHER),
    "bleurt": ("BLEURT", Better.HIGHER),
    "metricx": ("MetricX", Better.LOWER),
}
_ESTIMATES = ("qe", "cometkiwi")  # metrics that see no reference, by a part of their names


def neural_measure(name: str) -> Mean:
    """The mean of a neural metric over segments; COMET and its kin are shown times 100, as papers do."""
    parts = name.split("_")
    heading, better = NEURAL_METRICS.get(parts[0], (name, None))
    estimate = any(part in _ESTIMATES for part in parts)
    role = Role.ESTIMATE if estimate else Role.SCORE
    return Mean(
        name,
        metric_columns(name),
        100.0 if "comet" in name else 1.0,
        heading=heading if len(parts) == 1 else name,
        better=better,
        role=Role.DIAGNOSTIC if PENALISED in parts else role,
    )


def _fit(protocol: Protocol, attributes: frozenset[str], counts: frozenset[str]) -> Protocol:
    """With the neural scores and times that came with the outputs, and by whatever is known of talks and speakers."""
    order = {name: place for place, name in enumerate(NEURAL_METRICS)}
    neural = [neural_measure(name) for name in sorted(metrics_in(counts), key=lambda name: order.get(name, len(order)))]
    first, *rest = [measure for measure in protocol.measures if measure is not _TER or TER_COUNTS[0] in counts]
    terms = _TERM_MEASURES if OCCURRENCES in counts else ()
    latency = latency_measures(counts)
    unshown = [*_CONTENT, _UNCLEAR, *(each for each in (*latency, *neural) if each.role is Role.DIAGNOSTIC)]
    if _CPWER.columns[0] in counts:
        rest.insert(1, _CPWER)  # after WER and normalised WER
    measures: tuple[Measure, ...] = (first, *neural, *rest, *terms, *latency)  # the paper recommends chrF and COMET
    return replace(
        protocol,
        measures=measures,
        groups={
            **dict.fromkeys(["talk", *sorted(attributes - {"talk"})], measures),
            **({"term": terms} if terms else {}),
        },
        shown=tuple(
            measure.name for measure in measures if measure.role is not Role.ESTIMATE and measure not in unshown
        ),
    )


def _language_counts(table: Table) -> Counts:
    told = ("right", "wrong", "unclear", "empty")
    languages = {name: int((table.labels["language"] == name).sum()) for name in told}
    return {"language": languages, **content_totals(table), **_term_counts(table)}


def _word_counts(table: Table) -> Counts:
    words = {rate.name: {kind: int(table.counts(f"{rate.name}_{kind}").sum()) for kind in EDITS} for rate in _WERS}
    return {**words, **content_totals(table), **_term_counts(table)}


def _term_counts(table: Table) -> Counts:
    if "came" not in table.labels:
        return {}
    return {"terms": {name: int((table.labels["came"] == name).sum()) for name in CAME}}


def _translation_judge(selection: Selection[QualityOptions]) -> Judge:
    metrics = [name for name in METRICS if name != "ter" or not selection.options.without_ter]
    return WithLatency(WithTerms(TranslationJudge(selection.target, metrics), selection.target), selection.target)


def _recognition_judge(selection: Selection[QualityOptions]) -> Judge:
    judge = TranscriptionJudge(selection.target, selection.options.normaliser)
    by_speaker = WithSpeakers(judge, judge.words["wer_normalized"])
    return WithLatency(WithTerms(by_speaker, selection.target), selection.target)


TRANSLATION = Protocol(
    name="translation",
    targets=lambda: [*LANGUAGES],
    judge=_translation_judge,
    measures=(
        ChrF("chrf", heading="chrF"),
        Bleu("bleu", heading="BLEU"),
        _TER,
        _WRONG_LANGUAGE,
        _UNCLEAR,
        *_CONTENT,
    ),
    groups={},
    shown=(),
    counts=_language_counts,
    covered=EVERY_ROW,
    clusters=("item",),
    strata="talk",
    exchange="item",
    population=Population("talk", "talks", "these"),
    fit=_fit,
    explain=explain.translation,
    remarks=remarks,
)
RECOGNITION = replace(
    TRANSLATION,
    name="recognition",
    judge=_recognition_judge,
    measures=(*_WERS, _WRONG_LANGUAGE, _UNCLEAR, *_CONTENT),
    counts=_word_counts,
    explain=explain.recognition,
)


def _signed(options: PublishedTalkOptions) -> dict[str, str]:
    return {"source": options.source, "marks": options.marks, **signed_terms(options)}


def _default_protocol(target: str, options: PublishedTalkOptions) -> str:
    """A text in the language that is spoken is a transcript."""
    return "recognition" if target == options.source else "translation"


TALKS: Suite[TalkOptions] = Suite(
    name="talks",
    title="Talks of one's own",
    citation="",
    editions=("own",),
    subsets=("all",),
    items=references.own_items,
    protocols=(TRANSLATION, RECOGNITION),
    options=TalkOptions,
    read=partial(read_answers, times_of=references.own_times),
    complete=complete,
    signed=_signed,
    default_protocol=_default_protocol,
)
ACL6060: Suite[PublishedTalkOptions] = Suite(
    name="acl6060",
    title="ACL 60/60: ten conference talks, translated into ten languages",
    citation="Salesky, Darwish, Al-Badrashiny, Diab, Niehues 2023, https://aclanthology.org/2023.iwslt-1.2/",
    editions=("2023",),
    subsets=("eval", "dev", "both"),
    items=acl6060.items,
    protocols=(
        replace(TRANSLATION, targets=lambda: sorted(acl6060.LANGUAGES)),
        replace(RECOGNITION, targets=lambda: ["en"]),
    ),
    options=PublishedTalkOptions,
    read=partial(read_answers, times_of=acl6060.times),
    complete=complete,
    signed=_signed,
    default_protocol=_default_protocol,
)
