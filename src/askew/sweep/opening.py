"""From a cell to the system that answers for it: one to be opened, or one whose outputs were made elsewhere."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from askew.core.records import Item, Output
from askew.sweep.design import Value
from askew.systems import System, open_system


def spec_and_options(
    spec: str, fixed: Mapping[str, Value], settings: Mapping[str, Value]
) -> tuple[str, dict[str, Value]]:
    """What a cell's settings make of the sweep's SPEC: a setting whose ``{name}`` stands in it is filled in, the others
    are options.

    >>> spec_and_options("command:./translate.sh --beam {beam}", {"threads": 1}, {"beam": 5, "batch": 8})
    ('command:./translate.sh --beam 5', {'threads': 1, 'batch': 8})
    """
    options = dict(fixed)
    for name, value in settings.items():
        if f"{{{name}}}" in spec:
            spec = spec.replace(f"{{{name}}}", str(value))
        else:
            options[name] = value
    return spec, options


def open_cell(spec: str, options: Mapping[str, Value], target: str) -> System:
    """The system of a cell."""
    return open_system(spec, options, target=target)


class StoredOutputs(System):
    """The system of a stored cell: it answers one set with the outputs that were stored."""

    all_at_once = True

    def __init__(self, name: str, details: Mapping[str, str], outputs: Sequence[str]) -> None:
        self._name, self._details, self._outputs = name, details, outputs

    @property
    def name(self) -> str:
        """The stored cell's name."""
        return self._name

    @property
    def details(self) -> Mapping[str, str]:
        """What was stored beside it, and a checksum of the outputs."""
        digest = hashlib.sha256("\n".join(self._outputs).encode()).hexdigest()[:16]
        return {"kind": "stored", **self._details, "sha256": digest}

    def answer(self, items: Sequence[Item]) -> Iterator[Output]:
        """All outputs at once; the store has checked that there are as many as items."""
        for item, text in zip(items, self._outputs, strict=True):
            yield Output(item.id, text)
