"""What may stand in a language pack's file: every key, and of what type its value is (``docs/language-packs.md`` says
what it means).
"""

from typing import Literal

from msgspec import Struct

Words = list[str]
Readings = dict[str, str]
"""Words or endings, with their readings as text."""


class Nouns(Struct, kw_only=True, omit_defaults=True):
    """Nouns by what they say of a person's gender."""

    masculine: Words = []
    feminine: Words = []
    neuter: Words = []
    common: Words = []
    generic: Words = []
    epicene: Words = []


class Genders(Struct, kw_only=True, omit_defaults=True):
    """Epicene nouns, or their last parts, by grammatical gender."""

    masculine: Words = []
    feminine: Words = []
    neuter: Words = []


class PronounSigns(Struct, kw_only=True, omit_defaults=True):
    """What tells a pronoun from the word it looks like."""

    enclitic_hosts: Words = []
    clitic_verbs: Words = []
    clitic_verb_endings: Words = []
    clitic_verb_but: Words = []
    before_clitics: Words = []
    auxiliaries: Words = []
    impersonal: Words = []
    only_before_nouns: Words = []
    after_infinitives: Words = []


class Things(Struct, kw_only=True, omit_defaults=True):
    """Nouns that are no persons."""

    words: Words = []
    endings: Words = []
    but: Words = []


class Verbs(Struct, kw_only=True, omit_defaults=True):
    """Verbs that agree, spelt out or by their endings."""

    words: Readings = {}
    endings: Readings = {}


class Adjectives(Struct, kw_only=True, omit_defaults=True):
    """Adjectives, spelt out or as stems and endings."""

    words: Readings = {}
    stems: Words = []
    endings: Readings = {}


class PackFile(Struct, kw_only=True, omit_defaults=True):
    """A language pack's file."""

    code: str
    name: str
    version: int
    sources: Words
    occupations: dict[str, Nouns]
    people: Nouns | None = None
    direction: Literal["ltr", "rtl"] = "ltr"
    cases: Words = []
    articles: bool = True
    adjective_place: Literal["before", "after", "both"] = "both"
    verb_before_noun: bool = False
    determiners: Readings = {}
    titles: Readings = {}
    pronouns: Readings = {}
    clitics: Readings = {}
    enclitics: Readings = {}
    stressed: Readings = {}
    possessive_endings: Readings = {}
    aligned_possessive_endings: Readings = {}
    reflexives: Readings = {}
    participles: Readings = {}
    person_endings: Readings = {}
    pronoun_signs: PronounSigns | None = None
    adjectives: Adjectives | None = None
    verbs: Verbs | None = None
    things: Things | None = None
    epicene_genders: Genders | None = None
    copulas: Words = []
    before_copulas: Words = []
    feminine_before_vowel: Words = []
    relative_pronouns: Readings = {}
    before_stressed_a: Words = []
    prefixes: Words = []
    article_prefixes: Words = []
    adverbs: Words = []
    prepositions: Words = []
    conjunctions: Words = []
    and_words: Words = []
    but_words: Words = []
    and_prefixes: Words = []
    relatives: Words = []
    or_words: Words = []
    inclusive_suffixes: Words = []
    inclusive_endings: dict[str, Words] = {}
    fields: Words = []
