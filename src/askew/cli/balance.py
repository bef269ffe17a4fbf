"""askew balance: parallel sentences with masculine and feminine people in equal number."""

import sys
from pathlib import Path
from typing import Annotated

import typer


def command(
    target: Annotated[str, typer.Option("--target", "-t", metavar="LANG", help="The language translated into.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE.tsv", help="Where to write; standard output if not given."),
    ] = None,
    without: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="People to hold out, one a line (the English words of the pack)."),
    ] = None,
) -> None:
    """Write sentences to adapt a translation model with; docs/mend.md says how."""
    from askew.core.files import write_atomically
    from askew.mend.balance import balanced, held_out, to_tsv

    people = [] if without is None else held_out(without)
    pairs = balanced(target, people)
    text = to_tsv(target, pairs, people)
    if out is None:
        print(text, end="")
        return
    write_atomically(out, text)
    print(f"{len(pairs)} pairs in {out}; its first lines say what is in it", file=sys.stderr)
