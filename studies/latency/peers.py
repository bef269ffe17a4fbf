"""What OmniSTEval and SimulEval make of a run's log, as JSON; run by a Python that has both, without askew.

    python peers.py TALKS.yaml REFERENCES INSTANCES.log SEGMENTS.log

OmniSTEval cuts the talks itself and scores them. SimulEval has no talks: it scores SEGMENTS.log, the segments as askew
cut them.
"""

import json
import sys
from pathlib import Path
from typing import Any


def omnisteval(times: str, references: str, log: str) -> dict[str, Any]:
    from omnisteval.io import load_resegmentation_inputs
    from omnisteval.resegment import resegment
    from omnisteval.scoring import evaluate_instances

    instances, rows = resegment(*load_resegmentation_inputs(times, None, references, log))
    scores = evaluate_instances(instances, compute_quality=False, is_longform=True)[0]
    return {"scores": scores, "segments": [row["prediction"] for row in rows]}


def simuleval(log: str) -> dict[str, float]:
    from simuleval.evaluator.instance import LogInstance
    from simuleval.evaluator.scorers import latency_scorer as scorers

    instances = dict(enumerate(map(LogInstance, Path(log).read_text("utf-8").splitlines())))
    return {
        f"{name.lower()}{'_ca' * aware}": getattr(scorers, f"{name}Scorer")(computation_aware=aware)(instances)
        for name in ("AL", "LAAL", "AP", "DAL")
        for aware in (False, True)
    }


if __name__ == "__main__":
    print(json.dumps({"omnisteval": omnisteval(*sys.argv[1:4]), "simuleval": simuleval(sys.argv[4])}))
