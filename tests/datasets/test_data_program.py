"""askew data as a whole program: what it prints, where, and with which status it ends."""

import gzip
import json
import signal
import time

import pytest

from askew.datasets import manifest

FILES = manifest.load("simplegen").files


@pytest.fixture(scope="module")
def truth(shared_data):
    """The real bytes of every file of SimpleGEN."""
    folder = shared_data / "simplegen"
    if not folder.is_dir():
        pytest.skip(f"no {folder} to serve")
    places = {entry.path: folder / entry.path for entry in FILES}
    return {
        name: place.read_bytes()
        if place.is_file()
        else gzip.decompress(place.with_name(place.name + ".gz").read_bytes())
        for name, place in places.items()
    }


def put(folder, files):
    for name, body in files.items():
        path = folder / "simplegen" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)


def test_ls_counts_what_is_here(program):
    put(program.data, {FILES[0].path: b"something"})
    ended = program.run("data", "ls")
    assert ended.status == 0
    assert f"1/{len(FILES)} files" in ended.out
    assert "MIT" in ended.out


def test_ls_prints_json_for_pipes(program):
    ended = program.run("data", "ls", "--json")
    assert ended.status == 0
    row = next(row for row in json.loads(ended.out) if row["name"] == "simplegen")
    assert (row["here"], row["files"], row["licence"]) == (0, len(FILES), "MIT")


def test_fetch_from_a_mirror_then_path_then_verify(program, server, truth):
    server.files |= truth
    fetched = program.run("data", "fetch", "simplegen", "--from", server.url)
    assert fetched.status == 0, fetched.err
    assert fetched.out.strip() == str(program.data / "simplegen")
    assert sorted(asked.path for asked in server.asked) == sorted(truth)
    found = program.run("data", "path", "simplegen")
    assert (found.status, found.out.strip()) == (0, str(program.data / "simplegen"))
    verified = program.run("data", "verify", "simplegen")
    assert verified.status == 0
    assert f"{len(FILES)} files" in verified.out


def test_fetch_asks_only_for_what_is_missing(program, server, truth):
    put(program.data, {name: body for name, body in truth.items() if name != "input.txt"})
    server.files |= truth
    assert program.run("data", "fetch", "simplegen", "--from", server.url).status == 0
    assert [asked.path for asked in server.asked] == ["input.txt"]


def interrupt_fetch(program, server, truth, end):
    """All but input.txt is here; start to fetch that, and end the program when 64 KiB of it have arrived."""
    put(program.data, {name: body for name, body in truth.items() if name != "input.txt"})
    server.files |= truth
    server.plan.append(("stall", 65_536))
    part = program.data / "simplegen" / "input.txt.part"
    with program.begin("data", "fetch", "simplegen", "--from", server.url) as process:
        while not part.exists() or part.stat().st_size < 65_536:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(end)
        _, err = process.communicate(timeout=600)
    assert "Traceback" not in err
    return process.returncode


@pytest.mark.parametrize(("end", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_fetch_that_is_interrupted_goes_on_where_it_stopped(program, server, truth, end, status):
    assert interrupt_fetch(program, server, truth, end) == status
    assert program.run("data", "fetch", "simplegen", "--from", server.url).status == 0
    assert [asked.range for asked in server.asked] == [None, "bytes=65536-"]
    assert program.run("data", "verify", "simplegen").status == 0


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_fetch_that_is_interrupted_leaves_nothing_but_the_part(program, server, truth, end):
    interrupt_fetch(program, server, truth, end)
    here = {
        path.relative_to(program.data / "simplegen").as_posix() for path in program.data.rglob("*") if path.is_file()
    }
    assert here - set(truth) == {"input.txt.part"}


def test_fetch_of_wrong_bytes_fails_and_leaves_no_file(program, server):
    server.files[FILES[0].path] = b"?" * FILES[0].size
    ended = program.run("data", "fetch", "simplegen", "--from", server.url)
    assert ended.status == 2
    assert ended.out == ""
    assert "is not what the manifest describes" in ended.err
    assert [path for path in program.data.rglob("*") if path.is_file()] == []


def test_fetch_of_what_is_not_there_fails(program, server):
    ended = program.run("data", "fetch", "simplegen", "--from", server.url)
    assert (ended.status, ended.out) == (2, "")
    assert "404" in ended.err


def test_fetch_offline_fails_and_says_what_to_do(program, nobody_home):
    ended = program.run("data", "fetch", "simplegen", "--from", nobody_home)
    assert (ended.status, ended.out) == (2, "")
    assert "offline" in ended.err
    assert "askew data fetch simplegen" in ended.err
    assert "ASKEW_DATA" in ended.err


def test_fetch_from_what_is_no_address_fails_in_plain_words(program):
    ended = program.run("data", "fetch", "simplegen", "--from", "/no/such/mirror")
    assert (ended.status, ended.out) == (2, "")
    assert "/no/such/mirror" in ended.err


def test_an_unknown_data_set_gets_a_suggestion(program):
    for verb in ("fetch", "path", "verify"):
        ended = program.run("data", verb, "simplegn")
        assert (ended.status, ended.out) == (2, "")
        assert "simplegen" in ended.err


def test_path_of_what_is_not_here_says_how_to_get_it(program):
    ended = program.run("data", "path", "simplegen")
    assert (ended.status, ended.out) == (2, "")
    assert "askew data fetch simplegen" in ended.err


def test_verify_of_what_is_not_here_fails(program):
    ended = program.run("data", "verify", "simplegen")
    assert (ended.status, ended.out) == (2, "")
    assert f"{len(FILES)} of {len(FILES)} files are missing" in ended.err


def test_verify_takes_gz_files(program, truth):
    put(program.data, {f"{name}.gz": gzip.compress(body) for name, body in truth.items()})
    assert program.run("data", "verify", "simplegen").status == 0
    assert program.run("data", "path", "simplegen").status == 0


def test_verify_finds_the_one_file_that_was_corrupted(program, truth):
    body = truth["terms.txt"]
    put(program.data, truth | {"terms.txt": bytes([body[0] ^ 1]) + body[1:]})
    ended = program.run("data", "verify", "simplegen")
    assert (ended.status, ended.out) == (2, "")
    assert f"1 of {len(FILES)} files" in ended.err
    assert "terms.txt" in ended.err


def test_verify_finds_a_damaged_gz_file(program, truth):
    put(program.data, {name: body for name, body in truth.items() if name != "terms.txt"})
    put(program.data, {"terms.txt.gz": gzip.compress(truth["terms.txt"])[:-20]})
    ended = program.run("data", "verify", "simplegen")
    assert (ended.status, ended.out) == (2, "")
    assert "damaged .gz" in ended.err
