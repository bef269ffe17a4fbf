"""Old text made counterfactual by the pack (Zmigrod et al. 2019): pairs about one person, again in the other gender.

    python -m studies.mend.make.counterfactual TEXT... > en-es.counterfactual.tsv

Spanish only. A pair is taken if its English has one person of the pack who is not held out, pronouns of one gender and
nobody else, and if in Spanish every word that may agree is known: the person with its article, a pronoun, what follows
a copula. All else is left alone, so few pairs are taken; each is written as it was and with the gender changed.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from askew.lang import pack
from askew.mend.people import Person, load, read
from askew.neural.text.corpus import read_pairs
from studies.mend.make.text import people_held_out

HE = {"he": "she", "him": "her", "his": "her", "himself": "herself", "He": "She", "His": "Her"}
SHE = {"she": "he", "herself": "himself", "hers": "his", "She": "He", "Her": "His"}
OTHERS = re.compile(
    r"\b(man|men|woman|women|boys?|girls?|mr|mrs|ms|miss|sir|madam|lady|gentleman|father|mother|dad|mom|sons?|brothers?"
    r"|daughters?|sisters?|uncle|aunt|husband|wife|king|queen|god|lord|jesus|one|each|other|who|whom)\b",
    re.IGNORECASE,
)
FIRST = {  # words a sentence starts with that are nobody's name
    "A", "After", "An", "And", "As", "At", "Because", "Before", "But", "Did", "Does", "For", "From", "Has", "He", "Her",
    "His", "I", "If", "In", "Is", "It", "Now", "Of", "On", "Our", "She", "Since", "So", "That", "The", "Then", "There",
    "This", "Though", "To", "Was", "We", "What", "When", "Where", "While", "Why", "With", "You", "Your",
}  # fmt: skip
BEFORE = {  # masculine -> feminine, right before the person
    "el": "la", "un": "una", "los": "las", "unos": "unas", "este": "esta", "ese": "esa", "aquel": "aquella",
    "nuestro": "nuestra", "estos": "estas", "esos": "esas", "nuestros": "nuestras", "del": "de la", "al": "a la",
    "buen": "buena", "gran": "gran", "primer": "primera", "mismo": "misma", "otro": "otra", "nuevo": "nueva",
    "viejo": "vieja", "ningún": "ninguna", "algún": "alguna", "joven": "joven", "excelente": "excelente",
}  # fmt: skip
UNSURE_BEFORE = r"\b(?:el|la|un|una|los|las|del|al) \w+"  # an adjective between article and noun
UNSURE_AFTER = (
    r"\w+(?:or|ora|[óáí]n|[oai]na|és|esa|ari[oa])\b"  # an adjective after the noun that agrees in another way
)
WORD = re.compile(r"\w+|\W+")


def agreeing(targets: list[str]) -> set[str]:
    """Words in -o and -a that both stand after a copula or 'muy' somewhere in the text: they may agree."""
    copulas = r"\b(?:es|está|era|estaba|fue|son|están|eran|muy|tan|más)\s+(\w{2,}[oa]s?)\b"
    seen = {word for text in targets for word in re.findall(copulas, text.lower())} - {"uno", "una"}
    return {
        word for word in seen if re.sub(r"[oa](s?)$", lambda m: ("a" if m[0][0] == "o" else "o") + m[1], word) in seen
    }


def in_english(text: str, names: dict[str, Person | None]) -> tuple[Person, str, str] | None:
    """The person, the gender and the sentence in the other gender; a person that is None is left out."""
    words = re.findall(r"[A-Za-z']+", text)
    people = [names[word.lower()] for word in words if word.lower() in names]
    if len(people) != 1 or people[0] is None or OTHERS.search(text):
        return None
    if words[0] not in FIRST or any(word[0].isupper() and word != "I" for word in words[1:]):
        return None  # somebody has a name
    masculine = [word for word in words if word.lower() in ("he", "him", "his", "himself")]
    feminine = [word for word in words if word.lower() in ("she", "her", "hers", "herself")]
    if bool(masculine) == bool(feminine):
        return None
    if masculine:
        changed = re.sub(r"\b[Hh]is(?=\s*[.,;!?]|$)", "hers", text)
        return people[0], "m", re.sub(r"\w+", lambda m: HE.get(m[0], m[0]), changed)
    changed = re.sub(
        r"\bher(?=\s+(?!to\b|and\b|in\b|on\b|at\b|for\b|with\b|that\b|a\b|the\b|if\b|as\b|about\b|from\b)[a-z])",
        "his",
        text,
    )
    changed = re.sub(r"\bher\b", "him", changed)
    return people[0], "f", re.sub(r"\w+", lambda m: SHE.get(m[0], m[0]), changed)


def in_spanish(text: str, person: Person, gender: str, agree: set[str], copulas: frozenset[str]) -> str | None:
    """The sentence in the other gender, or None if it can't be told what agrees."""
    other = "f" if gender == "m" else "m"
    forms = {word.lower(): person.forms[other][key] for key, word in person.forms[gender].items()}
    lowered = text.lower()
    found = [word for word in forms if re.search(rf"\b{re.escape(word)}\b", lowered)]
    if len(found) != 1 or len(re.findall(rf"\b{re.escape(found[0])}\b", lowered)) != 1:
        return None
    if re.search(rf"{UNSURE_BEFORE} {re.escape(found[0])}\b|\b{re.escape(found[0])} {UNSURE_AFTER}", lowered):
        return None
    noun, before = found[0], dict(BEFORE) if gender == "m" else {v: k for k, v in BEFORE.items()}
    parts, done = WORD.findall(text), []
    at = 0
    while at < len(parts):
        part, low = parts[at], parts[at].lower()
        following = "".join(parts[at + 1 :]).lower().lstrip(" ")
        one_word = " " not in noun and low == noun
        if one_word:
            done.append(_case(forms[noun], part))
        elif gender == "f" and low in ("de", "a") and following.startswith(f"la {noun}"):
            done.append(_case({"de": "del", "a": "al"}[low], part))
            at += 2  # the space and "la"
        elif low in before and following.startswith(noun):
            done.append(_case(before[low], part))
        elif low in ("él", "ella"):
            done.append(_case("ella" if low == "él" else "él", part))
        elif low in agree:
            last = next(
                (word for word in reversed(parts[:at]) if word.strip() and word.lower() not in ("muy", "tan", "más")),
                "",
            )
            if last.lower() not in copulas:
                return None
            done.append(re.sub(r"[oa](s?)$", lambda m: ("a" if m[0][0] == "o" else "o") + m[1], part))
        elif (
            low in ("lo", "la", "los", "las")
            and gender == ("m" if low.startswith("lo") else "f")
            and not _article(parts, at)
        ):
            return None
        else:
            done.append(part)
        at += 1
    return "".join(done) if " " not in noun else None


def _article(parts: list[str], at: int) -> bool:
    """Whether a word is an article for certain: its noun goes as it does."""
    following = next((word.lower() for word in parts[at + 1 :] if word.strip()), "")
    ending = {"la": "a", "las": "as", "lo": "", "los": "os"}[parts[at].lower()]
    return bool(ending) and following.endswith((ending, "ción", "dad"))


def _case(word: str, like: str) -> str:
    return word[0].upper() + word[1:] if like[0].isupper() else word


def pairs(texts: list[Path]) -> Iterator[tuple[str, str]]:
    """Every pair that can be turned, as it was and turned."""
    language, known = load("es"), pack.load("es")
    plurals = read("english.toml")["plurals"]
    names: dict[str, Person | None] = {}
    for person in language.people:  # children's pronouns are hardly ever their own; of several people they never are
        may = person.english not in {*people_held_out("es"), "child"}
        names[plurals.get(person.english, f"{person.english}s").lower()] = None
        names[person.english.lower()] = person if may else None
    sides = [read_pairs(path) for path in texts]
    agree = agreeing([target for _, targets in sides for target in targets])
    seen = set()
    for sources, targets in sides:
        for source, target in zip(sources, targets, strict=True):
            if source in seen or len(source) > 200 or (english := in_english(source, names)) is None:
                continue
            person, gender, turned = english
            spanish = in_spanish(target, person, gender, agree, known.copulas)
            if spanish is not None and spanish != target:
                seen.add(source)
                yield source, target
                yield turned, spanish


def main() -> None:
    """To standard output."""
    for source, target in pairs(list(map(Path, sys.argv[1:]))):
        print(f"{source}\t{target}")


if __name__ == "__main__":
    main()
