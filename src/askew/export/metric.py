"""The metric module as a folder of its own, which ``evaluate.load`` opens and which can be published as it is."""

from importlib.resources import files
from pathlib import Path

from askew.core.files import write_atomically
from askew.evaluate.folder import check_new_folder
from askew.version import __version__

NAME = "askew_metric"
CARD = """---
title: askew
tags: [evaluate, metric]
---

# askew

The scores of askew's suites (gender in translation) by their names, with intervals, coverage and signature.

    metric = evaluate.load("askew_metric/askew_metric.py", "simplegen")
    metric.compute(predictions=translations, references=ids, target="es", subset="mofc")
"""


def write_metric(folder: Path) -> Path:
    """Write the module, its card and its requirements into a new folder below ``folder``; the module's path.

    Raises RunError where that folder is there and not empty.
    """
    place = check_new_folder(folder / NAME)
    place.mkdir(parents=True, exist_ok=True)
    module = place / f"{NAME}.py"
    write_atomically(module, files("askew.export").joinpath(f"{NAME}.py").read_text("utf-8"))
    write_atomically(place / "README.md", CARD)
    write_atomically(place / "requirements.txt", f"askew=={__version__}\nevaluate\n")
    return module
