"""Connections that drip, flood, break off and point astray: a clear failure in time, and nothing wrong is kept."""

import gzip
import json
import os
import subprocess
import time

import pytest

from askew.core.errors import SystemFailure, UsageError
from askew.core.records import Failure
from askew.systems import open_system
from tests.services import translated

from .budget import chance_of
from .fault_server import PROTOCOLS, good, response, serving
from .services import ASKEW, ITEMS, KEY, QUICK, answers_of, forms_of, leaks, no_keys_but_ours

__all__ = ["no_keys_but_ours"]  # a fixture of every test here


def drip(data, pause=0.05):
    def reply(question):
        for byte in data:
            question.connection.sendall(bytes([byte]))
            time.sleep(pause)

    return reply


def flood(question):
    for _ in range(600):
        question.connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        time.sleep(0.05)


def dripped_body(question):
    whole = response(good(PROTOCOLS["openai"], question), Content_Length=None)
    head, _, body = whole.partition(b"\r\n\r\n")
    question.connection.sendall(head + b"\r\n\r\n")
    drip(body)(question)


LATE = {
    "dripped status": drip(b"HTTP/1.1 200 OK" + b" " * 500),
    "dripped headers": drip(b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 500),
    "100 Continue for ever": flood,
    "dripped body, no length": dripped_body,
    "silence": lambda question: question.connection.recv(1) and None,  # until the client goes
}


@pytest.mark.parametrize("fault", LATE)
def test_the_time_limit_is_for_all_of_a_request(fault):
    for answer in answers_of("openai", LATE[fault], timeout=0.6):
        assert answer == Failure(answer.id, "no whole answer within 0.6 s")


BROKEN = {
    "no status": b"hello\r\n\r\n",
    "status 999": response({}, "999 What"),
    "status 0": b"HTTP/1.1 0 No\r\n\r\n",
    "negative length": response({"a": 1}, Content_Length=-5),
    "no number for a length": response({"a": 1}, Content_Length="many"),
    "longer than it says": response(b'{"choices": []}' * 3, Content_Length=15),
    "shorter than it says": response(b"{}", Content_Length=999),
    "a broken chunk": response(b"zz\r\n{}\r\n", Content_Length=None, Transfer_Encoding="chunked"),
    "no gzip": response(b"{}", Content_Encoding="gzip"),
    "half a gzip": response(gzip.compress(b'{"a": 1}')[:-6], Content_Encoding="gzip"),
    "a bomb": response(gzip.compress(b" " * (64 << 20)), Content_Encoding="gzip"),
    "many headers": b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(500)) + b"\r\n{}",
    "a long header": response({}, X_Long="x" * 100_000),
    "deep JSON": response(b"[" * 100_000),
    "a huge number": response(b'{"choices": ' + b"9" * 10_000 + b"}"),
    "UTF-16": response("{}".encode("utf-16")),
    "NUL": response(b"\0" * 100),
    "redirect to a port that is none": response(b"", "307 X", Location="http://127.0.0.1:99999/"),
    "redirect to half an address": response(b"", "302 X", Location="http://[::1/x"),
    "redirect to a file": response(b"", "301 X", Location="file:///etc/passwd"),
    "redirect to nothing": response(b"", "308 X", Location=""),
    "redirect to a long name": response(b"", "307 X", Location=f"http://{'x' * 100}.example/"),
    "redirect to a broken name": response(b"", "307 X", Location="http://a..b\xff/"),
    "redirect to blanks": response(b"", "307 X", Location="http://a b/"),
    "redirect to itself": response(b"", "307 X", Location="/v1/chat/completions"),
    "wait for ever": response({}, "429 X", Retry_After="inf"),
    "wait for nothing": response({}, "429 X", Retry_After="nan"),
    "wait until the year 10^20": response({}, "503 X", Retry_After=f"Mon, 01 Jan {10**20} 00:00:00 GMT"),
    "an error that is a number": response({"error": 10**400}, "400 X"),
    "an error within errors": response({"error": {"message": {"message": [None]}}}, "400 X"),
}


@pytest.mark.parametrize("kind", PROTOCOLS)
@pytest.mark.parametrize("fault", BROKEN)
def test_no_broken_answer_is_a_bug_in_askew(kind, fault):
    for answer in answers_of(kind, lambda _: BROKEN[fault]):
        assert isinstance(answer, (Failure, SystemFailure))
        assert isinstance(answer, Failure) or fault == "wait for ever"


ADDRESSES = [
    "http://[::1/x",
    "http://127.0.0.1:99999/v1",
    "http://a..b/",
    "http://host:port/v1",
    f"http://{'x' * 100}.org",
    "http://\udcff/",
    "http://a b/",
    "https://",
]


@pytest.mark.parametrize("spec", ["openai:toy@{}", "apy@{}", "deepl@{}", "libretranslate@{}", "google:@{}"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_none_on_the_command_line(spec, address):
    try:
        system = open_system(spec.format(address), {"key_env": "MY_KEY", "http_key": True} | QUICK, target="es")
    except UsageError:
        return
    assert all(isinstance(answer, Failure) for answer in system.answer(ITEMS))


# Whole runs.


def test_a_run_against_a_lying_service_keeps_only_what_is_right(tmp_path):
    """Every answer may be broken in any way above: the run goes on, and whatever it keeps is the right translation."""
    faults = [*BROKEN.values(), None, None]

    def reply(question):
        text = PROTOCOLS["openai"].texts(question.body)[0]
        fault = chance_of("a run", text).choice(faults)
        if fault is BROKEN["wait for ever"]:
            fault = None
        if chance_of("echo", text).random() < 0.2:
            return response(b'{"error": "%s"}' % forms_of(KEY)["in part"].encode(), "422 X")
        return fault or response(good(PROTOCOLS["openai"], question))

    with serving(reply) as (url, _):
        words = [
            "run",
            "simplegen",
            "-t",
            "es",
            "--subset",
            "fofc",
            "--system",
            f"openai:toy@{url}/v1",
            "--out",
            tmp_path / "run",
            "--limit",
            "120",
            "--partial",
            "--set",
            "retries=0",
            "--set",
            "timeout=60",
            "--set",
            "key_env=MY_KEY",
            "--resamples",
            "100",
        ]
        environment = os.environ | {"ASKEW_CACHE": str(tmp_path / "cache.sqlite")}
        result = subprocess.run([ASKEW, *words], capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 3, result
    assert "Traceback" not in result.stderr
    assert "bug in askew" not in result.stderr
    items = {
        row["id"]: row["source"] for row in map(json.loads, (tmp_path / "run/items.jsonl").read_text().splitlines())
    }
    outputs = [json.loads(line) for line in (tmp_path / "run/outputs.jsonl").read_text().splitlines()]
    assert outputs
    assert all(row["output"] == translated(items[row["id"]]) for row in outputs)
    written = "".join(path.read_text("utf-8", "replace") for path in tmp_path.rglob("*") if path.is_file())
    assert not leaks(result.stdout + result.stderr + written)
