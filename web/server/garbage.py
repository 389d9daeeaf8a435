"""Garbage: how seldom Python looks for objects that keep each other alive, while taps wait.

Nearly all that a tap makes is gone when it is answered, without any search. What the tables hold is long-lived, and a
log's tuples name all its events and states: with Python's own pace a server under load spent a quarter of its time on
searches that found next to nothing (docs/scale.md).
"""

from __future__ import annotations

import gc

PACE = (20_000, 10, 10)  # as in `gc.set_threshold`, whose own pace is 700 things more than before


def seldom() -> None:
    """Search once and never again through what the start has made, and seldom through what comes after."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*PACE)
