"""CPU time, for benchmarks: other work may be going on beside them."""

import time
from collections.abc import Callable


def cpu_seconds(work: Callable[[], object], repeats: int) -> list[float]:
    """What each of some repetitions takes."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return times
