"""What stands out, in sentences drawn from tests and no stronger than they allow.

Within one table (the runs of a set) two kinds of tests are made: is a gap of one system different from zero (bootstrap over the suite's
clusters), and do two systems differ in the first score (approximate randomisation on the same items). All p-values of a table are adjusted
together by Holm's method; what stays above 0.05 is reported as not told apart.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.analyses.comparable import why_not_comparable
from askew.core.run import Run
from askew.evaluate.measure import Resampling, Tally
from askew.measures.table import Table
from askew.report.content import interval, number
from askew.report.sets import RunSet, language
from askew.stats.inference import approximate_randomisation, bootstrap_p_value, holm
from askew.sweep.direction import lower_is_better

SURE = 0.05
LOW_COVERAGE = 90.0


@dataclass(frozen=True)
class Reading:
    """What a gap above and below zero means, in words that follow "for X"."""

    above: str
    below: str
    unclear: str


_FEMININE = "items with a feminine referent"
_MASCULINE = "items with a masculine referent"
GAPS = {
    "delta_g": Reading(
        f"{_MASCULINE} are rendered better than {_FEMININE} (ΔG)",
        f"{_FEMININE} are rendered better than {_MASCULINE} (ΔG)",
        f"whether {_FEMININE} are rendered as well as {_MASCULINE} (ΔG)",
    ),
    "delta_s": Reading(
        "pro-stereotypical items are right more often than anti-stereotypical ones (ΔS)",
        "anti-stereotypical items are right more often than pro-stereotypical ones (ΔS)",
        "whether pro-stereotypical items are right more often than anti-stereotypical ones (ΔS)",
    ),
    "delta": Reading(
        "items in which occupation and gender go together by stereotype are right more often than the others (Δ)",
        "items in which occupation and gender go together by stereotype are right less often than the others (Δ)",
        "whether items in which occupation and gender go together by stereotype are right more often (Δ)",
    ),
    "delta_fc": Reading(
        f"{_FEMININE} are right more often in occupations held mostly by women than in those held mostly by men (ΔFC)",
        f"{_FEMININE} are right less often in occupations held mostly by women than in those held mostly by men (ΔFC)",
        f"whether {_FEMININE} fare better in occupations held mostly by women (ΔFC)",
    ),
    "delta_mc": Reading(
        f"{_MASCULINE} are right more often in occupations held mostly by men than in those held mostly by women (ΔMC)",
        f"{_MASCULINE} are right less often in occupations held mostly by men than in those held mostly by women (ΔMC)",
        f"whether {_MASCULINE} fare better in occupations held mostly by men (ΔMC)",
    ),
}


@dataclass(frozen=True)
class Findings:
    """Sentences from tests, and facts that limit what the numbers mean."""

    stands_out: Sequence[str]
    take_care: Sequence[str]
    tests: int
    best: str | None = None  # the system that differs from all others in the first score, and is the best
    gaps: Mapping[str, Mapping[str, Sequence[int]]] = field(
        default_factory=dict
    )  # gap to reading to the runs it holds for


def findings(run_set: RunSet) -> Findings:
    """What the runs of a set show when tested together."""
    headline = next(iter(run_set.columns()), "")
    if not headline or not all(run.verdicts for run in run_set.runs):
        return Findings([], list(_cares(run_set, range(len(run_set.runs)))), 0)
    gaps = [(name, k) for name in GAPS for k, run in enumerate(run_set.runs) if name in run.scores]
    comparable = _comparable(run_set)
    pairs = [
        (left, right)
        for left, right in itertools.combinations(comparable, 2)
        if why_not_comparable(run_set.runs[left], run_set.runs[right]) is None
    ]
    sides = [_Side.of(run_set, run, headline) for run in run_set.runs]
    p_values = holm([
        *(sides[k].gap_p_value(name) for name, k in gaps),
        *(sides[left].pair_p_value(sides[right], headline) for left, right in pairs),
    ])  # fmt: skip
    tested = {key: p for key, p in zip([*gaps, *pairs], p_values, strict=True) if p is not None}
    sure = {pair for pair in pairs if tested.get(pair, 1.0) < SURE}
    readings = {name: _readings(run_set, name, tested) for name in GAPS}
    best, ranking = _ranking(run_set, headline, comparable, sure)
    stands_out = [*ranking, *(sentence for name in GAPS for sentence in _gap_sentences(run_set, name, readings[name]))]
    return Findings(stands_out, list(_cares(run_set, comparable)), len(tested), best, readings)


def together(sets: Sequence[RunSet], found: Sequence[Findings]) -> list[str]:
    """What several languages have in common, by counting what was found in each."""
    sentences = []
    best: dict[str, list[str]] = {}
    for run_set, each in zip(sets, found, strict=True):
        if each.best is not None:
            best.setdefault(each.best, []).append(language(run_set.target))
    words = sets[0].words(next(iter(sets[0].columns())))
    for system, targets in best.items():
        where = f"in all {len(sets)} languages" if len(targets) == len(sets) else f"in {_listed(targets)}"
        sentences.append(f"{system} has the best {words} {where}; it differs there from each of the others.")
    for name, reading in GAPS.items():
        counts = {
            kind: sum(len(each.gaps.get(name, {}).get(kind, ())) for each in found)
            for kind in ("above", "below", "unclear")
        }
        total = sum(counts.values())
        if not total:
            continue
        told = [
            f"in {counts[kind]} of {total} runs {getattr(reading, kind)}" for kind in ("above", "below") if counts[kind]
        ]
        if counts["unclear"]:
            told.append(f"in {counts['unclear']} the data can't tell" + ("" if told else f" {reading.unclear}"))
        sentence = "; ".join(told)
        sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
    return sentences


def _comparable(run_set: RunSet) -> list[int]:
    """The runs that may be compared with the first one; the others are not tested against them."""
    return [k for k, run in enumerate(run_set.runs) if why_not_comparable(run_set.first, run) is None]


@dataclass(frozen=True)
class _Side:
    """One run ready to be tested: what its measures count, rows in one order for all runs of a set."""

    tally: Tally
    exchange: NDArray[np.intp]
    how: Resampling
    defined: frozenset[str]

    @classmethod
    def of(cls, run_set: RunSet, run: Run, headline: str) -> "_Side":
        table = Table.of(run.items, sorted(run.verdicts, key=lambda verdict: (verdict.item, verdict.unit)))
        fields, protocol = run.signature.fields, run_set.protocol
        how = Resampling(int(fields["resamples"]), int(fields["seed"]), float(fields["level"]))
        measures = [measure for measure in protocol.measures if measure.name in GAPS or measure.name == headline]
        defined = frozenset(name for name, score in run.scores.items() if score.value is not None)
        return cls(Tally.of(protocol, measures, table, how), table.codes(protocol.exchange), how, defined)

    def gap_p_value(self, name: str) -> float | None:
        """Is the gap different from zero?"""
        resampled = self.tally.resampled() if name in self.defined else None
        return None if resampled is None else bootstrap_p_value(resampled[self._place(name)[0]])

    def pair_p_value(self, other: "_Side", name: str) -> float | None:
        """Do the two systems differ?"""
        index, columns = self._place(name)
        left, right = self.tally.counts[:, columns], other.tally.counts[:, columns]
        if left.shape != right.shape or name not in self.defined & other.defined:
            return None
        value = self.tally.measures[index].value
        return approximate_randomisation(
            left, right, self.exchange, value, trials=self.how.resamples, seed=self.how.seed
        )

    def _place(self, name: str) -> tuple[int, slice]:
        """Which measure it is, and its columns of counts."""
        edges = np.cumsum([0, *(measure.width for measure in self.tally.measures)])
        index = next(k for k, measure in enumerate(self.tally.measures) if measure.name == name)
        return index, slice(int(edges[index]), int(edges[index + 1]))


def _ranking(
    run_set: RunSet, name: str, comparable: Sequence[int], sure: set[tuple[int, int]]
) -> tuple[str | None, list[str]]:
    """Who is ahead of all others in the first score, if anybody; and the sentence on who can't be told apart."""
    values = {k: value for k in comparable if (value := run_set.runs[k].scores[name].value) is not None}
    measure = next(measure for measure in run_set.protocol.measures if measure.name == name)
    ranked = sorted(values, key=lambda k: values[k], reverse=not lower_is_better(measure))
    if len(ranked) < 2:
        return None, []
    best, others = ranked[0], ranked[1:]
    behind = [k for k in others if (min(best, k), max(best, k)) in sure]
    level = [f"{run_set.names[k]} ({number(values[k])})" for k in others if k not in behind]
    words, top = run_set.words(name), f"{run_set.names[best]} ({number(values[best])})"
    if not level:
        others_told = "the other" if len(others) == 1 else f"each of the {len(others)} others"
        return run_set.names[best], [f"{top} has the best {words}; it differs from {others_told}."]
    if behind:
        told = f"it differs from {_listed(run_set.names[k] for k in behind)}. The data can't tell it from {_listed(level)}."
        return None, [f"{top} has the best {words}; {told}"]
    return None, [
        f"The data can't tell the {len(ranked)} systems apart by {words}: {top} comes first, but no difference from it is sure."
    ]


def _readings(run_set: RunSet, name: str, tested: Mapping[Any, float]) -> dict[str, list[int]]:
    """The runs whose gap is surely above zero, surely below, or neither."""
    holding: dict[str, list[int]] = {"above": [], "below": [], "unclear": []}
    for k, run in enumerate(run_set.runs):
        if (name, k) in tested:
            value = run.scores[name].value or 0.0
            holding["unclear" if tested[name, k] >= SURE else "above" if value > 0 else "below"].append(k)
    return holding


def _gap_sentences(run_set: RunSet, name: str, holding: Mapping[str, Sequence[int]]) -> Iterable[str]:
    """One sentence per reading of a gap, naming the systems it holds for."""
    reading = GAPS[name]
    total = sum(len(systems) for systems in holding.values())
    for kind in ("above", "below"):
        if holding[kind]:
            yield f"{_for(run_set, name, holding[kind], total)} {getattr(reading, kind)}."
    if holding["unclear"]:
        yield f"{_for(run_set, name, holding['unclear'], total)} the data can't tell {reading.unclear}."


def _for(run_set: RunSet, name: str, systems: Sequence[int], total: int) -> str:
    """The systems a sentence holds for, with value and interval; for many of them the range of the values."""
    scores = [run_set.runs[k].scores[name] for k in systems]
    if len(systems) <= 2:
        shown = (
            f"{run_set.names[k]} ({number(score.value)}, 95% interval {interval(score.low, score.high) or 'none'})"
            for k, score in zip(systems, scores, strict=True)
        )
        return f"For {_listed(shown)}"
    values = [score.value for score in scores if score.value is not None]
    span = f"{number(min(values))} to {number(max(values))}"
    if len(systems) == total:
        return f"For all {total} systems ({span})"
    return f"For {len(systems)} of {total} systems ({_listed(run_set.names[k] for k in systems)}; {span})"


def _cares(run_set: RunSet, comparable: Sequence[int]) -> Iterable[str]:
    """Facts that limit what the numbers mean."""
    for k, (system, run) in enumerate(zip(run_set.names, run_set.runs, strict=True)):
        coverage = run.scores["coverage"].value if "coverage" in run.scores else None
        if coverage is not None and coverage < LOW_COVERAGE:
            yield f"{system}: only {number(coverage)}% of the items could be judged; the others count as not right."
        if len(run.outputs) < len(run.items):
            yield f"{system}: {len(run.items) - len(run.outputs)} of {len(run.items)} items have no output and take no part."
        if k not in comparable:
            yield f"{system} was scored differently or on other items than {run_set.names[0]}, and is not tested against the others; see the signatures."
        yield from (f"{system}: {warning}" for warning in run.warnings if warning != run_set.suite.notice)


def _listed(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> _listed(["a", "b", "c"])
    'a, b and c'
    """
    shown = list(names)
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
