"""Is the gender right more often where the sentence was heard right? Item by item, from two runs on one suite.

Over systems a better recogniser comes with another translator, so a correlation over systems says little of either.
Within one pair of runs the items are the same and only the hearing differs; what is hard to hear may still be hard to
translate, so the difference is no effect of the recogniser alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askew.core.errors import UsageError
from askew.core.records import Verdict
from askew.core.run import Run
from askew.stats.clustered import jackknife, without_each
from askew.stats.resample import Codes, Floats

LEAST = 5  # misheard items below which nothing is inferred
LEVEL = 0.95
GENDERS = ("male", "female")


@dataclass(frozen=True)
class GivenHeard:
    """How often a translation's gender is right, by whether the transcript was; the difference over occupations like
    these, or why there is none.
    """

    recogniser: str
    system: str
    target: str
    heard: int
    right_if_heard: float | None
    misheard: int
    right_if_misheard: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return dict(self.__dict__)


def given_heard(transcribed: Run, translated: Run) -> GivenHeard:
    """Join a run of transcripts and one of translations by item.

    Raises:
        UsageError: the two are not of one suite, or the first is no run of transcripts and the second one of
            translations, or its items name no person.

    """
    if transcribed.asked.suite not in (translated.asked.suite, "winomt", "winost") or transcribed.asked.target != "en":
        raise UsageError(
            f"expected the transcripts (--target en) and the translations of one suite, found "
            f"{transcribed.asked.suite} {transcribed.asked.target} and {translated.asked.suite} "
            f"{translated.asked.target}"
        )
    if translated.asked.target == "en":
        raise UsageError(f"{translated.system}: expected translations beside the transcripts, found transcripts too")
    heard, right = _correct(transcribed.verdicts), _correct(translated.verdicts)
    entities = {
        item.id: item.attributes["entity"] for item in translated.items if item.attributes.get("gold") in GENDERS
    }
    ids = [each for each in right if each in heard and each in entities]
    if not ids:
        raise UsageError("the two runs have no item in common that asks for a person's gender")
    names = {name: code for code, name in enumerate(sorted({entities[each] for each in ids}))}
    clusters = np.array([names[entities[each]] for each in ids])
    counts = np.array([[heard[i], heard[i] and right[i], not heard[i], not heard[i] and right[i]] for i in ids], float)
    return _estimated(transcribed.system, translated, counts, clusters)


def _correct(verdicts: Sequence[Verdict]) -> dict[str, bool]:
    return {verdict.item: verdict.labels.get("verdict") == "correct" for verdict in verdicts}


def _estimated(recogniser: str, translated: Run, counts: Floats, clusters: Codes) -> GivenHeard:
    total = counts.sum(axis=0)
    shares = _shares(total[None])[0]
    known = [None if np.isnan(share) else float(share) for share in shares]
    heard, misheard = int(total[0]), int(total[2])
    found = GivenHeard(recogniser, translated.system, translated.asked.target, heard, known[0], misheard, known[1])
    if min(heard, misheard) < LEAST:
        return replace(found, reason=f"{min(heard, misheard)} items on one side; {LEAST} are the least")
    rest = _shares(without_each(counts, clusters))
    estimate = jackknife(float(shares[0] - shares[1]), rest[:, 0] - rest[:, 1])
    if estimate is None:
        return replace(found, reason="all that was misheard is of one occupation")
    low, high = estimate.interval(LEVEL)
    return replace(found, difference=estimate.value, low=low, high=high, p=estimate.p_value)


def _shares(sums: Floats) -> Floats:
    """Percent right of what was heard, and of what was not."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.stack([100 * sums[:, 1] / sums[:, 0], 100 * sums[:, 3] / sums[:, 2]], axis=1)
