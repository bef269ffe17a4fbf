"""askew power: how many items does a given drop need?"""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.gate import MaxDrop


def command(
    candidate: Annotated[
        Path | None, typer.Argument(metavar="[CANDIDATE]", help="A run folder to reckon from.")
    ] = None,
    baseline: Annotated[Path | None, typer.Option(metavar="RUNDIR", help="The run folder it is compared with.")] = None,
    max_drop: MaxDrop = [],  # noqa: B006
    drop: Annotated[float | None, typer.Option(metavar="POINTS", help="Without runs: the drop.")] = None,
    discordant: Annotated[
        float | None,
        typer.Option(metavar="PERCENT", help="Without runs: items on which one system is right and the other wrong."),
    ] = None,
    alpha: Annotated[float, typer.Option(help="Error rate of the test.")] = 0.05,
    power: Annotated[float, typer.Option(help="How surely the test is to decide.")] = 0.8,
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Say how many items a given drop needs: from assumptions, or from two runs and how they differ."""
    from askew.cli.show import print_json
    from askew.core.errors import UsageError
    from askew.core.resampling import Resampling
    from askew.gate.power import items_needed, items_needed_like
    from askew.gate.rules import MAX_DROP, parse_rule
    from askew.report.numbers import count, number

    if candidate is not None and baseline is not None and max_drop:
        rules = [parse_rule(MAX_DROP, text) for text in max_drop]
        found = items_needed_like(
            candidate, baseline, rules, alpha=alpha, power=power, resampling=Resampling(resamples, seed)
        )
    elif candidate is None and baseline is None and drop is not None and discordant is not None:
        found = [items_needed(drop, discordant, alpha=alpha, power=power)]
    else:
        raise UsageError(
            "give two runs and rules (CANDIDATE --baseline RUNDIR --max-drop anti=2), or --drop POINTS and "
            "--discordant PERCENT"
        )
    if as_json:
        print_json([one.to_json() for one in found])
        return
    for one in found:
        of = f"{one.score}: " if one.score else ""
        print(f"{of}a drop of {one.drop:g} points, alpha {one.alpha:g}, power {one.power:g}")
        excluding = count(one.to_exclude, "item")
        print(f"  {excluding} exclude it when there is none; {one.to_see:,} show it when there is one")
        if one.smallest is not None and one.items is not None:
            print(f"  the {count(one.items, 'item')} at hand can exclude a drop of {number(one.smallest)} points")
