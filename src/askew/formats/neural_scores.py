"""Scores per segment that a neural metric gave elsewhere, as JSON Lines.

A row per segment: ``sample_id`` (which counts the segments from 0), ``id``, or ``doc_id`` with ``seg_id``; and the
numbers, in the row itself or under ``metrics``. A name may end in ``_score``. What askew computes itself and what is no
number is left out.
"""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET

from askew.core.errors import InputError, JoinError, first_five
from askew.core.files import from_builtins
from askew.core.records import Item
from askew.formats.ids import Named
from askew.formats.json_lines import read_json_lines

OWN = ("bleu", "chrf", "ter", "wer", "wer_normalized", "wrong_language", "margin")
"""Names that are not a neural metric's: askew computes these itself."""
_IDS = ("id", "sample_id", "doc_id", "seg_id")


def read_scores(
    path: str | Path, items: Sequence[Item], needed: Collection[str] | None = None
) -> dict[str, dict[str, float]]:
    """Metric to id to score. Only the ids ``needed`` must have one, or all items.

    A row that is no such row, of a segment there is none of, or with other metrics than those before is an InputError;
    a segment with two rows or none is a JoinError.
    """
    where = str(path)
    ids = [item.id for item in items]
    known = set(ids)
    scores: dict[str, dict[str, float]] = {}
    rows = 0
    for line, row in read_json_lines(path, dict[str, Any]):
        try:
            item = _item_of(from_builtins(row, Named, where=where, line=line), ids, known)
            numbers = _numbers(row)
        except ValueError as error:
            raise InputError(str(error), where=where, line=line) from None
        if rows and set(numbers) != set(scores):
            raise InputError(
                f"the metrics are {first_five(numbers)}, in the rows before {first_five(scores)}",
                where=where,
                line=line,
            )
        for name, number in numbers.items():
            by_id = scores.setdefault(name, {})
            if item in by_id:
                raise JoinError(f"a second row for {item}", where=where, line=line)
            by_id[item] = number
        rows += 1
    missing = [item for item in ids if item not in next(iter(scores.values())) and (needed is None or item in needed)]
    if missing:
        raise JoinError(f"{rows} rows for {len(ids)} segments: no score for {first_five(missing)}", where=where)
    return scores


def _item_of(row: Named, ids: Sequence[str], known: Collection[str]) -> str:
    if row.sample_id is not UNSET:
        position = row.sample_id
        if not isinstance(position, int) or not 0 <= position < len(ids):
            raise ValueError(f"sample_id counts the segments from 0 to {len(ids) - 1}, found {str(position)[:40]}")
        return ids[position]
    item = row.name()
    if item not in known:
        raise ValueError(f"no segment is called {item}; expected ids such as {first_five(ids[:2])}")
    return item


def _numbers(row: dict[str, Any]) -> dict[str, float]:
    """The metrics of a row, by their names."""
    given = row.get("metrics", row)
    if not isinstance(given, dict):
        raise ValueError("metrics must be an object: names and numbers")
    found: dict[str, float] = {}
    for key, value in given.items():
        name = re.sub(r"[^a-z0-9]+", "_", key.lower()).removesuffix("_score")
        if name in OWN or key in _IDS:
            continue
        if value is None:
            raise ValueError(f"{key[:60]} is null: a score must be a number")
        if name in found:
            raise ValueError(f"two scores are called {name[:60]}")
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            found[name] = _as_float(key, value)
    if not found:
        raise ValueError(f"no neural score: found {first_five(row) or 'nothing'}")
    return found


def _as_float(key: str, value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{key[:60]} is too large: a score must be a number a computer can reckon with") from None
