"""What a paper needs of a run: one line with its numbers and signature, and the works it used, as BibTeX."""

import re
from collections.abc import Iterator
from importlib.resources import files

from askew.analyses.compare import protocol_of
from askew.core.run import Run
from askew.version import __version__

_ENTRY = re.compile(r"@\w+\{(?P<key>\w+),\n.*?\n\}\n", re.DOTALL)


def one_line(run: Run, most: int = 3) -> str:
    """The first scores with their intervals, what these are about, and the signature: a line to paste into a paper."""
    protocol = protocol_of(run)
    shown = [
        f"{heading} {_number(run.scores[name].value, run.scores[name].low, run.scores[name].high)}"
        for name, heading in protocol.columns.items()
        if name in run.scores and run.scores[name].value is not None
    ]
    scores = ", ".join(shown[:most]) or "no score is defined"
    line = f"{run.system}: {scores} (95% about {protocol.population.shown}) | {run.signature}"
    return " ".join(line.split())  # a name with a line break would begin an entry of BibTeX


def _number(value: float | None, low: float | None, high: float | None) -> str:
    return f"{value:.1f}" + ("" if low is None or high is None else f" [{low:.1f}, {high:.1f}]")


def bibtex(run: Run) -> list[str]:
    """The entries of everything a run used: askew, its suite, what judged it."""
    text = files("askew.analyses").joinpath("references.bib").read_text("utf-8").replace("VERSION", __version__)
    entries = {found["key"]: found[0] for found in _ENTRY.finditer(text)}
    return [entries[key] for key in dict.fromkeys(_keys(run)) if key in entries]


def _keys(run: Run) -> Iterator[str]:
    fields = run.signature.fields
    yield "askew"
    if run.asked.suite == "winost":
        yield "winomt"  # whose sentences it speaks
    yield run.asked.suite.replace("-", "_")  # a key has no hyphen
    if fields.get("aligner") == "fast_align":
        yield "fast_align"
    if "bleu" in fields:
        yield from ("sacrebleu", "bleu")
    yield from (key for key in ("chrf", "ter") if key in fields)
    if "comet" in fields.get("neural", ""):
        yield "comet"
