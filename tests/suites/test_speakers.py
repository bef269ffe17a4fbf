"""Speakers: manifests, groups, gaps, and when the data can't tell."""

import json

import numpy as np
import pytest

import askew
from askew.analyses.gaps import gaps
from askew.core.errors import AskewError, InputError, UsageError

SAID = "one two three four five six seven eight nine ten"
FEW = askew.Resampling(resamples=400)


def heard(errors):
    words = SAID.split()
    return " ".join([*("uh" for _ in range(errors)), *words[errors:]])


def manifest(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def study(tmp_path, speakers, *, known=True, per_speaker=6, seed=1):
    """A manifest and outputs: a list of (gender, errors in ten words) for each speaker."""
    rng = np.random.default_rng(seed)
    rows, outputs = [], {}
    for k, (gender, rate) in enumerate(speakers):
        for take in range(per_speaker):
            name = f"{k}-{take}"
            rows.append(
                {
                    "id": name,
                    "src_ref": SAID,
                    "src_lang": "en",
                    "gender": gender,
                    **({"speaker": f"s{k}"} if known else {}),
                }
            )
            outputs[name] = heard(min(int(rng.poisson(rate)), 10))
    return askew.score("speakers", manifest=manifest(tmp_path / "m.jsonl", rows), hyp=outputs, resampling=FEW)


def test_many_speakers_and_a_real_difference(tmp_path):
    run = study(tmp_path, [("f", 3)] * 10 + [("m", 1)] * 10)
    assert run.asked.target == "en"
    assert run.protocol == "recognition"
    found = gaps(run, "gender", resampling=FEW).measures["wer"]
    by_hand = {name: score["wer"].value for name, score in run.groups["gender"].items()}
    assert found.largest.difference == pytest.approx(by_hand["f"] - by_hand["m"])
    assert found.largest.low < found.largest.difference < found.largest.high
    assert found.tells
    assert found.p < 0.05
    assert found.poisson.p < 0.05
    assert found.poisson.ratio == pytest.approx(by_hand["f"] / by_hand["m"], rel=0.15)


def test_few_speakers_can_not_tell_however_large_the_gap(tmp_path):
    run = study(tmp_path, [("f", 5)] * 2 + [("m", 1)] * 3, per_speaker=30)
    found = gaps(run, "gender", resampling=FEW)
    assert found.drawn == "speaker"
    assert found.sizes == {"f": 2, "m": 3}
    assert not found.tells
    assert "in only 10 ways" in found.measures["wer"].reason
    alone = gaps(study(tmp_path, [("f", 5)] + [("m", 1)] * 9), "gender", resampling=FEW).measures["wer"]
    assert "one speaker in f" in alone.reason
    assert not alone.tells
    assert alone.largest.low is None


def test_speakers_without_a_group_difference_can_not_tell(tmp_path):
    rates = [0.5, 1, 2, 3, 4, 5] * 2
    run = study(tmp_path, [("f" if k % 2 else "m", rate) for k, rate in enumerate(sorted(rates))])
    found = gaps(run, "gender", resampling=FEW).measures["wer"]
    assert not found.tells
    assert found.poisson.p > 0.05


def test_the_gap_between_any_two_speakers(tmp_path):
    run = study(tmp_path, [("f", 5), ("m", 1), ("m", 2)], per_speaker=12)
    found = gaps(run, "speaker", resampling=FEW)
    assert found.drawn == "item"
    wer = found.measures["wer"]
    assert {wer.largest.left, wer.largest.right} == {"s0", "s1"}
    assert wer.largest.low > 0
    assert len(wer.pairs) == 3
    assert wer.tells
    assert wer.reason == "these speakers differ"


def test_unknown_speakers_are_warned_of(tmp_path):
    run = study(tmp_path, [("f", 4)] * 10 + [("m", 1)] * 10, known=False)
    assert "does not say who speaks" in run.warnings[0]
    found = gaps(run, "gender", resampling=FEW)
    assert found.drawn == "not known"
    wer = found.measures["wer"]
    assert not wer.tells
    assert "nobody says who speaks" in wer.reason
    assert wer.largest.difference > 10
    assert (wer.largest.low, wer.p) == (None, None)


def test_a_column_of_sessions_can_stand_for_speakers(tmp_path):
    rows = [
        {"id": f"{k}-{take}", "src_ref": SAID, "src_lang": "en", "gender": "f" if k < 8 else "m", "session": f"s{k}"}
        for k in range(16)
        for take in range(4)
    ]
    hyp = {row["id"]: heard(4 if row["gender"] == "f" else k % 2) for k, row in enumerate(rows)}
    run = askew.score("speakers", manifest=manifest(tmp_path / "m.jsonl", rows), hyp=hyp, resampling=FEW)
    assert not gaps(run, "gender", resampling=FEW).tells
    found = gaps(run, "gender", sessions="session", resampling=FEW)
    assert (found.drawn, found.tells) == ("session", True)
    with pytest.raises(UsageError, match="no attribute of this run is called 'sesion'"):
        gaps(run, "gender", sessions="sesion")


def test_gaps_of_talks_take_a_talk_for_its_speaker(tmp_path):
    for k in range(4):
        (tmp_path / "ref").mkdir(exist_ok=True)
        (tmp_path / f"ref/t{k}.txt").write_text(f"{SAID}\n{SAID}\n")
    who = tmp_path / "who.tsv"
    who.write_text("doc_id\tgender\nt0\tf\nt1\tf\nt2\tm\nt3\tm\n")
    hyp = [heard(k) for k in range(8)]
    run = askew.score("talks", target="en", references=tmp_path / "ref", speakers=who, hyp=hyp, resampling=FEW)
    found = gaps(run, "gender", resampling=FEW)
    assert found.drawn == "talk"
    assert found.measures["wer"].largest.difference == pytest.approx(40)
    assert "in only 6 ways" in found.measures["wer"].reason
    assert gaps(run, "talk", resampling=FEW).measures["wer"].largest.difference == pytest.approx(60)


def test_recognised_as_another_language_by_group_with_and_without_a_prompt(tmp_path):
    english, german = "This is what we said about it today.", "Das ist das, was wir heute darüber gesagt haben."
    rows = [{"id": str(k), "src_ref": english, "accent": "ab"[k % 2], "speaker": str(k)} for k in range(8)]
    path = manifest(tmp_path / "m.jsonl", rows)
    bare = askew.score(
        "speakers",
        manifest=path,
        hyp=[german if k in (0, 2, 4, 1) else english for k in range(8)],
        name="bare",
        resampling=FEW,
    )
    prompted = askew.score(
        "speakers",
        manifest=path,
        hyp=[german if k == 0 else english for k in range(8)],
        name="prompted",
        resampling=FEW,
    )
    assert {name: scores["wrong_language"].value for name, scores in bare.groups["accent"].items()} == {
        "a": 75.0,
        "b": 25.0,
    }
    changes = askew.compare(bare, prompted, resampling=FEW)
    assert changes.changes[0]["wrong_language"].difference == pytest.approx(-37.5)
    assert changes.groups[0]["accent"]["a"]["wrong_language"].difference == pytest.approx(-50)


ROW = {
    "id": "1",
    "src_ref": "Good morning.",
    "tgt_ref": "Guten Morgen.",
    "src_lang": "en",
    "tgt_lang": "de",
    "gender": "f",
}


@pytest.mark.parametrize(
    ("rows", "target", "complaint"),
    [
        ([ROW, ROW], "en", "ids stand twice: 1"),
        ([{**ROW, "src_ref": None}], "en", "m.jsonl:1: has no src_ref"),
        ([{**ROW, "tgt_ref": ""}], "de", "has no tgt_ref"),
        ([ROW], "es", "its translation is into 'de', not into 'es'"),
        ([ROW, {**ROW, "id": "2", "src_lang": "fr"}], "en", "is spoken in 'fr'"),
        ([{**ROW, "id": None}], "en", "id: expected a whole number or a string, found null"),
        ([{**ROW, "talk": "x"}], "en", "can't be called talk"),
        (
            [{**ROW, "benchmark_metadata": 3}],
            "en",
            "benchmark_metadata: expected an object or null, found a whole number",
        ),
        ([3], "en", "expected an object, found a whole number"),
    ],
)
def test_mistakes_in_manifests_are_named(tmp_path, rows, target, complaint):
    with pytest.raises(InputError, match=complaint):
        askew.items("speakers", target=target, manifest=manifest(tmp_path / "m.jsonl", rows))


def test_unknown_attributes_and_too_few_groups_are_refused(tmp_path):
    run = study(tmp_path, [("f", 1)] * 3)
    with pytest.raises(AskewError, match="no attribute of this run is called 'acent'"):
        gaps(run, "acent")
    with pytest.raises(UsageError, match="a gap needs two groups, and gender has f"):
        gaps(run, "gender")
    with pytest.raises(UsageError, match="--manifest"):
        askew.items("speakers")


def test_fleurs_and_commonaccent(shared_data):
    fleurs, accents = shared_data / "fleurs", shared_data / "commonaccent"
    heard_ = askew.score(
        "speakers",
        manifest=fleurs / "manifest.en-es.jsonl.gz",
        hyp=fleurs / "outputs/whisper_asr/en.jsonl.gz",
        resampling=FEW,
    )
    assert {name: scores["wer"].n for name, scores in heard_.groups["gender"].items()} == {"male": 235, "female": 408}
    run = askew.score(
        "speakers",
        target="de",
        manifest=fleurs / "manifest.en-de.jsonl.gz",
        hyp=fleurs / "outputs/seamlessm4t/en-de.jsonl.gz",
        resampling=FEW,
    )
    assert 40 < run.scores["chrf"].value < 80
    assert set(run.groups) == {"gender", "context"}
    accent = askew.score(
        "speakers",
        manifest=accents / "manifest.en.jsonl.gz",
        hyp=accents / "outputs/whisper_asr/en.jsonl.gz",
        resampling=FEW,
    )
    assert len(accent.groups["accent"]) == 14
    assert not gaps(accent, "accent", resampling=FEW).tells  # who speaks is not known


def test_translations_of_speakers_are_scored_with_and_without_ter(tmp_path):
    rows = [
        {
            "id": str(k),
            "src_ref": SAID,
            "tgt_ref": "eins zwei drei vier",
            "src_lang": "en",
            "tgt_lang": "de",
            "speaker": f"s{k % 3}",
        }
        for k in range(6)
    ]
    options = {"manifest": manifest(tmp_path / "m.jsonl", rows), "target": "de", "resampling": FEW}
    hyp = {row["id"]: "eins zwei drei" for row in rows}
    assert askew.score("speakers", hyp=hyp, **options).scores["ter"].value == pytest.approx(25.0)
    assert "ter" not in askew.score("speakers", hyp=hyp, without_ter=True, **options).scores
