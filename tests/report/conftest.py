"""Runs to report on, and a reader of what a page holds."""

import base64
import gzip
import html.parser
import json
import warnings

import pytest

import askew
from askew.report.page import html_page
from askew.report.sets import run_sets

FEW = askew.Resampling(resamples=200)


@pytest.fixture(scope="session")
def simplegen():
    """Makes a SimpleGEN run from a rule that gives an item's output, or from one output for all."""

    def make(rule, name="system", subset="all", **more):
        hyp = [rule if isinstance(rule, str) else rule(item) for item in askew.items("simplegen", subset=subset)]
        return askew.score("simplegen", target="es", hyp=hyp, subset=subset, name=name, resampling=FEW, **more)

    return make


@pytest.fixture(scope="session")
def wino(shared_data):
    """Scores real WinoMT and WinoST outputs."""

    def score(suite, system, target):
        texts = {
            "winomt": f"winomt/translations/{system}/en-{target}.txt.gz",
            "winost": f"winost/outputs/{system}/en-{target}.jsonl.gz",
        }
        if target == "en":
            texts["winost"] = f"winost/outputs/{system}/en.jsonl.gz"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two sources were corrected after the translations were made
            return askew.score(suite, target=target, hyp=shared_data / texts[suite], name=system, resampling=FEW)

    return score


@pytest.fixture(scope="session")
def real_runs(made_once, wino):
    """Text and speech, two languages, one of them written from right to left, and a recogniser."""
    asked = [("winomt", "google", "es"), ("winomt", "bing", "es"), ("winomt", "google", "he"), ("winomt", "bing", "he"),
             ("winost", "canary-v2", "es"), ("winost", "tower_whisper", "es"), ("winost", "whisper_asr",
             "en")]  # fmt: skip

    def make(folder):
        for number, each in enumerate(asked):
            wino(*each).save(folder / str(number))

    return [askew.load(path) for path in sorted(made_once("real-runs", make).iterdir())]


@pytest.fixture(scope="session")
def page_file(made_once, real_runs, chromium):
    """The page of the real runs."""
    assert chromium
    folder = made_once("page", lambda folder: (folder / "report.html").write_text(html_page(real_runs), "utf-8"))
    return folder / "report.html"


@pytest.fixture(scope="session")
def sets(real_runs):
    """The tables of that page by their titles."""
    return {run_set.label: run_set for run_set in run_sets(real_runs)}


@pytest.fixture(scope="session")
def talk_runs(made_once, shared_data):
    """A folder of real runs on ACL 60/60: two systems in segments, one of them on whole talks too, and a recogniser."""
    asked = [
        ("canary-v2", "short.en-de", "de"),
        ("canary-v2", "long.en-de", "de"),
        ("tower_whisper", "short.en-de", "de"),
        ("whisper_asr", "short.en", "en"),
    ]

    def make(root):
        for system, name, target in asked:
            [hyp] = (shared_data / f"acl6060/outputs/{system}").glob(f"{name}.jsonl*")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the official XML is not well-formed
                askew.score(
                    "acl6060",
                    target=target,
                    hyp=hyp,
                    segmented=name.startswith("short"),
                    name=system,
                    out=root / f"{system}-{name}",
                    resampling=FEW,
                )

    return made_once("talk-runs", make)


class Page(html.parser.HTMLParser):
    """What a page consists of: tags with their attributes, its texts, its data."""

    def __init__(self, text):
        super().__init__()
        self.text, self.tags, self.texts, self.data, self._inside = text, [], [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._inside = (tag, dict(attrs))

    def handle_endtag(self, _):
        self._inside = None

    def handle_data(self, data):
        if self._inside and self._inside[0] == "script":
            self.data[self._inside[1].get("id", "script")] = data
        elif not self._inside or self._inside[0] != "style":
            self.texts.append(data)

    def block(self, name):
        return json.loads(gzip.decompress(base64.b64decode(self.data[f"data-{name}"])))

    @property
    def policy(self):
        return next(a["content"] for _, a in self.tags if a.get("http-equiv") == "Content-Security-Policy")


@pytest.fixture(scope="session")
def read_page():
    return Page
