"""Services that lie, break off, drip, echo keys and point astray: no wrong translation, no leak, no bug in askew."""

import base64
import gzip
import html
import json
import os
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

import pytest

from askew.core.errors import AskewError, SystemFailure, UsageError
from askew.core.records import Failure, Item, Output
from askew.systems import open_system

from .budget import BUDGET, chance_of
from .fault_server import PROTOCOLS, good, response, serving, translated

ASKEW = Path(sys.executable).with_name("askew")
ITEMS = [Item(str(n), f"Sentence number {n}.") for n in range(2)]
QUICK = {"retries": 0, "backoff": 0.0, "timeout": 0.6}
KEY = "sk-pl4n/ted+k3y=0815&x"


@pytest.fixture(autouse=True)
def no_keys_but_ours(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKEW_CACHE", str(tmp_path / "cache.sqlite"))
    monkeypatch.setenv("MY_KEY", KEY)
    for name in (
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "DEEPL_AUTH_KEY",
        "DEEPL_API_KEY",
        "GOOGLE_API_KEY",
        "GOOGLE_ACCESS_TOKEN",
        "LIBRETRANSLATE_API_KEY",
    ):
        monkeypatch.delenv(name, raising=False)


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


@pytest.mark.parametrize("form", forms_of(KEY))
@pytest.mark.parametrize("place", ["body", "text", "HTML", "redirect", "status", "finish_reason"])
def test_a_key_that_is_echoed_is_shown_nowhere(form, place):
    echo = forms_of(KEY)[form]

    def reply(question):
        if place == "body":
            return response(f'{{"error": {{"message": "bad key {echo}"}}}}'.encode(), "400 Bad Request")
        if place == "text":  # JSON has its own ways to write the same
            content = good(PROTOCOLS["openai"], question)
            content["choices"][0]["message"]["content"] = f"la clave {echo}"
            return response(content)
        if place == "HTML":
            return response(f"<p>{echo}</p>".encode() * 20)
        if place == "redirect":
            return response(b"", "307 Moved", Location=f"http://[{echo.encode('unicode_escape').decode()}/")
        if place == "status":
            return response(b"", f"418 {echo}")
        content = good(PROTOCOLS["openai"], question)
        content["choices"][0]["finish_reason"] = echo
        return response(content)

    for answer in answers_of("openai", reply):
        assert isinstance(answer, Failure)
        assert not leaks(answer.reason), answer.reason


def test_an_output_is_never_changed_to_hide_a_key(monkeypatch):
    monkeypatch.setenv("MY_KEY", "Sentence")  # a word of every translation, and long enough for a key
    for answer in answers_of("openai", lambda question: response(good(PROTOCOLS["openai"], question))):
        assert answer == Failure(answer.id, "a translation with the key in it")


@pytest.mark.parametrize(
    "key", ["enf", "s3cret!", "schlüssel-0815", "two words 0815", "ключ-0815-0815", "line\nbreak0815"]
)
def test_what_can_be_no_key_is_an_error_that_does_not_show_it(monkeypatch, key):
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(UsageError, match="the key in MY_KEY") as refused:
        opened("openai", "http://localhost:1")
    assert key not in str(refused.value)


USUAL = {
    "openai:toy@{}/v1": "OPENAI_API_KEY",
    "libretranslate@{}": "LIBRETRANSLATE_API_KEY",
    "deepl@{}": "DEEPL_AUTH_KEY",
    "google:@{}": "GOOGLE_API_KEY",
    "google:p1@{}": "GOOGLE_ACCESS_TOKEN",
}


@pytest.mark.parametrize("spec", USUAL)
def test_a_usual_key_goes_to_the_services_own_hosts_alone(monkeypatch, spec):
    monkeypatch.setenv(USUAL[spec], KEY)
    with serving(lambda _: response({}, "403 Forbidden")) as (url, asked):
        with pytest.raises(AskewError, match=f"the key in {USUAL[spec]} goes to .* alone: --set key_env={USUAL[spec]}"):
            list(open_system(spec.format(url), QUICK, target="es").answer(ITEMS))
        assert KEY not in str(asked)
        with pytest.raises(SystemFailure, match="HTTP 403"):
            list(open_system(spec.format(url), QUICK | {"key_env": USUAL[spec]}, target="es").answer(ITEMS))
        assert KEY in str(asked).replace("\\\\", "\\") or urllib.parse.quote(KEY) in str(asked)


@pytest.mark.parametrize("spec", USUAL)
def test_no_key_goes_over_http_to_another_machine_unless_told(spec):
    for place in ("http://192.0.2.1", "http://example.org:8080", "http://localhost.example.org"):
        with pytest.raises(UsageError, match=r"the key would go to .* over http"):
            open_system(spec.format(place), {"key_env": "MY_KEY"}, target="es")
        open_system(spec.format(place), {"key_env": "MY_KEY", "http_key": "true"}, target="es").close()
    for place in ("https://example.org", "http://[::1]:9", "http://127.0.0.2"):
        open_system(spec.format(place), {"key_env": "MY_KEY"}, target="es").close()


def test_the_key_of_an_official_host_is_not_sent_in_the_clear(monkeypatch):
    monkeypatch.setenv("DEEPL_AUTH_KEY", KEY)
    with pytest.raises(UsageError, match=r"the key would go to api\.deepl\.com over http"):
        open_system("deepl@http://api.deepl.com", target="es")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://example.org/v1")
    with pytest.raises(UsageError, match=r"the key would go to example\.org over http"):
        open_system("openai:toy", target="es")


def test_a_key_for_this_machine_goes_past_no_proxy(monkeypatch):
    with serving(lambda _: response({}, "502 Bad Gateway")) as (proxy, seen):
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy)
        answers = answers_of("openai", lambda question: response(good(PROTOCOLS["openai"], question)))
    assert all(isinstance(answer, Output) for answer in answers)
    assert not seen


# Answers of the wrong kind.

ODD = [
    float("nan"),
    float("inf"),
    10**400,
    -1,
    0,
    True,
    None,
    [],
    {},
    "",
    [[]],
    {"a": []},
    ["x"] * 3,
    "\ud800",
    1.5,
    "x" * 10**5,
]


def places_in(value, path=()):
    """Every place in a JSON value."""
    yield path
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield from places_in(inner, (*path, step))


def is_translation(value, path):
    for step in path:
        value = value[step]
    return isinstance(value, str) and value.startswith("«")


def changed(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_no_answer_of_the_wrong_kind_is_scored(kind):
    """A random place of the answer holds something odd: the outcome is the right translation, or a failure; never
    another one.
    """
    protocol = PROTOCOLS[kind]
    current = []

    def reply(question):
        chance = chance_of(f"answers of {kind}", current[0])
        content = good(protocol, question)
        path = chance.choice(list(places_in(content)))
        odd = [
            value for value in ODD if not (isinstance(value, str) and is_translation(content, path) and value.strip())
        ]
        return response(changed(content, path, chance.choice(odd)))

    with serving(reply) as (url, _):
        system = opened(kind, url, timeout=5.0)
        for number in range(max(20, BUDGET // 10)):
            current[:] = [number]
            try:
                for answer in system.answer(ITEMS):
                    if isinstance(answer, Output):
                        source = ITEMS[int(answer.id)].source
                        assert answer.text == translated(source), number
                        assert answer.tokens_in is None or 0 <= answer.tokens_in < 2**40
                    answer.to_json()
            except SystemFailure:
                pass
            except BaseException as error:
                pytest.fail(f"{kind}, answer {number}: {type(error).__name__}: {error}")
        system.close()


@pytest.mark.parametrize("kind", PROTOCOLS)
@pytest.mark.parametrize("more", [-1, 1])
def test_another_number_of_translations_is_no_answer(kind, more):
    protocol = PROTOCOLS[kind]

    def reply(question):
        texts = [translated(text) for text in protocol.texts(question.body)]
        return response(protocol.answer([*texts[:more], ""] if more < 0 else [*texts, "otra"]))

    if kind in ("openai", "apy") and more > 0:
        pytest.skip("its answers have room for one")
    assert all(isinstance(answer, Failure) for answer in answers_of(kind, reply))


def test_libretranslate_answering_a_text_for_a_list_is_not_cut_into_letters():
    def reply(question):
        return response({"translatedText": "ab"[: len(PROTOCOLS["libretranslate"].texts(question.body))]})

    assert all(isinstance(answer, Failure) for answer in answers_of("libretranslate", reply))


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("stop", True),
        (None, True),
        ("eos", True),
        ("content_filter", False),
        ("error", False),
        ("length", False),
        ("tool_calls", False),
        ("safety", False),
        (7, False),
        (["stop"], False),
    ],
)
def test_a_choice_that_ended_before_its_time_is_a_failure_of_its_item(reason, kept):
    def reply(question):
        content = good(PROTOCOLS["openai"], question)
        content["choices"][0]["finish_reason"] = reason if b"number 1" in question.body else "stop"
        return response(content)

    first, second = answers_of("openai", reply, retries=2)
    assert first.text == translated(ITEMS[0].source)
    assert isinstance(second, Output) is kept


def test_a_refusal_is_a_failure_of_its_item():
    def reply(question):
        content = good(PROTOCOLS["openai"], question)
        content["choices"][0]["message"] |= {"refusal": "I can't help with that.", "content": "Lo siento"}
        return response(content)

    for answer in answers_of("openai", reply):
        assert answer.reason == 'the model refused: "I can\'t help with that."'


# Connections.


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
    "silence": lambda _: time.sleep(3),
}


@pytest.mark.parametrize("fault", LATE)
def test_the_time_limit_is_for_all_of_a_request(fault):
    for answer in answers_of("openai", LATE[fault]):
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
            "timeout=5",
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
