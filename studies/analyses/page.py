"""Writes docs/analyses-results.md and docs/figures/: terms, speakers, segmentation and editing on published data.

    ASKEW_DATA=… python -m studies.analyses.page [SECTION...]      sections: terms speakers segmentation editing

It needs ``acl6060`` (eval, dev, outputs), ``fleurs`` and ``commonaccent`` in ASKEW_DATA, and the extras ``figures`` and ``speech``. Sections are kept in
a folder of their own between runs, so that one can be made anew.
"""

import gzip
import json
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from pocketsphinx import Decoder

import askew
from askew import Run
from askew.analyses.edits import Edits, edits
from askew.analyses.effort import effort
from askew.analyses.gaps import Gaps, gaps
from askew.analyses.terms import term_recall
from askew.formats.mustc import read_times
from askew.formats.segments import Segment
from askew.report.altair_figures import gaps_figure, lengths_figure, recall_figure, save
from askew.report.analyses import correlation_line
from askew.report.editing_figures import effort_figures
from askew.report.numbers import p_value
from askew.speech.align import align_words, as_pcm
from askew.speech.audio import RATE, read_audio
from askew.speech.segmentation import Lengths, lengths_of, segment
from studies.pages import DATA, DOCS, FIGURES

ACL, FLEURS, ACCENTS = DATA / "acl6060", DATA / "fleurs", DATA / "commonaccent"
PARTS = Path(__file__).parent / ".sections"
SYSTEMS = ("tower_whisper", "gemma_whisper", "qwen3omni", "canary-v2", "seamlessm4t", "owsm4.0-ctc", "phi4multimodal")
RECOGNISERS = ("whisper_asr", "owsm4.0-ctc_asr")
TERMS = {
    "zh": [ACL / "dev/terms/acl_gold_technical.json"],
    "de": sorted((ACL / "dev/terms/paper").glob("extracted_glossary*.json")),
}
CLIP = ACL / "dev/audio/2022.acl-long.268.first90s.wav"


@cache
def talks(system: str, target: str, form: str = "short", terms: str = "") -> Run:
    pair = "en" if target == "en" else f"en-{target}"
    options = {"segmented": True} if form == "short" else {}
    options |= {"terms": [str(path) for path in TERMS[terms]]} if terms else {}
    return askew.score(
        "acl6060", target=target, hyp=ACL / f"outputs/{system}/{form}.{pair}.jsonl", name=system, **options
    )


def span(score: object, signed: str = "") -> str:
    low, high = score.low, score.high  # type: ignore[attr-defined]
    return "" if low is None else f" [{low:{signed}.1f}, {high:{signed}.1f}]"


def cell(score: object) -> str:
    value = score.value  # type: ignore[attr-defined]
    return "–" if value is None else f"{value:.1f}{span(score)}"


def terms_section() -> Iterator[str]:
    names = ("term_recall", "term_recall_inflected", "term_recall_near", "term_english", "term_consistency")
    shown = []
    for target, files in TERMS.items():
        heard = [talks(system, "en", terms=target) for system in RECOGNISERS]
        runs = [talks(system, target, terms=target) for system in SYSTEMS]
        reference = askew.score(
            "acl6060", target=target, hyp=[item.references[0] for item in runs[0].items], terms=[str(path) for path in files], name="the reference itself",
        )  # fmt: skip
        shown += [(target, run) for run in heard] + [(target, run) for run in runs]
        yield f"### {target}: {runs[0].scores['term_recall'].n} occurrences, {' and '.join(dict.fromkeys(p.name.split('__')[0] for p in files))}\n"
        yield "| | kind | exact | or inflected | or in a neighbour | left in English | consistent | chrF |"
        yield "|---|---|---|---|---|---|---|---|"
        for run in (*heard, *runs, reference):
            chrf = cell(run.scores["chrf"]) if "chrf" in run.scores and run is not reference else "–"
            yield f"| {run.system} | {run.protocol} | {' | '.join(cell(run.scores[name]) for name in names)} | {chrf} |"
        yield ""
    found = term_recall([run for _, run in shown])
    rows = [
        row.__class__(row.system, target, row.kind, row.scores, row.chrf)
        for (target, _), row in zip(shown, found.rows, strict=True)
    ]
    save(recall_figure(found.__class__(rows, found.with_chrf)), FIGURES / "terms.svg")
    yield "![Term recall of transcripts and translations, chrF behind](figures/terms.svg)\n"
    for target in TERMS:
        alone = term_recall([talks(system, target, terms=target) for system in SYSTEMS]).with_chrf
        yield f"- Recall and chrF over the seven systems, {target}: {correlation_line(alone)}."
    answering = [talks(system, "zh", terms="zh") for system in SYSTEMS if system != "canary-v2"]
    yield f"- The same for zh without canary-v2, which answers in English: {correlation_line(term_recall(answering).with_chrf)}."
    yield f"- Over both languages: {correlation_line(found.with_chrf)}."


@cache
def speakers(data: str, system: str, target: str, by: str) -> Gaps:
    folder = FLEURS if data == "fleurs" else ACCENTS
    pair = "en" if target == "en" else f"en-{target}"
    # The transcripts of FLEURS are of the recordings in the en-es manifest.
    manifest = folder / f"manifest.{'en' if data != 'fleurs' else 'en-es' if target == 'en' else pair}.jsonl.gz"
    run = askew.score(
        "speakers",
        target=target,
        manifest=manifest,
        hyp=folder / f"outputs/{system}/{pair}.jsonl.gz",
        name=f"{system} {target}",
    )
    return gaps(run, by)


def gap_row(found: Gaps, measure: str) -> str:
    gap = found.measures[measure]
    widest, model = gap.largest, gap.poisson
    assert widest is not None
    ratio = "–" if model is None else f"{model.ratio:.2f} [{model.low:.2f}, {model.high:.2f}], p {p_value(model.p)}"
    between = f"{widest.left} {cell(gap.groups[widest.left])}, {widest.right} {cell(gap.groups[widest.right])}"
    return f"| {found.system} | {measure} | {between} | {widest.difference:.1f}{span(widest, '+')} | {p_value(gap.p)} | {ratio} | {gap.reason} |"


def speakers_section() -> Iterator[str]:
    head = ["| system | score | groups | gap | p (permuted) | Poisson: rate ratio | |", "|---|---|---|---|---|---|---|"]
    yield "### Gender as labelled, FLEURS\n"
    yield from head
    translators = ("tower_whisper", "canary-v2", "seamlessm4t", "owsm4.0-ctc")
    for system in RECOGNISERS:
        yield gap_row(speakers("fleurs", system, "en", "gender"), "wer_normalized")
    for target in ("de", "es"):
        for system in translators:
            yield gap_row(speakers("fleurs", system, target, "gender"), "chrf")
            yield gap_row(speakers("fleurs", system, target, "gender"), "ter")
    yield "\n### Accent, CommonAccent\n\nThe highest and the lowest of 14 accents, 100 recordings each:\n"
    yield from head
    found = [speakers("commonaccent", system, "en", "accent") for system in RECOGNISERS]
    for each in found:
        yield gap_row(each, "wer_normalized")
        yield gap_row(each, "wrong_language")
    save(gaps_figure(found, "wer_normalized"), FIGURES / "accents.svg")
    yield "\n![Normalised WER by accent, with 95% intervals](figures/accents.svg)\n"
    yield "### Speakers of ACL 60/60\n\nEvery talk has one speaker, so a talk is a speaker here, and segments are resampled:\n"
    yield from head
    for system in RECOGNISERS:
        yield gap_row(gaps(talks(system, "en"), "talk"), "wer_normalized")
    for system in ("tower_whisper", "seamlessm4t"):
        yield gap_row(gaps(talks(system, "de"), "talk"), "chrf")


def clip_words() -> list[tuple[float, float, str]]:
    grid = gzip.decompress((ACL / "dev/word_times/2022.acl-long.268.TextGrid.gz").read_bytes()).decode()
    rows = re.findall(r'^([\d.]+)\n([\d.]+)\n"(.+)"$', grid.split('"phones"')[0], re.MULTILINE)
    return [(float(start), float(end), word) for start, end, word in rows if float(end) < 89]


def gold_segments(words: list[tuple[float, float, str]]) -> list[Segment]:
    """The published segments of the clip, with the words that are spoken in them."""
    rows = [row for row in read_times(ACL / "dev/acl6060.yaml") if row.talk == "2022.acl-long.268" and row.start < 89]
    edges = [row.start - 0.3 for row in rows[1:]] + [1e9]
    result: list[Segment] = []
    for number, (row, edge) in enumerate(zip(rows, edges, strict=True), 1):
        before = edges[number - 2] if number > 1 else -1.0
        said = " ".join(word for start, _, word in words if before <= start < edge)
        result.append(Segment(str(number), said, row.start, min(row.end, 89.0)))
    return [each for each in result if each.text]


def recognise(samples: np.ndarray, cuts: list[Segment]) -> str:
    """What PocketSphinx hears in each segment, joined."""
    decoder = Decoder(loglevel="FATAL", samprate=RATE, maxhmmpf=2000, maxwpf=5, ds=2, pl_window=5)
    heard = []
    for each in cuts:
        decoder.start_utt()
        decoder.process_raw(as_pcm(samples[int(each.start * RATE) : int(each.end * RATE)]), full_utt=True)
        decoder.end_utt()
        heard.append(decoder.hyp().hypstr if decoder.hyp() is not None else "")
    return " ".join(heard)


def segmentation_section() -> Iterator[str]:
    words, samples = clip_words(), read_audio(CLIP)
    aligned = align_words(samples[: int((words[-1][1] + 0.3) * RATE)], " ".join(word for _, _, word in words))
    errors = np.array([abs(mine.start - start) for mine, (start, _, _) in zip(aligned, words, strict=True)])
    yield (
        f"Word starts by forced alignment of the 90 s clip ({len(words)} words) beside the published word times of another aligner: median error "
        f"{1000 * np.median(errors):.0f} ms, mean {1000 * errors.mean():.0f} ms, 90% within {1000 * np.quantile(errors, 0.9):.0f} ms, largest {1000 * errors.max():.0f} ms.\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said.txt"
        said.write_text(" ".join(word for _, _, word in words))
        found = {method: segment(CLIP, method) for method in ("silero", "shas-like", "fixed")}
        found["subtitles"] = segment(CLIP, "subtitles", transcript=said)
        found["sentences (published)"] = gold_segments(words)
        for name, cuts in found.items():  # words for the figure: those that begin in a segment
            if not any(each.text for each in cuts):
                found[name] = [
                    Segment(
                        each.id,
                        " ".join(word for start, _, word in words if each.start <= start < each.end),
                        each.start,
                        each.end,
                    )
                    for each in cuts
                ]
        dev = read_times(ACL / "dev/acl6060.yaml")
        everything = Lengths("sentences, whole dev set", [row.seconds for row in dev], [])
        yield "\n".join(f"- {lengths_of(name, cuts).summary}" for name, cuts in found.items())
        yield f"- {everything.summary}\n"
        save(
            lengths_figure([*(lengths_of(name, cuts) for name, cuts in found.items()), everything]),
            FIGURES / "lengths.svg",
        )
        yield "![Lengths of segments](figures/lengths.svg)\n"
        reference = Path(folder) / "ref.jsonl"
        reference.write_text(
            "".join(json.dumps({"doc_id": "clip", "seg_id": s.id, "text": s.text}) + "\n" for s in gold_segments(words))
        )
        runs = []
        for name in ("sentences (published)", "silero", "shas-like", "fixed"):
            hyp = Path(folder) / "hyp.jsonl"
            hyp.write_text(json.dumps({"doc_id": "clip", "text": recognise(samples, found[name])}) + "\n")
            runs.append(askew.score("talks", target="en", references=reference, hyp=hyp, name=name))
    yield "PocketSphinx, a small recogniser at its fastest settings, on the clip cut in four ways, put back into the published sentences (after the paper's Table 2):\n"
    yield "| segmentation | normalised WER | difference from sentences |\n|---|---|---|"
    compared = askew.compare(*runs)
    for run, changes in zip(runs, [None, *compared.changes], strict=True):
        change = (
            ""
            if changes is None
            else f"{(c := changes['wer_normalized']).difference:+.1f} [{c.low:+.1f}, {c.high:+.1f}], p {p_value(c.p_holm)}"
        )
        yield f"| {run.system} | {cell(run.scores['wer_normalized'])} | {change} |"
    yield (
        "\nWhat whole talks, which systems cut themselves, cost five translators and two recognisers beside the published sentences (the paper's Tables 2 and 6) "
        "is in [the results on talks](talks-results.md#long-against-short-form)."
    )


def edited(system: str, target: str) -> Edits:
    return edits(
        [ACL / f"outputs/{system}/short.en-{target}.jsonl", ACL / f"eval/{target}.xml"], target=target, source_text=ACL / "eval/en.xml",
        segmented=True, name=f"{target} {system}", labels=[system, "reference"],
    )  # fmt: skip


def editing_section() -> Iterator[str]:
    names = (
        "ter",
        "touched",
        "reworded",
        "substituted",
        "inserted",
        "deleted",
        "casing",
        "punctuation",
        "reordering",
        "english",
    )
    yield "### Transcripts\n\nTwo recognisers stand in for a recogniser and its post-editor, the reference for the expert:\n"
    chain = edits(
        [*(ACL / f"outputs/{name}/short.en.jsonl" for name in reversed(RECOGNISERS)), ACL / "eval/en.xml"], target="en", segmented=True,
        labels=["owsm", "whisper", "reference"], terms=[str(path) for path in TERMS["zh"]],
    )  # fmt: skip
    yield f"| step | {' | '.join(names[:-1])} |"
    yield f"|---|{'---|' * (len(names) - 1)}"
    for step in chain.steps:
        yield f"| {step.before} → {step.after} | {' | '.join(cell(step.scores[name]) for name in names[:-1])} |"
    yield ""
    for what, counts in (("words", chain.words), ("terms", chain.terms)):
        total = sum(counts.values())
        yield f"- {what} right from this stage on: {', '.join(f'{label} {100 * count / total:.1f}%' for label, count in counts.items())} (of {total})"
    yield "\n### Translations\n\nWhat it would take to bring a system's output to the reference:\n"
    found = effort(
        [edited(system, target) for target in ("de", "fr", "pt", "zh") for system in ("tower_whisper", "seamlessm4t")]
    )
    yield f"| | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    for each in found.edits:
        yield f"| {each.name} | {' | '.join(cell(each.whole.scores[name]) for name in names)} |"
    yield "\n| TER with | Pearson | Spearman | n |\n|---|---|---|---|"
    for pair in found.metrics:
        yield f"| {pair.y} | {pair.pearson:.2f} [{pair.low:.2f}, {pair.high:.2f}] | {pair.spearman:.2f} | {pair.n} |"
    captions = {
        "effort": "TER by language and system", "reordering": "TER over reordering", "talks": "Range of TER over talks",
        "correlation": "Correlation of TER by talk between analyses (five talks each)",
    }  # fmt: skip
    for name, chart in effort_figures(found).items():
        save(chart, FIGURES / f"edits-{name}.svg")
        yield f"\n![{captions[name]}](figures/edits-{name}.svg)"


SECTIONS = {
    "terms": ("Terms", "Glossaries made for the development set, looked up in the evaluation set's transcripts, so only general terms occur; two recognisers and seven "
              "translators on the published segments. The reference itself shows how often the glossary's translation is what professionals chose.", terms_section),
    "speakers": ("Speakers", "Neither data set says who speaks. Intervals resample sentences (recordings, in CommonAccent), so they are too narrow if people recorded several.",
                 speakers_section),
    "segmentation": ("Segmentation", "", segmentation_section),
    "editing": ("Editing", "No intermediate stages of the data set are published: systems' outputs stand in for them.", editing_section),
}  # fmt: skip


def main() -> None:
    if not (ACL / "outputs").is_dir():
        sys.exit("set ASKEW_DATA to a folder that has acl6060, fleurs and commonaccent")
    warnings.simplefilter("ignore")
    FIGURES.mkdir(exist_ok=True)
    PARTS.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SECTIONS:
        print(name, file=sys.stderr)
        title, lead, section = SECTIONS[name]
        (PARTS / f"{name}.md").write_text(
            "\n".join([f"## {title}", "", *([lead, ""] if lead else []), *section()]) + "\n", encoding="utf-8"
        )
    text = [
        "# Analyses: results", "",
        f"Made by `python -m studies.analyses.page` with askew {askew.__version__} from published data and outputs. 95% intervals in brackets. What is measured, and how: [analyses.md](analyses.md).", "",
        *((PARTS / f"{name}.md").read_text("utf-8") for name in SECTIONS if (PARTS / f"{name}.md").exists()),
    ]  # fmt: skip
    (DOCS / "analyses-results.md").write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
