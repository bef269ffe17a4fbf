"""Ways to cut a recording: how well words are timed, how long segments are, what a recogniser makes of them."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pocketsphinx import Decoder

import askew
from askew import Run
from askew.formats.mustc import read_times
from askew.formats.segments import Segment
from askew.report.altair_figures import lengths_figure, save
from askew.report.numbers import p_in_words
from askew.speech.align import align_words, as_pcm
from askew.speech.audio import RATE, read_audio
from askew.speech.segmentation import Lengths, lengths_of, segment
from studies.analyses.outputs import ACL
from studies.pages import FIGURES
from studies.tables import difference, paragraph, score, table
from studies.word_times import TALK, Word, read_word_times, times_of

CLIP = ACL / f"dev/audio/{TALK}.first90s.wav"
END = 89.0  # seconds of the clip that are looked at: no word is cut there
SENTENCES = "sentences (published)"
Samples = NDArray[np.float32]


def segmentation_section() -> Iterator[str]:
    """Errors of word times, lengths of segments, and a recogniser's errors on them."""
    words = [word for word in read_word_times(ACL / f"dev/word_times/{TALK}.TextGrid.gz") if word.end < END]
    samples, gold = read_audio(CLIP), gold_segments(words)
    yield from paragraph(timing_errors(samples, words))
    found = {**cut_in_all_ways(words), SENTENCES: gold}
    lengths = [lengths_of(name, with_words(cuts, words)) for name, cuts in found.items()]
    dev = read_times(ACL / "dev/acl6060.yaml")
    lengths.append(Lengths("sentences, whole dev set", [row.seconds for row in dev], []))
    yield from (f"- {each.summary}" for each in lengths)
    yield ""
    save(lengths_figure(lengths), FIGURES / "lengths.svg")
    yield "![Lengths of segments](figures/lengths.svg)\n"
    yield from paragraph(
        "PocketSphinx, a small recogniser at its fastest settings, on the clip cut in four ways, put back into the "
        "published sentences (after the paper's Table 2):"
    )
    yield from recognition_table(recognised(samples, found, gold))
    yield ""
    yield from paragraph(
        "What whole talks, which systems cut themselves, cost five translators and two recognisers beside the "
        "published sentences (the paper's Tables 2 and 6) is in "
        "[the results on talks](talks-results.md#long-against-short-form)."
    )


def timing_errors(samples: Samples, words: Sequence[Word]) -> str:
    """Word starts by our forced alignment beside the published ones."""
    aligned = align_words(samples[: int((words[-1].end + 0.3) * RATE)], " ".join(word.text for word in words))
    errors = 1000 * np.array([abs(mine.start - word.start) for mine, word in zip(aligned, words, strict=True)])
    return (
        f"Word starts by forced alignment of the 90 s clip ({len(words)} words) beside the published word times of "
        f"another aligner: median error {np.median(errors):.0f} ms, mean {errors.mean():.0f} ms, 90% within "
        f"{np.quantile(errors, 0.9):.0f} ms, largest {errors.max():.0f} ms."
    )


def cut_in_all_ways(words: Sequence[Word]) -> dict[str, list[Segment]]:
    """The clip's segments by each method."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said.txt"
        said.write_text(" ".join(word.text for word in words), "utf-8")
        found = {method: segment(CLIP, method) for method in ("silero", "shas-like", "fixed")}
        return {**found, "subtitles": segment(CLIP, "subtitles", transcript=said)}


def gold_segments(words: Sequence[Word]) -> list[Segment]:
    """The published segments of the clip, with the words that are spoken in them."""
    spoken = [times_of(row) for row in read_times(ACL / "dev/acl6060.yaml") if row.talk == TALK]
    times = [(start, min(end, END)) for start, end in spoken if start < END]
    edges = [-1.0, *(start - 0.3 for start, _ in times[1:]), 1e9]
    cuts = [Segment(str(number), "", *each) for number, each in enumerate(times, 1)]
    said = [_said(words, *edges[place : place + 2]) for place in range(len(cuts))]
    return [replace(cut, text=text) for cut, text in zip(cuts, said, strict=True) if text]


def with_words(cuts: list[Segment], words: Sequence[Word]) -> list[Segment]:
    """Segments without text get the words that begin in them."""
    if any(cut.text for cut in cuts):
        return cuts
    return [replace(cut, text=_said(words, *times_of(cut))) for cut in cuts]


def recognised(samples: Samples, found: Mapping[str, list[Segment]], gold: Sequence[Segment]) -> list[Run]:
    """The recogniser on some ways of cutting, put back into the published sentences, which come first."""
    with tempfile.TemporaryDirectory() as folder:
        reference, hyp = Path(folder) / "ref.jsonl", Path(folder) / "hyp.jsonl"
        rows = [{"doc_id": "clip", "seg_id": cut.id, "text": cut.text} for cut in gold]
        reference.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        runs = []
        for name in (SENTENCES, "silero", "shas-like", "fixed"):
            hyp.write_text(json.dumps({"doc_id": "clip", "text": recognise(samples, found[name])}) + "\n", "utf-8")
            runs.append(askew.score("talks", target="en", references=reference, hyp=hyp, name=name))
    return runs


def recognise(samples: Samples, cuts: Sequence[Segment]) -> str:
    """The transcripts by PocketSphinx of each segment, joined."""
    decoder = Decoder(loglevel="FATAL", samprate=RATE, maxhmmpf=2000, maxwpf=5, ds=2, pl_window=5)
    transcripts = []
    for cut in cuts:
        start, end = times_of(cut)
        decoder.start_utt()
        decoder.process_raw(as_pcm(samples[int(start * RATE) : int(end * RATE)]), full_utt=True)
        decoder.end_utt()
        transcripts.append(decoder.hyp().hypstr if decoder.hyp() is not None else "")
    return " ".join(transcripts)


def recognition_table(runs: Sequence[Run]) -> Iterator[str]:
    """Each way of cutting, beside the first."""
    rows = [[runs[0].system, score(runs[0].scores["wer_normalized"]), ""]]
    for run, changes in zip(runs[1:], askew.compare(*runs).changes, strict=True):
        change = changes["wer_normalized"]
        rows.append(
            [run.system, score(run.scores["wer_normalized"]), f"{difference(change)}, {p_in_words(change.p_holm)}"]
        )
    yield from table(["segmentation", "normalised WER", "difference from sentences"], rows)


def _said(words: Sequence[Word], start: float, end: float) -> str:
    return " ".join(word.text for word in words if start <= word.start < end)
