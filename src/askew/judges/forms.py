"""Forms of occupations: what each can be, and where one stands in a text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askew.lang.readings import Readings
from askew.text.words import Word, key


@dataclass(frozen=True)
class Form:
    """What a form of an occupation can be; ``generic``: masculine unless something that agrees is feminine."""

    readings: Readings
    generic: bool = False
    epicene: bool = False  # one grammatical gender whoever is meant
    written: frozenset[str] = frozenset()  # an inclusive form as it is written, with its sign: emplead@s, impiegat*

    @property
    def both(self) -> bool:
        """Whether the form itself names both genders."""
        return bool(self.written)


@dataclass(frozen=True)
class Match:
    """A form of an occupation in a text: the words ``first`` to ``last`` (exclusive), and what is written onto their
    front.
    """

    first: int
    last: int
    form: Form
    prefix: str = ""


def match_at(
    forms: Mapping[tuple[str, ...], Form], tokens: Sequence[Word], position: int, longest: int, prefix: str, stem: str
) -> Match | None:
    """The longest form that begins with ``stem`` at a position."""
    rest = [token.key for token in tokens[position + 1 : position + longest]]
    for length in range(len(rest), -1, -1):
        form = forms.get((stem, *rest[:length]))
        if form is not None:
            return Match(position, position + length + 1, form, prefix)
    return None


def as_written(match: Match, text: str, tokens: Sequence[Word]) -> bool:
    """Whether an inclusive form stands there with its sign: "operai*" has one, the opera none."""
    start = tokens[match.first].start + len(match.prefix)
    return not match.form.both or any(key(text[start : start + len(w)]) == w for w in match.form.written)
