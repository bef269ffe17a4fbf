"""Runs to report on, a browser to look with, and a reader of what a page holds."""

import base64
import gzip
import html.parser
import json
import shutil
import warnings

import pytest

import askew

FEW = askew.Resampling(resamples=200)
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


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
def real_runs(wino):
    """Text and speech, two languages, one of them written from right to left, and a recogniser."""
    asked = [("winomt", "google", "es"), ("winomt", "bing", "es"), ("winomt", "google", "he"), ("winomt", "bing", "he"),
             ("winost", "canary-v2", "es"), ("winost", "tower_whisper", "es"), ("winost", "whisper_asr",
             "en")]  # fmt: skip
    return [wino(*each) for each in asked]


@pytest.fixture(scope="session")
def talk_runs(shared_data, tmp_path_factory):
    """A folder of real runs on ACL 60/60: two systems in segments, one of them on whole talks too, and a recogniser."""
    root = tmp_path_factory.mktemp("talks")
    asked = [
        ("canary-v2", "short.en-de", "de"),
        ("canary-v2", "long.en-de", "de"),
        ("tower_whisper", "short.en-de", "de"),
        ("whisper_asr", "short.en", "en"),
    ]
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
    return root


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


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, driven by Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs Debian's chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium):
    """Opens a file in a fresh context; whatever the page asks for besides itself, logs as an error or breaks its
    policy is a failure.
    """
    contexts, wrong = [], []

    def open_page(path, hash="", **options):
        usual = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        context = chromium.new_context(**{**usual, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: (wrong.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.goto(f"{path.as_uri()}{hash}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong
