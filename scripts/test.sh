#!/usr/bin/env bash
# All checks: style, types, layers, tests, documentation examples.
#   scripts/test.sh            everything but what is marked slow
#   scripts/test.sh --slow     also the simulations that take minutes
#   scripts/test.sh ARGS...    other arguments go to pytest
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
marker="not slow"
if [ "${1:-}" = --slow ]; then
    marker=""
    shift
fi
make_environment .venv-test "pyproject.toml scripts/requirements-test.txt" --editable . --requirement scripts/requirements-test.txt
install_debian_packages apertium apertium-apy apertium-eng-spa apertium-eng-cat chromium flite festival festvox-us-slt-hts espeak-ng poppler-utils
if command -v npm >/dev/null; then # checks the types of the page's script; without it that test skips
    [ -x .node-test/node_modules/.bin/tsc ] || npm install --prefix .node-test --silent --no-audit --no-fund typescript@7.0.2 >/dev/null 2>&1 || true
fi
export PATH="$PWD/.venv-test/bin:$PATH"
python scripts/whisper_weights.py .models || echo "no Whisper weights: what needs them is skipped" >&2
python310=$(find_python 3.10)
if [ -n "$python310" ]; then # Firefox's translator and its engine, which has no wheel for a newer Python
    { python scripts/released_models.py .models firefox-en-pt >/dev/null &&
        PYTHON=$python310 make_environment .models/bergamot scripts/requirements-bergamot.txt --requirement scripts/requirements-bergamot.txt; } ||
        echo "no Bergamot: what needs it is skipped" >&2
else
    echo "no Python 3.10: what needs Bergamot is skipped" >&2
fi
ruff check
ruff format --check
mypy
lint-imports
exec pytest -n auto --dist loadfile -m "$marker" "$@"
