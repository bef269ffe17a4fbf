"""Firefox's translator, English to Portuguese, beside what others made of the same sentences."""

from collections.abc import Iterator

import askew
from askew import Run
from studies.pages import section
from studies.released.plans import FIREFOX
from studies.released.stored import Cells
from studies.tables import scores, table
from studies.winomt.outputs import speech_file, text_file

WINOMT = ("accuracy", "delta_g", "delta_s", "f1_male", "f1_female", "coverage")
SPEECH = ("seamlessm4t", "tower_whisper")
SIMPLEGEN = ("pro", "anti", "fofc", "mofc", "momc", "fomc", "coverage")
PAIRS = ("accuracy", "accuracy_male", "accuracy_female", "delta_accuracy", "wrong", "coverage", "chrf", "bleu")


def sections() -> Iterator[str]:
    """All about it."""
    yield from section(
        "Firefox, English to Portuguese",
        "Mozilla's model (17 MB, 8 bits, a recurrent decoder of two layers, no beam) in its own engine, "
        "[one text at a time](systems.md#firefoxs-translator). Intervals are about occupations like these (MT-GenEval: "
        "sentences like these).",
        [],
    )
    yield from section(
        "WinoMT",
        "Beside it Google as of 2019, from text, and two recent systems that translated the recordings of WinoST, so that "
        "what they misheard counts too ([more of them](winomt-results.md)).",
        table(["", *WINOMT], [[run.system, *scores(run, WINOMT)] for run in _winomt()], numbers=1),
        3,
    )
    for suite, names in (("simplegen", SIMPLEGEN), ("mtgeneval", PAIRS)):
        run = firefox(suite)
        chosen = f", {FIREFOX[suite]['edition']} set" if FIREFOX[suite] else ""
        yield from section(f"{suite}{chosen}", "", table(names, [scores(run, names)], numbers=0), 3)


def firefox(suite: str) -> Run:
    """Its run on a suite."""
    cells = Cells("firefox", suite, "pt", **FIREFOX[suite])
    return cells.run("firefox", "firefox", "Firefox")


def _winomt() -> Iterator[Run]:
    yield firefox("winomt")
    yield askew.score("winomt", target="pt", hyp=text_file("google", "pt"), name="Google, 2019")
    for system in SPEECH:
        yield askew.score("winost", target="pt", hyp=speech_file(system, "pt"), name=f"{system}, from speech")
