"""Sentences of one's own with a feminine and a masculine reference: one table, no Python.

The form is MT-GenEval's (a gender is right) or GATE's (the source leaves it open), row by row.
"""

from collections.abc import Sequence
from dataclasses import replace

from askew.core.errors import InputError, UsageError, first_five
from askew.core.records import ITEM_FIELDS, Item
from askew.formats.variants import Row, read_variants
from askew.judges.contrast import GOLD, OPEN, PAIR, ContrastJudge
from askew.judges.gender import BOTH, FEMALE, MALE, UNDECIDED
from askew.lang import pack
from askew.measures.base import Measure
from askew.measures.ratio import Among, Share, gap
from askew.measures.table import ITEM, Table, attribute, label
from askew.suites import mtgeneval
from askew.suites.base import Protocol, Selection, Suite
from askew.suites.options import PairOptions
from askew.text.language import LANGUAGES

REQUIRED = ("source", "feminine", "masculine")
GENDER = "gender"
_GENDERS = {"feminine": FEMALE, "masculine": MALE, OPEN: OPEN, "": OPEN}
_TAKEN = (*ITEM_FIELDS, ITEM, GOLD)
_ASKED, _OPEN = attribute(gold=(MALE, FEMALE)), attribute(gold=OPEN)


def items(selection: Selection[PairOptions]) -> list[Item]:
    """The rows of the table.

    Raises UsageError without one, InputError for a row that lacks a reference, a source that stands twice, or a gender
    that is none.
    """
    path = selection.options.pairs
    if not path:
        raise UsageError(
            "pairs need a table of sentences: --pairs FILE.tsv, with the columns source, feminine, masculine"
        )
    rows = read_variants(path, REQUIRED)
    more = [name for name in rows[0].cells if name not in (*REQUIRED, GENDER)]
    if taken := [name for name in more if name in _TAKEN or not name]:
        raise InputError(f"a column can't be called {first_five(map(repr, taken))}", where=path, line=1)
    return [_item(number, row, more, path) for number, row in enumerate(rows, 1)]


def _item(number: int, row: Row, more: Sequence[str], path: str) -> Item:
    cells = row.cells
    gender = cells.get(GENDER, "")
    if gender not in _GENDERS:
        raise InputError(
            f"expected the gender feminine, masculine or open, found {gender!r}", where=path, line=row.line
        )
    references = (cells["feminine"], cells["masculine"])
    attributes = {PAIR: str(number), **{name: cells[name] for name in more}, GOLD: _GENDERS[gender]}
    return Item(str(number), cells["source"], attributes, references[::-1] if gender == "masculine" else references)


def _of_asked(measure: Measure) -> Among:
    """A measure of the sentences that ask for a gender."""
    return Among(
        measure.name, measure, _ASKED, heading=measure.heading, better=measure.better, role=measure.role,
        needs=measure.needs,
    )  # fmt: skip


def _rendered(predicted: str, heading: str) -> Share:
    """How sentences that leave the gender open are rendered."""
    return Share(f"open_{predicted}", _OPEN, label(predicted=predicted), heading=f"open: {heading}", better=None)


_OPEN_MALE, _OPEN_FEMALE = _rendered(MALE, "masculine"), _rendered(FEMALE, "feminine")
_OF_OPEN: tuple[Measure, ...] = (
    _OPEN_MALE, _OPEN_FEMALE, gap("delta_open", _OPEN_MALE, _OPEN_FEMALE, "open: Δ"), _rendered(BOTH, "both"),
    _rendered(UNDECIDED, "undecided"),
)  # fmt: skip
_GROUPED = (*(_of_asked(mtgeneval.ASKEW.measure(name)) for name in ("accuracy", "wrong")), *_OF_OPEN)
_ANY = ("coverage", "chrf", "bleu")


def _fit(protocol: Protocol, attributes: frozenset[str], counts: frozenset[str]) -> Protocol:
    """By whatever columns the table has besides."""
    del counts
    more = sorted(attributes - {GOLD, PAIR})
    return replace(protocol, groups={**protocol.groups, **dict.fromkeys(more, _GROUPED)})


def _remarks(measures: Sequence[Measure], table: Table, target: str) -> list[str]:
    """What is not known of a language without a pack."""
    del measures, table
    if target in pack.available():
        return []
    return [
        f"there is no language pack for {target!r}: articles and pronouns count as much as nouns, so more outputs are "
        "'both' "
        "than with one"
    ]


ASKEW = replace(
    mtgeneval.ASKEW,
    targets=lambda: list(LANGUAGES),
    judge=lambda selection: ContrastJudge(selection.target),
    measures=(
        *(measure if measure.name in _ANY else _of_asked(measure) for measure in mtgeneval.ASKEW.measures),
        *_OF_OPEN,
    ),
    groups={GOLD: _GROUPED},
    shown=(
        "accuracy", "wrong", "both", "undecided", "delta_accuracy", "open_male", "open_female", "delta_open", "chrf",
        "bleu", "coverage",
    ),
    fit=_fit,
    remarks=_remarks,
)  # fmt: skip

SUITE = Suite(
    name="pairs",
    title="Sentences of one's own with a feminine and a masculine reference",
    citation="after Currey et al. 2022, https://aclanthology.org/2022.emnlp-main.288/",
    editions=("own",),
    subsets=("all",),
    items=items,
    protocols=(ASKEW,),
    options=PairOptions,
)
