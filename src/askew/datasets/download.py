"""A downloader for pooch that goes on where an earlier one stopped, and gives up in plain words."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

CONNECT_SECONDS, STALL_SECONDS = 10.0, 30.0
TRIES = 4


def resuming_download(
    part: Path, size: int, *, stall_seconds: float = STALL_SECONDS
) -> Callable[[str, str, object], None]:
    """A pooch downloader that keeps what has arrived in ``part``, which outlives a failure or a kill.

    A broken or stalled connection is tried again, asking only for the rest; the checksum, which pooch
    checks afterwards, guards against a file that changed in between.
    """

    def download(url: str, output_file: str, _pooch: object) -> None:
        import requests

        last: Exception | None = None
        for attempt in range(TRIES):
            if attempt:
                time.sleep(0.2 * 2**attempt)
            try:
                _fetch_rest(url, part, stall_seconds)
            except requests.RequestException as error:
                last = error
            else:
                arrived = part.stat().st_size
                if arrived >= size:
                    part.replace(output_file)
                    return
                last = OSError(f"the connection closed after {arrived} of {size} bytes")
        raise OSError(f"{url}: {_plainly(last)} ({TRIES} tries)")

    return download


def _fetch_rest(url: str, part: Path, stall_seconds: float) -> None:
    import requests

    have = part.stat().st_size if part.exists() else 0
    headers = {"Range": f"bytes={have}-"} if have else {}
    headers["Accept-Encoding"] = "identity"  # byte ranges of a compressed body would not fit together
    with requests.get(url, headers=headers, stream=True, timeout=(CONNECT_SECONDS, stall_seconds)) as answer:
        if answer.status_code == 416:  # nothing beyond what we have: it is complete, or it is not this file
            return
        if answer.status_code >= 500 or answer.status_code == 429:
            raise requests.ConnectionError(f"the server answered {answer.status_code}")
        if answer.status_code >= 400:
            raise OSError(f"{url} answered {answer.status_code} {answer.reason}")
        resumed = have > 0 and answer.status_code == 206
        with part.open("ab" if resumed else "wb") as stream:
            for chunk in answer.iter_content(1 << 16):
                stream.write(chunk)
                stream.flush()


def _plainly(error: Exception | None) -> str:
    import requests

    if isinstance(error, (requests.ReadTimeout, requests.ConnectTimeout)):
        return "the server stopped answering"
    if isinstance(error, requests.ConnectionError) and "the server answered" not in str(error):
        return "the connection failed or broke off (are you offline?)"
    return str(error)
