"""Where what has times goes: a file in the format its name says, or standard output."""

from collections.abc import Sequence
from pathlib import Path


def format_of(out: Path | None, formats: Sequence[str], what: str) -> str:
    """The format to write, JSON Lines on standard output; UsageError before any work is done if it can't be written."""
    from askew.core.errors import UsageError

    format = "jsonl" if out is None else out.suffix.removeprefix(".")
    if format not in formats:
        raise UsageError(f"{out}: {what} can be written as {', '.join(formats)}")
    if out is not None and not out.parent.is_dir():
        raise UsageError(f"{out.parent} is not a folder, so {out.name} can't be written there")
    return format


def put(out: Path | None, text: str, said: Sequence[str]) -> None:
    """Write it; beside MuST-C's YAML, which has times alone, goes what is said, if anything is."""
    from askew.core.files import write_atomically

    if out is None:
        print(text, end="")
        return
    write_atomically(out, text)
    if out.suffix == ".yaml" and any(said):
        write_atomically(out.with_suffix(".txt"), "".join(f"{line}\n" for line in said))
