"""The rules of wait-k: when a unit may be written, and how a new translation goes on after what is out already."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from askew.core.errors import UsageError
from askew.formats.emissions import Unit, unit_starts


@dataclass(frozen=True)
class Policy:
    """When a simultaneous system writes."""

    wait_k: int
    """The words it waits for before the first of its own."""
    step: float = 1.0
    """Seconds of sound it reads at a time."""
    longest: float = 15.0
    """Seconds after which speech without a pause is parted."""

    @classmethod
    def parse(cls, text: str) -> "Policy":
        """A policy as the command line has it; UsageError for anything else.

        >>> Policy.parse("wait-k=3,step=0.5")
        Policy(wait_k=3, step=0.5, longest=15.0)
        """
        known = {field.name.replace("_", "-"): field for field in fields(cls)}
        given: dict[str, float] = {}
        for part in text.split(","):
            name, _, value = part.partition("=")
            try:
                number = (int if name == "wait-k" else float)(value)
            except ValueError:
                number = 0
            if name not in known or not 0 < number < float("inf") or known[name].name in given:
                raise UsageError(
                    "expected wait-k=WORDS, and maybe step=SECONDS and longest=SECONDS, such as wait-k=3,step=0.5; "
                    f"found {text!r}"
                )
            given[known[name].name] = number
        if "wait_k" not in given:
            raise UsageError(f"how many words are waited for? Say wait-k=3, say; found {text!r}")
        policy = cls(**given)  # type: ignore[arg-type]  # wait_k is an int, as it was read
        if policy.longest < 2 * policy.step:
            raise UsageError(f"longest must be two steps or more; found {text!r}")
        return policy

    def __str__(self) -> str:
        """As it is parsed, with everything it says."""
        return f"wait-k={self.wait_k},step={self.step:g},longest={self.longest:g}"


def units_of(text: str, unit: Unit) -> list[str]:
    """The words of a text, or its characters without spaces.

    >>> units_of("Guten Tag", "word"), units_of("你好 吗", "char")
    (['Guten', 'Tag'], ['你', '好', '吗'])
    """
    squeezed = "".join(text.split()) if unit == "char" else text
    starts = unit_starts(squeezed, unit)
    return [squeezed[first:last].strip() for first, last in pairwise([*starts, len(squeezed)])]


def continuation(written: Sequence[str], translation: Sequence[str]) -> list[str]:
    """The part of a new translation that follows what is out: after that beginning of it which differs least from
    ``written`` (edit distance; of several, one that ends in the same word, or the one nearest in length).

    >>> continuation(["the", "green", "house"], ["the", "big", "green", "house", "burns"])
    ['burns']
    """
    row = list(range(len(translation) + 1))  # edits from what is written so far to each beginning
    for word in written:
        last, row[0] = row[0], row[0] + 1
        for place, other in enumerate(translation, 1):
            last, row[place] = row[place], min(last + (word != other), row[place] + 1, row[place - 1] + 1)
    ends_alike = [bool(written) and word == written[-1] for word in ("", *translation)]
    best = min(range(len(row)), key=lambda place: (row[place], not ends_alike[place], abs(place - len(written))))
    return list(translation[best:])
