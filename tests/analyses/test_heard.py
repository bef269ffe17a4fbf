"""The right gender by whether the sentence was heard right."""

from dataclasses import replace

import numpy as np
import pytest

import askew
from askew import Resampling
from askew.analyses.heard import given_heard
from askew.core.errors import UsageError
from askew.core.records import Item, Verdict


@pytest.fixture(scope="module")
def one():
    return askew.score("simplegen", target="es", subset="fofc", hyp=["La enfermera."] * 518, resampling=Resampling(100))


def run(one, target, correct, occupations=20, gold="female"):
    """A run whose items are right or wrong as told, spread over occupations."""
    items = [Item(str(k), "x", {"gold": gold, "entity": f"o{k % occupations}"}) for k in range(len(correct))]
    verdicts = [
        Verdict(str(k), str(k), {"verdict": "correct" if right else "incorrect"}) for k, right in enumerate(correct)
    ]
    asked = replace(one.asked, suite="winost", target=target, system=f"system-{target}")
    return replace(one, asked=asked, items=items, verdicts=verdicts)


def test_shares_and_their_difference(one):
    rng = np.random.default_rng(3)
    heard = [k % 4 != 0 for k in range(400)]
    right = [bool(rng.random() < (0.8 if ok else 0.4)) for ok in heard]
    found = given_heard(run(one, "en", heard), run(one, "es", right))
    assert (found.heard, found.misheard) == (300, 100)
    assert found.right_if_heard == pytest.approx(100 * np.mean([r for r, h in zip(right, heard, strict=True) if h]))
    assert found.difference == pytest.approx(found.right_if_heard - found.right_if_misheard)
    assert found.low < found.difference < found.high
    assert found.p < 0.05


def test_the_interval_covers_and_the_test_keeps_its_level(one):
    rng = np.random.default_rng(7)
    covered = wrong = 0
    for _ in range(200):
        ability = rng.normal(0, 0.15, 40)  # some occupations are easier than others, heard or not
        heard = rng.random(800) < 0.8
        right = rng.random(800) < np.clip(0.6 + np.tile(ability, 20), 0, 1)
        found = given_heard(run(one, "en", heard, 40), run(one, "es", right, 40))
        covered += found.low <= 0 <= found.high
        wrong += found.p < 0.05
    assert 0.91 <= covered / 200 <= 0.99
    assert wrong <= 16


def test_what_cannot_be_told_says_why(one):
    found = given_heard(run(one, "en", [True] * 97 + [False] * 3), run(one, "es", [True] * 100))
    assert found.difference is None
    assert found.reason == "3 items on one side; 5 are the least"
    found = given_heard(run(one, "en", [k % 20 != 1 for k in range(200)]), run(one, "es", [True] * 200))
    assert "of one occupation" in found.reason


def test_runs_that_do_not_go_together_are_refused(one):
    with pytest.raises(UsageError, match="expected the transcripts"):
        given_heard(run(one, "es", [True] * 9), run(one, "es", [True] * 9))
    with pytest.raises(UsageError, match="found transcripts too"):
        given_heard(run(one, "en", [True] * 9), run(one, "en", [True] * 9))
    with pytest.raises(UsageError, match="no item in common"):
        given_heard(run(one, "en", [True] * 9), run(one, "es", [True] * 9, gold="neutral"))


def test_the_program_shows_both_ways(askew, one, tmp_path):
    for target in ("en", "es"):
        folder = tmp_path / target
        run(one, target, [k % 4 != 0 or target == "es" for k in range(200)]).save(folder)
    shown = askew("correlate", tmp_path / "en", tmp_path / "es", "--by", "item")
    assert shown.returncode == 0, shown.stderr
    assert "transcripts by" in shown.stdout
    wrong = askew("correlate", tmp_path / "en", tmp_path / "es")
    assert wrong.returncode == 2
    assert "--by item" in wrong.stderr
