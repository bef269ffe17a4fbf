"""The demo's runs: the model that comes with askew as good and as fast as it can, and mended, on everything that is
here.
"""

from dataclasses import dataclass
from pathlib import Path

from askew.core.run import Run
from askew.datasets import manifest, store
from askew.evaluate.ask import Progress
from askew.evaluate.run import run

CAREFUL, FAST, MENDED = "careful", "fast", "mended"
SYSTEMS = {
    CAREFUL: ("neural:en-es", {"beam": 5, "compute_type": "float32"}),
    FAST: ("neural:en-es", {"beam": 1, "compute_type": "int8"}),
    MENDED: ("neural:en-es-mended", {"beam": 5, "compute_type": "float32"}),
}


@dataclass(frozen=True)
class Demo:
    """For each suite the runs in the order of ``SYSTEMS``, and what was missing for a suite."""

    suites: list[list[Run]]
    missing: list[str]


def demo(out: Path, progress: Progress) -> Demo:
    """SimpleGEN, which needs nothing, and WinoMT where its data has been fetched; a demo broken off goes on."""
    suites, missing = [_runs("simplegen", out, progress)], []
    if store.missing(manifest.load("winomt")):
        missing.append("WinoMT was left out: its data is not here ('askew data fetch winomt' gets it)")
    else:
        suites.append(_runs("winomt", out, progress))
    return Demo(suites, missing)


def _runs(suite: str, out: Path, progress: Progress) -> list[Run]:
    return [
        run(
            suite,
            target="es",
            system=system,
            settings=settings,
            out=out / f"{suite}-{name}",
            name=name,
            progress=progress,
        )
        for name, (system, settings) in SYSTEMS.items()
    ]
