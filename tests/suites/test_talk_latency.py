"""Latency of talks: the log joined with the outputs and the segments' times, kept in the run, resampled like other
scores.
"""

import json
from pathlib import Path

import pytest

import askew
from askew.core.errors import JoinError, RunError, UsageError
from askew.suites.talks import TRANSLATION

LOGS = Path(__file__).parents[1] / "fixtures/latency"
FEW = askew.Resampling(resamples=200)
LOG, REFERENCES = str(LOGS / "long.log"), str(LOGS / "talks.yaml")


def scored(**options):
    given = {"hyp": LOG, "latency": LOG, "references": REFERENCES, **options}
    return askew.score("talks", target="de", resampling=FEW, **given)


def talks_of(path, change=str):
    rows = [json.loads(line) for line in Path(LOG).read_text("utf-8").splitlines()]
    talks = [{"doc_id": Path(row["source"][0]).stem, "output": change(row["prediction"])} for row in rows]
    path.write_text("".join(json.dumps(talk) + "\n" for talk in talks), encoding="utf-8")
    return path


def test_latency_has_an_interval_and_stands_by_talk():
    run = scored()
    score = run.scores["long_yaal"]
    assert score.low <= score.value <= score.high
    assert set(run.groups["talk"]) == {"talk.1", "talk.2"}
    assert run.groups["talk"]["talk.1"]["stream_laal"].value != run.groups["talk"]["talk.2"]["stream_laal"].value


def test_without_a_log_nothing_changes():
    run = scored(latency=None, hyp=REFERENCES, segmented=True)
    assert not {name for name in run.scores if "yaal" in name or "laal" in name}
    assert "latency" not in str(run.signature)


def test_a_kept_run_can_be_scored_again(tmp_path):
    run = scored(out=tmp_path / "run")
    again = askew.rescore(tmp_path / "run", resampling=FEW)
    assert again.scores["long_yaal"] == run.scores["long_yaal"]
    assert str(again.signature) == str(run.signature)


def test_less_lag_is_better(tmp_path):
    rows = [json.loads(line) for line in Path(LOG).read_text("utf-8").splitlines()]
    for row in rows:
        row["delays"] = [delay + 700 for delay in row["delays"]]
    later = tmp_path / "later.log"
    later.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    slow = scored(hyp=later, latency=str(later))
    measure = TRANSLATION.fitted([], slow.verdicts[0].counts).measure("stream_laal")
    assert measure.better == "lower"
    assert slow.scores["stream_laal"].value > scored().scores["stream_laal"].value


def test_outputs_of_another_file_must_be_the_logs(tmp_path):
    same = scored(hyp=talks_of(tmp_path / "same.jsonl"))
    assert same.scores["long_yaal"].value == scored().scores["long_yaal"].value
    with pytest.raises(JoinError, match="other words"):
        scored(hyp=talks_of(tmp_path / "other.jsonl", lambda text: text.replace("Guten", "Gutem")))


def test_when_segments_are_spoken_must_be_known(tmp_path):
    plain = tmp_path / "talk.1.txt"
    plain.write_text("Guten Morgen zusammen und herzlich willkommen.\n", encoding="utf-8")
    one = tmp_path / "one.log"
    one.write_text(json.dumps({"prediction": "Guten Morgen", "delays": [900, 1200], "source": "talk.1.wav"}) + "\n")
    given = {"hyp": one, "latency": str(one), "references": str(plain)}
    with pytest.raises(UsageError, match="--times"):
        scored(**given)
    times = tmp_path / "times.yaml"
    times.write_text("- {duration: 2.9, offset: 0.5, wav: talk.1.wav}\n")
    assert scored(**given, times=str(times)).scores["long_yaal"].value == pytest.approx((400 + 700 - 2900 / 6) / 2)
    times.write_text("- {duration: 2.9, offset: 0.5, wav: talk.1.wav}\n- {duration: 2, offset: 4, wav: talk.1.wav}\n")
    with pytest.raises(JoinError, match="not as many segments"):
        scored(**given, times=str(times))


def test_options_that_make_no_sense_are_refused():
    with pytest.raises(UsageError, match="--times makes no sense"):
        scored(latency=None, hyp=REFERENCES, segmented=True, times=REFERENCES)
    with pytest.raises(UsageError, match="--latency goes with a file"):
        scored(hyp=["Eins."] * 7)


def test_a_log_with_another_number_of_segments_is_refused(tmp_path):
    short = tmp_path / "short.log"
    short.write_text("".join((LOGS / "short.log").read_text("utf-8").splitlines(keepends=True)[:3]), encoding="utf-8")
    with pytest.raises(JoinError, match="7 segments, found 3"):
        scored(hyp=short, latency=str(short), segmented=True)


def test_a_second_space_in_a_reference_counts_as_a_word_as_the_peers_count_it(tmp_path):
    for name, text in (("single", "Guten Morgen zusammen."), ("double", "Guten Morgen  zusammen.")):
        (tmp_path / f"{name}.de").write_text(f"{text}\n", encoding="utf-8")
        (tmp_path / f"{name}.yaml").write_text("- {duration: 2.0, offset: 0.0, wav: talk.wav}\n")
    log = tmp_path / "instances.log"
    log.write_text(json.dumps({"prediction": "Guten Morgen", "delays": [500, 900], "source": "talk.wav"}) + "\n")
    found = {
        name: scored(hyp=log, latency=str(log), references=str(tmp_path / f"{name}.yaml")).scores["long_al"].value
        for name in ("single", "double")
    }
    assert found == pytest.approx({"single": (500 + 900 - 2000 / 3) / 2, "double": (500 + 900 - 2000 / 4) / 2})


def test_a_run_without_a_log_or_without_ter_is_compared_in_what_both_have(tmp_path):
    simultaneous, offline = scored(), scored(latency=None, hyp=talks_of(tmp_path / "talks.jsonl"), without_ter=True)
    names = set(askew.compare(simultaneous, offline).changes[0])
    assert {"chrf", "bleu"} <= names
    assert not names & {"ter", "long_yaal"}
    with pytest.raises(RunError, match="latency segments and times"):
        askew.compare(scored(hyp=LOGS / "short.log", latency=str(LOGS / "short.log"), segmented=True), simultaneous)
    with pytest.raises(RunError, match="elapsed clock and summed"):
        askew.compare(simultaneous, scored(elapsed="summed"))
