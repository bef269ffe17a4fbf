"""The page's later tables: German, ways of mending side by side, 8 bits, and both editions of SimpleGEN."""

from collections.abc import Callable, Iterator, Sequence

from studies.mend import numbers as n
from studies.tables import table

HEADINGS = {"mofc": "MoFc", "fofc": "FoFc", "momc": "MoMc", "fomc": "FoMc"}
NEWS = {"es": "newstest2013", "de": "newstest2014"}
SEEDS = (1, 2, 3)
WAYS = {
    "plain": "",
    "v10 (shipped): half new text": "v10",
    "as the grid: a third new text": "mended",
    "v11: as v10, old text with more dictionary entries": "v11",
    "v12: as the grid, old text with more dictionary entries": "v12",
    "v13: as v12, half the rate, 800 updates": "v13",
    "v14: as v11, a fifth new text": "v14",
    "old text made counterfactual by the pack": "counterfactual",
    "everybody in the set": "everyone",
}


def numbered(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table whose columns but the first are numbers, and an empty line."""
    yield from table(head, rows, numbers=1)
    yield ""


def measures(target: str) -> Iterator[tuple[str, Callable[[n.Cell], float]]]:
    """What is said of a model: a heading, and how it is read off a cell."""
    for suite, title in (("simplegen", "SimpleGEN"), ("wide", "SimpleGEN wide")):
        for kind in n.CLASSES:
            yield f"{title}: {HEADINGS[kind]}", lambda cell, s=suite, k=kind: n.share(cell, s, k)  # type: ignore[misc]
        yield f"{title}: inconclusive", lambda cell, s=suite: n.inconclusive(cell, s)  # type: ignore[misc]
    for title, key in (("accuracy", "accuracy"), ("ΔG", "delta_g"), ("ΔS", "delta_s")):
        yield f"WinoMT: {title}", lambda cell, k=key: n.winomt(cell)[k]  # type: ignore[misc]
    for gender in ("feminine", "masculine"):
        yield f"MT-GenEval, {gender}", lambda cell, g=gender: cell["geneval"][g]  # type: ignore[misc]
    for name in ("tatoeba", "europarl", NEWS[target]):
        yield f"BLEU {name}", lambda cell, b=name: cell["bleu"][b]  # type: ignore[misc]


def trainings(target: str) -> Iterator[str]:
    """(6,6) with beam 5, plain and mended: means of three trainings, and the change with its interval over them."""
    before, after = (
        [n.cells()[n.name("6.6", seed=seed, mend=mend, target=target)] for seed in SEEDS] for mend in ("", "mended")
    )
    rows = []
    for title, value in measures(target):
        pairs = [pair for pair in zip(before, after, strict=True) if _has(title, *pair)]
        sides = [[value(pair[place]) for pair in pairs] for place in (0, 1)]
        changes = [two - one for one, two in zip(*sides, strict=True)]
        mean, low, high = n.over_seeds(changes)
        rows.append([title, *(f"{n.mean(side):.1f}" for side in sides), f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"])
    yield from numbered(["(6,6), beam 5, float32", "plain", "mended", "change"], rows)


def ways() -> Iterator[str]:
    """Several mends of the shipped model side by side, on people none of them saw."""
    rows = []
    for title, mend in WAYS.items():
        cell = n.cells()[n.name("6.6", seed=9, mend=mend)]
        shares = [f"{n.share(cell, 'simplegen', 'mofc'):.1f}"]
        shares += [f"{n.share(cell, 'wide', kind):.1f}" for kind in n.CLASSES]
        rest = [n.inconclusive(cell, "wide"), n.winomt(cell)["accuracy"], n.winomt(cell)["delta_g"]]
        quality = [cell["bleu"][name] for name in ("tatoeba", "europarl", "newstest2013")]
        rows.append([title, *shares, *(f"{value:.1f}" for value in (*rest, *quality))])
    wide = [f"wide {HEADINGS[kind]}" for kind in n.CLASSES]
    head = ["(6,6), beam 5", "MoFc", *wide, "inconcl.", "WinoMT accuracy", "ΔG", "Tatoeba", "Europarl", "news"]
    yield from numbered(head, rows)


def eight_bits() -> Iterator[str]:
    """Every cell of the grid in 8 bits beside itself in float32: how far a score moves."""
    pairs = [
        (cell, n.cells()[name.replace("_float32-", "_rounded8-")])
        for name, cell in n.cells().items()
        if name.replace("_float32-", "_rounded8-") in n.cells() and "_float32-" in name
    ]
    rows = []
    for title, value in measures("es"):
        moved = [value(rounded) - value(exact) for exact, rounded in pairs if _has(title, exact, rounded)]
        if moved:
            ends = [f"{min(moved):+.1f}", f"{max(moved):+.1f}"]
            rows.append([title, str(len(moved)), f"{n.mean(moved):+.2f}", *ends])
    yield from numbered(["8 bits − float32", "cells", "mean", "least", "most"], rows)


def _has(title: str, *cells: n.Cell) -> bool:
    """Whether cells were measured with this."""
    kept = {"SimpleGEN:": "simplegen", "SimpleGEN wide": "wide", "WinoMT": "winomt", "MT-GenEval": "geneval"}
    if title.startswith("BLEU"):
        return all(title.split()[-1] in cell["bleu"] for cell in cells)
    key = next(key for start, key in kept.items() if title.startswith(start))
    return all(key in cell for cell in cells)


def editions(cells: dict[str, str]) -> Iterator[str]:
    """SimpleGEN's intervals with 18 and with 40 occupations, and whether both editions say the same.

    Two comparisons of widths: with each edition's own occupations, which differ in how extreme they are; and on the
    same outputs, those of ``wide``: what a random 18 of its 40 occupations would have given.
    """
    rows: list[Sequence[str]] = []
    for title, name in cells.items():
        cell = n.cells()[name]
        for kind in n.CLASSES:
            ends = {suite: n.interval(n.resampled(cell, suite, kind)) for suite in ("simplegen", "wide")}
            old, new = (high - low for low, high in ends.values())
            fewer = n.width_with_fewer(cell, "wide", kind, len(n.by_occupation(cell, "simplegen", kind)[0]))
            shown = [f"{n.share(cell, s, kind):.1f} [{low:.1f}, {high:.1f}]" for s, (low, high) in ends.items()]
            rows.append(
                [
                    f"{title}, {HEADINGS[kind]}",
                    *shown,
                    f"{100 * (1 - new / old):.0f}%",
                    f"{100 * (1 - new / fewer):.0f}%",
                ]
            )
    head = ["95% intervals over occupations", "release (18)", "wide (40)", "narrower by", "than as few of wide's by"]
    yield from numbered(head, rows)
