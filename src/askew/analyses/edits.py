"""Post-editing analysed over a chain of stages: how much was edited, what kind of edits, and at which stage a word or
term became right.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, UsageError, first_five
from askew.core.files import from_json, read_lines
from askew.core.records import Item, Output, Score, Verdict
from askew.core.resampling import Resampling
from askew.evaluate.measure import measure_all
from askew.formats.talks import read_talks
from askew.judges.edits import KINDS, EditsJudge, became_right, first_from_then_on
from askew.judges.terms import WAYS, judge_terms
from askew.measures.base import Better, Measure
from askew.measures.ratio import Rate, Share
from askew.measures.table import EVERY_ROW, Table, label
from askew.measures.translation import Bleu, ChrF
from askew.suites.base import OutputsFile, Selection
from askew.suites.options import TalkOptions
from askew.suites.talks import TRANSLATION
from askew.suites.talks.outputs import read_answers
from askew.suites.talks.references import items_of
from askew.suites.talks.terms import with_terms

MEASURES: tuple[Measure, ...] = (
    Rate("ter", "ter_edits", "ter_words", better=Better.LOWER),
    Share("touched", EVERY_ROW, label(touched="yes"), better=Better.LOWER),
    Share("reworded", EVERY_ROW, label(reworded="yes"), better=Better.LOWER),
    *(Rate(kind, kind, "words", better=Better.LOWER) for kind in KINDS),
    Rate("casing", "casing", "tokens", better=Better.LOWER),
    Rate("punctuation", "punctuation", "tokens", better=Better.LOWER),
    Rate("reordering", "moved", "kept", better=Better.LOWER),
    # Of all edits, those of casing and punctuation alone; of edited words, those put in another's place.
    Rate("surface_share", "surface_edits", "all_edits", better=None),
    Rate("substituted_share", "substituted", "reworded_words", better=None),
    ChrF("chrf"),
    Bleu("bleu"),
)
ENGLISH = Rate("english", "english", "all_words", better=None)
TERMS = Rate("term_share", "terms_said", "words_said", better=None)
"""Of the words that were said, those of marked terms."""


@dataclass(frozen=True)
class Step:
    """From one stage to another."""

    before: str
    after: str
    scores: Mapping[str, Score]
    talks: Mapping[str, Mapping[str, Score]]


@dataclass(frozen=True)
class Edits:
    """A chain of stages, analysed. ``words`` and ``terms`` say how many became right at which stage."""

    name: str
    target: str
    stages: Sequence[str]
    steps: Sequence[Step]
    words: Mapping[str, int]
    terms: Mapping[str, int]
    segments: int

    def refused(self, least: float) -> dict[str, float]:
        """Talks whose first stage has no more than ``least`` percent of the words right, with their word accuracy: 100
        minus words substituted, inserted and deleted in percent of the last stage's.
        """
        found = {talk: word_accuracy(scores) for talk, scores in self.whole.talks.items()}
        return {talk: value for talk, value in found.items() if value is not None and value <= least}

    @property
    def whole(self) -> Step:
        """From the first stage to the last."""
        return next(step for step in self.steps if (step.before, step.after) == (self.stages[0], self.stages[-1]))

    def to_json(self) -> dict[str, Any]:
        """What ``askew edits --json`` prints and ``askew effort`` reads."""
        return {
            "name": self.name,
            "target": self.target,
            "stages": list(self.stages),
            "segments": self.segments,
            "steps": [
                {
                    "before": step.before,
                    "after": step.after,
                    "scores": _plain(step.scores),
                    "talks": {talk: _plain(scores) for talk, scores in step.talks.items()},
                }
                for step in self.steps
            ],
            "words": dict(self.words),
            "terms": dict(self.terms),
        }


def edits(
    stages: Sequence[str | Path],
    *,
    target: str,
    source: str = "en",
    source_text: str | Path | None = None,
    terms: Sequence[str] = (),
    segmented: bool = False,
    name: str | None = None,
    labels: Sequence[str] | None = None,
    resampling: Resampling | None = None,
) -> Edits:
    """Analyse a chain of stages; the last is what the text became. Outputs for whole talks are cut into its segments."""
    if len(stages) < 2:
        raise UsageError("edits need two stages at least: what a text was, and what it became")
    options = TalkOptions(source=source, terms=tuple(terms), segmented=segmented)
    selection = Selection(target, "own", "all", options)
    said = read_talks(source_text, source) if source_text else None
    items = with_terms(items_of([read_talks(stages[-1], target)], said, options), options, target)
    texts = [read_answers(OutputsFile(path), items, selection).outputs for path in stages[:-1]]
    texts.append([Output(item.id, item.references[0]) for item in items])
    shown = _labels(stages, labels)
    chosen = [*pairwise(range(len(stages))), *((k, len(stages) - 1) for k in range(len(stages) - 2))]
    how = resampling or Resampling()
    steps = [_step(items, texts, left, right, shown, target, source, how) for left, right in chosen]
    return Edits(
        name or shown[0],
        target,
        shown,
        steps,
        _words_right(texts, shown, target),
        _terms_right(items, texts, shown, target),
        len(items),
    )


def _labels(stages: Sequence[str | Path], labels: Sequence[str] | None) -> list[str]:
    if labels and len(labels) != len(stages):
        raise UsageError(f"{len(stages)} stages, but {len(labels)} labels")
    if labels and len(set(labels)) == len(labels):
        return list(labels)
    return [f"{number} {Path(stage).name}" for number, stage in enumerate(stages, 1)]


def _step(
    items: Sequence[Item], texts: Sequence[Sequence[Output]], left: int, right: int, shown: Sequence[str], target: str, source: str,
    how: Resampling,
) -> Step:  # fmt: skip
    with_english = target != source and any(item.source for item in items)
    after = [replace(item, references=(output.text,)) for item, output in zip(items, texts[right], strict=True)]
    verdicts: list[Verdict] = EditsJudge(target, "segment", with_english).judge(after, texts[left])
    measures = (*MEASURES, ENGLISH) if with_english else MEASURES
    if any(item.terms for item in items):
        verdicts = [_with_terms_said(verdict, item) for verdict, item in zip(verdicts, after, strict=True)]
        measures = (*measures, TERMS)
    protocol = replace(TRANSLATION, measures=measures, groups={"talk": measures}, fit=None)
    scores, groups = measure_all(protocol, Table.of(after, verdicts), how)
    return Step(shown[left], shown[right], scores, groups["talk"])


def _with_terms_said(verdict: Verdict, item: Item) -> Verdict:
    """A verdict that also counts how many of the source's words are words of terms."""
    in_terms = sum(len(term.said.split()) for term in item.terms or ())
    said = {"terms_said": in_terms, "words_said": len(item.source.split())}
    return replace(verdict, counts={**verdict.counts, **{name: float(count) for name, count in said.items()}})


def _words_right(texts: Sequence[Sequence[Output]], shown: Sequence[str], target: str) -> dict[str, int]:
    counts = Counter(
        stage
        for segment in zip(*texts, strict=True)
        for stage in became_right([output.text for output in segment], target)
    )
    return {label: counts[number] for number, label in enumerate(shown)}


def _terms_right(
    items: Sequence[Item], texts: Sequence[Sequence[Output]], shown: Sequence[str], target: str
) -> dict[str, int]:
    """How many occurrences of terms are right from each stage on; empty without terms."""
    right = [[verdict.labels["came"] in WAYS for verdict in judge_terms(items, outputs, target)] for outputs in texts]
    if not right[0]:
        return {}
    counts = Counter(first_from_then_on(right, len(texts) - 1))
    return {**{label: counts[number] for number, label in enumerate(shown)}, "never": counts[None]}


def read_edits(path: str | Path) -> Edits:
    """An analysis that was written to a file; what was written otherwise is an InputError."""
    found = from_json("\n".join(read_lines(path)), Edits, where=f"{path}: was not written by 'askew edits --out'")
    ends = (*found.stages[:1], *found.stages[-1:])
    if not any((step.before, step.after) == ends for step in found.steps):
        raise InputError(
            "was not written by 'askew edits --out': no step is from its first stage to its last", where=str(path)
        )
    return found


def word_accuracy(scores: Mapping[str, Score]) -> float | None:
    """Word accuracy in percent, casing and punctuation apart; None where there are no words."""
    rates = [scores[kind].value for kind in KINDS]
    known = [rate for rate in rates if rate is not None]
    return 100 - sum(known) if len(known) == len(rates) else None


def _plain(scores: Mapping[str, Score]) -> dict[str, Any]:
    return {name: score.to_json() for name, score in scores.items()}


def check_same_talks(found: Sequence[Edits]) -> list[str]:
    """The talks of some analyses, which must be the same."""
    talks = [list(each.whole.talks) for each in found]
    strangers = sorted(set().union(*talks) - set(talks[0]).intersection(*talks))
    if strangers:
        raise UsageError(f"these analyses are not of the same talks: {first_five(strangers)} not in all")
    return talks[0]
