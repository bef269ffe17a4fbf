"""Writes docs/released-results.md: released models, made faster, beside others, and told how to translate.

ASKEW_DATA=… python -m studies.released.page [WORK]

From stored outputs (studies/released/make says how they were made); WORK keeps the sweep's runs, so that a second start
is quick.
"""

import sys
import tempfile
from pathlib import Path

from studies.pages import DOCS, made_by, need, reading, write
from studies.released import firefox, opus, prompts
from studies.released.plans import HERE

LEAD = (
    " from stored outputs. Percent with 95% intervals in brackets; whom an interval is about stands with it "
    "([two readings](inference.md))."
)


def main() -> None:
    """Write the page."""
    need("winomt", "winost", "mt_geneval", "gate", "acl6060")
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(sys.argv[1] if len(sys.argv) > 1 else scratch)
        lines = [*reading(HERE / "reading.md"), *opus.sections(work), *firefox.sections(), *prompts.sections()]
    write(DOCS / "released-results.md", "Released models: results", [made_by("released", LEAD)], lines)


if __name__ == "__main__":
    main()
