"""WinoMT in speech: what the translators make of gender, and what the recogniser transcribes."""

from collections.abc import Iterator

import askew
from askew import Run
from askew.report.numbers import UNDEFINED, number
from studies.s_transformer.make.choose_sentences import WINOMT_VOICE
from studies.s_transformer.store import Store
from studies.s_transformer.systems import PAPER, PAPER_RECOGNISER, RECOGNISERS, TEXT, TRANSLATOR, TRANSLATORS
from studies.tables import marked_difference, paragraph, score, scores, table

SYSTEMS = {name: f"end to end: {label}" for name, label in TRANSLATORS.items()} | TEXT
GENDER = {"accuracy": "Acc", "delta_g": "ΔG", "delta_s": "ΔS", "accuracy_decided": "Acc decided", "coverage": "found"}
PUBLISHED = {"accuracy": "Acc", "delta_g": "ΔG", "delta_s": "ΔS"}
PROTOCOLS = {
    "winomt": "As askew judges (protocol `askew`):",
    "winomt2019": "As the reference tool judges (protocol `winomt2019`):",
}
TRANSCRIBED = {"wer": "WER", "accuracy": "Acc", "misspelled_occupations": "misspelled", "pronoun_accuracy": "pronouns"}


def gender(store: Store) -> Iterator[str]:
    """All systems under both protocols, differences from the translator, and the items whose occupation the language
    pack knows.
    """
    yield from paragraph(
        f"3,888 sentences of WinoMT, read by {WINOMT_VOICE} (heard in training); 95% intervals over occupations. The "
        "papers' row is their en-es system on the recordings of WinoST, scored with the reference tool; so theirs may "
        "be held against the second table (protocol `winomt2019`) only."
    )
    for protocol, measures in (("winomt", GENDER), ("winomt2019", PUBLISHED)):
        yield f"\n{PROTOCOLS[protocol]}\n"
        rows = [[label, *scores(store.runs[name, protocol], measures)] for name, label in SYSTEMS.items()]
        if protocol == "winomt2019":
            rows.insert(0, ["the papers, en-es", *(number(PAPER.get(name)) for name in measures)])
        yield from table(["", *measures.values()], rows, numbers=1)
    yield f"\nPaired differences from `{TRANSLATOR}`, the first three on the same audio:\n"
    yield from _differences(store)
    yield ""
    yield from paragraph(
        "“Found” counts whatever word stands where the person should, such as *el desarrollo* for the developer, in "
        "its gender ([`found_by`](winomt.md)). Only the items whose output has a form of the occupation that the "
        "language pack knows:"
    )
    rows = [[label, *_known_forms(store.runs[name, "winomt"])] for name, label in SYSTEMS.items()]
    yield from table(["", "% of the items", "% of these right", "% of these masculine"], rows, numbers=1)


def _differences(store: Store) -> Iterator[str]:
    """What differs from the translator under each protocol; a difference counts where both say so."""
    others = ("cascade", "cascade-marked", "st", "text")
    rows = []
    for protocol in ("winomt", "winomt2019"):
        runs = [store.runs[name, protocol] for name in (TRANSLATOR, *others)]
        pairs = zip(others, askew.compare(*runs, by_group=False).changes, strict=True)
        shown = "askew" if protocol == "winomt" else protocol
        rows += [
            [SYSTEMS[name], shown, *(marked_difference(changes[each]) for each in PUBLISHED)] for name, changes in pairs
        ]
    yield from table(["", "protocol", *PUBLISHED.values()], sorted(rows, key=lambda row: row[0]), numbers=2)


def _known_forms(run: Run) -> Iterator[str]:
    known = [verdict.labels for verdict in run.verdicts if verdict.labels["found_by"] == "pack"]
    yield f"{100 * len(known) / len(run.verdicts):.1f}"
    for label, value in (("verdict", "correct"), ("predicted", "male")):
        yield f"{100 * sum(labels[label] == value for labels in known) / len(known):.1f}" if known else UNDEFINED


def recognised(store: Store) -> Iterator[str]:
    """What the recognisers write of WinoMT."""
    accuracy, misspelled, pronouns = PAPER_RECOGNISER
    rows = [["the papers' recogniser (en-fr)", "", f"{accuracy:.1f}", str(misspelled), f"{pronouns:.1f}"]]
    for model, label in RECOGNISERS.items():
        found = store.runs[model, "winomt"].scores
        counts = {name: name == "misspelled_occupations" for name in TRANSCRIBED}
        cells = [number(found[name].value, 0) if counts[name] else score(found[name]) for name in TRANSCRIBED]
        rows.append([f"recogniser, {label}", *cells])
    yield from table(["", *TRANSCRIBED.values()], rows, numbers=1)
