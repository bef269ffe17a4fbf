"""askew score: score outputs that exist."""

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from askew.cli import options as shared
from askew.cli.show import print_content, print_json, print_run, print_short, say
from askew.cli.suite_options import with_suite_options

if TYPE_CHECKING:
    from askew.core.run import Run


@with_suite_options
def command(
    suite: shared.SuiteName,
    hyp: Annotated[
        list[str],
        typer.Option(
            metavar="FILE",
            help="The outputs: text, JSONL, TSV or 'source ||| output', also .gz; - is stdin. Several are compared "
            "with the first.",
        ),
    ],
    target: shared.Target = "",
    subset: shared.Subset = None,
    edition: shared.Edition = None,
    protocol: shared.Protocol = None,
    name: shared.Name = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="RUNDIR", help="Keep the run in this new folder, which names it; several runs in folders in it."
        ),
    ] = None,
    format: Annotated[
        str | None, typer.Option(help="text, pipes, jsonl or tsv; told from the file if not given.")
    ] = None,
    partial: shared.Partial = False,
    by: shared.By = None,
    seed: shared.Seed = shared.DEFAULT_SEED,
    resamples: shared.Resamples = shared.DEFAULT_RESAMPLES,
    as_json: shared.Json = False,
    short: Annotated[
        bool, typer.Option("--short", help="Print one line for a paper: scores, intervals, signature.")
    ] = False,
    options: Any = None,
) -> None:
    """Score a file of outputs, or several files side by side."""
    from askew.core.errors import InputError, UsageError
    from askew.core.resampling import Resampling
    from askew.evaluate.folder import check_new_folder
    from askew.evaluate.score import score

    if short and (as_json or by):
        raise UsageError(f"--short prints one line: give it or {'--json' if as_json else '--by'}, not both")
    if len(hyp) > 1 and name:
        raise UsageError("--name names one system; several files are named after themselves, or after their folders")
    if missing := [file for file in hyp[1:] if file != "-" and not Path(file).exists()]:  # before anything is scored
        raise InputError("no such file", where=missing[0])
    if hyp.count("-") > 1:
        raise UsageError("standard input can be read once: give one --hyp -, and files for the others")
    several = len(hyp) > 1
    names = told_apart(hyp) if several else [name]
    folders = [] if out is None else [check_new_folder(out / str(each)) for each in names] if several else [out]
    runs = [
        score(
            suite, target=target, hyp=file, subset=subset, edition=edition, protocol=protocol, name=each,
            out=None if several else out, format=format, partial=partial, resampling=Resampling(resamples, seed),
            **options,
        )
        for file, each in zip(hyp, names, strict=True)
    ]  # fmt: skip
    if several:
        _save_all(runs, folders)
    if short:
        for run in runs:
            print_short(run)
    elif len(runs) > 1:
        _print_several(runs, as_json, by)
    else:
        print_run(runs[0], as_json, by)
    if suite == "speakers" and by and not as_json:
        from askew.analyses.gaps import gaps
        from askew.report.analyses import gaps_content

        for run in runs:
            print_content(*gaps_content(gaps(run, by, resampling=Resampling(resamples, seed))))
    if not as_json and not short:
        say(f"askew: next: {_next(folders)}")


def _save_all(runs: "list[Run]", folders: list[Path]) -> None:
    """Keep runs once all of them are scored; all or none, so that the same command works again after an error."""
    kept: list[Path] = []
    try:
        for run, folder in zip(runs, folders, strict=bool(folders)):
            run.save_new(folder)
            kept.append(folder)
    except BaseException:
        for folder in kept:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _print_several(runs: "list[Run]", as_json: bool, by: str | None) -> None:
    """Runs on the same items, compared with the first; then each by an attribute."""
    from askew.analyses.compare import compare
    from askew.report.scores import by_group, comparison_content

    if as_json:
        print_json([run.to_json() for run in runs])
    else:
        # First, so that an unknown attribute is refused.
        groups = [replace(by_group(run, by), title=f"{run.system} by {by}") for run in runs] if by else []
        print_content(*comparison_content(compare(*runs, resampling=runs[0].resampling)), *groups)


def _next(folders: list[Path]) -> str:
    """What to do with runs that were just scored."""
    if not folders:
        return "with --out RUNDIR the run is kept for 'askew report', 'askew compare' and 'askew explain'"
    shown = " ".join(shlex.quote(str(folder)) for folder in folders)
    other = "" if len(folders) > 1 else f"; askew compare {shown} OTHER"
    return f"askew report {shown} -o report.html (every sentence behind the numbers){other}"


def told_apart(files: Sequence[str]) -> list[str]:
    """Names for files of outputs: their own without endings; where two are the same, with the folders that tell
    them apart.

    >>> told_apart(["a/en-es.txt.gz", "b/en-es.txt.gz"]), told_apart(["google.txt", "bing.txt"])
    (['a-en-es', 'b-en-es'], ['google', 'bing'])
    """
    parts = [(*Path(file).parts[:-1], Path(file).name.split(".")[0] or "outputs") for file in files]
    for depth in range(1, max(map(len, parts)) + 1):
        names = ["-".join(part.strip("/") for part in own[-depth:]) for own in parts]
        if len(set(names)) == len(names):
            return names
    return [f"{name}-{number}" for number, name in enumerate(names, 1)]
