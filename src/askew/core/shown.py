"""What a notebook shows: records say that they can be shown, ``askew.report.notebook`` knows how, and is loaded at
first use.
"""

from importlib import import_module

RENDERER = "askew.report.notebook"


class Shown:
    """A record that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module(RENDERER).html(self)
        return html
