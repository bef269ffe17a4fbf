"""A web server on loopback that serves what it is given, and misbehaves as it is told."""

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from askew.datasets.manifest import DataFile, Manifest


class Asked(NamedTuple):
    path: str
    range: str | None


class Server(ThreadingHTTPServer):
    """``files`` maps a path to its bytes. Each request takes the next of ``plan``, and is served well when it is empty:

    ("status", 500) answers with that status; ("cut", n) promises the whole body, sends n bytes and hangs up;
    ("stall", n) sends n bytes and then nothing more; ("no range",) sends everything, whatever part was asked for.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {}
        self.plan: deque[tuple] = deque()
        self.asked: list[Asked] = []
        self.stalled, self.over = threading.Event(), threading.Event()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self):
        path, wanted = self.path.lstrip("/"), self.headers.get("Range")
        self.server.asked.append(Asked(path, wanted))
        what, *more = self.server.plan.popleft() if self.server.plan else ("serve",)
        body = self.server.files.get(path)
        if what == "status" or body is None:
            self.send_error(more[0] if what == "status" else 404)
            return
        start = 0 if wanted is None or what == "no range" else int(wanted.removeprefix("bytes=").removesuffix("-"))
        if start and start >= len(body):
            self.send_error(416)
            return
        rest = body[start:]
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(rest)))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.end_headers()
        try:
            self.wfile.write(rest[: more[0]] if what in ("cut", "stall") else rest)
            self.wfile.flush()
            if what == "stall":
                self.server.stalled.set()
                self.server.over.wait(60)
        except (BrokenPipeError, ConnectionResetError):  # the client may hang up too
            pass

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.over.set()
        running.shutdown()
        thread.join()


@pytest.fixture
def nobody_home():
    """The address of a server that is not there any more."""
    with Server() as gone:
        return gone.url


@pytest.fixture(autouse=True)
def store_root(monkeypatch, tmp_path):
    """An empty data folder of our own."""
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def _hurried(monkeypatch):
    """Waiting between two tries takes a twentieth of the time."""
    wait = time.sleep
    monkeypatch.setattr(time, "sleep", lambda seconds: wait(seconds / 20))


@pytest.fixture
def toy(server):
    """A data set 'toy' with one file of 200,000 bytes, which the server has."""
    body = b"".join(hashlib.sha256(str(n).encode()).digest() for n in range(6250))
    server.files["sub/a.bin"] = body
    entry = DataFile("sub/a.bin", len(body), hashlib.sha256(body).hexdigest())
    return Manifest("toy", "a toy", server.url, "1", "MIT", "nobody", server.url + "/", (), (entry,))


class Ended(NamedTuple):
    status: int
    out: str
    err: str


def askew_script():
    return str(Path(sys.executable).with_name("askew"))


@pytest.fixture
def program(tmp_path):
    """Start the program on an empty data folder; ``begin`` leaves it running, ``run`` waits and says how it ended."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("ASKEW")}
    environment |= {"ASKEW_DATA": str(tmp_path / "data"), "NO_PROXY": "127.0.0.1"}

    class Program:
        data = tmp_path / "data"

        @staticmethod
        def begin(*arguments):
            pipe = subprocess.PIPE
            return subprocess.Popen([askew_script(), *arguments], stdout=pipe, stderr=pipe, text=True, env=environment)

        def run(self, *arguments):
            with self.begin(*arguments) as process:
                out, err = process.communicate(timeout=600)
            assert "Traceback" not in err, err
            assert "this is a bug in askew" not in err, err
            return Ended(process.returncode, out, err)

    return Program()
