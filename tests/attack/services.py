"""Services that are asked through a server of faults, with no keys but ours."""

import base64
import html
import json
import sys
import urllib.parse
from pathlib import Path

import pytest

from askew.core.errors import SystemFailure
from askew.core.records import Item
from askew.systems import open_system

from .fault_server import PROTOCOLS, serving

ASKEW = Path(sys.executable).with_name("askew")
ITEMS = [Item(str(n), f"Sentence number {n}.") for n in range(2)]
QUICK = {"retries": 0, "backoff": 0.0, "timeout": 60}
KEY = "sk-pl4n/ted+k3y=0815&x"


@pytest.fixture(autouse=True)
def no_keys_but_ours(no_keys, monkeypatch):
    del no_keys  # it was needed for what it does
    monkeypatch.setenv("MY_KEY", KEY)


def opened(kind, url, **options):
    protocol = PROTOCOLS[kind]
    key = {"key_env": "MY_KEY"} if protocol.key else {}
    return open_system(protocol.spec.format(url), QUICK | protocol.batch | key | options, target="es")


def answers_of(kind, reply, **options):
    """What comes of asking, with the error that ended it if one did."""
    with serving(reply) as (url, _):
        system, answers = opened(kind, url, **options), []
        try:
            answers += system.answer(ITEMS)
        except SystemFailure as error:
            answers.append(error)
        finally:
            system.close()
    return answers


def forms_of(key):
    """Every way a service may repeat a key."""
    escaped = json.dumps(key)[1:-1]
    bearer = f"Bearer {key}"
    return {
        "plain": key,
        "escaped slash": key.replace("/", "\\/"),
        "in numbers": "".join(f"\\u{ord(letter):04X}" for letter in key),
        "in part": key.replace("+", "\\u002B").replace("/", "\\u002f"),
        "escaped twice": json.dumps(escaped.replace("/", "\\/"))[1:-1],
        "in a URL": urllib.parse.quote(key, safe=""),
        "in a URL in a URL": urllib.parse.quote(urllib.parse.quote(key, safe=""), safe=""),
        "HTML": html.escape(key),
        "HTML by number": "".join(f"&#{ord(letter)};" for letter in key),
        "base64": base64.b64encode(key.encode()).decode(),
        "base64 of the header": base64.b64encode(bearer.encode()).decode(),
        "base64 of a URL's": base64.urlsafe_b64encode(f"x{key}".encode()).decode(),
        "hex": key.encode().hex(),
        "repr": repr({"Authorization": bearer}),
        "cut off": key[:-3],
    }


def leaks(text):
    """Whether the key, or enough of it, is in a text in any form."""
    found = [form for form in forms_of(KEY).values() if form.strip("{}'\"") and form in text]
    return found or [part for part in (KEY[:14], KEY[6:]) if part in text]


# Leaks.
