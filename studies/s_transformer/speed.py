"""How fast the models decode, and the targets that were set."""

import statistics
from collections.abc import Iterator
from itertools import product
from typing import Any

from askew.report.numbers import number
from studies.s_transformer.quality import share
from studies.s_transformer.store import Store
from studies.s_transformer.systems import TRANSLATOR
from studies.tables import paragraph, table

MOST_WER, LEAST_SHARE, LEAST_SPEED = 12.0, 60.0, 20.0  # the targets
Timing = dict[str, Any]


def targets(store: Store) -> Iterator[str]:
    """Each target, what was measured, and whether it was met."""
    wer = store.runs["asr", "test"].scores["wer_normalized"].value
    bleu, text = (store.runs[name, "test"].scores["bleu"].value for name in (TRANSLATOR, "text"))
    of_text = share(bleu, text)
    below = wer is not None and wer <= MOST_WER
    above = of_text is not None and of_text >= LEAST_SHARE
    rows = [
        ["WER on held-out sentences in seen voices", number(wer), f"at most {MOST_WER:.0f}", _met(below)],
        [
            "BLEU, % of the text model's on the same sentences",
            number(of_text),
            f"at least {LEAST_SHARE:.0f}",
            _met(above),
        ],
    ]
    for (model, kind), batch in product(((TRANSLATOR, "translator"), ("asr", "recogniser")), (1, 16)):
        wanted = (model, "float32", 1, batch)
        times = [_times_real_time(row, "wall_seconds") for row in store.rows("timing.jsonl") if _setting(row) == wanted]
        fast = statistics.median(times)
        label = f"times real time, one core, float32, beam 1, {kind}, {batch} at once"
        rows.append([label, number(fast), f"at least {LEAST_SPEED:.0f}", _met(fast >= LEAST_SPEED)])
    yield from table(["", "measured", "target", ""], rows, numbers=1)


def _met(is_met: bool) -> str:
    return "met" if is_met else "**missed**"


def speed(store: Store) -> Iterator[str]:
    """Times by model, weights, beam and batch."""
    found = store.rows("timing.jsonl")
    machines = ", ".join(sorted({row["machine"] for row in found}))
    loads = [row["load_average"] for row in found]
    count, seconds = found[0]["utterances"], found[0]["audio_seconds"]
    yield from paragraph(
        f"From samples to text on one core ({machines}), {count} utterances of {seconds / count:.1f} s; how many times "
        "faster than real time, median of the repeats, and their range. Other programs ran beside it (load average "
        f"{min(loads):.1f} to {max(loads):.1f})."
    )
    by_setting: dict[tuple[str, str, int, int], list[Timing]] = {}
    for timing in found:
        by_setting.setdefault(_setting(timing), []).append(timing)
    rows = [
        [*map(str, setting), *(_range(repeats, clock) for clock in ("wall_seconds", "cpu_seconds"))]
        for setting, repeats in sorted(by_setting.items(), reverse=True)
    ]
    headings = ["model", "weights", "beam", "utterances at once", "by the clock", "by CPU time"]
    yield from table(headings, rows, numbers=1)


def _setting(row: Timing) -> tuple[str, str, int, int]:
    return row["model"], row["compute"], row["beam"], row["batch"]


def _times_real_time(row: Timing, clock: str) -> float:
    return float(row["audio_seconds"]) / float(row[clock])


def _range(repeats: list[Timing], clock: str) -> str:
    times = [_times_real_time(row, clock) for row in repeats]
    return f"{statistics.median(times):.0f} ({min(times):.0f} to {max(times):.0f})"
