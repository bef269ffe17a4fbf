"""What the command line promises: the shape of its JSON, the same numbers as in Python, clean streams."""

import csv
import html.parser
import json
import re
import subprocess

import pytest

import askew as api
from askew.datasets import manifest

FEW = ("--resamples", "100")
RESAMPLING = api.Resampling(resamples=100)
KEYS = ["suite", "target", "protocol", "system", "n", "signature", "scores", "groups", "counts"]
FIELDS = ["value", "low", "high", "n", "coverage", "reason"]
WORDS = (
    "la enfermera",
    "el enfermero",
    "",
    "el médico y la médica",
    "la directora <i>cansada</i>",
    "el director",
    "la jefa",
)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """Two files of outputs for all of SimpleGEN, in two formats."""
    folder, items = tmp_path_factory.mktemp("outputs"), api.items("simplegen")
    (folder / "a.txt").write_text("".join(WORDS[n % 7] + "\n" for n in range(len(items))))
    rows = [{"id": item.id, "output": WORDS[n % 5]} for n, item in enumerate(items)]
    (folder / "b.jsonl").write_text("".join(json.dumps(row) + "\n" for row in reversed(rows)))
    return folder


@pytest.fixture(scope="module")
def scored(askew, outputs):
    """Both files scored by the program into run folders; what it printed."""
    return {
        name: askew("score", "simplegen", "-t", "es", "--hyp", outputs / file, "--out", outputs / name, "--json", *FEW)
        for name, file in (("a", "a.txt"), ("b", "b.jsonl"))
    }


def all_scores(result):
    by_group = (scores for by_value in result["groups"].values() for scores in by_value.values())
    return [score for scores in (result["scores"], *by_group) for score in scores.values()]


@pytest.mark.parametrize("name", ["a", "b"])
def test_score_prints_one_json_object_of_the_promised_shape(scored, name):
    assert scored[name].returncode == 0
    assert scored[name].stderr == ""
    result = json.loads(scored[name].stdout)
    assert list(result) == KEYS
    assert result["n"] == 2664
    assert all(list(score) == FIELDS for score in all_scores(result))
    assert sum(sum(counts.values()) for counts in result["counts"].values()) == 2664


def test_every_score_lies_in_its_interval_or_says_why_there_is_none(scored):
    for score in all_scores(json.loads(scored["a"].stdout)):
        if score["low"] is None:
            assert score["reason"]
        else:
            assert score["low"] <= score["high"]
            assert score["reason"] is None


def test_python_gives_the_numbers_of_the_program(scored, outputs):
    a, b = (json.loads(scored[name].stdout) for name in "ab")
    run = api.score("simplegen", target="es", hyp=outputs / "a.txt", name="a", resampling=RESAMPLING)
    assert json.loads(json.dumps(run.to_json())) == a
    assert api.load(outputs / "a").to_json() == a
    by_id = {item.id: WORDS[n % 5] for n, item in enumerate(api.items("simplegen"))}
    given = api.score("simplegen", target="es", hyp=by_id, name="b", resampling=RESAMPLING)
    assert json.loads(json.dumps(given.to_json())) == b


def test_running_a_file_gives_the_numbers_of_scoring_it(askew, scored, outputs, tmp_path):
    system = f"file:{outputs / 'a.txt'}"
    shown = askew(
        "run", "simplegen", "-t", "es", "--system", system, "--name", "a", "--out", tmp_path / "cli", "--json", *FEW
    )
    run = api.run("simplegen", target="es", system=system, name="a", out=tmp_path / "api", resampling=RESAMPLING)
    assert json.loads(shown.stdout) == json.loads(scored["a"].stdout) == run.to_json()


def test_comparing_gives_the_same_numbers_in_python(askew, scored, outputs):
    assert scored
    shown = askew("compare", outputs / "a", outputs / "b", "--json", *FEW)
    assert shown.stderr == ""
    comparison = api.compare(outputs / "a", outputs / "b", resampling=RESAMPLING)
    assert json.loads(shown.stdout) == comparison.to_json()


def test_a_run_does_not_differ_from_itself(askew, scored, outputs):
    assert scored
    (system,) = json.loads(askew("compare", outputs / "a", outputs / "a", "--json", *FEW).stdout)["systems"]
    by_group = (changes for by_value in system["groups"].values() for changes in by_value.values())
    changes = [change for by_name in (system["changes"], *by_group) for change in by_name.values()]
    assert all(change["difference"] == 0 and change["p"] == 1 for change in system["changes"].values())
    for change in changes:
        if change["difference"] is None:
            assert change["reason"]
        else:
            assert change["difference"] == 0
            assert change["p"] in (1, None)
            assert {change["low"], change["high"]} <= {0, None}


def test_undefined_scores_are_null_with_a_reason(askew, tmp_path):
    (tmp_path / "out.txt").write_text("la directora\n" * 814)
    words = ("score", "simplegen", "-t", "es", "--subset", "mofc", "--hyp", tmp_path / "out.txt", *FEW)
    scores = json.loads(askew(*words, "--json").stdout)["scores"]
    undefined = {name for name, score in scores.items() if score["value"] is None}
    assert undefined >= {"pro", "anti", "delta", "fofc", "delta_fc", "momc", "fomc", "delta_mc"}
    assert "mofc" not in undefined
    for name in undefined:
        assert scores[name]["reason"].strip()
        assert scores[name]["low"] is scores[name]["high"] is None
    assert "undefined: pro (needs items of class" in askew(*words).stdout


def test_standard_input_is_a_file_of_outputs(askew, scored, outputs):
    text = (outputs / "a.txt").read_text()
    shown = askew("score", "simplegen", "-t", "es", "--hyp", "-", "--name", "a", "--json", *FEW, input=text)
    assert json.loads(shown.stdout) == json.loads(scored["a"].stdout)


def test_warnings_go_to_standard_error_and_leave_the_result_clean(askew, tmp_path):
    rows = [f"{'X' * (n == 4)}{item.source} ||| x\n" for n, item in enumerate(api.items("simplegen", subset="fofc"))]
    (tmp_path / "out.txt").write_text("".join(rows))
    shown = askew("score", "simplegen", "-t", "es", "--subset", "fofc", "--hyp", tmp_path / "out.txt", "--json", *FEW)
    assert json.loads(shown.stdout)["n"] == 518
    assert shown.stderr.startswith(f"askew: warning: {tmp_path / 'out.txt'}: 1 of 518 sources differ")
    assert shown.stderr.count("\n") == 1


def test_verdicts_are_the_same_rows_as_tsv_and_as_json(askew, scored, outputs):
    assert scored
    rows = [json.loads(line) for line in askew("verdicts", outputs / "a", "--json").stdout.splitlines()]
    table = askew("verdicts", outputs / "a").stdout.splitlines()
    parsed = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) == len(parsed) == 2664
    for row, cells in zip(rows, parsed, strict=True):
        assert list(row) == list(cells)
        assert (row["id"], row["verdict"], row["output"]) == (cells["id"], cells["verdict"], cells["output"])
    assert {row["verdict"] for row in rows} == {"correct", "incorrect", "inconclusive"}


def test_items_are_the_same_as_text_and_as_json(askew):
    text = askew("items", "simplegen").stdout.splitlines()
    rows = [json.loads(line) for line in askew("items", "simplegen", "--json").stdout.splitlines()]
    assert len(text) == len(rows) == 2664
    assert [row["source"] for row in rows] == text == [item.source for item in api.items("simplegen")]
    assert len({row["id"] for row in rows}) == 2664


def test_a_reader_that_has_seen_enough_is_no_error(program):
    with subprocess.Popen([program, "items", "simplegen"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as items:
        assert items.stdout.readline()
        items.stdout.close()
        assert items.stderr.read() == b""
    assert items.returncode == 0


def test_what_is_listed_is_json_when_asked(askew):
    listing = json.loads(askew("ls", "--json").stdout)
    assert listing["suites"]["simplegen"]["protocols"]["release"] == ["de", "es"]
    assert set(listing["languages"]) >= {"es", "de"}
    checks = json.loads(askew("doctor", "--json").stdout)
    assert {"askew", "numpy", "apertium"} <= {check["part"] for check in checks}
    assert "simplegen" in [row["name"] for row in json.loads(askew("data", "ls", "--json").stdout)]


VERBS = ["score", "run", "rescore", "compare", "items", "verdicts", "report", "show", "ls", "doctor", "demo", "data", "explain", "audit", "correlate", "sweep", "gate", "power", "train",
         "data ls", "data fetch", "data path", "data verify"]  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(askew, verb):
    shown = askew(*verb.split(), "--help")
    assert shown.returncode == 0
    assert shown.stderr == ""
    assert f"Usage: askew {verb}" in shown.stdout


def test_help_lists_every_verb_and_version_is_printed(askew):
    shown = askew("--help").stdout
    assert all(f"\n  {verb} " in shown for verb in VERBS if " " not in verb)
    version, data = askew("--version").stdout.splitlines()
    assert version == f"askew {api.__version__}"
    assert data.split() == ["data", *(f"{name}@{manifest.load(name).revision}" for name in manifest.names())]
    assert "winomt@5862928" in data


HOSTILE = "la médica</td><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp; {{ 7 * 6 }}"


def test_the_report_shows_hostile_text_as_text(askew, tmp_path):
    (tmp_path / "out.txt").write_text(f"{HOSTILE}\n" * 518)
    words = ("--subset", "fofc", "--hyp", tmp_path / "out.txt", "--name", HOSTILE, "--out", tmp_path / "run")
    assert askew("score", "simplegen", "-t", "es", *words, "--json", *FEW).returncode == 0
    shown = askew("report", tmp_path / "run", "-o", tmp_path / "page.html")
    assert shown.stdout == f"{tmp_path / 'page.html'}\n"
    page = (tmp_path / "page.html").read_text("utf-8")
    tags, texts = set(), []
    reader = html.parser.HTMLParser()
    reader.handle_starttag = lambda tag, _: tags.add(tag)
    reader.handle_data = texts.append
    reader.feed(page)
    assert tags.isdisjoint({"img", "i", "iframe", "link"})
    assert "alert(1)</script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert HOSTILE in "".join(texts)


def test_the_report_has_other_formats(askew, scored, outputs, tmp_path):
    assert scored
    rows = list(csv.DictReader(askew("report", outputs / "a", "--format", "csv").stdout.splitlines()))
    [pro] = [row for row in rows if row["score"] == "pro" and not row["attribute"]]
    assert float(pro["value"]) == json.loads(scored["a"].stdout)["scores"]["pro"]["value"]
    both = json.loads(askew("report", outputs / "a", outputs / "b", "--format", "json").stdout)
    assert [run["system"] for run in both["runs"]] == ["a", "b"]
    shown = askew("report", outputs / "a", "--format", "md", "-o", tmp_path / "a.md")
    assert shown.stdout == f"{tmp_path / 'a.md'}\n"
    assert (tmp_path / "a.md").read_text("utf-8").startswith("# Gender in translation: ")
    assert askew("report", outputs / "a", "--format", "tex").stdout.count("\\toprule") >= 3


def test_a_folder_of_runs_makes_a_site_and_a_second_build_changes_nothing(askew, scored, outputs, tmp_path):
    assert scored
    first = askew("report", outputs, "--site", tmp_path / "site")
    assert first.stdout == f"{tmp_path / 'site/index.html'}: 5 of 5 pages written, 0 removed\n"
    assert askew("report", outputs, "--site", tmp_path / "site").stdout.endswith(": 0 of 5 pages written, 0 removed\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "no such run folder"),
        (["empty"], "neither a run nor a sweep"),
        (["a", "--format", "pdf"], "no report format is called 'pdf'"),
        (["a", "--site", "x", "-o", "y"], "goes with neither --out nor --format"),
        (["a", "--show-speakers"], "--show-speakers is for --site"),
        (["a", "--site", "full"], "not a site that askew made"),
        (["a", "-o", "full"], "is a folder"),
        (["a", "-o", "nowhere/x.html"], "is not a folder"),
    ],
)
def test_mistakes_with_reports_are_explained(askew, scored, outputs, is_users_mistake, tmp_path, words, message):
    assert scored
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    words = [outputs / "a" if word == "a" else word for word in words]
    shown = askew("report", *words, cwd=tmp_path)
    is_users_mistake(shown)
    assert message in shown.stderr
    assert (tmp_path / "full/mine.txt").read_text() == "mine"


def test_show_tells_a_runs_story(askew, scored, outputs):
    shown = askew("show", outputs / "a")
    assert "what stands out" in shown.stdout
    assert "by occupation, 0 to 100" in shown.stdout
    assert json.loads(askew("show", outputs / "a", "--json").stdout) == json.loads(scored["a"].stdout)


@pytest.mark.parametrize("name", ["m2m[big]", "x:100:[/x]"])
def test_tables_show_names_as_they_are(askew, tmp_path, name):
    (tmp_path / "out.txt").write_text("x\n" * 518)
    shown = askew(
        "score", "simplegen", "-t", "es", "--subset", "fofc", "--hyp", tmp_path / "out.txt", "--name", name, *FEW
    )
    assert f"\n{name} " in shown.stdout, shown.stderr


def test_the_demo_needs_nothing_but_askew(askew, tmp_path):
    """No data, no network, no other program: the shipped model over SimpleGEN, careful, fast and mended."""
    shown = askew("demo", "--out", tmp_path / "demo", env={"PATH": str(tmp_path), "ASKEW_DATA": str(tmp_path / "none")})
    assert shown.returncode == 0, shown.stderr
    assert "WinoMT was left out" in shown.stderr
    assert "translating takes" in shown.stderr.splitlines()[1]  # said before anything is translated
    certain, _, inferred = shown.stdout.partition("Other sentences about occupations like these")
    assert re.search(r"fast: [\d,]+ outputs of 2,664 changed, at \d+\.\d times the speed", certain)
    assert re.search(r"of the [\d,]+ that were right \d+ were lost, \d+ others were won", certain)
    assert "Lost: right for careful, not for fast" in certain
    assert "mended" in inferred.partition("What may be chance")[0]
    page = (tmp_path / "demo/report.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.index("Lost: right for careful, not for fast") < page.index("At a glance</h2>")
    assert sorted(path.name for path in (tmp_path / "demo").iterdir()) == [
        "report.html",
        "simplegen-careful",
        "simplegen-fast",
        "simplegen-mended",
    ]
