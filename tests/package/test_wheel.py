"""The package as a release would ship it: what is in the wheel, how large it is, and that it works."""

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import askew as api

pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel")
ROOT = Path(__file__).parent.parent.parent
MODELS = "askew/neural/shipped/"
MOST, MOST_WITHOUT_MODELS = 40_000_000, 3_000_000
"""Bytes: what people download to score anything at all. Raise them knowingly."""


def build(source, folder):
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, source]
    subprocess.run(command, check=True)
    return next(folder.glob("askew-*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def contents(wheel):
    """The files in the wheel by name, with their compressed sizes."""
    with zipfile.ZipFile(wheel) as archive:
        return {entry.filename: entry.compress_size for entry in archive.infolist()}


def test_it_has_the_package_whole_and_nothing_else(contents):
    kept = {
        f"askew/{path.relative_to(ROOT / 'src' / 'askew').as_posix()}"
        for path in (ROOT / "src" / "askew").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    shipped = {name for name in contents if ".dist-info/" not in name}
    assert shipped == kept
    assert "askew/py.typed" in shipped


@pytest.mark.parametrize(
    "name",
    [
        "askew/lang/es.toml",
        f"{MODELS}en-es/model.bin",
        "askew/report/assets/vega/vega.js.gz",
        "askew/analyses/references.bib",
    ],
)
def test_it_has_what_is_read_at_run_time(contents, name):
    assert contents[name] > 0


def test_licences_come_along(contents):
    licences = [name.partition("licenses/")[2] for name in contents if ".dist-info/licenses/" in name]
    assert {"LICENSE", "NOTICE"} <= set(licences)
    assert any("SimpleGEN" in name for name in licences)
    assert any("vega" in name for name in licences)


def test_it_is_no_larger_than_was_meant(wheel, contents):
    assert wheel.stat().st_size < MOST
    assert sum(size for name, size in contents.items() if not name.startswith(MODELS)) < MOST_WITHOUT_MODELS


def test_a_build_of_the_sdist_elsewhere_and_later_is_the_same_to_the_byte(wheel, tmp_path):
    def make(kind, source, folder):
        command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder]
        subprocess.run(command, cwd=source, check=True, capture_output=True)
        return next(folder.glob("askew-*.whl" if kind == "wheel" else "askew-*.tar.gz"))

    sdist = make("sdist", ROOT, tmp_path / "first")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "elsewhere", filter="data")
    (copy,) = (tmp_path / "elsewhere").iterdir()
    for path in copy.rglob("*"):
        os.utime(path, (1e9, 1e9))
        path.chmod(path.stat().st_mode & 0o700)
    for kind, first in (("sdist", sdist), ("wheel", wheel)):
        assert make(kind, copy, tmp_path / "second").read_bytes() == first.read_bytes(), kind


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Runs a command of the installed wheel, away from the repository."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, wheel]
    subprocess.run(command, check=True)
    environment = {**os.environ, "PYTHONPATH": str(folder), "HOME": str(folder)}

    def start(*words):
        return subprocess.run(
            [folder / "bin" / words[0], *words[1:]] if words[0] == "askew" else words,
            cwd=folder, env=environment, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    start.folder = folder
    return start


def test_the_installed_program_says_its_version(installed):
    assert installed("askew", "--version").split()[1] == api.__version__
    where = installed(sys.executable, "-c", "import askew; print(askew.__file__)")
    assert Path(where.strip()).is_relative_to(installed.folder)


def test_the_installed_program_scores(installed):
    (installed.folder / "output.txt").write_text("La directora llegó.\n" * 814)
    asked = ("simplegen", "--subset", "mofc", "--target", "es", "--hyp", "output.txt", "--resamples", "100")
    assert "MoFc 6.4 [" in installed("askew", "score", *asked, "--short")


def test_the_project_names_the_pythons_it_is_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [name.rpartition(" ")[2] for name in project["classifiers"] if "Python :: 3." in name]
    assert named == ["3.11", "3.12", "3.13"]
    assert project["requires-python"] == f">={named[0]}"
