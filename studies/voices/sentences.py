r"""Sentences of WinoMT for 24 of Silero's voices: every sentence drawn is read by all of them.

    python -m studies.voices.sentences --sentences carry/sentences.tsv.xz --out carry/winomt-24.tsv.xz

``make.make_spoken`` reads them, ``make.decode`` recognises and translates.
"""

import argparse
import lzma
import random
from pathlib import Path

COUNT, SEED = 400, 7
HELD_OUT = "en_10 en_101 en_14 en_16 en_37 en_56 en_65 en_97 en_110 en_20 en_34 en_7 en_71 en_79 en_81 en_84"
VOICES = [*HELD_OUT.split(), *["en_5", "en_6", "en_11", "en_0", "en_2", "en_22", "en_23", "en_24"]]


def drawn(count: int) -> list[int]:
    """Places of the sentences among so many."""
    return sorted(random.Random(SEED).sample(range(count), COUNT))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    lines = lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").splitlines()
    texts = [row[4:] for row in (line.split("\t") for line in lines) if row[0] == "winomt"]
    rows = [["winomt", voice, "1.00", "1.00", *texts[place]] for place in drawn(len(texts)) for voice in VOICES]
    chosen.out.write_bytes(lzma.compress("".join("\t".join(row) + "\n" for row in rows).encode("utf-8")))


if __name__ == "__main__":
    main()
