"""Writes docs/talks-results.md from published outputs on ACL 60/60: seven speech translators, two recognisers, long against short form.

    ASKEW_DATA=… python -m studies.talks.page

It needs the data set in ASKEW_DATA, and beside it the systems' outputs (``acl6060/outputs``) and the neural scores somebody else
gave these (``acl6060/neural_scores``).
"""

import gzip
import json
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import askew
from askew import Run
from askew.formats.talks import read_talks
from askew.text.language import tell
from studies.pages import DATA, DOCS

ACL = DATA / "acl6060"
PAGE = DOCS / "talks-results.md"
SYSTEMS = (
    "tower_whisper", "gemma_whisper", "qwen3omni", "canary-v2", "seamlessm4t", "owsm4.0-ctc", "phi4multimodal",
)  # fmt: skip
RECOGNISERS = ("whisper_asr", "owsm4.0-ctc_asr")
TARGETS = ("de", "fr", "pt", "zh")
LINGUA = {"de": "GERMAN", "fr": "FRENCH", "pt": "PORTUGUESE", "zh": "CHINESE"}


@cache
def score(system: str, form: str, target: str) -> Run | None:
    """A system's run; None where it has no such outputs."""
    pair = "en" if target == "en" else f"en-{target}"
    hyp, neural = (
        ACL / f"outputs/{system}/{form}.{pair}.jsonl",
        ACL / f"neural_scores/{system}/{form}.{pair}.jsonl.gz",
    )
    if not hyp.exists():
        return None
    options = {"segmented": True} if form == "short" else {}
    options |= {"neural_scores": neural} if neural.exists() else {}
    return askew.score("acl6060", target=target, hyp=hyp, name=f"{system} {form}", **options)


def cell(run: Run, name: str, interval: bool = True) -> str:
    found = run.scores.get(name)
    if found is None or found.value is None:
        return "–"
    span = f" [{found.low:.1f}, {found.high:.1f}]" if interval and found.low is not None else ""
    return f"{found.value:.1f}{span}"


def translation_table(target: str) -> Iterator[str]:
    yield "| system | form | chrF | XCOMET | MetricX (lower is better) | BLEU | TER | wrong language |"
    yield "|---|---|---|---|---|---|---|---|"
    for system in SYSTEMS:
        for form in ("short", "long"):
            if run := score(system, form, target):
                cells = [cell(run, name) for name in ("chrf", "xcomet", "metricx", "bleu", "ter", "wrong_language")]
                yield f"| {system} | {form} | {' | '.join(cells)} |"


def form_table() -> Iterator[str]:
    yield "| target | system | ΔchrF | ΔBLEU | ΔTER | p (chrF, Holm) |"
    yield "|---|---|---|---|---|---|"
    for target in TARGETS:
        for system in SYSTEMS:
            short, long = score(system, "short", target), score(system, "long", target)
            if short is None or long is None:
                continue
            changes = askew.compare(short, long).changes[0]
            cells = [
                f"{(c := changes[name]).difference:+.1f} [{c.low:+.1f}, {c.high:+.1f}]"
                for name in ("chrf", "bleu", "ter")
            ]
            p = changes["chrf"].p_holm
            yield f"| {target} | {system} | {' | '.join(cells)} | {'<0.001' if p < 0.001 else f'{p:.3f}'} |"


def recognition_table() -> Iterator[str]:
    yield "| recogniser | form | WER | WER normalised | hits | substitutions | deletions | insertions |"
    yield "|---|---|---|---|---|---|---|---|"
    for system in RECOGNISERS:
        for form in ("short", "long"):
            run = score(system, form, "en")
            assert run is not None
            counts = " | ".join(str(count) for count in run.counts["wer_normalized"].values())
            yield f"| {system} | {form} | {cell(run, 'wer')} | {cell(run, 'wer_normalized')} | {counts} |"


def talk_table() -> Iterator[str]:
    runs = {(system, form): score(system, form, "en") for system in RECOGNISERS for form in ("short", "long")}
    names = [f"{system} {form}" for system, form in runs]
    best = score("tower_whisper", "short", "de")
    assert best is not None
    yield f"| talk | segments | {' | '.join(names)} | tower_whisper short de: chrF |"
    yield f"|---|---|{'---|' * (len(names) + 1)}"
    for talk, scores in best.groups["talk"].items():
        wers = [f"{run.groups['talk'][talk]['wer_normalized'].value:.1f}" for run in runs.values() if run]
        chrf = scores["chrf"]
        yield f"| {talk} | {chrf.n} | {' | '.join(wers)} | {chrf.value:.1f} [{chrf.low:.1f}, {chrf.high:.1f}] |"


def language_table() -> Iterator[str]:
    yield "| text | segments | as itself: right / wrong / unclear | as another of the eleven languages: wrong, least and most |"
    yield "|---|---|---|---|"
    texts = {f"eval {code}": (code, _texts(ACL / f"eval/{code}.xml")) for code in ("de", "en", "fr", "pt", "zh")}
    texts |= {f"dev {code}": (code, _lines(code)) for code in ("de", "ja", "zh")}
    for name, (code, lines) in texts.items():
        own = Counter(tell(line, code) for line in lines)
        others = [
            other for other in ("ar", "de", "en", "fa", "fr", "ja", "nl", "pt", "ru", "tr", "zh") if other != code
        ]
        wrong = {other: 100 * sum(tell(line, other) == "wrong" for line in lines) / len(lines) for other in others}
        least, most = min(wrong, key=wrong.__getitem__), max(wrong, key=wrong.__getitem__)
        yield (
            f"| {name} | {len(lines)} | {own['right']} / {own['wrong']} / {own['unclear']} | "
            f"{wrong[least]:.1f}% ({least}) … {wrong[most]:.1f}% ({most}) |"
        )


def lingua_table() -> Iterator[str]:
    yield "| target | segments | both right | both wrong | askew wrong, lingua right | askew right, lingua wrong | unclear (of them lingua wrong) |"
    yield "|---|---|---|---|---|---|---|"
    for target in TARGETS:
        pairs: Counter[tuple[str | None, bool]] = Counter()
        for system in SYSTEMS:
            run = score(system, "short", target)
            assert run is not None
            with gzip.open(ACL / f"neural_scores/{system}/short.en-{target}.jsonl.gz", "rt") as stream:
                peers = [json.loads(line)["metrics"]["linguapy_score"][1] == LINGUA[target] for line in stream]
            pairs.update((tell(output.text, target), peer) for output, peer in zip(run.outputs, peers, strict=True))
        unclear = pairs["unclear", True] + pairs["unclear", False]
        yield (
            f"| {target} | {pairs.total()} | {pairs['right', True]} | {pairs['wrong', False]} | {pairs['wrong', True]} | "
            f"{pairs['right', False]} | {unclear} ({pairs['unclear', False]}) |"
        )


def _texts(path: Path) -> list[str]:
    return [text for talk in read_talks(path) for text in talk.texts]


def _lines(code: str) -> list[str]:
    return (ACL / f"dev/references/{code}/tgt_segments.txt").read_text("utf-8").splitlines()


def main() -> None:
    if not (ACL / "outputs").is_dir():
        sys.exit("set ASKEW_DATA to a folder that has acl6060/eval, acl6060/outputs and acl6060/neural_scores")
    warnings.simplefilter("ignore")
    sections = [
        ("Recognition", "Whole talks are put back into the reference's segments. WER counts case and punctuation, as in the paper; normalised it does not, and the counts are "
         "those of the normalised words.", recognition_table()),
        *((f"Translation into {target}", "", translation_table(target)) for target in TARGETS),
        ("Long against short form", "The same system on whole talks and on the gold segments: differences (long minus short), paired by segment.", form_table()),
        ("By talk", "Normalised WER, and chrF of one system.", talk_table()),
        ("Is a segment in the target language?", "How often references are told right, and how often they are called wrong if taken for a translation into another language.", language_table()),
        ("Beside lingua", "The published scores have lingua's guess for each segment of the seven systems' short form; the two agree on all but the last three columns.", lingua_table()),
    ]  # fmt: skip
    text = ["# Talks: results", "", f"Made by `python -m studies.talks.page` with askew {askew.__version__}, from published outputs on the evaluation set of ACL 60/60 (five talks, 416 "
            "segments). 95% intervals in brackets: segments are resampled within their talks, so they say nothing about other talks. "
            "How it works, and what the columns mean: [talks.md](talks.md).", "",
            "XCOMET and MetricX were computed by somebody else per segment; for the long form on segments that another tool had cut. gemma_whisper's and seamlessm4t's outputs for "
            "whole talks were not at hand. Mind the wrong language: XCOMET hardly notices it (canary-v2 answers in English instead of Chinese).", ""]  # fmt: skip
    started = time.perf_counter()
    for title, lead, lines in sections:
        print(title, file=sys.stderr)
        text += [f"## {title}", "", *([lead, ""] if lead else []), *lines, ""]
    print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
    PAGE.write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
