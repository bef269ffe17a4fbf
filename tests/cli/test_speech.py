"""askew speak, run --audio and compare --by, as a user starts them."""

import json
import shutil

import pytest

pytest.importorskip("soundfile")


@pytest.fixture
def speech(askew, tmp_path):
    """Five sentences in two voices, and what somebody heard of them."""
    if shutil.which("flite") is None:
        pytest.skip("needs flite (Debian: apt-get install flite)")
    words = ["speak", "simplegen", "--subset", "mofc", "--limit", "5", "--voice", "flite:slt", "--voice", "flite:rms"]
    done = askew(*words, "--out", "speech", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [(row["voice"], row["items"], row["new"]) for row in json.loads(done.stdout)] == [
        ("flite:slt", 5, 5), ("flite:rms", 5, 5),
    ]  # fmt: skip
    again = askew(*words, "--out", "speech", cwd=tmp_path)
    assert again.stdout.count("5 recordings, 0 of them new") == 2
    rows = [json.loads(line) for line in (tmp_path / "speech/flite-slt/manifest.jsonl").read_text().splitlines()]
    for voice, heard in {"flite-slt": "{}", "flite-rms": "Well, {}"}.items():
        lines = [json.dumps({"id": row["id"], "output": heard.format(row["text"])}) for row in rows]
        (tmp_path / f"{voice}.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path


def test_two_voices_are_run_and_compared(askew, speech, is_users_mistake):
    shared = ["--subset", "mofc", "--partial", "--resamples", "100"]
    for voice in ("flite-slt", "flite-rms"):
        (speech / "heard.jsonl").write_text(
            (speech / f"{voice}.jsonl").read_text()
        )  # one system: the same SPEC for both
        done = askew(
            "run", "simplegen", "-t", "es", *shared, "--audio", f"speech/{voice}", "--system", "cascade:file:heard.jsonl+command:cat",
            "--out", f"runs/{voice}", "--json", cwd=speech,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["n"] == 5
    compared = askew("compare", "runs/flite-slt", "runs/flite-rms", "--by", "voice", "--json", cwd=speech)
    assert compared.returncode == 0, compared.stderr
    shown = json.loads(compared.stdout)
    assert shown["baseline"] == "flite:slt"
    assert shown["systems"][0]["changes"]["wer"]["difference"] > 5
    table = askew("compare", "runs/flite-slt", "runs/flite-rms", "--by", "voice_gender", cwd=speech)
    assert "difference from female, paired by item" in table.stdout
    is_users_mistake(askew("compare", "runs/flite-slt", "runs/flite-rms", "--by", "accent", cwd=speech))
    is_users_mistake(askew("speak", "simplegen", "--voice", "flite:nobody", "--out", "x", cwd=speech))
    is_users_mistake(
        askew(
            "run", "simplegen", "-t", "es", "--audio", "nowhere", "--system", "pocketsphinx", "--out", "y", cwd=speech
        )
    )
