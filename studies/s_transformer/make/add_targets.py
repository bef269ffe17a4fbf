"""Write the text model's translations beside a corpus that has been spoken already, in its order.

python -m studies.s_transformer.make.add_targets --sentences distilled.tsv.xz --corpus ROOT
"""

import argparse
import lzma
from pathlib import Path

from studies.s_transformer.make.make_corpus import DISTILLED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    chosen = parser.parse_args()
    rows = [line.split("\t") for line in lzma.decompress(chosen.sentences.read_bytes()).decode("utf-8").splitlines()]
    learnt = {row[4]: row[6] for row in rows if row[0] == "train"}
    folder = chosen.corpus / "data" / "train" / "txt"
    lines = [learnt[line] for line in (folder / "train.en").read_text("utf-8").splitlines()]
    (folder / f"train.{DISTILLED}").write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
