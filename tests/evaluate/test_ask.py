"""What a system of somebody else's may answer, and what becomes of it."""

import pytest

import askew
from askew.core.errors import Incomplete, SystemFailure
from askew.core.journal import read_failures, read_journal
from askew.core.records import Failure, Output
from askew.systems import System

LONE = "la enfermera \udcc3"  # what is left of a byte that was read with errors="surrogateescape"


class Careless(System):
    """Answers the first items with a lone surrogate: in the output, the transcript, the reason of a failure."""

    name, details = "careless", {"kind": "careless"}

    def answer(self, items):
        spoilt = [Output(items[0].id, LONE), Output(items[1].id, "la", transcript=LONE), Failure(items[2].id, LONE)]
        yield from spoilt
        for item in items[3:]:
            yield Output(item.id, "la enfermera", 0.25)


def test_an_answer_that_can_t_be_written_down_is_a_failure_and_the_others_are_kept(tmp_path):
    how = {"target": "es", "subset": "fofc", "resampling": askew.Resampling(100)}
    with pytest.raises(Incomplete, match=r"outputs for 515 of 518 .*; 2× the output holds a lone surrogate"):
        askew.run("simplegen", system=Careless(), out=tmp_path / "run", **how)
    assert len(read_journal(tmp_path / "run/outputs.jsonl")) == 515
    reasons = [failure.reason for failure in read_failures(tmp_path / "run/failures.jsonl")]
    assert reasons == [
        *["the output holds a lone surrogate ('\\udcc3'), which is no character"] * 2,
        "la enfermera \\udcc3",
    ]


class Sloppy(System):
    """Answers with what is given for the first item, and properly after that."""

    name, details = "sloppy", {"kind": "sloppy"}

    def __init__(self, first):
        self.first = first

    def answer(self, items):
        if isinstance(self.first, Exception):
            raise self.first
        yield self.first(items[0].id) if callable(self.first) else self.first
        for item in items[1:]:
            yield Output(item.id, "la enfermera", 0.25)


def asked(first, out):
    how = {"target": "es", "subset": "fofc", "resampling": askew.Resampling(100)}
    return askew.run("simplegen", system=Sloppy(first), out=out, **how)


@pytest.mark.parametrize(
    "first",
    [None, "la enfermera", ("1", "la"), lambda _: Output(7, "la"), lambda _: Failure(None, "no"), ValueError("oh")],
)
def test_what_is_no_answer_ends_the_run_and_names_the_system(tmp_path, first):
    with pytest.raises(
        SystemFailure, match=r"sloppy (answered with .*: expected an Output|failed with ValueError: oh)"
    ):
        asked(first, tmp_path / "run")


@pytest.mark.parametrize("text", [None, 7, b"la", ["la"], float("nan")])
def test_an_output_that_is_no_text_is_a_failure_of_its_item(tmp_path, text):
    with pytest.raises(Incomplete, match=r"outputs for 517 of 518 .* an output that is no text"):
        asked(lambda name: Output(name, text), tmp_path / "run")
    assert len(read_journal(tmp_path / "run/outputs.jsonl")) == 517


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), -1.0, "soon", 10**400])
def test_a_number_that_is_none_costs_nobody_the_output(tmp_path, odd):
    run = asked(lambda name: Output(name, "la enfermera", odd, odd, odd), tmp_path / "run")
    assert len(run.outputs) == 518
    assert run.outputs[0] == Output(run.items[0].id, "la enfermera")
