r"""Give the chosen sentences to Silero's voices instead of flite's.

    python -m studies.s_transformer.make.choose_voices --sentences sentences.tsv.xz --out carry/sentences.tsv.xz \
        [--limit 70000] [--held-out 16] [--pitch pitch.json]

Training has all voices but those held out, drawn alike, in varied tempo and, for every other sentence, pitch and
resonances. The dev set, the test set and WinoMT are read by the voices of training in turn, as they are; the second
test set by those held out. Nobody labelled these voices: ``--pitch`` names a file of each voice's median fundamental
frequency in Hz, and of those held out half are drawn from the high voices, half from the low ones.
"""

import argparse
import json
import lzma
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

HIGH, LOW = 185.0, 150.0  # Hz: at least and at most; what lies between is held out of neither


def held_out(pitches: dict[str, float], count: int, seed: int) -> list[str]:
    """So many voices, half of them high, half low."""
    dice = random.Random(seed)
    kinds = (
        [name for name, hertz in pitches.items() if hertz >= HIGH],
        [name for name, hertz in pitches.items() if 0 < hertz <= LOW],
    )
    return [name for kind in kinds for name in sorted(dice.sample(kind, count // 2))]


def reassigned(
    rows: Sequence[list[str]], seen: Sequence[str], unheard: Sequence[str], seed: int
) -> Iterator[list[str]]:
    """The rows in other voices."""
    dice = random.Random(seed)
    for number, (split, _, _, _, *texts) in enumerate(rows):
        if split == "train":
            stretch, speed = dice.uniform(0.85, 1.2), dice.choice((1.0, dice.uniform(0.87, 1.15)))
            yield [split, dice.choice(seen), f"{stretch * speed:.2f}", f"{speed:.2f}", *texts]
        else:
            voices = unheard if split.endswith("held-out") else seen
            yield [split, voices[number % len(voices)], "1.00", "1.00", *texts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pitch", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=70_000, help="training sentences")
    parser.add_argument("--held-out", type=int, default=16, help="voices")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    pitches = json.loads(chosen.pitch.read_text("utf-8"))
    unheard = held_out(pitches, chosen.held_out, chosen.seed)
    seen = [name for name in pitches if name not in unheard]
    rows = [line.split("\t") for line in lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").splitlines()]
    train = [row for row in rows if row[0] == "train"][: chosen.limit]
    given = reassigned([*train, *(row for row in rows if row[0] != "train")], seen, unheard, chosen.seed)
    chosen.out.write_bytes(lzma.compress("".join("\t".join(row) + "\n" for row in given).encode("utf-8")))
    print(f"{len(seen)} voices in training, {len(unheard)} held out: {' '.join(unheard)}")


if __name__ == "__main__":
    main()
