"""askew resegment: put the output for whole talks back into the reference's segments."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import say


def command(
    reference: Annotated[
        list[Path],
        typer.Option(
            metavar="FILE",
            help="The reference: XML, JSONL, captions, MuST-C, text or a folder; may be given several times.",
        ),
    ],
    hypothesis: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="The outputs: JSONL by talk or segment, XML, captions, text or a folder; - is stdin."
        ),
    ],
    target: options.Target,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", metavar="FILE", help="NAME.jsonl has ids and margins; any other name one line a segment."
        ),
    ] = None,
    unit: Annotated[str | None, typer.Option(help="word or char; by the language if not given.")] = None,
    protocol: Annotated[str, typer.Option(help="askew, or mwer for plain Levenshtein.")] = "askew",
    timed: Annotated[
        bool, typer.Option("--times", help="Keep to the times of both sides (captions, MuST-C's YAML).")
    ] = False,
    doubtful: Annotated[
        int, typer.Option(min=0, metavar="N", help="List the N segments whose end is least sure, on standard error.")
    ] = 0,
    as_json: options.Json = False,
) -> None:
    """Put outputs for whole talks back into the reference's segments."""
    from askew.core.errors import UsageError
    from askew.core.files import write_atomically
    from askew.core.registry import choose
    from askew.resegment.files import as_json_lines, as_lines, resegment_files

    if unit is not None:
        choose("unit", unit, ["word", "char"])
    choose("protocol", protocol, ["askew", "mwer"])
    if out is not None and not out.parent.is_dir():
        raise UsageError(f"{out.parent} is not a folder, so {out.name} can't be written there")
    rows = resegment_files(reference, hypothesis, target=target, unit=unit, protocol=protocol, timed=timed)  # type: ignore[arg-type]
    json_wanted = as_json or (out is not None and out.suffix in (".jsonl", ".ndjson"))
    text = as_json_lines(rows) if json_wanted else as_lines(rows)
    if out is None:
        print(text, end="")
    else:
        write_atomically(out, text)
    unsure = sorted((row for row in rows if row.margin is not None), key=lambda row: row.margin or 0.0)
    for row in unsure[:doubtful]:
        say(f"{row.doc_id}/{row.seg_id}\tmargin {row.margin:.2f}\t{row.text}")
