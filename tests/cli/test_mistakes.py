"""A user's mistake is one message on standard error and status 2; nothing is written, nobody sees a traceback."""

import gzip
import json

import pytest

import askew as api

IDS = [item.id for item in api.items("simplegen", subset="fofc")]


def jsonl(**changes):
    rows = [{"id": name, "output": "x"} for name in IDS]
    rows[2] |= changes
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


BAD_FILES = {
    "too few lines": (b"x\n" * 517, "expected 518 rows"),
    "empty": (b"", "is empty"),
    "Latin-1": (b"x\n" * 9 + "médica\n".encode("latin-1") + b"x\n" * 508, ":10: is not UTF-8"),
    "UTF-16": (("x\n" * 518).encode("utf-16"), "save it as UTF-8"),
    "truncated .gz": (gzip.compress(jsonl())[:-10], "damaged .gz"),
    "broken JSON": (jsonl(output="?").replace(b'?"}', b"?"), ":3: broken JSON: "),
    "null": (jsonl(output=None), ":3: output: expected a string, found null"),
    "half a surrogate pair": (jsonl(output="\ud83d"), ":3: "),
    "huge number": (jsonl(id="N").replace(b'"N"', b"9" * 5000), ":3: "),
    "duplicate id": (jsonl(id=IDS[0]), f"duplicate ids: {IDS[0]} (line 3)"),
    "missing ids": (b"".join(jsonl().splitlines(keepends=True)[9:]), "no output for 9 of 518 items"),
    "another suite's sources": (b"Hello. ||| Hola.\n" * 518, "518 of 518 sources"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_is_refused_and_nothing_is_written(askew, is_users_mistake, tmp_path, kind):
    content, said = BAD_FILES[kind]
    path = tmp_path / "out"
    path.write_bytes(content)
    result = askew("score", "simplegen", "-t", "es", "--subset", "fofc", "--hyp", path, "--out", tmp_path / "run")
    is_users_mistake(result)
    assert result.stderr.startswith(f"askew: error: {path}")
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    path = tmp_path_factory.mktemp("good") / "out.txt"
    path.write_text("la enfermera\n" * 518)
    return path


@pytest.fixture(scope="module")
def run_folder(good):
    options = {"target": "es", "subset": "fofc", "resampling": api.Resampling(100)}
    api.score("simplegen", hyp=good, out=good.parent / "run", **options)
    return good.parent / "run"


WRONG_WORDS = {
    "suite": ("score simplgen -t es --hyp GOOD", "no suite is called 'simplgen'; did you mean 'simplegen'?"),
    "suite of items": ("items winomt-x", "(known: simplegen"),
    "language": ("score simplegen -t tlh --hyp GOOD", "can't judge 'tlh'; it can judge "),
    "language by its name": ("score simplegen -t german --hyp GOOD", "'german' is 'de' (--target de)"),
    "language of a run, misspelt": ("run simplegen -t Spansh --system command:cat --out NEW", "'Spansh' is 'es'"),
    "item": ("explain RUN --id mofc-3", "simplegen has no item 'mofc-3'; it has 518, such as fofc-"),
    "language of the protocol": ("score simplegen -t fr --protocol release --hyp GOOD", "can't judge 'fr'; it can judge de, es"),
    "protocol": ("score simplegen -t es --protocol relase --hyp GOOD", "did you mean 'release'?"),
    "subset": ("score simplegen -t es --subset mofcc --hyp GOOD", "did you mean 'mofc'?"),
    "edition": ("items simplegen --edition papre", "did you mean 'paper'?"),
    "format": ("score simplegen -t es --format json --hyp GOOD", "the formats are text, pipes, jsonl, tsv"),
    "system": ("run simplegen -t es --system comand:cat --out NEW", "did you mean 'command'?"),
    "system without a colon": ("run simplegen -t es --system cat --out NEW", "a system is written KIND:WHAT"),
    "data set": ("data path simplegn", "did you mean 'simplegen'?"),
    "missing file": ("score simplegen -t es --hyp NEW --out NEW", "no such file"),
    "folder as file": ("score simplegen -t es --hyp FOLDER", "Is a directory"),
    "run folder": ("verdicts NEW", "no such run folder"),
    "no run folder": ("rescore FOLDER", "run.json"),
    "one run to compare": ("compare RUN", "at least two runs"),
    "full folder": ("score simplegen -t es --subset fofc --hyp GOOD --out RUN", "exists and is not empty"),
    "folder below a file": ("score simplegen -t es --subset fofc --hyp GOOD --out GOOD/run", "GOOD"),
    "run folder below a file": ("run simplegen -t es --subset fofc --system file:GOOD --out GOOD/run", "GOOD"),
    "page in no folder": ("report RUN -o NEW/page.html", "is not a folder"),
    "folder as page": ("report RUN -o FOLDER", "FOLDER"),
    "negative seed": ("score simplegen -t es --subset fofc --hyp GOOD --seed -1", "seed"),
    "too few resamples": ("score simplegen -t es --subset fofc --hyp GOOD --resamples 5", "resamples"),
    "resamples no number": ("score simplegen -t es --subset fofc --hyp GOOD --resamples many", "resamples"),
    "unknown verb": ("scor simplegen", "scor"),
    "unknown option": ("score simplegen -t es --hyp GOOD --colour red", "--colour"),
    "missing option": ("score simplegen --hyp GOOD", "--target"),
    "missing argument": ("score", "SUITE"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG_WORDS)
def test_wrong_words_are_refused_with_a_hint(askew, is_users_mistake, good, run_folder, tmp_path, what):
    words, said = WRONG_WORDS[what]
    (tmp_path / "folder").mkdir()
    for name, path in {"GOOD": good, "NEW": tmp_path / "new", "FOLDER": tmp_path / "folder", "RUN": run_folder}.items():
        words, said = words.replace(name, str(path)), said.replace(name, str(path))
    before = {path.name: path.read_bytes() for path in run_folder.iterdir()}
    result = askew(*words.split(), cwd=tmp_path)
    is_users_mistake(result)
    assert said in result.stderr
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]
    assert {path.name: path.read_bytes() for path in run_folder.iterdir()} == before
    assert sorted(path.name for path in good.parent.iterdir()) == ["out.txt", "run"]


def test_runs_that_cannot_be_compared_are_refused_with_the_difference(
    askew, is_users_mistake, good, run_folder, tmp_path
):
    api.score("simplegen", target="de", subset="fofc", hyp=good, out=tmp_path / "de", resampling=api.Resampling(100))
    result = askew("compare", run_folder, tmp_path / "de")
    is_users_mistake(result)
    assert "differ in target es and de; pack es-" in result.stderr


def test_no_words_at_all_print_the_help(askew):
    result = askew()
    assert "Usage: askew" in result.stdout + result.stderr
    assert "bug in askew" not in result.stderr
