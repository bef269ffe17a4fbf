"""Every two systems that answered the same items, compared: what the site's page for comparing any two shows."""

import itertools
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from askew.analyses.comparable import question, why_not_comparable
from askew.analyses.compare import compare
from askew.analyses.findings import Claim, claims_of
from askew.core.files import write_atomically
from askew.core.run import Run
from askew.report.decisions import Decisions, decide
from askew.report.sets import RunSet, language, told_apart
from askew.suites.base import Protocol

FIELDS = ("baseline", "value", "difference", "low", "high", "p", "p_holm")


class Pairs:
    """Comparisons and tests that were made already, in a file; only those asked for in this build are kept."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Any] = {}
        self._used: dict[str, Any] = {}
        with suppress(OSError, ValueError):  # then they are made anew
            self._known = json.loads(path.read_text("utf-8"))

    def get(self, left: Run, right: Run, key: str) -> dict[str, list[float | None]] | None:
        """Each score's baseline, value, difference, interval and p-values; None where the two can't be compared."""
        if key not in self._known:
            self._known[key] = _changes(left, right)
        self._used[key] = self._known[key]
        changes: dict[str, list[float | None]] | None = self._used[key]
        return changes

    def claims(self, key: str, make: Callable[[], list[Claim]]) -> list[Claim]:
        """The tests of one table, made now or before."""
        if key not in self._known:
            self._known[key] = [asdict(claim) for claim in make()]
        self._used[key] = self._known[key]
        return [Claim(**row) for row in self._used[key]]

    def save(self) -> None:
        """Write the file, if it would change."""
        text = json.dumps(self._used, separators=(",", ":"), allow_nan=False) + "\n"
        if not self._path.is_file() or self._path.read_text("utf-8") != text:
            write_atomically(self._path, text)


def _changes(left: Run, right: Run) -> dict[str, list[float | None]] | None:
    if why_not_comparable(left, right):
        return None
    [changes] = compare(left, right, resampling=left.resampling, by_group=False).changes
    return {
        name: [None if (value := getattr(change, field)) is None else round(value, 4) for field in FIELDS]
        for name, change in changes.items()
    }


def decide_for_site(sets: Sequence[RunSet], keys: dict[int, str], pairs: Pairs) -> Decisions:
    """What the tests of a whole site say: each suite's are one family, whatever page shows them."""

    def test(runs: Sequence[Run], protocol: Protocol, resamples: int) -> list[Claim]:
        key = f"tests-{resamples}-{'-'.join(keys[id(run)] for run in runs)}"
        return pairs.claims(key, lambda: claims_of(runs, protocol, resamples))

    return decide(sets, "on this site", test)


def comparable_sets(sets: Sequence[RunSet], keys: dict[int, str], pairs: Pairs) -> list[dict[str, Any]]:
    """Sets of two runs or more, with all their pairs; text and speech of the same sentences are one set."""
    data = []
    for group in _joined(sets):
        runs = [run for run_set in group for run in run_set.runs]
        if len(runs) < 2:
            continue
        names = [
            name if len(group) == 1 else f"{name} ({run_set.title})" for run_set in group for name in run_set.names
        ]
        found = {
            f"{left}-{right}": changes
            for left, right in itertools.combinations(range(len(runs)), 2)
            if (changes := pairs.get(runs[left], runs[right], f"{keys[id(runs[left])]}-{keys[id(runs[right])]}"))
        }
        first = group[0]
        label = first.label if len(group) == 1 else f"{' and '.join(s.title for s in group)}, {language(first.target)}"
        members = [[run_set.id, name] for run_set in group for name in run_set.names]
        headings = {name: first.heading(name) for name in first.first.scores}
        data.append(
            {"label": label, "systems": told_apart(names), "members": members, "scores": headings, "pairs": found}
        )
    return data


def _joined(sets: Sequence[RunSet]) -> list[list[RunSet]]:
    """Sets that ask the same sentences under one protocol stand together."""
    groups: dict[Any, list[RunSet]] = {}
    for run_set in sets:
        run = run_set.first
        groups.setdefault((run.asked.target, run.protocol, run.asked.subset, question(run)), []).append(run_set)
    return list(groups.values())
