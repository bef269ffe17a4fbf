"""Run folders: what is saved is what is loaded, damage is noticed, no file is ever half written."""

import json
import random
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import askew
from askew.core.errors import AskewError, RunError
from askew.core.files import write_atomically
from askew.core.journal import Journal, journal_text, read_journal
from askew.core.records import Output

FILES = ("items.jsonl", "outputs.jsonl", "verdicts.jsonl", "scores.json", "run.json")
FEW = askew.Resampling(resamples=100)


@pytest.fixture(scope="module")
def scored():
    """A run with right, wrong and inconclusive answers."""
    items = askew.items("simplegen", subset="fofc")
    texts = [("la enfermera", "el enfermero", "", "secretaria <b>\u2028")[n % 4] for n in range(len(items))]
    return askew.score("simplegen", target="es", hyp=texts, subset="fofc", name="toy", resampling=FEW)


@pytest.fixture
def folder(scored, tmp_path):
    scored.save(tmp_path / "run")
    return tmp_path / "run"


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_saved_is_what_is_loaded(scored, folder):
    assert sorted(content(folder)) == sorted(FILES)
    assert askew.load(folder) == scored


def test_saving_what_was_loaded_changes_no_byte(folder, tmp_path):
    askew.load(folder).save(tmp_path / "again")
    assert content(tmp_path / "again") == content(folder)


def test_rescoring_gives_the_same_numbers_and_touches_no_output(scored, folder):
    before = content(folder)
    again = askew.rescore(folder, resampling=FEW)
    assert again.to_json() == scored.to_json()
    assert content(folder) == before


def test_rescoring_a_run_scored_in_part_keeps_it_in_part(scored, tmp_path):
    half = {output.id: output.text for output in scored.outputs[::2]}
    options = {"target": "es", "subset": "fofc", "resampling": FEW}
    run = askew.score("simplegen", hyp=half, partial=True, out=tmp_path / "half", **options)
    assert askew.rescore(tmp_path / "half", resampling=FEW).to_json() == run.to_json()
    assert run.signature.fields["items"] == "259/518"


def test_a_run_is_not_saved_over_something_else(folder):
    before = content(folder)
    with pytest.raises(RunError, match="exists and is not empty"):
        askew.score("simplegen", target="es", subset="fofc", hyp=["x"] * 518, out=folder, resampling=FEW)
    assert content(folder) == before


DAMAGE = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-20]),
    "binary": lambda path: path.write_bytes(b"\x80\0\xff\n" * 9),
    "an empty object": lambda path: path.write_text("{}\n"),
    "an empty array": lambda path: path.write_text("[]\n"),
    "a null": lambda path: path.write_text("null\n"),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_noticed(folder, name, damage):
    DAMAGE[damage](folder / name)
    with pytest.raises(RunError, match=str(folder)):
        askew.load(folder)


def test_verdicts_that_are_not_those_of_the_scores_are_noticed(scored, folder):
    """What a kill leaves when it comes between the first and the second file that rescoring writes."""
    verdicts = [replace(verdict, labels={**verdict.labels, "verdict": "correct"}) for verdict in scored.verdicts]
    replace(scored, verdicts=verdicts).save(folder.with_name("other"))
    shutil.copy(folder.with_name("other") / "verdicts.jsonl", folder)
    with pytest.raises(RunError, match="rescore"):
        askew.load(folder)


NOT_RUNS = {
    "nothing there": lambda _: None,
    "a file": lambda path: path.write_text("x"),
    "an empty folder": lambda path: path.mkdir(),
    "another program's run.json": lambda path: (path.mkdir(), (path / "run.json").write_text('{"model": "m2m"}')),
    "a run.json of another version": lambda path: (path.mkdir(), (path / "run.json").write_text('{"asked": {"x": 1}}')),
}


@pytest.mark.parametrize("kind", NOT_RUNS)
@pytest.mark.parametrize("verb", [askew.load, askew.rescore, lambda folder: askew.compare(folder, folder)])
def test_what_is_no_run_folder_is_refused_by_name(tmp_path, kind, verb):
    NOT_RUNS[kind](tmp_path / "run")
    with pytest.raises(RunError, match=str(tmp_path / "run")):
        verb(tmp_path / "run")


# The journal.

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
outputs_strategy = st.lists(
    st.builds(Output, any_text, any_text, st.none() | st.integers(0, 10**9).map(lambda n: n / 10**6)),
    min_size=1, max_size=6, unique_by=lambda output: output.id,
)  # fmt: skip


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(outputs_strategy, st.data())
def test_a_journal_torn_anywhere_has_its_whole_lines_and_can_be_gone_on_with(tmp_path, outputs, data):
    path = tmp_path / "outputs.jsonl"
    whole = journal_text(outputs).encode()
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    kept = path.read_bytes().count(b"\n")
    assert read_journal(path) == outputs[:kept]
    with Journal(path) as journal:
        for output in outputs[kept:]:
            journal.append(output)
    assert path.read_bytes() == whole


BAD_LINES = (b"{", b"", b"\xff\xfe", b"\0" * 40, b"[]", b"null", b'"x"', b'{"id": "x"}', b'{"output": "x"}', b'{"id": "x", "output": null}')  # fmt: skip


@pytest.mark.parametrize("line", BAD_LINES)
def test_damage_in_the_middle_of_a_journal_is_an_error_with_its_line(tmp_path, line):
    path = tmp_path / "outputs.jsonl"
    path.write_bytes(b'{"id": "a", "output": "x"}\n' + line + b'\n{"id": "b", "output": "y"}\n')
    with pytest.raises(RunError, match=f"{path}:2: damaged"):
        read_journal(path)


def test_an_id_journalled_twice_is_an_error(tmp_path):
    path = tmp_path / "outputs.jsonl"
    path.write_text(journal_text([Output("a", "x"), Output("b", "y"), Output("a", "z")]))
    with pytest.raises(RunError, match=f"{path}:3: a was journalled twice"):
        read_journal(path)


# Whole or not at all.


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "scores.json"
    write_atomically(path, "old\n")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new\n" * 100_000 + "\ud800")
    assert content(tmp_path) == {"scores.json": b"old\n"}


REWRITER = """
import sys
from pathlib import Path
from askew.core.files import write_atomically
version = 0
while True:
    version += 1
    write_atomically(Path(sys.argv[1]), f"{version}\\n" * 50_000)
    print(version, flush=True)
"""


def test_a_writer_killed_at_any_moment_leaves_a_whole_file(tmp_path):
    path, chance = tmp_path / "scores.json", random.Random(7)
    for _ in range(20):
        with subprocess.Popen([sys.executable, "-c", REWRITER, path], stdout=subprocess.PIPE) as writer:
            for _ in range(chance.randint(1, 12)):
                seen = int(writer.stdout.readline())
            writer.kill()
        versions = path.read_text("utf-8").split("\n")
        assert len(versions) == 50_001
        assert len(set(versions[:-1])) == 1
        assert int(versions[0]) >= seen


def test_a_folder_that_cannot_be_made_is_the_users_mistake(scored, tmp_path):
    (tmp_path / "file").write_text("x")
    texts = [output.text for output in scored.outputs]
    with pytest.raises(AskewError, match="file"):
        askew.score("simplegen", target="es", subset="fofc", hyp=texts, out=tmp_path / "file" / "run", resampling=FEW)


def test_outputs_that_cannot_be_stored_leave_no_folder_behind(scored, tmp_path):
    texts = ["\ud800", *(output.text for output in scored.outputs[1:])]
    with pytest.raises(AskewError):
        askew.score("simplegen", target="es", subset="fofc", hyp=texts, out=tmp_path / "run", resampling=FEW)
    assert content(tmp_path) == {}


def test_the_signature_in_the_folder_is_that_of_the_scores(folder):
    stored = [json.loads((folder / name).read_text("utf-8"))["signature"] for name in ("run.json", "scores.json")]
    assert stored[0] == stored[1] == str(askew.load(folder).signature)
