"""Models that come with askew, each a folder in CTranslate2's format with its card."""

from pathlib import Path

_HERE = Path(__file__).parent


def shipped_models() -> list[str]:
    """Their names, which are language pairs."""
    return sorted(path.parent.name for path in _HERE.glob("*/model.bin"))


def shipped(name: str) -> Path | None:
    """The folder of a shipped model, if there is one of that name."""
    return _HERE / name if name in shipped_models() else None
