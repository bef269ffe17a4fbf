"""store.fetch_file and the downloader under it, against a server that misbehaves."""

import pytest

from askew.core.errors import DataError
from askew.datasets import store
from askew.datasets.download import TRIES, download


def fetch(toy, **more):
    return store.fetch_file(toy, toy.files[0], **more)


def part_of(store_root):
    return store_root / "toy" / "sub" / "a.bin.part"


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_is_put_in_place_with_the_right_bytes(toy, server, store_root):
    path = fetch(toy)
    assert path == store_root / "toy" / "sub" / "a.bin"
    assert path.read_bytes() == server.files["sub/a.bin"]
    assert store.complaint(path, toy.files[0]) is None
    assert files_below(store_root) == ["toy/sub/a.bin"]


def test_a_file_that_is_here_is_not_fetched_again(toy, server):
    fetch(toy)
    fetch(toy)
    assert len(server.asked) == 1


def test_a_mirror_is_asked_instead_of_the_home_address(toy, server):
    server.files["mirror/sub/a.bin"] = server.files.pop("sub/a.bin")
    fetch(toy, base_url=f"{server.url}/mirror/")
    assert [asked.path for asked in server.asked] == ["mirror/sub/a.bin"]


def test_a_download_that_breaks_off_goes_on_where_it_stopped(toy, server):
    server.plan.append(("cut", 131_072))
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]
    assert [asked.range for asked in server.asked] == [None, "bytes=131072-"]


@pytest.mark.parametrize("arrived", [1_000, 100_000])
def test_every_byte_that_arrived_is_kept_when_the_connection_breaks_off(toy, server, arrived):
    server.plan.append(("cut", arrived))
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]
    assert [asked.range for asked in server.asked] == [None, f"bytes={arrived}-"]


def test_it_goes_on_through_several_breaks(toy, server):
    server.plan.extend([("cut", 65_536), ("cut", 65_536), ("status", 503)])
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]
    assert [asked.range for asked in server.asked] == [None, "bytes=65536-", "bytes=131072-", "bytes=131072-"]


def test_a_fetch_that_failed_leaves_a_part_which_the_next_one_continues(toy, server, store_root):
    server.plan.extend([("cut", 65_536), *[("status", 500)] * (TRIES - 1)])
    with pytest.raises(DataError):
        fetch(toy)
    assert files_below(store_root) == ["toy/sub/a.bin.part"]
    assert part_of(store_root).read_bytes() == server.files["sub/a.bin"][:65_536]
    server.asked.clear()
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]
    assert [asked.range for asked in server.asked] == ["bytes=65536-"]
    assert files_below(store_root) == ["toy/sub/a.bin"]


def test_a_part_that_is_complete_already_is_taken_as_it_is(toy, server, store_root):
    part_of(store_root).parent.mkdir(parents=True)
    part_of(store_root).write_bytes(server.files["sub/a.bin"])
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]
    assert not part_of(store_root).exists()


def test_a_server_that_ignores_range_gives_the_right_file_all_the_same(toy, server):
    server.plan.extend([("cut", 131_072), ("no range",)])
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]
    assert server.asked[1].range is not None


@pytest.mark.parametrize("lie", [lambda body: b"X" + body[1:], lambda body: body + b"X"], ids=["other", "longer"])
def test_wrong_bytes_are_thrown_away_with_a_clear_error(toy, server, store_root, lie):
    truth = server.files["sub/a.bin"]
    server.files["sub/a.bin"] = lie(truth)
    with pytest.raises(DataError, match=r"toy/sub/a\.bin: what was downloaded is not what the manifest describes"):
        fetch(toy)
    assert files_below(store_root) == []
    server.files["sub/a.bin"] = truth
    assert fetch(toy).read_bytes() == truth


def test_a_mirror_whose_file_is_too_short_does_not_spoil_the_next_fetch(toy, server, store_root):
    truth = server.files["sub/a.bin"]
    server.files["sub/a.bin"] = b"X" * 70_000
    with pytest.raises(DataError):
        fetch(toy)
    assert not (store_root / "toy" / "sub" / "a.bin").exists()
    server.files["sub/a.bin"] = truth
    assert fetch(toy).read_bytes() == truth


def test_a_part_of_another_file_is_found_out_and_does_not_stay(toy, server, store_root):
    part_of(store_root).parent.mkdir(parents=True)
    part_of(store_root).write_bytes(b"X" * 1000)
    with pytest.raises(DataError, match="thrown away"):
        fetch(toy)
    assert files_below(store_root) == []
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]


def test_not_found_is_a_clear_error_at_once(toy, server, store_root):
    del server.files["sub/a.bin"]
    with pytest.raises(DataError, match=r"toy/sub/a\.bin could not be fetched: .* answered 404 Not Found"):
        fetch(toy)
    assert len(server.asked) == 1
    assert files_below(store_root) == []


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_server_in_trouble_is_asked_again(toy, server, status):
    server.plan.append(("status", status))
    assert fetch(toy).read_bytes() == server.files["sub/a.bin"]
    assert len(server.asked) == 2


def test_a_server_that_stays_in_trouble_is_given_up_in_plain_words(toy, server):
    server.plan.extend([("status", 500)] * TRIES)
    with pytest.raises(DataError, match=f"the server answered 500 \\({TRIES} tries\\)"):
        fetch(toy)
    assert len(server.asked) == TRIES


def test_offline_says_what_to_do(toy, nobody_home):
    with pytest.raises(DataError) as caught:
        fetch(toy, base_url=nobody_home)
    said = str(caught.value)
    assert "offline" in said
    assert "askew data fetch toy" in said
    assert "ASKEW_DATA" in said
    assert "object at 0x" not in said


@pytest.mark.parametrize("arrived", [0, 131_072])
def test_a_stalled_server_is_left_and_asked_for_the_rest(toy, server, tmp_path, arrived):
    server.plan.append(("stall", arrived))
    sha256 = f"sha256:{toy.files[0].sha256}"
    download(f"{server.url}/sub/a.bin", tmp_path / "a", toy.files[0].size, sha256, stall_seconds=0.5)
    assert (tmp_path / "a").read_bytes() == server.files["sub/a.bin"]
    assert server.asked[1].range == (f"bytes={arrived}-" if arrived else None)


def test_a_server_that_always_stalls_is_said_to_have_stopped_answering(toy, server, tmp_path):
    server.plan.extend([("stall", 1_000)] * TRIES)
    sha256 = f"sha256:{toy.files[0].sha256}"
    with pytest.raises(OSError, match="the server stopped answering"):
        download(f"{server.url}/sub/a.bin", tmp_path / "a", toy.files[0].size, sha256, stall_seconds=0.1)


@pytest.mark.parametrize("checksum", ["shake_128:00", "crc32:00", "00", ""])
def test_a_checksum_of_an_unknown_kind_is_refused(toy, server, tmp_path, checksum):
    with pytest.raises(ValueError, match="expected a checksum such as sha256:"):
        download(f"{server.url}/sub/a.bin", tmp_path / "a", toy.files[0].size, checksum)
    assert not (tmp_path / "a").exists()


def test_a_connection_that_always_breaks_off_is_given_up_in_plain_words(toy, server):
    server.plan.extend([("cut", 10)] * TRIES)
    with pytest.raises(DataError) as caught:
        fetch(toy)
    assert "IncompleteRead" not in str(caught.value)
