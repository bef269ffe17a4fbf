"""Studies are run as they are by hand, from the root of the repository; made-up cells come from the tests of sweeps."""

import os
import subprocess
import sys
from pathlib import Path

from ..sweep.conftest import store, sweep_file

__all__ = ["ROOT", "run_study", "store", "sweep_file"]
ROOT = Path(__file__).parents[2]


def run_study(module: str, *arguments: object, **environment: str) -> str:
    """``python -m studies.MODULE``, which must succeed; what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", f"studies.{module}", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
