"""Recordings for OpenAI-compatible endpoints, against a stand-in on loopback that refuses what the published protocol
does not allow.
"""

import base64
import io
import json
from email.parser import BytesParser
from email.policy import HTTP

import numpy as np
import pytest

from askew.core.errors import UsageError
from askew.core.records import Failure, Item
from askew.speech.audio import write_wav
from askew.systems import open_system

soundfile = pytest.importorskip("soundfile")
QUICK = {"retries": 1, "backoff": 0.01, "timeout": 60}


def seconds_of(recording):
    samples, rate = soundfile.read(io.BytesIO(recording))
    assert rate == 16_000
    return len(samples) / rate


def hosted(handler, number, body):
    """Chat with input_audio, and the two endpoints for sound; each says how long the recording was."""
    del number
    kind = handler.headers["Content-Type"]
    if handler.path == "/v1/chat/completions":
        asked = json.loads(body)
        ((said, sound),) = (message["content"] for message in asked["messages"])
        assert said["type"] == "text"
        assert (sound["type"], sound["input_audio"]["format"]) == ("input_audio", "wav")
        length = seconds_of(base64.b64decode(sound["input_audio"]["data"]))
        choice = {"message": {"content": f"{said['text']} {length:g} s"}, "finish_reason": "stop"}
        handler.send(200, {"choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 4}})
        return
    form = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    fields = {part.get_param("name", header="Content-Disposition"): part for part in form.iter_parts()}
    assert fields["file"].get_filename() == "recording.wav"
    length = seconds_of(fields["file"].get_payload(decode=True))
    texts = {name: part.get_content().strip() for name, part in fields.items() if name != "file"}
    if handler.path == "/v1/audio/transcriptions":
        assert texts == {"model": "toy", "response_format": "json", "language": "en", "temperature": "0"}
    else:
        assert handler.path == "/v1/audio/translations"
        assert texts == {"model": "toy", "response_format": "json", "temperature": "0"}
    handler.send(200, {"text": "" if length == 0.25 else f"{length:g} s"})


@pytest.fixture
def service(services):
    services.reply = hosted
    return services


@pytest.fixture
def items(tmp_path):
    write_wav(tmp_path / "a.wav", np.full(24_000, 0.1, np.float32), 48_000)
    (tmp_path / "b.wav").write_bytes(b"no sound")
    write_wav(tmp_path / "c.wav", np.zeros(4_000, np.float32), 16_000)
    return [Item(name, "What was said.", audio=str(tmp_path / f"{name}.wav")) for name in "abc"]


def answers(service, items, target, **options):
    return list(open_system(f"openai:toy@{service.url}/v1", QUICK | options, target=target).answer(items))


def test_a_chat_model_gets_the_recording_beside_the_prompt(service, items):
    heard, broken, _ = answers(service, items, "es")
    assert heard.text == "Translate what is said in the recording into Spanish. Answer with the translation only. 0.5 s"
    assert (heard.tokens_in, heard.tokens_out) == (9, 4)
    assert isinstance(broken, Failure)
    assert "can't be read as sound" in broken.reason
    assert answers(service, items[:1], "en")[0].text.startswith("Write down what is said in the recording, in English.")
    assert answers(service, items[:1], "es", audio_prompt="{target}!")[0].text == "es! 0.5 s"


@pytest.mark.parametrize(("endpoint", "source"), [("transcriptions", "en"), ("translations", "de")])
def test_the_endpoints_for_sound(service, items, endpoint, source):
    heard, broken, silent = answers(service, items, "en", endpoint=endpoint, source=source)
    assert heard.text == "0.5 s"
    assert isinstance(broken, Failure)
    assert silent.text == ""  # silence is heard as nothing, and that is an answer
    assert len(service.log) == 2


def test_an_endpoint_answers_in_its_own_language(service):
    with pytest.raises(UsageError, match="the endpoint transcriptions answers in 'en', not in 'es'"):
        answers(service, [], "es", endpoint="transcriptions")
    with pytest.raises(UsageError, match="the endpoint translations answers in 'en', not in 'es'"):
        answers(service, [], "es", endpoint="translations")
    with pytest.raises(UsageError, match="toy takes audio, but 1 has no recording"):
        answers(service, [Item("1", "x")], "en", endpoint="transcriptions")
