"""What all tests share."""

import fcntl
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.services import KEY_VARIABLES
from tests.warm import Warm

CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
NEVER = 600_000  # milliseconds: what takes longer hangs, on however slow a machine

# No test depends on how fast the machine is, or how busy.
settings.register_profile("askew", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("askew")

# Whoever starts the tests in the background may have them ignore Ctrl-C or a hang-up, and the programs they start would inherit
# that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(scope="module")
def one_ray_at_a_time(tmp_path_factory):
    """Two clusters on one machine find each other: test files that start one wait for each other, also in other
    processes.
    """
    with (tmp_path_factory.getbasetemp().parent / "ray.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def shared_data():
    """The folder of data sets that are not in the repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ASKEW_DATA") or beside)
    if not folder.is_dir():
        pytest.skip(f"needs the data sets: set ASKEW_DATA, or put them in {beside} (looked in {folder})")
    return folder


@pytest.fixture
def no_keys(tmp_path, monkeypatch):
    """A cache of one's own, and none of the user's keys."""
    monkeypatch.setenv("ASKEW_CACHE", str(tmp_path / "cache" / "outputs.sqlite"))
    for name in KEY_VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """``made_once(name, make)``: a folder that ``make(folder)`` fills, once for all processes that run the tests; it is
    only read then.
    """
    own = tmp_path_factory.getbasetemp()
    root = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def folder(name, make):
        made = root / f"once-{name}"
        with (root / f"once-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                being_made = tmp_path_factory.mktemp(name)
                make(being_made)
                being_made.rename(made)
        return made

    return folder


@pytest.fixture(scope="session")
def program():
    """The path of the askew script."""
    return Path(sys.executable).with_name("askew")


@pytest.fixture(scope="session")
def askew(program):
    """Runs the program with these words; gives back its exit status, standard output and standard error."""
    warm = Warm()
    yield lambda *words, **more: warm.run([str(program), *map(str, words)], **more)
    warm.close()


@pytest.fixture(scope="session")
def is_users_mistake():
    """Checks that the program ended with one message, as it must after a mistake of the user's."""

    def check(result):
        assert result.returncode == 2, result
        assert result.stdout == ""
        assert result.stderr.strip()
        assert "Traceback" not in result.stderr
        assert "bug in askew" not in result.stderr

    return check


@pytest.fixture(scope="session")
def model_folder():
    """Where scripts/test.sh puts the models that tests need, whether there are any or not."""
    return Path(os.environ.get("ASKEW_TEST_MODELS") or Path(__file__).parents[1] / ".models")


@pytest.fixture(scope="session")
def models(model_folder):
    """The folder with what scripts/whisper_weights.py makes: tiny.en.pt, transformers/, ctranslate2/."""
    if not (model_folder / "ctranslate2/tokenizer.json").is_file():
        pytest.skip(f"needs Whisper tiny.en: python scripts/whisper_weights.py {model_folder}")
    return model_folder


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, driven by Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs Debian's chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM, timeout=NEVER)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium):
    """Opens a file in a fresh context; whatever the page asks for besides itself, logs as an error or breaks its
    policy is a failure.
    """
    contexts, wrong = [], []

    def open_page(path, hash="", **options):
        usual = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        context = chromium.new_context(**{**usual, **options})
        context.set_default_timeout(NEVER)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: (wrong.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.goto(f"{path.as_uri()}{hash}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong
