"""``openai:MODEL@URL``: a model behind an OpenAI-compatible endpoint (hosted ones, vLLM, llama.cpp, Ollama), asked for
texts or for recordings.

A recording goes to a chat model as ``input_audio`` beside the prompt; with ``--set endpoint=transcriptions`` or
``translations`` (into English) it is posted to the endpoint of that name.
"""

import base64
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from askew.core.errors import UsageError
from askew.core.records import Answer, Failure, Item
from askew.speech.audio import wav_bytes
from askew.systems.audio_system import read_recording
from askew.systems.context import read_context
from askew.systems.http import HttpSystem, Reply, rows_of
from askew.systems.languages import name_of
from askew.systems.service import BadAnswer, Request, Unanswered

OPENAI = "https://api.openai.com/v1"
RATE = 16_000  # samples a second of the WAV that is sent, whatever the recording has
TRANSLATE_AUDIO = "Translate what is said in the recording into {language}. Answer with the translation only."
TRANSCRIBE = "Write down what is said in the recording, in {language}. Answer with the transcript only."
FINISHED = {None, "", "stop", "eos", "eos_token", "stop_sequence", "end_turn"}
"""Reasons to end that servers give for a whole answer; any other means that it is none."""
ABOUT = "What follows is from a talk or text about this:\n{context}\n\n"
"""What comes before a prompt that has no place of its own for the context."""
PROMPT = "Translate the following text into {language}. Answer with the translation only.\n\n{text}"


@dataclass(kw_only=True)
class OpenAISystem(HttpSystem):
    """Chat completions, one text each. Without ``@URL``, ``OPENAI_BASE_URL`` or OpenAI itself is asked.

    The key in ``OPENAI_API_KEY`` goes to OpenAI and to ``OPENAI_BASE_URL`` alone; for another address name the variable
    with ``key_env``, or keep a key in the keyring under the host's name.
    """

    prompt: str = PROMPT
    """What is said to the model; ``{text}``, ``{language}`` (Spanish) and ``{target}`` (es) are filled in."""
    context: str = ""
    """A file of text the model is told beside each item, such as an abstract or a term a line; where ``{context}``
    stands in the prompts, or before them.
    """
    audio_prompt: str = ""
    """What is said beside a recording; a request to translate, or to write it down where target and source are the
    same.
    """
    source: str = "en"
    """The language that is spoken."""
    endpoint: Literal["chat", "transcriptions", "translations"] = "chat"
    temperature: float | None = 0.0
    """``none`` leaves it to the model, for those that refuse to be told."""
    max_tokens: int = 1024
    seed: int | None = None
    reasoning_effort: str = ""

    kind = "openai"
    own_hosts = ("api.openai.com",)
    key_variables = ("OPENAI_API_KEY",)

    def __post_init__(self) -> None:
        self._model = self.argument.partition("@http")[0]
        if not self._model or "@" in self._model.removeprefix("@"):  # some models' names begin with one
            raise UsageError(f"openai is written openai:MODEL@http(s)://HOST/v1, found openai:{self.argument}")
        if "{text}" not in self.prompt:
            raise UsageError("openai: the prompt must have {text} where the text goes")
        if "{language}" in self.prompt:
            name_of(self.target)  # an unknown language is the user's mistake, now rather than later
        wanted = {"transcriptions": self.source, "translations": "en"}.get(self.endpoint, self.target)
        if self.target != wanted:
            raise UsageError(f"openai: the endpoint {self.endpoint} answers in {wanted!r}, not in {self.target!r}")
        self.audio_prompt = self.audio_prompt or (TRANSCRIBE if self.target == self.source else TRANSLATE_AUDIO)
        self._told = read_context(self.context) if self.context else ""
        if self._told and "{context}" not in self.prompt:
            self.prompt = ABOUT + self.prompt
        if self._told and "{context}" not in self.audio_prompt:
            self.audio_prompt = ABOUT + self.audio_prompt
        super().__post_init__()
        self.use_url(self.address or os.environ.get("OPENAI_BASE_URL") or OPENAI)
        self.cached = self.temperature == 0  # a sampled answer is one of many

    @property
    def address(self) -> str:
        """The address in the SPEC; a model's name may have an @ too."""
        return self.argument.removeprefix(self._model).removeprefix("@")

    takes_audio = True

    @property
    def takes_text(self) -> bool:
        """Whether it is the endpoint for chat; the others take recordings alone."""
        return self.endpoint == "chat"

    @property
    def name(self) -> str:
        """The model."""
        return self._model

    @property
    def details(self) -> Mapping[str, str]:
        """Where, which model, what it is told and how it answers."""
        return {
            "kind": "openai",
            "url": self._url,
            "model": self._model,
            "target": self.target,
            "prompt": self.prompt,
            "audio_prompt": self.audio_prompt,
            **({"context": self._told} if self._told else {}),
            "source": self.source,
            "endpoint": self.endpoint,
            "temperature": "" if self.temperature is None else f"{self.temperature:g}",
            "max_tokens": str(self.max_tokens),
            "seed": "" if self.seed is None else str(self.seed),
            "reasoning_effort": self.reasoning_effort,
        }

    def _answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """One item: its text, or its recording if it has one."""
        (item,) = items
        if item.audio is None and self.endpoint == "chat":
            yield from super()._answer(items)
            return
        samples = read_recording(self.name, item, RATE)
        if isinstance(samples, Failure):
            yield samples
        else:  # silence may well be answered with nothing, so there is no text that must have an answer
            yield from self.ask(items, [""], self._about(wav_bytes(samples, RATE)))

    def _about(self, recording: bytes) -> Request:
        """The request that asks for a recording."""
        if self.endpoint == "chat":
            sound = {"data": base64.b64encode(recording).decode(), "format": "wav"}
            said = {"type": "text", "text": self._filled_in("", self.audio_prompt)}
            return self._conversation([said, {"type": "input_audio", "input_audio": sound}])
        form = {"model": self._model, "response_format": "json"}
        if self.endpoint == "transcriptions":
            form["language"] = self.source
        if self.temperature is not None:
            form["temperature"] = f"{self.temperature:g}"
        url = f"{self._url}/audio/{self.endpoint}"
        return Request(url, form=form, file=("file", "recording.wav", recording), secret_headers=self._secret())

    def request(self, texts: Sequence[str]) -> Request:
        """A conversation of one message."""
        return self._conversation(self._filled_in(texts[0], self.prompt))

    def _conversation(self, content: str | list[dict[str, Any]]) -> Request:
        wanted = {
            "model": self._model,
            "messages": [{"role": "user", "content": content}],
            "temperature": self.temperature,
            "max_completion_tokens" if self._url == OPENAI else "max_tokens": self.max_tokens,
            "seed": self.seed,
            "reasoning_effort": self.reasoning_effort or None,
        }
        wanted = {name: value for name, value in wanted.items() if value is not None}
        return Request(f"{self._url}/chat/completions", wanted, secret_headers=self._secret())

    def _secret(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key.reveal()}"} if self._key else {}

    def _filled_in(self, text: str, prompt: str) -> str:
        """The prompt for a text; a text with braces in it is only a text."""
        values = {
            "text": lambda: text,
            "language": lambda: name_of(self.target),
            "target": lambda: self.target,
            "context": lambda: self._told,
        }
        return re.sub(r"\{(text|language|target|context)\}", lambda match: values[match[1]](), prompt)

    def replies(self, answer: Any) -> list[Reply]:
        """The one choice; one that was cut off at ``max_tokens`` is no translation."""
        usage = answer.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        if self.endpoint != "chat":
            return [Reply(answer["text"], usage.get("input_tokens"), usage.get("output_tokens"))]
        choices = rows_of(answer["choices"])
        if len(choices) != 1:
            raise BadAnswer(f"{len(choices)} choices instead of 1")
        self._check_finished(choices[0])
        text = choices[0]["message"]["content"]
        return [Reply("" if text is None else text, usage.get("prompt_tokens"), usage.get("completion_tokens"))]

    def _check_finished(self, choice: Mapping[str, Any]) -> None:
        """Raise Unanswered for a choice that ended before its time: asked again it would, and cost as much."""
        reason = choice.get("finish_reason")
        if reason == "length":
            raise Unanswered(f"a translation cut off after max_tokens={self.max_tokens}", of_this_text=True)
        if not (reason is None or isinstance(reason, str)) or (reason and reason.lower() not in FINISHED):
            raise Unanswered(f"a translation that ended with finish_reason {str(reason)[:80]!r}", of_this_text=True)
        if refusal := choice["message"].get("refusal"):
            raise Unanswered(f"the model refused: {str(refusal)[:80]!r}", of_this_text=True)
