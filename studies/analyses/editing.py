"""What changes from stage to stage of a transcript, and what it takes to bring translations to their references."""

from collections.abc import Iterator

from askew.analyses.edits import Edits, edits
from askew.analyses.effort import effort
from askew.report.altair_figures import save
from askew.report.editing_figures import effort_figures
from askew.report.numbers import number
from studies.analyses.outputs import ACL, RECOGNISERS, glossary
from studies.pages import FIGURES
from studies.tables import bounds, score, table

NAMES = (
    "ter", "touched", "reworded", "substituted", "inserted", "deleted", "casing", "punctuation", "reordering",
    "english",
)  # fmt: skip
CAPTIONS = {
    "effort": "TER by language and system",
    "reordering": "TER over reordering",
    "talks": "Range of TER over talks",
    "correlation": "Correlation of TER by talk between analyses (five talks each)",
}


def editing_section() -> Iterator[str]:
    """Transcripts, then translations."""
    yield "### Transcripts\n"
    yield "Two recognisers stand in for a recogniser and its post-editor, the reference for the expert:\n"
    yield from transcripts()
    yield "\n### Translations\n\nWhat it would take to bring a system's output to the reference:\n"
    yield from translations()


def transcripts() -> Iterator[str]:
    """Steps down, kinds of edits across; and at which stage words and terms become right."""
    stages = [*(ACL / f"outputs/{name}/short.en.jsonl" for name in reversed(RECOGNISERS)), ACL / "eval/en.xml"]
    labels = ["owsm", "whisper", "reference"]
    chain = edits(stages, target="en", segmented=True, labels=labels, terms=glossary("zh"))
    names = NAMES[:-1]
    rows = [[f"{step.before} → {step.after}", *(score(step.scores[name]) for name in names)] for step in chain.steps]
    yield from table(["step", *names], rows)
    yield ""
    for what, counts in (("words", chain.words), ("terms", chain.terms)):
        total = sum(counts.values())
        shares = ", ".join(f"{label} {100 * count / total:.1f}%" for label, count in counts.items())
        yield f"- {what} right from this stage on: {shares} (of {total})"


def translations() -> Iterator[str]:
    """Systems down, kinds of edits across; what TER goes with; figures."""
    found = effort(
        [edited(system, target) for target in ("de", "fr", "pt", "zh") for system in ("tower_whisper", "seamlessm4t")]
    )
    rows = [[each.name, *(score(each.whole.scores[name]) for name in NAMES)] for each in found.edits]
    yield from table(["", *NAMES], rows)
    yield ""
    rows = [
        [pair.y, number(pair.pearson, 2) + bounds(pair.low, pair.high, 2), number(pair.spearman, 2), str(pair.n)]
        for pair in found.metrics
    ]
    yield from table(["TER with", "Pearson", "Spearman", "n"], rows)
    for name, chart in effort_figures(found).items():
        save(chart, FIGURES / f"edits-{name}.svg")
        yield f"\n![{CAPTIONS[name]}](figures/edits-{name}.svg)"


def edited(system: str, target: str) -> Edits:
    """From a system's output to the reference."""
    return edits(
        [ACL / f"outputs/{system}/short.en-{target}.jsonl", ACL / f"eval/{target}.xml"],
        target=target, source_text=ACL / "eval/en.xml", segmented=True, name=f"{target} {system}",
        labels=[system, "reference"],
    )  # fmt: skip
