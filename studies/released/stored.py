"""What was stored: outputs of whole sets, and random samples of sets that were too much for one machine."""

import json
import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import askew
from askew import Run
from askew.sweep.stored import Store
from studies.released.plans import HERE

Outputs = Mapping[str, str]
"""By the items' ids."""


def outputs(store: str, name: str, ids: Sequence[str]) -> dict[str, Outputs]:
    """What each cell answered to a set: to all of its items, or to a sample of them."""
    folder = Store(HERE / store)
    found: dict[str, Outputs] = {}
    for cell in folder.cells:
        lines = folder.outputs(name, cell.cell, len(ids))
        if lines is not None:
            found[cell.cell] = dict(zip(ids, lines, strict=True))
    return {**sampled(HERE / store / f"{name}.sample.xz"), **found}


def sampled(path: Path) -> dict[str, Outputs]:
    """The samples in a file, if there is one."""
    if not path.is_file():
        return {}
    rows = map(json.loads, lzma.decompress(path.read_bytes()).decode().splitlines())
    return {row["cell"]: row["outputs"] for row in rows}


class Cells:
    """A set's outputs by cell, scored on the items that two cells have in common."""

    def __init__(self, store: str, suite: str, target: str, protocol: str | None = None, **chosen: Any) -> None:
        self.suite, self.target, self.protocol, self.chosen = suite, target, protocol, chosen
        self.ids = [item.id for item in askew.items(suite, target=target, **chosen)]
        self.said = outputs(store, suite, self.ids)

    @classmethod
    def of_edition(cls, store: str, suite: str, target: str, edition: str) -> "Cells":
        """Another edition of a set whose outputs are stored: of its sentences those that the stored one has too."""
        found = cls(store, suite, target)
        sources = {item.source: item.id for item in askew.items(suite, target=target)}
        stored_as = {item.id: sources.get(item.source) for item in askew.items(suite, target=target, edition=edition)}
        found.ids, found.chosen = list(stored_as), {"edition": edition}
        found.said = {
            cell: {one: said[old] for one, old in stored_as.items() if old is not None and old in said}
            for cell, said in found.said.items()
        }
        return found

    def names(self, baseline: str) -> list[str]:
        """The cells that can be held against the baseline: those that answered whatever it answered."""
        asked = self.said.get(baseline, {}).keys()
        return [name for name, said in self.said.items() if name != baseline and asked and asked <= said.keys()]

    def share(self, baseline: str) -> tuple[int, int]:
        """How many items the baseline answered, and how many there are."""
        return len(self.said.get(baseline, {})), len(self.ids)

    @cache  # noqa: B019  # a page's worth of runs
    def run(self, name: str, baseline: str, called: str = "") -> Run:
        """A cell's run on the baseline's items; ``called`` is what tables call it, if not by its name."""
        said = self.said[name]
        hyp = {one: said[one] for one in self.ids if one in self.said[baseline]}
        partial = len(hyp) < len(self.ids)
        asked = {"target": self.target, "protocol": self.protocol, **self.chosen}
        return askew.score(self.suite, hyp=hyp, partial=partial, name=called or name, **asked)
