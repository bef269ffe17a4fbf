"""Links into the page's own sentences: ``#sentences?set=…&system=…&gold=female``, ``#item?set=…&id=17``."""

from urllib.parse import urlencode

from askew.report.sets import RunSet


def sentences_link(run_set: RunSet, page: str = "", **filters: str) -> str:
    """The address of some of a set's sentences, on this page or another."""
    return f"{page}#sentences?" + urlencode({"set": run_set.id, **filters})


def item_link(run_set: RunSet, item: str, page: str = "") -> str:
    """The address of one item with every system's output, on this page or another."""
    return f"{page}#item?" + urlencode({"set": run_set.id, "id": item})
