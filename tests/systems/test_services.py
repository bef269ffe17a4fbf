"""Services over HTTP, each by its own protocol, and what becomes of every fault."""

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import askew
from askew.core.errors import Incomplete, SystemFailure
from askew.core.journal import read_journal
from askew.core.records import Failure, Item, Output
from askew.systems import open_system

ASKEW = Path(sys.executable).with_name("askew")
ITEMS = [Item(str(n), f"Sentence number {n}.") for n in range(6)]
KEY = "pl4nted-k3y-0815"
QUICK = {"retries": 2, "backoff": 0.01, "timeout": 60}
SLOW = {"hangs": {"timeout": 1.5}, "drips": {"timeout": 1.5}}  # what must be waited for
FEW = askew.Resampling(resamples=100)


def openai(url, **options):
    return open_system(f"openai:toy@{url}/v1", QUICK | options, target="es")


def texts(answers):
    return {answer.id: answer.text if isinstance(answer, Output) else answer for answer in answers}


EXPECTED = {item.id: f"«es» {item.source}" for item in ITEMS}


# Every protocol.


def test_openai(services):
    system = openai(services.url, seed=7)
    outputs = list(system.answer(ITEMS))
    assert texts(outputs) == EXPECTED
    assert all(output.seconds > 0 and output.tokens_in > 10 and output.tokens_out == 4 for output in outputs)
    path, headers, body = services.log[0]
    assert path == "/v1/chat/completions"
    assert "Authorization" not in headers
    assert json.loads(body) == {
        "model": "toy",
        "temperature": 0.0,
        "max_tokens": 1024,
        "seed": 7,
        "messages": [
            {
                "role": "user",
                "content": "Translate the following text into Spanish. Answer with the translation only.\n\nSentence number 0.",
            }
        ],
    }


def test_the_prompt_is_part_of_what_the_system_is(services):
    one, other = openai(services.url), openai(services.url, prompt="{target}: {text}")
    assert one.details["prompt"] != other.details["prompt"]
    list(other.answer([Item("1", "a {target} {x}")]))
    assert json.loads(services.log[-1][2])["messages"][0]["content"] == "es: a {target} {x}"
    for option, value in {"temperature": 0.5, "max_tokens": 9, "seed": 1, "reasoning_effort": "low"}.items():
        assert openai(services.url, **{option: value}).details != one.details
    for option, value in {"timeout": 9, "retries": 9, "backoff": 9}.items():
        assert openai(services.url, **{option: value}).details == one.details


@pytest.mark.parametrize("spec", ["libretranslate@{}", "libretranslate:@{}"])
def test_libretranslate(services, monkeypatch, spec):
    assert texts(open_system(spec.format(services.url), {"batch": 4}, target="es").answer(ITEMS)) == EXPECTED
    assert [len(json.loads(body)["q"]) for _, _, body in services.log] == [4, 2]
    assert "api_key" not in json.loads(services.log[0][2])
    monkeypatch.setenv("LIBRETRANSLATE_API_KEY", KEY)
    list(open_system(spec.format(services.url), target="es").answer(ITEMS))
    assert KEY not in str(services.log)  # it is libretranslate.com's
    list(open_system(spec.format(services.url), {"key_env": "LIBRETRANSLATE_API_KEY"}, target="es").answer(ITEMS))
    assert json.loads(services.log[-1][2])["api_key"] == KEY


def test_deepl(services, monkeypatch):
    monkeypatch.setenv("DEEPL_AUTH_KEY", f"{KEY}:fx")
    options = {"target_code": "PT-BR", "formality": "less", "key_env": "DEEPL_AUTH_KEY"}
    system = open_system(f"deepl@{services.url}", options, target="pt")
    assert texts(system.answer(ITEMS)) == {item.id: f"«PT-BR» {item.source}" for item in ITEMS}
    assert services.log[0][1]["Authorization"] == f"DeepL-Auth-Key {KEY}:fx"
    assert json.loads(services.log[0][2])["formality"] == "less"
    assert open_system("deepl", target="pt").details == {
        "kind": "deepl",
        "url": "https://api-free.deepl.com",
        "target": "PT-PT",
        "formality": "",
    }
    monkeypatch.setenv("DEEPL_AUTH_KEY", KEY)
    assert open_system("deepl", target="es").details["url"] == "https://api.deepl.com"


def test_google(services, monkeypatch):
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    v2 = open_system(f"google:@{services.url}", {"key_env": "GOOGLE_API_KEY"}, target="es")
    assert texts(v2.answer(ITEMS)) == EXPECTED
    assert services.log[0][1]["X-Goog-Api-Key"] == KEY
    monkeypatch.setenv("GOOGLE_ACCESS_TOKEN", "t0ken-of-3600-s")
    options = {"model": "general/nmt", "key_env": "GOOGLE_ACCESS_TOKEN"}
    v3 = open_system(f"google:p1@{services.url}", options, target="es")
    assert texts(v3.answer(ITEMS)) == EXPECTED
    path, headers, body = services.log[-1]
    assert path == "/v3/projects/p1/locations/global:translateText"
    assert headers["Authorization"] == "Bearer t0ken-of-3600-s"
    assert json.loads(body)["model"] == "projects/p1/locations/global/models/general/nmt"


def test_apertium_over_its_server_says_what_apertium_says(apy):
    items = askew.items("simplegen", subset="fofc")[:30]
    served = texts(open_system(f"apy@{apy}", target="es").answer(items))
    assert all(isinstance(text, str) for text in served.values())
    alone = texts(open_system("apertium:eng-spa").answer(items))
    # The server leaves the mark '#' on words it can't inflect.
    assert {key: text.replace("#", "") for key, text in served.items()} == alone


def test_a_pair_the_server_lacks_is_recorded(apy):
    (failure,) = open_system(f"apy@{apy}", target="xx").answer(ITEMS[:1])
    assert failure.reason == "HTTP 400 ('That pair is not installed')"


# Every fault. Those of the first kind are over when asked again.

PASSING = [
    "hangs",
    "hangs up",
    "drips",
    "429",
    "429 until a date",
    "500",
    "503",
    "half a body",
    "HTML",
    "not JSON",
    "other JSON",
    "a list",
    "no choices",
    "two choices",
    "an empty text",
    "no text",
]
LASTING = {
    "hangs": "no whole answer within 1.5 s (3 tries)",
    "hangs up": "the connection failed (RemoteDisconnected: Remote end closed connection without response) (3 tries)",
    "drips": "no whole answer within 1.5 s (3 tries)",
    "429": "HTTP 429 ('slow down') (3 tries)",
    "500": "HTTP 500 (3 tries)",
    "503": "HTTP 503 ('busy') (3 tries)",
    "half a body": "the answer broke off (3 tries)",
    "HTML": "an answer that is not openai's: '<html>please log in</html>' (3 tries)",
    "other JSON": "an answer that is not openai's: '{\"ok\": true}' (3 tries)",
    "no choices": "0 choices instead of 1 (3 tries)",
    "two choices": "2 choices instead of 1 (3 tries)",
    "an empty text": "an empty translation (3 tries)",
    "cut off": "a translation cut off after max_tokens=1024",
    "400": "HTTP 400 ('content policy')",
}
OF_NO_USE = {
    "401": r"openai: HTTP 401 \('bad key: None'\): the key is missing or wrong",
    "404": r"openai: HTTP 404 \('no such model'\): there is nothing at this address, or no model of this name",
    "456": "the quota is spent",
    "429 for an hour": "asks to wait 3600 s; start the same command again then",
}


@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_passes_costs_a_second_try_and_nothing_else(services, proxy, fault):
    faulty = proxy(services.url, lambda number, _: fault if number == 2 else None)
    assert texts(openai(faulty.url, **SLOW.get(fault, {})).answer(ITEMS[:3])) == {key: EXPECTED[key] for key in "012"}
    assert len(faulty.log) == 4


@pytest.mark.parametrize("fault", LASTING)
def test_a_fault_that_lasts_is_recorded_for_its_item_alone(services, proxy, fault):
    faulty = proxy(services.url, lambda _, body: fault if b"number 1" in body else None)
    answers = texts(openai(faulty.url, **SLOW.get(fault, {})).answer(ITEMS[:3]))
    assert answers == {"0": EXPECTED["0"], "1": Failure("1", LASTING[fault]), "2": EXPECTED["2"]}
    assert len(faulty.log) == (5 if "3 tries" in LASTING[fault] else 3)


@pytest.mark.parametrize("fault", OF_NO_USE)
def test_what_no_further_question_can_mend_ends_the_run(services, proxy, fault):
    faulty = proxy(services.url, lambda number, _: fault if number == 2 else None)
    with pytest.raises(SystemFailure, match=OF_NO_USE[fault]):
        list(openai(faulty.url).answer(ITEMS))
    assert len(faulty.log) == 2


def test_nobody_at_the_address():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    (failure,) = openai(f"http://127.0.0.1:{port}").answer(ITEMS[:1])
    assert failure.reason == "the connection was refused (3 tries)"


def test_one_bad_text_does_not_cost_its_neighbours_their_answer(services, proxy):
    faulty = proxy(services.url, lambda _, body: "400" if b"number 1" in body else None)
    answers = texts(open_system(f"libretranslate@{faulty.url}", QUICK, target="es").answer(ITEMS))
    assert answers == EXPECTED | {"1": Failure("1", "HTTP 400 ('content policy')")}


# Whole runs.


def run(spec, out, **more):
    options = {"target": "es", "subset": "fofc", "out": out, "resampling": FEW, "settings": QUICK, "name": "toy"}
    return askew.run("simplegen", system=spec, **options | more)


def sentence_in(body):
    return json.loads(body)["messages"][0]["content"].rpartition("\n")[2]


def test_a_run_with_failures_is_not_scored_and_asks_for_them_again(services, proxy, tmp_path):
    ill = [True]
    asked = askew.items("simplegen", subset="fofc")[::40]
    bad = {item.source for item in asked}
    faulty = proxy(services.url, lambda _, body: "500" if ill[0] and sentence_in(body) in bad else None)
    spec, out = f"openai:toy@{faulty.url}/v1", tmp_path / "run"
    no_retry = {"settings": QUICK | {"retries": 0}}
    with pytest.raises(Incomplete, match=rf"outputs for {518 - len(asked)} of 518 items.*{len(asked)}× HTTP 500"):
        run(spec, out, **no_retry)
    assert len((out / "failures.jsonl").read_text().splitlines()) == len(asked)
    with pytest.raises(askew.AskewError, match="unfinished run"):
        askew.load(out)

    part = run(spec, out, partial=True, **no_retry)
    assert part.signature.fields["items"] == f"{518 - len(asked)}/518"
    assert any(f"outputs for {518 - len(asked)} of 518" in warning for warning in askew.load(out).warnings)

    ill[0] = False
    before = len(faulty.log)
    whole = run(spec, out)
    assert len(faulty.log) - before == len(asked)
    assert not (out / "failures.jsonl").exists()
    assert [output.id for output in whole.outputs] == [item.id for item in whole.items]
    assert askew.load(out).to_json() == whole.to_json()
    assert whole.to_json() == run(f"openai:toy@{services.url}/v1", tmp_path / "unbroken").to_json()


def test_a_dead_server_is_given_up_on(services, proxy, tmp_path):
    first = faulty = proxy(services.url, lambda number, _: "500" if number > 50 else None)
    with pytest.raises(Incomplete, match="HTTP 500"), pytest.warns(match="toy failed 20 times in a row"):
        run(f"openai:toy@{faulty.url}/v1", tmp_path / "run", settings={"retries": 0})
    assert 70 <= len(faulty.log) < 100
    assert 46 <= len(read_journal(tmp_path / "run/outputs.jsonl")) <= 50
    # Next time those that failed come last, so that twenty bad items don't keep the others from being asked.
    faulty = proxy(services.url, lambda *_: None)
    failed = {json.loads(line)["id"] for line in (tmp_path / "run/failures.jsonl").read_text().splitlines()}
    folder = shutil.copytree(tmp_path / "run", tmp_path / "again")
    (folder / "run.json").write_text((folder / "run.json").read_text().replace(first.url, faulty.url))
    run(f"openai:toy@{faulty.url}/v1", folder, settings={"retries": 0})
    sources = {item.source: item.id for item in askew.items("simplegen", subset="fofc")}
    order = [sources[sentence_in(body)] for _, _, body in faulty.log]
    assert not failed & set(order[: -len(failed) - 4])  # four workers may overtake each other


def test_exit_status_3_and_a_summary(services, proxy, tmp_path):
    faulty = proxy(services.url, lambda _, body: "HTML" if b"salesman" in body else None)
    words = [
        "run",
        "simplegen",
        "-t",
        "es",
        "--subset",
        "fofc",
        "--system",
        f"openai:toy@{faulty.url}/v1",
        "--out",
        tmp_path / "run",
        "--set",
        "retries=0",
        "--resamples",
        "100",
        "--json",
        "--limit",
        "200",
        "--shuffle",
    ]
    result = subprocess.run([ASKEW, *words], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (3, "")
    assert "askew: incomplete: " in result.stderr
    partial = subprocess.run([ASKEW, *words, "--partial"], capture_output=True, text=True, check=False)
    assert partial.returncode == 3
    assert json.loads(partial.stdout)["n"] > 200


# The cache.


def test_answers_are_paid_for_once(services, tmp_path):
    spec = f"openai:toy@{services.url}/v1"
    first = run(spec, tmp_path / "a")
    assert len(services.log) == 518
    again = run(spec, tmp_path / "b")
    assert len(services.log) == 518
    assert again.to_json() == first.to_json()
    assert (again.timing["cached"], again.timing["items"]) == (518, 0)
    run(spec, tmp_path / "c", asking=askew.Asking(cache=False, limit=10), partial=True)
    assert len(services.log) == 528
    run(spec, tmp_path / "d", settings=QUICK | {"max_tokens": 99}, asking=askew.Asking(limit=10), partial=True)
    assert len(services.log) == 538


def test_a_cache_that_cannot_be_used_costs_a_warning(services, tmp_path, monkeypatch):
    (tmp_path / "broken.sqlite").write_text("this is no database" * 100)
    monkeypatch.setenv("ASKEW_CACHE", str(tmp_path / "broken.sqlite"))
    with pytest.warns(UserWarning, match="can't be used"):
        run(f"openai:toy@{services.url}/v1", tmp_path / "a", asking=askew.Asking(limit=5), partial=True)


SEVERAL = """
import sys
from askew.core.records import Item
from askew.systems.cache import open_cache
cache = open_cache({"kind": "toy"})
for n in range(400):
    item = Item(str(n), f"sentence {n}")
    known = cache.get(item)
    assert known is None or known.text == f"answer {n}"
    cache.put(item, f"answer {n}")
assert all(cache.get(Item(str(n), f"sentence {n}")).text == f"answer {n}" for n in range(400))
"""


def test_several_processes_share_a_cache():
    processes = [subprocess.Popen([sys.executable, "-c", SEVERAL], stderr=subprocess.PIPE) for _ in range(4)]
    assert [(process.communicate()[1], process.returncode) for process in processes] == [(b"", 0)] * 4
