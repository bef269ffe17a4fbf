"""Writes docs/mend-results.md from stored counts: what a mend does, and what speed does to the mend.

    python -m studies.mend.page

``studies.mend.counts`` makes counts.jsonl from the stored outputs; reading.md beside this file goes on top of the page.
"""

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from askew.mend.balance import held_out
from askew.mend.people import load
from studies.mend import numbers as n
from studies.mend.more import HEADINGS, NEWS, SEEDS, editions, eight_bits, numbered, trainings, ways
from studies.pages import DOCS, made_by, reading, section, write

HERE = Path(__file__).parent
SHIPPED = {"plain": "", "mended (shipped)": "v10", "mended as the grid": "mended", "everybody in the set": "everyone"}
DEPTHS = ("6.6", "8.4", "10.2", "11.1", "6.4", "6.2", "6.1")


def with_bounds(value: float, low: float, high: float) -> str:
    """A number and its interval."""
    return f"{value:.0f} [{low:.0f}, {high:.0f}]" if all(map(math.isfinite, (value, low, high))) else "–"


def shipped() -> Iterator[str]:
    """The plain and the mended model side by side, and other ways beside them."""
    cells = {title: n.cells()[n.name("6.6", seed=9, mend=mend)] for title, mend in SHIPPED.items()}
    tagged = n.cells().get(n.name("6.6", seed=9, mend="tagged"))
    inside = {person.english for person in load("es").people} - set(held_out(HERE / "held-out.txt"))
    rows: list[tuple[str, list[str]]] = []
    for suite, title in (("simplegen", "SimpleGEN"), ("wide", "SimpleGEN wide")):
        for kind in n.CLASSES:
            rows.append(
                (f"{title}: {HEADINGS[kind]}", [f"{n.share(cell, suite, kind):.1f}" for cell in cells.values()])
            )
        rows.append((f"{title}: inconclusive", [f"{n.inconclusive(cell, suite):.1f}" for cell in cells.values()]))
    for title, key in (("accuracy", "accuracy"), ("ΔG", "delta_g")):
        rows.append((f"WinoMT: {title}", [f"{n.winomt(cell)[key]:.1f}" for cell in cells.values()]))
    rows.append(("WinoMT: ΔS", [f"{n.winomt(cell)['delta_s']:.1f}" for cell in cells.values()]))
    for title, people in (("in the set", inside.__contains__), ("not in it", lambda one: one not in inside)):
        found = [n.stated(cell, people) for cell in cells.values()]
        for gender in ("female", "male"):
            name = f"WinoMT, people {title} (the 55; {found[0][1]} sentences that state it): {gender} right"
            rows.append((name, [f"{shares[gender]:.1f}" for shares, _ in found]))
    for gender in ("male", "female"):
        rows.append(
            (f"WinoMT, gender left open: said {gender}", [f"{n.neutral(cell)[gender]:.0f}" for cell in cells.values()])
        )
    for gender in ("feminine", "masculine"):
        rows.append((f"MT-GenEval, {gender}", [f"{cell['geneval'][gender]:.1f}" for cell in cells.values()]))
    for name in ("tatoeba", "europarl", "newstest2013"):
        rows.append((f"BLEU {name}", [f"{cell['bleu'][name]:.1f}" for cell in cells.values()]))
    yield from numbered(["(6,6), beam 5, float32", *cells], [[title, *values] for title, values in rows])
    if tagged is not None and "simplegentagged" in tagged:
        shares = ", ".join(f"{HEADINGS[kind]} {n.share(tagged, 'simplegentagged', kind):.1f}" for kind in n.CLASSES)
        yield f"With a tag of the right gender before each source (adapted to tagged text, told the answer): {shares}."
        yield ""


def tried() -> Iterator[str]:
    """Ways of mending, by what they were chosen on."""
    rows = []
    for line in (HERE / "es/tried.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        mend = [f"{row['share']:g}", row["text"]] if row["share"] else ["–", "–"]
        settings = [f"{row['updates']:,}", f"{row['pieces']:,}", f"{row['rate']:g}", *mend]
        scores = [f"{row[key]:.1f}" for key in ("feminine", "masculine", "dev_bleu")]
        rows.append([row["model"].removeprefix("es-6.6-mha-256-"), *settings, *scores])
    head = [
        "model",
        "updates",
        "pieces",
        "rate",
        "share",
        "text",
        "MT-GenEval dev, feminine",
        "masculine",
        "dev BLEU, greedy",
    ]
    yield from numbered(head, rows)


def eaten(target: str = "es") -> Iterator[str]:
    """From the careful to faster settings, three trainings each: how much of everything is lost."""
    steps = {
        "(6,6) greedily": ("6.6", 1),
        "(6,1) beam 5": ("6.1", 5),
        "(6,1) greedily": ("6.1", 1),
    }
    for mend, title in (("", "plain"), ("mended", "mended")):
        base = [n.cells()[n.name("6.6", seed=seed, mend=mend, target=target)] for seed in SEEDS]
        yield f"**{title}**, values with (6,6) and beam 5: " + ", ".join(
            [
                *(
                    f"BLEU {one} {n.mean(cell['bleu'][one] for cell in base if one in cell['bleu']):.1f}"
                    for one in ("tatoeba", NEWS[target])
                ),
                *(f"{HEADINGS[k]} {n.mean(n.share(cell, 'wide', k) for cell in base):.1f}" for k in n.CLASSES),
                f"WinoMT accuracy {n.mean(n.winomt(cell)['accuracy'] for cell in base):.1f}.",
            ]
        )
        yield ""
        rows = []
        for step, (depth, beam) in steps.items():
            after = [n.cells()[n.name(depth, seed=seed, mend=mend, beam=beam, target=target)] for seed in SEEDS]
            rows.append([step, *_drops(base, after, NEWS[target])])
        yield from numbered(["lost, % of it", "BLEU Tatoeba", "BLEU news", *HEADINGS.values(), "WinoMT accuracy"], rows)


def decided(target: str = "es") -> Iterator[str]:
    """The same classes among the items that say anything: a model that lost the word did not misgender anybody."""
    rows = []
    for mend in ("", "mended"):
        for depth, beam in (("6.6", 5), ("6.1", 1)):
            of = [n.cells()[n.name(depth, seed=seed, mend=mend, beam=beam, target=target)] for seed in SEEDS]
            shares = [f"{n.mean(n.decided(cell, 'wide', kind) for cell in of):.1f}" for kind in n.CLASSES]
            lost = f"{n.mean(n.inconclusive(cell, 'wide') for cell in of):.1f}"
            rows.append([f"{mend or 'plain'}, ({depth.replace('.', ',')}), beam {beam}", *shares, lost])
    yield from numbered(["right, % of the decided", *HEADINGS.values(), "inconclusive"], rows)


def _drops(base: Sequence[n.Cell], after: Sequence[n.Cell], news: str) -> Iterator[str]:
    for name in ("tatoeba", news):
        yield with_bounds(*n.over_seeds([n.drop(*pair) for pair in n.both(base, after, name)]))
    for kind in n.CLASSES:
        pairs = zip(base, after, strict=True)
        seeds = n.over_seeds([n.drop(n.share(one, "wide", kind), n.share(other, "wide", kind)) for one, other in pairs])
        like = n.over_occupations(base, after, "wide", kind)
        yield f"{with_bounds(*seeds)}; {with_bounds(*like)}"
    pairs = zip(base, after, strict=True)
    accuracies = [(n.winomt(one)["accuracy"], n.winomt(other)["accuracy"]) for one, other in pairs]
    yield with_bounds(*n.over_seeds([n.drop(*pair) for pair in accuracies]))


def grid() -> Iterator[str]:
    """Every model, seed 1, in float32: what it loses against (6,6) with multi-head attention and beam 5."""
    for mend, title in (("", "plain"), ("mended", "mended")):
        rows, missing = [], []
        for depth in DEPTHS:
            for attention in ("mha", "aan"):
                for beam in (5, 1):
                    name = n.name(depth, attention, mend=mend, beam=beam)
                    if name not in n.cells():
                        missing.append(name)
                        continue
                    cell = n.cells()[name]
                    shares = [f"{n.share(cell, 'wide', kind):.1f}" for kind in n.CLASSES]
                    quality = [f"{cell['bleu'][one]:.1f}" for one in ("tatoeba", "europarl", "newstest2013")]
                    seconds = _seconds(n.name(depth, attention, beam=beam))
                    label = f"({depth.replace('.', ',')}) {attention}, beam {beam}"
                    rows.append([label, *quality, *shares, f"{n.inconclusive(cell, 'wide'):.1f}", seconds])
        head = ["cell", "Tatoeba", "Europarl", "news", *HEADINGS.values(), "inconcl.", "s"]
        yield f"**{title}**"
        yield ""
        yield from numbered(head, rows)
        if missing:
            yield f"Not counted: {', '.join(missing)}."
            yield ""


def slopes() -> Iterator[str]:
    """For one per cent of BLEU lost, how much of a class is: least squares through the baseline, over all cells of the
    grid.
    """
    rows = []
    for mend in ("", "mended"):
        names = [n.name(d, a, mend=mend, beam=beam) for d in DEPTHS for a in ("mha", "aan") for beam in (5, 1)]
        base, *others = (n.cells()[name] for name in names)
        lost = np.array([n.drop(base["bleu"]["tatoeba"], cell["bleu"]["tatoeba"]) for cell in others])
        models = len(DEPTHS) * 2  # two cells each, of which the first one's first is the baseline
        drawn_models = np.random.default_rng(1).multinomial(models, np.full(models, 1 / models), n.RESAMPLES)
        weights = np.repeat(drawn_models, 2, axis=1)[:, 1:].astype(float)  # draws, cells
        shown = []
        for kind in n.CLASSES:
            points = np.array([n.drop(n.share(base, "wide", kind), n.share(cell, "wide", kind)) for cell in others])
            first = n.resampled(base, "wide", kind)
            drawn = np.array([n.drop(first, n.resampled(cell, "wide", kind)) for cell in others])  # cells, draws
            ends = [
                n.interval((w * lost * drawn.T).sum(1) / (w * lost * lost).sum(1)) for w in (np.ones((1, 1)), weights)
            ]
            intervals = "; ".join(f"[{low:.1f}, {high:.1f}]" for low, high in ends)
            shown.append(f"{lost @ points / (lost @ lost):.1f} {intervals}")
        rows.append([mend or "plain", *shown])
    yield from numbered(["% lost for 1% of BLEU (Tatoeba)", *HEADINGS.values()], rows)


def _seconds(cell: str) -> str:
    """The median of a cell's timed passes over 100 sentences on one core, 16 at once."""
    rows = [json.loads(line) for line in (HERE / "es/timing.jsonl").read_text("utf-8").splitlines()]
    times = sorted(row["wall_seconds"] for row in rows if row["cell"] == cell)
    return f"{times[len(times) // 2]:.1f}" if times else "–"


def learning() -> Iterator[str]:
    """Greedy BLEU on 1,000 dev sentences on the way."""
    rows = []
    lines = [line for t in ("es", "de") for line in (HERE / t / "training.jsonl").read_text("utf-8").splitlines()]
    for model in map(json.loads, lines):
        curve = [f"{row['update']}: {row['dev_bleu']:.1f}" for row in model["log"] if "dev_bleu" in row]
        seconds = next((f"{row['seconds']:.0f}" for row in model["log"] if "seconds" in row), "–")
        rows.append([model["model"], ", ".join(curve), seconds])
    yield from numbered(["model", "update: dev BLEU", "seconds"], rows)


def _both_editions() -> dict[str, str]:
    """Systems that answered both editions."""
    ours = {title: n.name("6.6", seed=9, mend=mend) for title, mend in SHIPPED.items()}
    return {**ours, "Apertium": "apertium_eng-spa"}


def main(page: Path = DOCS / "mend-results.md") -> None:
    """The page."""
    lines = [
        *reading(HERE / "reading.md"),
        *section("Plain and mended", "", shipped()),
        *section(
            "What was tried, and chosen on",
            "SimpleGEN and WinoMT scores of v1 to v8 were seen as well before v8 was taken for the grid (`mended`), "
            "and "
            "of v10 before it was shipped: see the reading.",
            tried(),
        ),
        *section(
            "Does speed eat the mend first?",
            "Means of three trainings. Two intervals of a class: over trainings, which is about these 40 occupations "
            "and models trained like these; then over occupations, which is about occupations like these and these "
            "models.",
            [*eaten(), *decided()],
        ),
        *section(
            "All models, one training each",
            "Seed 1, SimpleGEN wide, float32; s: seconds for 100 sentences on one core. Intervals of slopes: over "
            "occupations, for these models; then over occupations and the 14 models together.",
            [*slopes(), *grid()],
        ),
        *section(
            "German",
            "Three trainings each, float32; models of 3,500 updates, half of what the Spanish ones had, and mends of "
            "400. None of the people measured with was in the set, nor anybody who shares a German word, or the last "
            "part of one, with them. Intervals: of a change, over trainings; below, as above.",
            [*trainings("de"), *eaten("de"), *decided("de")],
        ),
        *section("Ways of mending side by side", "", ways()),
        *section("8 bits", "Weights and activations rounded as CTranslate2 does it, beside float32.", eight_bits()),
        *section(
            "SimpleGEN with more occupations",
            "The last column is on the same outputs: how much narrower wide's interval is than with as few occupations "
            "drawn from its own as the released edition has of that class.",
            editions(_both_editions()),
        ),
        *section("How the models learned", "", learning()),
    ]
    lead = made_by(
        "mend", " from stored counts. Percentages, 95% intervals in brackets. How to mend: [mend.md](mend.md)."
    )
    write(page, "A bias that can be mended, and what speed does to the mend", [lead], lines)


if __name__ == "__main__":
    main()
