"""The demo's runs: the model that comes with askew as good and as fast as it can, and mended, on everything that is
here.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askew.core.run import Run
from askew.datasets import manifest, store
from askew.evaluate.ask import Progress
from askew.evaluate.plan import Plan
from askew.evaluate.run import run
from askew.systems import open_system

CAREFUL, FAST, MENDED = "careful", "fast", "mended"
SYSTEMS: dict[str, tuple[str, dict[str, Any]]] = {
    CAREFUL: ("neural:en-es", {"beam": 5, "compute_type": "float32"}),
    FAST: ("neural:en-es", {"beam": 1, "compute_type": "int8"}),
    MENDED: ("neural:en-es-mended", {"beam": 5, "compute_type": "float32"}),
}
TRIED = 24  # sentences that are timed to say how long all of them take


@dataclass(frozen=True)
class Demo:
    """The suites whose data is here, what was missing for another, and where the runs go."""

    out: Path
    suites: list[str]
    missing: list[str]

    def runs(self, suite: str, progress: Progress) -> list[Run]:
        """A suite's runs in the order of ``SYSTEMS``; those that are there are not made again."""
        return [
            run(
                suite,
                target="es",
                system=system,
                settings=settings,
                out=self._folder(suite, name),
                name=name,
                progress=progress,
            )
            for name, (system, settings) in SYSTEMS.items()
        ]

    def seconds(self) -> float:
        """How long the sentences that lack a translation will take, by what a few of them take now."""
        items = {suite: Plan.make(suite, "es").items() for suite in self.suites}
        total = 0.0
        for name, (system, settings) in SYSTEMS.items():
            left = [item for suite in self.suites for item in items[suite][self._answered(suite, name) :]]
            if not left:
                continue
            tried = left[:: max(1, len(left) // TRIED)]
            total += len(left) * _seconds(system, settings, tried) / len(tried)
        return total

    def _folder(self, suite: str, name: str) -> Path:
        return self.out / f"{suite}-{name}"

    def _answered(self, suite: str, name: str) -> int:
        journal = self._folder(suite, name) / "outputs.jsonl"
        return journal.read_bytes().count(b"\n") if journal.exists() else 0


def demo(out: Path) -> Demo:
    """SimpleGEN, which needs nothing, and WinoMT where its data has been fetched; a demo broken off goes on."""
    if store.missing(manifest.load("winomt")):
        why = "WinoMT was left out: its data is not here ('askew data fetch winomt' gets it)"
        return Demo(out, ["simplegen"], [why])
    return Demo(out, ["simplegen", "winomt"], [])


def _seconds(spec: str, settings: dict[str, Any], items: list[Any]) -> float:
    system = open_system(spec, settings, target="es")
    system.load()
    started = time.monotonic()
    for _ in system.answer(items):
        pass
    system.close()
    return time.monotonic() - started
