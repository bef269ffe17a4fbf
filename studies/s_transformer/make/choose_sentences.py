r"""Choose who says what: a TSV of split, voice, stretch, speed, English, Spanish from which make_corpus.py makes the
speech.

    python -m studies.s_transformer.make.choose_sentences --data DIR/mt --winomt DIR/winomt/en.txt \
        --out sentences.tsv.xz [--hours kal16=54 slt=9 awb=9]

Of the parallel text (train, dev and test.tsv, plain or .gz) sentences are taken that a synthesiser reads as they are
written: letters and plain punctuation, no digits, no acronyms. Each English sentence is taken once, with its first
translation, and none that dev, test or WinoMT has is in training. Tatoeba's come first, then as many hours of
Europarl's as are asked for. The test sentences are there twice: in the voices of training, and in the voice that
training never hears; WinoMT's in one of training. Training varies tempo and, for every other sentence, pitch and
resonances; the tests don't.
"""

import argparse
import gzip
import lzma
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

# US English as slt's and made in the same way, so that the speaker is what is new, not the accent or the method.
HELD_OUT = "rms"
WINOMT_VOICE = "slt"  # as the recordings of WinoST: a US voice labelled female
PLAIN = re.compile(r"[A-Za-z\"'(][A-Za-z ,.?!;:'\"()-]*")
ACRONYM = re.compile(r"\b[A-Z]{2,}\b")
TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "."})
HOURS = {"kal16": 54.0, "slt": 9.0, "awb": 9.0}
TEST = (3000, 300)  # sentences of Tatoeba and of Europarl, at most
LONGEST = 11.0  # seconds, estimated; the model takes 14
Pair = tuple[str, str, str]  # origin, English, Spanish


def read(data: Path, split: str) -> Iterator[Pair]:
    """The pairs of a split that can be read aloud plainly."""
    path = data / f"en-es.{split}.tsv"
    text = path.read_bytes() if path.exists() else gzip.decompress(Path(f"{path}.gz").read_bytes())
    for line in text.decode("utf-8").removesuffix("\n").split("\n"):
        origin, english, spanish = line.split("\t")
        english = english.translate(TYPOGRAPHY)
        if PLAIN.fullmatch(english) and not ACRONYM.search(english) and seconds(english) <= LONGEST:
            yield origin, english, spanish


def seconds(text: str) -> float:
    """How long it takes to say, about."""
    return 0.45 + 0.05 * len(text)


def key(text: str) -> str:
    """What two sentences that sound the same have in common."""
    return " ".join(re.findall(r"[a-z']+", text.lower()))


def for_training(data: Path, taboo: set[str], europarl_hours: float, seed: int) -> list[Pair]:
    """Every Tatoeba sentence, those translated directly first, and some hours of Europarl, shuffled."""
    order = {"tatoeba": 0, "tatoeba-pivot": 1}
    chosen, seen = [], set(taboo)
    pairs = list(read(data, "train"))
    random.Random(seed).shuffle(pairs)
    left = europarl_hours * 3600
    for pair in sorted(pairs, key=lambda pair: order.get(pair[0], 2)):
        origin, english, _ = pair
        if origin.startswith("bible") or (origin not in order and left <= 0) or key(english) in seen:
            continue
        seen.add(key(english))
        chosen.append(pair)
        left -= seconds(english) if origin not in order else 0
    random.Random(seed + 1).shuffle(chosen)
    return chosen


def for_test(data: Path, limits: Sequence[int] = TEST) -> list[Pair]:
    """The test sentences: at most so many of Tatoeba's and of Europarl's."""
    pairs = list(read(data, "test"))
    of = {origin: [pair for pair in pairs if pair[0] == origin] for origin in ("tatoeba", "europarl")}
    return [pair for origin, limit in zip(of, limits, strict=True) for pair in of[origin][:limit]]


def with_voices(pairs: Iterable[Pair], hours: dict[str, float], seed: int) -> Iterator[str]:
    """Rows of training: voices drawn in proportion to their hours, until those are full."""
    dice, left = random.Random(seed + 2), {voice: 3600 * amount for voice, amount in hours.items()}
    for _, english, spanish in pairs:
        open_ones = [voice for voice in left if left[voice] > 0]
        if not open_ones:
            return
        voice = dice.choices(open_ones, [hours[name] for name in open_ones])[0]
        left[voice] -= seconds(english)
        stretch, speed = dice.uniform(0.9, 1.12), dice.choice((1.0, dice.uniform(0.87, 1.15)))
        yield f"train\t{voice}\t{stretch * speed:.2f}\t{speed:.2f}\t{english}\t{spanish}"


def unchanged(split: str, voices: list[str], pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Rows in the voices' own tempo and pitch, voices in turn."""
    for number, (english, spanish) in enumerate(pairs):
        yield f"{split}\t{voices[number % len(voices)]}\t1.00\t1.00\t{english}\t{spanish}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--winomt", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hours", nargs="+", help="such as kal16=72; those voices are the seen ones")
    parser.add_argument("--europarl-hours", type=float, default=16)
    parser.add_argument("--dev", type=int, default=500, help="sentences")
    parser.add_argument(
        "--test", type=int, nargs=2, default=TEST, help="at most so many of Tatoeba's and of Europarl's"
    )
    parser.add_argument("--winomt-sentences", type=int, default=3888)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    hours = {voice: float(amount) for voice, _, amount in (part.partition("=") for part in chosen.hours or ())} or HOURS
    if HELD_OUT in hours:
        raise SystemExit(f"{HELD_OUT} is the voice that training must not hear")
    winomt = [line.split("\t")[2] for line in chosen.winomt.read_text("utf-8").splitlines()][: chosen.winomt_sentences]
    dev = [pair for pair in read(chosen.data, "dev") if pair[0] == "tatoeba"][: chosen.dev]
    test = for_test(chosen.data, chosen.test)
    taboo = {key(english) for _, english, _ in (*read(chosen.data, "dev"), *read(chosen.data, "test"))} | set(
        map(key, winomt)
    )
    pairs = for_training(chosen.data, taboo, chosen.europarl_hours, chosen.seed)
    seen = list(hours)
    spoken = [sentence.translate(TYPOGRAPHY) for sentence in winomt]
    rows = [
        *with_voices(pairs, hours, chosen.seed),
        *unchanged("dev", seen, [pair[1:] for pair in dev]),
        *unchanged("test", seen, [pair[1:] for pair in test]),
        *unchanged("test-held-out", [HELD_OUT], [pair[1:] for pair in test]),
        *unchanged("winomt", [WINOMT_VOICE], [(sentence, "-") for sentence in spoken]),
    ]
    chosen.out.write_bytes(lzma.compress(("\n".join(rows) + "\n").encode("utf-8")))
    for split in dict.fromkeys(row.partition("\t")[0] for row in rows):
        of_split = [row.split("\t") for row in rows if row.startswith(f"{split}\t")]
        total = sum(seconds(row[4]) for row in of_split) / 3600
        voices = ", ".join(sorted({row[1] for row in of_split}))
        print(f"{split}: {len(of_split)} sentences, about {total:.1f} h, {voices}")
    of_tatoeba = sum(pair[0] == "tatoeba" for pair in test)
    print(f"{chosen.out}: {chosen.out.stat().st_size / 1e6:.1f} MB; test: {of_tatoeba} of Tatoeba")


if __name__ == "__main__":
    main()
