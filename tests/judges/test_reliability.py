"""How often the judge errs: the rates it states beside its scores."""

import pytest

from askew.judges.reliability import ALL, STRATA, labelled, rates_of, stratum


def test_every_labelled_language_has_a_rate_for_every_kind_of_verdict():
    languages = set(labelled()) - {ALL}
    assert languages
    for language in languages:
        rates = rates_of(language)
        assert set(rates) == set(STRATA)
        assert all(0 < rate < 1 for rate in rates.values())


def test_the_languages_labels_add_up_to_all():
    table = labelled()
    for name in STRATA:
        cells = [cells.get(name, (0, 0)) for language, cells in table.items() if language != ALL]
        assert tuple(map(sum, zip(*cells, strict=True))) == table[ALL][name]


def test_a_language_without_labels_has_no_rates():
    assert rates_of("nl") is None


@pytest.mark.parametrize(
    ("predicted", "found_by", "decider", "kind"),
    [
        ("male", "pack", "noun", "pack"),
        ("female", "place", "modifier", "elsewhere"),
        ("female", "pack", "pronoun", "pronoun"),
        ("undecided", "pack", "", "undecided"),
        ("thing", "alignment", "", "not found"),
        ("not_found", "", "", "not found"),
    ],
)
def test_the_kind_of_a_verdict(predicted, found_by, decider, kind):
    assert stratum({"predicted": predicted, "found_by": found_by, "decider": decider}) == kind
