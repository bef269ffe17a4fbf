"""German plurals that name people, and what they say of the people's gender: by how they end, and a list of weak nouns.

The feminine plural ends in -innen. Adjectives and participles used as nouns (die Reisenden, die Befragten), compounds
of -kraft, -person, -mitglied and the like, and nouns in -ling show none. Agent nouns (-er, -or, -ist, -ent, -ant, -eur,
-loge) and weak nouns (die Kunden) are masculine.
"""

import re

from askew.judges.gender import FEMALE, MALE, NEUTRAL

_NEUTRAL_HEADS = (
    "kraft", "kräfte", "kräften", "person", "personen", "leute", "leuten", "menschen", "mitglied", "mitglieder",
    "mitgliedern", "häupter", "häuptern", "eltern", "geschwister", "geschwistern", "personal", "linge", "lingen", "gäste",
    "gästen", "opfer", "opfern", "fans", "stars",
)  # fmt: skip
_AGENTS = (
    "er", "ern", "oren", "isten", "enten", "anten", "eure", "euren", "logen", "nomen", "grafen", "graphen", "sophen",
    "männer", "männern", "äre", "ären", "iaten", "daten", "maten", "loten", "oeten", "athleten", "asten",
)  # fmt: skip
_WEAK_NOUNS = (
    "kunden", "nachbarn", "matrosen", "experten", "kollegen", "zeugen", "piloten", "helden", "nachkommen", "boten", "erben",
    "gatten", "genossen", "burschen", "insassen", "sklaven", "soldaten", "gefährten", "laien", "juden", "christen",
    "heiden", "türken", "franzosen", "russen", "griechen", "polen", "schweden", "iren", "schotten", "briten", "deutschen",
    "riesen", "fürsten", "grafen", "prinzen", "hirten", "schützen", "architekten", "patrioten", "pädagogen", "beamten",
    "bauern", "vettern", "anwälte", "anwälten", "ärzte", "ärzten", "köche", "köchen", "wirte", "wirten", "freunde",
    "freunden", "feinde", "feinden", "chefs", "bosse", "könige", "königen", "mönche", "mönchen", "diebe", "dieben",
    "herren", "söhne", "söhnen", "brüder", "brüdern", "väter", "vätern", "notare", "notaren", "vorfahren", "warte",
)  # fmt: skip
_WOMEN = ("frauen", "schwestern", "mütter", "müttern", "töchter", "töchtern", "damen", "tanten", "königinnen")
_NO_PEOPLE = (
    "wasser", "fenster", "sommer", "winter", "theater", "center", "zimmer", "jahrhunderten", "ländern", "länder", "bücher",
    "büchern", "bilder", "bildern", "häuser", "häusern", "kinder", "kindern", "september", "oktober", "november", "dezember",
    "güter", "gütern", "felder", "feldern", "wälder", "wäldern", "orter", "örter", "lieder",
    "liedern", "gelder", "geldern", "daten", "raten", "computer", "computern", "nummer", "nummern", "steuern", "kammer",
    "kammern", "mauer", "mauern", "dauer", "feuer", "ufer", "alter", "körper", "körpern", "papier", "meter", "metern", "ämter",
    "ämtern", "städter", "völker", "völkern", "räder", "rädern", "bänder", "bändern", "dörfer", "dörfern", "gebieten",
    "staaten", "monaten", "zitaten", "formaten", "plakaten", "motoren", "faktoren", "sektoren", "sensoren", "komponenten",
    "dokumenten", "elementen", "argumenten", "instrumenten", "varianten", "elefanten", "prozenten", "momenten",
    "gebiete", "gebieten", "gerichte", "gerichten", "berichte", "berichten", "geschichten", "gewichte", "gedichte", "gebote",
    "verluste", "verlusten", "verbote", "verboten", "angebote", "angeboten", "gesichter", "gesichtern", "abende", "abenden",
    "listen", "kisten", "fristen", "küsten", "resten", "posten", "kosten", "westen", "osten",
)  # fmt: skip
_PARTICIPLE = re.compile(
    r"(?:^|s|an|auf|aus|ab|ein|zu|vor|nach|mit|um|bei|hin|her)(?:(?:ge|be|ver|ent|er|zer)\w{3,}t|\w{2,}iert)$"
)
"""A past participle: with ge- or a prefix that takes its place, at the beginning or after a particle or a compound's
-s.
"""
_NOMINALISED = ("angehörigen", "angehörige", "sachverständigen", "sachverständige", "jugendlichen", "jugendliche",
                "geistlichen", "geistliche", "freiwilligen", "freiwillige", "obdachlosen", "arbeitslosen", "ansässigen",
                "prominenten", "prominente", "erwachsenen", "erwachsene", "gefangenen", "gefangene", "verantwortlichen",
                "verantwortliche", "bediensteten", "bedienstete", "kranken", "kranke", "toten", "neugeborenen")  # fmt: skip


def plural_gender(word: str) -> str:
    """What a plural noun, given by its key, says of people: female, male or neutral; empty if it names none.

    >>> [plural_gender(word) for word in ("leserinnen", "leser", "reisenden", "befragten", "studenten", "fachkräfte")]
    ['female', 'male', 'neutral', 'neutral', 'male', 'neutral']
    >>> [plural_gender(word) for word in ("vorstand", "abgeordnete", "ökonomen", "neuankömmlinge", "stammkunden")]
    ['', 'neutral', 'male', 'neutral', 'male']
    """
    if (word.endswith("innen") and len(word) > 6) or word.endswith(_WOMEN):
        return FEMALE
    if word.endswith(_WEAK_NOUNS):
        return MALE
    if word.endswith(_NO_PEOPLE):
        return ""
    if word.endswith(_NEUTRAL_HEADS) or is_nominalised(word):
        return NEUTRAL
    return MALE if word.endswith(_AGENTS) and len(word) > 3 else ""


def is_nominalised(word: str) -> bool:
    """Whether a plural is an adjective or participle used as a noun: die Reisenden, die Angestellten."""
    if word.endswith(_NOMINALISED):
        return True
    stem = word.removesuffix("n").removesuffix("e")
    if stem == word or len(stem) < 5 or word.endswith((*_WEAK_NOUNS, *_NO_PEOPLE, *_AGENTS)):
        return False
    return stem.endswith("end") or _PARTICIPLE.search(stem) is not None
