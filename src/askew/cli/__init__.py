"""The command line: one short file per verb. Results go to standard output, everything else to standard error.

Exit status: 0 done; 1 a gate said no; 2 an error, the user's or ours; 3 incomplete, or the data can't tell.
"""

import signal

__all__ = ["main"]


def main() -> None:
    """Run the program. A Ctrl-C while it is still being loaded ends it at once, without a traceback."""
    if (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):  # or it is ignored, in the background of a shell script
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from askew.cli.app import main as run

    run()
