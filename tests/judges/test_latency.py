"""Latency: the definitions, and the numbers of SimulEval and OmniSTEval on the same logs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import askew
from askew.judges.latency import (
    average_lagging,
    average_proportion,
    differentiable_average_lagging,
    length_adaptive_average_lagging,
    yet_another_average_lagging,
)

LOGS = Path(__file__).parents[1] / "fixtures/latency"
FEW = askew.Resampling(resamples=100)
CLOSE = 1e-3


def recorded():
    return json.loads((LOGS / "peers.json").read_text("utf-8"))


def installed():
    """What the packages say now, where a Python that has them is here."""
    python = os.environ.get("ASKEW_PEERS_PYTHON", sys.executable)
    ran = subprocess.run([python, "-W", "ignore", LOGS / "peers.py"], capture_output=True, check=True, text=True)
    found = json.loads(ran.stdout)
    if not found:
        pytest.skip("needs SimulEval and OmniSTEval (pip install simuleval omnisteval; ASKEW_PEERS_PYTHON names it)")
    return found


def scored(log, **options):
    run = askew.score(
        "talks", target="de", hyp=LOGS / log, latency=str(LOGS / log), references=str(LOGS / "talks.yaml"),
        resampling=FEW, **options,
    )  # fmt: skip
    return run, {name: score.value for name, score in run.scores.items()}


@pytest.mark.parametrize("peers", [recorded, installed])
def test_one_output_per_segment_has_the_peers_numbers(peers):
    _, ours = scored("short.log", segmented=True)
    found = peers()
    for name, value in found.get("simuleval", {}).items():
        assert ours[name] == pytest.approx(value, abs=CLOSE), name
    theirs = found.get("omnisteval_short", {})
    for name in ("al", "laal", "ap", "dal", "yaal") if theirs else ():
        assert ours[name] == pytest.approx(theirs[name], abs=CLOSE), name
        assert ours[f"{name}_ca"] == pytest.approx(theirs[f"ca_{name}"], abs=CLOSE), name


@pytest.mark.parametrize("peers", [recorded, installed])
@pytest.mark.parametrize(
    ("log", "elapsed", "peer"),
    [
        ("long.log", "clock", "omnisteval_long"),
        ("plain.jsonl", "clock", "omnisteval_long"),
        ("long.log", "summed", "omnisteval_summed"),
    ],
)
def test_whole_talks_have_omnistevals_numbers_where_they_are_cut_alike(peers, log, elapsed, peer):
    run, ours = scored(log, elapsed=elapsed)
    assert ("|elapsed:summed|" in str(run.signature)) == (elapsed == "summed")
    theirs = peers().get(peer)
    if theirs is None:
        pytest.skip("needs OmniSTEval")
    assert [output.text for output in run.outputs] == theirs["segments"]
    for name in ("al", "laal", "ap", "dal", "yaal"):
        own = "stream_laal" if name == "laal" else f"long_{name}"
        assert ours[own] == pytest.approx(theirs[f"long_{name}"], abs=CLOSE), name
        assert ours[f"{own}_ca"] == pytest.approx(theirs[f"ca_long_{name}"], abs=CLOSE), name


def test_the_logs_tell_the_measures_apart():
    """Equality would show little on logs on which two measures are the same anyway."""
    for part in ("simuleval", "omnisteval_short", "omnisteval_long", "omnisteval_summed"):
        values = [value for name, value in recorded()[part].items() if name != "segments"]
        assert len({round(value, 6) for value in values}) == len(values), part


def test_a_log_is_made_as_it_says(tmp_path):
    """The fixtures are what ``make.py`` makes."""
    (tmp_path / "make.py").write_bytes((LOGS / "make.py").read_bytes())
    subprocess.run([sys.executable, tmp_path / "make.py"], check=True)
    for name in ("talks.yaml", "talks.de", "long.log", "short.log", "plain.jsonl", "stream.jsonl"):
        assert (tmp_path / name).read_bytes() == (LOGS / name).read_bytes(), name


def test_waiting_for_everything_lags_by_the_whole_source():
    delays = [4000.0] * 5
    assert average_lagging(delays, 4000, 5) == 4000
    assert length_adaptive_average_lagging(delays, 4000, 5) == 4000
    assert differentiable_average_lagging(delays, 4000) == 4000
    assert average_proportion(delays, 4000, 5) == 1
    assert yet_another_average_lagging(delays, 4000, 5, 4000) is None  # nothing was said while it was spoken
    assert yet_another_average_lagging(delays, 4000, 5, 9000) == pytest.approx(4000 - 2 * 800)


@pytest.mark.parametrize(("delays", "source", "reference"), [([], 4.0, 3), ([1.0], 0.0, 3), ([1.0], 4.0, 0)])
def test_what_has_no_length_has_no_average_lagging(delays, source, reference):
    assert average_lagging(delays, source, reference) is None
    assert average_proportion(delays, source, reference) is None


@given(st.lists(st.floats(0, 9000), min_size=1, max_size=30), st.floats(1, 9000), st.integers(1, 30))
def test_laal_never_rewards_length_and_dal_is_at_least_it_over_all(delays, source, reference):
    delays = sorted(delays)
    al = average_lagging(delays, source, reference)
    laal = length_adaptive_average_lagging(delays, source, reference)
    assert laal >= al - 1e-6
    pace = source / len(delays)
    plain = sum(delay - place * pace for place, delay in enumerate(delays)) / len(delays)
    assert differentiable_average_lagging(delays, source) >= plain - 1e-6
