"""Runs that were killed go on where they stopped and end as if nothing had happened."""

import json
import random
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import askew
from askew.core.errors import InputError, RunError
from askew.core.journal import read_journal
from askew.core.records import Output
from askew.systems import System

ASKEW = Path(sys.executable).with_name("askew")
FEW = askew.Resampling(resamples=100)
# Answers line for line. While the file `stop` exists, it kills askew at the line the file names, once something new is
# in the journal. At its end it notes how many lines it was asked.
TRANSLATOR = """
import os, signal, sys
stop, journal, asked = sys.argv[1:]
size = lambda: os.path.getsize(journal) if os.path.exists(journal) else 0
before, number, parent = size(), 0, os.getppid()
for number, line in enumerate(sys.stdin, 1):
    print("la enfermera,", line.strip(), flush=True)
    if os.path.exists(stop) and number == int(open(stop).read()):
        while size() <= before + 200 and os.getppid() == parent:
            pass
        os.kill(parent, signal.SIGKILL)
        sys.exit()
open(asked, "a").write(f"{number}\\n")
"""


class Toy(System):
    """A system in Python."""

    name, details = "toy", {}

    def __init__(self, name="toy", word="la enfermera"):
        self.name, self.details, self.word, self.asked = name, {"kind": "toy", "word": word}, word, []

    def answer(self, items):
        for item in items:
            self.asked.append(item.id)
            yield Output(item.id, f"{self.word}, {item.id}", 0.25)


def run(system, out, **more):
    return askew.run("simplegen", target="es", subset="fofc", system=system, out=out, resampling=FEW, **more)


@pytest.fixture
def translator(tmp_path):
    """The SPEC of the program above, and how to start askew on it."""
    (tmp_path / "translate.py").write_text(TRANSLATOR)
    argv = [sys.executable, *(str(tmp_path / name) for name in ("translate.py", "stop", "run/outputs.jsonl", "asked"))]
    options = ["--target", "es", "--subset", "fofc", "--resamples", "100", "--json", "--out", str(tmp_path / "run")]

    def start(*more, spec=None):
        system = spec or f"command:{shlex.join(argv)}"
        words = [ASKEW, "run", "simplegen", *options, "--system", system, *more]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    return start


def texts(folder):
    return {output.id: output.text for output in read_journal(folder / "outputs.jsonl")}


def test_a_run_killed_again_and_again_ends_like_an_unbroken_one(translator, tmp_path):
    unbroken = translator()
    assert unbroken.returncode == 0
    expected = texts(tmp_path / "run")
    shutil.rmtree(tmp_path / "run")
    (tmp_path / "asked").unlink()

    chance, journalled = random.Random(3), 0
    for _ in range(5):
        (tmp_path / "stop").write_text(str(chance.randint(10, 60)))
        assert translator().returncode == -signal.SIGKILL
        with pytest.raises(RunError, match="unfinished run: start the same 'askew run' again"):
            askew.load(tmp_path / "run")
        kept = texts(tmp_path / "run")  # an id journalled twice would be an error here
        assert len(kept) > journalled
        journalled = len(kept)
    (tmp_path / "stop").unlink()

    finished = translator()
    assert finished.returncode == 0
    assert json.loads(finished.stdout) == json.loads(unbroken.stdout)
    assert texts(tmp_path / "run") == expected
    # Each time the last three answers were asked again, to see that they belong to their items.
    assert (tmp_path / "asked").read_text() == "3\n" * 5 + f"{len(expected) - journalled}\n"


def test_a_killed_run_is_scored_only_when_told_in_part(translator, tmp_path):
    (tmp_path / "stop").write_text("40")
    assert translator().returncode == -signal.SIGKILL
    with pytest.raises(
        RunError, match=r"outputs for \d+ of 518 items; finish the run, or score it in part with --partial"
    ):
        askew.rescore(tmp_path / "run", resampling=FEW)
    part = askew.rescore(tmp_path / "run", partial=True, resampling=FEW)
    assert part.signature.fields["items"] == f"{len(texts(tmp_path / 'run'))}/518"


def test_another_system_in_the_folder_is_refused_and_fresh_starts_over(translator, tmp_path):
    translator()
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    refused = translator(spec="command:cat")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "holds another run" in refused.stderr
    assert "translate.py" in refused.stderr  # what is there
    assert "'command': 'cat'" in refused.stderr  # what was asked
    assert "--fresh" in refused.stderr
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before

    assert translator("--fresh", spec="command:cat").returncode == 0
    assert texts(tmp_path / "run") == {item.id: item.source for item in askew.items("simplegen", subset="fofc")}


def test_rescoring_needs_no_system(translator, tmp_path):
    scored = json.loads(translator().stdout)
    (tmp_path / "translate.py").unlink()
    again = subprocess.run(
        [ASKEW, "rescore", tmp_path / "run", "--resamples", "100", "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(again.stdout) == scored == askew.load(tmp_path / "run").to_json()


@pytest.mark.parametrize("change", [{"subset": "momc"}, {"edition": "clean"}, {"target": "de"}, {"name": "other"}])
def test_another_question_in_the_folder_is_refused_with_the_difference(tmp_path, change):
    run(Toy(), tmp_path / "run")
    key, value = next(iter(change.items()))
    options = {"target": "es", "subset": "fofc", **change}
    with pytest.raises(
        RunError, match=rf"holds another run \({'system' if key == 'name' else key}: \S+ there, {value} now\)"
    ):
        askew.run("simplegen", system=Toy(), out=tmp_path / "run", resampling=FEW, **options)


def test_a_finished_run_asks_its_system_nothing_more(tmp_path):
    first, again = run(Toy(), tmp_path / "run"), Toy()
    assert run(again, tmp_path / "run").to_json() == first.to_json()
    assert again.asked == []


def test_fresh_does_not_throw_away_what_is_no_run(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(RunError, match="exists and is not empty"):
        run(Toy(), tmp_path, fresh=True)
    assert (tmp_path / "thesis.tex").exists()


WRITTEN = ("outputs.jsonl", "verdicts.jsonl", "scores.json")  # after items.jsonl and the first run.json, in this order


@pytest.mark.parametrize("done", range(len(WRITTEN) + 1))
def test_a_run_killed_between_any_two_of_its_files_goes_on(tmp_path, done):
    first = run(Toy(), tmp_path / "run")
    for name in WRITTEN[done:]:
        (tmp_path / "run" / name).unlink()
    head = json.loads((tmp_path / "run/run.json").read_text())
    (tmp_path / "run/run.json").write_text(json.dumps({key: head[key] for key in ("askew", "created", "asked")}))
    assert run(Toy(), tmp_path / "run").to_json() == first.to_json()
    assert askew.load(tmp_path / "run").created == first.created


def test_a_run_goes_on_under_its_own_name_wherever_its_folder_is_moved(tmp_path):
    first = run(Toy(), tmp_path / "run")
    (tmp_path / "run").rename(tmp_path / "moved")
    assert run(Toy(), tmp_path / "moved").to_json() == first.to_json()
    assert run(Toy(), tmp_path / "moved", fresh=True).system == "moved"


@pytest.mark.parametrize("left", [".run.json.4711.tmp"])
def test_a_run_killed_before_its_first_run_json_goes_on(tmp_path, left):
    first = run(Toy(), tmp_path / "run")
    (tmp_path / "killed").mkdir()
    shutil.copy(tmp_path / "run/items.jsonl", tmp_path / "killed" / left)
    assert run(Toy(), tmp_path / "killed").to_json() == {**first.to_json(), "system": "killed"}


def test_a_killed_run_of_a_file_goes_on(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("la enfermera\n" * 518)
    first = run(f"file:{path}", tmp_path / "run")
    journal = tmp_path / "run/outputs.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:100]))
    assert run(f"file:{path}", tmp_path / "run").to_json() == first.to_json()


def test_fresh_never_removes_what_somebody_else_put_there(tmp_path):
    lines = tmp_path / "out.txt"
    lines.write_text("La enfermera.\n" * 518)
    asked = {"target": "es", "subset": "fofc", "system": f"file:{lines}", "out": tmp_path / "run"}
    askew.run("simplegen", **asked)
    (tmp_path / "run/audit.tsv").write_text("labels")
    with pytest.raises(RunError, match=r"holds more than the run \(audit\.tsv\)"):
        askew.run("simplegen", **asked, fresh=True)
    assert (tmp_path / "run/audit.tsv").read_text() == "labels"
    assert len(askew.load(tmp_path / "run").outputs) == 518


def test_a_broken_off_file_run_keeps_its_outputs_though_the_file_is_gone(tmp_path):
    lines = tmp_path / "out.txt"
    lines.write_text("La enfermera.\n" * 518)
    asked = {"target": "es", "subset": "fofc", "system": f"file:{lines}", "out": tmp_path / "run"}
    askew.run("simplegen", **asked)
    journal = tmp_path / "run/outputs.jsonl"
    whole = journal.read_text()
    journal.write_text("".join(whole.splitlines(keepends=True)[:100]))
    lines.rename(tmp_path / "moved.txt")
    with pytest.raises(InputError, match="no such file"):
        askew.run("simplegen", **asked)
    assert len(journal.read_text().splitlines()) == 100
    (tmp_path / "moved.txt").rename(lines)
    askew.run("simplegen", **asked)
    assert journal.read_text() == whole


def test_a_run_begun_with_other_items_is_not_continued(tmp_path):
    lines = tmp_path / "out.txt"
    lines.write_text("La enfermera.\n" * 518)
    asked = {"target": "es", "subset": "fofc", "system": f"file:{lines}", "out": tmp_path / "run"}
    askew.run("simplegen", **asked)
    items = tmp_path / "run/items.jsonl"
    items.write_text(items.read_text().replace("clerk", "barber"))
    with pytest.raises(RunError, match="begun with other items"):
        askew.run("simplegen", **asked)
