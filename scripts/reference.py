"""Writes docs/reference/ from the program itself: python scripts/reference.py (a test checks that it is up to date)."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import typer

from askew.cli.app import app
from askew.judges.latency import AWARE, latency_columns
from askew.judges.neural import metric_columns
from askew.judges.reliability import EXPECTED_ERRORS
from askew.judges.terms import OCCURRENCES
from askew.judges.transcripts import ENTITIES, WORDS
from askew.measures.base import Measure, Role
from askew.measures.latency import HEADINGS
from askew.measures.transcripts import transcript_measures
from askew.suites import REGISTRY
from askew.suites.base import Protocol
from askew.suites.options import BUILT_IN
from askew.suites.talks import NEURAL_METRICS

sys.path.insert(0, str(Path(__file__).parent))  # wherever it is loaded from
from reference_records import api_page, json_page

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
MADE = "<!-- Made by scripts/reference.py from the program; don't edit. -->"
COLUMNS = ("score", "heading", "better", "role", "how")
KINDS = {"Share": "a share of items", "Count": "a number of items", "Mean": "a mean over segments"}
COUNTS = frozenset(
    [
        OCCURRENCES,
        EXPECTED_ERRORS,
        *(column for name in NEURAL_METRICS for column in metric_columns(name)),
        *(column for name in HEADINGS for ending in ("", AWARE) for column in latency_columns(name + ending)),
    ]
)
"""Counts that only some runs have, each of which brings scores with it."""


def pages() -> dict[str, str]:
    """The pages by the name of their file."""
    made = {"cli.md": _cli(), "scores.md": _scores(), "json.md": json_page(MADE), "api.md": api_page(MADE)}
    return {name: "\n".join(lines) for name, lines in made.items()}


def _cli() -> Iterator[str]:
    yield from ("# Commands", "", MADE, "", "`askew COMMAND --help` prints the same in a terminal.", "")
    yield from ("Exit status: 0 done, 1 a gate said no, 2 an error, 3 incomplete or the data can't tell.", "")
    program: Any = typer.main.get_command(app)
    for name, command in sorted(_commands("askew", program)):
        yield from (f"## {name}", "", _prose(command.help), "")
        if options := [param for param in command.params if not _is_suite_option(param)]:
            yield from _table(("option", "", "default"), map(_option, options))
        if len(options) < len(command.params):
            yield from ("And the [suites' own options](#options-of-the-suites).", "")
    yield from (
        "## Options of the suites",
        "",
        "`score`, `run`, `items` and the others that ask a suite take these.",
        "",
    )
    score = next(command for name, command in _commands("askew", program) if name == "askew score")
    yield from _table(("option", "", "default"), map(_option, filter(_is_suite_option, score.params)))


def _commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    for word, inner in getattr(command, "commands", {}).items():
        if hasattr(inner, "commands"):
            yield from _commands(f"{name} {word}", inner)
        else:
            yield f"{name} {word}", inner


def _is_suite_option(param: Any) -> bool:
    """Whether it is one that every verb which asks a suite has (cli/suite_options.py)."""
    help = getattr(param, "help", None)
    return param.name == "suite_option" or any(
        param.name == name and help == field.metadata.get("help")
        for options in BUILT_IN
        for name, field in options.__dataclass_fields__.items()
    )


def _option(param: Any) -> tuple[str, str, str]:
    if not param.opts[0].startswith("-"):
        return f"`{param.metavar or param.name.upper()}`", _prose(param.help), "required" if param.required else ""
    value = "" if param.is_flag else f" {param.metavar or param.name.upper()}"
    spelt = ", ".join(f"`{name}{value}`" for name in (*param.opts, *param.secondary_opts))
    shown = "" if param.default in (None, False, True, "") or param.default == [] else f"`{param.default}`"
    return spelt, _prose(param.help), "required" if param.required else shown


def _scores() -> Iterator[str]:
    yield from ("# Scores", "", MADE, "")
    yield "Every score by its name in `--json`, with its heading in tables, which values are better, and its role:"
    yield "*score* answers what the suite asks; *gap* is how far two groups lie apart; *among decided* leaves out what"
    yield "could not be decided; *coverage* is how much could be judged; *diagnostic* and *estimate* claim nothing about"
    yield "quality. Values are percentages except for counts, neural metrics and latency (ms)."
    yield ""
    for (about, rows), names in _alike().items():
        yield from (f"## {'; '.join(names)}", "", f"Intervals are about {about}.", "")
        yield from _table(COLUMNS, rows)
    yield from ("## Transcripts of a cascade", "", "Join the others where outputs come with transcripts.", "")
    yield from _table(COLUMNS, map(_measure, transcript_measures({WORDS, ENTITIES})))


def _alike() -> dict[tuple[str, tuple[tuple[str, ...], ...]], list[str]]:
    """Protocols by what they say and about what: those that differ in neither share a table."""
    alike: dict[tuple[str, tuple[tuple[str, ...], ...]], list[str]] = {}
    for name in REGISTRY.names():
        for protocol in REGISTRY.get(name).protocols:
            key = protocol.population.shown, tuple(_measures(protocol))
            alike.setdefault(key, []).append(f"{name}, protocol {protocol.name}")
    return alike


def _measures(protocol: Protocol) -> Iterator[tuple[str, ...]]:
    """Those it always has, then those that only some runs have."""
    fitted = protocol.fit(protocol, frozenset(), COUNTS).measures if protocol.fit else protocol.measures
    yield from map(_measure, protocol.measures)
    for measure in fitted:
        if measure not in protocol.measures:
            name, *rest, how = _measure(measure)
            yield (name, *rest, f"{how} (where the run has it)")


def _measure(measure: Measure) -> tuple[str, ...]:
    better = "neither" if measure.better is None else measure.better.value
    return f"`{measure.name}`", measure.heading, better, Role(measure.role).value, _how(measure)


def _how(measure: Measure) -> str:
    """What a difference takes from what; else the first sentence on its kind."""
    sides = [getattr(measure, side, None) for side in ("left", "right")]
    if all(isinstance(side, Measure) for side in sides):
        return " − ".join(f"`{side.name}`" for side in sides)
    if hasattr(measure, "numerator"):
        return f"`{measure.numerator}` ÷ `{measure.denominator}`"
    return KINDS.get(type(measure).__name__) or _first(measure)


def _first(measure: Measure) -> str:
    return _prose(type(measure).__doc__).partition("``rounded``")[0].strip()


def _prose(text: str | None) -> str:
    """The first paragraph on one line, fit for a cell of a table."""
    paragraph = (text or "").strip().partition("\n\n")[0]
    return " ".join(paragraph.split()).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def _table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
