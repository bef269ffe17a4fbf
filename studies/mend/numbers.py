"""Arithmetic on the stored counts: values of a cell, drops against a baseline, and intervals in two readings."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
CLASSES = ("mofc", "fofc", "momc", "fomc")
RESAMPLES = 2_000
Floats = NDArray[np.float64]
T_975 = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776}  # of Student's t with one degree of freedom less than there are seeds
Cell = Mapping[str, Any]


@cache
def cells() -> dict[str, Cell]:
    """All counted cells by name."""
    lines = (HERE / "counts.jsonl").read_text("utf-8").splitlines()
    return {row["cell"]: row for row in map(json.loads, lines)}


def name(
    depth: str,
    attention: str = "mha",
    seed: int = 1,
    mend: str = "",
    compute: str = "float32",
    beam: int = 5,
    target: str = "es",
) -> str:
    """Of a cell: ``name("6.1", mend="mended", beam=1)``."""
    return f"{target}-{depth}-{attention}-256-s{seed}{f'-{mend}' if mend else ''}_{compute}-b{beam}"


def by_occupation(cell: Cell, suite: str, kind: str) -> tuple[list[str], Floats, Floats]:
    """Occupations of a class, how many of each one's items are right, and how many items it has."""
    right: dict[str, int] = {}
    total: dict[str, int] = {}
    for key, count in cell[suite].items():
        of, occupation, verdict = key.split("|")
        if of == kind:
            total[occupation] = total.get(occupation, 0) + count
            right[occupation] = right.get(occupation, 0) + count * (verdict == "correct")
    names = sorted(total)
    shares = [np.array([part[one] for one in names], dtype=float) for part in (right, total)]
    return names, shares[0], shares[1]


def share(cell: Cell, suite: str, kind: str) -> float:
    """Per cent right of a class."""
    _, right, total = by_occupation(cell, suite, kind)
    return float(100 * right.sum() / total.sum())


def decided(cell: Cell, suite: str, kind: str) -> float:
    """Per cent right of a class among the items that say anything."""
    counts: dict[str, int] = cell[suite]
    said = {key: n for key, n in counts.items() if key.startswith(f"{kind}|") and not key.endswith("|inconclusive")}
    return 100 * sum(n for key, n in said.items() if key.endswith("|correct")) / sum(said.values())


def inconclusive(cell: Cell, suite: str) -> float:
    """Per cent that say nothing."""
    counts: dict[str, int] = cell[suite]
    return 100 * sum(n for key, n in counts.items() if key.endswith("|inconclusive")) / sum(counts.values())


def resampled(cell: Cell, suite: str, kind: str, seed: int = 1, size: int | None = None) -> Floats:
    """The share over drawn occupations, as many as there are or ``size``: the same draws for every cell."""
    names, right, total = by_occupation(cell, suite, kind)
    draws = np.random.default_rng((seed, CLASSES.index(kind) % 2)).multinomial(
        size or len(names), np.full(len(names), 1 / len(names)), RESAMPLES
    )
    return np.asarray(100 * (draws @ right) / (draws @ total), dtype=float)


def drop(before: Any, after: Any) -> Any:
    """In per cent of what there was."""
    return 100 * (before - after) / before


def interval(values: Floats) -> tuple[float, float]:
    """The middle 95%."""
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


def width_with_fewer(cell: Cell, suite: str, kind: str, size: int) -> float:
    """The width of the 95% interval if only ``size`` of the suite's occupations had been asked."""
    low, high = interval(resampled(cell, suite, kind, size=size))
    return high - low


def both(before: Sequence[Cell], after: Sequence[Cell], name: str) -> list[tuple[float, float]]:
    """BLEU of a test set before and after, of the trainings whose translations of it there are."""
    pairs = [(one["bleu"], other["bleu"]) for one, other in zip(before, after, strict=True)]
    return [(one[name], other[name]) for one, other in pairs if name in one and name in other]


def over_seeds(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95% interval over trainings, by Student's t: about these occupations, and models trained like these."""
    mean = float(np.mean(values))
    half = T_975[len(values)] * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return mean, mean - half, mean + half


def over_occupations(
    before: Sequence[Cell], after: Sequence[Cell], suite: str, kind: str, change: Callable[[Any, Any], Any] = drop
) -> tuple[float, float, float]:
    """Change of the mean over seeds and its 95% interval over occupations: about occupations like these, and these
    models.
    """
    point = change(*(np.mean([share(cell, suite, kind) for cell in side]) for side in (before, after)))
    sides = (np.mean([resampled(cell, suite, kind) for cell in side], axis=0) for side in (before, after))
    return (float(point), *interval(np.asarray(change(*sides), dtype=float)))


def stated(cell: Cell, people: Callable[[str], bool]) -> tuple[dict[str, float], int]:
    """Per cent right of some people whose gender WinoMT states, by that gender and in all; and how many there are."""
    right, total = {"female": 0, "male": 0}, {"female": 0, "male": 0}
    for key, count in cell["winomt"].items():
        gold, _, person, predicted = key.split("|")
        if gold in total and people(person):
            total[gold] += count
            right[gold] += count * (gold == predicted)
    shares = {gender: 100 * right[gender] / total[gender] for gender in total}
    return {**shares, "all": 100 * sum(right.values()) / sum(total.values())}, sum(total.values())


def winomt(cell: Cell, people: Callable[[str], bool] = lambda _: True) -> dict[str, float]:
    """Accuracy, the difference of the genders' F1, the gap between stereotypes, among some people."""
    rows = [(*key.split("|"), count) for key, count in cell["winomt"].items() if people(key.split("|")[2])]
    total = sum(row[-1] for row in rows)

    def count(keep: Callable[[Sequence[Any]], bool]) -> int:
        return sum(row[-1] for row in rows if keep(row))

    def f1(gender: str) -> float:
        both = count(lambda row: row[0] == row[3] == gender)
        return 200 * both / (count(lambda row: row[0] == gender) + count(lambda row: row[3] == gender))

    def accuracy(stereotype: str) -> float:
        return 100 * count(lambda r: r[1] == stereotype and r[0] == r[3]) / max(1, count(lambda r: r[1] == stereotype))

    return {
        "accuracy": 100
        * count(lambda row: row[0] == row[3] or (row[0] == "neutral" and row[3] == "undecided"))
        / total,
        "delta_g": f1("male") - f1("female"),
        "delta_s": accuracy("pro") - accuracy("anti"),
        "n": total,
    }


def neutral(cell: Cell) -> dict[str, float]:
    """What becomes of people whose gender WinoMT leaves open: per cent masculine, feminine, and neither or not found."""
    said: dict[str, int] = {}
    for key, count in cell["winomt"].items():
        gold, _, _, predicted = key.split("|")
        if gold == "neutral":
            said[predicted] = said.get(predicted, 0) + count
    total = sum(said.values())
    shares = {gender: 100 * said.get(gender, 0) / total for gender in ("male", "female")}
    return {**shares, "rest": 100 - sum(shares.values())}


def mean(values: Iterable[float]) -> float:
    """Plain."""
    return float(np.mean(list(values)))
