"""The demo: one real evaluation with whatever the machine has, and plain words about what it lacks."""

from pathlib import Path

from askew.core.errors import DataError
from askew.core.run import Run
from askew.datasets import manifest, store
from askew.evaluate.ask import Progress
from askew.evaluate.run import run
from askew.evaluate.score import score
from askew.systems.apertium import pairs


def evaluate_what_is_here(out: Path, progress: Progress) -> tuple[list[Run], list[str]]:
    """SimpleGEN with an installed Apertium, and the authors' own outputs; with what was missing for either."""
    runs, missing = [], []
    if "eng-spa" in pairs():
        runs.append(run("simplegen", target="es", system="apertium:eng-spa", out=out / "apertium", progress=progress))
    else:
        missing.append(
            "apertium eng-spa is not installed, so no system was run (Debian: apt-get install apertium-eng-spa)"
        )
    try:
        runs += _authors_outputs()
    except DataError as error:
        missing.append(f"the authors' outputs were not scored: {error}")
    return runs, missing


def _authors_outputs() -> list[Run]:
    """Three seeds of the authors' greedy en-es Transformer, on the MoFc class they released."""
    entries = [entry for entry in manifest.load("simplegen").files if entry.path.endswith(".out")]
    return [
        score(
            "simplegen",
            target="es",
            subset="mofc",
            hyp=store.obtain("simplegen", entry.path),
            format="text",
            name=f"authors' {entry.path.split('.')[1]}",
        )
        for entry in entries
    ]
