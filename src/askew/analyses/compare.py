"""Compare runs on the same items: paired differences, intervals and tests, each run against the first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from askew.analyses.changes import Change, Changes, adjusted_by_holm, changes_of, group_changes, other_readings
from askew.analyses.comparable import check_comparable
from askew.core.errors import RunError, UsageError, first_five
from askew.core.resampling import Resampling
from askew.core.run import Run, load
from askew.core.shown import Shown
from askew.evaluate.measure import Tally, lacking_for, pooled
from askew.measures.table import Table
from askew.suites import REGISTRY
from askew.suites.base import Population, Protocol, names_in


@dataclass(frozen=True)
class Comparison(Shown):
    """Runs side by side. ``changes`` and ``groups`` have one entry per run after the first."""

    runs: Sequence[Run]
    """The baseline first."""
    changes: Sequence[Changes]
    """Every score by its name."""
    groups: Sequence[dict[str, dict[str, Changes]]]
    """The same within groups: attribute, its value, the name."""
    population: Population
    """What the differences are inferred about."""

    def to_json(self) -> dict[str, Any]:
        """What ``askew compare --json`` prints."""
        return {
            "baseline": self.runs[0].system,
            "signature": str(self.runs[0].signature),
            "about": self.population.shown,
            "systems": [
                {
                    "system": run.system,
                    "changes": {name: change.to_json() for name, change in changes.items()},
                    "groups": {
                        attribute: {
                            value: {name: change.to_json() for name, change in by_name.items()}
                            for value, by_name in by_value.items()
                        }
                        for attribute, by_value in groups.items()
                    },
                }
                for run, changes, groups in zip(self.runs[1:], self.changes, self.groups, strict=True)
            ],
        }


def compare(
    *runs: str | Path | Run,
    by: str | None = None,
    resampling: Resampling | None = None,
    by_group: bool = True,
    both_readings: bool = True,
) -> Comparison:
    """Compare two or more runs (folders or runs) on the same items, each with the first.

    ``by`` is an attribute whose value all items of a run share, such as ``voice``: then the runs are of one system, and
    each value is compared with the first one's. Runs of one value are pooled: what they counted is averaged sentence by
    sentence.

    Intervals are paired percentile bootstraps over the suite's clusters. The p-values of the suite's scores are from
    approximate randomisation that swaps whole clusters (the suite's ``exchange``), Holm-adjusted over all scores and
    systems; those of groups are from the paired bootstrap, Holm-adjusted over the groups; ``by_group=False`` leaves
    these out. Each difference also has the other reading (``Change.other``): about these talks or talks like these,
    these occupations or occupations like these; ``both_readings=False`` leaves it out.

    Raises RunError for fewer than two runs, or runs that may not be compared; UsageError where ``by`` makes no sense.
    """
    loaded = [run if isinstance(run, Run) else load(run) for run in runs]
    if len(loaded) < 2:
        raise RunError("a comparison needs at least two runs")
    for other in loaded[1:]:
        check_comparable(loaded[0], other)
    sides = [[run] for run in loaded] if by is None else list(runs_by(loaded, by).values())
    protocol = protocol_of(*loaded)
    how = resampling or Resampling()
    tables = [[paired_table(run) for run in side] for side in sides]
    lacking = {measure.name: lacking_for(measure.needs, tables[0][0]) for measure in protocol.measures}
    alone = [[Tally.of(protocol, protocol.measures, table, how) for table in side] for side in tables]
    tallies = [pooled(side) for side in alone]
    exchange = tables[0][0].codes(protocol.exchange)
    changes = []
    for tally, side in zip(tallies[1:], tables[1:], strict=True):
        others = other_readings(protocol, protocol.measures, tables[0], side, how) if both_readings else {}
        changes.append(
            {
                name: Change(None, None, None, n=change.n, reason=reason)
                if (reason := lacking[name])
                else replace(change, other=others.get(name))
                for name, change in changes_of(tallies[0], tally, how, exchange).items()
            }
        )
    groups: list[dict[str, dict[str, Changes]]] = [{} for _ in tables[1:]]
    for attribute, measures in protocol.groups.items() if by_group else ():
        ours, *theirs = (
            pooled([tally.among(measures, table) for tally, table in zip(side, of_side, strict=True)])
            for side, of_side in zip(alone, tables, strict=True)
        )
        for group, compared in zip(groups, theirs, strict=True):
            group[attribute] = group_changes(ours, compared, tables[0][0].by(attribute), how)
    shown = [_as_one(side, tally, by, how) for side, tally in zip(sides, tallies, strict=True)]
    return Comparison(shown, adjusted_by_holm(changes, protocol), groups, protocol.population)


def one_value_per_run(runs: Sequence[Run], attribute: str) -> bool:
    """Whether each run has one value of an attribute for all its items, as runs in different voices have."""
    return all(len({item.attributes.get(attribute, "") for item in run.items} | {""}) == 2 for run in runs)


def runs_by(runs: Sequence[Run], attribute: str) -> dict[str, list[Run]]:
    """Runs of one system by the value their items have of an attribute; refuses what such a comparison could not mean."""
    by_value: dict[str, list[Run]] = {}
    for run in runs:
        values = {item.attributes.get(attribute, "") for item in run.items}
        if len(values) != 1 or values == {""}:
            found = first_five(sorted(values - {""})) or "none"
            raise UsageError(
                f"--by {attribute}: a run must have one {attribute} for all its items; {run.system} has {found}"
            )
        by_value.setdefault(values.pop(), []).append(run)
        if run.asked.system_details != runs[0].asked.system_details:
            raise UsageError(
                f"--by {attribute} compares runs of one system, and {run.system} is not asked as {runs[0].system} was: "
                f"without --by, systems are compared"
            )
    if len(by_value) < 2:
        raise UsageError(f"--by {attribute}: all runs have the same one, {next(iter(by_value))}")
    return by_value


def _as_one(side: Sequence[Run], tally: Tally, by: str | None, how: Resampling) -> Run:
    """The runs of a side as one, for the table: named by what they have in common, with the scores of all."""
    first = side[0]
    if by is None:
        return first
    value = first.items[0].attributes[by]
    name = value if len(side) == 1 else f"{value} ({len(side)} runs)"
    scores = {
        name: first.scores[name] if first.scores[name].value is None else score
        for name, score in tally.scores(how).items()
    }
    return replace(first, asked=replace(first.asked, system=name), scores=scores if len(side) > 1 else first.scores)


def protocol_of(*runs: Run) -> Protocol:
    """The protocol some runs were judged by, with the scores and groups all of them have."""
    first = runs[0]
    protocol = REGISTRY.get(first.asked.suite).protocol(first.protocol, first.asked.target)
    attributes, counts = zip(*(names_in(run.items, run.verdicts) for run in runs), strict=True)
    return protocol.fitted(set.intersection(*attributes), set.intersection(*counts))


def paired_table(run: Run) -> Table:
    """A run's table in an order that is the same for all runs on the same items."""
    return Table.of(run.items, sorted(run.verdicts, key=lambda verdict: (verdict.item, verdict.unit)))
