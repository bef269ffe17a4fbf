"""What became of a baseline's sentences: outputs that changed, right ones that were lost, others that were won.

All of it is counted on these very items; nothing is inferred about others.
"""

from collections.abc import Callable, Sequence
from functools import partial

from askew.analyses.comparable import why_not_comparable
from askew.analyses.flips import Flip, Flips, flips
from askew.core.run import Run
from askew.gate.gate import LostSentence, lost_sentence
from askew.report.content import Block, Cell, Prose, Quote, Quotes, Section, Table, count_cell
from askew.report.links import item_link, sentences_link
from askew.report.numbers import count, number
from askew.report.readings import asked_and_given, listed
from askew.report.sets import RunSet

Link = Callable[[str], str]  # an item's id to its address
MOST_LOST = 30  # sentences in a table that is about nothing else
FEW_LOST = 8  # among other things
MOST_QUOTED = 3
COUNTED = "Counted on these very sentences; nothing is inferred about others."


def section(sets: Sequence[RunSet], baseline: str) -> Section:
    """What every other run of a set changed against the one called ``baseline``."""
    blocks: list[Block] = []
    for run_set in sets:
        if baseline not in run_set.names:
            continue
        first = run_set.names.index(baseline)
        others = [place for place in range(len(run_set.runs)) if place != first]
        blocks += [Prose("", lead=run_set.label)] if len(sets) > 1 else []
        blocks += changed_content(run_set, first, others, timed=True)
    return Section("changed", f"Against {baseline}", blocks)


def changed_content(
    run_set: RunSet, first: int, others: Sequence[int], *, page: str = "", timed: bool = False
) -> list[Block]:
    """A row per run against the baseline, then the sentences each lost; ``page`` has the sentences.

    Where systems were ``timed`` on one machine, also what each sentence took.
    """
    baseline = run_set.runs[first]
    shown = [place for place in others if why_not_comparable(baseline, run_set.runs[place]) is None]
    found = {place: flips(baseline, run_set.runs[place]) for place in shown}
    shown = [place for place in shown if found[place].compared]
    if not shown:
        return []
    name = run_set.names[first]
    rows = [_row(run_set, place, found[place], name, page) for place in shown]
    headings = ["system", "outputs changed", f"right for {name}", "lost", "won"]
    note = f"{COUNTED} Lost: right for {name}, not for the system; won: the other way round."
    speeds = [_speed(baseline, run_set.runs[place]) for place in shown]
    if timed and all(speeds):
        headings += ["CPU ms a sentence", "times as fast"]
        rows = [[*row, *speed] for row, speed in zip(rows, speeds, strict=True)]
    table = Table(f"What changed against {name}", headings, rows, note=note)
    link = partial(item_link, run_set, page=page)
    lost = [
        lost_table(name, run_set.names[place], [lost_sentence(flip) for flip in found[place].lost], link, FEW_LOST)
        for place in shown
        if found[place].lost
    ]
    return [table, *lost]


def _row(run_set: RunSet, place: int, own: Flips, baseline: str, page: str) -> list[Cell]:
    """A system's counts, each of which leads to its sentences."""
    leads = partial(sentences_link, run_set, page, system=run_set.names[place], beside=baseline)
    counts = {"output": own.changed, "lost": len(own.lost), "won": len(own.won)}
    changed, lost, won = (
        Cell(f"{many:,}", number=many, href=leads(differ=how) if many else "") for how, many in counts.items()
    )
    return [Cell(run_set.names[place]), changed, count_cell(len(own.right_before)), lost, won]


def lost_table(baseline: str, candidate: str, lost: Sequence[LostSentence], link: Link, most: int = MOST_LOST) -> Table:
    """The first sentences that were right for the baseline and are not for the candidate."""
    rows = [
        [Cell(one.id, href=link(one.id)), Cell(_says(one)), Cell(one.source), Cell(one.baseline), Cell(one.candidate)]
        for one in lost[:most]
    ]
    note = f"The first {most} of {len(lost):,}." if len(lost) > most else ""
    headings = ["item", "verdict", "source", baseline, candidate]
    return Table(f"Lost: right for {baseline}, not for {candidate}", headings, rows, left=5, note=note)


def told(baseline: Run, others: Sequence[Run]) -> list[Block]:
    """The same in sentences, for a terminal, with the first sentences that were lost."""
    points, quotes = [], []
    for run in others:
        own = flips(baseline, run)
        speed = _speed(baseline, run)
        fast = f", at {speed[1].text} times the speed ({speed[0].text} ms of CPU a sentence)" if speed else ""
        points.append(
            f"{run.system}: {count(own.changed, 'output')} of {len(run.outputs):,} changed{fast}; of the "
            f"{len(own.right_before):,} that were right {len(own.lost):,} were lost, {len(own.won):,} others were won"
        )
        people: dict[str, Flip] = {}  # the first sentence about each
        for flip in own.lost:
            people.setdefault(flip.unit, flip)
        quotes += [_quote(baseline, run, flip) for flip in list(people.values())[:MOST_QUOTED]]
    said = f"These very sentences, against {baseline.system} (counted, nothing inferred):"
    blocks: list[Block] = [Prose("", points, lead=said)]
    if quotes:
        losers = listed(dict.fromkeys(quote.system for quote in quotes))
        blocks += [Prose("", lead=f"Lost: right for {baseline.system}, not for {losers}, such as"), Quotes(quotes)]
    return blocks


def _quote(baseline: Run, run: Run, flip: Flip) -> Quote:
    says = f"{_says(lost_sentence(flip))}; {baseline.system} had “{flip.baseline}”"
    return Quote(Cell(flip.item.source), Cell(flip.candidate), run.system, says)


def _says(one: LostSentence) -> str:
    return asked_and_given(one.asked, one.given) or one.verdict


def _speed(baseline: Run, run: Run) -> list[Cell]:
    """CPU time per sentence, which other work on the machine hardly changes, and how many times less that is than the
    baseline's; nothing where either was not timed.
    """
    before, now = (
        1000 * one.timing.get("cpu_seconds", 0.0) / one.timing["items"] if one.timing.get("items") else 0.0
        for one in (baseline, run)
    )
    if not before or not now:
        return []
    return [Cell(number(now), number=now), Cell(number(before / now), number=before / now)]
