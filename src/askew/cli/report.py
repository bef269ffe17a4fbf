"""askew report: one page for people."""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options


def command(
    rundirs: options.RunDirs,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="The page to write.")] = Path("report.html"),
) -> None:
    """Write one self-contained HTML page about one or several runs."""
    from askew.core.errors import UsageError
    from askew.core.files import write_atomically
    from askew.core.run import load
    from askew.report.page import html_page

    if out.is_dir():
        raise UsageError(f"{out} is a folder: name the page itself, such as {out / 'report.html'}")
    if not out.parent.is_dir():
        raise UsageError(f"{out.parent} is not a folder, so {out.name} can't be written there")
    write_atomically(out, html_page([load(folder) for folder in rundirs]))
    print(out)
