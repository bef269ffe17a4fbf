"""askew balance and askew train --adapt from the command line: what they write, and what they refuse."""

import pytest


def test_balance_writes_a_file_that_says_what_is_in_it(askew, tmp_path):
    (tmp_path / "out.txt").write_text("nurse\nsurgeon\n")
    out = tmp_path / "balanced.tsv"
    done = askew("balance", "--target", "de", "--without", tmp_path / "out.txt", "--out", out)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    text = out.read_text("utf-8")
    assert "# held out: nurse, surgeon" in text
    assert "Chirurg" not in text
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    assert {len(row) for row in rows} == {5}
    shown = askew("balance", "-t", "de", "--without", tmp_path / "out.txt")
    assert shown.stdout == text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["balance", "-t", "xx"], "no language pack for 'xx'"),
        (["balance", "-t", "ar"], "no sentences to balance in Arabic"),
        (["balance", "-t", "es", "--without", "nobody.txt"], "nobody.txt"),
        (["train", "--out", "model"], "what to train?"),
        (["train", "--adapt", "en-es", "--out", "model"], "--adapt needs --text"),
        (["train", "--adapt", "nowhere", "--text", "a", "--anchor", "b", "--out", "model"], "nowhere"),
        (["train", "a.toml", "--adapt", "en-es", "--out", "model"], "--adapt takes no configuration"),
        (["train", "a.toml", "--anchor", "b", "--out", "model"], "go with --adapt"),
    ],
)
def test_mistakes_are_one_clear_line(askew, is_users_mistake, tmp_path, words, says):
    if words[0] == "train":
        pytest.importorskip("torch")
    done = askew(*words, cwd=tmp_path)
    is_users_mistake(done)
    assert says in done.stderr
    assert not (tmp_path / "model").exists()
