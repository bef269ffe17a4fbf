"""The gate's rules: how much worse a score may get, what it must at least or at most be, and how many items may be
lost.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from askew.core.errors import UsageError
from askew.formats.toml import read_toml

MAX_DROP, MIN, MAX = "max-drop", "min", "max"
KINDS = (MAX_DROP, MIN, MAX)
Alpha = Annotated[float, msgspec.Meta(gt=0, lt=0.5)]


@dataclass(frozen=True)
class Rule:
    """``max-drop``: the score gets worse by fewer points than ``limit``; ``min``, ``max``: it is at least, at most
    ``limit``.
    """

    kind: str
    score: str
    limit: float

    def __post_init__(self) -> None:
        if not abs(self.limit) < float("inf") or (self.kind == MAX_DROP and self.limit < 0):
            raise UsageError(f"{self}: points must be a number, and those of a drop not negative")

    def __str__(self) -> str:
        return f"{self.kind} {self.score}={self.limit:g}"


@dataclass(frozen=True)
class Rules:
    """All rules of a gate, and the error rate they share."""

    rules: tuple[Rule, ...]
    alpha: float = 0.05

    def __post_init__(self) -> None:
        if not self.rules:
            raise UsageError(
                "a gate needs rules: --max-drop SCORE=POINTS, --min SCORE=VALUE, --max SCORE=VALUE, or --rules FILE"
            )
        if not 0 < self.alpha < 0.5:
            raise UsageError(f"alpha must be between 0 and 0.5, found {self.alpha:g}")
        names = [(rule.kind, rule.score) for rule in self.rules]
        if len(set(names)) < len(names):
            raise UsageError(f"two rules are about the same score: {', '.join(map(str, self.rules))}")


def parse_rule(kind: str, text: str) -> Rule:
    """The rule an option such as ``anti=2`` spells.

    >>> parse_rule("max-drop", "momc-mofc=1")
    Rule(kind='max-drop', score='momc-mofc', limit=1.0)
    >>> parse_rule("max", "lost-right[gold=female] <= 10").score
    'lost-right[gold=female]'

    Raises:
        UsageError: it is not written so.

    """
    score, equals, number = text.rpartition("=")
    score = score.strip().removesuffix({MIN: ">", MAX: "<"}.get(kind, "=")).strip()
    try:
        limit = float(number)
    except ValueError:
        limit = None
    if limit is None or not equals or not score:
        raise UsageError(f"--{kind} is written SCORE=NUMBER, such as anti=2; found {text!r}")
    return Rule(kind, score, limit)


class RulesFile(msgspec.Struct, frozen=True, rename={"max_drop": MAX_DROP}):
    """A file of rules as it is written: a table per kind, score to number."""

    alpha: Alpha | None = None
    max_drop: dict[str, float] = {}
    min: dict[str, float] = {}
    max: dict[str, float] = {}


def read_rules(path: Path) -> tuple[list[Rule], float | None]:
    """Rules from a TOML file with tables ``[max-drop]``, ``[min]`` and ``[max]`` and, perhaps, ``alpha``.

    Raises:
        InputError: no such file, no TOML, or something else in it.

    """
    written = read_toml(path, RulesFile, "rules")
    tables = {MAX_DROP: written.max_drop, MIN: written.min, MAX: written.max}
    rules = [Rule(kind, score, float(limit)) for kind, table in tables.items() for score, limit in table.items()]
    return rules, written.alpha
