"""From stored outputs to counts: what each cell says of each occupation, and its BLEU. Slow, so the counts are stored
too.

    ASKEW_DATA=… python -m studies.mend.counts OUTPUTS [--only REGEX] [--jobs N] [--again]

OUTPUTS holds MODEL_COMPUTE-bBEAM_SET.txt, as ``studies.speed.make.run`` writes them, or is studies/mend/es or de. A
cell that has its row in counts.jsonl already is not counted again, unless --again says so: then what is stored is
judged anew, and BLEU of sets that are not stored stays.
"""

import argparse
import json
import lzma
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import askew
from askew.core.files import write_atomically
from askew.core.resampling import Resampling
from studies.mend.geneval import right_gender
from studies.pages import DATA

HERE = Path(__file__).parent
COUNTS = HERE / "counts.jsonl"
EDITIONS = {"simplegen": "release", "wide": "wide", "winomt": None}
ONCE = Resampling(resamples=1)  # intervals come later, from the counts


def target_of(cell: str) -> str:
    """The language a cell translates into: its model's name starts with it."""
    return cell[:2] if cell[2:3] == "-" else "es"


@cache
def parallel(target: str, name: str) -> list[list[str]]:
    """Rows of a test set: origin, source, reference."""
    import gzip

    text = gzip.decompress((DATA / "mt" / f"en-{target}.{name}.tsv.gz").read_bytes()).decode("utf-8")
    return [line.split("\t") for line in text.removesuffix("\n").split("\n")]


def verdicts(target: str, name: str, outputs: list[str]) -> dict[str, int]:
    """How often each verdict falls, by class and occupation (SimpleGEN) or by gold gender, stereotype and person
    (WinoMT).
    """
    suite = "winomt" if name == "winomt" else "simplegen"
    run = askew.score(suite, target=target, hyp=outputs, resampling=ONCE, edition=EDITIONS[name])
    items = {item.id: item.attributes for item in run.items}
    counts: Counter[str] = Counter()
    for verdict in run.verdicts:
        facts = items[verdict.item]
        if suite == "simplegen":
            key: tuple[str, ...] = (facts["class"], facts["occupation"], str(verdict.labels["verdict"]))
        else:
            key = (facts["gold"], facts.get("stereotype", ""), facts["entity"], str(verdict.labels["predicted"]))
        counts["|".join(key)] += 1
    return dict(counts)


def bleu(outputs: list[str], rows: list[list[str]]) -> float:
    """SacreBLEU's default."""
    from sacrebleu.metrics.bleu import BLEU

    return round(float(BLEU().corpus_score(outputs, [[row[2] for row in rows]]).score), 2)


def counted(given: tuple[str, dict[str, list[str]]]) -> dict[str, Any]:
    """The row of a cell."""
    cell, sets = given
    target = target_of(cell)
    row: dict[str, Any] = {"cell": cell, "askew": askew.__version__, "bleu": {}}
    for name, outputs in sets.items():
        if name.removesuffix("tagged") in EDITIONS:
            row[name] = verdicts(target, name.removesuffix("tagged"), outputs)
        elif name == "genevaltest":
            row["geneval"] = right_gender(outputs, target=target)
        elif name == "test":
            both = list(zip(parallel(target, "test"), outputs, strict=True))
            for origin in ("tatoeba", "europarl"):
                chosen = [(known, output) for known, output in both if known[0] == origin]
                row["bleu"][origin] = bleu([output for _, output in chosen], [known for known, _ in chosen])
        elif name == "news":
            rows = parallel(target, "news-test")  # newstest2013 of Spanish, 2014 of German
            row["bleu"][rows[0][0]] = bleu(outputs, rows)
    return row


def stored(folder: Path) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Every cell with its outputs, set by set."""
    cells: dict[str, dict[str, list[str]]] = {}
    for path in sorted(folder.glob("*_*_*.txt")):
        cell, _, name = path.stem.rpartition("_")
        cells.setdefault(cell, {})[name] = path.read_text("utf-8").removesuffix("\n").split("\n")
    for path in sorted(folder.glob("*.jsonl.xz")):
        for line in lzma.decompress(path.read_bytes()).decode("utf-8").splitlines():
            row = json.loads(line)
            cells.setdefault(row["cell"], {})[path.name.removesuffix(".jsonl.xz")] = row["outputs"]
    yield from cells.items()


def main() -> None:
    """Count what is not counted yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outputs", type=Path)
    parser.add_argument("--only", default=".*", help="cells")
    parser.add_argument("--sets", default="", help="only these, with commas between")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="count what is counted already")
    chosen = parser.parse_args()
    lines = COUNTS.read_text("utf-8").splitlines() if COUNTS.exists() else []
    known = {row["cell"]: row for row in map(json.loads, lines)}
    todo = [
        (cell, {name: outputs for name, outputs in sets.items() if not chosen.sets or name in chosen.sets.split(",")})
        for cell, sets in stored(chosen.outputs)
        if (chosen.again or cell not in known) and re.fullmatch(chosen.only, cell)
    ]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for row in pool.map(counted, todo):
            before = known.get(row["cell"], {"bleu": {}})
            known[row["cell"]] = before | row | {"bleu": before["bleu"] | row["bleu"]}
            print(row["cell"], row["bleu"], flush=True)
            rows = (json.dumps(known[cell], ensure_ascii=False) + "\n" for cell in sorted(known))
            write_atomically(COUNTS, "".join(rows))


if __name__ == "__main__":
    main()
