"""Occupations against the share of women who work in them."""

from dataclasses import replace

import pytest

import askew
from askew import Resampling
from askew.analyses.workforce import against_workforce
from askew.core.errors import UsageError
from askew.core.records import Score


@pytest.fixture(scope="module")
def run():
    return askew.score("simplegen", target="es", subset="fofc", hyp=["La enfermera."] * 518, resampling=Resampling(100))


def with_entities(run, rendered):
    entities = {name: {"rendered_female": Score(value), "delta_s": Score(1.0)} for name, value in rendered.items()}
    return replace(run, groups={"entity": entities})


def test_a_system_that_follows_the_workforce_correlates_with_it(run):
    rendered = {"carpenter": 2.0, "guard": 22.0, "editor": 52.0, "nurse": 90.0, "student": 50.0}
    result = against_workforce(with_entities(run, rendered))
    assert [row[0] for row in result.occupations] == ["carpenter", "guard", "editor", "nurse"]
    assert result.pearson == pytest.approx(1)


def test_a_system_that_renders_all_alike_has_no_correlation(run):
    assert (
        against_workforce(with_entities(run, {"carpenter": 5.0, "nurse": 5.0, "guard": 5.0, "editor": 5.0})).pearson
        is None
    )


def test_a_run_that_does_not_say_is_refused(run):
    with pytest.raises(UsageError, match="does not say how occupations are rendered"):
        against_workforce(run)
