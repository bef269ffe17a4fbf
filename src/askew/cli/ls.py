"""askew ls: what there is."""

from collections.abc import Callable
from typing import Any

from askew.cli import options
from askew.cli.show import print_content, print_json


def command(as_json: options.Json = False) -> None:
    """List suites with their protocols, editions and subsets, systems, and languages."""
    from askew.lang import pack
    from askew.suites import REGISTRY as SUITES
    from askew.systems import REGISTRY as SYSTEMS

    suites = {name: SUITES.get(name) for name in SUITES.names()}
    listing: dict[str, Any] = {
        "suites": {
            name: {
                "title": suite.title,
                "protocols": {protocol.name: protocol.all_targets() for protocol in suite.protocols},
                "editions": list(suite.editions),
                "subsets": list(suite.subsets),
            }
            for name, suite in suites.items()
        },
        "systems": {name: _options(SYSTEMS.get(name)) for name in SYSTEMS.names()},
        "languages": {code: pack.load(code).name for code in pack.available()},
    }
    if as_json:
        print_json(listing)
        return
    from askew.report.content import text_table

    rows: list[tuple[str, str, str]] = []
    for name, suite in suites.items():
        rows.append(("suite", name, suite.title))
        for protocol in suite.protocols:
            rows.append(("", "", f"protocol {protocol.name}: {' '.join(protocol.all_targets())}"))
        rows.append(("", "", f"editions {' '.join(suite.editions)}; subsets {' '.join(suite.subsets)}"))
    for name, named in listing["systems"].items():
        rows.append(("system", name, f"options {' '.join(named)}" if named else ""))
    for code in pack.available():
        loaded = pack.load(code)
        about = f"{loaded.name}, {len(loaded.occupations)} occupations, pack {loaded.signature}"
        rows.append(("language", code, about))
    print_content(text_table(rows))


def _options(factory: Callable[..., object]) -> list[str]:
    """What --set can set of a system."""
    from askew.core.options import options_of
    from askew.systems.base import GIVEN_BY_THE_RUN

    return [name for name in options_of(factory) if name not in GIVEN_BY_THE_RUN]
