"""A report in memory: its title, its sections and the sets of runs behind them, before anything is rendered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from askew.core.run import Run
from askew.gate.gate import GateOutcome
from askew.report import changed, people
from askew.report.content import Section
from askew.report.decisions import Decisions
from askew.report.findings import Findings, findings_of
from askew.report.numbers import count
from askew.report.readings import listed
from askew.report.sections import gate, gender, glance, groups, open_gender, simplegen, speed, statement, talks
from askew.report.sections.speed import Sweep
from askew.report.sets import RunSet, family, language, run_sets
from askew.version import __version__

MOST_NAMED = 3  # systems, and languages, that a title names


@dataclass(frozen=True)
class Report:
    """What a page, a Markdown file or a LaTeX file is made from."""

    title: str
    lede: Sequence[str]
    sections: Sequence[Section]
    sets: Sequence[RunSet] = field(default_factory=tuple)
    show_sentences: bool = True
    sentences_at: str = ""  # where another page has them: a folder with a page per set
    nav: Sequence[Mapping[str, str]] = ()  # links to other pages: href, text
    findings: Sequence[Findings] = ()  # one per set of runs


def report_of(
    runs: Sequence[Run],
    sweeps: Sequence[Sweep] = (),
    gates: Sequence[GateOutcome] = (),
    *,
    title: str = "",
    show_sentences: bool = True,
    sentences_at: str = "",
    decisions: Decisions | None = None,
    baseline: str = "",
) -> Report:
    """The report about some runs, sweeps and gates: a section per kind of suite that is there.

    Args:
        runs: Runs of any suites, languages and systems.
        sweeps: Sweeps, each with its cells' runs.
        gates: What gates said about some of the runs.
        title: What to call it, instead of what it is about.
        show_sentences: Whether the page holds the sentences.
        sentences_at: Where another page has them.
        decisions: What the tests say, where that was decided over more runs than these.
        baseline: The system that the others are held against, sentence by sentence, before anything else.

    """
    sets = run_sets(runs) if runs or not sweeps else []
    found = findings_of(sets, decisions)
    linked = show_sentences or bool(sentences_at)

    def quoted(run_set: RunSet) -> bool:
        """A sentence of a talk shows whose it is: it is quoted only where all of them are shown."""
        return show_sentences or (linked and not people.has_speakers(run_set.first))

    sections = [gate.section(gates, sets)] if gates else []
    if baseline:
        sections.append(changed.section(sets, baseline))
    if sets:
        sections.append(glance.section(sets, found, quoted))
    if about_gender := [run_set for run_set in sets if gender.is_about(run_set)]:
        sections.append(gender.section(about_gender))
    if stated := [run_set for run_set in sets if simplegen.is_about(run_set)]:
        sections.append(simplegen.section(stated))
    if left_open := [run_set for run_set in sets if open_gender.is_about(run_set)]:
        sections.append(open_gender.section(left_open))
    if sweeps:
        sections.append(speed.section(sweeps))
    if spoken := [run_set for run_set in sets if talks.is_about(run_set)]:
        sections.append(talks.section(spoken, linked=linked))
    by_group = groups.section([run_set for run_set in sets if run_set not in spoken])
    if by_group.blocks:
        sections.append(by_group)
    everything = [*sets, *(run_set for sweep in sweeps for run_set in sweep.sets)]
    sections.append(statement.section(everything, speakers=any(people.has_speakers(run) for run in runs)))
    named = title or (_title(sets) if sets else _sweep_title(sweeps))
    return Report(named, _lede(everything), sections, everything, show_sentences, sentences_at, findings=found)


def _title(sets: Sequence[RunSet]) -> str:
    """What the report is about, of whom, and into which language."""
    subjects = list(dict.fromkeys(_subject(run_set) for run_set in sets))
    systems = list(dict.fromkeys(run.system for run_set in sets for run in run_set.runs))
    targets = list(dict.fromkeys(run_set.target for run_set in sets))
    who = listed(systems) if len(systems) <= MOST_NAMED else count(len(systems), "system")
    if len(targets) > MOST_NAMED:
        where = f"{count(len(targets), 'language')}"
    elif len(targets) > 1:
        where = listed(language(target) for target in targets)
    else:
        where = "English" if targets == ["en"] else f"English to {language(targets[0])}"
    first, *rest = subjects
    return f"{listed([first, *(f'{subject[0].lower()}{subject[1:]}' for subject in rest)])}: {who}, {where}"


def _subject(run_set: RunSet) -> str:
    if any(part.is_about(run_set) for part in (gender, simplegen, open_gender)):
        return "Gender in translation"
    kind = "recognition" if run_set.first.protocol == "recognition" else "translation"
    if talks.is_about(run_set):
        return "Talks transcribed" if kind == "recognition" else "Talks in translation"
    return f"{run_set.title}, {kind}"


def _sweep_title(sweeps: Sequence[Sweep]) -> str:
    targets = dict.fromkeys(language(sweep.result.target) for sweep in sweeps)
    return f"What speed costs, English to {listed(targets)}"


def _lede(sets: Sequence[RunSet]) -> list[str]:
    runs = [run for run_set in sets for run in run_set.runs]
    days = sorted({run.created[:10] for run in runs})
    suites = ", ".join(dict.fromkeys(run_set.title for run_set in sets))
    languages = ", ".join(dict.fromkeys(language(run_set.target) for run_set in sets))
    items = sum(max(len(run.outputs) for run in run_set.runs) for run_set in sets)
    outputs = sum(len(run.outputs) for run in runs)
    counted = f"{suites}; {languages}; {count(len(runs), 'run')} of {count(len({family(run.system)[0] for run in runs}), 'system')}"
    judged = f"{count(items, 'item')}, {count(outputs, 'output')} judged"
    made = f"Made {days[0]}" + (f" to {days[-1]}" if len(days) > 1 else "") + f" with askew {__version__}."
    return [f"{counted}; {judged}.", f"{made} Percentages run from 0 to 100; every interval is 95%."]
