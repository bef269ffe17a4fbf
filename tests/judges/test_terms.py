"""What becomes of terms: one verdict per occurrence."""

import pytest

from askew.core.records import Item, Output, Term
from askew.judges.terms import judge_terms


def judged(outputs, terms, target="de", talks=None):
    """The verdicts on segments that each have the same terms, or their own."""
    each = terms if isinstance(terms[0], list) else [terms] * len(outputs)
    items = [
        Item(
            str(k),
            "",
            {"talk": talks[k] if talks else "t"},
            terms=tuple(Term(text, tuple(ok), text) for text, ok in here),
        )
        for k, here in enumerate(each)
    ]
    return judge_terms(items, [Output(str(k), text) for k, text in enumerate(outputs)], target)


def came(*arguments, **more):
    return [verdict.labels["came"] for verdict in judged(*arguments, **more)]


MODEL = ("language model", ("Sprachmodell", "Sprachenmodell"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Das Sprachmodell.", "exact"),
        ("ein SPRACHENMODELL", "exact"),
        ("Die Sprachmodelle.", "inflected"),
        ("Ein Sprach-Modell.", "inflected"),
        ("Die Sprachmodellarchitektur.", "compound"),
        ("Ein Großsprachmodell.", "compound"),
        ("Sprach- und Bildmodelle.", "compound"),
        ("Das Language Model.", "english"),
        ("Die Language Models.", "english"),
        ("Das Modell.", "missing"),
        ("", "missing"),
    ],
)
def test_how_a_term_can_come_through(text, expected):
    assert came([text], [MODEL]) == [expected]


def test_a_translation_that_is_the_english_word_is_exact():
    assert came(["Wir nutzen BERT."], [("BERT", ("BERT",))]) == ["exact"]


def test_said_twice_it_must_be_there_twice():
    assert came(["Ein Modell."], [("model", ("Modell",))] * 2) == ["exact", "missing"]
    assert came(["Modell und Modell."], [("model", ("Modell",))] * 2) == ["exact", "exact"]


def test_a_longer_term_takes_its_place_first():
    terms = [("model", ("模型",)), ("BERT model", ("BERT模型",))]
    assert came(["BERT模型"], terms, target="zh") == ["missing", "exact"]
    assert came(["BERT模型的模型"], terms, target="zh") == ["exact", "exact"]


def test_parts_of_one_compound_serve_different_terms():
    terms = [("query", ("Abfrage",)), ("article", ("Artikel",)), ("pair", ("Paar",))]
    assert came(["Das Abfrageartikelpaar."], terms) == ["compound"] * 3
    assert came(["Das Sprachmodell."], [MODEL, ("model", ("Modell",))]) == ["exact", "missing"]


def test_a_neighbour_counts_apart_and_only_within_the_talk():
    here = [[MODEL], [], []]
    assert came(["nichts", "Das Sprachmodell", ""], here) == ["neighbour"]
    assert came(["nichts", "", "Das Sprachmodell"], here) == ["missing"]
    assert came(["nichts", "Das Sprachmodell", ""], here, talks=["a", "b", "b"]) == ["missing"]


def test_a_neighbour_does_not_lend_what_its_own_term_needs():
    assert came(["nichts", "Das Sprachmodell"], [[MODEL], [MODEL]]) == ["missing", "exact"]


def test_found_is_a_place_in_ones_own_output():
    verdicts = judged(["Das Sprachmodell lernt."], [MODEL])
    assert [tuple(span) for span in verdicts[0].found] == [(4, 16)]
    assert judged(["nichts", "Das Sprachmodell"], [[MODEL], []])[0].found == ()


def test_consistency_is_within_a_talk_and_needs_two_renderings():
    def consistent(outputs, **more):
        return [verdict.labels["consistent"] for verdict in judged(outputs, [MODEL], **more)]

    assert consistent(["Sprachmodell", "Sprachmodelle", "Sprachenmodell"]) == ["yes", "yes", "no"]
    assert consistent(["Sprachmodell", "language model", "Sprachmodell"]) == ["yes", "no", "yes"]
    assert consistent(["Sprachmodell", ""]) == ["", ""]
    assert consistent(["Sprachmodell", "Sprachenmodell"], talks=["a", "b"]) == ["", ""]


def test_left_in_the_source_s_language_is_what_was_said_there():
    items = [Item("1", "", {"talk": "t"}, terms=(Term("data set", ("数据集",), "datasets"),))]
    assert judge_terms(items, [Output("1", "我们的datasets")], "zh")[0].labels["came"] == "english"


def test_both_numbers_are_one_rendering_in_a_transcript():
    said = [Term("model", ("model",), "model"), Term("model", ("models", "model"), "models")]
    items = [Item(str(k), "", {"talk": "t"}, terms=(term,)) for k, term in enumerate(said)]
    verdicts = judge_terms(items, [Output("0", "a model"), Output("1", "two models")], "en")
    assert [verdict.labels["came"] for verdict in verdicts] == ["exact", "exact"]
    assert [verdict.labels["consistent"] for verdict in verdicts] == ["yes", "yes"]
