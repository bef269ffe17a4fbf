"""Every two systems that answered the same items, compared: what the site's page for comparing any two shows."""

import itertools
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from askew.analyses.comparable import question, why_not_comparable
from askew.analyses.compare import compare
from askew.analyses.findings import Claim, claims_of
from askew.core.errors import InputError
from askew.core.files import from_builtins, from_json, read_bytes, text_of, write_atomically
from askew.core.run import Run
from askew.report.decisions import Decisions, decide
from askew.report.sets import RunSet, language, told_apart
from askew.suites.base import Protocol
from askew.version import __version__

FIELDS = ("baseline", "value", "difference", "low", "high", "p", "p_holm")
Number = float | None
Changes = dict[str, tuple[Number, Number, Number, Number, Number, Number, Number]]  # a score to its FIELDS


@dataclass(frozen=True)
class _Made:
    """``comparisons.json``: what was compared and tested, by keys of the runs, and by which askew."""

    askew: str = __version__
    pairs: dict[str, Changes | None] = field(default_factory=dict)
    tests: dict[str, list[Claim]] = field(default_factory=dict)


class Pairs:
    """Comparisons and tests that were made already, in a file; only those asked for in this build are kept."""

    def __init__(self, path: Path) -> None:
        """What the file holds counts only if this very askew wrote it and it is whole; else all is made anew."""
        self._path, self._known, self._used = path, _Made(), _Made()
        with suppress(InputError):
            found = from_json(text_of(read_bytes(path), str(path)), _Made, where=str(path))
            self._known = found if found.askew == __version__ else self._known

    def get(self, left: Run, right: Run, key: str) -> Changes | None:
        """Each score's baseline, value, difference, interval and p-values; None where the two can't be compared."""
        used, known = self._used.pairs, self._known.pairs
        if key not in used:
            used[key] = known[key] if key in known else _changes(left, right)
        return used[key]

    def claims(self, key: str, runs: int, make: Callable[[], list[Claim]]) -> list[Claim]:
        """The tests of one table of so many runs, made now or before."""
        claims = self._known.tests.get(key)
        if claims is None or not all(0 <= place < runs for each in claims for place in (each.left, each.right or 0)):
            claims = make()
        self._used.tests[key] = claims
        return claims

    def save(self) -> None:
        """Write the file, if it would change."""
        text = json.dumps(asdict(self._used), separators=(",", ":"), allow_nan=False) + "\n"
        if not self._path.is_file() or self._path.read_bytes() != text.encode():
            write_atomically(self._path, text)


def _changes(left: Run, right: Run) -> Changes | None:
    if why_not_comparable(left, right):
        return None
    [changes] = compare(left, right, resampling=left.resampling, by_group=False, both_readings=False).changes
    rounded = {
        name: [None if (value := getattr(change, field)) is None else round(value, 4) for field in FIELDS]
        for name, change in changes.items()
    }
    return from_builtins(rounded, Changes, where="a comparison")


def decide_for_site(sets: Sequence[RunSet], keys: dict[int, str], pairs: Pairs) -> Decisions:
    """What the tests of a whole site say: each suite's are one family, whatever page shows them."""

    def test(runs: Sequence[Run], protocol: Protocol, resamples: int) -> list[Claim]:
        key = f"{resamples}-{'-'.join(keys[id(run)] for run in runs)}"
        return pairs.claims(key, len(runs), lambda: claims_of(runs, protocol, resamples))

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
