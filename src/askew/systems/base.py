"""What a system is, and how a SPEC on the command line becomes one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from askew.core.errors import UsageError
from askew.core.records import Item, Output
from askew.core.registry import Registry


class System(Protocol):
    """Answers items.

    A system that can only answer all items at once has ``whole = True`` besides; a broken-off run then asks it for all again.
    """

    @property
    def name(self) -> str:
        """What it is called in tables."""
        ...

    @property
    def details(self) -> Mapping[str, str]:
        """What identifies it: a run is only continued by a system with equal details."""
        ...

    def answer(self, items: Sequence[Item]) -> Iterator[Output]:
        """The outputs, in the items' order, each as soon as it is there."""
        ...


class SystemFactory(Protocol):
    """Makes a system from what follows the colon of its SPEC."""

    def __call__(self, argument: str) -> System:
        """The system."""
        ...


REGISTRY: Registry[SystemFactory] = Registry(
    "system",
    {
        "file": "askew.systems.file:FileSystem",
        "command": "askew.systems.command:CommandSystem",
        "apertium": "askew.systems.apertium:ApertiumSystem",
    },
)


def open_system(spec: str) -> System:
    """The system a SPEC such as ``command:./translate.sh`` names."""
    kind, colon, argument = spec.partition(":")
    if not colon or not argument:
        raise UsageError(
            f"a system is written KIND:WHAT, such as apertium:eng-spa; found {spec!r} (kinds: {', '.join(REGISTRY.names())})"
        )
    return REGISTRY.get(kind)(argument)
