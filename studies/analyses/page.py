"""Writes docs/analyses-results.md and docs/figures/: terms, speakers, segmentation and editing on published data.

    ASKEW_DATA=… python -m studies.analyses.page [SECTION...]      sections: terms speakers segmentation editing

It needs ``acl6060`` (eval, dev, outputs), ``fleurs`` and ``commonaccent`` in ASKEW_DATA, and the extras ``figures`` and
``segment``. Sections are kept in a folder of their own between runs, so that one can be made anew.
"""

import argparse
import warnings
from pathlib import Path

from studies.analyses.editing import editing_section
from studies.analyses.segmentation import segmentation_section
from studies.analyses.speakers import speakers_section
from studies.analyses.terms import terms_section
from studies.pages import DOCS, FIGURES, made_by, need, section, write

KEPT = Path(__file__).parent / ".sections"
LEAD = (
    " from published data and outputs. 95% intervals in brackets. What is measured, and how: "
    "[analyses.md](analyses.md)."
)
SECTIONS = {
    "terms": (
        "Terms",
        "Glossaries made for the development set, looked up in the evaluation set's transcripts, so only general terms "
        "occur; two recognisers and seven translators on the published segments. The reference itself shows how often "
        "the glossary's translation is what professionals chose.",
        terms_section,
    ),
    "speakers": (
        "Speakers",
        "Neither FLEURS nor CommonAccent says who speaks, so their gaps are described, and no verdict is given: "
        "recordings of one speaker are alike, and a test that takes them for many speakers finds gaps that are not "
        "there.",
        speakers_section,
    ),
    "segmentation": ("Segmentation", "", segmentation_section),
    "editing": (
        "Editing",
        "No intermediate stages of the data set are published: systems' outputs stand in for them.",
        editing_section,
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", default=list(SECTIONS), help="those to make anew; without it all")
    chosen = parser.parse_args()
    if strangers := [name for name in chosen.sections if name not in SECTIONS]:
        parser.error(f"no section {', '.join(strangers)}: there are {', '.join(SECTIONS)}")
    need("acl6060/outputs", "fleurs", "commonaccent")
    warnings.simplefilter("ignore")
    FIGURES.mkdir(exist_ok=True)
    KEPT.mkdir(exist_ok=True)
    for name in chosen.sections:
        title, lead, lines = SECTIONS[name]
        (KEPT / f"{name}.md").write_text("\n".join(section(title, lead, lines())), encoding="utf-8")
    missing = [name for name in SECTIONS if not (KEPT / f"{name}.md").exists()]
    if missing:
        print(f"The page is written once these are made too: {' '.join(missing)}")
        return
    parts = [(KEPT / f"{name}.md").read_text("utf-8") for name in SECTIONS]
    write(DOCS / "analyses-results.md", "Analyses: results", [made_by("analyses", LEAD)], parts)


if __name__ == "__main__":
    main()
