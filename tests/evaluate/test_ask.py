"""What a system of somebody else's may answer, and what becomes of it."""

import pytest

import askew
from askew.core.errors import Incomplete
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
