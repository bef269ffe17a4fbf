"""What runs of one table show: tests, and what may be claimed of them when all tests of a family are taken
together. Data only.

Two kinds of tests are made: is a gap of one system different from zero (bootstrap over the suite's clusters), and
do two systems differ in the
table's first score (approximate randomisation on the same items). The p-values of a whole family (all tables of a
suite) are adjusted together
by Holm's method, so that a claim is the same wherever it is shown. No p-value of resampling is below one over the
resamples, so a large
family is tested with more of them: a hundred for every test.
"""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from askew.analyses.comparable import why_not_comparable
from askew.core.resampling import Resampling
from askew.core.run import Run
from askew.evaluate.measure import Tally
from askew.measures.base import Role
from askew.measures.table import Table
from askew.stats.inference import approximate_randomisation, bootstrap_p_value, holm, is_sure
from askew.suites.base import Protocol

RESAMPLES_PER_TEST = 100


@dataclass(frozen=True)
class Claim:
    """A gap of one run of a table, or the difference between two in the table's first score; runs by their place
    in the table.
    """

    score: str
    left: int
    right: int | None  # None for a gap, which is held against zero
    difference: float  # the gap itself, or the right run's score minus the left one's
    p: float
    p_holm: float = 1.0  # over the family

    @property
    def is_sure(self) -> bool:
        """Whether it may be stated."""
        return is_sure(self.p_holm)


def claims_of(runs: Sequence[Run], protocol: Protocol, resamples: int = 0) -> list[Claim]:
    """The tests of one table, not yet adjusted; none where verdicts or a first score are missing.

    Args:
        runs: Runs of one suite, language and protocol.
        protocol: The protocol, fitted to all of them.
        resamples: At least so many, for a large family; as many as the runs' own intervals if that is more.

    """
    if not tests_in(runs, protocol):
        return []
    headline = _headline(runs, protocol)
    sides = [_Side.of(protocol, run, headline, resamples) for run in runs]
    return [*_gaps(runs, sides, protocol), *_pairs(runs, sides, headline)]


def tests_in(runs: Sequence[Run], protocol: Protocol) -> int:
    """How many tests a table may take: what the number of resamples is chosen by."""
    if not _headline(runs, protocol) or not all(run.verdicts for run in runs):
        return 0
    gaps = sum(_defined(run, name) for run in runs for name in _gap_names(protocol))
    return gaps + len(list(itertools.combinations(comparable_with_first(runs), 2)))


def enough_resamples(tests: int) -> int:
    """So many resamples that the least p-value there can be, times all tests of a family, is still small."""
    return 1000 * -(-tests * RESAMPLES_PER_TEST // 1000)


def decided(family: Sequence[Sequence[Claim]]) -> list[list[Claim]]:
    """The claims of several tables, adjusted together by Holm's method."""
    adjusted = iter(holm([claim.p for claims in family for claim in claims]))
    return [[replace(claim, p_holm=next(adjusted) or 0.0) for claim in claims] for claims in family]


def comparable_with_first(runs: Sequence[Run]) -> list[int]:
    """The runs that may be compared with the first one; the others are not tested against them."""
    return [place for place, run in enumerate(runs) if why_not_comparable(runs[0], run) is None]


def _gap_names(protocol: Protocol) -> list[str]:
    """The scores whose zero is even-handed."""
    return [measure.name for measure in protocol.measures if measure.role is Role.GAP]


def _gaps(runs: Sequence[Run], sides: Sequence["_Side"], protocol: Protocol) -> Iterable[Claim]:
    for name in _gap_names(protocol):
        for place, (run, side) in enumerate(zip(runs, sides, strict=True)):
            value = run.scores[name].value if name in run.scores else None
            if value is not None and (p := side.gap_p_value(name)) is not None:
                yield Claim(name, place, None, value, p)


def _pairs(runs: Sequence[Run], sides: Sequence["_Side"], headline: str) -> Iterable[Claim]:
    for left, right in itertools.combinations(comparable_with_first(runs), 2):
        values = [runs[place].scores[headline].value for place in (left, right)]
        if values[0] is None or values[1] is None or why_not_comparable(runs[left], runs[right]):
            continue
        if (p := sides[left].pair_p_value(sides[right], headline)) is not None:
            yield Claim(headline, left, right, values[1] - values[0], p)


def _headline(runs: Sequence[Run], protocol: Protocol) -> str:
    """The first score of the table that some run has; empty where there is none."""
    return next((name for name in protocol.columns if any(_defined(run, name) for run in runs)), "")


def _defined(run: Run, name: str) -> bool:
    return name in run.scores and run.scores[name].value is not None


@dataclass(frozen=True)
class _Side:
    """One run ready to be tested: what its measures count, rows in one order for all runs of a table."""

    tally: Tally
    exchange: NDArray[np.intp]
    how: Resampling

    @classmethod
    def of(cls, protocol: Protocol, run: Run, headline: str, resamples: int) -> "_Side":
        table = Table.of(run.items, sorted(run.verdicts, key=lambda verdict: (verdict.item, verdict.unit)))
        measures = [measure for measure in protocol.measures if measure.role is Role.GAP or measure.name == headline]
        how = run.resampling
        how = replace(how, resamples=max(how.resamples, resamples))
        return cls(Tally.of(protocol, measures, table, how), table.codes(protocol.exchange), how)

    def gap_p_value(self, name: str) -> float | None:
        """Is the gap different from zero?"""
        resampled = self.tally.resampled()
        return None if resampled is None else bootstrap_p_value(resampled[self._place(name)[0]])

    def pair_p_value(self, other: "_Side", name: str) -> float | None:
        """Do the two systems differ?"""
        index, columns = self._place(name)
        left, right = self.tally.counts[:, columns], other.tally.counts[:, columns]
        if left.shape != right.shape:
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
