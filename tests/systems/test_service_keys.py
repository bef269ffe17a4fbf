"""Keys of services: where they are looked for, whom they are sent to, and that they are shown nowhere."""

import os
import subprocess

import pytest

from askew.core.errors import UsageError
from askew.systems import open_system
from askew.systems.service import _same_place

from .test_services import ASKEW, ITEMS, KEY, QUICK, openai

CARRIERS = {
    "openai:toy@{}/v1": "MY_KEY",
    "libretranslate@{}": "LIBRETRANSLATE_API_KEY",
    "deepl@{}": "DEEPL_AUTH_KEY",
    "google:@{}": "GOOGLE_API_KEY",
    "google:p1@{}": "GOOGLE_ACCESS_TOKEN",
}
TRIALS = [*((spec, "redirect") for spec in CARRIERS), *(("openai:toy@{}/v1", fault) for fault in (None, "401", "500"))]


@pytest.mark.parametrize(("spec", "fault"), TRIALS)
def test_a_planted_key_is_found_nowhere_but_in_the_requests(services, proxy, tmp_path, spec, fault):
    variable = CARRIERS[spec]
    with_another_host = proxy(services.url, lambda *_: None)
    where = f"redirect to {with_another_host.url}" if fault == "redirect" else fault
    faulty = proxy(services.url, lambda *_: where)
    words = [
        "run",
        "simplegen",
        "-t",
        "es",
        "--subset",
        "fofc",
        "--limit",
        "30",
        "--partial",
        "--system",
        spec.format(faulty.url),
        "--out",
        tmp_path / "run",
        "--set",
        "retries=0",
        "--resamples",
        "100",
    ]
    words += ["--set", f"key_env={variable}"]
    environment = {**os.environ, variable: KEY, "HOME": str(tmp_path), "ASKEW_DEBUG": "1"}
    result = subprocess.run([ASKEW, *words], capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == (2 if fault == "401" else 3) or fault == "redirect", result
    assert KEY in str(faulty.log)  # it was used
    assert KEY not in str(with_another_host.log)  # but went no further
    assert bool(with_another_host.log) == (fault == "redirect")
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert KEY not in result.stdout + result.stderr
    assert KEY.encode() not in written


def test_a_key_on_the_command_line_is_refused_and_not_repeated(services):
    for spec, options in {
        f"openai:toy@http://me:{KEY}@localhost/v1": {},
        f"openai:toy@http://localhost/v1?key={KEY}": {},
        f"openai:toy@{services.url}/v1": {"key_env": KEY},
    }.items():
        with pytest.raises(UsageError) as refused:
            open_system(spec, options, target="es")
        assert KEY not in str(refused.value)


def test_the_openai_key_goes_to_openai_alone(services, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    list(openai(services.url).answer(ITEMS[:1]))
    assert KEY not in str(services.log)
    monkeypatch.setenv("OPENAI_BASE_URL", f"{services.url}/v1")
    list(open_system("openai:toy", QUICK, target="es").answer(ITEMS[:1]))
    assert services.log[-1][1]["Authorization"] == f"Bearer {KEY}"


def test_a_missing_key_says_where_one_is_looked_for():
    with pytest.raises(
        UsageError, match="deepl needs a key: set DEEPL_AUTH_KEY or DEEPL_API_KEY, or keep it in a keyring"
    ):
        open_system("deepl", target="es")
    with pytest.raises(UsageError, match="MY_KEY, which should hold the key, is not set"):
        open_system("deepl", {"key_env": "MY_KEY"}, target="es")


def test_a_key_from_a_keyring(monkeypatch):
    keyring = pytest.importorskip("keyring")

    class Drawer(keyring.backend.KeyringBackend):
        priority = 1

        def get_password(self, service, username):
            return {("askew", "deepl"): f"{KEY}:fx"}.get((service, username))

        def set_password(self, *_):
            raise NotImplementedError

    monkeypatch.setattr(keyring.core, "_keyring_backend", Drawer())
    assert open_system("deepl", target="es").details["url"] == "https://api-free.deepl.com"
    assert KEY not in repr(open_system("deepl", target="es"))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://a.org/x", "https://a.org/y", True),
        ("https://a.org/x", "https://a.org:443/y", True),
        ("http://a.org/x", "https://a.org/x", True),
        ("https://a.org/x", "http://a.org/x", False),
        ("https://a.org/x", "https://b.a.org/x", False),
        ("https://a.org/x", "https://a.org:8443/x", False),
        ("http://a.org:8000/x", "https://a.org/x", False),
        ("http://localhost:1/x", "http://127.0.0.1:1/x", False),
    ],
)
def test_who_may_know_the_key_after_a_redirect(one, other, same):
    assert _same_place(one, other) is same


@pytest.mark.parametrize(
    "spec",
    [
        "openai:@http://x",
        "openai:toy@ftp://x",
        "openai:toy@http://",
        "apy",
        "apy@x",
        "libretranslate@x",
        "openai:toy@x",
    ],
)
def test_an_address_that_is_none(spec):
    with pytest.raises(UsageError):
        open_system(spec, target="es")
