"""The corpus' passages as items: from Wikipedia (four sentences) or Europarl, each with a plural that names people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from askew.core.errors import InputError, UsageError, repeated
from askew.core.files import from_json, read_bytes, text_of
from askew.core.records import Item
from askew.datasets import manifest, store
from askew.formats.sheets import read_table
from askew.judges.gender_fair import NOUN_AT, SEED, Forms, GenderFairJudge, forms_of
from askew.suites.base import Selection
from askew.suites.options import SuiteOptions

DATASET = "gender_fair_german"
TARGETS = ("de",)
EDITIONS = ("wikipedia", "europarl")
LABELLED = "annot_deepl_all_v1.tsv"
_EUROPARL = "sample_europarl_plurals_v1.json"
_DICTIONARY = "dictionary_plural_v1.csv"
_COLUMNS = ("German_MP", "German_FP", "Gender-Neutral")


@dataclass(frozen=True)
class _Selected:
    """What was selected of a noun's sentences."""

    selected: Sequence[str] | None


def items(selection: Selection[SuiteOptions]) -> list[Item]:
    """The passages, the same for every system. An id is the noun and a number."""
    rows = list(_wikipedia() if selection.edition == "wikipedia" else _europarl())
    if twice := repeated(source for _, source, _ in rows):
        raise InputError(f"the same passage twice: {twice[0][:80]!r}", where=str(store.obtain(DATASET, LABELLED)))
    count: dict[str, int] = {}
    found = []
    for seed, source, noun_at in rows:
        count[seed] = count.get(seed, 0) + 1
        found.append(Item(f"{seed}-{count[seed]}", source, {SEED: seed, NOUN_AT: str(noun_at)}))
    return found


def read_labelled(name: str) -> list[dict[str, str]]:
    """The rows of a table of the corpus, cells in quotes where they need be."""
    path = store.obtain(DATASET, name)
    return read_table(path, ("source",), separator="\t")


def _wikipedia() -> Iterator[tuple[str, str, int]]:
    for number, row in enumerate(read_labelled(LABELLED), 1):
        if not row.get("seed") or not row["source"]:
            raise InputError(f"row {number} has no seed or no source", where=str(store.obtain(DATASET, LABELLED)))
        within = max(row["source"].find(row.get("matching", "")), 0)
        yield row["seed"], row["source"], _place(row["seed"], row["source"], within)


def _europarl() -> Iterator[tuple[str, str, int]]:
    path = store.obtain(DATASET, _EUROPARL)
    table = from_json(text_of(read_bytes(path), str(path)), dict[str, _Selected], where=str(path))
    for seed, row in table.items():
        for source in dict.fromkeys(row.selected or ()):
            yield seed, source, _place(seed, source, 0)


def _place(seed: str, source: str, start: int) -> int:
    """Where the noun stands in the source, from ``start`` on."""
    lowered = source.lower()
    place = lowered.find(seed.lower(), start)
    return place if place >= 0 else max(lowered.find(seed.lower()), 0)


@cache
def _dictionary(path: Path) -> dict[str, Forms]:
    """English plurals to their German forms; several rows of one plural add up."""
    found: dict[str, Forms] = {}
    for row in read_table(path, ("English", *_COLUMNS)):
        english = row["English"].lower().removeprefix("the ").strip(" ;")
        more, known = forms_of(*(row[column] for column in _COLUMNS)), found.get(english, Forms())
        found[english] = Forms(
            known.masculine | more.masculine, known.feminine | more.feminine, known.neutral | more.neutral
        )
    return found


def judge(selection: Selection[SuiteOptions]) -> GenderFairJudge:
    """The judge, with the corpus' dictionary."""
    if selection.target not in TARGETS:
        raise UsageError(f"gender-fair has a dictionary for {', '.join(TARGETS)} only")
    return GenderFairJudge(
        _dictionary(store.obtain(DATASET, _DICTIONARY)), manifest.load(DATASET).file(_DICTIONARY).sha256[:8]
    )
