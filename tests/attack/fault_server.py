"""A server on loopback that speaks each service's published protocol, and breaks it as told: byte by byte where it
must.
"""

import json
import socket
import threading
from contextlib import contextmanager, suppress
from typing import NamedTuple
from urllib.parse import parse_qs

from tests.services import (
    deepl_answer,
    google_answer,
    google_v3_answer,
    libretranslate_answer,
    openai_answer,
    translated,
)


class Protocol(NamedTuple):
    """How a service is asked, and what it answers."""

    spec: str
    """The SPEC, with {} where the address goes."""
    texts: object
    """The texts in a question (its body)."""
    answer: object
    """The JSON that answers some translations."""
    key: bool = True
    batch: dict = {}  # noqa: RUF012


def _json(field):
    return lambda body: json.loads(body)[field]


def _chat(body):
    return [json.loads(body)["messages"][0]["content"].rpartition("\n")[2]]


PROTOCOLS = {
    "openai": Protocol("openai:toy@{}/v1", _chat, openai_answer),
    "libretranslate": Protocol("libretranslate@{}", _json("q"), libretranslate_answer, batch={"batch": 2}),
    "deepl": Protocol("deepl@{}", _json("text"), deepl_answer, batch={"batch": 2}),
    "google": Protocol("google:@{}", _json("q"), google_answer, batch={"batch": 2}),
    "google v3": Protocol("google:p1@{}", _json("contents"), google_v3_answer, batch={"batch": 2}),
    "apy": Protocol(
        "apy@{}",
        lambda body: parse_qs(body.decode())["q"],
        lambda texts: {"responseData": {"translatedText": texts[0]}, "responseDetails": None, "responseStatus": 200},
        key=False,
    ),
}


class Question(NamedTuple):
    """A request as it came."""

    head: str
    body: bytes
    connection: socket.socket


def response(body, status="200 OK", **headers):
    """A whole answer, as bytes; a header that is None is left out."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = {"Content-Type": "application/json", "Content-Length": len(content), "Connection": "close"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    said = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
    return f"HTTP/1.1 {status}\r\n{said}\r\n".encode("latin-1") + content


@contextmanager
def serving(reply):
    """Answers every request with what ``reply(question)`` sends or returns; yields the address, and a list of what was
    asked.
    """
    asked, stopped = [], threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            while not stopped.is_set():
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                threading.Thread(target=answer, args=(connection,), daemon=True).start()

        def answer(connection):
            with connection, suppress(OSError):
                stream = connection.makefile("rb")
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    line = stream.readline()
                    if not line:
                        return
                    head += line
                lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
                body = stream.read(int(lengths[0].partition(b":")[2])) if lengths else b""
                question = Question(head.decode("latin-1"), body, connection)
                asked.append(question)
                if (said := reply(question)) is not None:
                    connection.sendall(said)

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}", asked
        finally:
            stopped.set()
            server.shutdown(socket.SHUT_RDWR)


def good(protocol, question):
    """The answer there should be."""
    return protocol.answer([translated(text) for text in protocol.texts(question.body)])
