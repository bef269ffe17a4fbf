"""Words within German compounds, and what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.text.compounds import GERMAN, Compounds
from askew.text.phrases import phrases_of
from askew.text.stems import stemmer

KNOWN = {"abruf", "ansatz"}


def part(word, wanted):
    """The part of a word that is the wanted one, if any."""
    places = list(Compounds(GERMAN, stemmer("de"), KNOWN).places(word, wanted))
    return word[slice(*places[0])] if places else None


@pytest.mark.parametrize(
    ("word", "wanted", "expected"),
    [
        ("haustür", "haus", "haus"),
        ("haustüren", "tür", "türen"),  # the last part is inflected
        ("arbeitsvertrag", "arbeit", "arbeit"),
        ("blumenvase", "blume", "blume"),
        ("schulhof", "schule", "schul"),
        ("herzensangelegenheit", "herz", "herz"),
        ("kindergarten", "kind", "kind"),
        ("zeitungsverlagshaus", "verlag", "verlag"),  # in the middle
        ("rechnungsbetrag", "rechnungen", "rechnung"),
        ("gartenzäune", "zaun", "zäune"),
        ("lehrplanänderung", "änderungen", "änderung"),
    ],
)
def test_parts_of_compounds(word, wanted, expected):
    assert part(word, wanted) == expected


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("zeichnung", "zeichen"),
        ("rechnungen", "rechnung"),  # inflected only
        ("meisterhaft", "meister"),  # a suffix
        ("filterung", "filter"),
        ("verkauf", "kauf"),  # a prefix
        ("einkauf", "kauf"),
        ("datenabruf", "ruf"),  # of which the prefix makes another word, as these texts know
        ("kandidat", "daten"),
        ("dateiname", "daten"),
        ("haus", "haus"),
        ("hausx", "haus"),
    ],
)
def test_what_only_looks_like_a_compound(word, wanted):
    assert part(word, wanted) is None


@given(st.text("abdeilnorstuäöü", max_size=14), st.text("abdeilnorstuäöü", min_size=4, max_size=8))
def test_a_part_is_always_less_than_the_word(word, wanted):
    for start, end in Compounds(GERMAN, stemmer("de")).places(word, wanted):
        assert 0 <= start < end <= len(word)
        assert end - start < len(word)


def found(text, phrase, language="de"):
    return [text[span.start : span.end] for span in phrases_of(text, language).find(phrase, "compound")]


def test_phrases_in_compounds():
    assert found("Die Haustürschlüssel-Frage", "Haustür") == ["Haustür"]
    assert found("Ein Haus-Türschloss", "Tür") == []  # three letters are in too many words
    assert found("mit künstlicher Intelligenzforschung", "künstliche Intelligenz") == [
        "künstlicher Intelligenzforschung"
    ]
    assert found("Straßenverkehr", "Verkehr") == [
        "Straßenverkehr"
    ]  # ß is two letters when compared: the whole word is shown
    assert found("Haustür", "Tür", "fr") == []


def test_acronyms_are_joined_with_hyphens_only():
    assert found("CamemBERT", "BERT") == []
    assert [*phrases_of("Ein BERT-Modell", "de").find("BERT", "exact")]


def test_shared_parts_are_said_once():
    assert found("Quell- und Zielsprache", "Quellsprache") == ["Quell"]
    assert found("die Eingabe-, Zwischen- und Ausgabeschichten", "Eingabeschicht") == ["Eingabe"]
    assert found("Quell und Zielsprache", "Quellsprache") == []
    assert found("Quell- und Zielgruppe", "Quellsprache") == []
