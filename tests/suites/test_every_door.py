"""Natural sentences through every door: items, score, run, sweep, gate, compare, page, site, audit."""

import json
import shutil
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent.parent / "fixtures"
PAIRS = (
    "source\tfeminine\tmasculine\tgender\n"
    "She is a nurse.\tEs enfermera.\tEs enfermero.\tfeminine\n"
    "He is a nurse.\tEs enfermera.\tEs enfermero.\tmasculine\n"
    "The doctor came.\tVino la doctora.\tVino el doctor.\topen\n"
)
SUITES = {
    "mtgeneval": ("es", "accuracy", "mt_geneval"),
    "ambiguous": ("es", "rendered_male", "gate"),
    "gender-fair": ("de", "gender_fair", "gender_fair_german"),
    "pairs": ("es", "accuracy", None),
}
# Two systems, as one program: each answers every sentence with the same words.
PROGRAM = "import sys\nfor line in sys.stdin:\n    print({words!r}[int(sys.argv[1])], flush=True)\n"
WORDS = {"es": ["Ella es una buena doctora", "Él es un buen doctor"], "de": ["Die Leserinnen", "Die Leser"]}


@pytest.fixture(params=SUITES)
def door(request, tmp_path, monkeypatch, askew):
    """A suite on data of our own: calls the program and gives what it printed; ``options`` are the suite's own."""
    suite = request.param
    target, score, data = SUITES[suite]
    if data:
        shutil.copytree(FIXTURES / data, tmp_path / data)
    (tmp_path / "own.tsv").write_text(PAIRS, "utf-8")
    (tmp_path / "program.py").write_text(PROGRAM.format(words=WORDS[target]), "utf-8")
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path))

    def call(*words, status=0):
        result = askew(*words, cwd=tmp_path)
        assert result.returncode == status, result.stderr
        return result.stdout

    call.suite, call.target, call.score, call.folder = suite, target, score, tmp_path
    call.options = ["--pairs", "own.tsv"] if suite == "pairs" else []
    return call


def test_a_natural_suite_goes_through_every_door(door):
    asked = [door.suite, "-t", door.target, *door.options]
    items = [json.loads(line) for line in door("items", *asked, "--json").splitlines()]
    assert items
    assert all(item["source"] for item in items)

    (door.folder / "hyp.txt").write_text("".join(f"{WORDS[door.target][0]}\n" for _ in items), "utf-8")
    scored = json.loads(door("score", *asked, "--hyp", "hyp.txt", "--json"))

    runs = []
    for number in (0, 1):
        system = ["--system", f"command:{sys.executable} program.py {number}", "--name", f"system {number}"]
        door("run", *asked, *system, "--resamples", "100", "--out", f"run{number}")
        runs.append(f"run{number}")
    ran = json.loads((door.folder / "run0/scores.json").read_text("utf-8"))
    assert ran["scores"][door.score]["value"] == scored["scores"][door.score]["value"]
    door("rescore", "run1", "--resamples", "100")

    compared = json.loads(door("compare", *runs, "--json"))
    assert door.score in json.dumps(compared)
    gated = json.loads(door("gate", "run1", "--baseline", "run0", "--max", f"{door.score}=9999", "--json"))
    assert "pass" in json.dumps(gated)

    door("report", *runs, "-o", "page.html")
    page = (door.folder / "page.html").read_text("utf-8")
    assert door.suite in page
    assert ("Gender left open" in page) == (door.suite == "ambiguous")
    door("report", *runs, "--site", "site")
    assert "system 1" in (door.folder / "site/index.html").read_text("utf-8")

    door("audit", "run0", "-n", "2")
    sheet = (door.folder / "run0/audit.tsv").read_text("utf-8").splitlines()
    (door.folder / "run0/audit.tsv").write_text(
        "\n".join([sheet[0], *(f"{row}m" for row in sheet[1:])]) + "\n", "utf-8"
    )
    assert json.loads(door("audit", "run0", "--json"))["labelled"] == len(sheet) - 1


def test_a_natural_suite_is_swept(door):
    options = '{ pairs = "own.tsv" }' if door.options else "{}"
    (door.folder / "sweep.toml").write_text(
        f'target = "{door.target}"\nsystem = "command:{sys.executable} program.py {{voice}}"\nresamples = 100\n'
        f'suites = [{{ suite = "{door.suite}", options = {options} }}]\n[axes]\nvoice = [0, 1]\n',
        "utf-8",
    )
    result = json.loads(door("sweep", "sweep.toml", "--out", "swept", "--no-figures", "--json"))
    measured = [cell["values"][f"{door.suite}.{door.score}"]["value"] for cell in result["cells"]]
    assert len(measured) == 2
    assert measured[0] is not None
    again = door("sweep", "sweep.toml", "--out", "swept", "--no-figures", "--json")
    assert json.loads(again)["cells"] == result["cells"]


def test_an_option_of_a_swept_suite_that_is_none_is_refused(tmp_path, askew, is_users_mistake):
    text = 'target = "es"\nsystem = "command:cat"\nsuites = [{{ suite = "pairs", options = {options} }}]\n[axes]\nbeam = [1, 2]\n'
    for options in ('{ pears = "own.tsv" }', '{ pairs = "nowhere.tsv" }'):
        (tmp_path / "sweep.toml").write_text(text.format(options=options), "utf-8")
        is_users_mistake(askew("sweep", tmp_path / "sweep.toml", "--out", tmp_path / "swept"))
