"""askew report: for people, one page or a site; for papers and programs, tables."""

import sys
from pathlib import Path
from typing import Annotated

import typer

PathsWithRuns = Annotated[
    list[Path], typer.Argument(metavar="RUNDIR...", help="Run folders, or folders that hold some.")
]
Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="The file to write.", show_default=False)]
Format = Annotated[str, typer.Option("--format", metavar="html|md|tex|csv|json", help="What to write.")]
Site = Annotated[Path | None, typer.Option("--site", metavar="DIR", help="Write a static site instead, to publish.")]
Title = Annotated[str, typer.Option(help="The title of the page or site.", show_default=False)]
Speakers = Annotated[
    bool, typer.Option("--show-speakers", help="On a site, show single speakers and small groups of speakers too.")
]


def command(
    paths: PathsWithRuns,
    out: Out = None,
    format: Format = "html",
    site: Site = None,
    title: Title = "",
    show_speakers: Speakers = False,
) -> None:
    """Write a self-contained page about runs (report.html), tables in another format, or a site."""
    from askew.core.errors import UsageError
    from askew.core.registry import choose
    from askew.report.find import run_folders
    from askew.report.formats import NAMES

    format = choose("report format", format, list(NAMES))
    if site is not None and (out is not None or format != "html"):
        raise UsageError("--site writes a folder of pages: it goes with neither --out nor --format")
    if site is None and show_speakers:
        raise UsageError("--show-speakers is for --site; a page shows them anyway")
    folders, left_out = run_folders(paths)
    for reason in left_out:
        print(f"askew: warning: {reason}", file=sys.stderr)
    if site is not None:
        from askew.report.site import build

        built = build(folders, site, title=title, show_speakers=show_speakers)
        for warning in built.warnings:
            print(f"askew: warning: {warning}", file=sys.stderr)
        print(
            f"{site / 'index.html'}: {len(built.written)} of {built.pages} pages written, {len(built.removed)} removed"
        )
        return
    _write(folders, out, format, title)


def _write(folders: list[Path], out: Path | None, format: str, title: str) -> None:
    from askew.core.errors import UsageError
    from askew.core.files import write_atomically
    from askew.core.run import load
    from askew.report.formats import WRITERS
    from askew.report.page import render
    from askew.report.report import report_of

    path = out or (Path("report.html") if format == "html" else None)
    if path is not None and path.is_dir():
        raise UsageError(f"{path} is a folder: name the page itself, such as {path / 'report.html'}")
    if path is not None and not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder, so {path.name} can't be written there")
    report = report_of([load(folder) for folder in folders], title=title)
    text = render(report) if format == "html" else WRITERS[format](report)
    if path is None:
        sys.stdout.write(text)
    else:
        write_atomically(path, text)
        print(path)
