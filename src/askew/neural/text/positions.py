"""Where a piece stands in its sentence, as waves; apart from the model, because the export does without torch."""

import numpy as np
from numpy.typing import NDArray


def sinusoids(length: int, width: int) -> NDArray[np.float32]:
    """Positions as sines (first half) and cosines (second half) of wave lengths from 2π to 10000·2π: length, D.

    Positions are counted from 1, as CTranslate2 does.
    """
    rates = np.exp(np.arange(width // 2) * (-np.log(10_000) / (width // 2 - 1)))
    angles = np.arange(1, length + 1)[:, None] * rates[None, :]
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)
