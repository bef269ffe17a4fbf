"""Quality sets: sources with references, from two text files or from columns of one TSV file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, UsageError
from askew.core.files import read_lines
from askew.core.records import Item


@dataclass(frozen=True)
class QualitySet:
    """Sentences with references, for BLEU and chrF."""

    name: str
    items: tuple[Item, ...]


def read_quality_set(entry: Mapping[str, Any], located: Callable[[str], Path]) -> QualitySet:
    """The set a ``[[quality]]`` table describes; items are numbered from 1.

    Either ``source`` and ``references`` are text files, line for line, or ``file`` is a TSV whose columns (from 1) they name; ``keep``
    then keeps the rows whose column has a value.
    """
    name, source, references = entry["name"], entry["source"], entry["references"]
    if not isinstance(name, str) or not name.replace("-", "").replace("_", "").isalnum():
        raise UsageError(f"a quality set's name has letters, digits, - and _ only; found {name!r}")
    references = references if isinstance(references, list) else [references]
    if "file" in entry:
        pairs = _columns(_plain_or_gz(located(entry["file"])), source, references, entry.get("keep", {}))
    else:
        columns = [read_lines(_plain_or_gz(located(path))) for path in (source, *references)]
        if len({len(column) for column in columns}) > 1:
            raise InputError(
                f"source and references have different numbers of lines: {[len(c) for c in columns]}", where=name
            )
        pairs = [(first, tuple(rest)) for first, *rest in zip(*columns, strict=True)]
    first = entry.get("first", len(pairs))
    if not pairs[:first]:
        raise InputError("has no rows (is 'keep' right?)", where=name)
    return QualitySet(name, tuple(Item(str(n), text, {}, refs) for n, (text, refs) in enumerate(pairs[:first], 1)))


def _columns(
    path: Path, source: int, references: list[int], keep: Mapping[str, str]
) -> list[tuple[str, tuple[str, ...]]]:
    rows = []
    width = max(source, *references, *(int(column) for column in keep))
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split("\t")
        if len(cells) < width:
            raise InputError(f"expected at least {width} columns, found {len(cells)}", where=str(path), line=number)
        if all(cells[int(column) - 1] == value for column, value in keep.items()):
            rows.append((cells[source - 1], tuple(cells[column - 1] for column in references)))
    return rows


def _plain_or_gz(path: Path) -> Path:
    packed = path.with_name(path.name + ".gz")
    return packed if packed.is_file() and not path.is_file() else path
