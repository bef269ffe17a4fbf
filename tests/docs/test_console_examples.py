"""The console examples of the documentation do what they show. (Python examples are doctests; pytest collects them.)"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples():
    for page in PAGES:
        for block in BLOCK.findall(page.read_text("utf-8")):
            for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, expected = command.partition("\n")
                yield pytest.param(line, expected, id=f"{page.name}: {line}")


@pytest.mark.parametrize(("line", "expected"), list(examples()))
def test_a_console_example_prints_what_it_shows(line, expected, tmp_path):
    environment = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(tmp_path)}
    shown = subprocess.run(line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout == expected
