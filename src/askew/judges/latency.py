"""How far behind the speaker a simultaneous translation is. All times are in one unit, usually milliseconds.

| measure | of a segment                                                                                                  |
|---------|---------------------------------------------------------------------------------------------------------------|
| AL      | average lagging behind a translator who keeps pace with the speaker at the reference's length (Ma et al. 2019)  |
| LAAL    | the same at the reference's or the output's length, whichever is more (Papi et al. 2022; Polák et al. 2022)     |
| DAL     | lagging where no unit may follow the one before it faster than that pace (Cherry and Foster 2019)              |
| AP      | the share of the source that was read, averaged over units (Cho and Esipova 2016)                             |
| YAAL    | LAAL over those units only that came before the source's end (Polák et al. 2025)                                |

After a whole talk was cut into segments, LAAL is StreamLAAL (Papi et al. 2024) and YAAL, over all units that came
before the end of the talk, is LongYAAL. Segments without output, or of no length, take no part.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from askew.core.records import Emissions, Item, Output, Verdict
from askew.judges.base import Judge
from askew.resegment.talks import unit_of

Times = Sequence[float]
PREFIX = "latency_"
AWARE = "_ca"
"""Ends the names of computation-aware measures."""


def average_lagging(delays: Times, source: float, reference: float) -> float | None:
    """AL of a segment; undefined (None) where nothing was said, or where source or reference have no length.

    >>> average_lagging([3.0, 4.0, 5.0, 5.0], 5.0, 4)
    2.75
    """
    if not delays or source <= 0 or reference <= 0:
        return None
    if delays[0] > source:
        return delays[0]
    read_all = next((place for place, delay in enumerate(delays) if delay >= source), len(delays) - 1)
    return _lagging(delays[: read_all + 1], source / reference)


def length_adaptive_average_lagging(delays: Times, source: float, reference: float) -> float | None:
    """LAAL of a segment: outputs longer than the reference don't seem to be ahead of the speaker."""
    return average_lagging(delays, source, max(len(delays), reference))


def yet_another_average_lagging(delays: Times, source: float, reference: float, end: float) -> float | None:
    """YAAL of a segment over the units before ``end``: the source's end, or that of the talk (LongYAAL)."""
    counted = list(takewhile(lambda delay: delay < end, delays))
    if not counted or source <= 0:
        return None
    return _lagging(counted, source / max(len(delays), reference))


def differentiable_average_lagging(delays: Times, source: float) -> float | None:
    """DAL of a segment."""
    if not delays or source <= 0:
        return None
    pace = source / len(delays)
    spoken = list(delays[:1])
    for delay in delays[1:]:
        spoken.append(max(delay, spoken[-1] + pace))
    return _lagging(spoken, pace)


def average_proportion(delays: Times, source: float, reference: float) -> float | None:
    """AP of a segment: 1 where everything is read before anything is said."""
    return sum(delays) / (source * reference) if delays and source > 0 and reference > 0 else None


def _lagging(delays: Times, pace: float) -> float:
    """How much later than a translator who says a unit every ``pace``, on average."""
    return sum(delay - place * pace for place, delay in enumerate(delays)) / len(delays)


def latencies(emissions: Emissions, reference: int) -> dict[str, float]:
    """Every latency of a segment that is defined, by the measure's name."""
    whole = emissions.remaining is not None
    found: dict[str, float | None] = {}
    for ending, delays in (("", emissions.delays), (AWARE, emissions.elapsed)):
        if delays is None:
            continue
        source = emissions.source_length
        end = source if emissions.remaining is None else emissions.remaining
        named = {
            "long_yaal" if whole else "yaal": yet_another_average_lagging(delays, source, reference, end),
            "stream_laal" if whole else "laal": length_adaptive_average_lagging(delays, source, reference),
            "long_al" if whole else "al": average_lagging(delays, source, reference),
            "long_dal" if whole else "dal": differentiable_average_lagging(delays, source),
            "long_ap" if whole else "ap": average_proportion(delays, source, reference),
        }
        found |= {f"{name}{ending}": value for name, value in named.items()}
    return {name: value for name, value in found.items() if value is not None}


def latency_columns(name: str) -> tuple[str, str]:
    """The counts a measure of latency is made of: the sum over segments, and how many."""
    return f"{PREFIX}{name}_sum", f"{PREFIX}{name}_weight"


def latency_names(counts: Iterable[str]) -> list[str]:
    """The measures of latency that verdicts with these counts have."""
    return [name.removeprefix(PREFIX).removesuffix("_sum") for name in counts if _is_sum(name)]


def _is_sum(name: str) -> bool:
    return name.startswith(PREFIX) and name.endswith("_sum")


@dataclass(frozen=True)
class WithLatency:
    """A judge of segments that also counts their latency, where outputs say when their words came out."""

    of_segments: Judge
    target: str

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """That of the segments' judge, and the edition of this one, if there is anything for it to do."""
        timed = any(output.emissions is not None for output in outputs)
        return {**self.of_segments.signature(items, outputs), **({"latency_judge": "latency-1"} if timed else {})}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """The verdicts, with the counts of latency in those on segments."""
        counted = {
            item.id: self._counts(item, output.emissions)
            for item, output in zip(items, outputs, strict=True)
            if output.emissions is not None
        }
        return [
            replace(verdict, counts={**verdict.counts, **counted[verdict.item]})
            if verdict.unit == "segment" and verdict.item in counted
            else verdict
            for verdict in self.of_segments.judge(items, outputs)
        ]

    def _counts(self, item: Item, emissions: Emissions) -> dict[str, float]:
        counts: dict[str, float] = {}
        length = self._length(item.references[0], whole=emissions.remaining is not None)
        for name, value in latencies(emissions, length).items():
            counts |= dict(zip(latency_columns(name), (value, 1.0), strict=True))
        return counts

    def _length(self, reference: str, *, whole: bool) -> int:
        """A reference's length, as the tools the measures come from count it.

        Words are what single spaces part, so that a second space counts as a word (which AL and AP show). Of characters
        SimulEval counts spaces too, and OmniSTEval doesn't in whole talks.
        """
        if unit_of(self.target) == "word":
            return len(reference.strip().split(" "))
        return len("".join(reference.split())) if whole else len(reference.strip())
