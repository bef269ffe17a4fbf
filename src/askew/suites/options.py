"""The options of the suites there are: typed, with a line of help each, the same from Python and from every verb of the
command line.

This file imports nothing heavy: the command line makes its own options from it.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Literal


def _option(default: Any, help: str, metavar: str | None = None) -> Any:
    return field(default=default, metadata={"help": help, "metavar": metavar})


@dataclass(frozen=True, kw_only=True)
class SuiteOptions:
    """The options of a suite that has none, and the base of the others'."""


@dataclass(frozen=True, kw_only=True)
class QualityOptions(SuiteOptions):
    """Options of suites whose translations are scored against references."""

    without_ter: bool = _option(False, "Talks, speakers: leave out TER, which takes long on looped output.")
    normaliser: Literal["askew", "whisper"] = _option(
        "askew",
        "Talks, speakers: how transcripts are normalised for wer_normalized: askew's own way, or that of Whisper's "
        "authors (numbers, contractions, fillers).",
    )


@dataclass(frozen=True, kw_only=True)
class PublishedTalkOptions(QualityOptions):
    """Options of talks whose references are published (ACL 60/60)."""

    references: tuple[str, ...] = _option(
        (), "Talks: the references, a file or a folder; several are versions.", "PATH"
    )
    source: str = _option(
        "en", "Talks, speakers: the language that is spoken; en, or what the manifest says, if not given.", "LANG"
    )
    segmented: bool = _option(False, "Talks: the outputs are in the reference's segments; don't cut them.")
    segmentation: Literal["askew", "mwer"] | None = _option(
        None, "Talks: how whole talks are cut: askew, or mwer for plain Levenshtein."
    )
    speakers: str | None = _option(None, "Talks: attributes by doc_id or speaker_id, to group by.", "TSV")
    marks: Literal["keep", "drop"] = _option(
        "keep", "Talks: keep or drop marks of transcripts (#ah, #Unclear, --, <PII>)."
    )
    neural_scores: str | None = _option(None, "Talks: scores per segment computed elsewhere.", "JSONL")
    comet: str | None = _option(None, "Talks: score with COMET; the Python of its environment.", "COMMAND")
    comet_model: str | None = _option(
        None, "Talks: the COMET model, of any kind (COMET, XCOMET, CometKiwi); several with commas.", "MODEL"
    )
    metricx: str | None = _option(None, "Talks: score with MetricX; the Python of its environment.", "COMMAND")
    metricx_model: str | None = _option(None, "Talks: the MetricX model; several with commas.", "MODEL")
    latency: str | None = _option(
        None, "Talks: when each word came out: the log of a simultaneous system, which may be --hyp itself.", "LOG"
    )
    times: str | None = _option(
        None, "Talks: when the segments are spoken, for --latency where the references don't say.", "YAML"
    )
    elapsed: Literal["clock", "summed"] = _option(
        "clock",
        "Talks: what the log's computation-aware times are: the clock's, or with all computing time of the recording "
        "added up, as SimulEval has them (summed).",
    )
    terms: tuple[str, ...] = _option(
        (),
        "Talks: technical terms: glossaries (.tsv, .json), a tagged source and a tagged reference, "
        "or 'tagged' (acl6060's own).",
        "FILE",
    )


@dataclass(frozen=True, kw_only=True)
class TalkOptions(PublishedTalkOptions):
    """Options of talks of one's own."""

    source_text: str | None = _option(None, "Talks: what was said, for COMET and explain.", "PATH")


@dataclass(frozen=True, kw_only=True)
class SpeakerOptions(QualityOptions):
    """Options of recordings that a manifest lists."""

    manifest: str | None = _option(None, "Speakers: the recordings, their references and who speaks.", "JSONL")
    source: str | None = _option(
        None, "Talks, speakers: the language that is spoken; en, or what the manifest says, if not given.", "LANG"
    )


@dataclass(frozen=True, kw_only=True)
class WinoMTOptions(SuiteOptions):
    """Options of WinoMT and WinoST."""

    reading: Literal["strict", "noun", "pronoun"] = _option(
        "noun",
        "WinoMT, WinoST: what decides a person's gender: the noun and what agrees with it, and where they leave it "
        "open the pronoun (noun); never the pronoun (strict); the pronoun first (pronoun).",
    )


@dataclass(frozen=True, kw_only=True)
class MTGenEvalOptions(SuiteOptions):
    """Options of MT-GenEval."""

    context: Literal["withheld", "given"] = _option(
        "withheld",
        "MT-GenEval, subset context: withhold the sentence before, which tells the gender, or give it too.",
    )


@dataclass(frozen=True, kw_only=True)
class PairOptions(SuiteOptions):
    """Options of sentences of one's own with a feminine and a masculine reference."""

    pairs: str | None = _option(
        None, "Pairs: sentences with the columns source, feminine and masculine, and gender where one is right.", "TSV"
    )


BUILT_IN: tuple[type[SuiteOptions], ...] = (TalkOptions, SpeakerOptions, WinoMTOptions, MTGenEvalOptions, PairOptions)
"""What the command line offers by name; options of suites from elsewhere are given with --option NAME=VALUE."""

_FILES = {"PATH", "TSV", "JSONL", "YAML", "LOG", "FILE"}


def file_options(options: type[SuiteOptions]) -> set[str]:
    """The names of a suite's options that name files.

    >>> sorted(file_options(PairOptions)), file_options(WinoMTOptions)
    (['pairs'], set())
    """
    return {field.name for field in fields(options) if field.metadata.get("metavar") in _FILES}
