#!/usr/bin/env bash
# The main job: sets askew up in a virtual environment of its own, runs the model that comes with it, careful, fast and mended, and reports what speed cost and mending gave.
#   scripts/demo.sh [--out DIR]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
make_environment .venv pyproject.toml --editable ".[models]"
exec .venv/bin/askew demo "$@"
