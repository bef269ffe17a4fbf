"""What a system is, and how a SPEC on the command line becomes one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from askew.core.errors import UsageError
from askew.core.records import Answer, Item
from askew.core.registry import Registry
from askew.systems.options import checked, options_of, takes_no_argument


class System(Protocol):
    """Answers items. Three members are needed; a system may have these besides:

    - ``load()`` makes it ready (reads a model); called once before the first ``answer``, and timed;
    - ``workers`` (default 1): how many instances, side by side, suit it; ``--workers`` sets another number;
    - ``batch``: how many items to hand over at a time when there are several workers;
    - ``whole = True``: it can only answer all items at once, so a broken-off run asks it for all again;
    - ``hears = True``: it answers items' recordings, not their texts; ``None``: either;
    - ``tireless = True``: what fails is the items' fault, so it is asked on however many fail in a row;
    - ``cached = True``: answers cost money or time elsewhere, ``details`` say all that could change them, and a run may
      take them from the cache.
    """

    @property
    def name(self) -> str:
        """What it is called in tables."""
        ...

    @property
    def details(self) -> Mapping[str, str]:
        """What identifies it, with every option that can change an answer: a run is only continued by a system with equal details."""
        ...

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """An output for each item, as soon as it is there; a ``Failure`` for one that could not be answered though others may."""
        ...


class SystemFactory(Protocol):
    """Makes a system from what follows the kind in its SPEC; its keyword-only parameters are the system's options."""

    def __call__(self, argument: str = "", /, **options: Any) -> System:
        """The system. A parameter ``target`` is given the language to translate into."""
        ...


REGISTRY: Registry[SystemFactory] = Registry(
    "system",
    {
        "neural": "askew.systems.neural:NeuralSystem",
        "file": "askew.systems.file:FileSystem",
        "command": "askew.systems.command:CommandSystem",
        "apertium": "askew.systems.apertium:ApertiumSystem",
        "apy": "askew.systems.apy:ApySystem",
        "libretranslate": "askew.systems.libretranslate:LibreTranslateSystem",
        "deepl": "askew.systems.deepl:DeepLSystem",
        "google": "askew.systems.google:GoogleSystem",
        "openai": "askew.systems.openai:OpenAISystem",
        "ctranslate2": "askew.systems.ctranslate2:CTranslate2System",
        "hf": "askew.systems.hf:TransformersSystem",
        "whisper": "askew.systems.whisper:WhisperSystem",
        "pocketsphinx": "askew.systems.pocketsphinx:PocketSphinxSystem",
        "vosk": "askew.systems.vosk:VoskSystem",
        "cascade": "askew.systems.cascade:CascadeSystem",
    },
)

_SPEC = re.compile(r"(?P<kind>[A-Za-z][\w.-]*)(?::(?P<argument>.*)|(?P<at>@.*))?", re.DOTALL)


def split_spec(spec: str) -> tuple[str, str]:
    """A SPEC's kind, and what it says beyond that.

    >>> split_spec("apertium:eng-spa"), split_spec("deepl"), split_spec("apy@http://localhost:2737")
    (('apertium', 'eng-spa'), ('deepl', ''), ('apy', '@http://localhost:2737'))
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise UsageError(_how_to_write(spec))
    return match["kind"], match["argument"] or match["at"] or ""


def open_system(spec: str, options: Mapping[str, object] | None = None, *, target: str | None = None) -> System:
    """The system a SPEC such as ``command:./translate.sh`` names, with its options set.

    >>> open_system("command:cat -u").name
    'cat'
    """
    kind, argument = split_spec(spec)
    try:
        factory = REGISTRY.get(kind)
    except UsageError as error:  # a bare word that is like no kind is more likely a program, or a path
        raise UsageError(str(error) if spec != kind or "did you mean" in str(error) else _how_to_write(spec)) from None
    if not argument and not takes_no_argument(factory):
        raise UsageError(_how_to_write(spec))
    given = checked(kind, factory, options or {})
    if "target" in options_of(factory):
        if target is None:
            raise UsageError(f"{kind} must know the language to translate into: give target (ISO 639-1)")
        given["target"] = target
    return factory(argument, **given)


def _how_to_write(spec: str) -> str:
    return f"a system is written KIND:WHAT, such as apertium:eng-spa; found {spec!r} (kinds: {', '.join(REGISTRY.names())})"
