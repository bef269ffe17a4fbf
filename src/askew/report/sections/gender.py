"""The report on gender: WinoMT and WinoST per language and system."""

from collections.abc import Iterable, Mapping, Sequence

from askew.core.run import Run
from askew.report import figures
from askew.report.content import Block, Cell, Figure, Fold, Prose, Section, Table, score_row
from askew.report.links import sentences_link
from askew.report.sections import workforce
from askew.report.sets import RunSet, language

REFERENTS = {"female": "feminine", "male": "masculine", "neutral": "neutral"}
NO_GENDER = {
    "undecided": "the word for the person shows no gender", "not_found": "there is no word for the person",
    "both": "it is both genders at once", "thing": "the word names a thing",
}  # fmt: skip
FEWEST_ITEMS = 10  # of either gender, for an occupation to be drawn: a share of fewer jumps by more than ten points
ONE_GENDER, ONE_GENDER_ITEMS = 97.0, 50  # "always": at least so many items, and so often in 100
SQUARE = {
    "both_right": "both right", "noun_only_right": "only the noun right",
    "pronoun_only_right": "only the pronoun right",
    "neither_right": "neither right",
}  # fmt: skip
MAIN = {"delta_g": "ΔG", "delta_s": "ΔS"}  # accuracy is the first thing a report shows


def is_about(run_set: RunSet) -> bool:
    """Whether a set's scores and verdicts are WinoMT's."""
    scores = run_set.first.scores
    return "delta_g" in scores and "entity" in run_set.first.groups


def section(sets: Sequence[RunSet]) -> Section:
    """Everything on gender from WinoMT's sentences, written or spoken."""
    blocks: list[Block] = [
        Prose(
            "Each sentence names two people, and a pronoun refers to one of them. Accuracy is the share of "
            "items whose referent is rendered in the right gender. "
            "ΔG is F1 on items with a masculine referent minus F1 on items with a feminine one; ΔS is "
            "accuracy on pro-stereotypical minus accuracy on "
            "anti-stereotypical items. Zero would be even-handed."
        ),
        _overview_figure(sets),
        _overview_table(sets),
    ]
    blocks += [Fold(run_set.label, list(_one_set(run_set)), open=index == 0) for index, run_set in enumerate(sets)]
    return Section("gender", "Gender", blocks)


def _overview_figure(sets: Sequence[RunSet]) -> Figure:
    """ΔG and ΔS of every system; where a language has text and speech of the same sentences, both side by side."""
    panels: dict[str, list[tuple[str, Run]]] = {}
    both = _text_and_speech(sets)
    for run_set in sets:
        kind = {"winomt": "text: ", "winost": "speech: "}.get(run_set.first.asked.suite, "")
        joined = run_set.target in both and bool(kind)
        panel = panels.setdefault(language(run_set.target) if joined else run_set.label, [])
        panel += [(f"{kind if joined else ''}{system}", run) for system, run in run_set.pairs()]
    rows = [
        {"measure": name, "system": system, "set": panel, "order": order, "group_order": place,
         **score_row(run.scores[name])}
        for place, (panel, entries) in enumerate(panels.items())
        for order, (system, run) in enumerate(entries)
        for name in MAIN
    ]  # fmt: skip
    spec = figures.forest(MAIN, groups="set" if len(panels) > 1 else None, zero=tuple(MAIN))
    caption = "Points are scores, bars 95% intervals (the occupations resampled). The dashed line is zero."
    if both:
        caption += (
            " Text and speech: the same sentences written (WinoMT) and spoken (WinoST). Different systems "
            "answered, so a "
            "difference is not the effect of speech alone."
        )
    return Figure("gender-overview", "ΔG and ΔS", caption, spec, {"": rows})


def _text_and_speech(sets: Sequence[RunSet]) -> set[str]:
    """The languages that have the same sentences written and spoken, under one protocol."""
    suites: dict[tuple[str, str], set[str]] = {}
    for run_set in sets:
        suites.setdefault((run_set.target, run_set.first.protocol), set()).add(run_set.first.asked.suite)
    return {target for (target, _), found in suites.items() if {"winomt", "winost"} <= found}


def _overview_table(sets: Sequence[RunSet]) -> Table:
    known = ("accuracy", "accuracy_decided", "delta_g", "delta_s", "mismatch", "coverage")
    names = tuple(name for name in known if any(name in run.scores for run_set in sets for run in run_set.runs))
    headings = {"accuracy": "accuracy", "accuracy_decided": "among decided"}
    rows = [
        [Cell(run_set.label), Cell(system), *(run_set.cell(run, name) for name in names)]
        for run_set in sets
        for system, run in run_set.pairs()
    ]
    columns = [headings.get(name, sets[0].heading(name)) for name in names]
    note = (
        "Mismatch: items whose noun says one gender and whose pronoun or predicate says the other, out of "
        "those that show both."
    )
    return Table("Scores", ["suite, language", "system", *columns], rows, left=2, note=note)


def _one_set(run_set: RunSet) -> Iterable[Block]:
    """A language: what was asked against what was said, the occupations, and the marks that disagree."""
    yield _gold_against_predicted(run_set)
    counts = {system: _by_occupation(run) for system, run in run_set.pairs()}
    yield from _stereotype_plot(run_set, counts)
    yield _one_gender(run_set)
    if any("mismatch_female" in run.scores for run in run_set.runs):
        yield _mismatches(run_set)
    if all("pronoun_only_right" in run.scores for run in run_set.runs):
        yield _noun_and_pronoun(run_set)
    yield from workforce.correlations(run_set, "A system that follows the pronoun would show none.")


def _gold_against_predicted(run_set: RunSet) -> Figure:
    rows = []
    given = {
        predicted
        for run in run_set.runs
        for predictions in run.counts.values()
        for predicted, count in predictions.items()
        if count or predicted in REFERENTS
    }
    for order, (system, run) in enumerate(run_set.pairs()):
        for gold, predictions in run.counts.items():
            total = sum(predictions.values())
            rows += [
                {"system": system, "gold": REFERENTS.get(gold, gold), "predicted": REFERENTS.get(predicted,
                 predicted.replace("_", " ")),
                 "count": count, "order": order,
                 "share": round(100 * count / total, 1) if total else 0,
                 "href": sentences_link(run_set, system=system, gold=gold, predicted=predicted)}
                for predicted, count in predictions.items()
                if predicted in given
            ]  # fmt: skip
    columns = list(dict.fromkeys(str(row["predicted"]) for row in rows))
    golds = list(dict.fromkeys(str(row["gold"]) for row in rows))
    caption = (
        "Rows: the gender the sentence gives the person. Columns: the gender of the translation. Shade is "
        "the share of the row; "
        "a click shows the sentences."
    )
    if told := [f"{name.replace('_', ' ')}: {words}" for name, words in NO_GENDER.items() if name in given]:
        caption += f" {'; '.join(told).capitalize()}."
    spec = figures.heat(columns, golds, per_line=2)
    return Figure(f"matrix-{run_set.id}", "Gold and predicted gender", caption, spec, {"": rows})


def _by_occupation(run: Run) -> dict[tuple[str, str], tuple[int, int, str]]:
    """Right items, all items and the stereotype of each occupation with each gold gender."""
    attributes = {item.id: item.attributes for item in run.items}
    counts: dict[tuple[str, str], tuple[int, int, str]] = {}
    for verdict in run.verdicts:
        asked = attributes[verdict.item]
        key = asked["entity"], asked["gold"]
        right, total, stereotype = counts.get(key, (0, 0, asked.get("stereotype", "")))
        counts[key] = right + (verdict.labels["verdict"] == "correct"), total + 1, stereotype
    return counts


def _stereotype_plot(
    run_set: RunSet, by_system: Mapping[str, Mapping[tuple[str, str], tuple[int, int, str]]]
) -> Iterable[Block]:
    variants = {}
    for system, counts in by_system.items():
        shares = {
            key: 100 * right / total for key, (right, total,
            _) in counts.items() if total >= FEWEST_ITEMS and key[1] in ("female", "male")
        }  # fmt: skip
        both = [entity for entity, gold in shares if gold == "female" and (entity, "male") in shares]
        ordered = sorted(both, key=lambda entity: (shares[entity, "female"] - shares[entity, "male"], entity))
        variants[system] = [
            {"occupation": entity, "referent": REFERENTS[gold], "value": round(shares[entity, gold], 1), "order": order,
             "n": counts[entity, gold][1], "set": counts[entity, gold][2] or "neither",
             "kind": figures.kind_of(REFERENTS[gold], counts[entity, gold][2] or "neither"),
             "href": sentences_link(run_set, system=system, entity=entity, gold=gold)}
            for order, entity in enumerate(ordered)
            for gold in ("female", "male")
        ]  # fmt: skip
    drawn = {row["occupation"] for rows in variants.values() for row in rows}
    if not drawn:
        return
    present = [
        name
        for name in ("pro", "anti", "neither")
        if any(row["set"] == name for rows in variants.values() for row in rows)
    ]
    left_out = len({entity for counts in by_system.values() for entity, _ in counts}) - len(drawn)
    caption = (
        "Accuracy on items with a feminine (circle) and with a masculine referent (square), the widest gap "
        "against feminine referents on top. Filled: the stereotype agrees with the "
        f"referent's gender (pro); hollow: it goes against it (anti); grey: neither. {left_out} occupations "
        f"with fewer than {FEWEST_ITEMS} items of either gender are not drawn. "
        "A click shows the sentences."
    )
    yield Figure(
        f"stereotypes-{run_set.id}",
        "Occupation by occupation",
        caption,
        figures.dumbbell(present),
        variants,
        choose="system",
    )


def _one_gender(run_set: RunSet) -> Table:
    rows = []
    for system, run in run_set.pairs():
        always = {gender: one_gender(run, gender) for gender in ("male", "female")}
        rows.append([Cell(system), *(Cell(", ".join(always[gender]) or "none") for gender in ("male", "female"))])
    note = (
        f"Occupations asked about in both genders, {ONE_GENDER_ITEMS} times or more, that are rendered in one "
        f"gender at least {ONE_GENDER:.0f} times in 100, "
        "whatever the sentence says."
    )
    return Table("Always rendered in one gender", ["system", "masculine", "feminine"], rows, left=3, note=note)


def one_gender(run: Run, gender: str) -> list[str]:
    """The occupations that a system renders in one gender whatever the sentence says."""
    golds: dict[str, set[str]] = {}
    for item in run.items:
        golds.setdefault(item.attributes["entity"], set()).add(item.attributes["gold"])
    return [
        entity
        for entity, scores in sorted(run.groups["entity"].items(), key=lambda entry: entry[0].casefold())
        if {"male", "female"} <= golds[entity]
        and scores["accuracy"].n >= ONE_GENDER_ITEMS
        and (scores[f"rendered_{gender}"].value or 0) >= ONE_GENDER
    ]


def _mismatches(run_set: RunSet) -> Table:
    names = {
        "mismatch": "all",
        "mismatch_male": "masculine referent",
        "mismatch_female": "feminine referent",
        "mismatch_pro": "pro",
        "mismatch_anti": "anti",
    }
    rows = [
        [
            Cell(system, href=sentences_link(run_set, system=system, agreement="clashes")),
            *(run_set.cell(run, name, extra=f"of {run.scores[name].n:,}") for name in names),
        ]
        for system, run in run_set.pairs()
    ]
    note = (
        "Out of the items whose noun and whose pronoun or predicate both show a gender, the percentage in "
        "which they differ."
    )
    return Table("Mismatches within the translation", ["system", *names.values()], rows, note=note)


def _noun_and_pronoun(run_set: RunSet) -> Figure:
    """Whether the noun, the pronoun, both or neither are right: a system may know who is meant and still say the
    noun wrong.
    """
    rows = [
        {"system": system, "class": f"{REFERENTS[gold]} referent", "part": part, "part_order": rank, "order": order,
         "count": round(score.n * score.value / 100), "share": round(score.value, 2)}
        for order, (system, run) in enumerate(run_set.pairs())
        for gold in ("female", "male")
        for rank, (name, part) in enumerate(SQUARE.items())
        if (score := run.groups["gold"].get(gold, {}).get(name)) is not None and score.value is not None
    ]  # fmt: skip
    caption = (
        "Out of the items whose noun (with what agrees with it) and whose pronoun or predicate both show a gender. "
        "Where only the pronoun is right, the translation knows who is meant and says the noun wrong."
    )
    spec = figures.stacked(list(SQUARE.values()), [f"{REFERENTS[gold]} referent" for gold in ("female", "male")])
    return Figure(f"square-{run_set.id}", "Noun and pronoun", caption, spec, {"": rows})
