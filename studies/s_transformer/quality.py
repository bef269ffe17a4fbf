"""Word error rate and BLEU: beside the papers, and of models that lack a part."""

from collections.abc import Iterator

import askew
from askew import Run
from askew.core.records import Score
from askew.report.numbers import UNDEFINED, number
from studies.s_transformer.make.choose_sentences import HELD_OUT, HOURS
from studies.s_transformer.store import Store
from studies.s_transformer.systems import PAPER, RECOGNISERS, TEXT, TRANSLATOR, TRANSLATORS
from studies.tables import marked_difference, paragraph, score, table

SETS = {"test": "seen voices", "test-held-out": f"held-out voice, {HELD_OUT}"}


def share(ours: float | None, theirs: float | None) -> float | None:
    """One number in per cent of another."""
    return None if ours is None or not theirs else 100 * ours / theirs


def beside_table_5(store: Store) -> Iterator[str]:
    """Recogniser and translator by set, origin and voice, beside the text model; then BLEU of all systems."""
    yield from paragraph(
        "WER compares words without case and punctuation, which the recogniser does not write; BLEU is sacreBLEU's "
        "default, with both. Beam 5. The text model is `neural:en-es`."
    )
    rows = [["the papers: en-es, MuST-C (real talks)", number(PAPER["wer"]), number(PAPER["bleu"]), "", ""]]
    for name, label in SETS.items():
        rows.append([f"**{label}**", *_compared(store, name)])
        rows += [[f"{label}: {origin}", *_compared(store, name, "talk", origin)] for origin in _values(store, "talk")]
        if name == "test":
            rows += [
                [f"{label}: {voice}", *_compared(store, name, "voice", voice)] for voice in _values(store, "voice")
            ]
    headings = ["", "recogniser, WER", "translator, BLEU", "text model, BLEU", "share of it"]
    yield from table(headings, rows, numbers=1)
    yield ""
    rows = []
    for name, label in (TRANSLATORS | TEXT).items():
        from_speech = name in TRANSLATORS or name.startswith("cascade")
        cells = [score(store.runs[name, set_].scores["bleu"]) for set_ in (SETS if from_speech else ("test",))]
        rows.append([f"`{name}`: {label}", *cells, *[""] * (2 - len(cells))])
    yield from table(["BLEU", "seen voices, or text", HELD_OUT], rows, numbers=1)


def _values(store: Store, attribute: str) -> list[str]:
    return sorted({item.attributes[attribute] for item in store.runs[TRANSLATOR, "test"].items})


def _compared(store: Store, name: str, attribute: str = "", value: str = "") -> Iterator[str]:
    """WER of the recogniser, BLEU of the translator and of the text model, and the one in per cent of the other."""
    text = _of(store.runs["text", "test"], attribute, value).get("bleu")
    bleu = _of(store.runs[TRANSLATOR, name], attribute, value).get("bleu")
    yield score(_of(store.runs["asr", name], attribute, value).get("wer_normalized"))
    yield score(bleu)
    yield score(text)
    found = None if bleu is None or text is None else share(bleu.value, text.value)
    yield UNDEFINED if found is None else f"{found:.0f}%"


def _of(run: Run, attribute: str, value: str) -> dict[str, Score]:
    """A run's scores, or those of a group."""
    return dict(run.groups.get(attribute, {}).get(value, {}) if attribute else run.scores)


def ablation(store: Store) -> Iterator[str]:
    """Models that lack a part, or learned otherwise, beside the one that has all."""
    yield from paragraph(
        "Differences are from the first row, paired by sentence; bold where p (Holm) is below 0.05. One training each, "
        "so a difference is this pair of models', not yet the method's. The translator that learns from the text model "
        "also has more updates, larger batches and dropout."
    )
    yield from _ablation_table(store, "recogniser", RECOGNISERS, "wer_normalized", "WER")
    yield ""
    yield from _ablation_table(store, "translator", TRANSLATORS, "bleu", "BLEU")
    yield ""
    rows = []
    for name, label in RECOGNISERS.items():
        by_voice = (_of(store.runs[name, "test"], "voice", voice).get("wer_normalized") for voice in HOURS)
        rows.append([label, *map(score, by_voice)])
    yield from table(["recogniser, WER by voice", *HOURS], rows, numbers=1)


def _ablation_table(store: Store, kind: str, models: dict[str, str], name: str, heading: str) -> Iterator[str]:
    rows = [[label] for label in models.values()]
    headings = [kind]
    for set_, label in (("test", "seen voices"), ("test-held-out", HELD_OUT)):
        runs = [store.runs[model, set_] for model in models]
        changes = askew.compare(*runs, by_group=False).changes
        headings += [f"{heading}, {label}", "difference"]
        differences = ["", *(marked_difference(each[name]) for each in changes)]
        for row, run, difference in zip(rows, runs, differences, strict=True):
            row += [score(run.scores[name]), difference]
    yield from table(headings, rows, numbers=1)
