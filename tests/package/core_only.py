"""Runs ``askew ARGS`` as if nothing but its core dependencies were installed: python core_only.py ARGS..."""

import importlib.abc
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(lines, found):
    """Distributions that some requirements bring, those that these require included."""
    for requirement in map(Requirement, lines):
        name = plain(requirement.name)
        marker = requirement.marker
        if name in found or (marker and not any(marker.evaluate({"extra": e}) for e in (*requirement.extras, ""))):
            continue
        found.add(name)
        needed(metadata.requires(name) or [], found)
    return found


class Others(importlib.abc.MetaPathFinder):
    """Says that there is nothing but the standard library, askew, and what it brings."""

    def __init__(self, core):
        owners = metadata.packages_distributions()
        self.absent = {top for top, names in owners.items() if not {plain(name) for name in names} & core}

    def find_spec(self, name, path=None, target=None):
        del path, target
        if name.partition(".")[0] in self.absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


if __name__ == "__main__":
    core = needed(tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["dependencies"], {"askew"})
    sys.meta_path.insert(0, Others(core))
    from askew.cli import main

    main()
