"""What the systems at hand make of the natural suites: runs in a folder, gone on with where they stopped."""

from pathlib import Path
from typing import Any

import askew
from askew import Run

SYSTEMS = {
    "Apertium": "apertium:eng-spa",
    "our model": "neural:en-es",
    "our model, mended": "neural:en-es-mended",
}
ASKED = {
    "mtgeneval": {"suite": "mtgeneval"},
    "mtgeneval-context": {"suite": "mtgeneval", "subset": "context"},
    "mtgeneval-context-given": {"suite": "mtgeneval", "subset": "context", "context": "given"},
    "ambiguous": {"suite": "ambiguous"},
}


def runs(work: Path, asked: str, systems: tuple[str, ...] = tuple(SYSTEMS), protocol: str | None = None) -> list[Run]:
    """A run of each system, asked now if there is none in the folder, and judged by a protocol."""
    options: dict[str, Any] = dict(ASKED[asked])
    suite = options.pop("suite")
    found = []
    for name in systems:
        folder = work / f"{asked}-{name.replace(', ', '-').replace(' ', '-')}"
        if not (folder / "scores.json").is_file():
            askew.run(suite, target="es", system=SYSTEMS[name], out=folder, name=name, **options)
        hyp = folder / "outputs.jsonl"
        found.append(askew.score(suite, target="es", hyp=hyp, protocol=protocol, name=name, **options))
    return found
