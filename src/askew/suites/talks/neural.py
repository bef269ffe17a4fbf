"""Neural scores of talks: given in a file, or made by metrics in environments of their own."""

from collections.abc import Sequence

from askew.core.errors import UsageError
from askew.core.records import Item, Output
from askew.formats.neural_scores import read_scores
from askew.judges.neural import Kind, comet_metric, metricx_metric, run_metric
from askew.suites.options import PublishedTalkOptions

Scores = dict[str, dict[str, float]]  # metric to id to score


def neural_scores(
    options: PublishedTalkOptions, items: Sequence[Item], outputs: Sequence[Output]
) -> tuple[Scores, str]:
    """The scores that are asked for, and by what they were given, for the signature; what is computed takes the place
    of what a file has. Raises UsageError for a model without the command that runs it.
    """
    scores: Scores = {}
    if options.neural_scores:
        scores = read_scores(options.neural_scores, items, {output.id for output in outputs})
    given_by = dict.fromkeys(scores, "imported")
    asked: list[tuple[Kind, str | None, str | None]] = [
        ("comet", options.comet, options.comet_model),
        ("metricx", options.metricx, options.metricx_model),
    ]
    for kind, command, models in asked:
        if models and not command:
            raise UsageError(f"--{kind}-model makes no sense without --{kind}")
        for model in (models or "").split(",") if command else ():
            name = comet_metric(model) if kind == "comet" else metricx_metric(model)
            given_by[name], scores[name] = run_metric(kind, command or "", items, outputs, model.strip() or None)
    return scores, ",".join(sorted(f"{name}:{by}" for name, by in given_by.items())).replace("|", "/")
