"""A report in memory: its title, its sections and the sets of runs behind them, before anything is rendered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from askew.core.run import Run
from askew.gate.gate import GateOutcome
from askew.report import people
from askew.report.content import Section
from askew.report.numbers import count
from askew.report.sections import gate, gender, glance, groups, simplegen, speed, statement, talks
from askew.report.sections.speed import Sweep
from askew.report.sets import RunSet, language, run_sets
from askew.version import __version__


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


def report_of(
    runs: Sequence[Run],
    sweeps: Sequence[Sweep] = (),
    gates: Sequence[GateOutcome] = (),
    *,
    title: str = "",
    show_sentences: bool = True,
) -> Report:
    """The report about some runs, sweeps and gates: a section per kind of suite that is there."""
    sets = run_sets(runs) if runs or not sweeps else []
    sections = [glance.section(sets)] if sets else []
    if gates:
        sections.append(gate.section(gates, sets))
    if about_gender := [run_set for run_set in sets if gender.is_about(run_set)]:
        sections.append(gender.section(about_gender))
    if stated := [run_set for run_set in sets if simplegen.is_about(run_set)]:
        sections.append(simplegen.section(stated))
    if sweeps:
        sections.append(speed.section(sweeps))
    if spoken := [run_set for run_set in sets if talks.is_about(run_set)]:
        sections.append(talks.section(spoken, linked=show_sentences))
    by_group = groups.section([run_set for run_set in sets if run_set not in spoken])
    if by_group.blocks:
        sections.append(by_group)
    everything = [*sets, *(run_set for sweep in sweeps for run_set in sweep.sets)]
    sections.append(statement.section(everything, speakers=any(people.has_speakers(run) for run in runs)))
    named = title or (_title(sets) if sets else " and ".join(f"Sweep {sweep.result.name}" for sweep in sweeps))
    return Report(named, _lede(everything), sections, everything, show_sentences)


def _title(sets: Sequence[RunSet]) -> str:
    """What the report is about: the suites, and the language where it is one."""
    suites = list(dict.fromkeys(run_set.title for run_set in sets))
    targets = list(dict.fromkeys(run_set.target for run_set in sets))
    return " and ".join(suites) + (
        f", English to {language(targets[0])}" if len(targets) == 1 and targets != ["en"] else ""
    )


def _lede(sets: Sequence[RunSet]) -> list[str]:
    runs = [run for run_set in sets for run in run_set.runs]
    systems = len({run.system for run in runs})
    days = sorted({run.created[:10] for run in runs})
    languages = ", ".join(dict.fromkeys(language(run_set.target) for run_set in sets))
    counted = f"{count(len(runs), 'run')} of {count(systems, 'system')}; {languages}; {sum(len(run.outputs) for run in runs):,} outputs judged"
    made = (
        f"Made {days[0]}"
        + (f" to {days[-1]}" if len(days) > 1 else "")
        + f" with askew {__version__}. Percentages run from 0 to 100; every interval is 95%."
    )
    return [counted + ".", made]
