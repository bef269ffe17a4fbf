#!/usr/bin/env bash
# The main job: sets askew up in a virtual environment of its own, evaluates a real system, writes a report.
#   scripts/demo.sh [--out DIR]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
make_environment .venv pyproject.toml --editable .
install_debian_packages apertium apertium-eng-spa
exec .venv/bin/askew demo "$@"
