"""Tune the resegmenter's weights, leaving one talk and one system out at a time.

python bench/resegment_tuning.py [DRAWS]

Draws weights at random from a grid, resegments every talk of every system with each (once as it is, once without
punctuation and case), and counts exact cuts. For each talk and system the best weights are chosen on the *other* talks
of the *other* systems, in all languages, and counted on the one left out: what comes out is what to expect of these
weights on a talk and a system nobody has seen. The draw that is best overall is what askew ships; its own line is
fitted to the very talks it is counted on. (What is not in the grid, such as the tie rule and that words pull at all,
was decided on all talks; English transcripts were never looked at before.)
"""

import itertools
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from typing import Any

import numpy as np

from askew.resegment import resegment
from askew.resegment.costs import Weights
from resegment_data import DATA, LANGUAGES, bare, cuts, joined, outputs, references, systems, unit_of

GRID: dict[str, tuple[Any, ...]] = {
    "substitution": (0.5, 0.6, 0.7, 0.8),
    "similar": (0.3, 0.4, 0.5),
    "length": (0.05, 0.1, 0.15),
    "rarity": (0.25, 0.5, 0.75),
    "sentence": (1.5, 2.0, 3.0, 4.0),
    "pause": (0.0, 0.3, 0.6, 1.0),
    "lower": (0.0, 0.5, 1.0, 1.5),
    "pull": (0.0, 0.25, 0.5, 0.75),
}


def cells() -> list[tuple[str, str, str]]:
    """Language, system, talk."""
    return [(lang, system, talk) for lang in LANGUAGES for system in systems(lang) for talk in references(lang)]


def exact(weights: Weights) -> np.ndarray:
    """Exact cuts, cells x (as it is, bare)."""
    rows = []
    for language, system, talk in cells():
        row = []
        for segments in (outputs(system, language)[talk], [bare(text) for text in outputs(system, language)[talk]]):
            unit = unit_of(language)
            found = resegment(references(language)[talk], joined(segments, language), unit=unit, weights=weights)
            row.append(int((cuts([segment.text for segment in found]) == cuts(segments)).sum()))
        rows.append(row)
    return np.array(rows)


def main() -> None:
    if not DATA.is_dir():
        sys.exit(f"skipped: no data in {DATA} (set ASKEW_DATA)")
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    rng = random.Random(0)
    drawn = [Weights(**{name: rng.choice(values) for name, values in GRID.items()}) for _ in range(draws)]
    with ProcessPoolExecutor() as pool:
        counts = np.array(list(pool.map(exact, drawn)))
    keys = cells()
    sizes = np.array([len(references(language)[talk]) - 1 for language, _, talk in keys])
    # Each language counts alike, and so do the two conditions.
    share = sizes.astype(float)
    for language in LANGUAGES:
        share[[k[0] == language for k in keys]] /= sizes[[k[0] == language for k in keys]].sum()
    points = (counts.sum(axis=2) / 2 / sizes) * share
    held_out = np.zeros((len(keys), 2))
    chosen: Counter[int] = Counter()
    for system, talk in itertools.product({k[1] for k in keys}, {k[2] for k in keys}):
        rest = np.array([k[1] != system and k[2] != talk for k in keys])
        here = np.array([k[1] == system and k[2] == talk for k in keys])
        best = int(points[:, rest].sum(axis=1).argmax())
        chosen[best] += 1
        held_out[here] = counts[best][here]
    order = points.sum(axis=1).argsort()[::-1]
    for name, table in [("held out", held_out), *((f"draw {i}", counts[i]) for i in order[:8])]:
        line = []
        for language in LANGUAGES:
            which = [k[0] == language for k in keys]
            plain, stripped = table[which].sum(axis=0) / sizes[which].sum()
            line.append(f"{language} {plain:.3f} bare {stripped:.3f}")
        print(f"{name:9}", "  ".join(line))
    for best, times in chosen.most_common():
        print(f"draw {best} chosen {times} times:", {k: v for k, v in asdict(drawn[best]).items() if k in GRID})
    print("best overall: draw", order[0], {k: v for k, v in asdict(drawn[order[0]]).items() if k in GRID})


if __name__ == "__main__":
    main()
