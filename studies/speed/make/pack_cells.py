"""Packs the text files of a folder of stored cells (docs/sweep.md) into one compressed file per set.

python -m studies.speed.make.pack_cells CELLS
"""

import sys
from pathlib import Path

from askew.core.errors import AskewError
from askew.sweep.stored import pack


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        for name, size in pack(Path(sys.argv[1])).items():
            print(f"{name}: {size / 1e6:.2f} MB")
    except AskewError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
