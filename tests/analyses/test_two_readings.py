"""Every difference in two readings, each named: about these talks and talks like these, these occupations and
occupations like these.
"""

import json

import numpy as np
import pytest

import askew
from askew.report.scores import comparison_content
from askew.report.terminal import text_of

FEW = askew.Resampling(resamples=400)
WORDS = [
    "wir",
    "zeigen",
    "heute",
    "ein",
    "neues",
    "Modell",
    "das",
    "Sprache",
    "besser",
    "versteht",
    "als",
    "alle",
    "anderen",
    "und",
    "danken",
    "für",
    "die",
    "Fragen",
]


@pytest.fixture
def talks(tmp_path):
    """Five talks of 20 segments, and outputs whose quality differs much from talk to talk."""
    rng = np.random.default_rng(3)
    rows = [
        {"doc_id": f"t{talk}", "seg_id": str(k), "text": " ".join(rng.choice(WORDS, 8)) + "."}
        for talk in range(5)
        for k in range(20)
    ]
    (tmp_path / "ref.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    def outputs(kept_by_talk):
        return [
            " ".join(word for word in row["text"].split() if rng.random() < kept_by_talk[int(row["doc_id"][1])])
            for row in rows
        ]

    def score(kept, name):
        return askew.score(
            "talks", target="de", hyp=outputs(kept), references=tmp_path / "ref.jsonl", name=name, resampling=FEW
        )

    return score


def test_talks_that_point_both_ways_differ_here_and_nowhere_else(talks):
    left, right = talks([0.9, 0.9, 0.9, 0.9, 0.9], "even"), talks([0.99, 0.5, 0.99, 0.4, 0.99], "uneven")
    comparison = askew.compare(left, right, resampling=FEW)
    change = comparison.changes[0]["chrf"]
    assert comparison.to_json()["about"] == "these talks"
    assert (change.other.about, change.other.clusters) == ("talks like these", 5)
    assert change.p < 0.05 < change.other.p
    assert change.other.low < change.low < change.high < change.other.high


def test_the_terminal_names_both_readings(talks):
    comparison = askew.compare(talks([0.9] * 5, "a"), talks([0.7] * 5, "b"), resampling=FEW)
    shown = text_of(*comparison_content(comparison), width=200)
    assert "about these talks" in shown
    assert "the same about talks like these, inferred from 5 of them" in shown


def test_diagnostics_are_no_members_of_the_family(talks):
    changes = askew.compare(talks([0.9] * 5, "a"), talks([0.7] * 5, "b"), resampling=FEW).changes[0]
    assert changes["wrong_language"].p_holm is None
    assert changes["chrf"].p_holm is not None


def test_these_occupations_are_told_apart_more_easily_than_occupations_like_these():
    items = askew.items("simplegen", subset="fofc")
    occupations = sorted({item.attributes["occupation"] for item in items})
    # One system is wrong in a third of the occupations: sure of these, while others might all be right.
    wrong = set(occupations[: len(occupations) // 3])
    right = ["La enfermera, la maestra, la secretaria."] * len(items)
    sets = [
        right,
        ["" if item.attributes["occupation"] in wrong else text for item, text in zip(items, right, strict=True)],
    ]
    runs = [
        askew.score("simplegen", target="es", subset="fofc", hyp=hyp, name=str(k), resampling=FEW)
        for k, hyp in enumerate(sets)
    ]
    comparison = askew.compare(*runs, resampling=FEW)
    assert comparison.to_json()["about"] == "occupations like these"
    change = comparison.changes[0]["fofc"]
    assert change.other.about == "these occupations"
    assert change.other.p <= (change.p or 1)
    assert change.other.high - change.other.low <= change.high - change.low
