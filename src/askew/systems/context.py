"""What a system is told beside the items: a talk's abstract, its title, a list of terms. A file of plain text."""

from collections.abc import Mapping
from pathlib import Path

from askew.core.errors import UsageError
from askew.core.files import read_lines
from askew.core.options import options_of
from askew.systems.base import REGISTRY, split_spec
from askew.systems.cascade import PARTS, split_cascade

OPTION = "context"


def read_context(path: str | Path) -> str:
    """The text of a context file in one line, lines without a stop at their end separated by commas.

    Raises InputError for a file that is not there, is empty or no UTF-8.
    """
    lines = [" ".join(line.split()) for line in read_lines(path)]
    kept = [line for line in lines if line]
    ended = [line if line[-1] in ".!?:;," or k == len(kept) - 1 else f"{line}," for k, line in enumerate(kept)]
    return " ".join(ended)


def with_context(spec: str, settings: Mapping[str, object], path: Path) -> dict[str, object]:
    """A system's settings with a context file; of a cascade, for each of its parts that takes one.

    Raises UsageError for a system that takes none.
    """
    kind, argument = split_spec(spec)
    parts = dict(zip(PARTS, split_cascade(argument), strict=True)) if kind == "cascade" else {"": spec}
    told = {
        f"{part}.{OPTION}".lstrip("."): str(path)
        for part, each in parts.items()
        if OPTION in options_of(REGISTRY.get(split_spec(each)[0]))
    }
    if not told:
        raise UsageError(f"{spec} can't be told a context; whisper:, openai: and modernmt can")
    return {**settings, **told}
