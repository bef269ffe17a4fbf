"""New voices: word error rates and BLEU where the speaker, the synthesiser or everything is new; and the ablation."""

from collections.abc import Iterator

import askew
from askew.report.numbers import UNDEFINED, number
from studies.s_transformer.quality import share
from studies.tables import marked_difference, paragraph, score, table
from studies.voices.store import ManyVoices

MOST_WER, LEAST_SHARE = 25.0, 80.0  # the targets, on voices never heard
SETS = {
    "test": "Silero, voices of the training",
    "test-held-out": "Silero, voices never heard",
    "flite": "flite's rms: another synthesiser",
}
SHORT = {
    "short": "all parts", "short-again": "all parts, another seed", "short-no-2d": "no 2D attention",
    "short-no-2d-again": "no 2D attention, another seed", "short-no-penalty": "no distance penalty",
}  # fmt: skip


def trained(store: ManyVoices) -> Iterator[str]:
    """The corpus, and a row a model."""
    corpus = {row["split"]: row for row in store.rows("corpus.jsonl")}
    train, unheard = corpus["train"], corpus["test-held-out"]["by_voice"]
    yield from paragraph(
        f"{train['utterances']:,} sentences, {train['hours']:.0f} hours in {len(train['by_voice'])} of Silero's voices "
        f"({min(train['by_voice'].values()):.1f} to {max(train['by_voice'].values()):.1f} h each), tempo varied, in "
        "every other sentence pitch and resonances, in every other noise (8 to 35 dB below the speech). "
        f"{len(unheard)} voices are held out, half of them high, half low: {', '.join(unheard)}. Weights in 8 bits spoke."
    )
    rows = []
    for name, model in store.models.items():
        optimiser, last = model["settings"]["optimiser"], {key: row[key] for row in model["curve"] for key in row}
        dev = f"WER {last['dev_wer']:.1f}" if "dev_wer" in last else f"BLEU {last['dev_bleu']:.1f}"
        masks = "yes" if model["settings"]["speech"]["time_masks"] else "no"
        rows.append(
            [name, f"{model['parameters'] / 1e6:.1f}M", f"{model['updates']:,}", f"{optimiser['batch_seconds']:.0f}",
             masks, f"{model['seconds']:.0f}", dev]
        )  # fmt: skip
    headings = ["model", "parameters", "updates", "s of speech each", "SpecAugment", "seconds", "dev, greedy"]
    yield from table(headings, rows, numbers=1)


def new_voices(store: ManyVoices) -> Iterator[str]:
    """WER and BLEU by set; then the targets."""
    seen = store.runs["st", "test"].scores["bleu"].value
    yield from paragraph(
        f"The same test sentences, by rms the first {len(store.outputs['asr', 'flite'])} alone; WER without case and "
        "punctuation, BLEU with both; beam 5; intervals over sentences."
    )
    rows = []
    for name, label in SETS.items():
        wer, bleu = store.runs["asr", name].scores["wer_normalized"], store.runs["st", name].scores["bleu"]
        found = share(bleu.value, seen) if name.startswith("test") else None
        rows.append([label, score(wer), score(bleu), UNDEFINED if found is None else f"{found:.0f}%"])
        for kind, measured in sorted(store.runs["asr", name].groups.get("pitch", {}).items()):
            of = store.runs["st", name].groups["pitch"][kind]
            rows.append([f"{label}: {kind} ones", score(measured["wer_normalized"]), score(of["bleu"]), ""])
    yield from table(["", "recogniser, WER", "translator, BLEU", "of that in seen voices"], rows, numbers=1)
    error = store.runs["asr", "test-held-out"].scores["wer_normalized"].value
    kept = share(store.runs["st", "test-held-out"].scores["bleu"].value, seen)
    assert error is not None
    assert kept is not None
    yield ""
    yield from table(
        ["target, voices never heard", "measured", ""],
        [
            [f"WER at most {MOST_WER:.0f}", number(error), "met" if error <= MOST_WER else "**missed**"],
            [f"BLEU at least {LEAST_SHARE:.0f}% of that in seen voices", number(kept), "met" if kept >= LEAST_SHARE else "**missed**"],
        ],
    )  # fmt: skip


def ablation(store: ManyVoices) -> Iterator[str]:
    """Short trainings, of which some lack a part."""
    yield from paragraph(
        "3,000 updates of 150 s each without SpecAugment; differences from the first row, paired by sentence, bold where p "
        "(Holm) is below 0.05. The second seed shows how far two trainings of the same model lie apart."
    )
    rows = [[label] for label in SHORT.values()]
    headings = ["recogniser"]
    for name, label in (("test", "seen voices"), ("test-held-out", "voices never heard")):
        runs = [store.runs[model, name] for model in SHORT]
        changes = askew.compare(*runs, by_group=False).changes
        differences = ["", *(marked_difference(each["wer_normalized"]) for each in changes)]
        headings += [f"WER, {label}", "difference"]
        for row, run, difference in zip(rows, runs, differences, strict=True):
            row += [score(run.scores["wer_normalized"]), difference]
    yield from table(headings, rows, numbers=1)
