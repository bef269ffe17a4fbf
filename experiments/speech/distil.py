"""Add a column to the chosen sentences: what a model of text makes of the English of the training sentences, for a translator of speech to learn from.

    python experiments/speech/distil.py --sentences sentences.tsv.xz --out distilled.tsv.xz [--limit 70000] [--workers 2] [--beam 4]

Sequence-level distillation (Kim and Rush 2016): such translations are more regular than people's, so less speech teaches them. Only training sentences are
translated, with the model inside the package, in int8; the others have no such column.
"""

import argparse
import lzma
from pathlib import Path

import ctranslate2
import sentencepiece

from askew.neural.shipped import shipped

AT_ONCE = 2_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=None, help="only so many training sentences are kept")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--beam", type=int, default=4)
    chosen = parser.parse_args()
    lines = lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")
    rows = [line.split("\t") for line in lines]
    train = [row for row in rows if row[0] == "train"][: chosen.limit]
    folder = shipped("en-es")
    assert folder is not None
    pieces = sentencepiece.SentencePieceProcessor(str(folder / "sentencepiece.model"))
    engine = ctranslate2.Translator(str(folder), compute_type="int8", inter_threads=chosen.workers, intra_threads=1)
    for at in range(0, len(train), AT_ONCE):
        part = train[at : at + AT_ONCE]
        results = engine.translate_batch(
            pieces.encode([row[4] for row in part], out_type=str),
            beam_size=chosen.beam, max_decoding_length=200, max_batch_size=64,
        )  # fmt: skip
        for row, result in zip(part, results, strict=True):
            row.append(" ".join(pieces.decode(result.hypotheses[0]).split()))
        print(f"{at + len(part)} of {len(train)}", flush=True)
    text = "".join("\t".join(row) + "\n" for row in [*train, *(row for row in rows if row[0] != "train")])
    chosen.out.write_bytes(lzma.compress(text.encode("utf-8")))


if __name__ == "__main__":
    main()
