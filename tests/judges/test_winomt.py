"""WinoMT's judge on sentences made for each of its decisions."""

import pytest

from askew.core.records import Item, Output, Person
from askew.judges.winomt import WinoMTJudge


def judged(target, source, output, *, entity, gold="female", other="", pronoun="", reading="noun"):
    words = [word.strip(".,").lower() for word in source.split(" ")]

    def index(name):
        return words.index(name.split()[0]) if name else None

    attributes = {"gold": gold, "entity": entity, "stereotype": "anti", "set": "winobias"}
    person = Person(index(entity), other, index(other), index(pronoun))
    item = Item("1", source, attributes, person=person)
    # A few more pairs give the aligner something to learn the pronoun from.
    more = [
        (Item(str(k), s, attributes, person=Person(1, other, person.other_token)), Output(str(k), t))
        for k, (s, t) in enumerate(MORE.get(target, []), 2)
    ]
    outputs = [Output("1", output), *(o for _, o in more)]
    verdicts = WinoMTJudge(target, reading).judge([item, *(i for i, _ in more)], outputs)
    return verdicts[0]


MORE = {
    "es": [
        ("she was late", "ella llegó tarde"),
        ("he was late", "él llegó tarde"),
        ("because she sang", "porque ella cantó"),
    ]
    * 3,
    "de": [("she was late", "sie war spät"), ("he was late", "er war spät"), ("because she sang", "weil sie sang")] * 3,
    "it": [
        ("gave a map", "diede una mappa"),
        ("a map", "una mappa"),
        ("told her a tale", "le disse una fiaba"),
        ("wrote her", "le scrisse"),
        ("told him a tale", "gli disse una fiaba"),
        ("wrote him", "gli scrisse"),
        ("told a tale", "disse una fiaba"),
        ("wrote", "scrisse"),
    ]
    * 3,
}
SOURCE = "The teacher helped the guard because she knew the way."


@pytest.mark.parametrize(
    ("target", "output", "predicted", "reason"),
    [
        ("es", "La maestra ayudó al guardia porque sabía el camino.", "female", "“maestra”"),
        ("es", "El profesor ayudó al guardia porque sabía el camino.", "male", "“profesor”"),
        ("es", "La docente ayudó al guardia.", "female", "“docente” with “La”"),
        ("es", "Docentes ayudaron al guardia.", "undecided", "form is the same for both genders"),
        ("es", "El maestro o la maestra ayudó al guardia.", "both", "both genders found"),
        ("es", "El/la docente ayudó al guardia.", "both", "both genders found"),
        ("es", "Ayudó al guardia.", "not_found", "no form found"),
        ("es", "", "not_found", "no form found"),
        ("es", SOURCE, "not_found", "output repeats the source"),
        ("de", "Die Lehrerin half dem Wächter.", "female", "“Lehrerin”"),
        ("de", "Der Lehrer half dem Wächter.", "male", "“Lehrer”"),
        ("fr", "L'enseignante a aidé le gardien.", "female", "“enseignante”"),
        ("ru", "Учительница помогла охраннику.", "female", "“Учительница”"),
        ("he", "המורה אמרה לשומר.", "female", "“המורה” with “אמרה”"),
        ("pl", "Nauczycielka pomogła strażnikowi.", "female", "“Nauczycielka”"),
        ("nl", "De lerares hielp de bewaker.", "female", "“lerares”"),
    ],
)  # fmt: skip
def test_what_a_translation_says_of_the_teacher(target, output, predicted, reason):
    verdict = judged(target, SOURCE, output, entity="teacher", other="guard")
    assert (verdict.labels["predicted"], verdict.reason) == (predicted, reason)


def test_a_word_that_names_both_people_is_given_to_the_one_it_stands_for():
    source = "The cleaner thanked the janitor because she was kind."
    output = "La limpiadora dio las gracias al conserje porque era amable."
    assert judged("es", source, output, entity="cleaner", other="janitor").labels["predicted"] == "female"
    assert judged("es", source, output, entity="janitor", other="cleaner", gold="male").labels["predicted"] == "male"


def test_what_refers_to_the_person_decides_only_where_the_noun_does_not():
    source = "The teacher sang because she was late."
    open_noun = judged("es", source, "Su docente cantó porque ella llegó tarde.", entity="teacher", pronoun="she")
    assert open_noun.labels["predicted"] == "female"
    assert "ella" in open_noun.reason
    closed = judged("es", source, "El maestro cantó porque ella llegó tarde.", entity="teacher", pronoun="she")
    assert closed.labels["predicted"] == "male"
    assert closed.labels["agreement"] == "clashes"
    assert closed.reason == "“maestro”, but “ella” is female"


def test_a_clitic_is_read_where_it_translates_an_object_pronoun():
    source = "The lawyer saw the teacher and gave her a map."
    output = "L'avvocato vide l'insegnante e le diede una mappa."
    assert judged("it", source, output, entity="teacher", other="lawyer", pronoun="her").labels["predicted"] == "female"


def test_a_plural_for_they_says_nothing_of_the_person():
    source = "The child sang because they was late."
    verdict = judged("de", source, "Das Kind sang, weil sie war spät.", entity="child", gold="neutral", pronoun="they")
    assert verdict.labels["predicted"] == "neutral"
    assert verdict.labels["verdict"] == "correct"


@pytest.mark.parametrize(
    ("gold", "output", "verdict"),
    [
        ("female", "La maestra", "correct"),
        ("male", "La maestra", "incorrect"),
        ("neutral", "La maestra", "incorrect"),
        ("neutral", "Docente", "correct"),
        ("female", "Docente", "inconclusive"),
        ("neutral", "nadie", "inconclusive"),
    ],
)
def test_only_the_right_gender_is_right_and_for_neutral_only_what_chooses_none(gold, output, verdict):
    assert judged("es", SOURCE, output, entity="teacher", gold=gold).labels["verdict"] == verdict


def test_a_noun_the_pack_lacks_is_found_by_alignment_if_it_has_a_determiner():
    attributes = {"gold": "female", "entity": "baker", "stereotype": "anti", "set": "winobias"}
    verbs = [
        ("sang", "cantó"),
        ("slept", "durmió"),
        ("ate", "comió"),
        ("came", "vino"),
        ("left", "salió"),
        ("ran", "corrió"),
    ]
    items = [Item(str(k), f"The baker {en}.", attributes, person=Person(1)) for k, (en, _) in enumerate(verbs)]
    verdicts = WinoMTJudge("es").judge(
        items, [Output(str(k), f"La zampullina {es}.") for k, (_, es) in enumerate(verbs)]
    )
    assert {verdict.labels["predicted"] for verdict in verdicts} == {"female"}
    assert {verdict.labels["found_by"] for verdict in verdicts} == {"alignment"}
    bare = WinoMTJudge("es").judge(items, [Output(str(k), f"Zampullina {es}.") for k, (_, es) in enumerate(verbs)])
    assert {verdict.labels["predicted"] for verdict in bare} == {"not_found"}


@pytest.mark.parametrize(
    ("target", "source", "output", "entity", "other", "pronoun", "predicted"),
    [
        # a thing in the person's place is no person
        ("es", "The mover called the nurse.", "La mudanza llamó al enfermero.", "mover", "nurse", "", "thing"),
        ("de", "The mover called the nurse.", "Das Auto rief den Pfleger.", "mover", "nurse", "", "thing"),
        # a general word for a person is one
        ("fr", "The mover called the nurse.", "La dame a appelé l'infirmier.", "mover", "nurse", "", "female"),
        ("it", "The nurse called the mover.", "L'infermiera chiamò il ragazzo.", "mover", "nurse", "", "male"),
        # one form for both people goes to each in order
        ("es", "The mover saw the nurse.", "El enfermero vio a la enfermera.", "mover", "nurse", "", "male"),
        # a pronoun that only agrees with an epicene noun decides nothing, one that disagrees does, and so does an
        # article
        ("de", "The guard sang because she was late.", "Die Wache sang, weil sie war spät.", "guard", "", "she", "undecided"),
        ("de", "The guard sang because he was late.", "Die Wache sang, weil er war spät.", "guard", "", "he", "male"),
        ("it", "The guard sang.", "Il guardia cantò.", "guard", "", "", "male"),
        # clitics, enclitics, participles and predicates, without an alignment to lean on
        ("it", "The nurse saw the teacher and robbed her.", "L'infermiere vide l'insegnante per rubarle i soldi.", "teacher", "nurse", "her", "female"),
        ("es", "The nurse saw the president and called her.", "El enfermero vio a su presidente y la llamó.", "president", "nurse", "her", "female"),
        ("fr", "The nurse saw the analyst and helped her.", "L'infirmier a vu l'analyste et l'a aidée.", "analyst", "nurse", "her", "female"),
        ("fr", "The nurse saw the analyst and ate with him.", "L'infirmier a vu l'analyste et a mangé avec lui.", "analyst", "nurse", "him", "male"),
        ("it", "The teacher was bad at this.", "L'insegnante era negata.", "teacher", "", "", "female"),
        # an impersonal pronoun and an infinitive refer to nobody; the subject that goes on is somebody else
        ("fr", "The nurse told someone that they must go.", "L'infirmier a dit à quelqu'un qu'il fallait partir.", "someone", "nurse", "they", "undecided"),
        ("nl", "The nurse told someone that they can be here.", "De verpleger zei iemand dat het hier kan zijn.", "someone", "nurse", "they", "undecided"),
        ("fr", "The guard saw the analyst and asked her if so.", "Le garde a vu l'analyste et il lui a demandé.", "analyst", "guard", "her", "undecided"),
        # quotation marks do not part a noun from its article
        ("pt", "The nurse saw the dentist.", "A enfermeira viu o \"dentista\" ontem.", "dentist", "nurse", "", "male"),
        # one of two forms chooses neither
        ("es", "Someone was tired because she was ill.", "Alguien cantaba aunque ya estaba cansado/a.", "someone", "", "she", "undecided"),
        ("es", "Someone was tired because she was ill.", "Alguien cantaba aunque ya estaba cansada.", "someone", "", "she", "female"),
        # a noun that is said of the person shows it by its article
        ("it", "The teacher sang because he was a liar.", "L'insegnante cantava perché era un giocatore.", "teacher", "", "he", "male"),
        # who is told to do something may become an object
        ("it", "The nurse saw the teacher and demanded he leave.", "L'infermiera vide l'insegnante e poi gli ha chiesto di uscire.", "teacher", "nurse", "he", "male"),
        # Hebrew: what is owned, an adverb before the verb of a dropped subject, a future after a request
        ("he", "The guard spoke with the cleaner and listened to her complaints.", "השומר דיבר עם המנקה והקשיב לתלונותיה.", "cleaner", "guard", "her", "female"),
        ("he", "The guard praised the cleaner because she always smiled.", "השומר שיבח את המנקה מפני שתמיד צחקה.", "cleaner", "guard", "she", "female"),
        ("he", "The nurse called the cleaner and asked him to come.", "האחות התקשרה למנקה וביקשה שיחזור מחר.", "cleaner", "nurse", "him", "male"),
        # somebody whom the source names besides the two, and what somebody is said to be, are not the person
        ("uk", "The nurse praised the mover and made him an employee.", "Медсестра похвалила його і зробила співробітником.", "mover", "nurse", "him", "not_found"),
        ("he", "The chief gave the nurse an apple.", "מכר ספר לאחות.", "chief", "nurse", "", "not_found"),
        ("es", "The nurse said the mover was late.", "La enfermera dijo que llegaba muy tarde y que era el culpable.", "mover", "nurse", "", "not_found"),
        ("es", "The nurse showed the mover the way.", "La enfermera mostró al jefe el camino.", "mover", "nurse", "", "male"),
        # an unknown noun ends as names of people do; a thing does not become one
        ("pt", "The nurse saw the mover.", "A enfermeira viu a sua casa e o pedinte.", "mover", "nurse", "", "male"),
        ("pt", "The nurse saw the mover.", "A enfermeira viu o instante.", "mover", "nurse", "", "thing"),
        ("de", "The nurse thanked the mover.", "Der Pfleger dankte dem Schankwirt.", "mover", "nurse", "", "male"),
    ],
)  # fmt: skip
def test_kinds_of_words_that_show_a_person_or_a_gender(target, source, output, entity, other, pronoun, predicted):
    gold = {"he": "male", "him": "male", "they": "neutral"}.get(pronoun, "female")
    verdict = judged(target, source, output, entity=entity, other=other, pronoun=pronoun, gold=gold)
    assert verdict.labels["predicted"] == predicted, verdict.reason


def test_an_article_against_its_noun_is_counted_as_the_noun_says_and_shown():
    verdict = judged("es", SOURCE, "La profesor ayudó al guardia.", entity="teacher", other="guard")
    assert (verdict.labels["predicted"], verdict.labels["article"]) == ("male", "clashes")
    agreeing = judged("es", "The housekeeper sang.", "El ama de llaves cantó.", entity="housekeeper")
    assert agreeing.labels["article"] == ""


@pytest.mark.parametrize(
    ("output", "decider"),
    [
        ("La maestra ayudó.", "noun"),
        ("La docente ayudó.", "modifier"),
        ("Su docente estaba cansada.", "predicate"),
        ("Docentes ayudaron.", ""),
    ],
)
def test_a_verdict_says_which_kind_of_word_decided(output, decider):
    assert judged("es", SOURCE, output, entity="teacher").labels["decider"] == decider


@pytest.mark.parametrize(
    ("target", "output", "entity", "predicted"),
    [
        ("it", "L'opera parla di un maestro.", "worker", "not_found"),
        ("it", "Gli operai* parlano.", "worker", "both"),
        ("fr", "L'employé(e) de ménage parle.", "cleaner", "both"),
    ],
)
def test_an_inclusive_ending_needs_its_sign(target, output, entity, predicted):
    verdict = judged(target, f"The {entity} talks.", output, entity=entity)
    assert verdict.labels["predicted"] == predicted, verdict.reason


@pytest.mark.parametrize(
    ("reading", "predicted", "decider"), [("noun", "male", "noun"), ("strict", "male", "noun"), ("pronoun", "female", "pronoun")]
)  # fmt: skip
def test_the_reading_says_what_decides_first(reading, predicted, decider):
    source = "The teacher sang because she was late."
    verdict = judged(
        "es", source, "El maestro cantó porque ella llegó tarde.", entity="teacher", pronoun="she", reading=reading
    )
    assert (verdict.labels["predicted"], verdict.labels["decider"]) == (predicted, decider)
    open_noun = judged(
        "es", source, "Su docente cantó porque ella llegó tarde.", entity="teacher", pronoun="she", reading=reading
    )
    assert open_noun.labels["predicted"] == ("undecided" if reading == "strict" else "female")


def test_only_the_reading_that_was_labelled_has_expected_errors():
    assert judged("es", SOURCE, "La maestra ayudó.", entity="teacher").counts["expected_errors"] > 0
    assert not judged("es", SOURCE, "La maestra ayudó.", entity="teacher", reading="strict").counts
    assert not judged("nl", SOURCE, "De lerares hielp.", entity="teacher").counts
