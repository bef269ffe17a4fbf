"""WinoMT in 24 voices: does the voice change which pronoun is recognised, or which gender the translation gives?"""

from collections.abc import Callable, Iterator

import numpy as np

from askew import Run
from askew.judges.recognition import MISSPELLED, RIGHT, WRONG_PRONOUN
from askew.report.numbers import number
from askew.stats.groups import group_values, permutation_p_value
from askew.stats.resample import Floats
from studies.tables import bounds, paragraph, table
from studies.voices.store import ManyVoices

TRIALS, SEED, LEVEL = 10_000, 12_345, 0.95
Count = Callable[[Run], tuple[int, int]]


def _pronouns(gender: str) -> Count:
    def count(run: Run) -> tuple[int, int]:
        """Right pronouns among the items of a gender whose person was transcribed."""
        gold = {item.id: item.attributes["gold"] for item in run.items}
        told = [verdict.labels["predicted"] for verdict in run.verdicts if gold[verdict.item] == gender]
        return told.count(RIGHT), told.count(RIGHT) + told.count(WRONG_PRONOUN)

    return count


def _people(run: Run) -> tuple[int, int]:
    """People transcribed as they are spelt, among all."""
    return sum(verdict.labels["predicted"] != MISSPELLED for verdict in run.verdicts), len(run.verdicts)


def _as(gender: str) -> Count:
    def count(run: Run) -> tuple[int, int]:
        told = [verdict.labels["predicted"] for verdict in run.verdicts]
        return told.count(gender), told.count("male") + told.count("female")

    return count


def _accuracy(run: Run) -> tuple[int, int]:
    return sum(verdict.labels["verdict"] == "correct" for verdict in run.verdicts), len(run.verdicts)


MEASURES: dict[str, tuple[str, Count]] = {
    "people transcribed, %": ("asr", _people),
    "he, him, his right where the person was, %": ("asr", _pronouns("male")),
    "she, her right where the person was, %": ("asr", _pronouns("female")),
    "translated with the right gender, %": ("st", _accuracy),
    "masculine among translations with a gender, %": ("st", _as("male")),
}


def _rate(sums: Floats) -> Floats:
    return np.asarray(100 * sums[..., 0] / sums[..., 1], dtype=float)


def in_voices(store: ManyVoices) -> Iterator[str]:
    """High voices against low ones, voices being what is sampled; and how far voices lie apart."""
    runs = {system: store.by_voice(system) for system in ("asr", "st")}
    voices = list(runs["asr"])
    group_of = np.array([0 if store.pitch(voice) == "high" else 1 for voice in voices])
    sizes, sentences = np.bincount(group_of), len(next(iter(runs["asr"].values())).items)
    yield from paragraph(
        f"The same {sentences} sentences of WinoMT, drawn at random, in {len(voices)} of Silero's voices, {sizes[0]} high "
        f"(median fundamental frequency from 165 Hz on) and {sizes[1]} low ones, 16 of them never heard in training; our "
        "recogniser and our translator. Nobody labelled these voices, so this is about their pitch. Differences take "
        f"voices as what is sampled (Welch's t), p shares voices out anew over the two groups ({TRIALS:,} times); the "
        "last columns are the lowest and the highest of the voices, and the standard deviation between voices beside "
        "the one that sentences alone would give if voices did not differ and sentences were drawn anew for each."
    )
    rows = []
    for label, (system, count) in MEASURES.items():
        totals = np.array([count(runs[system][voice]) for voice in voices], dtype=float)
        found = group_values(totals, group_of, _rate)
        interval, _ = found.difference(0, 1, LEVEL)
        p = permutation_p_value(totals, group_of, _rate, TRIALS, SEED)
        rates = _rate(totals)
        pooled = totals[:, 0].sum() / totals[:, 1].sum()
        expected = 100 * float(np.sqrt((pooled * (1 - pooled) / totals[:, 1]).mean()))
        low, high = interval or (None, None)
        rows.append(
            [label, number(float(found.values[0])), number(float(found.values[1])),
             number(float(found.values[0] - found.values[1]), signed=True) + bounds(low, high, signed=True),
             number(p, 3), f"{rates.min():.1f} to {rates.max():.1f}", f"{rates.std(ddof=1):.1f} ({expected:.1f})"]
        )  # fmt: skip
    headings = ["", "high voices", "low voices", "high minus low", "p", "voices", "between voices"]
    yield from table(headings, rows, numbers=1)
