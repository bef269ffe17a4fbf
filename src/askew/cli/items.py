"""askew items: what a suite asks."""

from askew.cli import options
from askew.core.files import to_json_line


def command(
    suite: options.SuiteName,
    subset: options.Subset = None,
    edition: options.Edition = None,
    as_json: options.Json = False,
) -> None:
    """Print the items: one source sentence per line, or JSON lines."""
    from askew.evaluate.score import items

    for item in items(suite, edition=edition, subset=subset):
        print(to_json_line(item.to_json()) if as_json else item.source)
