"""Processor time that an input may take: a hang ends as a failure that names the input.

It counts what this process works, not the clock, so a busy machine fails no test.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 5.0  # a whole deck or photo usually takes less than a tenth of it


class TooSlowError(BaseException):
    """An input took too long; no `Exception`, so that nothing on the way handles it."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `TooSlowError` when the body takes more processor time; POSIX, main thread."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
