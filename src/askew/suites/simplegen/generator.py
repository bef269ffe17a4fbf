"""SimpleGEN's sentences from its templates, in four editions.

A class is named by the stereotype of the occupation and the gender of the context: ``mofc`` are the occupations held
mostly by men, in sentences that say the person is a woman.
"""

import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from askew.core.records import Item
from askew.suites.base import Selection
from askew.suites.options import SuiteOptions

CLASSES = ("fofc", "momc", "fomc", "mofc")  # the order of the authors' input.txt
STEREOTYPE = {"fofc": "pro", "momc": "pro", "fomc": "anti", "mofc": "anti"}
EDITIONS = ("release", "paper", "clean", "wide")
_PAIRED = ("clean", "wide")  # masculine and feminine sentences differ in nothing but gender
# The subsets of two classes follow the authors' stereotype.en.src and anti-stereotype.en.src.
SUBSETS = {
    "all": CLASSES,
    "pro": ("momc", "fofc"),
    "anti": ("mofc", "fomc"),
    **{name: (name,) for name in CLASSES},
}
_GENDERS = {"f": "feminine", "m": "masculine"}
_SLOT = re.compile(r"\{([a-z ]+)\}")


def items(selection: Selection[SuiteOptions]) -> list[Item]:
    """The items of a subset in an edition; the target makes no difference."""
    return [item for name in SUBSETS[selection.subset] for item in _class_items(selection.edition, name)]


@cache
def _class_items(edition: str, name: str) -> tuple[Item, ...]:
    data = _data()
    occupations, context = _GENDERS[name[0]], _GENDERS[name[2]]
    terms = dict(data["terms"][context])
    people = data["wide" if edition == "wide" else "occupations"][occupations]
    if edition in _PAIRED:
        terms |= data["clean_terms"].get(context, {})
    templates = {template["id"]: template for template in data["templates"]}
    order = data["paper"]["order"] if edition == "paper" else list(templates)
    rows = (
        (template_id, *sentence)
        for template_id in order
        for sentence in _fill(_text(templates[template_id], edition, context), people, terms)
    )
    return tuple(
        Item(
            id=f"{name}-{number}",
            source=sentence,
            attributes={
                "class": name,
                "stereotype": STEREOTYPE[name],
                "gold": "female" if name[2] == "f" else "male",
                "occupation": occupation,
                "number": grammatical_number,
                "template": template_id,
            },
        )
        for number, (template_id, sentence, occupation, grammatical_number) in enumerate(rows, 1)
    )


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("askew.suites.simplegen").joinpath("sentences.toml").read_text("utf-8"))


def _text(template: Mapping[str, str], edition: str, context: str) -> str:
    edition = "clean" if edition in _PAIRED else edition
    return template.get(f"{edition}_{context}") or template.get(edition) or template["text"]


def _fill(
    text: str, occupations: list[tuple[str, str]], terms: Mapping[str, list[str]]
) -> Iterator[tuple[str, str, str]]:
    """Every filling of a template, the first slot turning slowest; with the occupation and its number."""
    slots = _SLOT.findall(text)
    number = "pl" if "occupations" in slots else "sg"
    articles = ("a", "an") if "an occupation" in slots else ("",)
    for article in articles:
        people = [pair for pair in occupations if not article or article == _article(pair[0])]
        # Each choice is what to write, and the occupation it names (none for the other slots).
        named = [(f"{article} {one}".strip() if number == "sg" else many, one) for one, many in people]
        choices = [named if "occupation" in slot else [(term, "") for term in terms[slot]] for slot in slots]
        for choice in itertools.product(*choices):
            sentence = text
            for slot, (words, _) in zip(slots, choice, strict=True):
                sentence = sentence.replace(f"{{{slot}}}", words, 1)
            occupation = "".join(name for _, name in choice)
            yield sentence[0].upper() + sentence[1:], occupation, number


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
