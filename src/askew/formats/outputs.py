"""Files of outputs in every format people keep them in, and the join with the items they answer.

| format  | rows are joined by | looks like                                                             |
|---------|--------------------|------------------------------------------------------------------------|
| `text`  | position           | one line per item                                                      |
| `pipes` | position           | `source ||| translation`, the source checked against the item's        |
| `jsonl` | id                 | `id`, `sample_id` or `doc_id`+`seg_id`; `output`, `text`, `hypothesis`; maybe a `transcript` |
| `tsv`   | id                 | a header with the same names; or two columns, id and output in either order |

Where none of these names is there, the output may be called `translation`, `prediction` or `mt`.
"""

import re
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from askew.core.errors import InputError, JoinError, UsageError, first_five, located
from askew.core.files import name_of, read_lines
from askew.core.records import Item, Output
from askew.core.registry import like
from askew.formats.ids import Named, as_id
from askew.formats.json_lines import MissingField, row_checked, rows_of

FORMATS = ("text", "pipes", "jsonl", "tsv")
TEXT_KEYS = ("output", "text", "hypothesis")
OTHER_TEXT_KEYS = ("translation", "prediction", "mt")  # beside a text key they may be anything, such as a reference
PIPES = "|||"
_LAST_NUMBER = re.compile(r"[0-9]{1,18}$")
_FROM_ZERO = re.compile(r"(?<![0-9])0$")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file of outputs, before it is joined."""

    line: int
    text: str
    id: str | None = None
    source: str | None = None
    transcript: str | None = None


def read_outputs(
    path: str | Path, items: Sequence[Item], *, format: str | None = None, partial: bool = False
) -> list[Output]:
    """The outputs in a file, one per item, in the items' order.

    With ``partial``, rows joined by id may leave items unanswered; those items then have no output.
    """
    where = name_of(path)
    lines = read_lines(path)
    known = frozenset(item.id for item in items)
    kind = format or sniff(str(path), lines)
    if format is None and kind == "text" and _has_ids(lines, known):
        kind = "tsv"
    if kind not in FORMATS:
        raise UsageError(f"no format is called {kind!r}; the formats are {', '.join(FORMATS)}")
    rows = (
        _tsv(lines, where, known)
        if kind == "tsv"
        else {"text": _text, "pipes": _pipes, "jsonl": _jsonl}[kind](lines, where)
    )
    if kind in ("text", "pipes"):
        return _join_by_position(rows, items, where)
    return _join_by_id(rows, items, where, partial)


def sniff(name: str, lines: list[str]) -> str:
    """The format by the file's name, else by its first line.

    >>> sniff("out.jsonl.gz", [""]), sniff("-", ['{"id": 1}'])
    ('jsonl', 'jsonl')
    >>> sniff("out.es", ["Hola ||| x"]), sniff("out.es", ["Hola"])
    ('pipes', 'text')
    """
    stem = name.removesuffix(".gz")
    if stem.endswith((".jsonl", ".ndjson")):
        return "jsonl"
    if stem.endswith(".tsv"):
        return "tsv"
    opening = [line for line in lines[:9] if line.strip()]
    if sum(line.startswith("{") for line in opening) * 2 > len(opening):
        return "jsonl"
    if all(PIPES in line for line in lines):
        return "pipes"
    if "\t" in lines[0] and _columns(lines[0].split("\t")) is not None:
        return "tsv"
    return "text"


def _text(lines: list[str], where: str) -> list[Row]:
    del where  # any line is a valid output
    return [Row(number, line.strip()) for number, line in enumerate(lines, 1)]


def _pipes(lines: list[str], where: str) -> list[Row]:
    rows = []
    for number, line in enumerate(lines, 1):
        source, mark, translation = line.partition(PIPES)
        if not mark:
            raise InputError(f"expected 'source {PIPES} translation', found no {PIPES}", where=where, line=number)
        rows.append(Row(number, translation.strip(), source=source.strip()))
    return rows


class Texts(Named, kw_only=True):
    """A row of JSON Lines with a text under one of its names."""

    output: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    hypothesis: str | UnsetType = UNSET
    translation: Any = UNSET
    prediction: Any = UNSET
    mt: Any = UNSET

    def said(self) -> str:
        """The text; none, or two that differ, is a ValueError."""
        given = self._under(TEXT_KEYS) or self._under(OTHER_TEXT_KEYS)
        if not given:
            raise MissingField(f"no output: expected one of {', '.join(TEXT_KEYS + OTHER_TEXT_KEYS)}")
        if not all(isinstance(text, str) for text in given.values()):
            raise ValueError(f"{' and '.join(given)}: expected a string; or give the output under {TEXT_KEYS[0]!r}")
        if len(set(given.values())) > 1:
            raise ValueError(f"{' and '.join(given)} hold different texts: keep one")
        return as_output(next(iter(given.values())))

    def _under(self, keys: Sequence[str]) -> dict[str, Any]:
        return {key: text for key in keys if (text := getattr(self, key)) is not UNSET}


class OutputRow(Texts, kw_only=True):
    """A row of outputs as JSON Lines; ``transcript`` is what a cascade recognised."""

    transcript: str | None = None


def _jsonl(lines: list[str], where: str) -> list[Row]:
    rows = []
    for number, row in rows_of(lines, OutputRow, where):
        with row_checked(lines[number - 1], where, number):
            transcript = None if row.transcript is None else as_output(row.transcript)
            rows.append(Row(number, row.said(), row.name(), transcript=transcript))
    return rows


def as_output(text: str) -> str:
    """An output as everything downstream wants it: one line, and text that can be written again. A lone surrogate is a
    ValueError.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(f"the output holds a lone surrogate ({text[error.start]!a}), which is no character") from None
    return " ".join(text.splitlines()).strip()


def _columns(header: list[str]) -> tuple[list[int], int] | None:
    """Where the id (one column, or doc_id and seg_id) and the text stand, if this row is a header."""
    names = [name.strip().lower() for name in header]
    texts = [names.index(key) for key in TEXT_KEYS if key in names]
    texts = texts or [names.index(key) for key in OTHER_TEXT_KEYS if key in names]
    ids = [names.index(key) for key in ("id", "sample_id") if key in names][:1]
    if not ids and {"doc_id", "seg_id"} <= set(names):
        ids = [names.index("doc_id"), names.index("seg_id")]
    return (ids, texts[0]) if ids and len(texts) == 1 else None


def _has_ids(lines: list[str], known: Collection[str]) -> bool:
    """Whether all lines are two columns, one of which holds ids, whatever the file is called."""
    cells = [line.split("\t") for line in lines]
    return all(len(row) == 2 for row in cells) and any(all(row[k].strip() in known for row in cells) for k in (0, 1))


def _id_column(lines: list[str], known: Collection[str]) -> int:
    """Which of two columns without a header holds the ids: the second where more of its cells do, else the first."""
    first, second = (
        sum(cell.strip() in known for cell in cells)
        for cells in zip(*(line.split("\t", 1) for line in lines), strict=True)
    )
    return 1 if second > first else 0


def _tsv(lines: list[str], where: str, known: Collection[str]) -> list[Row]:
    header = lines[0].split("\t")
    columns = _columns(header)
    first = 1 if columns else 0
    if columns is None:
        if len(header) != 2:
            raise InputError(
                f"expected a header with id (or sample_id, or doc_id and seg_id) and one of "
                f"{', '.join(TEXT_KEYS + OTHER_TEXT_KEYS)}, or two columns without a header; found {len(header)} "
                f"columns: {first_five(header)}",
                where=where, line=1,
            )  # fmt: skip
        place = _id_column([line for line in lines if line.count("\t") == 1], known)
        columns = ([place], 1 - place)
    ids, text = columns
    rows = []
    for number, line in enumerate(lines[first:], first + 1):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(f"expected {len(header)} columns, found {len(cells)}", where=where, line=number)
        with located(where, number):
            rows.append(Row(number, cells[text].strip(), "/".join(as_id(cells[column]) for column in ids)))
    return rows


def _join_by_position(rows: list[Row], items: Sequence[Item], where: str) -> list[Output]:
    if len(rows) != len(items):
        blank = "" if rows[-1].text else " (the last one is blank)"
        short = len(rows) < len(items)
        offenders = (
            [item.id for item in items[len(rows) :]] if short else [f"line {row.line}" for row in rows[len(items) :]]
        )
        raise JoinError(
            f"expected {len(items)} rows, one per item, found {len(rows)}{blank}; "
            f"{'no output for' if short else 'too many:'} {first_five(offenders)}"
            + ("; to score some items only, give their ids (JSONL, TSV) and --partial" if short else ""),
            where=where, line=rows[-1].line if short else rows[len(items)].line,
        )  # fmt: skip
    strangers = [row for row, item in zip(rows, items, strict=True) if row.source not in (None, item.source)]
    if len(strangers) * 2 > len(rows):
        raise JoinError(
            f"{len(strangers)} of {len(rows)} sources before {PIPES} are not the suite's: "
            f"lines {first_five(row.line for row in strangers)}; is this another suite, subset or order?",
            where=where, line=strangers[0].line,
        )  # fmt: skip
    if strangers:
        warnings.warn(
            f"{where}: {len(strangers)} of {len(rows)} sources differ from the suite's "
            f"(lines {first_five(row.line for row in strangers)}); joined by row",
            stacklevel=3,
        )
    return [Output(item.id, row.text) for row, item in zip(rows, items, strict=True)]


def expected_ids(given: Sequence[str], items: Sequence[Item]) -> str:
    """What to do about ids of which some are unknown: ids like the first of them, or that they count from 0."""
    known = {item.id: None for item in items}
    strangers = [name for name in given if name not in known]
    if all(_after(name) in known for name in given) and all(_FROM_ZERO.search(name) for name in strangers):
        return "the file's ids count from 0, the suite's from 1: add 1 to each"
    if close := like(strangers[0], known):
        return f"ids like {strangers[0]!r} are {', '.join(close)}"
    return f"expected ids such as {first_five(list(known)[:2])}"


def _after(name: str) -> str:
    """The id that follows one which ends in a number: `talk/4` after `talk/3`."""
    number = _LAST_NUMBER.search(name)
    return name if number is None else name[: number.start()] + str(int(number[0]) + 1)


def _join_by_id(rows: list[Row], items: Sequence[Item], where: str, partial: bool) -> list[Output]:
    seen: dict[str, Row] = {}
    duplicates = []
    for row in rows:
        assert row.id is not None
        if row.id in seen:
            duplicates.append(row)
        seen.setdefault(row.id, row)
    if duplicates:
        named = first_five(f"{row.id} (line {row.line})" for row in duplicates)
        raise JoinError(f"duplicate ids: {named}", where=where, line=duplicates[0].line)
    known = {item.id for item in items}
    extra = [row for row in rows if row.id not in known]
    if extra:
        named = first_five(f"{row.id} (line {row.line})" for row in extra)
        raise JoinError(
            f"{len(extra)} of {len(rows)} ids are not in the suite: {named}; {expected_ids([*seen], items)}",
            where=where, line=extra[0].line,
        )  # fmt: skip
    missing = [item.id for item in items if item.id not in seen]
    if missing and not partial:
        raise JoinError(f"no output for {len(missing)} of {len(items)} items: {first_five(missing)}", where=where)
    return [
        Output(item.id, seen[item.id].text, transcript=seen[item.id].transcript) for item in items if item.id in seen
    ]
