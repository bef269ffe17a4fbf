"""The rules of the reference tool (Stanovsky et al. 2019), to reproduce its numbers: protocol ``winomt2019``.

Words are aligned as fast_align aligns them, on the raw text split at white space. The target words aligned to the
entity's token and to a the, a or an before it are looked at, and simple rules of the time decide. Spanish, French,
Italian and all other languages went through tagger models that can no longer be had; here any of them is read by a
language pack's nouns and determiners alone, so its numbers are near the published ones, not equal to them
(``docs/winomt.md``).
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from askew.core.errors import UsageError
from askew.core.records import Item, Output, Verdict
from askew.judges.base import person_of
from askew.judges.gender import FEMALE, MALE, NEUTRAL
from askew.lang import pack
from askew.lang.readings import Readings, parse_readings
from askew.text.align import align
from askew.text.words import key, keys

UNKNOWN = "unknown"
ARTICLES = ("the", "a", "an")
_PIECES = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_TOKENS = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]|_")
_GERMAN = {
    **dict.fromkeys(
        [
            "der",
            "ein",
            "dem",
            "einen",
            "des",
            "er",
            "seiner",
            "ihn",
            "seinen",
            "ihm",
            "ihren",
            "seinem",
            "ihrem",
            "sein",
        ],
        MALE,
    ),
    **dict.fromkeys(["die", "eine", "einer", "sie", "seine", "ihrer"], FEMALE),
    **dict.fromkeys(["ihr", "ihre", "das", "jemanden"], NEUTRAL),
}

# A rule gets the English entity, the target words, and the positions looked at; it answers with a gender.
Rule = Callable[[str, Sequence[str], Sequence[int]], str]


class Winomt2019Judge:
    """Alignment, then the per-language rule."""

    def __init__(self, target: str) -> None:
        self._rule = _rule(target)
        self._name = target

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The aligner and the rule; the pack where the rule reads one."""
        del items, outputs  # the same whatever is judged
        rule = self._name if self._name in _RULES else f"pack {pack.load(self._name).signature}"
        return {"judge": "winomt2019-2", "aligner": "fast_align", "rule": rule}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item."""
        pairs = [(item.source.split(), output.text.split()) for item, output in zip(items, outputs, strict=True)]
        return [
            self._verdict(item, target, self._positions(item, source, links))
            for item, (source, target), links in zip(items, pairs, align(pairs), strict=True)
        ]

    def _positions(self, item: Item, source: Sequence[str], links: Sequence[tuple[int, int]]) -> list[int]:
        """The target positions aligned to the entity's article and token, in that order."""
        token = person_of(item).token
        looked_at = [token - 1, token] if token > 0 and source[token - 1].lower() in ARTICLES else [token]
        return [target for position in looked_at for origin, target in links if origin == position]

    def _verdict(self, item: Item, target: Sequence[str], positions: Sequence[int]) -> Verdict:
        predicted = self._rule(item.attributes["entity"], target, positions)
        labels = {
            "verdict": "correct" if predicted == item.attributes["gold"] else "incorrect",
            "predicted": predicted,
            "covered": "yes" if positions else "no",
        }
        words = " ".join(target[position] for position in positions)
        return Verdict(
            item.id, item.attributes["entity"], labels, f"aligned: “{words}”" if words else "nothing aligned"
        )


def _pieces(words: Sequence[str], positions: Sequence[int]) -> list[str]:
    """The looked-at words with punctuation split off."""
    return [piece for position in positions for piece in _PIECES.findall(words[position])]


def _german(entity: str, words: Sequence[str], positions: Sequence[int]) -> str:
    if entity == "nurse":
        return FEMALE
    if not positions:
        return MALE
    if any(piece.endswith("in") for piece in _pieces(words, positions)):
        return FEMALE
    # The tool counts the sentence's words with punctuation as words of its own, and the entity's place without: so do
    # we.
    place = min(positions)
    tokens = [token for word in words for token in _TOKENS.findall(word)]
    marked = [
        (abs(index - place), index, _GERMAN[token.lower()])
        for index, token in enumerate(tokens)
        if token.lower() in _GERMAN
    ]
    return min(marked)[2] if marked else MALE


def _hebrew(_: str, words: Sequence[str], positions: Sequence[int]) -> str:
    if not positions:
        return FEMALE
    return FEMALE if any(piece[-1] in "תה" for piece in _pieces(words, positions) if piece != "את") else MALE


def _arabic(_: str, words: Sequence[str], positions: Sequence[int]) -> str:
    return FEMALE if any("ة" in words[position] for position in positions) else MALE


def _by_pymorphy(language: str) -> Rule:
    """Russian and Ukrainian: a word is feminine if any parse is, else what most of its parses are; the majority of the
    words.
    """
    analyser = _pymorphy(language)
    names = {"femn": FEMALE, "masc": MALE, "neut": NEUTRAL}

    @cache
    def gender(word: str) -> str:
        genders = [parse.tag.gender for parse in analyser.parse(word) if parse.tag.gender]
        if not genders:
            return NEUTRAL
        return names["femn" if "femn" in genders else Counter(genders).most_common(1)[0][0]]

    def rule(_: str, words: Sequence[str], positions: Sequence[int]) -> str:
        genders = Counter(gender(words[position].strip('.,!?;:"«»()')) for position in positions)
        return genders.most_common(1)[0][0] if genders else UNKNOWN

    return rule


def _pymorphy(language: str) -> Any:
    try:
        import pymorphy3

        return pymorphy3.MorphAnalyzer(lang=language)
    except (ImportError, ValueError):
        raise UsageError(
            f"protocol winomt2019 reads {language} with pymorphy3: pip install 'askew[morphology]'"
        ) from None


def _by_pack(language: str) -> Rule:
    """Any other language: the looked-at words one by one, nouns before determiners, the first that has one gender."""
    loaded = pack.load(language)
    nouns: dict[str, Readings] = {}
    for occupation in loaded.occupations.values():
        for form, readings in occupation.forms.items():
            if form in occupation.generic:  # masculine for a tagger, whatever the article
                readings = parse_readings("m")
            nouns[key(form)] = nouns.get(key(form), frozenset()) | readings
    determiners = {key(word): readings for word, readings in loaded.determiners.items()}
    names = {"m": MALE, "f": FEMALE, "n": NEUTRAL}

    def rule(_: str, words: Sequence[str], positions: Sequence[int]) -> str:
        looked_at = [word for position in positions for word in keys(words[position])]
        for table in (nouns, determiners):
            for word in looked_at:
                genders = {reading.gender for reading in table.get(word, frozenset())}
                if len(genders) == 1 and (gender := genders.pop()):
                    return names[gender]
        return UNKNOWN

    return rule


_RULES: dict[str, Callable[[], Rule]] = {
    "de": lambda: _german,
    "he": lambda: _hebrew,
    "ar": lambda: _arabic,
    "ru": lambda: _by_pymorphy("ru"),
    "uk": lambda: _by_pymorphy("uk"),
}


def _rule(language: str) -> Rule:
    return _RULES[language]() if language in _RULES else _by_pack(language)
