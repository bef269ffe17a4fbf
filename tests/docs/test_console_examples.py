"""The console examples of the documentation do what they show. (Python examples are doctests; pytest collects them.)"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples(page):
    for block in BLOCK.findall(page.read_text("utf-8")):
        for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, expected = command.partition("\n")
            while expected.startswith("> "):  # what a shell asks for while a command goes on
                more, _, expected = expected.removeprefix("> ").partition("\n")
                line += f"\n{more}"
            yield line, expected


@pytest.mark.parametrize("page", [page for page in PAGES if any(examples(page))], ids=lambda page: page.name)
def test_console_examples_print_what_they_show(page, tmp_path):
    """Those of a page one after the other in one folder, as its reader would try them."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT / "src"),
    }
    for line, expected in examples(page):
        shown = subprocess.run(
            line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert (shown.returncode, shown.stdout) == (0, expected), f"$ {line}\n{shown.stderr}"
