"""What the tests of a report or a site say, decided once for every page that shows some of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from askew.analyses.findings import Claim, claims_of, decided, enough_resamples, tests_in
from askew.core.run import Run
from askew.report.numbers import count
from askew.report.sets import RunSet
from askew.suites.base import Protocol

Tester = Callable[[Sequence[Run], Protocol, int], list[Claim]]


@dataclass(frozen=True)
class Decisions:
    """Claims decided once, for every page that shows some of them: of a suite all tests of a report, or of a site,
    are one family.
    """

    gaps: Mapping[tuple[int, str], Claim]  # a run (its id in memory) and a gap
    pairs: Mapping[tuple[int, int], Claim]
    families: Mapping[str, str]  # a suite to what its family is called

    def claims(self, run_set: RunSet) -> list[Claim]:
        """The claims about the runs of a table, whichever they are."""
        places = {id(run): place for place, run in enumerate(run_set.runs)}
        gaps = [replace(claim, left=places[run]) for (run, _), claim in self.gaps.items() if run in places]
        pairs = [
            _placed(claim, places[left], places[right])
            for (left, right), claim in self.pairs.items()
            if left in places and right in places
        ]
        return [*gaps, *pairs]


def decide(sets: Sequence[RunSet], where: str = "in this report", test: Tester = claims_of) -> Decisions:
    """Test every table, and adjust the tests of each suite together; ``test`` makes them, or knows them already."""
    gaps: dict[tuple[int, str], Claim] = {}
    pairs: dict[tuple[int, int], Claim] = {}
    families = {}
    for suite in dict.fromkeys(run_set.first.asked.suite for run_set in sets):
        tables = [run_set for run_set in sets if run_set.first.asked.suite == suite]
        resamples = enough_resamples(sum(tests_in(run_set.runs, run_set.protocol) for run_set in tables))
        family = decided([test(run_set.runs, run_set.protocol, resamples) for run_set in tables])
        families[suite] = f"Holm over the {count(sum(map(len, family)), 'test')} of {tables[0].title} {where}"
        for run_set, claims in zip(tables, family, strict=True):
            for claim in claims:
                left = id(run_set.runs[claim.left])
                if claim.right is None:
                    gaps[left, claim.score] = claim
                else:
                    pairs[left, id(run_set.runs[claim.right])] = claim
    return Decisions(gaps, pairs, families)


def _placed(claim: Claim, left: int, right: int) -> Claim:
    """A claim about two runs where they stand in another table, maybe the other way round."""
    if left < right:
        return replace(claim, left=left, right=right)
    return replace(claim, left=right, right=left, difference=-claim.difference)
