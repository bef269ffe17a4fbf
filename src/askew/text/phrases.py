"""Where a phrase stands in a text: word by word, or character by character in scripts without spaces."""

from collections.abc import Collection, Iterator
from typing import Literal

from askew.core.records import Span
from askew.text.compounds import compounds_of, joins_words
from askew.text.stems import stemmer
from askew.text.unspaced import UNSPACED
from askew.text.words import key, keys, words

How = Literal["exact", "inflected", "compound"]
LATER = 4
"""How many words after a part with a hyphen the word may come that completes it: *Quell- oder die Zielsprache*."""


class SpacedText:
    """A text of words.

    A phrase is exact if its words are the same but for case, inflected if their stems are, or if it is only spaced
    otherwise; it is in a compound if other words are joined to it, in languages whose way to do so is known. ``known``:
    other words of these texts, by their keys.
    """

    def __init__(self, text: str, language: str, known: Collection[str] = ()) -> None:
        self.text = text
        self.words = words(text)
        self.stem = stemmer(language)
        self.compounds = compounds_of(language, self.stem, known)
        self.keys = [word.key for word in self.words]
        self.stems = [self.stem(word) for word in self.keys]

    def find(self, phrase: str, how: How) -> Iterator[Span]:
        """Its places.

        >>> text = SpacedText("Die Sprachmodelle und das Sprach-Modell", "de")
        >>> list(text.find("Sprachmodell", "exact")), list(text.find("Sprachmodell", "inflected"))
        ([], [Span(start=4, end=17), Span(start=26, end=39)])
        """
        wanted = list(keys(phrase))
        if not wanted:
            return
        if how == "exact":
            yield from self._windows(self.keys, wanted, len(wanted))
        elif how == "inflected":
            yield from self._inflected(wanted)
        elif self.compounds is not None:
            yield from self._compound(phrase, wanted)

    def _inflected(self, wanted: list[str]) -> Iterator[Span]:
        yield from self._windows(self.stems, [self.stem(word) for word in wanted], len(wanted))
        joined = "".join(wanted)
        for length in {len(wanted) - 1, len(wanted) + 1} - {0}:
            for first in range(len(self.words) - length + 1):
                if self.stem("".join(self.keys[first : first + length])) == self.stem(joined):
                    yield Span(self.words[first].start, self.words[first + length - 1].end)

    def _compound(self, phrase: str, wanted: list[str]) -> Iterator[Span]:
        """As a part of a compound: one word anywhere in it; of several, the first may end a compound and the last begin
        one.
        """
        assert self.compounds is not None
        if len(wanted) == 1:
            if joins_words(phrase.strip()):
                for word in self.words:
                    for start, end in self.compounds.places(word.key, wanted[0]):
                        same = (
                            len(word.key) == word.end - word.start
                        )  # or places in the key (ß is ss there) are none in the text
                        yield Span(word.start + start, word.start + end) if same else Span(word.start, word.end)
                yield from self._completed(wanted[0])
            return
        stems = [self.stem(word) for word in wanted]
        for first in range(len(self.words) - len(wanted) + 1):
            last = first + len(wanted) - 1
            if self.stems[first + 1 : last] != stems[1:-1]:
                continue
            opens = self.stems[first] == stems[0] or self.compounds.ends(self.keys[first], wanted[0])
            closes = self.stems[last] == stems[-1] or self.compounds.begins(self.keys[last], wanted[-1])
            if opens and closes:
                yield Span(self.words[first].start, self.words[last].end)

    def _completed(self, wanted: str) -> Iterator[Span]:
        """As a part with a hyphen whose end is said later: *Quell- und Zielsprache*."""
        assert self.compounds is not None
        for place, word in enumerate(self.words):
            if self.text[word.end : word.end + 2].rstrip() not in ("-", "-,"):
                continue
            later = self.keys[place + 1 : place + 1 + LATER]
            if any(self.compounds.completes(word.key, head, wanted) for head in later):
                yield Span(word.start, word.end)

    def _windows(self, said: list[str], wanted: list[str], length: int) -> Iterator[Span]:
        for first in range(len(said) - length + 1):
            if said[first : first + length] == wanted:
                yield Span(self.words[first].start, self.words[first + length - 1].end)


class UnspacedText:
    """A text without spaces between words. A phrase is exact if its characters are the same; there is no inflection to
    take off.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        folded = [
            (character, place) for place, letter in enumerate(text) for character in key(letter) if letter.strip()
        ]
        self.folded, self.places = "".join(character for character, _ in folded), [place for _, place in folded]

    def find(self, phrase: str, how: How) -> Iterator[Span]:
        """Its places; letters of other scripts must be whole words.

        >>> text = UnspacedText("我们用 BERT 模型和BERTs")
        >>> list(text.find("BERT模型", "exact")), len(list(text.find("bert", "exact")))
        ([Span(start=4, end=11)], 1)
        """
        wanted = "".join(key(letter) for letter in phrase if letter.strip())
        first = self.folded.find(wanted) if wanted and how == "exact" else -1
        while first >= 0:
            span = Span(self.places[first], self.places[first + len(wanted) - 1] + 1)
            if not (_runs_on(self.text, span.start - 1) or _runs_on(self.text, span.end - 1)):
                yield span
            first = self.folded.find(wanted, first + 1)


def _runs_on(text: str, place: int) -> bool:
    """Whether a word of letters with spaces goes on from this character to the next."""
    pair = text[max(place, 0) : place + 2]
    return len(pair) == 2 and place >= 0 and pair.isascii() and pair.isalnum()


def phrases_of(text: str, language: str, known: Collection[str] = ()) -> SpacedText | UnspacedText:
    """A text in which phrases can be found; ``known`` are other words of the language, by their keys."""
    return UnspacedText(text) if language in UNSPACED else SpacedText(text, language, known)
