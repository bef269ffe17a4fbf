"""Writes docs/s-transformer-results.md from stored outputs, curves and times: the speech translator, its recogniser, and a cascade on the same audio.

    ASKEW_DATA=… python -m studies.s_transformer.page [--store FOLDER] [--reading FILE] [--page FILE]

The store, ``stored/``, is made by make/store_outputs.py. What a person has to say about the numbers stands in reading.md and is put on top of the page.
It needs WinoMT and the parallel text (``mt/en-es.test.tsv``) in ASKEW_DATA: sentences are not stored, outputs are.
"""

import argparse
import statistics
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import askew
from askew import Run
from askew.analyses.compare import Change
from studies.pages import DOCS
from studies.s_transformer.make.choose_sentences import HELD_OUT, HOURS, WINOMT_VOICE
from studies.s_transformer.store import Store

HERE = Path(__file__).parent
PAPER = {"wer": 24.76, "bleu": 21.9, "accuracy": 45.2, "delta_g": 25.7, "delta_s": 12.3}  # en-es, tables 4 and 5
PAPER_HEARD = (74.5, 680, 98.72)  # §6.3, the en-fr system's recogniser
TARGETS = {"wer": 12.0, "bleu_share": 60.0, "real_time": 20.0}
RECOGNISERS = {"asr": "all parts", "asr-no-penalty": "no distance penalty", "asr-no-2d": "no 2D attention"}
TRANSLATOR = "st-distilled"  # the one that is meant where no other is named
TRANSLATORS = {
    "st": "starts from the recogniser, learns people's translations",
    "st-scratch": "starts from nothing, learns people's translations",
    "st-distilled": "starts from the recogniser, learns the text model's translations",
}
TEXT = {
    "cascade": "cascade, as it is heard",
    "cascade-marked": "cascade, with a capital and a full stop",
    "text": "text model on the text",
    "plain": "text model on the text as a recogniser writes it",
    "plain-marked": "the same with a capital and a full stop",
}
GENDER = {"accuracy": "Acc", "delta_g": "ΔG", "delta_s": "ΔS", "accuracy_decided": "Acc decided", "coverage": "found"}
HEARD = {"wer": "WER", "accuracy": "Acc", "misspelled_occupations": "misspelled", "pronoun_accuracy": "pronouns"}
COMMANDS = (
    "    mkdir carry && studies/s_transformer/make/pack_flite.sh carry/flite.tar.xz",
    "    python -m studies.s_transformer.make.choose_sentences --data DATA/mt --winomt DATA/winomt/en.txt --out sentences.tsv.xz",
    "    python -m studies.s_transformer.make.distil --sentences sentences.tsv.xz --out carry/sentences.tsv.xz --limit 70000",
    "    export CARRY=carry WORK=work      # next to a GPU from here",
    "    studies/s_transformer/make/begin.sh studies/s_transformer/make/queue.txt && studies/s_transformer/make/finish.sh 600 && studies/s_transformer/make/collect.sh out st-distilled asr",
    "    mkdir results models && tar xJf out/results.tar.xz -C results && cat out/models.tar.part-* | tar x -C models      # anywhere from here",
    "    python -m studies.s_transformer.make.translate_text --data DATA/mt --outputs results/outputs",
    "    python -m studies.s_transformer.make.make_corpus --sentences carry/sentences.tsv.xz --out corpus --splits test",
    "    for model in st-distilled asr; do",
    "      python -m studies.s_transformer.make.time_decoding --corpus corpus --model models/$model --out results/outputs/timing-$model.jsonl",
    "    done",
    "    python -m studies.s_transformer.make.store_outputs --results results --out studies/s_transformer/stored",
    "    python -m studies.s_transformer.page",
)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], column: str = "---:") -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|---" + f"|{column}" * (len(headings) - 1) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def span(score: Any) -> str:
    """A score with its interval."""
    if score is None or score.value is None:
        return "–"
    text = f"{score.value:.1f}"
    return text if score.low is None else f"{text} [{score.low:.1f}, {score.high:.1f}]"


def change(found: Change) -> str:
    """A difference: bold where the Holm-adjusted p-value is below 0.05."""
    if found.difference is None:
        return "–"
    text = f"{found.difference:+.1f} [{found.low:+.1f}, {found.high:+.1f}]"
    return f"**{text}**" if found.p_holm is not None and found.p_holm < 0.05 else text


def group(run: Run, attribute: str, value: str, score: str) -> str:
    return span(run.groups.get(attribute, {}).get(value, {}).get(score))


def trained(store: Store) -> Iterator[str]:
    corpus = {row["split"]: row for row in store.rows("corpus.jsonl")}
    train = corpus["train"]
    voices = ", ".join(f"{voice} {hours:.0f} h" for voice, hours in train["by_voice"].items())
    yield f"{train['utterances']:,} sentences, {train['hours']:.0f} hours ({voices}); {HELD_OUT} is never heard in training."
    yield ""
    rows = []
    for name, model in store.models.items():
        last = {key: row[key] for row in model["curve"] for key in row}
        score = f"WER {last['dev_wer']:.1f}" if "dev_wer" in last else f"BLEU {last.get('dev_bleu', 0):.1f}"
        epochs = model["updates"] * _utterances_per_update(model, train) / train["utterances"]
        cut = "" if model["updates"] == model["planned"] else f" of {model['planned']:,}"
        rows.append(
            [name, f"{model['parameters'] / 1e6:.1f}M", f"{model['updates']:,}{cut}", f"{epochs:.1f}", f"{model['seconds']:.0f}", score]
        )  # fmt: skip
    yield from table(["model", "parameters", "updates", "passes, about", "seconds", "dev, greedy"], rows)


def _utterances_per_update(model: dict[str, Any], train: dict[str, Any]) -> float:
    """About: a batch has so many seconds, and an utterance its mean length and up to half a second of padding."""
    optimiser = model["settings"]["optimiser"]
    mean = 3600 * train["hours"] / train["utterances"] + 0.32
    return optimiser["batch_seconds"] * optimiser["accumulate"] / mean


def beside_table_5(store: Store) -> Iterator[str]:
    runs, rows = (
        store.runs,
        [["the papers: en-es, MuST-C (real talks)", f"{PAPER['wer']:.1f}", f"{PAPER['bleu']:.1f}", "", ""]],
    )
    for name, label in (("test", "seen voices"), ("test-held-out", f"held-out voice, {HELD_OUT}")):
        asr, st = runs["asr", name], runs[TRANSLATOR, name]
        text = runs["text", "test"].scores["bleu"]
        rows.append(
            [f"**{label}**", span(asr.scores["wer_normalized"]), span(st.scores["bleu"]), span(text), _share(st, runs["text", "test"])]
        )  # fmt: skip
        for attribute in ("talk", "voice"):
            for value in sorted({item.attributes[attribute] for item in st.items}):
                if attribute == "voice" and name != "test":
                    continue
                cells = [group(asr, attribute, value, "wer_normalized"), group(st, attribute, value, "bleu")]
                cells.append(group(runs["text", "test"], attribute, value, "bleu"))
                ours, theirs = (run.groups[attribute][value]["bleu"].value for run in (st, runs["text", "test"]))
                rows.append([f"{label}: {value}", *cells, f"{100 * ours / theirs:.0f}%" if ours and theirs else "–"])
    yield "WER compares words without case and punctuation, which the recogniser does not write; BLEU is sacreBLEU's default, with both. Beam 5. The text model is `neural:en-es`."
    yield ""
    yield from table(["", "recogniser, WER", "translator, BLEU", "text model, BLEU", "share of it"], rows)
    rows = []
    for name, label in (TRANSLATORS | TEXT).items():
        sets = ("test", "test-held-out") if name in TRANSLATORS or name.startswith("cascade") else ("test",)
        cells = [span(runs[name, set_].scores["bleu"]) for set_ in sets]
        rows.append([f"`{name}`: {label}", *cells, *[""] * (2 - len(cells))])
    yield from table(["BLEU", "seen voices, or text", HELD_OUT], rows)


def _share(run: Run, baseline: Run) -> str:
    ours, theirs = run.scores["bleu"].value, baseline.scores["bleu"].value
    return f"{100 * ours / theirs:.0f}%" if ours is not None and theirs else "–"


def ablation(store: Store) -> Iterator[str]:
    yield "Differences are from the first row, paired by sentence; bold where p (Holm) is below 0.05. One training each, so a difference is this pair of models', not yet the method's. The translator that learns from the text model also has more updates, larger batches and dropout."
    yield ""
    for models, score, heading in ((RECOGNISERS, "wer_normalized", "WER"), (TRANSLATORS, "bleu", "BLEU")):
        rows = [[label] for label in models.values()]
        headings = ["recogniser" if score != "bleu" else "translator"]
        for set_, label in (("test", "seen voices"), ("test-held-out", HELD_OUT)):
            runs = [store.runs[name, set_] for name in models]
            changes = askew.compare(*runs, by_group=False).changes
            headings += [f"{heading}, {label}", "difference"]
            for number, (row, run) in enumerate(zip(rows, runs, strict=True)):
                row += [span(run.scores[score]), change(changes[number - 1][score]) if number else ""]
        yield from table(headings, rows)
    rows = [
        [label, *(group(store.runs[name, "test"], "voice", voice, "wer_normalized") for voice in HOURS)]
        for name, label in RECOGNISERS.items()
    ]
    yield from table(["recogniser, WER by voice", *HOURS], rows)


def gender(store: Store) -> Iterator[str]:
    yield (
        f"3,888 sentences of WinoMT, read by {WINOMT_VOICE} (heard in training), judged as WinoMT; 95% intervals over occupations. "
        "The papers' row is their en-es system on the recordings of WinoST."
    )
    yield ""
    systems = {name: f"end to end: {label}" for name, label in TRANSLATORS.items()} | TEXT
    rows = [["the papers, en-es", *(f"{PAPER[name]:.1f}" if name in PAPER else "" for name in GENDER)]]
    for name, label in systems.items():
        rows.append([label, *(span(store.runs[name, "winomt"].scores.get(score)) for score in GENDER)])
    yield from table(["", *GENDER.values()], rows)
    yield f"Paired differences from `{TRANSLATOR}`, the first three on the same audio:"
    yield ""
    others = ("cascade", "cascade-marked", "st", "text")
    compared = askew.compare(store.runs[TRANSLATOR, "winomt"], *(store.runs[name, "winomt"] for name in others), by_group=False)  # fmt: skip
    rows = [
        [systems[name], *(change(changes[score]) for score in GENDER)]
        for name, changes in zip(others, compared.changes, strict=True)
    ]
    yield from table(["", *GENDER.values()], rows)
    yield (
        "“Found” counts whatever word stands where the person should, such as *el desarrollo* for the developer, in its gender ([`found_by`](winomt.md)). "
        "Only the items whose output has a form of the occupation that the language pack knows:"
    )
    yield ""
    rows = [[label, *_known_forms(store.runs[name, "winomt"])] for name, label in systems.items()]
    yield from table(["", "% of the items", "% of these right", "% of these masculine"], rows)


def _known_forms(run: Run) -> Iterator[str]:
    known = [verdict.labels for verdict in run.verdicts if verdict.labels["found_by"] == "pack"]
    yield f"{100 * len(known) / len(run.verdicts):.1f}"
    for label, value in (("verdict", "correct"), ("predicted", "male")):
        yield f"{100 * sum(labels[label] == value for labels in known) / len(known):.1f}" if known else "–"


def heard(store: Store) -> Iterator[str]:
    accuracy, misspelled, pronouns = PAPER_HEARD
    rows = [["the papers' recogniser (en-fr)", "", f"{accuracy:.1f}", str(misspelled), f"{pronouns:.1f}"]]
    for model, label in RECOGNISERS.items():
        scores = store.runs[model, "winomt"].scores
        cells = [
            f"{scores[name].value:.0f}" if name == "misspelled_occupations" else span(scores[name]) for name in HEARD
        ]
        rows.append([f"recogniser, {label}", *cells])
    yield from table(["", *HEARD.values()], rows)


def speed(store: Store) -> Iterator[str]:
    found = store.rows("timing.jsonl")
    machines = ", ".join(sorted({row["machine"] for row in found}))
    loads = [row["load_average"] for row in found]
    yield (
        f"From samples to text on one core ({machines}), {found[0]['utterances']} utterances of {found[0]['audio_seconds'] / found[0]['utterances']:.1f} s; "
        "how many times faster than real time, median of the repeats, and their range. "
        f"Other programs ran beside it (load average {min(loads):.1f} to {max(loads):.1f})."
    )
    yield ""
    rows: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in found:
        rows.setdefault((row["model"], row["compute"], row["beam"], row["batch"]), []).append(row)
    lines = []
    for (model, compute, beam, batch), repeats in sorted(rows.items(), reverse=True):
        cells = [_times(repeats, clock) for clock in ("wall_seconds", "cpu_seconds")]
        lines.append([model, compute, str(beam), str(batch), *cells])
    yield from table(["model", "weights", "beam", "utterances at once", "by the clock", "by CPU time"], lines)


def _times(repeats: list[dict[str, Any]], clock: str) -> str:
    times = [row["audio_seconds"] / row[clock] for row in repeats]
    return f"{statistics.median(times):.0f} ({min(times):.0f} to {max(times):.0f})"


def targets(store: Store) -> Iterator[str]:
    runs = store.runs
    wer = runs["asr", "test"].scores["wer_normalized"].value
    share = 100 * runs[TRANSLATOR, "test"].scores["bleu"].value / runs["text", "test"].scores["bleu"].value
    checks = [
        ("WER on held-out sentences in seen voices", wer, f"at most {TARGETS['wer']:.0f}", wer <= TARGETS["wer"]),
        ("BLEU, % of the text model's on the same sentences", share, f"at least {TARGETS['bleu_share']:.0f}", share >= TARGETS["bleu_share"]),
    ]  # fmt: skip
    for model, batch in product((TRANSLATOR, "asr"), (1, 16)):
        fast = statistics.median(
            row["audio_seconds"] / row["wall_seconds"]
            for row in store.rows("timing.jsonl")
            if (row["model"], row["compute"], row["beam"], row["batch"]) == (model, "float32", 1, batch)
        )
        label = f"times real time, one core, float32, beam 1, {'translator' if model == TRANSLATOR else 'recogniser'}, {batch} at once"
        checks.append((label, fast, f"at least {TARGETS['real_time']:.0f}", fast >= TARGETS["real_time"]))
    yield from table(
        ["", "measured", "target", ""],
        [[name, f"{value:.1f}", aim, "met" if met else "**missed**"] for name, value, aim, met in checks],
    )


def draw_curves(models: dict[str, dict[str, Any]], out: Path) -> None:
    """Loss and dev score over the updates, recognisers above translators."""
    import altair

    rows = []
    for score, title in (("dev_wer", "WER on dev, greedy"), ("dev_bleu", "BLEU on dev, greedy")):
        curves = {name: model["curve"] for name, model in models.items() if any(score in row for row in model["curve"])}
        panels = []
        for value, heading in (("loss", "training loss per piece (smoothed)"), (score, title)):
            points = [
                {"model": name, "update": row["update"], "value": row[value]}
                for name, curve in curves.items()
                for row in curve
                if value in row
            ]
            chart = altair.Chart({"values": points}, title=heading, width=330, height=200)
            panels.append(
                chart.mark_line(point=value == score).encode(
                    x=altair.X("update:Q", title="update"),
                    y=altair.Y("value:Q", title=None, scale=altair.Scale(zero=False)),
                    color=altair.Color("model:N", title=None),
                    strokeDash=altair.StrokeDash("model:N", title=None),
                )
            )
        rows.append(altair.hconcat(*panels))
    altair.vconcat(*rows).resolve_scale(color="independent", strokeDash="independent").save(str(out))


def samples(store: Store, count: int = 8) -> Iterator[str]:
    """Sentences drawn without looking."""
    rows = []
    for number in range(0, len(store.pairs), max(1, len(store.pairs) // count)):
        cells = [
            store.pairs[number][1],
            *(store.outputs[name, "test"][number] for name in ("asr", TRANSLATOR, "cascade-marked")),
        ]
        rows.append([cell.replace("|", "\\|") for cell in cells])
    yield "Every so many of the test sentences (Tatoeba, CC BY 2.0 FR, and Europarl), drawn without looking; the cascade with a capital and a full stop."
    yield ""
    yield from table(["said", "recogniser", "translator", "cascade"], rows[:count], column="---")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, default=HERE / "stored")
    parser.add_argument("--reading", type=Path, default=HERE / "reading.md")
    parser.add_argument("--page", type=Path, default=DOCS / "s-transformer-results.md")
    chosen = parser.parse_args()
    if not (chosen.store / "models.jsonl").is_file():
        raise SystemExit(
            f"{chosen.store} holds no results: studies/s_transformer/make/store_outputs.py puts them there"
        )
    store = Store(chosen.store)
    lines = [
        "# S-Transformer: results", "",
        f"Made by `python -m studies.s_transformer.page` with askew {askew.__version__} from stored outputs; [the model, and the commands](s-transformer.md). "
        "The papers are Costa-jussà, Basta and Gállego, [2020](https://arxiv.org/abs/2010.14465) and [2022](https://aclanthology.org/2022.lrec-1.230/). "
        "Percentages, 95% intervals in brackets.", "",
    ]  # fmt: skip
    if chosen.reading.exists():
        lines += [chosen.reading.read_text("utf-8").strip(), ""]
    figure = chosen.page.parent / "figures" / "s-transformer-curves.svg"
    figure.parent.mkdir(parents=True, exist_ok=True)
    draw_curves(store.models, figure)
    for title, part in (
        ("Targets", targets(store)),
        ("What was trained", trained(store)),
        ("Learning", iter([f"![Loss, and WER or BLEU on the dev set, over the updates](figures/{figure.name})", ""])),
        ("Recognition and translation, beside the papers' table 5", beside_table_5(store)),
        ("What each part is worth", ablation(store)),
        ("Gender, beside the papers' table 4", gender(store)),
        ("What the recogniser hears of WinoMT", heard(store)),
        ("Decoding", speed(store)),
        ("Examples", samples(store)),
        ("Making it again", iter(COMMANDS)),
    ):
        lines += [f"## {title}", "", *part]
    chosen.page.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(chosen.page)


if __name__ == "__main__":
    main()
