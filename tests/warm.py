"""The program for hundreds of calls: a process that has askew loaded and forks for each of them.

A call has a process, streams, a folder and an environment of its own, as if it had been started by a shell; only what
Python takes to load half a second's worth of modules is saved. Tests about starting itself use the ``program``.
"""

import atexit
import gc
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from importlib import import_module

LOADED = (
    "askew.cli.app", "askew.evaluate.score", "askew.evaluate.run", "askew.evaluate.rescore", "askew.gate.gate",
    "askew.report.report", "askew.report.page", "askew.report.terminal", "askew.report.formats", "askew.report.show",
    "askew.analyses.compare", "askew.analyses.gaps", "askew.analyses.verdicts", "askew.sweep.plan", "sacrebleu",
    "rich.progress", "msgspec.inspect", "askew.suites.simplegen", "askew.suites.winomt",
    "askew.suites.talks", "askew.suites.speakers", "askew.lang.pack", "pydantic",
)  # fmt: skip


class Warm:
    """Starts the program in a process that is forked from one that has it loaded."""

    def __init__(self):
        self._start()

    def _start(self):
        self._socket, theirs = socket.socketpair()
        words = [sys.executable, __file__, str(theirs.fileno())]
        self._server = subprocess.Popen(words, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()

    def run(self, words, *, input=None, cwd=None, env=None, text=True):
        """What ``subprocess.run`` with these words would give."""
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            stdin.write((input.encode() if text else input) if input else b"")
            stdin.seek(0)
            call = {"words": words, "cwd": str(cwd or os.getcwd()), "env": dict(os.environ if env is None else env)}  # noqa: PTH109
            raw = json.dumps(call).encode()
            if self._server.poll() is not None:  # a test that kills may have killed it
                self.close()
                self._start()
            socket.send_fds(self._socket, [struct.pack("Q", len(raw))], [each.fileno() for each in (stdin, out, err)])
            self._socket.sendall(raw)
            [status] = struct.unpack("i", _received(self._socket, 4))
            said = []
            for stream in (out, err):
                stream.seek(0)
                said.append(stream.read().decode() if text else stream.read())
        if text:  # as subprocess reads text
            said = [each.replace("\r\n", "\n").replace("\r", "\n") for each in said]
        return subprocess.CompletedProcess(words, status, *said)

    def close(self):
        """The server ends when nobody can call it any more."""
        self._socket.close()
        self._server.wait()


def _received(connection, size):
    raw = b""
    while len(raw) < size:
        part = connection.recv(size - len(raw))
        if not part:
            raise EOFError
        raw += part
    return raw


def serve(connection):
    """Fork for every call and tell how it ended; only a child returns, with what it shall do, and the server when its
    client is gone.
    """
    for name in LOADED:
        with suppress(ImportError):  # pydantic is typer's, where it is there
            import_module(name)
    gc.freeze()  # what is shared with the children stays so
    while True:
        head, streams, *_ = socket.recv_fds(connection, 8, 3)
        if len(head) < 8:
            return None
        call = json.loads(_received(connection, *struct.unpack("Q", head)))
        child = os.fork()
        if child == 0:
            connection.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            return call
        for stream in streams:
            os.close(stream)
        connection.sendall(struct.pack("i", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))


def end(main):
    """Run it, and end as Python does but for taking every module apart."""
    try:
        main()
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()  # waits for threads
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(ValueError, OSError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    if (asked := serve(socket.socket(fileno=int(sys.argv[1])))) is not None:
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["env"])
        sys.argv = asked["words"]
        end(import_module("askew.cli").main)
