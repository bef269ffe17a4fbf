"""Azure's translator and recogniser, and ModernMT, against stand-ins on loopback that refuse what the published
protocols do not allow.
"""

import io
import json
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from askew.core.errors import SystemFailure, UsageError
from askew.core.records import Failure, Item
from askew.speech.audio import write_wav
from askew.systems import open_system

KEY = "pl4nted-k3y-0815"
ITEMS = [Item(str(n), f"Sentence number {n}.") for n in range(6)]
QUICK = {"retries": 1, "backoff": 0.01, "timeout": 60}


def translator(handler, number, body):
    """Azure's translator, v3."""
    del number
    asked, address = json.loads(body), urlsplit(handler.path)
    query = {name: value for name, (value,) in parse_qs(address.query).items()}
    if handler.headers["Ocp-Apim-Subscription-Key"] != KEY:
        handler.send(401, {"error": {"code": 401000, "message": "credentials are missing or invalid"}})
        return
    assert address.path == "/translate"
    assert (query["api-version"], query["from"], query["textType"]) == ("3.0", "en", "plain")
    assert all(list(row) == ["Text"] for row in asked)
    handler.send(
        200, [{"translations": [{"text": f"«{query['to']}» {row['Text']}", "to": query["to"]}]} for row in asked]
    )


def modernmt(handler, number, body):
    """ModernMT: a GET whose parameters are posted."""
    del number
    asked = json.loads(body)
    if handler.headers["MMT-ApiKey"] != KEY:
        handler.send(401, {"status": 401, "error": {"type": "AuthException", "message": "invalid API key"}})
        return
    assert (handler.path, handler.headers["X-HTTP-Method-Override"]) == ("/translate", "GET")
    assert (asked["source"], asked["format"]) == ("en", "text/plain")
    rows = [{"translation": f"«{asked['target']}» {text}", "characters": len(text)} for text in asked["q"]]
    handler.send(200, {"status": 200, "data": rows})


def recogniser(handler, number, body):
    """Azure's fast transcription; says how long the recording was."""
    del number
    soundfile = pytest.importorskip("soundfile")
    address = urlsplit(handler.path)
    assert address.path == "/speechtotext/transcriptions:transcribe"
    assert parse_qs(address.query) == {"api-version": ["2024-11-15"]}
    assert handler.headers["Ocp-Apim-Subscription-Key"] == KEY
    kind = handler.headers["Content-Type"]
    form = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    fields = {part.get_param("name", header="Content-Disposition"): part for part in form.iter_parts()}
    assert json.loads(fields["definition"].get_content()) == {"locales": ["en-GB"]}
    samples, rate = soundfile.read(io.BytesIO(fields["audio"].get_payload(decode=True)))
    said = [] if not samples.any() else [{"text": f"{len(samples) / rate:g} s."}, {"text": "Good."}]
    handler.send(200, {"durationMilliseconds": 500, "combinedPhrases": said, "phrases": []})


@pytest.mark.parametrize(
    ("spec", "variable", "protocol"),
    [("azure", "AZURE_TRANSLATOR_KEY", translator), ("modernmt", "MODERNMT_API_KEY", modernmt)],
)
def test_texts_are_translated_in_batches(services, monkeypatch, spec, variable, protocol):
    services.reply = protocol
    monkeypatch.setenv(variable, KEY)
    options = QUICK | {"batch": 4, "target_code": "pt-BR", "key_env": variable}
    system = open_system(f"{spec}@{services.url}", options, target="pt")
    assert [answer.text for answer in system.answer(ITEMS)] == [f"«pt-BR» {item.source}" for item in ITEMS]
    assert len(services.log) == 2
    assert open_system(spec, target="es").details["target"] == "es"
    with pytest.raises(UsageError, match=f"{variable} goes to .* alone"):
        open_system(f"{spec}@{services.url}", target="es")
    monkeypatch.setenv("OTHER", "another-k3y-0815")
    with pytest.raises(SystemFailure, match="401"):
        list(open_system(f"{spec}@{services.url}", QUICK | {"key_env": "OTHER"}, target="es").answer(ITEMS))
    with pytest.raises(UsageError, match="batch may be"):
        open_system(spec, {"batch": 2000}, target="es")
    monkeypatch.delenv(variable)
    with pytest.raises(UsageError, match=f"needs a key: set {variable}"):
        open_system(spec, target="es")


def test_a_regional_key_a_category_and_a_context_are_passed_on(services, monkeypatch, tmp_path):
    monkeypatch.setenv("K", KEY)
    services.reply = translator
    options = QUICK | {"key_env": "K", "region": "westeurope", "category": "general-talks"}
    system = open_system(f"azure@{services.url}", options, target="fa")
    list(system.answer(ITEMS[:1]))
    path, headers, _ = services.log[-1]
    assert headers["Ocp-Apim-Subscription-Region"] == "westeurope"
    assert "category=general-talks" in path
    assert system.details["category"] == "general-talks"
    with pytest.raises(UsageError, match="region is a name of letters"):
        open_system(f"azure@{services.url}", options | {"region": "a&b=c"}, target="fa")
    services.reply = modernmt
    (tmp_path / "about.txt").write_text("A talk.\n")
    list(
        open_system(
            f"modernmt@{services.url}", QUICK | {"key_env": "K", "context": str(tmp_path / "about.txt")}, target="de"
        ).answer(ITEMS)
    )
    assert json.loads(services.log[-1][2])["context"] == "A talk."


def odd(answer):
    return lambda handler, *_: handler.send(200, answer)


@pytest.mark.parametrize(
    ("spec", "answer"),
    [
        ("azure", {"translations": []}),
        ("azure", [{"translations": [{"text": "uno"}, {"text": "dos"}]}]),
        ("azure", [{"translations": [{"text": 7}]}]),
        ("modernmt", {"status": 200, "data": "uno"}),
        ("modernmt", {"status": 200, "data": [{"translation": None}]}),
        ("modernmt", {"status": 200, "data": []}),
    ],
)
def test_an_answer_that_is_not_the_services_is_a_failure_of_its_item(services, monkeypatch, spec, answer):
    monkeypatch.setenv("K", KEY)
    services.reply = odd(answer)
    (got,) = open_system(f"{spec}@{services.url}", QUICK | {"key_env": "K"}, target="es").answer(ITEMS[:1])
    assert isinstance(got, Failure)


def test_recordings_are_transcribed(services, monkeypatch, tmp_path):
    pytest.importorskip("soundfile")
    monkeypatch.setenv("K", KEY)
    services.reply = recogniser
    write_wav(tmp_path / "a.wav", np.full(24_000, 0.1, np.float32), 48_000)
    (tmp_path / "b.wav").write_bytes(b"no sound")
    write_wav(tmp_path / "c.wav", np.zeros(4_000, np.float32), 16_000)
    items = [Item(name, "What was said.", audio=str(tmp_path / f"{name}.wav")) for name in "abc"]
    options = QUICK | {"key_env": "K", "locale": "en-GB"}
    heard, broken, silent = open_system(f"azure-speech:westeurope@{services.url}", options, target="en").answer(items)
    assert heard.text == "0.5 s. Good."
    assert isinstance(broken, Failure)
    assert "can't be read as sound" in broken.reason
    assert silent.text == ""
    with pytest.raises(UsageError, match="does not translate"):
        open_system("azure-speech:westeurope", options, target="es")
    with pytest.raises(UsageError, match="azure-speech:REGION"):
        open_system("azure-speech", options, target="en")
    with pytest.raises(UsageError, match="locale 'de-DE'"):
        open_system("azure-speech:westeurope", options | {"locale": "de-DE"}, target="en")
    assert open_system("azure-speech:westeurope", options, target="en").details["url"].startswith("https://westeurope.")
