"""askew report: for people, one page or a site; for papers and programs, tables."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from askew.cli.show import say

if TYPE_CHECKING:
    from askew.report.find import Found

PathsWithRuns = Annotated[
    list[Path], typer.Argument(metavar="RUNDIR...", help="Folders of runs or sweeps, or folders that hold some.")
]
Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="The file to write.", show_default=False)]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="html|md|tex|csv|json", help="What to write; by the file's name if not given."),
]
Site = Annotated[Path | None, typer.Option("--site", metavar="DIR", help="Write a static site instead, to publish.")]
Title = Annotated[str, typer.Option(help="The title of the page or site.", show_default=False)]
Speakers = Annotated[
    bool, typer.Option("--show-speakers", help="On a site, show single speakers and small groups of speakers too.")
]


Releases = Annotated[
    list[Path],
    typer.Option(
        "--release", metavar="RUNDIR", help="On a site: a released version's run, to hold newer ones against."
    ),
]
Gates = Annotated[
    list[Path],
    typer.Option("--gate", metavar="FILE", help="What a gate said of these runs (askew gate --format json)."),
]


def command(
    paths: PathsWithRuns,
    out: Out = None,
    format: Format = None,
    site: Site = None,
    title: Title = "",
    gate: Gates = [],  # noqa: B006
    show_speakers: Speakers = False,
    release: Releases = [],  # noqa: B006
) -> None:
    """Write a self-contained page about runs (report.html), tables in another format, or a site."""
    from askew.core.errors import UsageError
    from askew.core.registry import choose
    from askew.report.find import find
    from askew.report.formats import NAMES

    format = choose("report format", format or _ending(out), list(NAMES))
    if site is not None and (out is not None or format != "html"):
        raise UsageError("--site writes a folder of pages: it goes with neither --out nor --format")
    if site is not None and gate:
        raise UsageError("--gate is for a page; a site shows runs only")
    if site is None and show_speakers:
        raise UsageError("--show-speakers is for --site; a page shows them anyway")
    if site is None and release:
        raise UsageError("--release is for --site")
    found = find(paths)
    if site is not None:
        found.left_out += [f"{folder} is a sweep; a site shows runs only" for folder in found.sweeps]
    for reason in found.left_out:
        say(f"askew: warning: {reason}")
    if site is not None:
        from askew.report.site import build

        built = build(found.runs, site, title=title, show_speakers=show_speakers, releases=release)
        for warning in built.warnings:
            say(f"askew: warning: {warning}")
        print(
            f"{site / 'index.html'}: {len(built.written)} of {built.pages} pages written, {len(built.removed)} removed"
        )
        return
    _write(found, gate, out, format, title)


def _ending(out: Path | None) -> str:
    """The format a file's name says; a page where it says none."""
    ending = out.suffix.removeprefix(".").lower() if out else ""
    return "html" if ending in ("", "htm") else ending


def _write(found: "Found", gates: list[Path], out: Path | None, format: str, title: str) -> None:
    from askew.core.errors import UsageError
    from askew.core.files import write_atomically
    from askew.core.run import load
    from askew.gate.gate import read_gate
    from askew.report.formats import WRITERS
    from askew.report.page import render
    from askew.report.report import report_of
    from askew.report.sections.speed import read_sweep

    path = out or (Path("report.html") if format == "html" else None)
    if path is not None and path.is_dir():
        raise UsageError(f"{path} is a folder: name the page itself, such as {path / 'report.html'}")
    if path is not None and not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder, so {path.name} can't be written there")
    runs, sweeps = [load(folder) for folder in found.runs], [read_sweep(folder) for folder in found.sweeps]
    report = report_of(runs, sweeps, [read_gate(file) for file in gates], title=title)
    text = render(report) if format == "html" else WRITERS[format](report)
    if path is None:
        sys.stdout.write(text)
    else:
        write_atomically(path, text)
        print(path)
