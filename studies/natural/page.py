"""Writes docs/natural-results.md: systems at hand on natural sentences, and how good the judges are.

ASKEW_DATA=… python -m studies.natural.page WORK

WORK is a folder for runs; what is there already is gone on with. It needs apertium-eng-spa, and askew[models] for our
model; Opus-MT's outputs are stored in studies/released/.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import askew
from askew import Run
from askew.analyses.audit import wilson
from askew.analyses.workforce import against_workforce
from askew.suites.gender_fair import passages
from studies.natural.french import NAME, opus
from studies.natural.labels import SETS, agreement
from studies.natural.systems import runs
from studies.pages import DOCS, made_by, need, section, write
from studies.tables import bounds, marked_difference, score, scores, table

READINGS = Path(__file__).parent / "readings.tsv"
PAIRS = {
    "accuracy": "right", "wrong": "wrong", "both": "both", "undecided": "undecided", "accuracy_male": "right, masculine",
    "accuracy_female": "right, feminine", "delta_accuracy": "Δ right", "accuracy_both_versions": "both versions right",
    "chrf": "chrF", "delta_chrf": "ΔchrF", "bleu": "BLEU", "delta_bleu": "ΔBLEU",
}  # fmt: skip
AUTHORS = {
    "accuracy": "right", "accuracy_both_versions": "both versions right", "delta_accuracy": "Δ right",
    "right_without_evidence": "of what is right, without evidence",
}  # fmt: skip
CONTEXT = {
    "accuracy": "right", "wrong": "wrong", "undecided": "undecided", "accuracy_male": "right, masculine",
    "accuracy_female": "right, feminine", "chrf": "chrF",
}  # fmt: skip
RENDERED = {
    "rendered_male": "masculine", "rendered_female": "feminine", "rendered_neutral": "neutral", "rendered_both": "both",
    "masculine_of_gendered": "masculine of gendered", "gender_fair": "gender-fair", "coverage": "coverage",
    "chrf": "chrF",
}  # fmt: skip


def main() -> None:
    """Write the page."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m studies.natural.page WORK")
    need("mt_geneval", "gate", "gender_fair_german")
    work = Path(sys.argv[1])
    lead = (
        ". Percent with 95% intervals about sentences like these (German: nouns). Apertium is a system of rules; our models are "
        "[those that come with askew](models.md), the mended one is trained on [balanced sentences](mend.md) too. Differences are paired by sentence; bold: p < 0.05 after Holm."
    )
    lines = [*_pairs(work), *_context(work), *_ambiguous(work), *_french(), *_read(), *_gender_fair()]
    write(DOCS / "natural-results.md", "Natural sentences: results", [made_by("natural", lead)], lines)


def _scores(found: list[Run], columns: dict[str, str]) -> Iterator[str]:
    """A row per score, a column per system, and what the last one changes of the one before it, paired by sentence."""
    changes = askew.compare(*found[-2:], by_group=False).changes[0]
    rows = [
        [heading, *(scores(run, [name])[0] for run in found), marked_difference(changes[name])]
        for name, heading in columns.items()
    ]
    yield from table(["", *(run.asked.system for run in found), "what the mend changes"], rows, numbers=1)
    yield ""


def _pairs(work: Path) -> Iterator[str]:
    found = runs(work, "mtgeneval")
    yield from section("mtgeneval, English to Spanish", "", _scores(found, PAIRS))
    yield from section(
        "By the authors' protocol",
        "An output with neither reference's own words counts as right.",
        _scores(runs(work, "mtgeneval", protocol="authors"), AUTHORS),
        3,
    )


def _context(work: Path) -> Iterator[str]:
    lines = []
    for asked, title in (("mtgeneval-context", "withheld"), ("mtgeneval-context-given", "given")):
        (run,) = runs(work, asked, ("Apertium",))
        lines.append([f"context {title}", *scores(run, CONTEXT)])
    yield from section(
        "In context",
        "Apertium, which translates sentence by sentence: that the context changes nothing shows that only the sentence "
        "is judged.",
        table(["", *CONTEXT.values()], lines, numbers=1),
        3,
    )


def _ambiguous(work: Path) -> Iterator[str]:
    found = runs(work, "ambiguous")
    yield from section("ambiguous, English to Spanish", "", _scores(found, RENDERED))
    groups = found[0].groups["kind"]
    rows = [
        [
            kind,
            str(groups[kind]["rendered_male"].n),
            *(score(run.groups["kind"][kind]["rendered_male"]) for run in found),
        ]
        for kind in groups
    ]
    systems = [run.asked.system for run in found]
    yield from section("Masculine, by kind of person", "", table(["kind", "people", *systems], rows, numbers=1), 3)
    yield from section(
        "Beside the workforce",
        "How the share of people rendered in the feminine goes with the share of women in the occupation (US labour "
        "statistics, as for WinoMT): Pearson's r over the occupations that occur.",
        table(["system", "occupations", "r"], [_workforce(run) for run in found], numbers=1),
        3,
    )


def _french() -> Iterator[str]:
    pairs, authors = opus("mtgeneval"), opus("mtgeneval", protocol="authors")
    rendered = opus("ambiguous", edition="all")
    parts = {
        "mtgeneval": (pairs, PAIRS),
        "mtgeneval, by the authors' protocol": (authors, AUTHORS),
        "ambiguous": (rendered, RENDERED),
    }
    yield from section(
        f"{NAME}, English to French",
        "A released model at its fastest ([what speed does to it](released-results.md)). The authors of MT-GenEval print "
        "numbers, but their repository holds data and a script and no outputs, so there is nothing to reproduce them "
        "from; the protocol is [as their script has it](mtgeneval.md#protocol-authors).",
        (line for name, (run, columns) in parts.items() for line in (f"**{name}**", "", *_one(run, columns), "")),
    )
    yield from section(
        "Beside the workforce, French", "", table(["system", "occupations", "r"], [_workforce(rendered)], numbers=1), 3
    )


def _one(run: Run, columns: dict[str, str]) -> Iterator[str]:
    rows = [[heading, score(run.scores.get(name))] for name, heading in columns.items()]
    return table(["", NAME], rows, numbers=1)


def _workforce(run: Run) -> list[str]:
    found = against_workforce(run)
    r = "–" if found.pearson is None else f"{found.pearson:.2f}{bounds(found.low, found.high, 2)}"
    return [run.asked.system, str(len(found.occupations)), r]


def _read() -> Iterator[str]:
    by_language: dict[str, list[dict[str, str]]] = {}
    for line in READINGS.read_text("utf-8").splitlines()[1:]:
        cells = dict(
            zip(("target", "outputs", "item", "person", "predicted", "reading"), line.split("\t"), strict=True)
        )
        by_language.setdefault(cells["target"], []).append(cells)
    rows = []
    for target, found in by_language.items():
        wrong = sum(cells["predicted"] != cells["reading"] for cells in found)
        outputs = ", ".join(f"{n} {name}" for name, n in Counter(cells["outputs"] for cells in found).items())
        missing = sum(cells["predicted"] == "not_found" for cells in found)
        share = f"{100 * wrong / len(found):.1f}{bounds(*wilson(wrong, len(found)))}"
        rows.append([target, outputs, str(missing), str(wrong), share])
    yield from section(
        "Sixty verdicts of ambiguous read",
        "Drawn at random from the corpus' own variants (a random one of each sentence) and from Apertium's outputs; read "
        "once, with the verdict in view, so no independent labels. A person that was not found is no wrong verdict, but a "
        "lack of coverage. Wrong were: *someone* as *quelqu'une*, read as neutral (twice); *chacun* overlooked; a second "
        "*amigo* that means anybody; *impactado*, said of *I*, overlooked.",
        table(["language", "outputs", "not found", "wrong", "error rate, %"], rows, numbers=2),
    )


def _gender_fair() -> Iterator[str]:
    rows = []
    for name in SETS:
        found = agreement(name)
        share = f"{100 * found.right / found.n:.1f}{bounds(*wilson(found.right, found.n))}"
        rows.append([name, str(found.n), share, f"{100 * found.commonest / found.n:.1f}"])
    lead = "The judge's verdict against people's labels, and how often the commonest label alone would agree."
    yield from section("gender-fair, agreement with people", lead, table(["", "labels", "agree", "commonest"], rows, 1))
    run = _deepl()
    names = ("rendered_male", "rendered_female", "rendered_neutral", "rendered_both", "gender_fair")
    yield from section(
        "DeepL's German",
        "What the authors of the corpus got from DeepL, Wikipedia.",
        table(names, [scores(run, names)], numbers=0),
        3,
    )


def _deepl() -> Run:
    rows = passages.read_labelled(passages.LABELLED)
    return askew.score("gender-fair", target="de", hyp=[row["translation"] for row in rows], name="DeepL")


if __name__ == "__main__":
    main()
