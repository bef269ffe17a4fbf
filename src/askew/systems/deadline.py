"""A time limit for all of a request. The usual one is for each read alone, so a server that sends a byte now and then
(of a header, of a hundred ``100 Continue``, of a TLS handshake) could hold us for ever.
"""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool


class Deadline:
    """Shuts the connections of a session down when the time is up, whatever they wait for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._handles: list[socket.socket] = []
        self.passed = False

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        """The limit for what is done inside."""
        self.passed = False
        timer = threading.Timer(seconds, self._pass)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with self._lock:
                for handle in self._handles:
                    handle.close()
                self._handles.clear()

    def _pass(self) -> None:
        with self._lock:
            self.passed = True
            for handle in self._handles:
                with suppress(OSError):  # it may be over already
                    handle.shutdown(socket.SHUT_RDWR)

    def watch(self, connection: socket.socket) -> None:
        """Keep an eye on a connection until the limit ends, with a handle of our own: TLS takes a socket over, and an
        answer may outlive the connection it came by.
        """
        handle = socket.socket(fileno=os.dup(connection.fileno()))
        with self._lock:
            self._handles.append(handle)
            if self.passed:
                handle.shutdown(socket.SHUT_RDWR)

    def session(self) -> requests.Session:
        """A session whose connections are watched."""
        session = requests.Session()
        for prefix in ("http://", "https://"):
            session.mount(prefix, _Adapter(self))
        return session


class _Adapter(HTTPAdapter):  # type: ignore[misc]  # requests has no types
    """Connections of our own making."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        super().__init__()

    def init_poolmanager(self, *args: Any, **keywords: Any) -> None:
        super().init_poolmanager(*args, **keywords)
        self.poolmanager.pool_classes_by_scheme = _pools(self._deadline)

    def proxy_manager_for(self, *args: Any, **keywords: Any) -> Any:
        manager = super().proxy_manager_for(*args, **keywords)
        manager.pool_classes_by_scheme = _pools(self._deadline)
        return manager


class _Watched:
    """A connection that lets the deadline know of its socket, when it is opened and when it is used again."""

    deadline: Deadline
    sock: socket.socket | None

    def _new_conn(self) -> socket.socket:
        connection: socket.socket = super()._new_conn()  # type: ignore[misc]
        self.deadline.watch(connection)
        return connection

    def request(self, *args: Any, **keywords: Any) -> None:
        if self.sock is not None:
            self.deadline.watch(self.sock)
        super().request(*args, **keywords)  # type: ignore[misc]


def _pools(deadline: Deadline) -> dict[str, type]:
    plain = type("_Plain", (_Watched, HTTPConnection), {"deadline": deadline})
    encrypted = type("_Encrypted", (_Watched, HTTPSConnection), {"deadline": deadline})
    return {
        "http": type("_PlainPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
        "https": type("_EncryptedPool", (HTTPSConnectionPool,), {"ConnectionCls": encrypted}),
    }
