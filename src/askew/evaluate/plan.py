"""A plan: a suite with every choice made and checked, before anything is read or run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from askew.core.errors import UsageError
from askew.core.records import Item
from askew.core.resampling import Resampling
from askew.core.run import Asked
from askew.suites import REGISTRY
from askew.suites.base import Protocol, Selection, Suite
from askew.systems.languages import code_of


@dataclass(frozen=True)
class Plan:
    """What is asked of a suite, by which protocol it is judged, and how intervals are made."""

    suite: Suite[Any]
    selection: Selection[Any]
    protocol: Protocol
    resampling: Resampling

    @classmethod
    def make(
        cls,
        suite: "str | Plan",
        target: str = "",
        *,
        edition: str | None = None,
        subset: str | None = None,
        protocol: str | None = None,
        resampling: Resampling | None = None,
        options: Mapping[str, object] | None = None,
    ) -> "Plan":
        """Fill in the suite's defaults; an unknown name or option is a UsageError with a suggestion. A plan is one
        already.
        """
        if isinstance(suite, Plan):
            return suite
        found = REGISTRY.get(suite)
        chosen = found.read_options(options or {})
        if not target:
            if found.default_target is None:
                raise UsageError(f"{suite} needs the language of the outputs: --target LANG")
            target = found.default_target(chosen)
        check_code(target)
        if protocol is None and found.default_protocol is not None:
            protocol = found.default_protocol(target, chosen)
        selection = found.select(target, edition, subset, options or {})
        return cls(found, selection, found.protocol(protocol, target), resampling or Resampling())

    @property
    def target(self) -> str:
        """The language of the outputs."""
        return self.selection.target

    def items(self) -> list[Item]:
        """What is asked."""
        return self.suite.items(self.selection)

    def asked(self, system: str, details: Mapping[str, str], signed: Mapping[str, str] | None = None) -> Asked:
        """What a run of this plan asks of a system; ``signed`` are further choices that can change a number."""
        options = {**(self.suite.signed(self.selection.options) if self.suite.signed else {}), **(signed or {})}
        chosen = self.selection
        given = {name: value for name, value in vars(chosen.options).items() if value not in (None, False, ())}
        return Asked(self.suite.name, chosen.target, chosen.edition, chosen.subset, system, details, options, given)


def check_code(target: str) -> None:
    """Refuse a language's name where its code is meant, with the code."""
    if code := code_of(target):
        raise UsageError(f"languages are given by their ISO 639-1 codes: {target!r} is {code!r} (--target {code})")


def items(
    suite: str, *, target: str = "", edition: str | None = None, subset: str | None = None, **options: Any
) -> list[Item]:
    """What a suite asks; with a ``target``, also the references there are in it. ``options`` are the suite's own.

    Raises UsageError for an unknown suite, edition, subset or option, DataError where the suite's data is not here.

    >>> import askew
    >>> askew.items("simplegen", subset="mofc")[0].source
    'People laughed at the director behind her back.'
    """
    check_code(target)
    found = REGISTRY.get(suite)
    return found.items(found.select(target, edition, subset, options))
