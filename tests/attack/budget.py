"""How much is tried: every attack has a seed and a budget, so that what it found can be found again.

ASKEW_ATTACK_BUDGET (1,000 in the usual run; 100,000 for an afternoon) and ASKEW_ATTACK_SEED (1) change them.
"""

import os
import random

BUDGET = int(os.environ.get("ASKEW_ATTACK_BUDGET", "1000"))
SEED = os.environ.get("ASKEW_ATTACK_SEED", "1")


def chance_of(what, number):
    """The random numbers of one attempt: the same for the same seed, whatever was tried before it."""
    return random.Random(f"{SEED}/{what}/{number}")
