"""``cascade:ASR+MT``: a recogniser whose transcripts a translator translates, such as
``cascade:whisper:tiny.en+apertium:eng-spa``.

The output is the translation; the transcript is kept with it, and how long either took, so that both are scored from
one run. Options of the parts are ``--set asr.beam=5`` and ``--set mt.beam=1``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from askew.core.errors import SystemFailure, UsageError
from askew.core.records import Answer, Failure, Item, Output
from askew.systems.base import REGISTRY, System, open_system, split_spec

PARTS = ("asr", "mt")


class CascadeSystem(System):
    """Transcribes ``batch`` recordings, then translates their transcripts."""

    takes_text = False
    takes_audio = True
    batch = 16

    def __init__(self, argument: str, *, target: str, source: str = "en", batch: int = 16, **settings: object) -> None:
        if batch < 1:
            raise UsageError("cascade: batch must be 1 or more")
        for name in settings:
            if name.partition(".")[0] not in PARTS or "." not in name:
                raise UsageError(f"cascade has the options source, batch, asr.NAME and mt.NAME; found {name!r}")
        self.batch = batch
        specs = split_cascade(argument)
        self._asr, self._mt = (
            open_system(spec, _options_of(part, settings), target=language)
            for spec, part, language in zip(specs, PARTS, (source, target), strict=True)
        )
        if self._mt.all_at_once:
            raise UsageError(f"cascade: {specs[1]} can't translate transcripts: it has its outputs already")

    @property
    def name(self) -> str:
        """Both parts' names."""
        return f"{self._asr.name} + {self._mt.name}"

    @property
    def details(self) -> Mapping[str, str]:
        """Both parts' details, and the batch: the translator may be one whose answers depend on it."""
        parts = {f"{part}_{name}": value for part, system in self._parts() for name, value in system.details.items()}
        return {"kind": "cascade", "batch": str(self.batch), **parts}

    @property
    def parts(self) -> tuple[System, System]:
        """The recogniser and the translator."""
        return self._asr, self._mt

    def _parts(self) -> list[tuple[str, System]]:
        return list(zip(PARTS, self.parts, strict=True))

    @property
    def never_gives_up(self) -> bool:
        """Whether it holds of both parts."""
        return all(system.never_gives_up for _, system in self._parts())

    @property
    def all_at_once(self) -> bool:
        """Whether the transcripts come from a file, which has all of them or none."""
        return self._asr.all_at_once

    @property
    def matches_by_position(self) -> bool:
        """Whether it holds of either part."""
        return any(system.matches_by_position for _, system in self._parts())

    def load(self) -> None:
        """Make both ready."""
        for _, system in self._parts():
            system.load()

    def close(self) -> None:
        """Let go of both."""
        for _, system in self._parts():
            system.close()

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """Translations with their transcripts, a batch at a time."""
        size = len(items) if self.all_at_once else self.batch
        for start in range(0, len(items), size):
            yield from self._answer(items[start : start + size])

    def _answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        by_id = {item.id: item for item in items}
        transcripts: dict[str, Output] = {}
        for answer in self._asr.answer(items):
            if isinstance(answer, Failure):
                yield answer
            else:
                transcripts[answer.id] = answer
        asked = [
            replace(by_id[name], source=output.text, audio=None) for name, output in transcripts.items() if output.text
        ]
        for name, output in transcripts.items():
            if not output.text:  # an empty transcript: there is nothing to translate
                yield _joined(output, Output(name, "", 0.0))
        answered = 0
        for translation in self._mt.answer(asked) if asked else ():
            answered += 1
            yield translation if isinstance(translation, Failure) else _joined(transcripts[translation.id], translation)
        if answered != len(asked):
            raise SystemFailure(f"{self._mt.name} answered {answered} of {len(asked)} transcripts")


def _joined(transcript: Output, translation: Output) -> Output:
    """The translation, its transcript and both times."""
    known = transcript.seconds is not None and translation.seconds is not None
    return replace(
        translation,
        seconds=(transcript.seconds or 0.0) + (translation.seconds or 0.0) if known else None,
        transcript=transcript.text,
        audio_seconds=transcript.audio_seconds,
        recognition_seconds=transcript.seconds,
        translation_seconds=translation.seconds,
    )


def split_cascade(argument: str) -> tuple[str, str]:
    """The two SPECs of ``ASR+MT``: at the first plus that stands between two known kinds (a path may have one too).

    >>> split_cascade("whisper:models/a+b.pt+apertium:eng-spa")
    ('whisper:models/a+b.pt', 'apertium:eng-spa')
    """
    for plus in re.finditer(r"\+", argument):
        left, right = argument[: plus.start()], argument[plus.end() :]
        try:
            kinds = [split_spec(side)[0] for side in (left, right)]
        except UsageError:
            continue
        if all(kind in REGISTRY.names() for kind in kinds):
            return left, right
    raise UsageError(
        f"a cascade is written cascade:ASR+MT, such as cascade:whisper:tiny.en+apertium:eng-spa; found {argument!r}"
    )


def _options_of(part: str, settings: Mapping[str, object]) -> dict[str, Any]:
    return {name.partition(".")[2]: value for name, value in settings.items() if name.startswith(f"{part}.")}
