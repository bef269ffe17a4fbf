"""How well and how fast talks are put back into segments, beside mweralign, in the same run.

python bench/bench_resegment.py [--model FILE]

Quality: outputs that were decoded on the gold segments are joined and resegmented. ``exact`` is the share of cuts that
are where they were, ``segment`` the mean over segments of how much chrF changed, ``corpus`` the same for the whole set;
means over systems. ``bare`` is the same without punctuation and case. Everything is measured with the weights that
askew ships, which were tuned on these talks in de, fr, pt and zh; ``resegment_tuning.py`` has the result on talks and
systems left out. English transcripts were not tuned on.

mweralign runs without a model (``-m none``; ``-m cj`` for Chinese) and with one: FILE, or its own spm32k where it has
been fetched, or else a stand-in trained here on the outputs, 8,000 pieces (its own has to be downloaded; it was
measured elsewhere at .82 for German and .91 for French).

Speed: CPU seconds in one process, and of whole commands, with the peak memory of those.
"""

import argparse
import contextlib
import functools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import numpy as np

from askew.resegment import resegment
from clock import cpu_seconds
from resegment_data import DATA, LANGUAGES, bare, cuts, joined, outputs, references, systems, unit_of

try:
    import sentencepiece
    from mweralign import align_texts
    from mweralign.models import cache_dir
    from mweralign.segmenter import CJSegmenter, SPSegmenter
    from sacrebleu.metrics.chrf import CHRF
except ImportError as missing:
    sys.exit(f"skipped: {missing}; pip install mweralign sacrebleu")

IN_PROCESS, AS_COMMAND = 9_200, 40_500
REPEATS = 5
SHOWN = (*LANGUAGES, "en")
TARGETS = {"de": 0.93, "fr": 0.95, "pt": 0.95, "zh": 0.86}
Resegmenter = Callable[[list[str], str, str], list[str]]
CHRF_METRIC = CHRF()


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Mweralign's library writes to the standard error."""
    kept = os.dup(2)
    with Path(os.devnull).open("w") as null:
        os.dup2(null.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def ours(reference: list[str], text: str, language: str, protocol: Literal["askew", "mwer"] = "askew") -> list[str]:
    return [segment.text for segment in resegment(reference, text, unit=unit_of(language), protocol=protocol)]


def mweralign(reference: list[str], text: str, language: str, model: SPSegmenter | None = None) -> list[str]:
    """As its command line does it."""
    segmenter = model or (CJSegmenter() if language == "zh" else None)
    if segmenter is None:
        aligned: str = align_texts("\n".join(reference), text)
        return aligned.split("\n")
    whole = model is not None and language != "zh"
    pieces = "\n".join(" ".join(segmenter.encode(segment)) for segment in reference)
    found = align_texts(pieces, " ".join(segmenter.encode(text)), is_tokenized=whole, forbid_midword_boundary=whole)
    return [segmenter.decode(line) for line in found.split("\n")]


def find_model(given: str | None) -> tuple[str, SPSegmenter]:
    """A subword model for mweralign, and what it is."""
    own = cache_dir() / "spm32k.model"
    if given or own.is_file():
        return f"model {Path(given or own).name}", SPSegmenter(given or str(own))
    lines = [
        line for lang in LANGUAGES for name in systems(lang) for talk in outputs(name, lang).values() for line in talk
    ]
    with tempfile.TemporaryDirectory() as folder:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_prefix=f"{folder}/model",
            vocab_size=8000,
            model_type="bpe",
            normalization_rule_name="identity",
            character_coverage=0.9999,
            minloglevel=2,
        )
        return "stand-in model", SPSegmenter(f"{folder}/model.model")


@functools.cache
def statistics(hypothesis: str, reference: str) -> tuple[int, ...]:
    return tuple(CHRF_METRIC._extract_corpus_statistics([hypothesis], [[reference]])[0])


def chrf(counts: np.ndarray | tuple[int, ...]) -> float:
    return float(CHRF_METRIC._compute_score_from_stats([int(count) for count in counts]).score)


def quality(method: Resegmenter, language: str, system: str, stripped: bool) -> tuple[float, float, float]:
    """Exact cuts, mean change of segments' chrF, change of the corpus's (which can be upwards: the recordings' cuts
    don't fit the reference everywhere).
    """
    right, changes, before, after = [], [], [], []
    for talk, reference in references(language).items():
        truth = [bare(text) if stripped else text for text in outputs(system, language)[talk]]
        found = method(reference, joined(truth, language), language)
        right.append(cuts(found) == cuts(truth))
        for was, now, segment in zip(truth, found, reference, strict=True):
            before.append(statistics(was, segment))
            after.append(statistics(now.strip(), segment))
            changes.append(abs(chrf(before[-1]) - chrf(after[-1])))
    moved = chrf(np.sum(after, axis=0)) - chrf(np.sum(before, axis=0))
    return float(np.concatenate(right).mean()), float(np.mean(changes)), moved


def report_quality(methods: dict[str, Resegmenter]) -> None:
    for stripped in (False, True):
        print(
            f"\n{'bare (no punctuation, no case)' if stripped else 'as it is':32}",
            *(f"{lang:^22}" for lang in SHOWN),
        )
        print(f"{'':32}", *(f"{'exact segment corpus':^22}" for _ in SHOWN))
        for name, method in methods.items():
            with quiet():
                rows = {lang: np.array([quality(method, lang, s, stripped) for s in systems(lang)]) for lang in SHOWN}
            means = [np.abs(rows[lang]).mean(axis=0) for lang in SHOWN]
            print(f"{name:32}", *(f"{exact:7.3f}{segment:7.2f}{corpus:7.3f} " for exact, segment, corpus in means))
            if not stripped:
                for lang in SHOWN:
                    signed = (f"{name} {row[2]:+.3f}" for name, row in zip(systems(lang), rows[lang], strict=True))
                    print(f"    {lang}: corpus, signed: {', '.join(signed)}")
        if not stripped:
            print(f"{'target':32}", *(f"{TARGETS.get(lang, np.nan):7.3f}{'':15}" for lang in SHOWN))


def stream(words: int) -> tuple[list[str], str]:
    """German segments and one long output of so many words: all talks of one system after the other."""
    segments, said, count = [], [], 0
    while count < words:
        for system in systems("de"):
            for talk, reference in references("de").items():
                for segment, output in zip(reference, outputs(system, "de")[talk], strict=True):
                    if count < words:
                        segments.append(segment)
                        said.append(output)
                        count += len(output.split())
    return segments, " ".join(said)


def cpu(work: Callable[[], object], repeats: int) -> float:
    """The median of CPU seconds of a few repetitions."""
    return float(np.median(cpu_seconds(work, repeats)))


def command(arguments: list[str]) -> tuple[float, float]:
    """CPU seconds and peak megabytes of a command."""
    child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{arguments} failed with status {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def report_speed() -> None:
    segments, text = stream(IN_PROCESS)
    mine = cpu(lambda: resegment(segments, text), REPEATS)
    with quiet():
        theirs = cpu(lambda: align_texts("\n".join(segments), text), 3)
    print(
        f"\nin process, {len(text.split()):,} words: askew {mine:.3f} s, mweralign {theirs:.2f} s: "
        f"{theirs / mine:.1f} times (target 10)"
    )
    segments, text = stream(AS_COMMAND)
    with tempfile.TemporaryDirectory() as folder:
        reference, hypothesis, out = Path(folder, "ref"), Path(folder, "hyp"), Path(folder, "out")
        reference.write_text("\n".join(segments) + "\n", encoding="utf-8")
        hypothesis.write_text(text + "\n", encoding="utf-8")
        program = (
            "import sys; from pathlib import Path; from askew.resegment import resegment;"
            "r, h, o = map(Path, sys.argv[1:]);"
            "found = resegment(r.read_text('utf-8').splitlines(), h.read_text('utf-8'));"
            "o.write_text(''.join(s.text + '\\n' for s in found), 'utf-8')"
        )
        mine, mine_mb = command(["-c", program, str(reference), str(hypothesis), str(out)])
        call = "from mweralign.mweralign import main; main()"
        files = ["-r", str(reference), "-t", str(hypothesis), "-o", str(out)]
        theirs, theirs_mb = command(["-c", call, *files, "-m", "none"])
    print(
        f"as commands, {len(text.split()):,} words: askew {mine:.2f} s and {mine_mb:.0f} MB, "
        f"mweralign {theirs:.1f} s and {theirs_mb:.0f} MB: {theirs / mine:.1f} times (target 20, below 200 MB)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", help="a SentencePiece model for mweralign")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"skipped: no data in {DATA} (set ASKEW_DATA)")
    name, model = find_model(arguments.model)
    report_quality(
        {
            "askew": ours,
            "askew --protocol mwer": functools.partial(ours, protocol="mwer"),
            "mweralign, no model": mweralign,
            f"mweralign, {name}": functools.partial(mweralign, model=model),
        }
    )
    report_speed()


if __name__ == "__main__":
    main()
