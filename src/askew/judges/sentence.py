"""A sentence of WinoMT and its translation, in words, with the links between them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from askew.core.records import Item, Output, Person, Span
from askew.judges.base import person_of
from askew.text.align import align
from askew.text.words import Word, key, keys, words


@dataclass(frozen=True)
class Sentence:
    """A source and its translation, in words, with the links between them."""

    item: Item
    text: str
    tokens: Sequence[Word]
    linked: Mapping[int, Sequence[int]]  # source token -> target words
    source: Sequence[str]  # the source's words, by key
    person: Person  # whom it asks about
    entity_links: frozenset[int]
    other_links: frozenset[int]

    @classmethod
    def of(
        cls, item: Item, text: str, tokens: Sequence[Word], linked: Mapping[int, Sequence[int]], source: Sequence[str]
    ) -> "Sentence":
        """The sentence, with what its two people are aligned to."""
        person = person_of(item)
        own = _linked(linked, person.token, item.attributes["entity"])
        others = _linked(linked, person.other_token, person.other)
        return cls(item, text, tokens, linked, source, person, own, others)

    def words(self, spans: Sequence[Span]) -> str:
        """The text at some places."""
        return " ".join(self.text[slice(*span)] for span in spans)

    def linked_to(self, first: int, count: int) -> set[int]:
        """The target words aligned to ``count`` source words from ``first`` on."""
        return {target for position in range(first, first + count) for target in self.linked.get(position, ())}


def _linked(linked: Mapping[int, Sequence[int]], first: int | None, name: str) -> frozenset[int]:
    """What the words of a name are aligned to."""
    places = range(first, first + len(name.split())) if first is not None else range(0)
    return frozenset(target for place in places for target in linked.get(place, ()))


def aligned_sentences(
    items: Sequence[Item], outputs: Sequence[Output], split: Callable[[str], list[Word]] = words
) -> list[Sentence]:
    """The sentences of a run, their outputs split into words by ``split``; the alignment is learnt from all of them."""
    sources = [_keys_by_token(item.source) for item in items]
    targets = [split(output.text) for output in outputs]
    flat = [[word for token in source for word in token] for source in sources]
    links = align([(source, [word.key for word in target]) for source, target in zip(flat, targets, strict=True)])
    return [
        Sentence.of(item, output.text, tokens, _linked_by_token(source, pairs), source_words)
        for item, output, source, source_words, tokens, pairs in zip(
            items, outputs, sources, flat, targets, links, strict=True
        )
    ]


@lru_cache(maxsize=8192)
def _keys_by_token(sentence: str) -> list[tuple[str, ...]]:
    """The words of each token of a sentence split at spaces: WinoMT counts tokens, the aligner words."""
    return [(key(token),) if token.isalpha() else keys(token) for token in sentence.split(" ")]


def _linked_by_token(source: Sequence[Sequence[str]], pairs: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    """Links from words, as links from tokens."""
    token_of_word = [token for token, token_words in enumerate(source) for _ in token_words]
    linked: dict[int, list[int]] = {}
    for word, target in pairs:
        linked.setdefault(token_of_word[word], []).append(target)
    return linked
