"""Draws and cleans the speed paper's training text from WMT's files, which one must have: 4 million pairs, drawn at
random without replacement.

    python -m studies.speed.make.draw_wmt europarl.en:europarl.es commoncrawl.en:commoncrawl.es … --pairs 4000000 -o
    train.tsv

Each argument is an English file and its translation, a sentence a line, plain or .gz. Left out are pairs with an empty
side, with one side equal to the other, of more than 250 words, or of which one side has nine times the words of the
other (Moses's usual limits); of equal pairs all but the first. The paper says how many pairs were drawn, not how they
were cleaned. What was read, left out and drawn is said at the end; the same seed draws the same pairs.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from askew.core.errors import InputError
from askew.core.files import read_lines, write_atomically

LONGEST, RATIO = 250, 9.0


def why_not(english: str, other: str) -> str | None:
    """Why a pair is left out; None if it stays.

    >>> why_not("Good morning.", "Buenos días."), why_not("Good morning.", "Good morning."), why_not("a", "b " * 10)
    (None, 'equal sides', 'lengths too unlike')
    """
    lengths = len(english.split()), len(other.split())
    if not all(lengths):
        return "an empty side"
    if english == other:
        return "equal sides"
    if max(lengths) > LONGEST:
        return "too long"
    return "lengths too unlike" if max(lengths) / min(lengths) > RATIO else None


def pairs_of(given: str) -> Iterator[tuple[str, str]]:
    """The pairs of two files; InputError if they have not as many lines."""
    first, separator, second = given.partition(":")
    if not separator:
        raise InputError(f"expected ENGLISH:TRANSLATION, two files, found {given!r}")
    english, other = read_lines(first), read_lines(second)
    if len(english) != len(other):
        raise InputError(f"{len(other)} lines, but {first} has {len(english)}: they must be one for one", where=second)
    yield from zip(english, other, strict=True)


def draw(files: list[str], count: int, seed: int) -> tuple[list[tuple[str, str]], Counter[str]]:
    """Pairs drawn without replacement, in the order of the files, and how many were left out for what."""
    kept: dict[tuple[str, str], None] = {}
    out: Counter[str] = Counter()
    for given in files:
        for pair in pairs_of(given):
            clean = (" ".join(pair[0].split()), " ".join(pair[1].split()))
            reason = why_not(*clean) or ("seen before" if clean in kept else None)
            if reason:
                out[reason] += 1
            else:
                kept[clean] = None
    pairs = list(kept)
    if count > len(pairs):
        raise InputError(f"{count:,} pairs were asked for, but only {len(pairs):,} are left")
    chosen = sorted(random.Random(seed).sample(range(len(pairs)), count))
    return [pairs[place] for place in chosen], out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="ENGLISH:TRANSLATION")
    parser.add_argument("--pairs", type=int, default=4_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--out", type=Path, required=True)
    options = parser.parse_args()
    chosen, out = draw(options.files, options.pairs, options.seed)
    write_atomically(options.out, "".join(f"wmt\t{english}\t{other}\n" for english, other in chosen))
    left_out = ", ".join(f"{number:,} {reason}" for reason, number in out.most_common()) or "nothing"
    print(f"{options.out}: {len(chosen):,} pairs; left out: {left_out}")


if __name__ == "__main__":
    main()
