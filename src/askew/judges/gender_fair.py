"""German plurals where nothing asks for a gender: masculine, feminine, neutral or inclusive?

The noun is looked for in the output, nearest to where the source has it: by the forms of the corpus' dictionary, then
by the word that is aligned to it. A form is read by the dictionary, by its ending (``german_plurals``) and by what
stands beside it: an inclusive ending ("Leser*innen"), or the other gender ("Leserinnen und Leser"), is *both*.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.ambiguous import PERSON, verdict_on
from askew.judges.forms import Form, Match
from askew.judges.gender import BOTH, BOTH_FORMS, FEMALE, MALE, NEUTRAL, NOT_FOUND, Mention, reader_of
from askew.judges.german_plurals import is_nominalised, plural_gender
from askew.lang.readings import Reading
from askew.text.align import align
from askew.text.words import Word, keys, words

SEED, NOUN_AT = "seed", "noun_at"
DICTIONARY, ALIGNMENT, NEARBY = "dictionary", "alignment", "nearby"
NO_NOUN = "no noun for people stands where the source has it"
# How far from the expected place a noun may stand: a share of the output, and characters. What tells that it is the one
# weighs as much as so many times that distance.
REACH, WIDTH = 0.1, 40
KNOWN, ALIGNED, ALIKE = 1.0, 0.5, 0.5
_PLURAL = Form(frozenset({Reading("m", "pl")}))
_PAIR_REACH = 3  # words between the halves of a pair: "Leserinnen und die Leser"


@dataclass(frozen=True)
class Forms:
    """A noun's plural forms in the dictionary, by key: the last word of each."""

    masculine: frozenset[str] = frozenset()
    feminine: frozenset[str] = frozenset()
    neutral: frozenset[str] = frozenset()

    def gender(self, word: str) -> str:
        """Which of the forms a word is, with the dative's -n or as the head of a compound; empty if none."""
        if _is_form(word, self.neutral):
            return NEUTRAL
        if _is_form(word, self.feminine):
            return FEMALE if word.endswith(("innen", "frauen")) else NEUTRAL
        if _is_form(word, self.masculine):
            return NEUTRAL if is_nominalised(word) else MALE
        return ""


def _is_form(word: str, forms: frozenset[str]) -> bool:
    return any(word.removesuffix("n").endswith(form.removesuffix("n")) for form in forms)


class GenderFairJudge:
    """Judges German plurals by a dictionary: English plural to forms."""

    def __init__(self, dictionary: Mapping[str, Forms], revision: str) -> None:
        self._dictionary = dictionary
        self._revision = revision
        self._reader = reader_of("de")

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The rules, the dictionary and the pack."""
        del items, outputs
        return {
            "judge": "gender-fair-1",
            "aligner": "fast_align",
            "dictionary": self._revision,
            "pack": self._reader.pack.signature,
        }

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item; the alignment is learnt from all of them."""
        sources = [words(item.source) for item in items]
        targets = [self._reader.tokens(output.text) for output in outputs]
        pairs = [
            ([word.key for word in source], [word.key for word in target])
            for source, target in zip(sources, targets, strict=True)
        ]
        return [
            self._verdict(item, output.text, source, tokens, links)
            for item, output, source, tokens, links in zip(items, outputs, sources, targets, align(pairs), strict=True)
        ]

    def _verdict(
        self, item: Item, text: str, source: Sequence[Word], tokens: Sequence[Word], links: Sequence[tuple[int, int]]
    ) -> Verdict:
        noun_at, seed = int(item.attributes[NOUN_AT]), item.attributes[SEED]
        forms = self._dictionary.get(seed, Forms())
        noun = range(noun_at, noun_at + len(seed))
        linked = {target for place, target in links if source[place].start in noun}
        expected = (noun_at + len(seed) / 2) / max(len(item.source), 1) * len(text)
        place, how = self._place(text, tokens, expected, linked, seed, forms)
        if not tokens:
            mention = None
        elif place is None:
            mention = Mention(Span(0, 0), NEUTRAL, NO_NOUN)
        else:
            mention = self._mention(text, tokens, place, forms)
        predicted = mention.verdict if mention else NOT_FOUND
        labels = {
            "row": PERSON,
            "verdict": verdict_on(predicted),
            "predicted": predicted,
            "covered": "yes" if mention else "no",
            "found_by": how if mention else "",
        }
        found = (mention.span,) if mention and place is not None else ()
        return Verdict(item.id, seed, labels, mention.reason if mention else "the output is empty", found)

    def _place(
        self, text: str, tokens: Sequence[Word], expected: float, linked: set[int], seed: str, forms: Forms
    ) -> tuple[int | None, str]:
        """The noun for these people: of those that name people, the nearest to where it is expected, other signs
        weighed in.
        """
        best: tuple[float, int, str] | None = None
        reach = REACH * len(text) + WIDTH
        for place, token in enumerate(tokens):
            if not _is_noun(text, token):
                continue
            known = forms.gender(token.key)
            if not known and not self._person(token):
                continue
            distance = abs((token.start + token.end) / 2 - expected) / reach
            alike = _alike(seed, token.key)
            signs = (KNOWN if known else 0) + (ALIGNED if place in linked else 0) + (ALIKE if alike else 0)
            how = DICTIONARY if known else ALIGNMENT if place in linked else NEARBY
            if distance - signs <= 1 and (best is None or distance - signs < best[0]):
                best = distance - signs, place, how
        return (None, NEARBY) if best is None else (best[1], best[2])

    def _person(self, token: Word) -> str:
        """The gender of a plural that names people; empty if it names none."""
        ending = plural_gender(token.key)
        if ending:
            return ending
        known = self._reader.lexicon.person(token)
        if known is None or not any(reading.number in ("pl", "") for reading in known.readings):
            return ""
        genders = {reading.gender for reading in known.readings if reading.number in ("pl", "")}
        return MALE if genders == {"m"} and not known.epicene else NEUTRAL

    def _mention(self, text: str, tokens: Sequence[Word], place: int, forms: Forms) -> Mention:
        """What the noun says, with an inclusive ending or the other gender beside it."""
        read = self._reader.mention(text, tokens, Match(place, place + 1, _PLURAL))
        span = read.span
        if read.verdict == BOTH:
            return read
        gender = forms.gender(tokens[place].key) or self._person(tokens[place])
        for other in self._joined(tokens, place):
            if {gender, plural_gender(tokens[other].key)} == {MALE, FEMALE}:
                first, last = sorted((place, other))
                return Mention(Span(tokens[first].start, tokens[last].end), BOTH, BOTH_FORMS)
        return Mention(span, gender, f"“{text[slice(*span)]}”")

    def _joined(self, tokens: Sequence[Word], place: int) -> Iterator[int]:
        """Nouns with the same stem that "und" or "oder" joins to this one."""
        for other in range(max(0, place - _PAIR_REACH), min(len(tokens), place + _PAIR_REACH + 1)):
            first, last = sorted((place, other))
            between = tokens[first + 1 : last]
            joined = any(
                self._reader.lexicon.is_and(word) or self._reader.lexicon.joins_pairs(word) for word in between
            )
            if joined and _stem(tokens[other].key) == _stem(tokens[place].key):
                yield other


def _stem(word: str) -> str:
    """The beginning that the masculine and the feminine plural share: four letters, umlauts aside."""
    return word.translate(str.maketrans("äöü", "aou"))[:4]


def _alike(english: str, german: str) -> bool:
    """Whether two words begin alike, as "administrators" and "Administratoren" do."""
    return english[:5] == german[:5]


def _is_noun(text: str, token: Word) -> bool:
    """Whether a word is written as German nouns are."""
    return text[token.start].isupper()


def forms_of(masculine: str, feminine: str, neutral: str) -> Forms:
    """A row of the dictionary: each column's forms split by semicolons; the last word of each counts."""

    def last_words(column: str) -> frozenset[str]:
        phrases = (keys(phrase) for phrase in column.split(";"))
        return frozenset(phrase[-1] for phrase in phrases if phrase)

    return Forms(last_words(masculine), last_words(feminine), last_words(neutral))
