"""The gate's rules: how far a score may fall, or a gap between two widen; and what a score must at least be."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from askew.core.errors import InputError, UsageError
from askew.core.registry import unknown
from askew.measures.base import Better, Measure
from askew.measures.ratio import gap
from askew.suites.base import Protocol

MAX_DROP, MIN = "max-drop", "min"
_WORSE = {Better.HIGHER: "falls", Better.LOWER: "rises", Better.NEARER_TO_ZERO: "moves away from zero"}


@dataclass(frozen=True)
class Rule:
    """``max-drop``: the score gets worse by fewer points than ``limit``; ``min``: it is above ``limit``."""

    kind: str
    score: str
    limit: float

    def __str__(self) -> str:
        return f"{self.kind} {self.score}={self.limit:g}"


@dataclass(frozen=True)
class Rules:
    """All rules of a gate, and the error rate they share."""

    rules: tuple[Rule, ...]
    alpha: float = 0.05

    def __post_init__(self) -> None:
        if not self.rules:
            raise UsageError("a gate needs rules: --max-drop SCORE=POINTS, --min SCORE=VALUE, or --rules FILE")
        if not 0 < self.alpha < 0.5:
            raise UsageError(f"alpha must be between 0 and 0.5, found {self.alpha:g}")
        names = [str((rule.kind, rule.score)) for rule in self.rules]
        if len(set(names)) < len(names):
            raise UsageError(f"two rules are about the same score: {', '.join(map(str, self.rules))}")


def parse_rule(kind: str, text: str) -> Rule:
    """The rule an option such as ``anti=2`` spells.

    >>> parse_rule("max-drop", "momc-mofc=1")
    Rule(kind='max-drop', score='momc-mofc', limit=1.0)
    """
    score, equals, number = text.rpartition("=")
    try:
        if not equals or not score.strip():
            raise ValueError
        return _rule(kind, score.strip(), float(number))
    except ValueError:
        raise UsageError(f"--{kind} is written SCORE=NUMBER, such as anti=2; found {text!r}") from None


def read_rules(path: Path) -> tuple[list[Rule], float | None]:
    """Rules from a TOML file with tables ``[max-drop]`` and ``[min]`` and, perhaps, ``alpha``."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError("no such file", where=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise InputError(f"can't be read as TOML: {error}", where=str(path)) from None
    alpha = table.pop("alpha", None)
    rules = []
    for kind, entries in table.items():
        if kind not in (MAX_DROP, MIN) or not isinstance(entries, dict):
            raise InputError(unknown("table of rules", kind, [MAX_DROP, MIN]), where=str(path))
        for score, limit in entries.items():
            if isinstance(limit, bool) or not isinstance(limit, (int, float)):
                raise InputError(f"{kind}.{score}: expected a number, found {limit!r}", where=str(path))
            rules.append(_rule(kind, score, float(limit)))
    return rules, alpha


def _rule(kind: str, score: str, limit: float) -> Rule:
    if not abs(limit) < float("inf") or (kind == MAX_DROP and limit < 0):
        raise UsageError(f"{kind} {score}={limit:g}: points must be a number, and those of a drop not negative")
    return Rule(kind, score, limit)


def measure_for(score: str, protocol: Protocol) -> Measure:
    """The measure a rule speaks about: a score of the suite, or the difference of two."""
    known = {measure.name: measure for measure in protocol.measures}
    if score in known:
        if known[score].better is None:
            raise UsageError(f"{score} has no better direction, so a gate can't hold a candidate to it")
        return known[score]
    left, minus, right = score.partition("-")
    if minus and left in known and right in known:
        return gap(score, known[left], known[right])
    wrong: Iterable[str] = [part for part in (left, right) if part not in known] if minus else [score]
    raise UsageError(unknown("score", next(iter(wrong)), list(known)))


def in_words(rule: Rule, measure: Measure) -> str:
    """What a rule allows."""
    if rule.kind == MIN:
        return f"{rule.score} at least {rule.limit:g}"
    assert measure.better is not None
    return f"{rule.score} {_WORSE[measure.better]} by less than {rule.limit:g}"
