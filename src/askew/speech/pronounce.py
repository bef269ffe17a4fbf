"""How English words sound, for forced alignment: CMU's dictionary (Weide 1998), and a guess for words that are not in
it.

An alignment needs the pronunciation only roughly. A word that is not in the dictionary is, in this order: spelled out
if it is in capitals, put together from two words that are in it (un + assimilated), or read letter by letter by a few
rules.
"""

import re
from collections.abc import Callable

Lookup = Callable[[str], str | None]

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_RULES = {
    "tion": "SH AH N",
    "sion": "ZH AH N",
    "ough": "OW",
    "eigh": "EY",
    "igh": "AY",
    "tch": "CH",
    "dge": "JH",
    "sch": "SH",
    "ch": "CH",
    "sh": "SH",
    "th": "TH",
    "ph": "F",
    "wh": "W",
    "ck": "K",
    "ng": "NG",
    "qu": "K W",
    "ee": "IY",
    "ea": "IY",
    "oo": "UW",
    "ou": "AW",
    "ow": "OW",
    "oi": "OY",
    "oy": "OY",
    "ai": "EY",
    "ay": "EY",
    "au": "AO",
    "aw": "AO",
    "ei": "EY",
    "ie": "IY",
    "ey": "IY",
    "eu": "UW",
    "ew": "UW",
    "ar": "AA R",
    "er": "ER",
    "ir": "ER",
    "ur": "ER",
    "or": "AO R",
    "kn": "N",
    "wr": "R",
    "ce": "S EH",
    "ci": "S IH",
    "cy": "S IY",
    "ge": "JH EH",
    "gi": "JH IH",
    "a": "AE",
    "b": "B",
    "c": "K",
    "d": "D",
    "e": "EH",
    "f": "F",
    "g": "G",
    "h": "HH",
    "i": "IH",
    "j": "JH",
    "k": "K",
    "l": "L",
    "m": "M",
    "n": "N",
    "o": "OW",
    "p": "P",
    "q": "K",
    "r": "R",
    "s": "S",
    "t": "T",
    "u": "AH",
    "v": "V",
    "w": "W",
    "x": "K S",
    "y": "IY",
    "z": "Z",
}
_PIECE = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*|\d", re.ASCII)
_FOLD = str.maketrans("àáâãäåąçćèéêëęìíîïłñńòóôõöøśùúûüýźżß’", "aaaaaaacceeeeeiiiilnnoooooosuuuuyzzs'")


def pronounce(token: str, lookup: Lookup) -> str | None:
    """The phones of a token of a transcript; None if nothing of it is spoken.

    >>> pronounce("NLP", {"n": "EH N", "l": "EH L", "p": "P IY"}.get), pronounce("Zif", {}.get), pronounce("–", {}.get)
    ('EH N EH L P IY', 'Z IH F', None)
    """
    phones = [_word(piece, lookup) for piece in _PIECE.findall(token.translate(_FOLD))]
    return " ".join(phones) or None


def _word(word: str, lookup: Lookup) -> str:
    if word.isdigit():
        return lookup(_NUMBERS[int(word)]) or _by_rule(_NUMBERS[int(word)])
    lower = word.lower()
    if found := lookup(lower):
        return found
    if word.isupper() and 1 < len(word) <= 5:
        return " ".join(lookup(letter) or _by_rule(letter) for letter in lower)
    for end in range(2, len(lower) - 2):  # a short beginning and a long known word first
        first, second = lookup(lower[:end]), lookup(lower[end:])
        if first and second:
            return f"{first} {second}"
    return _by_rule(lower)


def _by_rule(word: str) -> str:
    """Letters to phones, the longest rule first; a letter that is doubled counts once, an e at the end of a long word
    is not heard.
    """
    letters = re.sub(r"([b-df-hj-np-tv-z])\1", r"\1", word.replace("'", ""))
    if len(letters) > 3 and letters.endswith("e") and letters[-2] not in "aeiou":
        letters = letters[:-1]
    phones, place = [], 0
    while place < len(letters):
        rule = next(
            (letters[place : place + size] for size in (4, 3, 2, 1) if letters[place : place + size] in _RULES), ""
        )
        if rule:
            phones.append(_RULES[rule])
        place += len(rule) or 1
    return " ".join(phones) or "AH"
