"""Runs ``askew ARGS`` without what only POSIX systems have, as far as that can be taken away: python not_posix.py
ARGS...
"""

import enum
import os
import signal
import sys

MODULES = ("fcntl", "grp", "pwd", "resource", "termios")
FUNCTIONS = ("fork", "getloadavg", "geteuid", "getuid", "killpg", "sched_getaffinity", "setsid", "sysconf")

if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(MODULES))  # None there: importing it is an ImportError
    for name in FUNCTIONS:
        if hasattr(os, name):
            delattr(os, name)
    left = {each.name: each.value for each in signal.Signals if each.name in ("SIGABRT", "SIGINT", "SIGTERM")}
    for each in list(signal.Signals):
        if each.name not in left:
            delattr(signal, each.name)
    signal.Signals = enum.IntEnum("Signals", left)
    from askew.cli import main

    main()
