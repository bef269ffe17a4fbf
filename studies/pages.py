"""Where data sets lie and pages go."""

import os
from pathlib import Path

DATA = Path(os.environ.get("ASKEW_DATA", ""))
ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FIGURES = DOCS / "figures"
