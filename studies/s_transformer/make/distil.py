r"""Add a column to the chosen sentences: what a model of text makes of the English of the training sentences, for a
translator of speech to learn from.

    python -m studies.s_transformer.make.distil --sentences sentences.tsv.xz --out distilled.tsv.xz \
        [--limit 70000] [--threads 2] [--beam 4] [--device cuda]

Sequence-level distillation (Kim and Rush 2016): such translations are more regular than people's, so less speech
teaches them. Only training sentences are translated, with the model inside the package, in int8 (on a GPU by torch, in
bfloat16); the others have no such column.
"""

import argparse
import lzma
from pathlib import Path

from askew.core.records import Item, Output
from askew.systems import open_system

SYSTEM = "neural:en-es"
ON_CPU = {"compute_type": "int8", "batch": 256}
ON_GPU = {"compute_type": "bfloat16", "batch": 1024, "engine": "torch"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=None, help="only so many training sentences are kept")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--beam", type=int, default=4)
    parser.add_argument("--device", default="cpu")
    chosen = parser.parse_args()
    lines = lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")
    rows = [line.split("\t") for line in lines]
    train = [row for row in rows if row[0] == "train"][: chosen.limit]
    options = {**(ON_CPU if chosen.device == "cpu" else ON_GPU), "device": chosen.device}
    system = open_system(SYSTEM, {**options, "beam": chosen.beam, "threads": chosen.threads}, target="es")
    for answer in system.answer([Item(str(number), row[4]) for number, row in enumerate(train)]):
        if not isinstance(answer, Output):
            raise SystemExit(f"{train[int(answer.id)][4]}: could not be translated")
        train[int(answer.id)].append(" ".join(answer.text.split()))
    text = "".join("\t".join(row) + "\n" for row in [*train, *(row for row in rows if row[0] != "train")])
    chosen.out.write_bytes(lzma.compress(text.encode("utf-8")))


if __name__ == "__main__":
    main()
