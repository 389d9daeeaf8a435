"""The clock of a server that runs alone: the time at its start plus the time that has passed since.

Times by it (King Tut, Quicksand, passes) don't change when the computer's clock is set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

# a clock that also counts sleep, which `time.monotonic` doesn't on Linux and macOS
_STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def steady_s() -> float:
    """Return seconds that only increase, also during sleep."""
    return time.monotonic() if _STEADY is None else time.clock_gettime(_STEADY)


def steady_clock() -> Callable[[], datetime]:
    """Return a clock in UTC that was right when it was made and can't be set."""
    start, began_s = datetime.now(UTC), steady_s()
    return lambda: start + timedelta(seconds=steady_s() - began_s)
