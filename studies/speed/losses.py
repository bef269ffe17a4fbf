"""What was lost on the way to the fastest cell: how much could be decided at all, and which items."""

from collections.abc import Iterator

from askew.report.numbers import number
from askew.sweep.result import CellResult, SweepResult
from studies.tables import paragraph, plain, row, score

GROUPS = {"pro": "pro", "anti": "anti", "fofc": "FoFc", "mofc": "MoFc", "momc": "MoMc", "fomc": "FoMc"}


def decided_table(result: SweepResult) -> Iterator[str]:
    """How much could be decided at all, and what is right among that: few occupations are frequent in the training
    text.
    """
    cells = (result.cells[0], result.fastest or result.cells[-1])
    yield "| suite | | decided, baseline | decided, fastest | right among the decided, baseline | fastest |"
    yield "|---|---|---:|---:|---:|---:|"
    for name, heading in GROUPS.items():
        shares = (number(_decided_share(cell, name)) for cell in cells)
        right = (score(cell.values.get(f"simplegen.{name}_decided")) for cell in cells)
        yield row(["simplegen", heading, *shares, *right])
    right_ones, found = (
        [cell.values.get(f"winomt.{name}") for cell in cells] for name in ("accuracy_decided", "coverage")
    )
    if all(right_ones) and all(found):
        yield row(["winomt (found)", "all", *(number(each.value) for each in found if each), *map(score, right_ones)])


def _decided_share(cell: CellResult, name: str) -> float | None:
    """Right among all ÷ right among the decided is the share that was decided."""
    every, decided = cell.values.get(f"simplegen.{name}"), cell.values.get(f"simplegen.{name}_decided")
    if every is None or decided is None or every.value is None or not decided.value:
        return None
    return 100 * every.value / decided.value


def lost_table(result: SweepResult, most: int = 8) -> Iterator[str]:
    """Items right for the baseline and not for the fastest cell, by group, with an example of each."""
    for lost in result.lost:
        total = sum(group.lost for group in lost.groups)
        won = sum(group.won for group in lost.groups)
        yield from paragraph(
            f"`{lost.cell}` on {lost.set}: {total} items right for the baseline and not for it, {won} the other way "
            "round (in the same groups)."
        )
        if not lost.groups:
            continue
        yield "| | lost | of those right before | e.g. | baseline | fastest |"
        yield "|---|---:|---:|---|---|---|"
        for group in lost.groups[:most]:
            one = group.items[0]
            texts = (plain(text) or "(nothing)" for text in (one.source, one.baseline, one.cell))
            yield row([group.value, str(group.lost), str(group.right_before), *texts])
        yield ""
