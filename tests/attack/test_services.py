"""Services that lie, break off, drip, echo keys and point astray: no wrong translation, no leak, no bug in askew."""

import urllib.parse

import pytest

from askew.core.errors import AskewError, SystemFailure, UsageError
from askew.core.records import Failure, Output
from askew.systems import open_system
from tests.services import translated

from .budget import BUDGET, chance_of
from .fault_server import PROTOCOLS, good, response, serving
from .services import ITEMS, KEY, QUICK, answers_of, forms_of, leaks, no_keys_but_ours, opened

__all__ = ["no_keys_but_ours"]  # a fixture of every test here


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
        system = opened(kind, url, timeout=60.0)
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
