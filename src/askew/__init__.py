"""askew measures what BLEU hides in speech and text translation.

``score`` outputs that exist, ``run`` a system, ``rescore`` a run without its system, ``compare`` runs, ``load`` one,
list a suite's ``items``, ``speak`` them. The command line has the same verbs and gives the same numbers.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from askew.version import __version__

if TYPE_CHECKING:
    from askew.analyses.compare import Comparison, compare
    from askew.core.errors import AskewError
    from askew.core.resampling import Resampling
    from askew.core.run import Run, load
    from askew.evaluate.ask import Asking
    from askew.evaluate.plan import items
    from askew.evaluate.rescore import rescore
    from askew.evaluate.run import run
    from askew.evaluate.score import score
    from askew.evaluate.speak import speak

__all__ = [
    "AskewError",
    "Asking",
    "Comparison",
    "Resampling",
    "Run",
    "__version__",
    "compare",
    "items",
    "load",
    "rescore",
    "run",
    "score",
    "speak",
]

# Loaded on first use: `import askew` and the command line's --help stay fast.
_HOMES = {
    "AskewError": "askew.core.errors",
    "Run": "askew.core.run",
    "load": "askew.core.run",
    "Asking": "askew.evaluate.ask",
    "Comparison": "askew.analyses.compare",
    "compare": "askew.analyses.compare",
    "Resampling": "askew.core.resampling",
    "rescore": "askew.evaluate.rescore",
    "run": "askew.evaluate.run",
    "items": "askew.evaluate.plan",
    "score": "askew.evaluate.score",
    "speak": "askew.evaluate.speak",
}


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # which would take any name for one that is there

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'askew' has no attribute {name!r}")
        thing = getattr(import_module(_HOMES[name]), name)
        globals()[name] = thing  # importing a submodule of the same name must not shadow it
        return thing
