"""What can't be written: a full disk at any byte, a name that is too long, a link to nowhere. One message, nothing
lost, nothing in the way.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import askew as api
from askew.core.errors import AskewError, WriteError
from askew.core.files import write_atomically

from .budget import BUDGET, chance_of

ASKEW = Path(sys.executable).with_name("askew")


@pytest.fixture
def start(tmp_path):
    """Runs askew where no file may grow beyond ``most`` bytes, as on a disk that is full."""
    (tmp_path / "out.txt").write_text("la enfermera\n" * 518)

    def run(*words, most=None, stdout=subprocess.PIPE):
        def full():
            if most is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "ASKEW_CACHE": str(tmp_path / "cache.sqlite")}
        return subprocess.run(
            [ASKEW, *map(str, words)],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment,
            preexec_fn=full,  # no threads here
        )

    return run


def is_one_message(result):
    assert result.returncode == 2, result
    assert not result.stdout
    assert result.stderr.startswith("askew: error: "), result.stderr
    assert "Traceback" not in result.stderr
    assert "bug in askew" not in result.stderr


HOW = ["simplegen", "-t", "es", "--subset", "fofc", "--resamples", "100"]
WAYS = {
    "score": lambda place: ["score", *HOW, "--hyp", place / "out.txt", "--out", place / "run"],
    "run a file": lambda place: ["run", *HOW, "--system", f"file:{place / 'out.txt'}", "--out", place / "run"],
    "run a program": lambda place: ["run", *HOW, "--system", "command:sed -u s/^/la/", "--out", place / "run"],
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", range(max(3, BUDGET // 300)))
def test_a_disk_that_fills_up_costs_a_message_and_the_same_command_works_later(start, tmp_path, way, number):
    words = WAYS[way](tmp_path)
    most = chance_of(f"full disk, {way}", number).choice([0, 1, 300, 5_000, 20_000, 40_000, 60_000])
    result = start(*words, most=most)
    is_one_message(result)
    assert "can't be written: File too large" in result.stderr
    assert not list(tmp_path.rglob("*.tmp"))
    again = start(*words)
    assert again.returncode == 0, again.stderr
    unbroken = api.load(tmp_path / "run")
    assert len(unbroken.outputs) == 518


def test_a_run_that_could_not_be_scored_again_can_be_later(start, tmp_path):
    assert start(*WAYS["score"](tmp_path)).returncode == 0
    before = api.load(tmp_path / "run").to_json()
    is_one_message(start("rescore", tmp_path / "run", "--resamples", "100", most=1000))
    assert start("rescore", tmp_path / "run", "--resamples", "100").returncode == 0
    assert api.load(tmp_path / "run").to_json() == before


PLACES = {
    "a name that is too long": lambda place: place / ("x" * 300),
    "a path that is too long": lambda place: place / "/".join(["x" * 200] * 30),
    "a link to nowhere": lambda place: _link(place / "link", place / "nowhere/at/all"),
    "below a link to nowhere": lambda place: _link(place / "link", place / "nowhere") / "run",
    "a link to itself": lambda place: _link(place / "link", place / "link"),
    "below a file": lambda place: place / "out.txt/run",
    "where nothing may be made": lambda _: Path("/proc/askew"),
}


def _link(link, target):
    link.symlink_to(target)
    return link


@pytest.mark.parametrize("where", PLACES)
def test_a_place_that_can_t_be_written_to(start, tmp_path, where):
    *words, _ = WAYS["score"](tmp_path)
    is_one_message(start(*words, PLACES[where](tmp_path)))


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("system", ["file:{}/out.txt", "command:sed -u s/^/la/"])
def test_a_run_where_nothing_can_be_written(tmp_path, system, where):
    (tmp_path / "out.txt").write_text("la enfermera\n" * 518)
    how = {"target": "es", "subset": "fofc", "resampling": api.Resampling(100)}
    with pytest.raises(AskewError, match=r"can.t be|no such|is a file"):
        api.run("simplegen", system=system.format(tmp_path), out=PLACES[where](tmp_path), **how)


@pytest.mark.parametrize("words", [["items", "simplegen", "-t", "es"], ["ls"], ["doctor", "--json"]])
def test_standard_output_that_is_full(start, words):
    with Path("/dev/full").open("w") as full:
        result = start(*words, stdout=full)
    assert result.returncode == 2
    assert result.stderr == "askew: error: standard output: No space left on device\n"


@pytest.mark.parametrize("where", ["report.html", "report.csv", "page.md"])
def test_a_report_that_can_t_be_written(start, tmp_path, where):
    assert start(*WAYS["score"](tmp_path)).returncode == 0
    is_one_message(start("report", tmp_path / "run", "-o", tmp_path / ("x" * 300 + where)))
    is_one_message(start("report", tmp_path / "run", "-o", tmp_path / where, most=100))
    assert not (tmp_path / where).exists()


# Links, devices and files that only their owner may read.


def test_a_link_stays_a_link_and_what_it_points_to_is_written(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/a.txt").write_text("old")
    (tmp_path / "b.txt").symlink_to("c.txt")
    (tmp_path / "c.txt").symlink_to("shared/a.txt")
    write_atomically(tmp_path / "b.txt", "new")
    assert (tmp_path / "b.txt").is_symlink()
    assert (tmp_path / "c.txt").is_symlink()
    assert (tmp_path / "shared/a.txt").read_text() == "new"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.txt", "b.txt", "c.txt", "shared"]


def test_a_link_to_a_file_that_is_not_there_yet_makes_it(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "new.txt")
    write_atomically(tmp_path / "link", "x")
    assert (tmp_path / "new.txt").read_text() == "x"
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("target", ["link", "nowhere/at/all"])
def test_a_link_that_leads_nowhere_is_an_error_and_stays(tmp_path, target):
    (tmp_path / "link").symlink_to(target)
    with pytest.raises(WriteError, match=r"link can't be written: (No such file|Too many levels)"):
        write_atomically(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()


def test_a_device_or_a_pipe_is_written_to_and_not_replaced(tmp_path):
    write_atomically(Path("/dev/null"), "x")
    assert Path("/dev/null").is_char_device()
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE, text=True) as reader:
        write_atomically(tmp_path / "pipe", "piped")
        assert reader.communicate()[0] == "piped"
    assert (tmp_path / "pipe").is_fifo()
    with pytest.raises(WriteError, match="No space left on device"):
        write_atomically(Path("/dev/full"), "x")


def test_what_only_its_owner_may_read_stays_so(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "a.txt").chmod(0o600)
    write_atomically(tmp_path / "a.txt", "new")
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "a.txt").read_text() == "new"
