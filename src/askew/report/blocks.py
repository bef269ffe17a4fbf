"""Data inside a page: JSON, compressed, in base64, between script tags of a type that no browser runs."""

import base64
import gzip
import json
from typing import Any


def compressed(value: Any) -> str:
    """JSON, gzip, base64. The same value gives the same text, so that a rebuilt page is the same file."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode("utf-8", "surrogatepass"), compresslevel=9, mtime=0)).decode()
