"""What resampled BLEU costs a sweep: 2,000 paired resamples of a quality set for many cells, beside sacreBLEU's own
paired bootstrap.

    python bench/bench_sweep.py [cells]

sacreBLEU's command line resamples with the same idea (counts per segment, added up) and one system at a time; both are
timed in the same run, on the same made-up outputs, and must give the same BLEU.
"""

import random
import sys
import time
from collections.abc import Sequence

import numpy as np
import sacrebleu
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest

from askew.core.records import Item, Output
from askew.core.resampling import Resampling
from askew.evaluate.measure import Tally
from askew.measures.table import Table
from askew.sweep.parallel import QualitySet
from askew.sweep.quality import quality_suite

SEGMENTS, RESAMPLES = 2_000, 2_000


def made_up(cells: int) -> tuple[list[str], list[list[str]]]:
    chance = random.Random(1)
    words = [f"w{n}" for n in range(2_000)]
    references = [" ".join(chance.choices(words, k=chance.randint(8, 30))) for _ in range(SEGMENTS)]
    outputs = []
    for cell in range(cells):
        noise = random.Random(cell)
        outputs.append(
            [
                " ".join("x" if noise.random() < 0.1 + 0.005 * cell else word for word in text.split())
                for text in references
            ]
        )
    return references, outputs


def ours(references: list[str], outputs: list[list[str]]) -> list[float]:
    items = [Item(str(n), "", {}, (text,)) for n, text in enumerate(references)]
    suite = quality_suite(QualitySet("q", tuple(items)))
    (protocol,) = suite.protocols
    judge, measures, found = protocol.judge(suite.select("es", None, None, {})), protocol.measures, []
    for texts in outputs:
        table = Table.of(items, judge.judge(items, [Output(str(n), text) for n, text in enumerate(texts)]))
        tally = Tally.of(protocol, measures, table, Resampling(RESAMPLES))
        resampled = tally.resampled()
        assert resampled is not None
        assert np.isfinite(resampled[0]).all()
        found.append(float(tally.values(tally.counts.sum(axis=0))[0]))
    return found


def theirs(references: list[str], outputs: list[list[str]]) -> list[float]:
    metrics = {"BLEU": BLEU(references=[references], force=True), "chrF": CHRF(references=[references])}
    systems: list[tuple[str, Sequence[str]]] = [(f"cell {n}", texts) for n, texts in enumerate(outputs)]
    _, results = PairedTest(systems, metrics, references=None, test_type="bs", n_samples=RESAMPLES)()
    return [result.score for result in results["BLEU"] if not isinstance(result, str)]


def main() -> None:
    cells = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    references, outputs = made_up(cells)
    seconds, values = [], []
    for run in (ours, theirs):
        began = time.perf_counter()
        values.append(run(references, outputs))
        seconds.append(time.perf_counter() - began)
    assert np.allclose(values[0], values[1], atol=1e-6), values
    print(f"{cells} cells × {SEGMENTS} segments × {RESAMPLES} resamples; sacreBLEU {sacrebleu.__version__}")
    print(f"BLEU and chrF: askew {seconds[0]:.1f} s, sacreBLEU {seconds[1]:.1f} s, ratio {seconds[1] / seconds[0]:.1f}")


if __name__ == "__main__":
    main()
