"""A small site over versions, made while the documentation is built, so that its reader can try one.

The outputs are our own: what a stand-in for a translation system says that knows more feminine forms from version to
version, and loses one of them again.
"""

import tempfile
from pathlib import Path

import askew
from askew.report.site import build

RESAMPLES = 1000
FORMS = {
    "director": ("El director", "La directora"),
    "engineer": ("El ingeniero", "La ingeniera"),
    "physician": ("El médico", "La médica"),
    "president": ("El presidente", "La presidenta"),
    "farmer": ("El granjero", "La granjera"),
    "carpenter": ("El carpintero", "La carpintera"),
}
KNOWN = {
    "example@1.0": ["director"],
    "example@1.1": ["director", "engineer", "physician"],
    "example@1.2": ["director", "physician", "president", "farmer", "carpenter"],
    "other": ["engineer", "president"],
}
RELEASE = "example@1.1"


def translation(source: str, known: list[str]) -> str:
    """A stand-in's output: the feminine form if it knows that of the occupation, otherwise the masculine form."""
    occupation = next((word for word in FORMS if word in source.lower()), "")
    masculine, feminine = FORMS.get(occupation, ("El mecánico", ""))
    return f"{feminine if occupation in known else masculine} llegó tarde."


def make(out: Path) -> None:
    """Write the site to ``out``."""
    items = askew.items("simplegen", subset="mofc")
    with tempfile.TemporaryDirectory() as folder:
        runs = {name: Path(folder) / name for name in KNOWN}
        for name, known in KNOWN.items():
            askew.score(
                "simplegen",
                target="es",
                subset="mofc",
                hyp=[translation(item.source, known) for item in items],
                name=name,
                out=runs[name],
                resampling=askew.Resampling(RESAMPLES),
            )
        build(list(runs.values()), out, title="Runs of a stand-in, over versions", releases=[runs[RELEASE]])
