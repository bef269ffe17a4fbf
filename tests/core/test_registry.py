"""Registries: names are suggested, other packages can add to them, and never by stealth."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from askew.core.errors import UsageError
from askew.core.registry import Registry, choose
from askew.suites import REGISTRY as SUITES
from askew.systems import REGISTRY as SYSTEMS
from askew.systems import open_system

ASKEW = Path(sys.executable).with_name("askew")
PLUGIN = """
from dataclasses import replace
from askew.core.records import Output
from askew.suites.simplegen import SUITE as SIMPLEGEN
from askew.systems import System

SUITE = replace(SIMPLEGEN, name="toy", title="a toy suite")

class Parrot(System):
    name, details = "parrot", {}

    def __init__(self, argument):
        self.details, self._word = {"kind": "parrot", "word": argument}, argument

    def answer(self, items):
        for item in items:
            yield Output(item.id, self._word)
"""


@pytest.fixture
def install(tmp_path):
    """Installs a package with these entry points where only the programs started by the test see it."""
    (tmp_path / "site").mkdir()

    def put(package, entry_points):
        info = tmp_path / "site" / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entry_points)
        (tmp_path / "site" / f"{package}.py").write_text(PLUGIN)

    return put


@pytest.fixture
def askew(tmp_path):
    def start(*words):
        environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
        return subprocess.run([ASKEW, *words], capture_output=True, text=True, check=False, env=environment)

    return start


@pytest.mark.parametrize(
    ("registry", "typo", "meant"),
    [(SUITES, "simplgen", "simplegen"), (SUITES, "SimpleGEN", "simplegen"), (SYSTEMS, "comand", "command"), (SYSTEMS, "apertum", "apertium")],
)  # fmt: skip
def test_a_typo_gets_a_suggestion(registry, typo, meant):
    with pytest.raises(UsageError, match=f"no {registry.kind} is called '{typo}'; did you mean '{meant}'"):
        registry.get(typo)


def test_a_name_like_no_other_gets_the_list():
    with pytest.raises(UsageError, match=r"no system is called 'zzz'; \(known: neural, file, command"):
        SYSTEMS.get("zzz")


def test_every_built_in_can_be_had():
    assert SUITES.get("simplegen").name == "simplegen"
    assert all(callable(SYSTEMS.get(name)) for name in ("file", "command", "apertium"))


def test_listing_names_imports_nothing():
    assert Registry("suite", {"gone": "no.such.module:THING"}).names()[0] == "gone"


@pytest.mark.parametrize("spec", ["file", "file:", ":out.txt", ""])
def test_a_system_is_written_kind_and_what(spec):
    with pytest.raises(UsageError, match=r"kinds|known"):
        open_system(spec)


def test_a_choice_is_made_by_name_or_default():
    assert choose("edition", None, ["a", "b"], "a") == "a"
    assert choose("edition", "b", ["a", "b"], "a") == "b"
    with pytest.raises(UsageError, match="choose a protocol: one of a, b"):
        choose("protocol", None, ["a", "b"])


def test_another_package_can_add_a_suite_and_a_system(install, askew, tmp_path):
    install("toybox", "[askew.suites]\ntoy = toybox:SUITE\n[askew.systems]\nparrot = toybox:Parrot\n")
    listed = json.loads(askew("ls", "--json").stdout)
    assert list(listed["suites"])[-1] == "toy"
    assert list(listed["systems"])[-1] == "parrot"
    out = tmp_path / "run"
    ran = askew("run", "toy", "--target", "es", "--subset", "fofc", "--system", "parrot:hola", "--out", out, "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["suite"] == "toy"
    assert "did you mean 'toy'" in askew("items", "toyy").stderr


@pytest.mark.parametrize(
    ("kind", "name", "second"),
    [
        ("suite", "simplegen", None),
        ("system", "file", None),
        ("suite", "toy", "toybox2"),
        ("system", "parrot", "toybox2"),
    ],
)
def test_two_things_of_one_name_are_an_error_that_names_both(install, askew, kind, name, second):
    for package in filter(None, ("toybox", second)):
        install(package, f"[askew.{kind}s]\n{name} = {package}:{'SUITE' if kind == 'suite' else 'Parrot'}\n")
    result = askew("ls")
    assert result.returncode == 2
    assert result.stdout == ""
    assert f"askew: error: two {kind}s are called '{name}'" in result.stderr
    assert all(f"{package}:" in result.stderr for package in filter(None, ("toybox", second)))


def test_a_package_that_cannot_be_loaded_is_named_as_the_culprit(install, askew):
    install("toybox", "[askew.suites]\ntoy = toybox_gone:SUITE\n")
    result = askew("items", "toy")
    assert result.returncode == 2
    assert "toybox_gone" in result.stderr
    assert "bug in askew" not in result.stderr
