"""The gate: what it lets through, what it stops, and when it says that it can't tell."""

import json
import re
import warnings
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

import askew as api
from askew.analyses.compare import paired_table, protocol_of
from askew.core.errors import InputError, RunError, UsageError
from askew.gate.gate import gate, read_gate
from askew.gate.rules import Rules, parse_rule, read_rules
from askew.gate.scores import FlipCount, score_of
from askew.report.gate import as_github, as_junit, gate_content
from askew.report.report import report_of
from askew.report.terminal import text_of

FEW = api.Resampling(2_000)


def said_by(outcome):
    return " ".join(text_of(*gate_content(outcome), width=400).split())


def rules(*texts, alpha=0.05):
    return Rules(tuple(parse_rule(*text.split(" ")) for text in texts), alpha)


def scored(made, wrong, seed=0, **more):
    return api.score("simplegen", target="es", hyp=made.bias_outputs(wrong, seed), resampling=FEW, **more)


EVEN = dict.fromkeys(("fofc", "momc", "fomc", "mofc"), 0.1)


@pytest.fixture(scope="module")
def runs(made, tmp_path_factory):
    """A baseline, a candidate that loses feminine referents only, and a slightly different baseline."""
    folder = tmp_path_factory.mktemp("gate")
    made_runs = {"base": EVEN, "unfair": EVEN | {"mofc": 0.35, "fofc": 0.15}}
    return {name: scored(made, wrong, out=folder / name, name=name) for name, wrong in made_runs.items()} | {
        "folder": folder
    }


@pytest.fixture(scope="module")
def wino(shared_data, tmp_path_factory):
    """German WinoMT by two commercial systems of 2019."""
    folder = tmp_path_factory.mktemp("wino")
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        patch.setenv("ASKEW_DATA", str(shared_data))
        warnings.simplefilter("ignore")  # two sources were corrected after these were made
        for system in ("google", "bing"):
            hyp = shared_data / f"winomt/translations/{system}/en-de.txt.gz"
            api.score("winomt", target="de", hyp=hyp, name=system, out=folder / system, resampling=FEW)
    return folder


def test_a_run_passes_against_itself(runs, wino):
    every = rules("max-drop anti=2", "max-drop mofc=2", "max-drop momc-mofc=1", "max-drop delta=1", "min coverage=95")
    assert gate(runs["base"], runs["base"], every, FEW).outcome == "pass"
    for system in ("google", "bing"):
        again = gate(wino / system, wino / system, rules("max-drop accuracy=1", "max-drop delta_g=1"), FEW)
        assert (again.outcome, again.status) == ("pass", 0)


def test_the_worse_of_two_real_systems_is_stopped_and_the_better_let_through(wino):
    wrong_way = gate(wino / "google", wino / "bing", rules("max-drop accuracy=2"), FEW)
    assert (wrong_way.outcome, wrong_way.status) == ("fail", 1)
    assert wrong_way.rules[0].low > 10
    assert gate(wino / "bing", wino / "google", rules("max-drop accuracy=2"), FEW).outcome == "pass"


def test_fifty_items_can_not_tell_where_all_of_them_can(shared_data, monkeypatch):
    """In Italian the two systems are equally accurate, which takes more than fifty items to show."""
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    hyps = [shared_data / f"winomt/translations/{system}/en-it.txt.gz" for system in ("google", "bing")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = [api.score("winomt", target="it", hyp=hyp, resampling=FEW) for hyp in hyps]
    fifty = [{output.id: output.text for output in run.outputs[::78]} for run in whole]
    some = [api.score("winomt", target="it", hyp=outputs, partial=True, resampling=FEW) for outputs in fifty]
    rule = rules("max-drop accuracy=2.5")
    assert gate(*whole, rule, FEW).outcome == gate(*whole[::-1], rule, FEW).outcome == "pass"
    for pair in (some, some[::-1]):
        said = gate(*pair, rule, FEW)
        assert (said.outcome, said.status, len(pair[0].outputs)) == ("undecided", 3, 50)
        assert said.rules[0].excludes > 2.5
        assert re.search(
            r"with these items a drop of \d+\.\d points or more can be excluded, 2\.5 can't", said_by(said)
        )


def test_a_gap_may_not_widen(runs):
    said = gate(runs["unfair"], runs["base"], rules("max-drop momc-mofc=1", "max-drop momc=2"), FEW)
    gap, momc = said.rules
    assert (gap.outcome, momc.outcome, said.outcome) == ("fail", "pass", "fail")
    assert gap.rule == "momc-mofc moves away from zero by less than 1"
    assert gap.worse_by == pytest.approx(abs(gap.candidate) - abs(gap.baseline))


def test_an_error_rate_gets_worse_when_it_rises(runs):
    said = gate(runs["unfair"], runs["base"], rules("max-drop inconclusive=2"), FEW)
    assert said.rules[0].rule == "inconclusive rises by less than 2"
    assert said.outcome == "pass"


def test_a_minimum_is_about_the_candidate_alone(runs):
    low, high = (gate(runs["unfair"], runs["base"], rules(f"min mofc={value}"), FEW) for value in (50, 80))
    assert (low.outcome, high.outcome) == ("pass", "fail")
    assert "mofc at least 50" in said_by(low)


def test_more_rules_make_each_of_them_harder_to_decide(runs):
    one = gate(runs["unfair"], runs["base"], rules("max-drop anti=2"), FEW).rules[0]
    three = gate(
        runs["unfair"], runs["base"], rules("max-drop anti=2", "max-drop pro=2", "max-drop fomc=2"), FEW
    ).rules[0]
    assert three.p_broken == pytest.approx(min(1, 3 * one.p_broken))


def test_what_is_undefined_is_undecided_with_a_reason(made):
    run = api.score("simplegen", target="es", subset="mofc", hyp=made.bias_outputs(EVEN)[-814:], resampling=FEW)
    said = gate(run, run, rules("max-drop pro=2"), FEW)
    assert (said.outcome, said.rules[0].p_holds) == ("undecided", None)
    assert "needs items of class" in said.rules[0].reason
    assert "needs items of class" in said_by(said)


def test_a_margin_of_nothing_is_never_decided_by_equal_runs(runs):
    (rule,) = gate(runs["base"], runs["base"], rules("max-drop anti=0"), FEW).rules
    assert rule.outcome == "undecided"
    assert 0 < rule.excludes < 2


def test_runs_that_can_not_be_compared_are_an_error(runs, made):
    other = api.score("simplegen", target="es", hyp=made.bias_outputs(EVEN)[-814:], subset="mofc", resampling=FEW)
    with pytest.raises(RunError, match="can't be compared"):
        gate(other, runs["base"], rules("max-drop anti=2"), FEW)


def test_every_format_says_the_same(runs, askew):
    words = (
        "gate",
        runs["folder"] / "unfair",
        "--baseline",
        runs["folder"] / "base",
        "--max-drop",
        "mofc=2",
        "--max-drop",
        "momc=2",
        "--max-drop",
        "pro=1.8",
        "--resamples",
        "2000",
    )
    shown = {kind: askew(*words, "--format", kind) for kind in ("text", "json", "junit", "github")}
    assert {result.returncode for result in shown.values()} == {1}
    assert {result.stderr for result in shown.values()} == {""}
    said = json.loads(shown["json"].stdout)
    assert said["outcome"] == "fail"
    outcomes = [rule["outcome"] for rule in said["rules"]]
    assert outcomes == ["fail", "pass", "undecided"]
    assert json.loads(askew(*words, "--json").stdout) == said
    assert shown["text"].stdout.endswith("gate: fail\n")
    suite = ET.fromstring(shown["junit"].stdout)
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    assert [case[0].tag for case in suite] == ["failure", "system-out", "error"]
    assert [line.split(" ")[0] for line in shown["github"].stdout.splitlines()] == ["::error", "::notice", "::warning"]
    assert "%25 interval" in shown["github"].stdout


def test_hostile_names_stay_inside_their_place(runs):
    said = gate(
        replace(runs["base"], asked=replace(runs["base"].asked, system="x::\n<a>&")),
        runs["base"],
        rules("max-drop anti=2"),
        FEW,
    )
    assert ET.fromstring(as_junit(said)).tag == "testsuite"
    assert as_github(said).count("\n") == 1


def test_rules_are_read_from_toml_and_added_to_the_flags(runs, askew, tmp_path):
    (tmp_path / "gate.toml").write_text('alpha = 0.1\n[max-drop]\nanti = 2\n"momc-mofc" = 1\n[min]\ncoverage = 95\n')
    found, alpha = read_rules(tmp_path / "gate.toml")
    assert ([str(rule) for rule in found], alpha) == (
        ["max-drop anti=2", "max-drop momc-mofc=1", "min coverage=95"],
        0.1,
    )
    base = runs["folder"] / "base"
    shown = askew(
        "gate",
        base,
        "--baseline",
        base,
        "--rules",
        tmp_path / "gate.toml",
        "--max-drop",
        "pro=3",
        "--json",
        "--resamples",
        "500",
    )
    said = json.loads(shown.stdout)
    assert (shown.returncode, said["alpha"], len(said["rules"])) == (0, 0.1, 4)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "a gate needs rules"),
        (("--max-drop", "anti"), "is written SCORE=NUMBER, such as anti=2; found 'anti'"),
        (("--max-drop", "anti=two"), "is written SCORE=NUMBER"),
        (("--max-drop", "anti=-1"), "those of a drop not negative"),
        (("--max-drop", "anti=nan"), "points must be a number"),
        (("--max-drop", "antj=1"), "no score is called 'antj'; did you mean 'anti'?"),
        (("--max-drop", "momc-mofd=1"), "no score is called 'mofd'; did you mean 'mofc'?"),
        (("--max-drop", "anti=1", "--max-drop", "anti=2"), "two rules are about the same score"),
        (("--max-drop", "anti=1", "--alpha", "0.7"), "alpha must be between 0 and 0.5"),
        (("--max-drop", "anti=1", "--format", "xml"), "no format is called 'xml'"),
        (("--rules", "/nowhere/gate.toml"), "no such file"),
    ],
)
def test_a_mistake_is_status_two(runs, askew, is_users_mistake, words, message):
    base = runs["folder"] / "base"
    shown = askew("gate", base, "--baseline", base, *words)
    is_users_mistake(shown)
    assert message in shown.stderr


@pytest.mark.parametrize("text", ["[max_drop]\nanti = 2", "[max-drop]\nanti = true", "anti = 2", "[max-drop"])
def test_rules_that_are_no_rules_are_refused(tmp_path, text):
    (tmp_path / "gate.toml").write_text(text)
    with pytest.raises(InputError):
        read_rules(tmp_path / "gate.toml")


def test_what_a_score_can_be(runs):
    protocol, table = protocol_of(runs["base"]), paired_table(runs["base"])

    def known(text):
        return score_of(text, protocol, table)

    assert known("momc-mofc").left.name == "momc"
    assert known("anti[number=sg]").group == {"number": "sg"}
    assert known("pro[number=pl] - anti[number=pl]".replace(" ", "")).right.group == {"number": "pl"}
    assert known("lost-right[gold=female, number=sg]") == FlipCount("lost-right", {"gold": "female", "number": "sg"})
    for text, message in (
        ("momc-", "is no score"),
        ("momc-mofc-fofc", "is no score"),
        ("anti[gold]", "a group is written ATTRIBUTE=VALUE"),
        ("anti[gold=feminine]", "no value of gold is called 'feminine'; (known: female, male)"),
        ("anti[golt=female]", "no attribute of the items is called 'golt'; did you mean 'gold'"),
        ("lost-right[gold=women]", "no value of gold is called 'women'"),
        ("lost-rigth", "no score is called 'lost'"),
        ("anti[gold=female", "is no score"),
    ):
        with pytest.raises(UsageError, match=re.escape(message)):
            known(text)


def test_a_group_is_held_to_its_own_rule(runs):
    groups = rules("max-drop coverage[gold=female]=2", "max-drop mofc[number=sg]=2", "max-drop fomc[gold=male]=3")
    said = gate(runs["unfair"], runs["base"], groups, FEW)
    assert [rule.outcome for rule in said.rules] == ["pass", "fail", "pass"]
    singular = [
        item for item in runs["base"].items if (item.attributes["class"], item.attributes["number"]) == ("mofc", "sg")
    ]
    assert said.rules[1].items == len(singular)
    ids = {item.id for item in singular}
    hyps = [{o.id: o.text for o in runs[name].outputs if o.id in ids} for name in ("base", "unfair")]
    alone = [api.score("simplegen", target="es", hyp=hyp, partial=True, resampling=FEW) for hyp in hyps]
    values = [run.scores["mofc"].value for run in alone]
    assert (said.rules[1].baseline, said.rules[1].candidate) == (pytest.approx(values[0]), pytest.approx(values[1]))


def test_what_was_lost_is_counted_on_these_very_items(runs):
    before, after = ({v.item: v.labels["verdict"] for v in runs[name].verdicts} for name in ("base", "unfair"))
    gold = {item.id: item.attributes["gold"] for item in runs["base"].items}
    lost = [name for name in before if before[name] == "correct" != after[name]]
    feminine = sum(gold[name] == "female" for name in lost)
    at, below = feminine, feminine - 1
    said = gate(
        runs["unfair"],
        runs["base"],
        rules(
            f"max lost-right[gold=female]={at}", f"max lost-right={len(lost) - 1}", "min won-right=0", "max-drop momc=2"
        ),
        FEW,
    )
    assert [rule.outcome for rule in said.rules] == ["pass", "fail", "pass", "pass"]
    assert said.rules[0].candidate == feminine
    assert said.tests == 1  # the others share no alpha: nothing is inferred
    assert f"{feminine} of the" in said_by(said)
    assert "counted on these very items, nothing is inferred" in said_by(said)
    assert [one.id for one in said.lost] == lost == [one["id"] for one in said.to_json()["lost"]]
    assert gate(runs["unfair"], runs["base"], rules(f"max lost-right[gold=female]={below}"), FEW).outcome == "fail"
    with pytest.raises(UsageError, match="so the rule is --max lost-right=NUMBER"):
        gate(runs["unfair"], runs["base"], rules("max-drop lost-right=3"), FEW)


def test_min_and_max_mean_the_number_itself(runs):
    value = runs["unfair"].scores["mofc"].value
    said = {
        kind: [
            gate(runs["unfair"], runs["base"], rules(f"{kind} mofc={limit:g}"), FEW)
            for limit in (value - 15, value + 15)
        ]
        for kind in ("min", "max")
    }
    assert [one.outcome for one in said["min"]] == ["pass", "fail"]
    assert [one.outcome for one in said["max"]] == ["fail", "pass"]
    shown = re.search(r"(\d+\.\d) \[(\d+\.\d) to (\d+\.\d)\]", said_by(said["max"][0]))
    assert float(shown[2]) < float(shown[1]) == round(value, 1) < float(shown[3])


def test_the_summary_of_a_pull_request_leads_to_the_lost_sentences(runs, askew):
    words = (
        "gate",
        runs["folder"] / "unfair",
        "--baseline",
        runs["folder"] / "base",
        "--max-drop",
        "mofc=2",
        "--resamples",
        "500",
        "--format",
        "markdown",
    )
    plain, linked = askew(*words), askew(*words, "--page", "https://example.org/a(b)/report.html")
    assert plain.returncode == linked.returncode == 1
    assert plain.stdout.startswith("# askew gate: FAIL\n")
    assert "| FAIL | mofc falls by less than 2 |" in plain.stdout
    assert re.search(r"Of these very items [\d,]+ were right for base; unfair loses [\d,]+ of them", plain.stdout)
    assert "](<" not in plain.stdout
    links = re.findall(
        r"\[[^\]]+\]\(<(https://example\.org/a\(b\)/report\.html#item\?set=[^&>]+&id=[^>]+)>\)", linked.stdout
    )
    assert len(links) == 30
    assert len(set(links)) == 30


def test_a_page_has_a_section_on_the_gate(runs, askew, tmp_path, is_users_mistake):
    base, unfair = runs["folder"] / "base", runs["folder"] / "unfair"
    shown = askew("gate", unfair, "--baseline", base, "--max-drop", "mofc=2", "--resamples", "500", "--format", "json")
    (tmp_path / "gate.json").write_text(shown.stdout)
    said = read_gate(tmp_path / "gate.json")
    assert json.dumps(said.to_json()) == json.dumps(json.loads(shown.stdout))
    done = askew("report", base, unfair, "--gate", tmp_path / "gate.json", "-o", tmp_path / "page.md")
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "page.md").read_text("utf-8")
    assert "## Gate" in text
    assert "mofc falls by less than 2" in text
    report = report_of([runs["base"], runs["unfair"]], gates=[said])
    [section] = [section for section in report.sections if section.id == "gate"]
    [table] = [block for block in section.blocks if block.kind == "table" and block.title.startswith("Lost: right for")]
    assert table.rows[0][0].href.startswith("#item?set=simplegen")
    for wrong in ("{}", "[", json.dumps(said.to_json() | {"outcome": "maybe"})):
        (tmp_path / "gate.json").write_text(wrong)
        is_users_mistake(askew("report", base, unfair, "--gate", tmp_path / "gate.json", "-o", tmp_path / "page.md"))


def test_a_gate_knows_which_way_is_worse(shared_data, monkeypatch):
    """English instead of German: nearly all segments in the wrong language, which used to pass as an improvement."""
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    [hyp] = (shared_data / "acl6060/outputs/canary-v2").glob("short.en-de.jsonl*")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the official XML is not well-formed
        german = api.score("acl6060", target="de", hyp=hyp, segmented=True, name="german", resampling=FEW)
        sources = {item.id: item.source or item.references[0] for item in german.items}
        english = api.score("acl6060", target="de", hyp=sources, segmented=True, name="english", resampling=FEW)
    worse = gate(english, german, rules("max-drop wrong_language=1", "max-drop chrf=1", "max wrong_language=50"), FEW)
    assert [rule.outcome for rule in worse.rules] == ["fail", "fail", "fail"]
    assert worse.rules[0].rule == "wrong_language rises by less than 1"
    assert worse.rules[0].about == "talks like these"
    better = gate(german, english, rules("max-drop wrong_language=1", "max-drop chrf=1", "max wrong_language=50"), FEW)
    assert [rule.outcome for rule in better.rules] == ["pass", "pass", "pass"]
