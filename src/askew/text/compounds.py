"""Words within compounds, by the rules of word formation: *Abruf* in *Artikelabrufmodell*, *Einbettung* in
*Worteinbettungen*.

German joins words without a space, with a linking element or none (*Wissen-s-basis*, *Sprach(e)-modell*), and inflects
only the last; shared parts are said once (*Quell- und Zielsprache*). What stands beside the word must look like a word
itself: three letters or more, one of them a vowel, and neither a prefix (*Ver-*, *Ab-*) nor a suffix (*-ung*,
*-ieren*), which make another word (*Abruf* is no *Ruf*, *Modellierung* no *Modell*). Acronyms and names in capitals are
set apart by hyphens (Rat für deutsche Rechtschreibung, § 40), so *BERT* is not in *CamemBERT*.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

Stem = Callable[[str], str]
SHORTEST_TERM = 4
"""Letters of a word that is looked for in compounds: shorter ones are in too many others by chance."""
SHORTEST_PART = 3
SHORTEST_BASE = 6
"""Letters left of a word whose ending is taken off to find it in front (*Einbettung-en* in *Einbettungsraum*)."""


@dataclass(frozen=True)
class Formation:
    """How a language makes compounds."""

    links: tuple[str, ...]
    """What may stand between two parts."""
    endings: tuple[str, ...]
    """What a plural may end with that its singular lacks."""
    dropped: str
    """A last letter that may get lost before another part."""
    prefixes: frozenset[str]
    """What makes another word of one, put before it."""
    suffix: re.Pattern[str]
    """What makes another word of one, put after it."""


GERMAN = Formation(
    links=("", "s", "es", "n", "en", "ns", "ens", "er", "e"),
    endings=("en", "n", "e"),
    dropped="e",
    prefixes=frozenset(
        [
            "ab",
            "an",
            "auf",
            "aus",
            "be",
            "bei",
            "durch",
            "ein",
            "ent",
            "er",
            "fort",
            "ge",
            "her",
            "hin",
            "los",
            "miss",
            "mit",
            "nach",
            "nieder",
            "um",
            "un",
            "unter",
            "ver",
            "vor",
            "weg",
            "wider",
            "wieder",
            "zer",
            "zu",
            "zurück",
            "zusammen",
            "über",
        ]
    ),
    suffix=re.compile(
        r"(?:bar|chen|ell|end|er|haft|heit|ier|ieren|ig|igkeit|in|innen|isch|ismus|ist|ität|iv|keit|lein|ler|lich|lichkeit|los|losigkeit|"
        r"nis|or|sam|schaft|tum|(?:is)?ier(?:bar|t|te|ung|end)|(?:is)ation|ung)(?:e|en|em|er|es|n|s|t|te|ten)?"
    ),
)
FORMATIONS = {"de": GERMAN}
_VOWEL = re.compile(r"[aeiouyäöüéèêàáíóú]")
_CAPITALS = re.compile(r"[A-ZÄÖÜ]")


def joins_words(term: str) -> bool:
    """Whether a word is written together with others in a compound: it is long enough, and no acronym.

    >>> joins_words("Abruf"), joins_words("BERT"), joins_words("Art")
    (True, False, False)
    """
    return len(term) >= SHORTEST_TERM and len(_CAPITALS.findall(term)) < 2


class Compounds:
    """Finds words within the compounds of a language. ``known`` are words of the same texts, by their keys."""

    def __init__(self, formation: Formation, stem: Stem, known: Collection[str] = ()) -> None:
        self.formation = formation
        self.stem = stem
        self.known = known

    def places(self, word: str, wanted: str) -> Iterator[tuple[int, int]]:
        """Where ``wanted`` is a part of ``word`` (both keys), but not all of it.

        >>> from askew.text.stems import stemmer
        >>> german = Compounds(GERMAN, stemmer("de"))
        >>> [list(german.places(word, "modell")) for word in ("sprachmodelle", "modellarchitektur", "modellierung")]
        [[(6, 13)], [(0, 6)], []]
        """
        yield from self._in_front(word, wanted)
        yield from self._at_end(word, wanted)

    def begins(self, word: str, wanted: str) -> bool:
        """Whether ``wanted`` is the first part of ``word``."""
        return any(start == 0 for start, _ in self._in_front(word, wanted))

    def ends(self, word: str, wanted: str) -> bool:
        """Whether ``wanted``, perhaps inflected, is the last part of ``word``."""
        return any(True for _ in self._at_end(word, wanted))

    def completes(self, part: str, head: str, wanted: str) -> bool:
        """Whether a part set off by a hyphen and the end of a later word make up ``wanted``: *Quell-* and *Zielsprache*
        *Quellsprache*.
        """
        for link in self.formation.links:
            bare = part.removesuffix(link) if link else part
            if bare and wanted.startswith(bare):
                rest = wanted[len(part) :] if wanted.startswith(part) else wanted[len(bare) :]
                if len(rest) >= SHORTEST_TERM and (self.stem(head) == self.stem(rest) or self.ends(head, rest)):
                    return True
        return False

    def _in_front(self, word: str, wanted: str) -> Iterator[tuple[int, int]]:
        """Before another part, at the beginning or after a first one: with a linking element, or without its last
        letter.
        """
        for base in self._bases(wanted):
            start = word.find(base)
            while start >= 0:
                end = start + len(base)
                if self._opens(word, start, base) and self._goes_on(word, end, base == wanted[:-1]):
                    yield start, end
                    return
                start = word.find(base, start + 1)

    def _bases(self, wanted: str) -> Iterator[str]:
        yield wanted
        if wanted.endswith(self.formation.dropped) and len(wanted) > SHORTEST_TERM:
            yield wanted.removesuffix(self.formation.dropped)
        for ending in self.formation.endings:
            base = wanted.removesuffix(ending)
            if len(wanted) > len(base) >= SHORTEST_BASE and self.stem(base) == self.stem(wanted):
                yield base

    def _opens(self, word: str, start: int, base: str) -> bool:
        """Whether a part can begin here: at the word's own beginning, or after another."""
        return start == 0 or self._is_first_part(word[:start], base)

    def _goes_on(self, word: str, end: int, shortened: bool) -> bool:
        """Whether another part follows, after a linking element if any."""
        links = ("",) if shortened else self.formation.links
        return any(
            self._is_part(word[end + len(link) :]) and not self.formation.suffix.fullmatch(word[end:])
            for link in links
            if word.startswith(link, end) and not self.formation.suffix.fullmatch(word[end + len(link) :])
        )

    def _at_end(self, word: str, wanted: str) -> Iterator[tuple[int, int]]:
        """As the last part, which is the one that is inflected."""
        least = round(0.8 * len(wanted))
        stem = self.stem(wanted)
        for start in range(SHORTEST_PART, len(word) - max(least, SHORTEST_TERM) + 1):
            if (
                word[start] == wanted[0]
                and self.stem(word[start:]) == stem
                and self._is_first_part(word[:start], wanted)
            ):
                yield start, len(word)
                return

    def _is_first_part(self, front: str, following: str) -> bool:
        """Whether this is a word to which another is joined, and not one whose prefix makes another word of that:
        *Artikel-ab|ruf*.
        """
        if not self._is_part(front) or front in self.formation.prefixes:
            return False
        return not any(
            front.endswith(prefix) and prefix + following in self.known for prefix in self.formation.prefixes
        )

    def _is_part(self, part: str) -> bool:
        return len(part) >= SHORTEST_PART and part.isalpha() and _VOWEL.search(part) is not None


def compounds_of(language: str, stem: Stem, known: Collection[str] = ()) -> Compounds | None:
    """The compounds of a language, if it is known how it makes them."""
    return Compounds(FORMATIONS[language], stem, known) if language in FORMATIONS else None
