"""What a system is, and how a SPEC on the command line becomes one."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence

from askew.core.errors import UsageError
from askew.core.options import options_of, read_options, takes_no_argument
from askew.core.records import Answer, Item
from askew.core.registry import Registry


class System(ABC):
    """Answers items. ``name``, ``details`` and ``answer`` are every system's own; the rest has defaults that suit most.

    A plain class attribute, a field of a dataclass or a property may stand in for each of the properties below.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is called in tables."""

    @property
    @abstractmethod
    def details(self) -> Mapping[str, str]:
        """What identifies it, with every option that can change an answer.

        A run is only continued by a system with equal details.
        """

    @abstractmethod
    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """An output for each item as soon as it is there; a ``Failure`` for one that can't be answered though others
        may.

        Raises SystemFailure if it is of no use to ask for more.
        """

    def load(self) -> None:  # noqa: B027  # most systems have nothing to do
        """Make it ready (read a model, say); called before the first ``answer``, maybe more than once, and timed."""

    def close(self) -> None:  # noqa: B027
        """Let go of what it holds (connections, say); called once nothing more is asked of an instance made from a
        SPEC.
        """

    @property
    def takes_text(self) -> bool:
        """Whether it answers items' texts."""
        return True

    @property
    def takes_audio(self) -> bool:
        """Whether it answers items' recordings; without ``takes_text``, only those."""
        return False

    @property
    def workers(self) -> int:
        """How many instances side by side suit it; ``--workers`` sets another number."""
        return 1

    @property
    def batch(self) -> int | None:
        """How many items it takes at a time; None if it has no such notion."""
        return None

    @property
    def device(self) -> str:
        """Where it computes: ``cpu``, ``cuda`` …; on a cluster a worker on ``cuda`` is given a GPU."""
        return "cpu"

    @property
    def all_at_once(self) -> bool:
        """Whether it can only answer all items in one call, so that a broken-off run asks it for all of them again."""
        return False

    @property
    def matches_by_position(self) -> bool:
        """Whether its answers are matched to items by their order, as those of a program that writes a line per line
        are.

        If a call is broken off, nobody has counted them: before they are trusted, the last ones are asked again.
        """
        return False

    @property
    def depends_on_order(self) -> bool:
        """Whether an answer can depend on the items before it in the same call.

        Items are then asked in the suite's order by one instance, and a broken-off run asks for all of them again.
        """
        return False

    @property
    def never_gives_up(self) -> bool:
        """Whether a failure says nothing of the next item, so that it is asked on however many fail in a row."""
        return False

    @property
    def cached(self) -> bool:
        """Whether a run may take its answers from the cache.

        For systems whose answers cost money or time elsewhere, and whose ``details`` say all that could change them.
        """
        return False


SystemFactory = Callable[..., System]
"""Makes a system from what follows the kind in its SPEC; its keyword-only parameters are the system's options, and one
called ``target`` is given the language to translate into. A subclass of System is one."""

GIVEN_BY_THE_RUN = ("target",)
"""Parameters that are no options: the run knows them."""

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
        "azure": "askew.systems.azure:AzureSystem",
        "azure-speech": "askew.systems.azure:AzureSpeechSystem",
        "modernmt": "askew.systems.modernmt:ModernMTSystem",
        "openai": "askew.systems.openai:OpenAISystem",
        "ctranslate2": "askew.systems.ctranslate2:CTranslate2System",
        "hf": "askew.systems.hf:TransformersSystem",
        "bergamot": "askew.systems.bergamot:BergamotSystem",
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

    Raises UsageError for a SPEC or an option that is written wrongly, and whatever the system has to say against them.

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
    given = read_options(kind, factory, options or {}, GIVEN_BY_THE_RUN)
    if "target" in options_of(factory):
        if target is None:
            raise UsageError(f"{kind} must know the language to translate into: give target (ISO 639-1)")
        given["target"] = target
    return checked_system(factory(argument, **given), kind)


def checked_system(thing: object, called: str) -> System:
    """``thing`` if it is a system; a UsageError that says what one is if not."""
    if not isinstance(thing, System):
        raise UsageError(
            f"{called} is of type {type(thing).__name__}, which is no system: expected a subclass of "
            "askew.systems.System (docs/systems.md shows one)"
        )
    return thing


def _how_to_write(spec: str) -> str:
    kinds = ", ".join(REGISTRY.names())
    return f"a system is written KIND:WHAT, such as apertium:eng-spa; found {spec!r} (kinds: {kinds})"
