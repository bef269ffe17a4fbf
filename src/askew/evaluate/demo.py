"""The demo: the model that comes with askew, once as good and once as fast as it can, on everything that is here."""

from dataclasses import dataclass
from pathlib import Path

from askew.core.errors import DataError
from askew.core.run import Run
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
    pairs, missing = [], []
    for suite in ("simplegen", "winomt"):
        try:
            careful, fast = (
                run(
                    suite,
                    target="es",
                    system=SYSTEM,
                    options=options,
                    out=out / f"{suite}-{name}",
                    name=f"neural:en-es {name}",
                    progress=progress,
                )
                for name, options in SETTINGS.items()
            )
        except DataError as error:
            missing.append(f"{suite} was left out: {error}")
        else:
            pairs.append((careful, fast))
    return Demo(pairs, missing)
