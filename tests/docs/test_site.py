"""The documentation builds as a site, and a warning is an error."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("material", reason="needs mkdocs-material")
ROOT = Path(__file__).parent.parent.parent
PARTS = ("mkdocs.yml", "docs", "scripts", "SECURITY.md", "src", "configs", "studies")


def build(root, site):
    # Not --quiet: it also keeps warnings from being counted, so that nothing is ever wrong.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", root / "mkdocs.yml", "-d", site]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path):
    """The documentation where it may be spoilt; what it only links to is the repository's own."""
    root = tmp_path / "copy"
    for name in ("docs", "scripts"):
        shutil.copytree(ROOT / name, root / name)
    for name in set(PARTS) - {"docs", "scripts"}:
        (root / name).symlink_to(ROOT / name)
    (root / "mkdocs.yml").unlink()
    shutil.copy(ROOT / "mkdocs.yml", root)
    return root


def test_the_site_builds_without_a_warning_and_has_every_page(tmp_path):
    built = build(ROOT, tmp_path / "site")
    assert built.returncode == 0, built.stderr
    for page in (ROOT / "docs").rglob("*.md"):
        html = (tmp_path / "site" / page.relative_to(ROOT / "docs")).with_suffix(".html").read_text("utf-8")
        assert "fonts.googleapis.com" not in html
    assert 'href="live/index.html"' in (tmp_path / "site/report.html").read_text("utf-8")
    live = (tmp_path / "site/live/index.html").read_text("utf-8")
    assert "example@1.2" in live
    assert "since the release" in live
    report = (tmp_path / "site/live-report.html").read_text("utf-8")
    assert "3,888 items" in report or "Not made" in report


@pytest.mark.parametrize(
    ("lines", "complaints"),
    [
        (
            "[a](gone.md) [b](gate.md#lost)",
            ["'gone.md', but the target is not found", "does not contain an anchor '#lost'"],
        ),
        ("[a](../src/gone.py)", ["which is not there"]),
    ],
)
def test_a_broken_link_is_an_error(copy, tmp_path, lines, complaints):
    (copy / "docs" / "added.md").write_text(f"# Added\n\n{lines}\n")
    built = build(copy, tmp_path / "site")
    assert built.returncode != 0
    for complaint in complaints:
        assert complaint in built.stderr
