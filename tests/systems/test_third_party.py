"""The example of docs/systems.md, as a package of its own."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ASKEW = Path(sys.executable).with_name("askew")
PAGE = (Path(__file__).parents[2] / "docs/systems.md").read_text("utf-8")
CODE = re.search(r'^```python\n("""A system for askew.*?)^```', PAGE, re.MULTILINE | re.DOTALL)[1]
POINTS = re.search(r'^```toml\n\[project\.entry-points\."(.*?)"\]\n(.*?)^```', PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def askew(tmp_path):
    """The program where the example is installed."""
    info = tmp_path / "site/askew_glossary-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: askew-glossary\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{POINTS[1]}]\n{POINTS[2].replace(chr(34), '')}")
    (tmp_path / "site/askew_glossary.py").write_text(CODE)
    (tmp_path / "words.tsv").write_text("nurse\tenfermera\nThe\tLa\nthe\tla\n")

    def start(*words):
        environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
        fixed = shlex.split("run simplegen -t es --subset fofc --resamples 100")
        fixed += ["--system", f"glossary:{tmp_path / 'words.tsv'}"]
        return subprocess.run([ASKEW, *fixed, *words], capture_output=True, text=True, check=False, env=environment)

    return start


def test_the_example_is_a_system_in_thirty_lines(askew, tmp_path):
    assert len([line for line in CODE.splitlines() if line.strip()]) <= 30
    whole = askew("--out", tmp_path / "run")
    assert whole.returncode == 0, whole.stderr
    assert "glossary" in (tmp_path / "run/run.json").read_text("utf-8")
    part = askew("--out", tmp_path / "part", "--set", "keep=false")
    assert part.returncode == 3
    assert "× no word is in the glossary" in part.stderr
    refused = askew("--out", tmp_path / "run", "--set", "keep=false")
    assert refused.returncode == 2
    assert "{'keep': 'True'} there, {'keep': 'False'} now" in refused.stderr
    typo = askew("--out", tmp_path / "other", "--set", "kep=false")
    assert "did you mean 'keep'?" in typo.stderr
