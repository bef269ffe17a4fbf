"""SPECs and options: what the command line and Python may write, and what is said about a mistake."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

import pytest

from askew.core.errors import UsageError
from askew.core.options import REQUIRED, Option, options_of, read_options, read_settings
from askew.core.records import Output
from askew.systems import System, open_system
from askew.systems.base import REGISTRY, split_spec


class Silent(System):
    """A system that says nothing."""

    name, details = "silent", {}

    def answer(self, items):
        yield from (Output(item.id, "") for item in items)


class Toy(Silent):
    """A system with an option of every type."""

    def __init__(self, argument: str = "", *, target: str, timeout: float = 60.0, beam: int = 5, fast: bool = False,
                 precision: Literal["int8", "float32"] = "float32", seed: int | None = None, prompt: str = "") -> None:  # fmt: skip
        self.argument, self.given = argument, (target, timeout, beam, fast, precision, seed, prompt)


@dataclass(kw_only=True)
class Base(Silent):
    timeout: float = 60.0


@dataclass(kw_only=True)
class Inheriting(Base):
    """A system that is a dataclass; its options are its fields and those it inherits."""

    argument: str = field(kw_only=False)
    beam: int = 5


class Stranger:
    """No system, though it looks like one."""

    def __init__(self, argument: str = "") -> None:
        self.name, self.details, self.answer = argument, {}, None


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    toys, real = {"toy": Toy, "inheriting": Inheriting, "stranger": Stranger}, REGISTRY.get
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
    ("timeout", "nan", "must be a number, found 'nan'"),
    ("timeout", "1e999", "must be a number, found '1e999'"),
    ("timeout", 10**400, "must be a number"),
    ("beam", "9" * 5000, "must be a whole number"),
    ("fast", "yes", "must be true or false, found 'yes'"),
    ("precision", "int9", r"no precision of toy is called 'int9'; did you mean 'int8'\?"),
    ("prompt", ["a"], "must be a text"),
]


@pytest.mark.parametrize(("name", "value", "said"), MISTAKES)
def test_a_wrong_option_says_what_was_expected(name, value, said):
    with pytest.raises(UsageError, match=said):
        open_system("toy", {name: value}, target="es")


def test_what_is_no_system_is_refused():
    with pytest.raises(UsageError, match=r"stranger is of type Stranger, .* a subclass of askew\.systems\.System"):
        open_system("stranger")


def scored(suite: str, *, cut: Annotated[int, "Segments of a talk."] = 3, marks: Literal["keep", "drop"], **others): ...


@dataclass(kw_only=True)
class Documented(Base):
    beam: int = 5
    """Hypotheses kept
    at each step."""
    plain: str = ""


def test_functions_and_dataclasses_have_options_with_types_defaults_and_what_they_are_for():
    assert options_of(scored) == {
        "cut": Option("cut", int, 3, "Segments of a talk."),
        "marks": Option("marks", Literal["keep", "drop"], REQUIRED),
    }
    assert options_of(Documented) == {
        "timeout": Option("timeout", float, 60.0),
        "beam": Option("beam", int, 5, "Hypotheses kept\nat each step."),
        "plain": Option("plain", str, ""),
    }


def test_options_of_anything_are_read_alike():
    assert read_options("scored", scored, {"cut": "4", "marks": "drop", "extra": "x"}) == {
        "cut": 4,
        "marks": "drop",
        "extra": "x",
    }
    with pytest.raises(
        UsageError, match=r"scored: option cut must be a whole number, found 'x' \(Segments of a talk\.\)"
    ):
        read_options("scored", scored, {"cut": "x"})
    with pytest.raises(UsageError, match="no option of scored is called 'marks'"):
        read_options("scored", scored, {"marks": "drop"}, reserved=["marks"])
