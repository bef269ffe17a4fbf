"""Glossaries in every format, their mistakes, and texts tagged with them."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.errors import InputError
from askew.formats.glossary import Entry
from askew.text.glossary import TAGGED, Glossary, find_terms, read_glossary, tag_text
from askew.text.phrases import phrases_of
from askew.text.words import keys


def accepted(path, target, source="en"):
    return {entry.term: entry.accepted for entry in read_glossary([path], source, target).terms.values()}


def test_a_tsv_with_languages_and_several_translations(tmp_path):
    path = tmp_path / "terms.tsv"
    path.write_text("en\tde\tfr\ncorpus\tKorpus:::Textkorpus\tcorpus\nparsing\t\tanalyse\n", "utf-8")
    assert accepted(path, "de") == {"corpus": ("Korpus", "Textkorpus")}
    assert accepted(path, "fr") == {"corpus": ("corpus",), "parsing": ("analyse",)}
    assert accepted(path, "en") == {"corpus": ("corpus",), "parsing": ("parsing",)}


def test_two_columns_without_a_header(tmp_path):
    path = tmp_path / "terms.tsv"
    path.write_text("language model\tSprachmodell ::: Sprachmodells\n")
    assert accepted(path, "de") == {"language model": ("Sprachmodell", "Sprachmodells")}


def test_both_kinds_of_json(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps([{"en": "corpus", "zh": ["语料库", "文集"]}]))
    (tmp_path / "b.json").write_text(
        json.dumps({"bert": {"term": "BERT", "target_translations": {"zh": "BERT", "de": "BERT"}}})
    )
    assert accepted(tmp_path / "a.json", "zh") == {"corpus": ("语料库", "文集")}
    assert accepted(tmp_path / "b.json", "de") == {"BERT": ("BERT",)}


def test_files_are_put_together(tmp_path):
    (tmp_path / "a.tsv").write_text("corpus\tKorpus\n")
    (tmp_path / "b.tsv").write_text("Corpus\tTextsammlung\nmodel\tModell\n")
    found = read_glossary([tmp_path / "a.tsv", tmp_path / "b.tsv"], "en", "de")
    assert found.terms["corpus",].accepted == ("Korpus", "Textsammlung")
    assert len(found) == 2


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("t.tsv", "corpus\tKorpus\nCorpus\tLeib\n", "clashing entries: 'Corpus' is Korpus (line 1) and Leib (line 2)"),
        ("t.json", '[{"en": "a b", "de": ["x"]}, {"en": "A-B", "de": ["y"]}]', "'A-B' is x (entry 1) and y (entry 2)"),
        ("t.tsv", "en\tfr\ncorpus\tcorpus\n", "has no column 'de'; its languages are en, fr"),
        ("t.tsv", "a\tb\tc\n", "expected a header of language codes"),
        ("t.tsv", "en\tde\ncorpus\n", "t.tsv:2: expected 2 columns, found 1"),
        ("t.tsv", "!?\tx\n", "has no word in it"),
        ("t.json", "[1]", "[0]: expected an object, found a whole number"),
        ("t.json", '[{"de": ["x"]}]', "entry 1: no term"),
        ("t.json", '[{"en": "a", "de": 3}]', "entry 1: de: expected a string or a list or null, found a whole number"),
        ("t.json", '[{"en": "a", "target_translations": "Korpus"}]', "target_translations: expected an object"),
        (
            "t.json",
            '[{"en": "a", "target_translations": {"de": 3}}]',
            "target_translations: expected a string or a list",
        ),
        ("t.json", '[{"en": 3, "de": "x"}]', "entry 1: no term"),
        ("t.json", '[{"en": "' + "a" * 501 + '", "de": "x"}]', "a term has at most 500 characters, found 501"),
        ("t.json", "[" * 200 + "]" * 200, "nested more than 100 levels"),
        ("t.json", "{", "broken JSON"),
        ("t.json", "3", "expected an object or a list, found a whole number"),
        ("t.json", '[{"en": "a", "fr": "b"}]', "no term has a translation into 'de'"),
    ],
)
def test_mistakes_in_glossaries_are_named(tmp_path, name, text, complaint):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_glossary([path], "en", "de")
    assert complaint in str(caught.value)


def test_equal_entries_are_no_clash(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text("corpus\tKorpus:::Text\nCorpus\tText:::Korpus\n")
    assert len(read_glossary([path], "en", "de")) == 1


def glossary_of(*terms):
    return Glossary({keys(term): Entry(term, (term,), "") for term in terms})


def test_the_sentence_of_the_papers_figure_4():
    terms = glossary_of("automatically", "detecting", "lexical", "for", "NLP", "downstream", "tasks", "parsing", "text", "speech", "machine translation", "machine", "translation")  # fmt: skip
    text = (
        "And in fact, automatically detecting lexical borrowings ah has proven to be useful for NLP downstream tasks "
        "such as parsing, "
        "text-to-speech synthesis or machine translation."
    )
    assert tag_text(text, find_terms(text, terms)) == (
        "And in fact, [automatically] [detecting] [lexical] borrowings ah has proven to be useful [for] [NLP] "
        "[downstream] [tasks] such as "
        "[parsing], [text]-to-[speech] synthesis or [machine translation]."
    )


@given(st.text(alphabet="ab, -.", max_size=60))
def test_tags_never_overlap_and_taking_them_off_gives_the_text_back(text):
    tags = find_terms(text, glossary_of("a", "b a", "a b b"))
    assert all(left.end <= right.start for left, right in itertools.pairwise(tags))
    tagged = tag_text(text, tags)
    assert TAGGED.sub(r"\1", tagged) == text
    assert len(TAGGED.findall(tagged)) == len(tags)


@pytest.mark.parametrize(
    ("language", "text", "phrase", "exact", "inflected"),
    [
        ("de", "Unsere Sprachmodelle lernen.", "Sprachmodell", 0, 1),
        ("de", "Unser Sprachmodell lernt.", "sprachmodell", 1, 1),
        ("fr", "des modèles de langue", "modèle de langue", 0, 1),
        ("pt", "Modelos de linguagem", "modelo de linguagem", 0, 1),
        ("ru", "языковых моделей", "языковая модель", 0, 1),
        ("tr", "dil modelleri", "dil modeli", 0, 1),
        ("de", "Die Modellierung", "Modell", 0, 0),
        ("zh", "使用AI和AIDE", "AI", 1, 0),
        ("ja", "ＢＥＲＴモデル", "BERTモデル", 1, 0),
        ("de", "nichts", "?!", 0, 0),
    ],
)
def test_phrases_are_found(language, text, phrase, exact, inflected):
    said = phrases_of(text, language)
    assert len(list(said.find(phrase, "exact"))) == exact
    assert len(list(said.find(phrase, "inflected"))) == inflected


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("embedding", "The embeddings."),
        ("embeddings", "An embedding."),
        ("query", "two queries"),
        ("loss", "Losses grow"),
        ("matrix", "Matrices"),
        ("device", "devices"),
        ("analysis", "analyses"),
        ("corpus", "corpora"),
        ("part of speech", "parts of speech"),
        ("pre-training", "Pretraining"),
        ("dataset", "data sets"),
        ("BERT", "BERTs"),
    ],
)
def test_terms_are_found_in_both_numbers_and_spacings(term, text):
    assert [tag.term for tag in find_terms(text, Glossary({keys(term): Entry(term, (), "")}, "en"))] == [term]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("representation", "we represent"),
        ("encoder", "encodes"),
        ("bus", "bu"),
        ("process", "proces"),
        ("modell", "modells"),
    ],
)
def test_other_words_are_not_the_term(term, text):
    language = "de" if term == "modell" else "en"
    assert find_terms(text, Glossary({keys(term): Entry(term, (), "")}, language)) == []


def test_a_term_of_its_own_is_not_the_plural_of_another():
    both = Glossary({("data",): Entry("data", (), ""), ("datas",): Entry("datas", (), "")}, "en")
    assert [tag.term for tag in find_terms("datas data", both)] == ["datas", "data"]
