"""The demo: the model that comes with askew, once as good and once as fast as it can, on everything that is here."""

from dataclasses import dataclass
from pathlib import Path

from askew.core.run import Run
from askew.datasets import manifest, store
from askew.evaluate.ask import Progress
from askew.evaluate.run import run

SYSTEM = "neural:en-es"
SETTINGS = {
    "careful": {"beam": 5, "compute_type": "float32"},
    "fast": {"beam": 1, "compute_type": "int8"},
}


@dataclass(frozen=True)
class Demo:
    """A pair of runs per suite, the careful one first, and what was missing for a suite."""

    pairs: list[tuple[Run, Run]]
    missing: list[str]


def demo(out: Path, progress: Progress) -> Demo:
    """SimpleGEN, which needs nothing, and WinoMT where its data has been fetched; a demo broken off goes on."""
    pairs, missing = [_pair("simplegen", out, progress)], []
    if store.missing(manifest.load("winomt")):
        missing.append("WinoMT was left out: its data is not here ('askew data fetch winomt' gets it)")
    else:
        pairs.append(_pair("winomt", out, progress))
    return Demo(pairs, missing)


def _pair(suite: str, out: Path, progress: Progress) -> tuple[Run, Run]:
    careful, fast = (
        run(
            suite,
            target="es",
            system=SYSTEM,
            settings=settings,
            out=out / f"{suite}-{name}",
            name=f"{SYSTEM} {name}",
            progress=progress,
        )
        for name, settings in SETTINGS.items()
    )
    return careful, fast
