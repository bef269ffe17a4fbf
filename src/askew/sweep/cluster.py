"""A sweep's cells on a Ray cluster (``pip install ray``): answered anywhere, timed one at a time to a node.

What the nodes need (models, programs, data sets) must be in the same place on all of them; results travel back and are
written by whoever started the sweep, so no shared disk is needed.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from askew.core.errors import UsageError
from askew.sweep.cells import Folder, complete_cell
from askew.sweep.plan import Cell, SweepPlan

Files = dict[str, bytes]


def finish_on_cluster(sweep: SweepPlan, folder: Folder, cells: Sequence[Cell]) -> Iterator[list[str]]:
    """Finish cells' runs on whichever nodes are free; what a broken-off run has already travels along."""
    ray = _ray()
    remote = ray.remote(_finish_there)
    begun = [remote.remote(sweep, cell, _files(folder.root / "cells" / cell.name)) for cell in cells]
    for cell, pending in zip(cells, begun, strict=True):
        files, missing = ray.get(pending)
        for name, content in sorted(
            files.items(), key=lambda file: file[0].endswith("run.json")
        ):  # which vouches for the rest
            path = folder.root / "cells" / cell.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        yield missing


def time_on_cluster(measure: Callable[[Any], Any], passes: Sequence[Any]) -> Iterator[Any]:
    """Time passes on the largest nodes, each alone on its node: it takes all of the node's CPUs, whatever it uses of
    them.
    """
    ray = _ray()
    cpus = max(node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"] and "CPU" in node["Resources"])
    remote = ray.remote(_call).options(num_cpus=cpus, scheduling_strategy="SPREAD")
    begun = [remote.remote(measure, one) for one in passes]
    for pending in begun:
        yield ray.get(pending)


def _call(measure: Callable[[Any], Any], one: Any) -> Any:
    return measure(one)


def _finish_there(sweep: SweepPlan, cell: Cell, files: Files) -> tuple[Files, list[str]]:
    """On a node: take over what is there, finish, send everything back."""
    with tempfile.TemporaryDirectory() as here:
        folder = Folder(Path(here))
        root = folder.root / "cells" / cell.name
        for name, content in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(content)
        missing = complete_cell(sweep, folder, cell)
        return _files(root), missing


def _files(root: Path) -> Files:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise UsageError("--executor ray needs Ray: pip install 'askew[ray]'") from None
    if not ray.is_initialized():
        with redirect_stdout(sys.stderr):  # Ray prints what it does on standard output, which is for results
            ray.init(log_to_driver=False, include_dashboard=False)
    return ray
