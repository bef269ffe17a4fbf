"""What becomes of a signal: programs that were started are ended, what was done is kept, and no traceback is shown."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(number for number in signal.Signals if number.name in ("SIGTERM", "SIGHUP"))


class Terminated(KeyboardInterrupt):
    """The process was told to end; like Ctrl-C it passes through everything that only catches errors."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end what is done inside as Ctrl-C does; one that is ignored (nohup) stays ignored.

    Before and after it they end the process at once: there is nothing to be kept, and nobody to catch an exception.
    """
    handlers = dict.fromkeys(ENDING, _end) | {signal.SIGINT: signal.default_int_handler}
    ours = [number for number in handlers if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in ours:
            signal.signal(number, handlers[number])
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> None:
    del frame
    signal.signal(number, signal.SIG_DFL)  # who says it twice means it
    raise Terminated(number)


def exit_status(stop: KeyboardInterrupt) -> int:
    """What shells say of a process that a signal ended.

    >>> exit_status(KeyboardInterrupt()), exit_status(Terminated(signal.SIGTERM))
    (130, 143)
    """
    return 128 + (stop.number if isinstance(stop, Terminated) else signal.SIGINT)
