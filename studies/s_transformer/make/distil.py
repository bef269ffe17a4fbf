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
from collections.abc import Sequence
from pathlib import Path

from askew.core.records import Item, Output
from askew.neural.shipped import shipped
from askew.systems import open_system

MODEL = "en-es"
LONGEST = 120  # pieces of a translation


def in_ctranslate2(texts: Sequence[str], beam: int, threads: int) -> list[str]:
    """On a CPU, in int8."""
    options = {"compute_type": "int8", "batch": 256, "beam": beam, "threads": threads}
    found = [""] * len(texts)
    system = open_system(f"neural:{MODEL}", options, target="es")
    for answer in system.answer([Item(str(number), text) for number, text in enumerate(texts)]):
        if not isinstance(answer, Output):
            raise SystemExit(f"{texts[int(answer.id)]}: could not be translated")
        found[int(answer.id)] = answer.text
    return found


def in_torch(texts: Sequence[str], beam: int, device: str) -> list[str]:
    """On a GPU, in bfloat16: the same weights, which lie in CTranslate2's format."""
    from askew.neural.checkpoint import describe
    from askew.neural.config import ModelConfig
    from askew.neural.decoding.exported import read_exported
    from askew.neural.decoding.search import SearchConfig
    from askew.neural.decoding.translator import Translator, finisher, prepared
    from askew.neural.text.model import Transformer
    from askew.neural.vocabulary import FILE, Vocabulary

    folder = shipped(MODEL)
    assert folder is not None
    card = describe(folder)
    model = Transformer(ModelConfig(**card["model"]))
    model.load_state_dict(read_exported(folder, model))
    ready = prepared(model, "float32" if device == "cpu" else "bfloat16", device)
    search = SearchConfig(beam, max_length=LONGEST)
    return Translator(ready, Vocabulary(folder / FILE), search, 1024, device, finisher(card)).translate(texts)


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
    texts = [row[4] for row in train]
    on_cpu = chosen.device == "cpu"
    said = in_ctranslate2(texts, chosen.beam, chosen.threads) if on_cpu else in_torch(texts, chosen.beam, chosen.device)
    for row, text in zip(train, said, strict=True):
        row.append(" ".join(text.split()))
    text = "".join("\t".join(row) + "\n" for row in [*train, *(row for row in rows if row[0] != "train")])
    unfinished = chosen.out.with_name(f".{chosen.out.name}")  # others wait for the whole
    unfinished.write_bytes(lzma.compress(text.encode("utf-8")))
    unfinished.replace(chosen.out)


if __name__ == "__main__":
    main()
