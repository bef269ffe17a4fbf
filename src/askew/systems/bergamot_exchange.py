"""Run by the Python of Bergamot's own environment, never by askew's: JSON Lines in, JSON Lines out. Only this file
travels.

PYTHON bergamot_exchange.py --version
PYTHON bergamot_exchange.py --config CONFIG [--threads 1] [--batch 1] < questions.jsonl > answers.jsonl

Of the package only its extension module is loaded: the rest of it looks for models on the network.
"""

import argparse
import json
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.metadata import version
from importlib.util import find_spec, module_from_spec, spec_from_loader
from itertools import islice
from pathlib import Path
from typing import Any


def engine() -> Any:
    """The package's extension module."""
    del sys.path[0]  # this file's folder, where another bergamot lies
    package = find_spec("bergamot")
    folders = (package.submodule_search_locations or []) if package else []
    found = [path for folder in folders for path in Path(folder).glob("_bergamot*.so")]
    if not found:
        sys.exit(f"no package bergamot for Python {sys.version.split()[0]} in {sys.prefix}")
    loader = ExtensionFileLoader("_bergamot", str(found[0]))
    spec = spec_from_loader("_bergamot", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def main() -> None:
    """Read questions, translate them batch by batch, write answers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--config")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", type=int, default=1)
    chosen = parser.parse_args()
    bergamot = engine()
    if chosen.version:
        print(json.dumps({"id": "version", "text": version("bergamot")}))
        return
    service = bergamot.Service(bergamot.ServiceConfig(numWorkers=chosen.threads, cacheSize=0, logLevel="off"))
    try:
        model = service.modelFromConfig(chosen.config)
    except RuntimeError as error:
        sys.exit(str(error))
    plain = bergamot.ResponseOptions(qualityScores=False, alignment=False, HTML=False)
    while rows := [json.loads(line) for line in islice(sys.stdin, chosen.batch)]:
        responses = service.translate(model, bergamot.VectorString([row["text"] for row in rows]), plain)
        for row, response in zip(rows, responses, strict=True):
            print(json.dumps({"id": row["id"], "text": response.target.text}))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
