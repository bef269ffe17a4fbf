"""Programs as systems: those that answer line for line are run, those that don't are found out."""

import json
import os
import shlex
import sys

import pytest

import askew as api
from askew.core.errors import SystemFailure
from askew.core.journal import read_journal

ITEMS = api.items("simplegen", subset="fofc")
START = "import sys\nout = sys.stdout.buffer\n"
LINES = START + "for n, line in enumerate(sys.stdin, 1):\n    "
ANSWER = "out.write(f'frase {line.strip()}\\n'.encode()); out.flush()"


@pytest.fixture
def command(tmp_path):
    """The SPEC of a Python program; written again under the same name, it is the same system."""

    def write(source):
        (tmp_path / "program.py").write_text(source)
        return f"command:{shlex.join([sys.executable, str(tmp_path / 'program.py')])}"

    return write


@pytest.fixture
def start(askew, tmp_path):
    """Runs the program askew on a system, into the folder ``run``."""

    def run(spec):
        words = ("--subset", "fofc", "--resamples", "100", "--out", tmp_path / "run", "--json")
        return askew("run", "simplegen", "-t", "es", "--system", spec, *words)

    return run


@pytest.fixture
def run(tmp_path):
    """The same without a process of its own."""

    def run(spec):
        options = {"target": "es", "subset": "fofc", "out": tmp_path / "run", "resampling": api.Resampling(100)}
        return api.run("simplegen", system=spec, **options)

    return run


def journalled(tmp_path):
    return [(output.id, output.text) for output in read_journal(tmp_path / "run/outputs.jsonl")]


EXPECTED = [(item.id, f"frase {item.source}") for item in ITEMS]
GOOD = {
    "one by one": LINES + ANSWER,
    "all at the end of its input": START + "for line in list(sys.stdin): out.write(f'frase {line.strip()}\\n'.encode())",
    "in blocks": LINES + "out.write(f'frase {line.strip()}\\n'.encode())",
    "byte by byte": LINES + "[(out.write(bytes([byte])), out.flush()) for byte in f'frase {line.strip()}\\n'.encode()]",
    "with CRLF and white space": LINES + "out.write(f'  frase\\t{line.strip()} \\r\\n'.encode())",
    "without a last line end": START + "out.write('\\n'.join(f'frase {line.strip()}' for line in sys.stdin).encode())",
    "with much on standard error": LINES + "sys.stderr.write('x' * 9999)\n    " + ANSWER,
}  # fmt: skip


@pytest.mark.parametrize("how", GOOD)
def test_a_program_may_answer(run, command, tmp_path, how):
    result = run(command(GOOD[how]))
    assert journalled(tmp_path) == EXPECTED
    assert [(output.id, output.text) for output in api.load(tmp_path / "run").outputs] == EXPECTED
    assert result.timing["items"] == len(ITEMS)


def test_a_program_is_given_each_source_on_a_line_of_its_own(run, tmp_path):
    run("command:cat")
    assert journalled(tmp_path) == [(item.id, item.source) for item in ITEMS]


def test_empty_answers_are_answers(run, command, tmp_path):
    run(command(LINES + "print()"))
    assert journalled(tmp_path) == [(item.id, "") for item in ITEMS]


MISCOUNTS = {
    "drops a line": (LINES + f"\n    if n != 10: {ANSWER}", "answered 517 of 518 lines"),
    "drops the last line": (LINES + f"\n    if n != 518: {ANSWER}", "answered 517 of 518 lines"),
    "greets": (START + "print('ready', flush=True)\n" + LINES + ANSWER, "more than the 518 lines"),
    "says goodbye": (LINES + ANSWER + "\nprint('done')", "more than the 518 lines it was given: b'done'"),
    "ends with a blank line": (LINES + ANSWER + "\nprint()", "more than the 518 lines"),
    "breaks its lines": (LINES + "print(n); print()", "more than the 518 lines"),
    "says nothing": ("import sys; sys.stdin.read()", "answered 0 of 518 lines and ended with status 0"),
    "does not even listen": ("", "answered 0 of 518 lines and ended with status 0"),
    "stops early without a complaint": (LINES + ANSWER + "\n    if n == 9: break", "answered 9 of 518 lines and ended with status 0"),
}  # fmt: skip


@pytest.mark.parametrize("how", MISCOUNTS)
def test_nothing_is_kept_of_a_program_that_does_not_answer_one_for_one(run, command, tmp_path, how):
    source, said = MISCOUNTS[how]
    with pytest.raises(SystemFailure, match=said):
        run(command(source))
    assert journalled(tmp_path) == []


DEATHS = {
    "dies": (LINES + ANSWER + "\n    if n == 9: sys.exit('no more memory')", "answered 9 of 518 lines and ended with status 1; it said: no more memory", 9),
    "is killed": (LINES + ANSWER + "\n    if n == 9: import os; os.kill(os.getpid(), 9)", "answered 9 of 518 lines and ended with status -9", 9),
    "writes broken UTF-8": (LINES + "out.write(b'frase \\xff\\n' if n == 10 else f'frase {line.strip()}\\n'.encode())", f"answered {ITEMS[9].id} with bytes that are not UTF-8", 9),
    "dies in the middle of an answer": (LINES + "out.write(b'fra' if n == 10 else f'frase {line.strip()}\\n'.encode()); out.flush()\n    if n == 10: sys.exit(1)", "of 518 lines and ended with status 1", 9),
    "fails at the very end": (LINES + ANSWER + "\nsys.exit('cannot save')", "answered every line but ended with status 1; it said: cannot save", 518),
}  # fmt: skip


@pytest.mark.parametrize("how", DEATHS)
def test_what_a_program_answered_before_it_died_is_kept_and_gone_on_from(
    start, is_users_mistake, run, command, tmp_path, how
):
    source, said, kept = DEATHS[how]
    result = start(command(source))
    is_users_mistake(result)
    assert said in result.stderr
    assert journalled(tmp_path) == EXPECTED[:kept]
    run(command(LINES + ANSWER))
    assert journalled(tmp_path) == EXPECTED


def test_a_miscount_takes_back_only_its_own_answers(run, command, tmp_path):
    with pytest.raises(SystemFailure, match="status 1"):
        run(command(LINES + ANSWER + "\n    if n == 9: sys.exit(1)"))
    with pytest.raises(SystemFailure, match="more than the 3 lines"):
        run(command(LINES + ANSWER + "\nprint('done')"))
    assert journalled(tmp_path) == EXPECTED[:9]


def test_a_miscount_after_a_torn_line_keeps_nothing_either(run, command, tmp_path):
    with pytest.raises(SystemFailure, match="status 1"):
        run(command(LINES + ANSWER + "\n    if n == 9: sys.exit(1)"))
    with (tmp_path / "run/outputs.jsonl").open("a") as journal:
        journal.write(json.dumps({"id": ITEMS[9].id, "output": "x" * 500})[:-2])  # what a kill leaves
    with pytest.raises(SystemFailure, match="more than the 3 lines"):
        run(command(LINES + ANSWER + "\nprint('done')"))
    assert journalled(tmp_path) == EXPECTED[:9]


NO_PROGRAMS = {
    "that is nowhere": (
        "command:no-such-program-4711 --fast",
        "no-such-program-4711 could not be started: No such file",
    ),
    "that is a folder": (f"command:{os.sep}", "could not be started"),
    "with an open quote": ("command:cat 'x", "No closing quotation"),
    "of white space": ("command: ", "command"),
    "of nothing": ("command:", "a system is written KIND:WHAT"),
}


@pytest.mark.parametrize("what", NO_PROGRAMS)
def test_a_program_that_cannot_be_started_is_named(start, is_users_mistake, what):
    spec, said = NO_PROGRAMS[what]
    result = start(spec)
    is_users_mistake(result)
    assert said in result.stderr


@pytest.mark.parametrize("how", ["drops a line", "greets"])
def test_a_miscount_ends_askew_with_status_2(start, is_users_mistake, command, how):
    source, said = MISCOUNTS[how]
    result = start(command(source))
    is_users_mistake(result)
    assert said in result.stderr


def test_a_misspelt_program_does_not_block_its_folder(start, is_users_mistake):
    is_users_mistake(start("command:catt"))
    assert start("command:cat").returncode == 0


def test_an_interrupted_run_says_so_and_can_be_gone_on_with(start, run, command, tmp_path):
    interrupt = "\n    if n == 9: import os, signal; os.kill(os.getppid(), signal.SIGINT); signal.pause()"
    result = start(command(LINES + ANSWER + interrupt))
    kept = len(journalled(tmp_path))
    assert journalled(tmp_path) == EXPECTED[:kept]
    run(command(LINES + ANSWER))
    assert journalled(tmp_path) == EXPECTED
    assert result.returncode == 130
    assert "bug in askew" not in result.stderr
    assert "interrupted" in result.stderr
    assert f"{kept} outputs are in {tmp_path / 'run'}; the same command goes on where it stopped" in result.stderr


def test_several_workers_are_interrupted_as_cleanly(askew, command, tmp_path):
    once = f"os.open({str(tmp_path / 'once')!r}, os.O_CREAT | os.O_EXCL)"  # or two workers would interrupt it twice
    interrupt = f"\n    if n == 9: import os, signal; {once}; os.kill(os.getppid(), signal.SIGINT); signal.pause()"
    words = ("--subset", "fofc", "--resamples", "100", "--out", tmp_path / "run", "--workers", "2", "--json")
    result = askew("run", "simplegen", "-t", "es", "--system", command(LINES + ANSWER + interrupt), *words)
    assert (result.returncode, result.stdout) == (130, "")
    kept = len(journalled(tmp_path))
    assert f"{kept} outputs are in" in result.stderr
    assert "Traceback" not in result.stderr
    finished = askew("run", "simplegen", "-t", "es", "--system", command(LINES + ANSWER), *words)
    assert json.loads(finished.stdout)["n"] == 518


def test_a_worker_that_fails_costs_the_others_nothing(askew, command, tmp_path):
    dies = command(LINES + ANSWER + "\n    if n == 30: sys.exit('no more memory')")
    words = ("--subset", "fofc", "--resamples", "100", "--out", tmp_path / "run", "--workers", "3", "--json")
    result = askew("run", "simplegen", "-t", "es", "--system", dies, *words)
    assert result.returncode == 2
    assert "no more memory" in result.stderr
    assert len(journalled(tmp_path)) >= 30
    assert askew("run", "simplegen", "-t", "es", "--system", command(LINES + ANSWER), *words).returncode == 0


def test_the_first_n_in_a_drawn_order(run, askew, tmp_path):
    words = ("--subset", "fofc", "--resamples", "100", "--out", tmp_path / "run", "--json", "--shuffle", "--seed", "7")
    first = askew("run", "simplegen", "-t", "es", "--system", "command:cat", "--limit", "20", *words)
    assert first.returncode == 3
    drawn = [item_id for item_id, _ in journalled(tmp_path)]
    assert len(drawn) == 20
    assert drawn != [item.id for item in ITEMS[:20]]
    result = run("command:cat")
    assert [output.id for output in result.outputs] == [item.id for item in ITEMS]
    assert [item_id for item_id, _ in journalled(tmp_path)][:20] == drawn
