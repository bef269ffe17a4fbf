"""The page's JavaScript: its own tests in node, and its types."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "js"
ROOT = HERE.parents[2]


def node():
    """Playwright brings a node of its own."""
    driver = pytest.importorskip("playwright._impl._driver", reason="needs playwright, which brings node")
    return driver.compute_driver_executable()[0]


def test_its_own_tests_pass():
    tests = sorted(str(path) for path in HERE.glob("*.test.mjs"))
    assert tests
    shown = subprocess.run([node(), "--test", *tests], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout + shown.stderr


def test_its_types_fit():
    tsc = shutil.which("tsc", path=f"{ROOT / '.node-test/node_modules/.bin'}:{os.environ['PATH']}")
    if tsc is None:
        pytest.skip("needs TypeScript: npm install --prefix .node-test typescript")
    shown = subprocess.run([tsc, "--project", str(HERE)], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stdout


def test_all_scripts_are_in_the_page_and_come_after_what_they_import():
    from askew.report.page import SCRIPTS

    folder = ROOT / "src/askew/report/assets/js"
    assert sorted(SCRIPTS) == sorted(path.stem for path in folder.glob("*.js"))
    for place, name in enumerate(SCRIPTS):
        lines = (folder / f"{name}.js").read_text("utf-8").splitlines()
        imported = [line.rsplit('"./', 1)[1].removesuffix('.js";') for line in lines if line.startswith("import ")]
        assert set(imported) <= set(SCRIPTS[:place]), name
