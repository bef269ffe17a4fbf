"""A suite's items as a data set: a folder with one file of rows and a card, which the library datasets reads."""

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from askew.core.errors import UsageError
from askew.core.files import to_json_lines, write_atomically
from askew.core.records import Item
from askew.datasets import manifest
from askew.evaluate.folder import check_new_folder
from askew.suites import REGISTRY
from askew.suites.base import Suite, revision
from askew.version import __version__

Format = Literal["jsonl", "parquet"]
DATA = {
    "simplegen": "simplegen",
    "winomt": "winomt",
    "winost": "winomt",
    "mtgeneval": "mt_geneval",
    "ambiguous": "gate",
    "gender-fair": "gender_fair_german",
    "acl6060": "acl6060",
}
"""The data set that a suite's items are made of, for its licence; items of other suites are whoever's they are."""
LICENCES = {"MIT": "mit", "CC BY 4.0": "cc-by-4.0", "CC BY-SA 3.0": "cc-by-sa-3.0"}
"""Licences as cards call them."""


def write_dataset(
    suite: str,
    folder: Path,
    *,
    target: str = "",
    edition: str | None = None,
    subset: str | None = None,
    format: Format = "jsonl",
    options: Mapping[str, object] | None = None,
) -> Path:
    """Write a suite's items and a card into a new folder, which ``datasets.load_dataset`` opens.

    Raises UsageError for a wrong choice, or for parquet where polars is not installed; RunError where
    the folder is there and not empty.
    """
    found = REGISTRY.get(suite)
    selection = found.select(target, edition, subset, options or {})
    items = found.items(selection)
    check_new_folder(folder)
    rows = _alike([item.to_json() for item in items])
    content = _parquet(rows) if format == "parquet" else to_json_lines(rows).encode()
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"test.{format}", content)
    chosen = {"target": selection.target, "edition": selection.edition, "subset": selection.subset}
    write_atomically(folder / "README.md", card(found, items, chosen, f"test.{format}"))
    return folder


def _alike(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows that all have the same keys, as a table wants them."""
    keys = dict.fromkeys(key for row in rows for key in row)
    return [{key: row.get(key) for key in keys} for row in rows]


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    try:
        import polars
    except ImportError:
        raise UsageError("parquet needs polars: 'pip install polars', or leave --format out for JSON lines") from None
    stream = io.BytesIO()
    polars.DataFrame(rows, infer_schema_length=None).write_parquet(stream)
    return stream.getvalue()


def card(suite: Suite[Any], items: Sequence[Item], chosen: Mapping[str, str], file: str) -> str:
    """The card: what datasets must know in its head, then what people must."""
    data = manifest.load(DATA[suite.name]) if suite.name in DATA else None
    head = {
        "pretty_name": f"{suite.title} (askew's items)",
        "license": LICENCES.get(data.licence, "other") if data else "unknown",
        "language": ["en", *([chosen["target"]] if chosen["target"] else [])],
        "task_categories": ["translation"],
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": file}]}],
    }
    made = ", ".join(f"{name} {value}" for name, value in chosen.items() if value)
    return "\n".join(
        [
            "---",
            *(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()),  # JSON is YAML
            "---",
            "",
            f"# {suite.title}",
            "",
            f"The {len(items):,} items that askew {__version__} asks in its suite `{suite.name}` ({made}), "
            f"revision {revision(items)}: the revision in the signature of every score.",
            "",
            f"Citation: {suite.citation}",
            *([f"Licence: {data.licence}; from {data.homepage}, revision {data.revision}."] if data else []),
            *([data.notice] if data and data.notice else []),
            "",
            f"Score outputs with `askew score {suite.name} --hyp FILE`, a JSON line per item with `id` and `output`.",
            "",
        ]
    )
