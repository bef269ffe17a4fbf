# Sourced by the other scripts: makes a virtual environment once and installs into it only when what it depends on changed.
# Needs python3 (3.11 or later) and pip; Debian's python3-venv is not needed.

# make_environment DIR STAMP_FILES PIP_ARGUMENTS...: DIR is ready afterwards, with the Python that $PYTHON names if not python3.
make_environment() {
    local dir=$1 inputs=$2 stamp
    shift 2
    # shellcheck disable=SC2086  # a list of files
    stamp=$(cat $inputs | cksum)
    if [ -x "$dir/bin/python" ] && [ "$(cat "$dir/.stamp" 2>/dev/null)" = "$stamp" ]; then
        return
    fi
    echo "setting up $dir (once)" >&2
    # Without ensurepip (Debian splits it off) the environment is made bare and filled by the pip that is there.
    "${PYTHON:-python3}" -m venv --without-pip "$dir" || return
    python3 -m pip --python "$dir/bin/python" install --quiet --disable-pip-version-check "$@" || return
    echo "$stamp" >"$dir/.stamp"
}

# find_python VERSION: prints a Python of that version (on the path, or one of pyenv's), or nothing.
find_python() {
    local candidate
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
        if "$candidate" -c "" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
}

# install_debian_packages NAMES...: installs what is missing if we may (root and apt); otherwise says what will be skipped.
install_debian_packages() {
    local name missing=()
    command -v dpkg-query >/dev/null || { echo "not a Debian system: what needs $* is skipped" >&2; return 0; }
    for name in "$@"; do
        dpkg-query --show --showformat '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "may not install Debian packages here: what needs ${missing[*]} is skipped" >&2
        return 0
    fi
    echo "installing Debian packages: ${missing[*]}" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 ||
        echo "could not install ${missing[*]}: what needs them is skipped" >&2
}

# Data sets that lie beside the checkout are used in place.
if [ -z "${ASKEW_DATA:-}" ] && [ -d ../shared/data ]; then
    ASKEW_DATA=$(cd ../shared/data && pwd)
    export ASKEW_DATA
fi
