"""A person's counts of errors in a share of the segments."""

import pytest

import askew
from askew import Resampling
from askew.analyses.review import read_review, write_review
from askew.core.errors import InputError, JoinError, UsageError


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("talks")
    lines = [f"Das ist Satz Nummer {number}." for number in range(40)]
    (folder / "ref.txt").write_text("\n".join(lines) + "\n")
    (folder / "hyp.txt").write_text("\n".join(line.replace("ist", "war") for line in lines) + "\n")
    options = {"references": [str(folder / "ref.txt")], "segmented": True}
    return askew.score("talks", target="de", hyp=folder / "hyp.txt", resampling=Resampling(100), **options)


def filled(path, counts):
    rows = path.read_text("utf-8").splitlines()
    for place, count in enumerate(counts, 1):
        cells = rows[place].split("\t")
        cells[5] = str(count)
        rows[place] = "\t".join(cells)
    path.write_text("\n".join(rows) + "\n", "utf-8")


def test_counts_become_rates_with_intervals(run, tmp_path):
    path = tmp_path / "review.tsv"
    assert write_review(run, path, 10, seed=3) == 10
    assert path.read_text().splitlines()[0].split("\t") == [
        "id", "talk", "source", "reference", "output", "errors", "note",
    ]  # fmt: skip
    filled(path, [0, 1, 0, 2, 0, 0, 1, 0])
    review = read_review(run, path)
    assert (review.reviewed, review.left, review.with_errors, review.errors, review.words) == (8, 2, 3, 4, 40)
    assert review.rate == pytest.approx(10.0)
    assert review.low < review.share < review.high
    assert review.rate_low < review.rate < review.rate_high


def test_a_sheet_is_never_overwritten_and_what_is_wrong_in_it_is_named(run, tmp_path):
    path = tmp_path / "review.tsv"
    write_review(run, path, 5, seed=3)
    with pytest.raises(UsageError, match="may hold somebody's review"):
        write_review(run, path, 5, seed=3)
    with pytest.raises(InputError, match="no row has a count yet"):
        read_review(run, path)
    filled(path, ["many"])
    with pytest.raises(InputError, match=r"review\.tsv:2: 'many' is no number of errors"):
        read_review(run, path)
    text = path.read_text()
    path.write_text("\n".join([text.splitlines()[0], "nobody\t\t\t\t\t1\t"]) + "\n")
    with pytest.raises(JoinError, match="not in this run: nobody"):
        read_review(run, path)
    path.write_text("id\terrors\n")
    with pytest.raises(InputError, match="expected the columns"):
        read_review(run, path)


def test_the_program_writes_the_sheet_and_reads_it_back(askew, run, tmp_path):
    run.save(tmp_path / "run")
    first = askew("audit", tmp_path / "run")
    assert "6 of 40 segments" in first.stdout
    filled(tmp_path / "run/audit.tsv", [1, 0, 0, 0, 0, 0])
    second = askew("audit", tmp_path / "run")
    assert second.stdout.startswith("1 of 6 segments have an error: 16.7%")
    assert "1 errors in 30 words: 3.3 per 100" in second.stdout
