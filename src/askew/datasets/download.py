"""Downloads that go on where an earlier one stopped, are checked before they take their place, and give up in plain
words.
"""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

CONNECT_SECONDS, STALL_SECONDS = 10.0, 30.0
TRIES = 4
ALGORITHMS = ("md5", "sha256", "sha512")


def download(
    url: str, target: Path, size: int, checksum: str | None = None, *, stall_seconds: float = STALL_SECONDS
) -> None:
    """Fetch a file of ``size`` bytes to ``target``, unless the one that is there has the ``checksum`` (``sha256:…``).
    Without a checksum, its size is all that can be checked.

    What has arrived is kept beside it, as ``NAME.part``, which outlives a failure or a kill. A broken or stalled
    connection is tried again, asking only for the rest. OSError where it can't be had, ValueError where it is not what
    was expected; that is thrown away.
    """
    if target.is_file() and checksum is not None and not wrong_checksum(target, checksum):
        return
    part = target.with_name(target.name + ".part")
    last = "nothing arrived"
    for attempt in range(TRIES):
        if attempt:
            time.sleep(0.2 * 2**attempt)
        try:
            complete = _fetch_rest(url, part, size, stall_seconds)
        except _PassingFault as fault:
            last = str(fault)
            continue
        arrived = part.stat().st_size
        if arrived >= size:
            _put(part, target, checksum)
            return
        last = f"the connection closed after {arrived} of {size} bytes"
        if complete:  # all of it came, and it is too short: these bytes must not be resumed from
            part.unlink()
            last = f"the file there has {arrived} bytes, expected {size}"
    raise OSError(f"{url}: {last} ({TRIES} tries)")


def wrong_checksum(path: Path, checksum: str) -> str | None:
    """The checksum of a file, in the algorithm that ``checksum`` names before its colon, if it is another one.

    Raises ValueError for an algorithm that is none of ``ALGORITHMS``.
    """
    algorithm, _, expected = checksum.partition(":")
    if algorithm not in ALGORITHMS:
        raise ValueError(f"expected a checksum such as {ALGORITHMS[1]}:…, found {checksum[:40]!r}")
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, algorithm).hexdigest()
    return None if found == expected.lower() else found


def _put(part: Path, target: Path, checksum: str | None) -> None:
    if checksum is not None and (found := wrong_checksum(part, checksum)):
        part.unlink()  # so that nothing is resumed from it
        raise ValueError(f"{target.name} has the checksum {found}, expected {checksum}")
    part.replace(target)


class _PassingFault(Exception):
    """Something that may go better at the next try."""


def _fetch_rest(url: str, part: Path, size: int, stall_seconds: float) -> bool:
    """Ask for what is missing and append whatever arrives; True if the server says that was all of it."""
    import requests
    import urllib3

    have = part.stat().st_size if part.exists() else 0
    headers = {"Range": f"bytes={have}-"} if have else {}
    headers["Accept-Encoding"] = "identity"  # byte ranges of a compressed body would not fit together
    try:
        with requests.get(url, headers=headers, stream=True, timeout=(CONNECT_SECONDS, stall_seconds)) as answer:
            if answer.status_code == 416:  # nothing beyond what we have: it is complete, or it is not this file
                return True
            if answer.status_code >= 500 or answer.status_code == 429:
                raise _PassingFault(f"the server answered {answer.status_code}")
            if answer.status_code >= 400:
                raise OSError(f"{url} answered {answer.status_code} {answer.reason}")
            resumed = have > 0 and answer.status_code == 206
            with part.open("ab" if resumed else "wb") as stream:
                while chunk := answer.raw.read1(1 << 16):  # as it comes: a break must not cost what has arrived
                    stream.write(chunk)
                    stream.flush()
                    if stream.tell() > size:  # it would go on until the disk is full
                        part.unlink()
                        raise ValueError(f"{url} sends more than the {size} bytes that are expected")
                expected = int(answer.headers.get("Content-Length", -1)) + (have if resumed else 0)
                return stream.tell() == expected
    except (requests.Timeout, urllib3.exceptions.ReadTimeoutError):
        raise _PassingFault("the server stopped answering") from None
    except (requests.ConnectionError, urllib3.exceptions.HTTPError):
        raise _PassingFault("the connection failed or broke off (are you offline?)") from None
    except (requests.exceptions.MissingSchema, requests.exceptions.InvalidSchema, requests.exceptions.InvalidURL):
        raise OSError(f"{url} is no address to fetch from: it must begin with http:// or https://") from None
