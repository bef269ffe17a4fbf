"""A warning where outputs stand beside other sources than their own."""

from collections.abc import Sequence

from askew.core.records import Item, Output
from askew.text.pairing import Pairing, pairing


def misalignment(items: Sequence[Item], outputs: Sequence[Output]) -> str | None:
    """What to tell whoever reads the scores if outputs don't belong to their items; None if they do or none can tell.

    Outputs are compared with the sources, or with the references of items that have no source text.
    """
    found = pairing([_asked(item) for item in items], [output.text for output in outputs])
    if found is None:
        return None
    if found.misaligned:
        return (
            f"THE OUTPUTS BELONG TO OTHER ITEMS: {_arrangement(found)} (they fit {found.best:.1f} standard deviations "
            f"better than chance there, {found.own:.1f} as they stand). Put the lines in the items' order "
            "('askew items' prints it), and score again"
        )
    if found.unrelated:
        return (
            "the outputs fit the sources beside them no better than in any other order: the lines may be shuffled, or "
            "the answers to another suite or subset, or no translations"
        )
    return None


def _asked(item: Item) -> str:
    return item.source or (item.references[0] if item.references else "")


def _arrangement(found: Pairing) -> str:
    """Which order the outputs are in, as somebody would say who saw the file."""
    shift = abs(found.shift)
    if found.reversed:
        return "they are in reverse order" + (f", and shifted by {shift}" if shift else "")
    if shift == found.lines // 2 and not found.start:
        return "their two halves are swapped"
    since = f"from about item {found.start + 1} on " if found.start else ""
    if found.shift < 0:
        where, why = "down", f"{_lines(shift)} missing before it?"
    else:
        where, why = "up", f"{_lines(shift)} too many before it, such as a header?"
    return f"{since}each output is the answer to the item {shift} further {where} ({why})"


def _lines(count: int) -> str:
    return f"{count} lines" if count > 1 else "one line"
