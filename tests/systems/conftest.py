"""Servers on loopback: Debian's Apertium server, stand-ins for services that can't be had, and a proxy that injects
faults.
"""

import http.client
import json
import shutil
import socket
import subprocess
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.services import (
    deepl_answer,
    google_answer,
    google_v3_answer,
    libretranslate_answer,
    openai_answer,
    translated,
)

MODES = Path("/usr/share/apertium/modes")


class Handler(BaseHTTPRequestHandler):
    """Reads a POST, notes it in the server's log, and lets the server answer."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # header and body in one packet, or Nagle's algorithm makes every answer wait

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.lock:
            self.server.log.append((self.path, dict(self.headers), body))
            number = len(self.server.log)
        self.server.reply(self, number, body)

    def send(self, status, body, kind="application/json", length=None, **headers):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)
        self.wfile.flush()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # a client that hung up, which is what some tests make it do


@contextmanager
def serving(reply):
    """A server on loopback that answers a POST with ``reply(handler, number, body)``."""
    server = Server(("127.0.0.1", 0), Handler)
    server.log, server.lock, server.reply = [], threading.Lock(), reply
    server.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def hosted(handler, number, body):
    """The services that can't be had, each by its published protocol; what isn't asked properly is refused."""
    del number
    asked = json.loads(body)
    if handler.path == "/v1/chat/completions":
        (message,) = asked["messages"]
        text = message["content"].rpartition("\n")[2]
        tokens = len(message["content"].split()), len(text.split()) + 1
        handler.send(200, openai_answer([translated(text)], asked["model"], tokens))
    elif handler.path == "/translate":
        assert (asked["source"], asked["format"]) == ("en", "text")
        handler.send(200, libretranslate_answer([translated(text, asked["target"]) for text in asked["q"]]))
    elif handler.path == "/v2/translate":
        if not handler.headers["Authorization"].startswith("DeepL-Auth-Key "):
            handler.send(403, {"message": "Forbidden"})
        elif len(asked["text"]) > 50:
            handler.send(413, {"message": "Too many texts"})
        else:
            handler.send(200, deepl_answer([translated(text, asked["target_lang"]) for text in asked["text"]]))
    elif handler.path == "/language/translate/v2":
        assert handler.headers["X-Goog-Api-Key"]
        handler.send(200, google_answer([translated(text, asked["target"]) for text in asked["q"]]))
    elif handler.path == "/v3/projects/p1/locations/global:translateText":
        assert handler.headers["Authorization"].startswith("Bearer ")
        assert asked["mimeType"] == "text/plain"
        texts = [translated(text, asked["targetLanguageCode"]) for text in asked["contents"]]
        handler.send(200, google_v3_answer(texts))
    else:
        handler.send(404, {"error": "nothing here"})


@pytest.fixture
def services():
    """All the stand-ins on one address."""
    with serving(hosted) as server:
        yield server


def _listens(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def apy():
    """The address of a real Apertium server."""
    if shutil.which("apertium-apy") is None or not (MODES / "eng-spa.mode").exists():
        pytest.skip("needs Debian's apertium-apy and apertium-eng-spa")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    words = ["apertium-apy", "--port", str(port), "--num-processes", "1", str(MODES)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            while not _listens(port):
                assert server.poll() is None, "apertium-apy ended before it answered"
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def pass_on(handler, upstream, body):
    """Ask the real server and hand back what it says."""
    parts = urlsplit(upstream)
    connection = http.client.HTTPConnection(parts.hostname, parts.port)
    connection.request("POST", handler.path, body, {k: v for k, v in handler.headers.items() if k.lower() != "host"})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


def _half(handler, upstream, body):
    _, content = pass_on(handler, upstream, body)
    handler.send(200, content[: len(content) // 2], length=len(content))
    handler.close_connection = True


def _drip(handler, upstream, body):
    _, content = pass_on(handler, upstream, body)
    handler.send(200, b"", length=len(content))
    for byte in content:
        handler.wfile.write(bytes([byte]))
        handler.wfile.flush()
        time.sleep(0.1)


def _changed(change):
    def fault(handler, upstream, body):
        answer = json.loads(pass_on(handler, upstream, body)[1])
        change(answer)
        handler.send(200, answer)

    return fault


def _hang_up(handler, *_):
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


FAULTS = {
    "hangs": lambda handler, *_: handler.connection.recv(1),  # until the client goes
    "hangs up": _hang_up,
    "drips": _drip,
    "429": lambda handler, *_: handler.send(429, {"error": {"message": "slow down"}}, Retry_After="0"),
    "429 until a date": lambda handler, *_: handler.send(429, {}, Retry_After="Sun, 06 Nov 1994 08:49:37 GMT"),
    "429 for an hour": lambda handler, *_: handler.send(429, {}, Retry_After="3600"),
    "500": lambda handler, *_: handler.send(500, b"<h1>oops</h1>", "text/html"),
    "503": lambda handler, *_: handler.send(503, {"error": "busy"}),
    "half a body": _half,
    "HTML": lambda handler, *_: handler.send(200, b"<html>please log in</html>", "text/html"),
    "not JSON": lambda handler, *_: handler.send(200, b"\xff\xfe\x00"),
    "other JSON": lambda handler, *_: handler.send(200, {"ok": True}),
    "a list": lambda handler, *_: handler.send(200, [1]),
    "no choices": _changed(lambda answer: answer["choices"].clear()),
    "two choices": _changed(lambda answer: answer["choices"].append(answer["choices"][0])),
    "an empty text": _changed(lambda answer: answer["choices"][0]["message"].update(content=" \n")),
    "no text": _changed(lambda answer: answer["choices"][0]["message"].update(content=None)),
    "cut off": _changed(lambda answer: answer["choices"][0].update(finish_reason="length")),
    "400": lambda handler, *_: handler.send(400, {"error": {"message": "content policy"}}),
    "401": lambda handler, *_: handler.send(401, {"error": f"bad key: {handler.headers.get('Authorization')}"}),
    "404": lambda handler, *_: handler.send(404, {"error": {"message": "no such model"}}),
    "456": lambda handler, *_: handler.send(456, {"message": "Quota Exceeded"}),
}


@pytest.fixture
def proxy():
    """Makes proxies: ``proxy(upstream, when)``, where ``when(number, body)`` names the fault of a request, or none."""
    running = []

    def start(upstream, when):
        def reply(handler, number, body):
            fault = when(number, body)
            if fault is None:
                status, content = pass_on(handler, upstream, body)
                handler.send(status, content)
            elif fault.startswith("redirect to "):
                handler.send(307, b"", Location=fault.removeprefix("redirect to ") + handler.path)
            else:
                FAULTS[fault](handler, upstream, body)

        manager = serving(reply)
        running.append(manager)
        return manager.__enter__()

    yield start
    for manager in running:
        manager.__exit__(None, None, None)


@pytest.fixture(autouse=True)
def own_cache(no_keys):
    """No test sees another's answers, or the user's keys."""
