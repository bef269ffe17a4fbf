"""SPECs and options: what the command line and Python may write, and what is said about a mistake."""

from dataclasses import dataclass, field
from typing import Literal

import pytest

from askew.core.errors import UsageError
from askew.systems import open_system
from askew.systems.base import REGISTRY, split_spec
from askew.systems.options import read_settings


class Toy:
    """A system with an option of every type."""

    def __init__(self, argument: str = "", *, target: str, timeout: float = 60.0, beam: int = 5, fast: bool = False,
                 precision: Literal["int8", "float32"] = "float32", seed: int | None = None, prompt: str = "") -> None:  # fmt: skip
        self.argument, self.given = argument, (target, timeout, beam, fast, precision, seed, prompt)


@dataclass(kw_only=True)
class Base:
    timeout: float = 60.0


@dataclass(kw_only=True)
class Inheriting(Base):
    """A system that is a dataclass; its options are its fields and those it inherits."""

    argument: str = field(kw_only=False)
    beam: int = 5


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    toys, real = {"toy": Toy, "inheriting": Inheriting}, REGISTRY.get
    monkeypatch.setattr(REGISTRY, "get", lambda name: toys.get(name) or real(name))


@pytest.mark.parametrize(
    ("spec", "parts"),
    {
        "openai:gpt-4o@http://localhost:8000/v1": ("openai", "gpt-4o@http://localhost:8000/v1"),
        "libretranslate@http://localhost:5000": ("libretranslate", "@http://localhost:5000"),
        "libretranslate:@http://localhost:5000": ("libretranslate", "@http://localhost:5000"),
        "deepl": ("deepl", ""),
        "command:sed s/a:b/@/": ("command", "sed s/a:b/@/"),
        "file:C:\\out.txt": ("file", "C:\\out.txt"),
    }.items(),
)
def test_a_spec_is_a_kind_and_what_follows_it(spec, parts):
    assert split_spec(spec) == parts


@pytest.mark.parametrize("spec", ["", ":", ":cat", "@http://x", "./translate.sh", "command", "file:", "two words"])
def test_a_spec_without_a_kind_or_its_argument_says_how_one_is_written(spec):
    with pytest.raises(UsageError, match="a system is written KIND:WHAT"):
        open_system(spec)


def test_options_from_the_command_line_get_their_types():
    settings = ["timeout=2.5", "beam=7", "fast=true", "precision=int8", "seed=3", "prompt=x=y"]
    toy = open_system("toy:x", read_settings(settings), target="es")
    assert toy.given == ("es", 2.5, 7, True, "int8", 3, "x=y")


def test_options_from_python_are_taken_as_they_are():
    options = {"timeout": 2, "beam": 7, "fast": True, "precision": "int8", "seed": None}
    assert open_system("toy", options, target="es").given == ("es", 2.0, 7, True, "int8", None, "")


def test_a_dataclass_has_its_fields_for_options():
    system = open_system("inheriting:x", {"timeout": "3", "beam": "2"})
    assert system == Inheriting("x", timeout=3.0, beam=2)


def test_a_system_that_must_know_the_target_says_so():
    with pytest.raises(UsageError, match="toy must know the language"):
        open_system("toy")


@pytest.mark.parametrize("settings", [["beam"], ["=5"], ["beam=5", "beam=6"]])
def test_settings_are_written_name_equals_value_and_once(settings):
    with pytest.raises(UsageError, match="--set"):
        read_settings(settings)


MISTAKES = [
    ("beem", "5", r"no option of toy is called 'beem'; did you mean 'beam'\?"),
    ("target", "de", "no option of toy is called 'target'"),
    ("beam", "five", "toy: option beam must be a whole number, found 'five'"),
    ("beam", 2.5, "must be a whole number, found 2.5"),
    ("beam", True, "must be a whole number, found True"),
    ("timeout", "soon", "must be a number, found 'soon'"),
    ("fast", "yes", "must be true or false, found 'yes'"),
    ("precision", "int9", r"no precision of toy is called 'int9'; did you mean 'int8'\?"),
    ("prompt", ["a"], "must be a text"),
]


@pytest.mark.parametrize(("name", "value", "said"), MISTAKES)
def test_a_wrong_option_says_what_was_expected(name, value, said):
    with pytest.raises(UsageError, match=said):
        open_system("toy", {name: value}, target="es")
