"""Whether answers that nobody has counted belong to the items they were written down for.

A program that writes a line per line is matched to its items by order. If it, or askew, is killed, nobody has seen that
there were as many answers as items: one line too many at the beginning (a banner, say) and all of them belong to their
neighbours. The last answers tell, since whatever shifted the others shifted them too: they are asked again.
"""

from collections.abc import Iterable, Mapping, Sequence

from askew.core.records import Item, Output
from askew.systems import System

DISTINCT = 3  # answers that have to come out again: one may be like its neighbour by chance
MOST = 50  # answers asked again for that


def doubtful(
    system: System, items: Mapping[str, Item], outputs: Sequence[Output], calls: Iterable[Sequence[str]]
) -> set[str]:
    """The ids of those calls whose last answers are others when asked again. ``outputs`` are in the order they came.

    Raises whatever the system raises; nothing is known then.
    """
    tails = {tuple(call): _tail([output for output in outputs if output.id in set(call)]) for call in calls}
    asked = [items[output.id] for tail in tails.values() for output in tail if output.id in items]
    if not asked:
        return set()
    system.load()
    again = {answer.id: answer for answer in system.answer(asked) if isinstance(answer, Output)}
    doubted: set[str] = set()
    for call, tail in tails.items():
        if any(output.id not in again or not _same(output, again[output.id]) for output in tail):
            doubted.update(call)
    return doubted


def _tail(outputs: Sequence[Output]) -> list[Output]:
    """The last outputs, back to where there are three different texts among them."""
    tail: list[Output] = []
    for output in reversed(outputs[-MOST:]):
        tail.append(output)
        if len({each.text for each in tail}) == DISTINCT:
            break
    return tail[::-1]


def _same(one: Output, other: Output) -> bool:
    return (one.text, one.transcript) == (other.text, other.transcript)
