"""What holds for every study: its modules can be imported, their examples hold, its page names the command that makes
it.
"""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

import studies

from .conftest import ROOT

MODULES = [found.name for found in pkgutil.walk_packages(studies.__path__, "studies.")]
PAGES = sorted(path.parent.name for path in (ROOT / "studies").glob("*/page.py"))
EXTRAS = ("torch", "altair", "pocketsphinx", "playwright", "ctranslate2", "sentencepiece")


@pytest.mark.parametrize("name", MODULES)
def test_a_module_can_be_imported_and_its_examples_hold(name):
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRAS:
            raise
        pytest.skip(f"needs {error.name}")
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, optionflags=options).failed == 0


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_the_command_that_makes_it(name):
    command = f"`python -m studies.{name}.page`"
    assert [path.name for path in (ROOT / "docs").glob("*.md") if _made_by(path) == command]


def _made_by(path):
    found = re.match(r"# .*\n\nMade by (`[^`]*`)", path.read_text("utf-8"))
    return found and found[1]


def test_every_study_is_listed():
    listed = set(re.findall(r"^\| `python -m studies\.(\w+)\.page", (ROOT / "studies/README.md").read_text(), re.M))
    assert listed == set(PAGES)


@pytest.mark.parametrize("name", ["winomt", "talks", "analyses"])
def test_without_the_data_a_page_says_what_is_missing(name, tmp_path):
    pytest.importorskip("altair")
    pytest.importorskip("pocketsphinx")
    words = [sys.executable, "-m", f"studies.{name}.page"]
    environment = {"ASKEW_DATA": str(tmp_path), "PATH": "", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("set ASKEW_DATA to a folder that has ")
    assert f"{tmp_path} lacks " in done.stderr
