"""GATE's tables as items: an English sentence, its translations in every combination of genders, the key words."""

from itertools import product

from askew.core.errors import UsageError
from askew.core.records import Item
from askew.datasets import store
from askew.formats.variants import Row, read_variants
from askew.judges.ambiguous import FEMININE, MASCULINE, PEOPLE
from askew.suites.base import Selection
from askew.suites.options import SuiteOptions

DATASET = "gate"
TARGETS = ("es", "fr", "it")
UNSPLIT = ("fr",)
EDITIONS = ("test", "dev", "all")
SUBSETS = {"all": (1, 2, 3), "one": (1,), "several": (2, 3)}
_KINDS = {
    "PROF": "profession", "FAM": "family", "NAT": "nationality", "REL": "religion", "NHUM": "animal", "OTH": "other",
}  # fmt: skip
_ROLES = {"SUBJ": "subject", "DOBJ": "object", "IOBJ": "indirect object", "OPRP": "after a preposition"}


def items(selection: Selection[SuiteOptions]) -> list[Item]:
    """The sentences of one language. Raises UsageError without one, and for a part of one that is not divided."""
    target, edition = selection.target, selection.edition
    if target not in TARGETS:
        raise UsageError(f"ambiguous has sentences for each language: give one with --target, of {', '.join(TARGETS)}")
    if target in UNSPLIT and edition != "all":
        raise UsageError(
            f"ambiguous has no {edition} set in {target!r}, where the corpus is not divided: --edition all"
        )
    return [
        _item(row, people)
        for people in SUBSETS[selection.subset]
        if (target, people) != ("fr", 3)
        for row in _rows(target, people)
        if edition == "all" or row.cells["data_split"] == edition
    ]


def _rows(target: str, people: int) -> list[Row]:
    keywords = ("kw_s", "kw_f", "kw_m", "labels")
    columns = ["source", *_variants(people), *keywords, *([] if target in UNSPLIT else ["data_split"])]
    return read_variants(store.obtain(DATASET, f"{target.upper()}_{2**people}_variants.tsv"), columns)


def _variants(people: int) -> list[str]:
    """The columns of the translations, the wholly feminine one first, the wholly masculine one last."""
    return ["".join(genders) for genders in product("fm", repeat=people)]


def _item(row: Row, people: int) -> Item:
    cells = row.cells
    labels = cells["labels"].split(";")
    attributes = {
        PEOPLE: str(people),
        "words": cells["kw_s"],
        FEMININE: cells["kw_f"],
        MASCULINE: cells["kw_m"],
        "kind": _one([_KINDS[label] for label in labels if label in _KINDS]),
        "role": _one([_ROLES[label] for label in labels if label in _ROLES]),
        "number": ("plural" if "PLUR" in labels else "singular") if people == 1 else "several",
        "sentence": f"{people}-{row.line - 1}",
    }
    references = tuple(cells[variant] for variant in _variants(people))
    return Item(attributes["sentence"], cells["source"], attributes, references)


def _one(named: list[str]) -> str:
    """The one value that a sentence's labels give; "several" where they give more."""
    different = set(named)
    return different.pop() if len(different) == 1 else "several" if different else "none"
