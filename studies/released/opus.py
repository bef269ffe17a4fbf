"""Opus-MT, English to French, made faster: what changes on these very sentences, and what can be said of others."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import askew
from askew.analyses.changes import Change
from askew.analyses.flips import flips
from askew.core.records import Item
from askew.gate.gate import gate
from askew.gate.rules import Rules, parse_rule
from askew.report.numbers import number
from askew.report.sweep import as_markdown
from askew.sweep.analyse import analyse
from askew.sweep.execute import execute
from askew.sweep.parallel import QualitySet
from askew.sweep.plan import SweepPlan
from askew.sweep.stored import Store
from studies.pages import section
from studies.released.plans import HERE, opus_sweep
from studies.released.stored import Cells
from studies.tables import bounds, difference, score, table

BASELINE = "float32_5"
ARITHMETIC = {"float32": "float32", "int8": "8 bits"}
SHOWN = {
    "simplegen": ("pro", "anti", "fofc", "mofc", "momc", "fomc", "delta_fc", "delta_mc", "coverage"),
    "winomt": ("accuracy", "f1_male", "f1_female", "delta_g", "coverage"),
    "mtgeneval": ("accuracy", "accuracy_male", "accuracy_female", "delta_accuracy", "chrf", "bleu", "coverage"),
    "ambiguous": ("rendered_male", "rendered_female", "rendered_neutral", "masculine_of_gendered", "chrf", "coverage"),
}
RULES = ("fofc=2", "mofc=2", "momc=2", "fomc=2")


def sections(work: Path) -> Iterator[str]:
    """All about Opus-MT."""
    grid = opus_sweep(work)
    cells = {
        choice.suite: Cells(grid.name, choice.suite, grid.target, edition=choice.edition)
        if choice.edition
        else Cells(grid.name, choice.suite, grid.target)
        for choice in grid.suites
    }
    cells["simplegen, edition clean"] = Cells.of_edition(grid.name, "simplegen", grid.target, "clean")
    yield from section("Opus-MT, English to French, made faster", _about(grid, cells), [])
    yield from section("Time", TIME, times(), 3)
    yield from section("All cells", GRID, _grid(grid, cells, work), 3)
    yield from section("On these very sentences", COUNTED, _counted(cells), 3)
    for name, found in cells.items():
        if fast := fastest(found):
            yield from section(f"{name}: {label(fast)} against {label(BASELINE)}", "", _inferred(found, fast), 3)
    if fast := fastest(cells["simplegen"]):
        yield from section("May it ship?", GATE, _gated(cells["simplegen"], fast), 3)


def label(cell: str) -> str:
    """A cell in words.

    >>> label("int8_1")
    '8 bits, beam 1'
    """
    compute, beam = cell.split("_")
    return f"{ARITHMETIC[compute]}, beam {beam}"


def fastest(found: Cells) -> str | None:
    """The fastest of the cells that can be held against the baseline; the names sort by it."""
    return max(found.names(BASELINE), key=lambda name: (name.startswith("int8"), -int(name[-1])), default=None)


def _about(grid: SweepPlan, cells: dict[str, Cells]) -> str:
    quality = (
        "BLEU and chrF are those of ACL 60/60's French (416 sentences, five talks);"
        if any(_measured(grid))
        else "There is no BLEU: the baseline did not get as far as ACL 60/60's French;"
    )
    parts = [f"{name} {a:,} of {n:,}" for name, found in cells.items() for a, n in [found.share(BASELINE)] if a]
    return (
        "The model as Helsinki-NLP released it (`scripts/released_models.py`), run by CTranslate2 in batches of 32; the "
        f"baseline is float32 with beam 5. Sentences the baseline was asked: {'; '.join(parts)}. Where these are not "
        "all, they were drawn at random, since there was too little time on a busy machine of two cores for more (of the "
        f"edition clean: those that both editions have); the others are held against it on the same ones. "
        f"{quality} newstest has no French here. The model was trained once, and all is about this one model."
    )


TIME = (
    "Sixty of SimpleGEN's sentences, three passes each, one thread if nothing else is said, on a machine busy with "
    "other work: CPU seconds can be compared, the clock can't."
)
GRID = "Percent; the sweep's own table. A dash: not decoded."
COUNTED = (
    "Counted, not inferred: these statements are certain and about nothing but these sentences. *Changed* are outputs "
    "that differ in any character; *lost* were right for the baseline and are not now, *won* the reverse, by the gender "
    "the sentence asks for."
)
GATE = "`askew gate`: each class of SimpleGEN may lose less than 2 points, about occupations like these, at alpha 0.05."


def times() -> Iterator[str]:
    """The stored times, with how many times as fast as the baseline each is."""
    rows = [json.loads(line) for line in (HERE / "opus-mt-times.jsonl").read_text("utf-8").splitlines()]
    spent = {
        name: median(row["cpu_seconds"] / row["sentences"] for row in rows if row["cell"] == name)
        for name in dict.fromkeys(row["cell"] for row in rows)
    }
    first = next(iter(spent.values()))
    lines = [[name, number(1 / seconds), f"{first / seconds:.1f}"] for name, seconds in spent.items()]
    return table(["", "sentences per CPU second", "times as fast"], lines, numbers=1)


def _grid(grid: SweepPlan, cells: dict[str, Cells], work: Path) -> Iterator[str]:
    """The sweep over the sets that every one of its corners has whole."""
    whole = tuple(
        choice for choice in grid.suites if cells[choice.suite].share(BASELINE)[0] == len(cells[choice.suite].ids)
    )
    plan = replace(grid, suites=whole, quality=tuple(_measured(grid)), designs=("full",))
    folder = work / "sweep"
    missing = execute(plan, folder)
    result = analyse(plan, folder)
    (full,) = result.tables
    for choice in whole:
        yield f"**{choice.suite}**"
        yield ""
        yield as_markdown(result, full, choice.suite)
    for slope in result.amplification:
        if slope.measure in ("simplegen.pro", "simplegen.anti", "simplegen.fofc", "simplegen.mofc"):
            yield f"- {slope.sentence}"
    if missing:
        yield ""
        yield f"Not decoded: {len(missing)} cells lack a set, e.g. {missing[0]}."
    yield ""


def _measured(grid: SweepPlan) -> Iterator[QualitySet]:
    """The sets for BLEU that the baseline answered."""
    store = Store(HERE / grid.name)
    return (quality for quality in grid.quality if store.outputs(quality.name, BASELINE, len(quality.items)))


def _counted(cells: dict[str, Cells]) -> Iterator[str]:
    rows = []
    for name, found in cells.items():
        for cell in found.names(BASELINE):
            base, now = (found.run(one, BASELINE) for one in (BASELINE, cell))
            texts = [{output.id: output.text for output in run.outputs} for run in (base, now)]
            changed = sum(texts[1][one] != text for one, text in texts[0].items())
            counts = flips(base, now)
            by_gender = [
                f"{sum(_gold(flip.item) == gold for flip in counts.lost)} / {sum(_gold(flip.item) == gold for flip in counts.won)}"
                for gold in ("female", "male")
            ]
            right = [str(len(counts.right_before)), *by_gender] if counts.right_before else ["–", "–", "–"]
            rows.append([name, label(cell), str(len(texts[0])), str(changed), *right])
    headings = ["", "", "sentences", "changed", "right before", "feminine: lost / won", "masculine: lost / won"]
    return table(headings, rows, numbers=2)


def _gold(item: Item) -> str:
    """The gender a sentence asks for; SimpleGEN names it feminine and masculine."""
    gold = item.attributes.get("gold") or item.attributes.get("gender", "")
    return {"feminine": "female", "masculine": "male"}.get(gold, gold)


def _inferred(found: Cells, cell: str) -> Iterator[str]:
    base, now = (found.run(one, BASELINE) for one in (BASELINE, cell))
    compared = askew.compare(base, now, by_group=False)
    changes = compared.changes[0]
    shown = [name for name in SHOWN[found.suite] if name in changes]
    others = {change.other.about for change in changes.values() if change.other}
    about = [compared.population.shown, *sorted(others)]
    rows = [
        [name, score(base.scores[name]), score(now.scores[name]), difference(changes[name]), _other(changes[name])]
        for name in shown
    ]
    headings = ["", label(BASELINE), label(cell), f"difference, about {about[0]}", f"about {about[-1]}"]
    return table(headings, rows, numbers=1)


def _other(change: Change) -> str:
    if change.other is None or change.other.low is None:
        return "–"
    return bounds(change.other.low, change.other.high, signed=True).strip()


def _gated(found: Cells, cell: str) -> Iterator[str]:
    rules = Rules(tuple(parse_rule("max-drop", rule) for rule in RULES))
    outcome = gate(found.run(cell, BASELINE), found.run(BASELINE, BASELINE), rules)
    yield f"{label(cell)}: **{outcome.outcome}**."
    yield ""
    rows = [
        [rule.rule, rule.outcome, number(rule.worse_by) + bounds(rule.low, rule.high), number(rule.excludes)]
        for rule in outcome.rules
    ]
    yield from table(["rule", "", f"drop, about {outcome.rules[0].about}", "excluded: a drop of"], rows, numbers=2)
