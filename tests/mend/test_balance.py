"""Balanced sentences: as many masculine as feminine, in the languages' own grammar, of nobody else's patterns."""

import re
from collections import Counter

import pytest

import askew
from askew.core.errors import AskewError, InputError, UsageError
from askew.lang import pack
from askew.mend.balance import balanced, held_out, to_tsv
from askew.mend.people import languages, load, read


@pytest.mark.parametrize("target", languages())
def test_everybody_is_masculine_and_feminine_equally_often(target):
    pairs = balanced(target)
    for place in (0, 1):
        of = [pair for pair in pairs if len(pair.people) > place]
        counts = Counter((pair.sentence, pair.people[place], pair.genders[place]) for pair in of)
        for sentence, person, _ in counts:
            assert counts[sentence, person, "m"] == counts[sentence, person, "f"], (sentence, person)
    assert {len(pair.people) for pair in pairs} == {1, 2}
    assert any("{people}" in read("english.toml")["sentences"][pair.sentence] for pair in pairs)


@pytest.mark.parametrize("target", languages())
def test_every_sentence_is_filled_and_has_its_english(target):
    english = read("english.toml")["sentences"]
    assert load(target).sentences.keys() <= english.keys()
    for pair in balanced(target):
        for text in (pair.source, pair.target):
            assert not re.search(r"[{}|]|  |\bNone\b", text), text
            assert not next(letter for letter in text if letter.isalpha()).islower(), text  # Hebrew has no capitals
    slots = re.compile(r"\{[^{}]*\}")
    for name, text in load(target).sentences.items():
        assert ("other" in str(slots.findall(text))) == (" other}" in english[name] or "{other}" in english[name]), name


@pytest.mark.parametrize("target", languages())
def test_the_words_are_the_packs(target):
    """Each form stands in the pack with the gender and number it is used with."""
    known = pack.load(target)
    for person in load(target).people:
        forms = known.occupation(person.english).forms
        for gender, words in person.forms.items():
            for (number, case), word in words.items():
                readings = forms[word]
                assert any(
                    reading.gender == gender and reading.number == number and reading.case in ("", case)
                    for reading in readings
                ), (person.english, word)


@pytest.mark.parametrize("target", languages())
def test_articles_agree_with_their_noun(target):
    """Of the pack's determiners none before a person clashes with the person's gender."""
    known, language = pack.load(target), load(target)
    for article, table in language.articles.items():
        for features, text in table.items():
            if text.endswith("'"):
                continue  # un' and l' have lost the letter that tells
            word, gender = text.split()[-1], features.split(".")[0]
            for reading in known.determiners.get(word, ()):
                if reading.gender and len(known.determiners[word]) == 1:
                    assert reading.gender == gender, (article, text)


def test_spanish_contracts_and_agrees():
    texts = {pair.target for pair in balanced("es")}
    assert "Cuando llamé por teléfono al cirujano, estaba dormido." in texts
    assert "Cuando llamé por teléfono a la cirujana, estaba dormida." in texts
    assert "El coche del analista es viejo, pero él lo cuida bien." in texts
    assert "Entre las mujeres del autobús había tres testigos." not in texts  # nobody is a witness by trade
    assert not any(re.search(r"\b[ad]e? el\b", text) for text in texts)


@pytest.mark.parametrize(
    ("target", "masculine", "feminine"),
    [
        ("de", "Wir haben auf den Zeugen gewartet, aber er ist nie gekommen.",
         "Wir haben auf die Zeugin gewartet, aber sie ist nie gekommen."),
        ("de", "Das Hotel war voller Köche aus Kanada.", "Das Hotel war voller Köchinnen aus Kanada."),
        ("nl", "Onze nieuwe leraar stelde zich maandag voor.", "Onze nieuwe lerares stelde zich maandag voor."),
        ("cs", "Čekali jsme na programátora, ale nikdy nepřišel.", "Čekali jsme na programátorku, ale nikdy nepřišla."),
        ("cs", "Hotel byl plný právníků z Kanady.", "Hotel byl plný právniček z Kanady."),
        ("pl", "Ufam temu klientowi; zawsze był uczciwy.", "Ufam tej klientce; zawsze była uczciwa."),
        ("pl", "Kierownicy byli weseli, a jeden z mężczyzn zaczął śpiewać.",
         "Kierowniczki były wesołe, a jedna z kobiet zaczęła śpiewać."),
        ("ru", "Я доверяю этому продавцу; он всегда был честен.", "Я доверяю этой продавщице; она всегда была честна."),
        ("he", "הרופא שכח את המפתחות בבית.", "הרופאה שכחה את המפתחות בבית."),
        ("uk", "Він незадоволений відтоді, як став вчителем.", "Вона незадоволена відтоді, як стала вчителькою."),
    ],
)  # fmt: skip
def test_nouns_decline_and_what_belongs_to_them_agrees(target, masculine, feminine):
    texts = {pair.target for pair in balanced(target)}
    assert {masculine, feminine} <= texts


@pytest.mark.parametrize("target", languages())
def test_genders_differ_only_in_what_shows_them(target):
    """A sentence about one person has as many words in both genders, give or take an article or a pronoun."""
    pairs = [pair for pair in balanced(target) if len(pair.people) == 1]
    for one, two in zip(pairs[::2], pairs[1::2], strict=True):
        assert (one.sentence, one.people, one.genders, two.genders) == (two.sentence, two.people, "m", "f")
        assert abs(len(one.target.split()) - len(two.target.split())) <= 1, (one.target, two.target)


def test_people_a_language_leaves_out_are_named_with_the_reason():
    header = to_tsv("ru", balanced("ru")).splitlines()
    assert any("left out: surgeon: its feminine is colloquial" in line for line in header)


def test_english_has_the_right_article_and_plural():
    texts = {pair.source for pair in balanced("es")}
    assert "I met a woman on the train who turned out to be an engineer." in texts
    assert "When he was young, he wanted to be a CEO." in texts
    assert any("salespeople" in text for text in texts)
    assert not any(re.search(r"\ban? (?:undergraduate)|sss|personss", text) for text in texts)


def test_two_people_come_in_all_pairings():
    genders = Counter(pair.genders for pair in balanced("es") if len(pair.people) == 2)
    assert len(genders) == 4
    assert len(set(genders.values())) == 1
    assert all(pair.people[0] != pair.people[1] for pair in balanced("es") if len(pair.people) == 2)


def words_of(text: str, people: list[str]) -> str:
    """A sentence without its people, pronouns and articles: its pattern."""
    for person in sorted(people, key=len, reverse=True):
        text = re.sub(rf"\b{person}(?:e?s)?\b", "_", text)
    return re.sub(r"\b(?:he|she|his|her|him|an?|the)\b", "~", text.lower())


def test_no_sentence_or_pattern_is_simplegens():
    people = list(pack.load("es").occupations)
    theirs = {
        words_of(item.source, people) for e in ("release", "wide") for item in askew.items("simplegen", edition=e)
    }
    assert not theirs & {words_of(pair.source, people) for pair in balanced("es")}


@pytest.mark.usefixtures("shared_data")
def test_no_sentence_or_pattern_is_winomts():
    people = list(pack.load("es").occupations)
    theirs = {words_of(item.source, people) for item in askew.items("winomt")}
    assert not theirs & {words_of(pair.source, people) for pair in balanced("es")}


def test_people_can_be_held_out(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("# the ones measured with\nnurse\ntruck driver\n\n")
    out = held_out(path)
    assert out == ["nurse", "truck driver"]
    pairs = balanced("es", out)
    assert not {"nurse", "truck driver"} & {person for pair in pairs for person in pair.people}
    assert not any("nurse" in pair.source or "enfermer" in pair.target for pair in pairs)
    header = [line for line in to_tsv("es", pairs, out).splitlines() if line.startswith("#")]
    assert any("held out: nurse, truck driver" in line for line in header)
    assert any("surgeon" in line and "people:" in line for line in header)


def test_the_file_reads_as_parallel_text(tmp_path):
    pytest.importorskip("torch")
    from askew.neural.text.corpus import read_pairs

    pairs = balanced("es")
    path = tmp_path / "balanced.tsv"
    path.write_text(to_tsv("es", pairs), "utf-8")
    assert read_pairs(path) == ([pair.source for pair in pairs], [pair.target for pair in pairs])


@pytest.mark.parametrize(
    ("target", "without", "says"),
    [
        ("xx", [], "no language pack for 'xx'"),
        ("ar", [], "no sentences to balance in Arabic"),
        ("es", ["wizard", "nurse"], "does not know wizard"),
        ("es", sorted(pack.load("es").occupations)[1:], "at least two"),
    ],
)
def test_what_cannot_be_made_is_refused(target, without, says):
    with pytest.raises(UsageError, match=says):
        balanced(target, without)


def test_a_missing_list_of_people_is_an_error(tmp_path):
    with pytest.raises(AskewError, match=r"nobody\.txt"):
        held_out(tmp_path / "nobody.txt")
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(InputError, match="empty"):
        held_out(tmp_path / "empty.txt")
