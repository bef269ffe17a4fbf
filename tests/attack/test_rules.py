"""What people write on the command line: rules of a gate, files side by side, people held out, names for papers."""

import json
import os
import subprocess
from dataclasses import replace

import pytest

import askew as api
from askew.analyses.citations import bibtex, one_line
from askew.core.errors import AskewError
from askew.gate.gate import FAIL, PASS, UNDECIDED, gate
from askew.gate.rules import KINDS, Rules, parse_rule

from .budget import BUDGET, SEED, chance_of

FEW = api.Resampling(100)
TERMS = ["fofc", "mofc", "accuracy", "lost-right", "won-right", "inconclusive", "coverage", "", "-", "x", "ﬁ"]
GROUPS = ["", "[gold=female]", "[gold=x]", "[gold]", "[]", "[=]", "[gold=female,gold=male]", "[number=sg]", "[[", "]",
          "[gold=female]]", "[x=y]", "[occupation=physician, number=pl]", "[gold=female", "[gold==female]"]  # fmt: skip
NUMBERS = [
    "1",
    "0",
    "-1",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "9" * 5000,
    "",
    " 2 ",
    "1,5",
    "٣",
    "0x1",
    "1_0",
    "1e-400",
    "=",
]
SIGNS = ["=", " = ", "<=", ">=", "<", "==", "", "=="]


@pytest.fixture(scope="module")
def two():
    return [
        api.score("simplegen", target="es", subset="fofc", hyp=[text] * 518, name=name, resampling=FEW)
        for name, text in (("old", "la médica"), ("new", "el médico"))
    ]


def test_no_rule_of_a_gate_is_a_bug_in_askew(two):
    """A rule of random parts is a clear refusal, or the outcome has a reason that can be shown."""
    old, new = two
    refused = 0
    for number in range(BUDGET):
        chance = chance_of("rules", number)
        terms = [chance.choice(TERMS) + chance.choice(GROUPS) for _ in range(chance.choice((1, 1, 1, 2, 3)))]
        text = "-".join(terms) + chance.choice(SIGNS) + chance.choice(NUMBERS)
        try:
            said = gate(new, old, Rules((parse_rule(chance.choice(KINDS), text),)), FEW)
            assert said.outcome in (PASS, FAIL, UNDECIDED)
            json.dumps(said.to_json(), allow_nan=False)
        except AskewError as error:
            refused += 1
            str(error).encode()
        except Exception as error:
            pytest.fail(f"seed {SEED}, rule {number}, {text[:100]!r}: {type(error).__name__}: {error}")
    assert 0.3 * BUDGET < refused < BUDGET


def test_a_name_with_line_breaks_adds_no_entry_to_what_is_cited(two):
    r"""BibTeX would run a ``@preamble``: what stands in a comment stays on its line."""
    evil = replace(two[0], asked=replace(two[0].asked, system='x\n@preamble{"\\write18{id}"}\r@x\u2028y\x0b'))
    line = one_line(evil)
    assert line.splitlines() == [line]
    assert [entry.split("{")[0] for entry in bibtex(evil)] == [entry.split("{")[0] for entry in bibtex(two[0])]


@pytest.fixture
def files(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text("la enfermera\n" * 518)
    return tmp_path


HOW = ("score", "simplegen", "-t", "es", "--subset", "fofc", "--resamples", "100", "--short")


def test_a_second_file_that_is_wrong_leaves_nothing_in_the_way(askew, is_users_mistake, files):
    (files / "b.txt").write_text("la enfermera\n")
    words = (*HOW, "--hyp", files / "a.txt", "--hyp", files / "b.txt", "--out", files / "out")
    is_users_mistake(askew(*words))
    assert not (files / "out").exists()
    (files / "b.txt").write_text("la enfermera\n" * 518)
    again = askew(*words)
    assert (again.returncode, again.stdout.count("\n")) == (0, 2), again.stderr
    assert sorted(path.name for path in (files / "out").iterdir()) == ["a", "b"]


def test_standard_input_twice_is_refused(askew, is_users_mistake):
    result = askew(*HOW, "--hyp", "-", "--hyp", "-", input="la\n" * 518)
    is_users_mistake(result)
    assert "standard input can be read once" in result.stderr


@pytest.mark.parametrize(
    ("people", "complaint"),
    [("nurse\0\n", "NUL byte"), ("\ud800", "is not UTF-8"), ("n\x1b[2Jurse\n", "does not know"), ("# all\n" * 9, None)],
)
def test_people_held_out_of_balanced_sentences(askew, is_users_mistake, tmp_path, people, complaint):
    (tmp_path / "people.txt").write_bytes(people.encode("utf-8", "surrogatepass"))
    result = askew("balance", "-t", "es", "--without", tmp_path / "people.txt", "--out", tmp_path / "b.tsv")
    if complaint is None:
        assert result.returncode == 0, result.stderr
    else:
        is_users_mistake(result)
        assert complaint in result.stderr
        assert "\x1b" not in result.stderr
        assert not (tmp_path / "b.tsv").exists()


def test_two_processes_write_one_report(program, two, tmp_path):
    """Whoever is last: the page is whole, and nothing is left beside it."""
    for run in two:
        run.save_new(tmp_path / run.system)
    page = tmp_path / "pages/report.html"
    page.parent.mkdir()
    words = ["--title", "t", "-o", page]
    both = [subprocess.Popen([program, "report", tmp_path / run.system, *words], env=os.environ) for run in two]
    assert [process.wait() for process in both] == [0, 0]
    assert page.read_text("utf-8").rstrip().endswith("</html>")
    assert list(page.parent.iterdir()) == [page]
