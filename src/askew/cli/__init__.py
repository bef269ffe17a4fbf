"""The command line: one short file per verb. Results go to standard output, everything else to standard error.

Exit status: 0 done; 1 a gate said no; 2 an error, the user's or ours; 3 incomplete, or the data can't tell.
"""

from askew.cli.app import main

__all__ = ["main"]
