"""What stands out, in sentences drawn from tests and no stronger than they allow.

The tests are those of ``analyses.findings``; all tests of a suite that stand in one report or on one site are one
family, so that the same claim
reads the same on every page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from askew.analyses.findings import Claim, comparable_with_first
from askew.measures.base import Better
from askew.report.decisions import Decisions, decide
from askew.report.numbers import interval, number
from askew.report.readings import does, listed, reading
from askew.report.sets import RunSet, family, language

LOW_COVERAGE = 90.0
KINDS = ("above", "below", "unclear")


@dataclass(frozen=True)
class Findings:
    """Sentences about one table: what tests are sure of, what they can't tell, and facts that limit what the
    numbers mean.
    """

    headline: str
    stands_out: Sequence[str]
    cannot_tell: Sequence[str]
    take_care: Sequence[str]
    family: str
    tests: int
    best: str | None = None  # the system that differs from all others in the first score, and is the best
    gaps: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    """A gap to what it shows (above, below, unclear) to the runs that show it."""
    ranked: Sequence[int] = ()
    """The runs by the first score, the best first."""


def findings_of(sets: Sequence[RunSet], decisions: Decisions | None = None) -> list[Findings]:
    """What the sets of a report show; by ``decisions`` made already, where the report is a page of a site."""
    made = decisions or decide(sets)
    return [
        sentences_of(run_set, made.claims(run_set), made.families.get(run_set.first.asked.suite, ""))
        for run_set in sets
    ]


def sentences_of(run_set: RunSet, claims: Sequence[Claim], family: str) -> Findings:
    """One table's claims in words."""
    gaps = dict.fromkeys(claim.score for claim in claims if claim.right is None)
    readings = {name: _readings(claims, name) for name in gaps}
    best, ranking, level = _ranking(run_set, claims)
    stands_out, cannot_tell = (
        ([*ranking], [*level]) if len(run_set.runs) > 2 else ([], [])
    )  # of two the headline says it
    for name, holding in readings.items():
        total = sum(len(places) for places in holding.values())
        for kind in KINDS:
            if holding[kind]:
                sentence = _gap_sentence(run_set, name, kind, holding[kind], total)
                (cannot_tell if kind == "unclear" else stands_out).append(sentence)
    care = list(_cautions(run_set, comparable_with_first(run_set.runs)))
    ranked = _ranked(run_set, next(iter(run_set.columns()), ""), range(len(run_set.runs)))
    said = _headline(run_set, claims)
    return Findings(said, stands_out, cannot_tell, care, family, len(claims), best, readings, ranked)


def together(sets: Sequence[RunSet], found: Sequence[Findings]) -> list[str]:
    """What several languages have in common, by counting what was found in each."""
    sentences = []
    best: dict[str, list[str]] = {}
    for run_set, each in zip(sets, found, strict=True):
        if each.best is not None:
            best.setdefault(each.best, []).append(language(run_set.target))
    words = sets[0].words(next(iter(sets[0].columns())))
    for system, targets in best.items():
        where = f"in all {len(sets)} languages" if len(targets) == len(sets) else f"in {listed(targets)}"
        sentences.append(f"{system} has the best {words} {where}; it differs there from each of the others.")
    for name in dict.fromkeys(name for each in found for name in each.gaps):
        words_of = reading(name, sets[0].heading(name))
        counts = {kind: sum(len(each.gaps.get(name, {}).get(kind, ())) for each in found) for kind in KINDS}
        total = sum(counts.values())
        if not total:
            continue
        told = [
            f"in {counts[kind]} of {total} runs {getattr(words_of, kind)}"
            for kind in ("above", "below")
            if counts[kind]
        ]
        if counts["unclear"]:
            told.append(f"in {counts['unclear']} the data can't tell" + ("" if told else f" {words_of.unclear}"))
        sentence = "; ".join(told)
        sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
    return sentences


def _headline(run_set: RunSet, claims: Sequence[Claim]) -> str:
    """The table's first score in one sentence, the best system first."""
    name = next(iter(run_set.columns()), "")
    ranked = _ranked(run_set, name, range(len(run_set.runs)))
    if not ranked:
        return ""
    before, after = does(name, run_set.words(name), run_set.first.protocol)
    values = {place: number(run_set.runs[place].scores[name].value) for place in ranked}
    best, last = ranked[0], ranked[-1]
    said = f"{run_set.names[best]} {before} {values[best]}{after}"
    if len(ranked) == 1:
        score = run_set.runs[best].scores[name]
        span = interval(score.low, score.high)
        return f"{said} (95% interval {span})." if span else f"{said}."
    to = before.rpartition(" ")[2] if before.endswith(" to") else before
    if len(ranked) == 2:
        return f"{said}, {run_set.names[last]} {to} {values[last]}{after and '%'}: {_apart(claims, best, last)}."
    least = f"{run_set.names[last]} comes last with {values[last]}{after and '%'}"
    kind = "systems" if len({family(run.system)[0] for run in run_set.runs}) == len(run_set.runs) else "runs"
    if _better(run_set, name) is None:
        return f"Of {len(ranked)} {kind} {said}, the most of them; {least}."
    others, behind = len(ranked) - 1, sum(_is_sure(claims, best, place) for place in ranked[1:])
    whom = {0: "none of the", others: f"all {others}"}.get(behind, f"{behind} of {others}")
    return f"Of {len(ranked)} {kind} {said}, ahead of {whom} others by more than chance; {least}."


def _apart(claims: Sequence[Claim], left: int, right: int) -> str:
    """How far two systems lie apart, and whether that is more than chance."""
    claim = claim_between(claims, left, right)
    if claim is None:
        return "the two can't be compared"
    points = f"{number(abs(claim.difference))} points"
    return f"{points}, more than chance" if claim.is_sure else f"{points}, which may be chance"


def claim_between(claims: Sequence[Claim], left: int, right: int) -> Claim | None:
    """The test of two runs of a table against each other."""
    pair = min(left, right), max(left, right)
    return next((claim for claim in claims if (claim.left, claim.right) == pair), None)


def _is_sure(claims: Sequence[Claim], left: int, right: int) -> bool:
    claim = claim_between(claims, left, right)
    return claim is not None and claim.is_sure


def _ranked(run_set: RunSet, name: str, places: Iterable[int]) -> list[int]:
    """Runs by a score, the best first; those without it take no part."""
    scores = {k: run_set.runs[k].scores[name] for k in places if name in run_set.runs[k].scores}
    values = {k: score.value for k, score in scores.items() if score.value is not None}
    return sorted(values, key=lambda k: values[k], reverse=_better(run_set, name) is not Better.LOWER)


def _better(run_set: RunSet, name: str) -> Better | None:
    """Which values of a score are better; None where none are."""
    return next((measure.better for measure in run_set.protocol.measures if measure.name == name), None)


def _ranking(run_set: RunSet, claims: Sequence[Claim]) -> tuple[str | None, list[str], list[str]]:
    """Who is ahead of all others in the first score, if anybody; the sentence on that, and on who can't be told
    apart.
    """
    name = next(iter(run_set.columns()), "")
    ranked = _ranked(run_set, name, comparable_with_first(run_set.runs)) if claims else []
    if len(ranked) < 2 or _better(run_set, name) is None:
        return None, [], []
    best, others = ranked[0], ranked[1:]
    shown = {k: f"{run_set.names[k]} ({number(run_set.runs[k].scores[name].value)})" for k in ranked}
    behind = [k for k in others if _is_sure(claims, best, k)]
    level = [shown[k] for k in others if k not in behind]
    words = run_set.words(name)
    if not level:
        told = "the other" if len(others) == 1 else f"each of the {len(others)} others"
        return run_set.names[best], [f"{shown[best]} has the best {words}; it differs from {told}."], []
    if behind:
        told = f"it differs from {listed(run_set.names[k] for k in behind)}"
        ahead = [f"{shown[best]} has the best {words}; {told}."]
        return None, ahead, [f"The data can't tell {shown[best]} from {listed(level)} by {words}."]
    apart = f"The data can't tell the {len(ranked)} systems apart by {words}"
    return None, [], [f"{apart}: {shown[best]} comes first, but no difference from it is sure."]


def _readings(claims: Sequence[Claim], name: str) -> dict[str, list[int]]:
    """The runs whose gap is surely above zero, surely below, or neither."""
    holding: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for claim in claims:
        if claim.right is None and claim.score == name:
            kind = "unclear" if not claim.is_sure else "above" if claim.difference > 0 else "below"
            holding[kind].append(claim.left)
    return holding


def _gap_sentence(run_set: RunSet, name: str, kind: str, places: Sequence[int], total: int) -> str:
    """One reading of a gap, naming the systems it holds for."""
    said = ("the data can't tell " if kind == "unclear" else "") + getattr(reading(name, run_set.heading(name)), kind)
    return f"{_for(run_set, name, places, total)} {said}."


def _for(run_set: RunSet, name: str, places: Sequence[int], total: int) -> str:
    """The systems a sentence holds for, with value and interval; for many of them the range of the values."""
    scores = [run_set.runs[k].scores[name] for k in places]
    if len(places) <= 2:
        shown = (
            f"{run_set.names[k]} ({number(score.value)}, 95% interval {interval(score.low, score.high) or 'none'})"
            for k, score in zip(places, scores, strict=True)
        )
        return f"For {listed(shown)}"
    values = [score.value for score in scores if score.value is not None]
    span = f"{number(min(values))} to {number(max(values))}"
    if len(places) == total:
        return f"For all {total} systems ({span})"
    return f"For {len(places)} of {total} systems ({listed(run_set.names[k] for k in places)}; {span})"


def _cautions(run_set: RunSet, comparable: Sequence[int]) -> Iterable[str]:
    """Facts that limit what the numbers mean."""
    for k, (system, run) in enumerate(zip(run_set.names, run_set.runs, strict=True)):
        coverage = run.scores["coverage"].value if "coverage" in run.scores else None
        if coverage is not None and coverage < LOW_COVERAGE:
            yield f"{system}: only {number(coverage)}% of the items could be judged; the others count as not right."
        if len(run.outputs) < len(run.items):
            yield (
                f"{system}: {len(run.items) - len(run.outputs)} of {len(run.items)} items have no output and "
                "take no part."
            )
        if k not in comparable:
            yield (
                f"{system} was scored differently or on other items than {run_set.names[0]}, and is not "
                "tested against the others; see the signatures."
            )
        yield from (f"{system}: {warning}" for warning in run.warnings if warning != run_set.suite.notice)
