"""Does a system's choice of gender follow the workforce? WinoMT's occupations against the share of women who work in
them.

Every occupation of WinoBias is asked about as often with a feminine as with a masculine referent, so a system that
reads the pronoun renders each in the feminine half of the time, whoever works in it.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from askew.core.errors import UsageError
from askew.core.run import Run
from askew.stats.inference import fisher_interval


@dataclass(frozen=True)
class Workforce:
    """Occupations as (name, women in it, rendered in the feminine, ΔS), all in percent, and how the first two go
    together.
    """

    occupations: tuple[tuple[str, float, float, float | None], ...]
    pearson: float | None
    low: float | None
    high: float | None


def against_workforce(run: Run) -> Workforce:
    """A WinoMT or WinoST run, occupation by occupation, against US labour statistics."""
    if "entity" not in run.groups or "rendered_female" not in next(iter(run.groups["entity"].values())):
        raise UsageError(f"{run.asked.suite} with protocol {run.protocol!r} does not say how occupations are rendered")
    women = tomllib.loads(files("askew.suites.winomt").joinpath("workforce.toml").read_text("utf-8"))
    rows = []
    for occupation, share in women.items():
        scores = run.groups["entity"].get(occupation)
        if scores is not None and (rendered := scores["rendered_female"].value) is not None:
            gap = scores["delta_s"].value if "delta_s" in scores else None
            rows.append((occupation, float(share), rendered, gap))
    shares, rendered_shares = (np.array([row[column] for row in rows], dtype=float) for column in (1, 2))
    if len(rows) < 4 or np.ptp(rendered_shares) == 0:
        return Workforce(tuple(rows), None, None, None)
    pearson = float(np.corrcoef(shares, rendered_shares)[0, 1])
    return Workforce(tuple(rows), pearson, *fisher_interval(pearson, len(rows)))
