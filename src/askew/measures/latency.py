"""The means of latency over segments."""

from collections.abc import Iterable

from askew.judges.latency import AWARE, latency_columns, latency_names
from askew.measures.base import Better, Role
from askew.measures.translation import Mean

HEADINGS = {
    "long_yaal": "LongYAAL",
    "stream_laal": "StreamLAAL",
    "long_al": "LongAL",
    "long_dal": "LongDAL",
    "long_ap": "LongAP",
    "yaal": "YAAL",
    "laal": "LAAL",
    "al": "AL",
    "dal": "DAL",
    "ap": "AP",
}
_MAIN = ("long_yaal", "stream_laal", "yaal", "laal")
"""What tables show and tests test; the others are there to be held against other people's tables."""


def latency_measures(counts: Iterable[str]) -> list[Mean]:
    """The measures of latency that verdicts with these counts have, in milliseconds (AP: a proportion)."""
    order = [f"{name}{ending}" for ending in ("", AWARE) for name in HEADINGS]
    return [_measure(name) for name in sorted(latency_names(counts), key=order.index)]


def _measure(name: str) -> Mean:
    plain = name.removesuffix(AWARE)
    heading = HEADINGS[plain] + (" CA" if name != plain else "")
    return Mean(
        name,
        latency_columns(name),
        heading=heading if plain.endswith("ap") else f"{heading} ms",
        better=Better.LOWER,
        role=Role.SCORE if plain in _MAIN else Role.DIAGNOSTIC,
    )
