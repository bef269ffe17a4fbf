"""What timings are believed, and what is said of those that are not."""

from dataclasses import replace

import pytest

from askew.sweep.times import Speed, Timing, timing_warnings

FINE = [
    Timing(cell, repeat, wall, wall, 100, 900, 1, 0.5, 0.9, 0.0, 8, "a CPU")
    for cell in "ab"
    for repeat, wall in enumerate((2.0, 2.2, 2.1))
]


def test_speed_is_the_median_with_the_lowest_and_the_highest():
    speed = Speed.of(FINE[:3])
    assert (speed.wall_seconds, speed.low, speed.high, speed.repeats) == (2.1, 2.0, 2.2, 3)
    assert speed.tokens_per_second == pytest.approx(900 / 2.1)


def test_good_timings_leave_no_doubt():
    assert timing_warnings(FINE) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"other_cpu_seconds": 4.0}, "busy with other work while a"),
        ({"other_cpu_seconds": None, "load_average": 4.5}, "busy with other work while a"),
        ({"cpu_seconds": 6.0}, "a kept more cores busy than the threads given"),
        ({"machine": "another CPU"}, "different machines: a CPU, another CPU"),
        ({"threads": 4}, "different numbers of threads: 1, 4"),
        ({"sentences": 50}, "different numbers of sentences: 100, 50"),
    ],
)
def test_what_speaks_against_a_timing_is_said(change, said):
    (doubt,) = timing_warnings([replace(FINE[0], **change), *FINE[1:]])
    assert said in doubt


def test_two_repeats_are_too_few_to_show_a_spread():
    assert timing_warnings(FINE[:2]) == ["fewer than three repeats of a: their spread says little"]
