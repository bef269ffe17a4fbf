"""Firefox's translator: the real engine and model where Python 3.10 is there, and programs that stand in for an engine
that misbehaves.
"""

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

import askew
from askew.core.errors import Incomplete, SystemFailure, UsageError
from askew.core.journal import read_failures, read_journal
from askew.core.records import Item
from askew.systems import open_system

FEW = askew.Resampling(resamples=100)
ITEMS = [Item("a", "He is a nurse."), Item("b", "She is\na  doctor."), Item("c", "Hello. How are you?")]
# Answers in the reverse order, batch by batch, as the exchange's script would; what it does wrong is in a file.
STAND_IN = """
import json, os, signal, sys
fault = open(sys.argv[1]).read()
if "--version" in sys.argv:
    print(json.dumps({"id": "version", "text": "9"}))
    raise SystemExit
rows = [json.loads(line) for line in sys.stdin]
for number, row in enumerate(reversed(rows)):
    if fault == "dies" and number == 30:
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "skips" and number in (3, 4):
        continue
    if fault == "chatters" and number == 3:
        print("Loading ...")
    if fault == "repeats" and number == 3:
        print(json.dumps({"id": row["id"], "text": "o"}))
    print(json.dumps({"id": row["id"], "text": "o " + row["text"]}))
"""


@pytest.fixture(scope="session")
def firefox(model_folder):
    """The real model, and the Python that has the engine."""
    model, python = model_folder / "firefox-en-pt", model_folder / "bergamot/bin/python"
    if not (model.is_dir() and python.exists()):
        pytest.skip(f"needs Firefox's model, and Python 3.10 with bergamot, in {model_folder}: scripts/test.sh")
    return f"bergamot:{model}", {"python": str(python)}


@pytest.fixture
def folder(tmp_path):
    """A folder with the names Firefox gives its files."""
    place = tmp_path / "model"
    place.mkdir()
    for name in ("model.enpt.intgemm.alphas.bin", "vocab.enpt.spm", "lex.50.50.enpt.s2t.bin"):
        (place / name).write_bytes(b"x")
    return place


@pytest.fixture
def engine(tmp_path):
    """Makes the command of an engine with a fault, or of one with none."""

    def make(fault=""):
        (tmp_path / "engine.py").write_text(STAND_IN)
        (tmp_path / "fault").write_text(fault)
        return {"python": shlex.join([sys.executable, str(tmp_path / "engine.py"), str(tmp_path / "fault")])}

    return make


def run(folder, settings, out, **more):
    spec = f"bergamot:{folder}"
    return askew.run(
        "simplegen", target="pt", subset="fofc", system=spec, settings=settings, out=out, resampling=FEW, **more
    )


def test_firefoxs_model_translates(firefox):
    spec, settings = firefox
    system = open_system(spec, settings, target="pt")
    outputs = {output.id: output.text for output in system.answer(ITEMS)}
    assert outputs.keys() == {"a", "b", "c"}
    assert "enfermeir" in outputs["a"]
    assert "médica" in outputs["b"]
    assert "Olá" in outputs["c"]  # both sentences of it are there
    assert "?" in outputs["c"]
    assert system.details["engine"] == "0.4.5"


def test_the_batch_is_part_of_what_was_asked(folder, engine):
    one, many = (open_system(f"bergamot:{folder}", {**engine(), "batch": n}, target="pt").details for n in (1, 64))
    assert {key for key in one if one[key] != many[key]} == {"batch"}


def test_a_real_engine_that_is_killed_loses_nothing(firefox, tmp_path):
    spec, settings = firefox
    asked = {"target": "pt", "system": spec, "settings": settings, "resampling": FEW}

    def killing(answers, _):
        for number, answer in enumerate(answers):
            yield answer
            if number == 10:
                _kill_children()

    with pytest.raises(SystemFailure, match=r"bergamot: .*python ended with status -9"):
        askew.run("simplegen", subset="mofc", out=tmp_path / "run", progress=killing, **asked)
    kept = read_journal(tmp_path / "run/outputs.jsonl")
    assert 10 < len(kept) < 814
    whole = askew.run("simplegen", subset="mofc", out=tmp_path / "run", **asked)
    unbroken = askew.run("simplegen", subset="mofc", out=tmp_path / "unbroken", **asked)
    texts = [{output.id: output.text for output in found} for found in (kept, whole.outputs, unbroken.outputs)]
    assert texts[0].items() <= texts[1].items()
    assert texts[1] == texts[2]
    assert unbroken.scores["coverage"].value > 80


def _kill_children():
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            if b"bergamot" in Path(f"/proc/{child}/cmdline").read_bytes():  # the tests have other children
                os.kill(int(child), signal.SIGKILL)


def test_answers_are_matched_by_id_whatever_their_order(folder, engine):
    outputs = list(open_system(f"bergamot:{folder}", engine(), target="pt").answer(ITEMS))
    assert [(output.id, output.text) for output in outputs] == [
        ("c", "o Hello. How are you?"), ("b", "o She is a doctor."), ("a", "o He is a nurse.")
    ]  # fmt: skip


def test_an_engine_that_dies_is_gone_on_with(folder, engine, tmp_path):
    with pytest.raises(SystemFailure, match="ended with status -9"):
        run(folder, engine("dies"), tmp_path / "run")
    assert len(read_journal(tmp_path / "run/outputs.jsonl")) == 30
    assert len(run(folder, engine(), tmp_path / "run").outputs) == 518


def test_an_engine_that_answers_too_few_texts_loses_only_those(folder, engine, tmp_path):
    with pytest.raises(Incomplete, match="outputs for 516 of 518 items"):
        run(folder, engine("skips"), tmp_path / "run")
    failed = read_failures(tmp_path / "run/failures.jsonl")
    assert [failure.reason for failure in failed] == ["the engine answered 516 of 518 texts, and this one not"] * 2
    done = run(folder, engine(), tmp_path / "run")
    assert len(done.outputs) == 518
    assert not (tmp_path / "run/failures.jsonl").exists()


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [("chatters", "wrote a line that is no answer: 'Loading ...'"), ("repeats", "twice, or without being asked")],
)
def test_what_is_no_answer_is_refused_and_the_rest_kept(folder, engine, tmp_path, fault, complaint):
    with pytest.raises(SystemFailure, match=complaint):
        run(folder, engine(fault), tmp_path / "run")
    assert len(read_journal(tmp_path / "run/outputs.jsonl")) >= 3
    with pytest.raises(SystemFailure):
        run(folder, engine(fault), tmp_path / "run")  # not a run that seems finished
    assert len(run(folder, engine(), tmp_path / "run").outputs) == 518


@pytest.mark.parametrize(
    ("gone", "more", "complaint"),
    [
        ("vocab.enpt.spm", [], r"expected one vocab\.\*\.spm, found 0 \(it holds lex\..*must be unpacked"),
        ("model.enpt.intgemm.alphas.bin", [], r"expected one model\.\*\.bin, found 0"),
        (None, ["model.ptes.intgemm8.bin"], r"expected one model\.\*\.bin, found 2"),
        (None, ["srcvocab.enpt.spm"], r"expected one trgvocab\.\*\.spm, found 0"),
        (None, ["lex.enpt.s2t.bin"], r"expected one lex\.\*\.bin, found 2"),
    ],
)
def test_a_folder_that_lacks_something_is_refused(folder, engine, gone, more, complaint):
    if gone:
        (folder / gone).unlink()
    for name in more:
        (folder / name).write_bytes(b"x")
    with pytest.raises(UsageError, match=complaint):
        open_system(f"bergamot:{folder}", engine(), target="pt")


def test_two_vocabularies_and_no_shortlist_will_do(folder, engine):
    (folder / "vocab.enpt.spm").rename(folder / "srcvocab.enpt.spm")
    (folder / "trgvocab.enpt.spm").write_bytes(b"x")
    (folder / "lex.50.50.enpt.s2t.bin").unlink()
    assert len(list(open_system(f"bergamot:{folder}", engine(), target="pt").answer(ITEMS))) == 3


def test_a_model_of_another_language_is_refused(folder, engine):
    with pytest.raises(UsageError, match="translates into pt, not into fr"):
        open_system(f"bergamot:{folder}", engine(), target="fr")


def test_without_a_folder_or_an_engine_it_is_said_what_to_do(folder, askew, is_users_mistake, tmp_path):
    with pytest.raises(UsageError, match="no such folder"):
        open_system("bergamot:/nowhere", {"python": "python"}, target="pt")
    with pytest.raises(UsageError, match=r"--set python=PATH/bin/python \(pip install bergamot==0.4.5\)"):
        open_system(f"bergamot:{folder}", target="pt")
    with pytest.raises(SystemFailure, match=r"no package bergamot for Python 3.*--set python="):
        _ = open_system(f"bergamot:{folder}", {"python": sys.executable}, target="pt").details
    words = ("run", "simplegen", "-t", "pt", "--system", f"bergamot:{folder}", "--out", tmp_path / "run")
    is_users_mistake(askew(*words, "--set", "python=/nowhere/python"))
    is_users_mistake(askew(*words))


def test_a_damaged_vocabulary_is_the_engines_to_say(firefox, tmp_path):
    spec, settings = firefox
    broken = tmp_path / "broken"
    broken.mkdir()
    for path in Path(spec.partition(":")[2]).iterdir():
        (broken / path.name).write_bytes(b"junk" if path.name.startswith("vocab") else path.read_bytes())
    with pytest.raises(SystemFailure, match=r"bergamot: .*ended with status"):
        list(open_system(f"bergamot:{broken}", settings, target="pt").answer(ITEMS))


def test_the_folder_is_part_of_what_was_asked(folder, engine):
    before = dict(open_system(f"bergamot:{folder}", engine(), target="pt").details)
    (folder / "lex.50.50.enpt.s2t.bin").write_bytes(b"y")
    after = dict(open_system(f"bergamot:{folder}", engine(), target="pt").details)
    assert {key for key in before if before[key] != after[key]} == {"model"}
