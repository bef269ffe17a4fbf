"""How long 10,000 two-way resamples of all SimpleGEN measures take, and how long scipy would take for one of them.

python bench/bench_resampling.py

The verdicts are drawn at random: time does not depend on them. scipy resamples one way only and one measure at a time,
and has no notion of clusters crossed; it gets rows and a share, the least it could be asked, with fewer resamples,
scaled up.
"""

import statistics
import time
from collections.abc import Callable

import numpy as np
from scipy import stats

import askew
from askew.core.records import Verdict
from askew.core.resampling import Resampling
from askew.evaluate.measure import Tally
from askew.measures.table import Table
from askew.suites import REGISTRY

PROTOCOL = REGISTRY.get("simplegen").protocols[0]
RESAMPLES = 10_000
SCIPY_RESAMPLES = 500
REPEATS = 5
TARGET_SECONDS = 1.0


def random_table(seed: int = 0) -> Table:
    """SimpleGEN's items with a random verdict each."""
    rng = np.random.default_rng(seed)
    items = askew.items("simplegen")
    drawn = rng.choice(["correct", "incorrect", "inconclusive"], len(items), p=[0.6, 0.3, 0.1])
    return Table.of(
        items,
        [
            Verdict(item.id, "person", {"verdict": str(label), "covered": "no" if label == "inconclusive" else "yes"})
            for item, label in zip(items, drawn, strict=True)
        ],
    )


def seconds(work: Callable[[], object]) -> float:
    """The median time of a few repetitions, after one to warm up."""
    work()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def resample_all(table: Table) -> None:
    """What askew does for a run's scores: every measure on the same two-way resamples, with its interval."""
    Tally.of(PROTOCOL, PROTOCOL.measures, table, Resampling(RESAMPLES)).scores(Resampling(RESAMPLES))


def resample_one_with_scipy(table: Table) -> None:
    """One share, over rows, with scipy."""
    correct = (table.labels["verdict"] == "correct").astype(float)
    stats.bootstrap((correct,), np.mean, n_resamples=SCIPY_RESAMPLES, method="percentile", batch=100, rng=0)


def main() -> None:
    table = random_table()
    measures = len(PROTOCOL.measures)
    ours = seconds(lambda: resample_all(table))
    theirs = seconds(lambda: resample_one_with_scipy(table)) * RESAMPLES / SCIPY_RESAMPLES
    verdict = "within" if ours < TARGET_SECONDS else "over"
    print(f"{table.size} rows, {RESAMPLES} resamples")
    print(f"askew, two ways, all {measures} measures   {ours:8.3f} s ({verdict} the target of {TARGET_SECONDS:g} s)")
    print(f"scipy, one way, 1 measure          {theirs:8.3f} s (scaled up from {SCIPY_RESAMPLES} resamples)")
    print(f"ratio, measure for measure         {theirs * measures / ours:8.0f} ×")


if __name__ == "__main__":
    main()
