"""How intervals are made."""

from dataclasses import dataclass

from askew.core.errors import UsageError


@dataclass(frozen=True)
class Resampling:
    """How intervals are made; part of every run and its signature."""

    resamples: int = 10_000
    """How many resamples make an interval."""
    seed: int = 12_345
    """Where the random numbers begin."""
    level: float = 0.95
    """How much of them the interval holds."""

    def __post_init__(self) -> None:
        if self.resamples < 1 or self.seed < 0 or not 0 < self.level < 1:
            raise UsageError(f"resamples must be positive, the seed not negative, the level between 0 and 1: {self}")

    @property
    def signature(self) -> dict[str, str]:
        """The fields that can change an interval."""
        return {"resamples": str(self.resamples), "seed": str(self.seed), "level": f"{self.level:g}"}
