"""Answers already had, by what the system is and what it was asked; shared between runs and processes.

One SQLite file, ``$ASKEW_CACHE`` or ``askew/outputs.sqlite`` in the user's cache folder, in WAL mode: several processes
may read and write it at once (on one machine; WAL does not work over a network file system). A cache that can't be used
is a warning, never an error: it only saves work.
"""

import hashlib
import json
import os
import sqlite3
import warnings
from collections.abc import Mapping
from pathlib import Path

from askew.core.records import Item, Output


def cache_path() -> Path:
    """Where the cache lies."""
    if chosen := os.environ.get("ASKEW_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("askew") / "outputs.sqlite"


def open_cache(identity: Mapping[str, str] | None) -> "Cache":
    """The cache for the system that ``identity`` tells from all others; without one, a cache that keeps nothing."""
    return Cache(None, "") if identity is None else Cache(cache_path(), json.dumps(identity, sort_keys=True))


class Cache:
    """The answers of one system."""

    def __init__(self, path: Path | None, identity: str) -> None:
        self._identity = identity
        self._path = path
        self._database: sqlite3.Connection | None = None
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                # Autocommit: each answer is safe as soon as it is put. Another process's write is waited for.
                self._database = sqlite3.connect(path, timeout=30, isolation_level=None)
                self._database.execute("PRAGMA journal_mode=WAL")
                self._database.execute("PRAGMA synchronous=NORMAL")
                self._database.execute(
                    "CREATE TABLE IF NOT EXISTS outputs (key BLOB PRIMARY KEY, output TEXT) WITHOUT ROWID"
                )
            except (OSError, sqlite3.Error) as error:
                self._give_up(error)

    def get(self, item: Item) -> Output | None:
        """The answer to an item, if it is known."""
        if self._database is None or item.audio is not None:
            return None
        try:
            row = self._database.execute("SELECT output FROM outputs WHERE key = ?", [self._key(item)]).fetchone()
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        return None if row is None else Output(item.id, row[0])

    def put(self, item: Item, text: str) -> None:
        """Keep an answer; the first one stays."""
        if self._database is None or item.audio is not None:
            return
        try:
            self._database.execute("INSERT OR IGNORE INTO outputs VALUES (?, ?)", [self._key(item), text])
        except sqlite3.Error as error:
            self._give_up(error)

    def _key(self, item: Item) -> bytes:
        return hashlib.sha256(f"{self._identity}\n{item.source}".encode()).digest()

    def _give_up(self, error: Exception) -> None:
        warnings.warn(f"the cache {self._path} can't be used ({error}); going on without it", stacklevel=4)
        if self._database is not None:
            self._database.close()
        self._database = None

    def close(self) -> None:
        """Let go of the file."""
        if self._database is not None:
            self._database.close()
        self._database = None
