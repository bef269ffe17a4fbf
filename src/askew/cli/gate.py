"""askew gate: may this candidate replace the baseline?"""

from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options

MaxDrop = Annotated[
    list[str], typer.Option("--max-drop", metavar="SCORE=POINTS", help="The score gets worse (a gap such as momc-mofc widens) by less than this.")
]  # fmt: skip


def command(
    candidate: Annotated[Path, typer.Argument(metavar="CANDIDATE", help="The candidate's run folder.")],
    baseline: Annotated[Path, typer.Option(metavar="RUNDIR", help="The baseline's run folder.")],
    max_drop: MaxDrop = [],  # noqa: B006
    minimum: Annotated[
        list[str], typer.Option("--min", metavar="SCORE=VALUE", help="The candidate's score is above this.")
    ] = [],  # noqa: B006
    maximum: Annotated[
        list[str],
        typer.Option("--max", metavar="SCORE=VALUE", help="The candidate's score, or its lost items, are below this."),
    ] = [],  # noqa: B006
    rules: Annotated[Path | None, typer.Option(metavar="FILE", help="More rules, in TOML.")] = None,
    alpha: Annotated[float | None, typer.Option(help="Error rate of the gate; 0.05 if not given.")] = None,
    format: Annotated[str, typer.Option(help="text, json, junit, github or markdown.")] = "text",
    page: Annotated[
        str, typer.Option(metavar="URL", help="Where a report on both runs is, for links to lost sentences (markdown).")
    ] = "",
    seed: options.Seed = options.DEFAULT_SEED,
    resamples: options.Resamples = options.DEFAULT_RESAMPLES,
    as_json: options.Json = False,
) -> None:
    """Hold a candidate to rules. Status: 0 they hold, 1 one is broken, 3 the data can't tell."""
    from askew.cli.show import print_content, print_json
    from askew.core.registry import choose
    from askew.core.resampling import Resampling
    from askew.core.run import load
    from askew.gate.gate import gate
    from askew.gate.rules import MAX, MAX_DROP, MIN, Rules, parse_rule, read_rules
    from askew.report.gate import as_github, as_junit, gate_content, gate_markdown
    from askew.report.links import item_link
    from askew.report.sets import run_sets

    chosen = choose("format", "json" if as_json else format, ["text", "json", "junit", "github", "markdown"])
    more, their_alpha = read_rules(rules) if rules else ([], None)
    options_given = {MAX_DROP: max_drop, MIN: minimum, MAX: maximum}
    given = [parse_rule(kind, text) for kind, texts in options_given.items() for text in texts]
    level = alpha if alpha is not None else their_alpha if their_alpha is not None else 0.05
    runs = load(candidate), load(baseline)
    outcome = gate(*runs, Rules((*given, *more), level), Resampling(resamples, seed))
    if chosen == "json":
        print_json(outcome.to_json())
    elif chosen == "text":
        print_content(*gate_content(outcome))
    elif chosen == "markdown":
        run_set = run_sets(runs[::-1])[0]
        print(gate_markdown(outcome, lambda item: page and page + item_link(run_set, item)), end="")
    else:
        print({"junit": as_junit, "github": as_github}[chosen](outcome), end="")
    raise typer.Exit(outcome.status)
