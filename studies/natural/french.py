"""Opus-MT, English to French, on natural sentences: from the outputs that the study of released models stored."""

from askew import Run
from studies.released.stored import Cells

NAME = "Opus-MT, 8 bits, greedy"
CELL = "int8_1"


def opus(suite: str, **chosen: str) -> Run:
    """A run of the fastest cell, which answered every sentence."""
    found = Cells("opus-mt", suite, "fr", **chosen)
    return found.run(CELL, CELL, NAME)
