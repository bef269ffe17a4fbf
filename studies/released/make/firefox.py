"""Runs Firefox's English-Portuguese model over WinoMT, SimpleGEN and MT-GenEval, and packs what it wrote.

    python -m studies.released.make.firefox MODEL PYTHON WORK

MODEL is the folder ``firefox-en-pt`` of scripts/released_models.py, PYTHON that of an environment with bergamot; WORK
gets the runs, and one that was broken off goes on.
"""

import json
import sys
from pathlib import Path
from typing import Any

import askew
from askew.sweep.stored import packed
from studies.released.plans import FIREFOX, HERE


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    model, python, work = sys.argv[1:]
    store = HERE / "firefox"
    store.mkdir(exist_ok=True)
    (store / "cells.jsonl").write_text(json.dumps({"cell": "firefox", "axes": {"target": "pt"}}) + "\n", "utf-8")
    for suite, chosen in FIREFOX.items():
        asked: dict[str, Any] = {
            "target": "pt",
            "system": f"bergamot:{model}",
            "settings": {"python": python},
            **chosen,
        }
        run = askew.run(suite, out=Path(work) / suite, **asked)
        rows = [{"cell": "firefox", "outputs": [output.text for output in run.outputs]}]
        (store / f"{suite}.jsonl.xz").write_bytes(packed(rows))
        print(suite, len(run.outputs))


if __name__ == "__main__":
    main()
