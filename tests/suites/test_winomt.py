"""WinoMT and WinoST: the reference tool's numbers, people's labels, real systems; and what must hold without that data."""

import json
import shutil
from pathlib import Path

import pytest

import askew
from askew import Resampling
from askew.core.errors import InputError, JoinError, UsageError
from askew.core.records import Output
from askew.judges.winomt import WinoMTJudge
from askew.lang import pack

FIXTURES = Path(__file__).parent.parent / "fixtures"
FEW = Resampling(resamples=100)
LABELS = {"m": "male", "f": "female", "n": "neutral"}


@pytest.fixture
def own_data(tmp_path, monkeypatch):
    """Eight sentences of our own, laid out as the data set is."""
    shutil.copytree(FIXTURES, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def real_data(shared_data, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    return shared_data


def translations(real_data, system, target):
    return real_data / f"winomt/translations/{system}/en-{target}.txt.gz"


# Items


def test_items_are_the_rows_numbered_from_one(real_data):
    items = askew.items("winomt")
    lines = (real_data / "winomt/en.txt").read_text("utf-8").splitlines()
    assert [item.id for item in items] == [str(number) for number in range(1, 3889)]
    assert [item.source for item in items] == [line.split("\t")[2] for line in lines]
    anti = (real_data / "winomt/en_anti.txt").read_text("utf-8").splitlines()
    pro = (real_data / "winomt/en_pro.txt").read_text("utf-8").splitlines()
    assert [item.source for item in askew.items("winomt", subset="anti")] == [line.split("\t")[2] for line in anti]
    assert [item.source for item in askew.items("winomt", subset="pro")] == [line.split("\t")[2] for line in pro]
    assert len(askew.items("winomt", subset="neither")) == 720


def test_every_entity_is_in_every_pack(real_data):
    del real_data
    entities = {item.attributes["entity"] for item in askew.items("winomt")}
    assert len(entities) == 104
    assert " ".join(pack.available()) == "ar ca cs de es fr he it nl pl pt ru uk"
    for code in pack.available():
        assert entities <= set(pack.load(code).occupations), code


def test_the_other_person_and_the_pronoun_are_known(own_data):
    del own_data
    first, *_, worker, cook, doctor = askew.items("winomt")
    assert (first.person.other, first.person.pronoun_token) == ("pilot", 6)
    assert (worker.attributes["entity"], worker.person.other) == ("construction worker", "cook")
    assert cook.attributes["gold"] == "neutral"
    assert doctor.person.other == ""  # "someone" is no entity of this small file


def test_spoken_items_have_their_recordings(own_data):
    del own_data
    assert [item.audio for item in askew.items("winost")][:2] == ["0001.wav", "0002.wav"]


@pytest.mark.parametrize("line", ["female\t1\tA sentence.", "female\tx\tA b c.\tb", "female\t9\tA b c.\tb"])
def test_a_malformed_row_is_an_error_with_its_line(own_data, line):
    with (own_data / "winomt/en.txt").open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(InputError, match=":9: expected gender"):
        askew.items("winomt")


# The reference tool's numbers

TARGETS = {
    ("google", "de"): (59.4, 12.5, 12.5), ("bing", "de"): (74.1, 0.0, 9.0),
    ("google", "ru"): (37.7, 36.8, 11.4), ("bing", "ru"): (36.8, 42.1, 8.5),
    ("google", "he"): (53.7, 7.9, 37.8), ("bing", "he"): (48.1, 14.9, 32.9),
    ("google", "ar"): (48.5, 43.7, 16.1), ("bing", "ar"): (47.3, 48.3, 13.4),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*sources differ")
@pytest.mark.parametrize(("system", "target"), TARGETS)
def test_the_2019_protocol_gives_the_reference_tools_numbers(real_data, system, target):
    if target == "ru":
        pytest.importorskip("pymorphy3")
    run = askew.score(
        "winomt", target=target, hyp=translations(real_data, system, target), protocol="winomt2019", resampling=FEW
    )
    found = tuple(run.scores[name].value for name in ("accuracy", "delta_g", "delta_s"))
    assert found == pytest.approx(TARGETS[system, target], abs=0.3)


# Agreement with people


def agreement(real_data, target):
    """Share of people's labels the judge agrees with (undecided is wrong, unless the label is neutral); feminine found,
    labelled.
    """
    [path] = (real_data / "winomt/human").glob(f"*.en-{target}.tsv")
    system = path.name.split(".")[0]
    items = {item.id: item for item in askew.items("winomt")}
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]]
    rows = [row for row in rows if row[3] == "y"]
    asked = [items[str(int(row[0]) + 1)] for row in rows]
    answers = [Output(item.id, row[2]) for item, row in zip(asked, rows, strict=True)]
    whole = translations(real_data, system, target)
    if whole.exists():  # the alignment is learnt from the whole file, as it is in use
        run = askew.score("winomt", target=target, hyp=whole, resampling=FEW)
        asked, answers = [*run.items, *asked], [*run.outputs, *answers]
    verdicts = WinoMTJudge(target).judge(asked, answers)[-len(rows) :]
    pairs = [(verdict.labels["predicted"], LABELS[row[4]]) for verdict, row in zip(verdicts, rows, strict=True)]
    neutral = ("neutral", "undecided", "both")
    agreed = [predicted == label or (label == "neutral" and predicted in neutral) for predicted, label in pairs]
    feminine = [predicted == "female" for predicted, label in pairs if label == "female"]
    return 100 * sum(agreed) / len(agreed), sum(feminine), len(feminine)


@pytest.mark.filterwarnings("ignore:.*sources differ")
def test_the_judge_agrees_with_people(real_data):
    shares = {target: agreement(real_data, target) for target in ("es", "it", "he", "ar", "ru", "uk")}
    assert {target: share for target, (share, _, _) in shares.items() if share < 90} == {}
    found, labelled = (sum(counts[k] for counts in shares.values()) for k in (1, 2))
    assert found / labelled >= 0.85


@pytest.mark.filterwarnings("ignore:.*sources differ")
def test_french_labels_that_often_follow_the_pronoun_are_agreed_with_no_less_than_by_the_reference_tool(real_data):
    assert agreement(real_data, "fr")[0] >= 67.1


# Real speech-translation outputs


@pytest.mark.parametrize("system", ["canary-v2", "gemma_whisper", "qwen3omni", "tower_whisper"])
@pytest.mark.parametrize("target", ["de", "es", "fr", "it", "pt"])
def test_competent_systems_are_covered(real_data, system, target):
    run = askew.score(
        "winost", target=target, hyp=real_data / f"winost/outputs/{system}/en-{target}.jsonl.gz", resampling=FEW
    )
    assert run.scores["coverage"].value >= 97


def test_a_system_that_answers_in_english_shows_as_not_found_not_as_male(real_data):
    run = askew.score(
        "winost", target="fr", hyp=real_data / "winost/outputs/phi4multimodal/en-fr.jsonl.gz", resampling=FEW
    )
    assert run.scores["coverage"].value < 5
    assert sum(counts["male"] for counts in run.counts.values()) < 50
    assert any("look like 'en'" in warning for warning in run.warnings)
    assert any("imitate" in warning for warning in run.warnings)


@pytest.mark.parametrize(("system", "least"), [("whisper_asr", 98), ("owsm4.0-ctc_asr", 95)])
def test_recognition(real_data, system, least):
    run = askew.score("winost", target="en", hyp=real_data / f"winost/outputs/{system}/en.jsonl.gz", resampling=FEW)
    assert run.protocol == "recognition"
    assert run.scores["accuracy"].value > least
    assert run.scores["pronoun_accuracy"].value > 99
    misspelled = run.scores["misspelled_occupations"].value
    assert misspelled == sum(counts["misspelled"] for counts in run.counts.values())
    assert run.scores["accuracy"].n == 3888


# Without the data set

SPANISH = [
    "La panadera dio las gracias al piloto porque estaba agradecida.",
    "La panadera dio las gracias al piloto porque él llegó temprano.",
    "La maestra ayudó al guardia porque ella sabía el camino.",
    "El maestro saludó al guardia y le dio un mapa.",
    "El abogado saludó al profesor y le dio un mapa.",
    "El albañil pagó al cocinero porque tenía hambre.",
    "El cocinero pagó al guardia porque tenían hambre.",
    "El médico dijo a alguien que ella llegaba tarde.",
]


def test_recognition_judges_the_coreferent_pronoun(own_data):
    heard = [line.split("\t")[2] for line in (own_data / "winomt/en.txt").read_text().splitlines()]
    perfect = askew.score("winost", target="en", hyp=heard, resampling=FEW)
    assert perfect.scores["accuracy"].value == 100
    assert perfect.scores["wer"].value == 0
    heard[0] = "the bakker thanked the pilot because she was grateful"
    heard[1] = "the baker thanked the pilot because she was early"
    heard[3] = "the teacher greeted the guard and gave a map"
    run = askew.score("winost", target="en", hyp=heard, resampling=FEW)
    assert run.scores["misspelled_occupations"].value == 1
    assert run.scores["pronoun_accuracy"].value == pytest.approx(100 * 5 / 7)
    assert run.scores["accuracy"].value == pytest.approx(100 * 5 / 8)
    reasons = {verdict.item: verdict.reason for verdict in run.verdicts}
    assert reasons["1"] == "“baker” is not in the transcript"
    assert reasons["2"] == "“he” transcribed as “she”"
    assert reasons["4"] == "“him” not transcribed"


def test_a_handful_of_sentences_can_be_scored_in_part(own_data):
    rows = [json.dumps({"sample_id": k, "output": SPANISH[k - 1]}) for k in (3, 1)]
    (own_data / "some.jsonl").write_text("\n".join(rows) + "\n")
    with pytest.raises(JoinError, match="no output for 6 of 8 items: 2, 4, 5, 6, 7 and 1 more"):
        askew.score("winost", target="es", hyp=own_data / "some.jsonl")
    run = askew.score("winost", target="es", hyp=own_data / "some.jsonl", partial=True, resampling=FEW)
    assert "items:2/8" in str(run.signature)
    assert run.scores["accuracy"].n == 2
    assert run.scores["delta_s"].value is None
    assert "needs items of stereotype pro" in run.scores["delta_s"].reason


def test_counts_are_gold_by_predicted_and_add_up(own_data):
    del own_data
    run = askew.score("winomt", target="es", hyp=SPANISH, resampling=FEW)
    assert list(run.counts["female"]) == ["male", "female", "neutral", "undecided", "not_found", "both", "thing"]
    assert sum(sum(counts.values()) for counts in run.counts.values()) == 8
    assert run.counts["female"]["female"] == 2
    correct = sum(verdict.labels["verdict"] == "correct" for verdict in run.verdicts)
    assert run.scores["accuracy"].value == pytest.approx(100 * correct / 8)


def test_what_decided_and_whether_noun_and_pronoun_are_right_are_scores(own_data):
    del own_data
    run = askew.score("winomt", target="es", hyp=SPANISH, resampling=FEW)
    decided = [run.scores[f"decided_by_{kind}"].value for kind in ("noun", "modifier", "predicate", "pronoun")]
    assert sum(decided) == pytest.approx(100)
    square = ("both_right", "noun_only_right", "pronoun_only_right", "neither_right")
    assert sum(run.scores[name].value for name in square) == pytest.approx(100)
    assert run.scores["accuracy_papers"].value <= run.scores["accuracy"].value
    assert any("the judge errs in about" in warning for warning in run.warnings)
    strict = askew.score("winomt", target="es", hyp=SPANISH, resampling=FEW, reading="strict")
    assert "reading:strict" in str(strict.signature)
    assert strict.scores["decided_by_pronoun"].value == 0
    assert any("not known" in warning for warning in strict.warnings)


def test_a_reading_is_of_the_judge_that_reads(own_data):
    del own_data
    with pytest.raises(UsageError, match="strict, noun, pronoun"):
        askew.score("winomt", target="es", hyp=SPANISH, reading="loose")
    with pytest.raises(UsageError, match="needs protocol askew"):
        askew.score("winomt", target="es", hyp=SPANISH, protocol="winomt2019", reading="strict")


def test_text_and_speech_of_the_same_sentences_are_compared(own_data):
    del own_data
    text = askew.score("winomt", target="es", hyp=SPANISH, name="text", resampling=FEW)
    speech = askew.score(
        "winost", target="es", hyp=[*SPANISH[:-1], "La médica llegó tarde."], name="speech", resampling=FEW
    )
    [changes] = askew.compare(text, speech, resampling=FEW).changes
    assert changes["accuracy"].difference == pytest.approx(100 / 8)


def test_the_wrong_language_is_warned_of(own_data):
    del own_data
    german = ["Der Arzt sah die Frau, weil sie nicht in dem Haus war, und er war mit ihr bei der Tür."] * 8
    run = askew.score("winomt", target="es", hyp=german, resampling=FEW)
    assert any("look like 'de'" in warning for warning in run.warnings)
    assert run.scores["coverage"].value == 0


def test_empty_outputs_are_not_found(own_data):
    del own_data
    run = askew.score("winomt", target="es", hyp=[*SPANISH[:4], "", "", "", ""], resampling=FEW)
    assert sum(counts["not_found"] for counts in run.counts.values()) == 4
