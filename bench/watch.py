"""Whether another process hangs, on a machine that has other things to do as well.

By the clock, a process also takes long when it gets no processor or is stopped for a while (SIGSTOP, a laptop that
sleeps). So what counts is its processor time, and the time for which it waits though nothing keeps it from working.
Linux.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic

IDLE_S = 60.0
LOOK_S = 0.25
STOPPED = ("T", "t", "Z", "X")


class Watch:
    """Looks at a process every LOOK_S from now on: it hangs after `worked` seconds of processor time, or `idle` seconds
    of waiting.
    """

    def __init__(self, pid: int, worked: float, idle: float = IDLE_S) -> None:
        self._pid, self._most, self._most_idle = pid, worked, idle
        self._idle, self._looked = 0.0, monotonic()
        self._began = self._before = _used(pid)

    @property
    def worked(self) -> float:
        """Seconds of processor time since this watch began."""
        return self._before[0] - self._began[0]

    def hangs(self) -> str:
        """Why it hangs; "" while it does not.

        However long the last look is ago, it counts as one: then whoever looks was stopped, too.
        """
        now, used = monotonic(), _used(self._pid)
        passed = min(now - self._looked, 2 * LOOK_S)
        busy = sum(used) - sum(self._before)  # at work, or in the queue for a processor
        if busy < passed / 2 and _state(self._pid) not in STOPPED:
            self._idle += passed
        self._looked, self._before = now, used
        if self.worked > self._most:
            return f"over {self._most:g} s of processor time"
        return f"waits for {self._idle:.1f} s" if self._idle > self._most_idle else ""


def _used(pid: int) -> tuple[float, float]:
    """Seconds that its threads have worked, and have waited for a processor; zeros of one that is gone."""
    worked = queued = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):
            fields = thread.read_text("ascii").split()
            worked, queued = worked + int(fields[0]), queued + int(fields[1])
    return worked / 1e9, queued / 1e9


def _state(pid: int) -> str:
    """The letter of its state; "X" of one that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
    except OSError:
        return "X"
