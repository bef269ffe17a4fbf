"""Writes docs/talks-results.md from published outputs on ACL 60/60: seven speech translators, two recognisers, long
against short form.

    ASKEW_DATA=… python -m studies.talks.page

It needs the data set in ASKEW_DATA, and beside it the systems' outputs (``acl6060/outputs``) and the neural scores
somebody else gave these (``acl6060/neural_scores``).
"""

import gzip
import json
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import askew
from askew import Run
from askew.formats.talks import read_talks
from askew.report.numbers import number, p_value
from askew.text.language import tell
from studies.pages import DATA, DOCS, made_by, need, section, write
from studies.tables import difference, scores, table
from studies.tables import score as cell

ACL = DATA / "acl6060"
SYSTEMS = (
    "tower_whisper", "gemma_whisper", "qwen3omni", "canary-v2", "seamlessm4t", "owsm4.0-ctc", "phi4multimodal",
)  # fmt: skip
RECOGNISERS = ("whisper_asr", "owsm4.0-ctc_asr")
FORMS = ("short", "long")
TARGETS = ("de", "fr", "pt", "zh")
LINGUA = {"de": "GERMAN", "fr": "FRENCH", "pt": "PORTUGUESE", "zh": "CHINESE"}
LANGUAGES = ("ar", "de", "en", "fa", "fr", "ja", "nl", "pt", "ru", "tr", "zh")
LEAD = (
    ", from published outputs on the evaluation set of ACL 60/60 (five talks, 416 segments). 95% intervals in "
    "brackets: segments are resampled within their talks, so they say nothing about other talks. How it works, and "
    "what the columns mean: [talks.md](talks.md)."
)
NEURAL = (
    "XCOMET and MetricX were computed by somebody else per segment; for the long form on segments that another tool "
    "had cut. gemma_whisper's and seamlessm4t's outputs for whole talks were not at hand. Mind the wrong language: "
    "XCOMET hardly notices it (canary-v2 answers in English instead of Chinese)."
)


@cache
def score(system: str, form: str, target: str) -> Run | None:
    """A system's run; None where it has no such outputs."""
    pair = "en" if target == "en" else f"en-{target}"
    hyp = ACL / f"outputs/{system}/{form}.{pair}.jsonl"
    neural = ACL / f"neural_scores/{system}/{form}.{pair}.jsonl.gz"
    if not hyp.exists():
        return None
    options: dict[str, Any] = {"segmented": True} if form == "short" else {}
    options |= {"neural_scores": neural} if neural.exists() else {}
    return askew.score("acl6060", target=target, hyp=hyp, name=f"{system} {form}", **options)


def scored(system: str, form: str, target: str) -> Run:
    """A system's run, which must be there."""
    run = score(system, form, target)
    if run is None:
        raise SystemExit(f"{ACL}/outputs/{system} lacks the {form} form into {target}")
    return run


def translation_table(target: str) -> Iterator[str]:
    names = ("chrf", "xcomet", "metricx", "bleu", "ter", "wrong_language")
    headings = ["system", "form", "chrF", "XCOMET", "MetricX (lower is better)", "BLEU", "TER", "wrong language"]
    runs = ((system, form, score(system, form, target)) for system in SYSTEMS for form in FORMS)
    yield from table(headings, ([system, form, *scores(run, names)] for system, form, run in runs if run))


def form_table() -> Iterator[str]:
    rows = []
    for target in TARGETS:
        for system in SYSTEMS:
            short, long = (score(system, form, target) for form in FORMS)
            if short is None or long is None:
                continue
            changes = askew.compare(short, long).changes[0]
            cells = [difference(changes[name]) for name in ("chrf", "bleu", "ter")]
            rows.append([target, system, *cells, p_value(changes["chrf"].p_holm)])
    yield from table(["target", "system", "ΔchrF", "ΔBLEU", "ΔTER", "p (chrF, Holm)"], rows)


def recognition_table() -> Iterator[str]:
    rows = []
    for system in RECOGNISERS:
        for form in FORMS:
            run = scored(system, form, "en")
            counts = map(str, run.counts["wer_normalized"].values())
            rows.append([system, form, *scores(run, ("wer", "wer_normalized")), *counts])
    counted = ["hits", "substitutions", "deletions", "insertions"]
    yield from table(["recogniser", "form", "WER", "WER normalised", *counted], rows)


def talk_table() -> Iterator[str]:
    runs = {f"{system} {form}": scored(system, form, "en") for system in RECOGNISERS for form in FORMS}
    by_talk = scored("tower_whisper", "short", "de").groups["talk"]
    rows = []
    for talk, found in by_talk.items():
        wers = [number(run.groups["talk"][talk]["wer_normalized"].value) for run in runs.values()]
        rows.append([talk, str(found["chrf"].n), *wers, cell(found["chrf"])])
    yield from table(["talk", "segments", *runs, "tower_whisper short de: chrF"], rows)


def language_table() -> Iterator[str]:
    texts = {f"eval {code}": (code, _texts(ACL / f"eval/{code}.xml")) for code in ("de", "en", "fr", "pt", "zh")}
    texts |= {f"dev {code}": (code, _lines(code)) for code in ("de", "ja", "zh")}
    rows = []
    for name, (code, lines) in texts.items():
        own = Counter(tell(line, code) for line in lines)
        others = [other for other in LANGUAGES if other != code]
        wrong = {other: 100 * sum(tell(line, other) == "wrong" for line in lines) / len(lines) for other in others}
        least, most = min(wrong, key=wrong.__getitem__), max(wrong, key=wrong.__getitem__)
        told = f"{own['right']} / {own['wrong']} / {own['unclear']}"
        rows.append([name, str(len(lines)), told, f"{wrong[least]:.1f}% ({least}) … {wrong[most]:.1f}% ({most})"])
    another = "as another of the eleven languages: wrong, least and most"
    yield from table(["text", "segments", "as itself: right / wrong / unclear", another], rows)


def lingua_table() -> Iterator[str]:
    headings = [
        "target", "segments", "both right", "both wrong", "askew wrong, lingua right", "askew right, lingua wrong",
        "unclear (of them lingua wrong)",
    ]  # fmt: skip
    rows = []
    for target in TARGETS:
        pairs: Counter[tuple[str | None, bool]] = Counter()
        for system in SYSTEMS:
            run = scored(system, "short", target)
            with gzip.open(ACL / f"neural_scores/{system}/short.en-{target}.jsonl.gz", "rt") as stream:
                peers = [json.loads(line)["metrics"]["linguapy_score"][1] == LINGUA[target] for line in stream]
            pairs.update((tell(output.text, target), peer) for output, peer in zip(run.outputs, peers, strict=True))
        unclear = pairs["unclear", True] + pairs["unclear", False]
        counts = [pairs["right", True], pairs["wrong", False], pairs["wrong", True], pairs["right", False]]
        rows.append([target, str(pairs.total()), *map(str, counts), f"{unclear} ({pairs['unclear', False]})"])
    yield from table(headings, rows)


def _texts(path: Path) -> list[str]:
    return [text for talk in read_talks(path) for text in talk.texts]


def _lines(code: str) -> list[str]:
    return (ACL / f"dev/references/{code}/tgt_segments.txt").read_text("utf-8").splitlines()


def main() -> None:
    need("acl6060/eval", "acl6060/outputs", "acl6060/neural_scores")
    warnings.simplefilter("ignore")
    sections = [
        (
            "Recognition",
            "Whole talks are put back into the reference's segments. WER counts case and punctuation, as in the paper; "
            "normalised it does not, and the counts are those of the normalised words.",
            recognition_table(),
        ),
        *((f"Translation into {target}", "", translation_table(target)) for target in TARGETS),
        (
            "Long against short form",
            "The same system on whole talks and on the gold segments: differences (long minus short), paired by "
            "segment.",
            form_table(),
        ),
        ("By talk", "Normalised WER, and chrF of one system.", talk_table()),
        (
            "Is a segment in the target language?",
            "How often references are told right, and how often they are called wrong if taken for a translation into "
            "another language.",
            language_table(),
        ),
        (
            "Beside lingua",
            "The published scores have lingua's guess for each segment of the seven systems' short form; the two agree "
            "on all but the last three columns.",
            lingua_table(),
        ),
    ]
    lines = [line for part in sections for line in section(*part)]
    write(DOCS / "talks-results.md", "Talks: results", [made_by("talks", LEAD), NEURAL], lines)


if __name__ == "__main__":
    main()
