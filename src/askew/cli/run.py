"""askew run: run a system on a suite and score it."""

import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from askew.cli import options as shared
from askew.cli.show import print_run, progress
from askew.cli.signals import exit_status
from askew.cli.suite_options import with_suite_options


@with_suite_options
def command(
    suite: shared.SuiteName,
    system: Annotated[
        str,
        typer.Option(metavar="SPEC", help="e.g. apertium:eng-spa, 'command:./translate.sh', deepl, openai:MODEL@URL."),
    ],
    out: Annotated[
        Path,
        typer.Option(metavar="RUNDIR", help="Folder of the run, which names it; one broken off there is continued."),
    ],
    audio: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="For systems that take audio: the recordings, as 'askew speak' makes them."),
    ] = None,
    segments: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Talks: ask for these pieces of the recordings (YAML, JSONL), or for them 'whole'."
        ),
    ] = None,
    simultaneous: Annotated[
        str | None,
        typer.Option(
            metavar="POLICY", help="Talks: translate while they are spoken: wait-k=3, maybe also step=, longest= (s)."
        ),
    ] = None,
    about: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A text the system is told beside the items: an abstract, a term a line."),
    ] = None,
    target: shared.Target = "",
    subset: shared.Subset = None,
    edition: shared.Edition = None,
    protocol: shared.Protocol = None,
    name: shared.Name = None,
    settings: shared.Settings = [],  # noqa: B006  # typer reads it, nobody changes it
    batch: Annotated[int | None, typer.Option(min=1, help="Items at a time; the same as --set batch=N.")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Instances of the system side by side; what suits it if not given.")
    ] = None,
    executor: Annotated[
        str, typer.Option(metavar="WHERE", help="local; ray for a Ray cluster, ray://HOST:PORT for one elsewhere.")
    ] = "local",
    limit: Annotated[int | None, typer.Option(min=1, help="Ask at most so many items this time.")] = None,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Ask in a random order, by --seed.")] = False,
    cache: Annotated[bool, typer.Option("--cache/--no-cache", help="Use answers a remote service gave before.")] = True,
    partial: shared.Partial = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away a run that is already in RUNDIR.")] = False,
    seed: shared.Seed = shared.DEFAULT_SEED,
    resamples: shared.Resamples = shared.DEFAULT_RESAMPLES,
    as_json: shared.Json = False,
    options: Any = None,
) -> None:
    """Run a system on a suite, keep everything in a run folder, and score it."""
    from askew.core.options import read_settings
    from askew.core.resampling import Resampling
    from askew.evaluate.ask import Asking
    from askew.evaluate.run import run

    chosen: dict[str, object] = {**read_settings([*settings, *([] if batch is None else [f"batch={batch}"])])}
    if about is not None:
        from askew.systems.context import with_context

        chosen = with_context(system, chosen, about)
    try:
        result = run(
            suite,
            target=target,
            system=system,
            settings=chosen,
            out=out,
            audio=audio,
            segments=segments,
            simultaneous=simultaneous,
            subset=subset,
            edition=edition,
            protocol=protocol,
            name=name,
            fresh=fresh,
            partial=partial,
            resampling=Resampling(resamples, seed),
            asking=Asking(workers, executor, limit, seed if shuffle else None, cache),
            progress=progress,
            **options,
        )
    except KeyboardInterrupt as stop:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # we are ending; a second Ctrl-C would only hide how to go on
        journals = [out / "outputs.jsonl", out / "pieces" / "outputs.jsonl"]
        kept = max((journal.read_bytes().count(b"\n") for journal in journals if journal.exists()), default=0)
        print(
            f"\naskew: interrupted: {kept} outputs are in {out}; the same command goes on where it stopped",
            file=sys.stderr,
        )
        raise typer.Exit(exit_status(stop)) from None
    print_run(result, as_json)
    if len(result.outputs) < len(result.items):
        raise typer.Exit(3)
