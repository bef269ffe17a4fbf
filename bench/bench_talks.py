"""Scoring talks, beside sacreBLEU's own bootstrap, in the same run.

    python bench/bench_talks.py

askew: 416 segments, BLEU, chrF, TER and the language of each, resampled within talks, for the set and for each talk.
sacreBLEU: the same three metrics for the set alone. CPU seconds, with 1,000 resamples (sacreBLEU's default) and 10,000
(askew's); all include counting n-grams and edits.
"""

import json
import os
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

import askew
from clock import cpu_seconds

DATA = Path(os.environ.get("ASKEW_DATA", "")) / "acl6060"
REPEATS = 3


def cpu(work: Callable[[], object]) -> float:
    """The median of CPU seconds of a few repetitions."""
    return float(np.median(cpu_seconds(work, REPEATS)))


def main() -> None:
    if not (DATA / "outputs").is_dir():
        sys.exit("skipped: set ASKEW_DATA to a folder that has acl6060/eval and acl6060/outputs")
    warnings.simplefilter("ignore")
    path = DATA / "outputs/tower_whisper/short.en-de.jsonl"
    outputs = [json.loads(line)["output"] for line in path.read_text("utf-8").splitlines()]
    references = [item.references[0] for item in askew.items("acl6060", target="de")]
    askew.score("acl6060", target="de", hyp=outputs)  # once, so that the language model is loaded

    for resamples in (1000, 10_000):
        how = askew.Resampling(resamples)
        ours = cpu(partial(askew.score, "acl6060", target="de", hyp=outputs, resampling=how))
        peer = cpu(partial(bootstrap, outputs, references, resamples))
        print(
            f"{resamples:6,} resamples: askew (set and five talks) {ours:.2f} s, sacreBLEU (set) {peer:.2f} s: "
            f"{peer / ours:.1f} times"
        )


def bootstrap(outputs: list[str], references: list[str], resamples: int) -> None:
    """SacreBLEU's own."""
    for metric in (BLEU(), CHRF(), TER(normalized=True, asian_support=True)):
        metric.corpus_score(outputs, [references], n_bootstrap=resamples)


if __name__ == "__main__":
    main()
