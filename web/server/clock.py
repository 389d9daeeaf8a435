"""The clock of a server that runs alone: the time of day at its start plus what has passed since.

What is timed by it (King Tut, Quicksand, passes) doesn't change when the computer's clock is set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

# one that also counts a computer's sleep: `time.monotonic` doesn't on Linux and macOS
_STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def steady_s() -> float:
    """Return seconds that only ever grow, asleep or awake."""
    return time.monotonic() if _STEADY is None else time.clock_gettime(_STEADY)


def steady_clock() -> Callable[[], datetime]:
    """Return a clock in UTC that was right when it was made and can't be set."""
    start, began_s = datetime.now(UTC), steady_s()
    return lambda: start + timedelta(seconds=steady_s() - began_s)
