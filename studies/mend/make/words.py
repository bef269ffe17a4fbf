"""An anchor with more dictionary entries: what v11 to v14 had beside the balanced sentences.

    python -m studies.mend.make.words TEXT VOCABULARY OUT/words.npz

TEXT holds en-es.train.tsv, .extra.tsv (plain or .gz) and the .labels.tsv and .people.tsv that ``make.text`` writes. All
of it is old text: 80,000 pairs drawn from it, 40,000 of its entries from Wiktionary, ESCO's titles three times and the
pack's people ten times. A job of the queue takes it with ``anchor=words``.
"""

import gzip
import random
import sys
from pathlib import Path

from askew.neural.text.corpus import read_pairs
from studies.speed.make.text import encoded

DRAWN, ENTRIES, TITLES, PEOPLE = 80_000, 40_000, 3, 10


def rows(path: Path) -> list[list[str]]:
    """Origin, source, target."""
    packed = path.with_name(f"{path.name}.gz")
    text = path.read_text("utf-8") if path.exists() else gzip.decompress(packed.read_bytes()).decode("utf-8")
    return [line.split("\t") for line in text.removesuffix("\n").split("\n")]


def anchor(text: Path, seed: int = 2) -> list[tuple[str, str]]:
    """The pairs."""
    old = [row for name in ("train", "extra") for row in rows(text / f"en-es.{name}.tsv")]
    pairs, entries = [(s, t) for _, s, t in old], [(s, t) for origin, s, t in old if origin == "wiktionary"]
    drawn = random.Random(seed)
    several = [
        pair
        for name, times in (("labels", TITLES), ("people", PEOPLE))
        for pair in list(zip(*read_pairs(text / f"en-es.{name}.tsv"), strict=True)) * times
    ]
    chosen = drawn.sample(pairs, min(DRAWN, len(pairs))) + drawn.sample(entries, min(ENTRIES, len(entries)))
    return chosen + several


def main() -> None:
    """Write it."""
    text, vocabulary, out = map(Path, sys.argv[1:])
    encoded(anchor(text), vocabulary).save(out)


if __name__ == "__main__":
    main()
