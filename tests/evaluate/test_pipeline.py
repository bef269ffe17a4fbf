"""Whatever door outputs come in by, they are completed, judged, measured and signed in the same way."""

import json
import sys

import pytest

import askew
from askew.core.errors import RunError
from askew.core.run import COMPLETED

FEW = askew.Resampling(resamples=100)
REFERENCE = [
    "Guten Morgen zusammen.",
    "Heute #ah spreche ich über die Übersetzung.",
    "Danke für die transfor-- Transformer.",
]
SOURCE = ["Good morning everybody.", "Today I talk about translation.", "Thanks for the transformer."]
COMET = """
import json, sys
rows = [json.loads(line) for line in sys.stdin]
print(json.dumps({"model": "stand-in", "version": "1"}))
for row in rows:
    print(json.dumps({"id": row["id"], "score": len(row["mt"]) / 100}))
"""


@pytest.fixture
def talk(tmp_path):
    """A talk of one's own: the suite's options, and a program that answers with the reference, marks and all."""
    (tmp_path / "ref.txt").write_text("\n".join(REFERENCE) + "\n")
    (tmp_path / "source.txt").write_text("\n".join(SOURCE) + "\n")
    answers = tmp_path / "answers.py"
    answers.write_text(
        f"import sys\nfor line, answer in zip(sys.stdin, {REFERENCE!r}):\n    print(answer, flush=True)\n"
    )
    options = {"references": tmp_path / "ref.txt", "source_text": tmp_path / "source.txt", "marks": "drop"}
    return options, f"command:{sys.executable} {answers}"


def test_a_run_drops_marks_as_scoring_does(talk, tmp_path):
    options, system = talk
    how = {"target": "de", "resampling": FEW}
    scored = askew.score("talks", hyp=REFERENCE, **how, **options)
    ran = askew.run("talks", system=system, out=tmp_path / "run", **how, **options)
    assert ran.scores["chrf"].value == scored.scores["chrf"].value == 100.0
    assert ran.signature == scored.signature
    assert ran.signature.fields["marks"] == "drop"
    assert [output.text for output in ran.outputs] == [output.text for output in scored.outputs]
    assert "#ah" not in ran.outputs[1].text


def test_what_was_answered_stays_as_it_was_and_rescoring_reads_what_was_judged(talk, tmp_path):
    options, system = talk
    ran = askew.run("talks", target="de", system=system, out=tmp_path / "run", resampling=FEW, **options)
    journal = [json.loads(line)["output"] for line in (tmp_path / "run/outputs.jsonl").read_text().splitlines()]
    assert journal == REFERENCE
    assert (tmp_path / "run" / COMPLETED).exists()
    again = askew.rescore(tmp_path / "run", resampling=FEW)
    assert (again.scores, str(again.signature)) == (ran.scores, str(ran.signature))
    assert askew.load(tmp_path / "run").outputs == ran.outputs


def test_the_model_of_a_neural_metric_is_signed_by_every_door(talk, tmp_path):
    options, system = talk
    (tmp_path / "comet.py").write_text(COMET)
    options["comet"] = f"{sys.executable} {tmp_path / 'comet.py'}"
    ran = askew.run("talks", target="de", system=system, out=tmp_path / "run", resampling=FEW, **options)
    scored = askew.score("talks", target="de", hyp=REFERENCE, resampling=FEW, **options)
    assert ran.signature.fields["neural"] == scored.signature.fields["neural"] == "comet:stand-in-1"
    (tmp_path / "comet.py").unlink()  # a run that was scored with it can be scored again without it
    again = askew.rescore(tmp_path / "run", resampling=FEW)
    assert again.scores["comet"] == ran.scores["comet"] == scored.scores["comet"]
    assert again.signature == ran.signature


def test_every_verb_offers_every_suites_options(askew, tmp_path):
    rows = [{"id": str(k), "src_ref": text, "src_lang": "en", "speaker": f"s{k % 2}"} for k, text in enumerate(SOURCE)]
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ("speakers", "--manifest", tmp_path / "m.jsonl")
    assert askew("items", *words).stdout.splitlines() == SOURCE
    ran = askew("run", *words, "--system", "command:cat", "--out", tmp_path / "run", "--resamples", "100", "--json")
    assert json.loads(ran.stdout)["scores"]["wer"]["value"] == 0.0, ran.stderr
    typo = askew("run", "simplegen", "-t", "es", "--system", "command:cat", "--out", tmp_path / "x", "--manifest", "m")
    assert "no option of simplegen is called 'manifest'" in typo.stderr


def test_outputs_that_were_changed_are_not_scored_again(tmp_path):
    items = askew.items("simplegen", subset="fofc")
    askew.score(
        "simplegen",
        target="es",
        subset="fofc",
        hyp=["La enfermera."] * len(items),
        out=tmp_path / "run",
        resampling=FEW,
    )
    journal = tmp_path / "run/outputs.jsonl"
    journal.write_text(journal.read_text().replace("La enfermera", "El enfermero", 1))
    before = (tmp_path / "run/scores.json").read_text()
    with pytest.raises(RunError, match=r"outputs\.jsonl is not what was written when the run was scored"):
        askew.rescore(tmp_path / "run", resampling=FEW)
    assert (tmp_path / "run/scores.json").read_text() == before
