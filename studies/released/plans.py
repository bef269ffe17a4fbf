"""The sweep of Opus-MT, what Firefox's model was asked, and the French of ACL 60/60 as a file they can name."""

import os
from pathlib import Path

from askew.suites import REGISTRY
from askew.sweep.plan import SweepPlan, read_plan

HERE = Path(__file__).parent
FIREFOX: dict[str, dict[str, str]] = {"simplegen": {}, "winomt": {}, "mtgeneval": {"edition": "dev"}}
"""What Firefox's model was asked, with the choices of each suite; the test set of MT-GenEval has no Portuguese here."""


def opus_sweep(work: Path) -> SweepPlan:
    """The sweep of Opus-MT; ``work`` gets the references of ACL 60/60, which the repository does not hold."""
    os.environ["ASKEW_RELEASED"] = str(work.absolute())
    _write_talks(work / "acl6060.fr.tsv")
    return read_plan(HERE / "opus-mt.toml")


def _write_talks(path: Path) -> None:
    suite = REGISTRY.get("acl6060")
    items = suite.items(suite.select("fr", None, None, {}))
    rows = [(" ".join(item.source.split()), " ".join(item.references[0].split())) for item in items]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")
