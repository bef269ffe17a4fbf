"""Outputs beside other items than their own are warned of; outputs that stand right are not, however poor."""

import gzip

import pytest

import askew
from askew.core.records import Output
from askew.evaluate.misaligned import misalignment
from askew.formats.outputs import read_outputs

# Two sentences of WinoMT were corrected after its published translations were made; the official XML has a bare '&'.
pytestmark = pytest.mark.filterwarnings("ignore:.*sources differ from the suite's", "ignore:.*not well-formed XML")
ORDERS = {
    "reversed": (lambda texts: texts[::-1], "in reverse order"),
    "one lost": (lambda texts: [*texts[1:], texts[0]], "the item 1 further down (one line missing"),
    "ten lost": (lambda texts: [*texts[10:], *texts[:10]], "the item 10 further down (10 lines missing"),
    "one too many": (lambda texts: ["", *texts[:-1]], "the item 1 further up (one line too many"),
    "halves swapped": (lambda texts: [*texts[len(texts) // 2 :], *texts[: len(texts) // 2]], "two halves are swapped"),
}


def _real(shared_data, only=""):
    """Real files of outputs whose lines are right: the items that are answered, and the answers."""
    wanted = (
        *(("winomt", {}, path) for path in shared_data.glob("winomt/translations/*/*")),
        *(("winost", {}, path) for path in shared_data.glob("winost/outputs/*/en-*")),
        *(("acl6060", {}, path) for path in shared_data.glob("acl6060/outputs/*/short.en-*")),
        *(
            ("simplegen", {"edition": "release", "subset": "mofc"}, path)
            for path in shared_data.glob("simplegen/outputs/*.out")
        ),
        *(
            ("speakers", {"manifest": shared_data / f"fleurs/manifest.en-{target}.jsonl.gz"}, path)
            for target in ("de", "es")
            for path in shared_data.glob(f"fleurs/outputs/*/en-{target}.jsonl.gz")
        ),
    )
    for suite, options, path in wanted:
        if only in str(path):
            yield suite, options, path


def _target(path):
    return path.name.removesuffix(".gz").removesuffix(".out").removesuffix(".jsonl").removesuffix(".txt")[-2:]


@pytest.fixture(autouse=True)
def _data(shared_data, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))


@pytest.fixture(scope="module")
def asked():
    """The items of a suite, read once."""
    known = {}

    def items(suite, target, options):
        # WinoMT asks the same sentences in every language
        name = (suite, "" if suite in ("winomt", "winost") else target, str(options))
        if name not in known:
            known[name] = askew.items(suite, target=target, **options)
        return known[name]

    return items


def _answered(asked, suite, options, path):
    items = asked(suite, _target(path), options)
    outputs = read_outputs(path, items, partial=True)
    answered = {output.id for output in outputs}
    return [item for item in items if item.id in answered], outputs


def test_no_alarm_on_real_files_that_are_right(shared_data, asked):
    looked_at = 0
    for suite, options, path in _real(shared_data):
        items, outputs = _answered(asked, suite, options, path)
        assert misalignment(items, outputs) is None, path
        looked_at += 1
    assert looked_at >= 60


# One of each kind: other scripts, speech, a recogniser that hears badly, English in place of Chinese, templates.
KINDS = (
    "google/en-he",
    "bing/en-ru",
    "winost/outputs/owsm4.0-ctc/en-pt",
    "acl6060/outputs/canary-v2/short.en-zh",
    "acl6060/outputs/owsm4.0-ctc/short.en-zh",
    "simplegen/outputs/mofc.seed101",
    "fleurs/outputs/owsm4.0-ctc/en-es",
)


@pytest.mark.parametrize("kind", KINDS)
def test_real_files_in_another_order_are_caught(shared_data, asked, kind):
    ((suite, options, path),) = _real(shared_data, kind)
    items, outputs = _answered(asked, suite, options, path)
    for change, said in ORDERS.values():
        texts = change([output.text for output in outputs])
        warning = misalignment(items, [Output(item.id, text) for item, text in zip(items, texts, strict=True)])
        assert warning is not None
        assert said in warning


@pytest.mark.parametrize("seed", ["seed101", "seed202", "seed303"])
def test_a_line_lost_in_between_is_caught_in_templates_whose_neighbours_are_alike(shared_data, asked, seed):
    ((suite, options, path),) = _real(shared_data, f"simplegen/outputs/mofc.{seed}")
    items, outputs = _answered(asked, suite, options, path)
    texts = [output.text for output in outputs]
    for lost in (len(texts) // 4, len(texts) // 2, 3 * len(texts) // 4):
        others = [*texts[:lost], *texts[lost + 1 :], texts[-1]]
        warning = misalignment(items, [Output(item.id, text) for item, text in zip(items, others, strict=True)])
        assert warning is not None, lost
        assert "the item 1 further down (one line missing" in warning


def test_the_warning_is_on_standard_error_in_the_run_and_on_the_page(shared_data, askew, tmp_path):
    with gzip.open(shared_data / "winomt/translations/google/en-es.txt.gz", "rt", encoding="utf-8") as file:
        lines = [line.partition("|||")[2].strip() for line in file]
    (tmp_path / "reversed.txt").write_text("\n".join(lines[::-1]) + "\n", encoding="utf-8")
    scored = askew("score", "winomt", "-t", "es", "--hyp", tmp_path / "reversed.txt", "--out", tmp_path / "run")
    assert scored.returncode == 0
    assert "THE OUTPUTS BELONG TO OTHER ITEMS: they are in reverse order" in scored.stderr
    page = tmp_path / "page.html"
    assert askew("report", tmp_path / "run", "-o", page).returncode == 0
    assert "THE OUTPUTS BELONG TO OTHER ITEMS" in page.read_text("utf-8")


def test_shuffled_outputs_and_those_of_another_suite_are_doubted(shared_data, asked):
    ((suite, options, path),) = _real(shared_data, "google/en-de")
    items, outputs = _answered(asked, suite, options, path)
    in_other_order = sorted(outputs, key=lambda output: output.text)
    texts = [output.text for output in in_other_order]
    warning = misalignment(items, [Output(item.id, text) for item, text in zip(items, texts, strict=True)])
    assert warning is not None
    assert "no better than in any other order" in warning


def test_a_few_outputs_give_no_alarm():
    items = askew.items("simplegen", subset="mofc")[:20]
    assert misalignment(items, [Output(item.id, item.source) for item in items[::-1]]) is None
