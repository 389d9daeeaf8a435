"""What came of a fuzz: how often each end, the slowest and the largest case, and all that should not be so."""

from __future__ import annotations

import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import FrameType
from typing import Any

SECONDS = 5.0  # that one case may take
MEGABYTES = 512  # that reading it may take


@dataclass(frozen=True, slots=True)
class Finding:
    """What should not be so: the case by its number in the run, and how to see it again."""

    case: str
    problem: str
    again: str = ""

    def __str__(self) -> str:
        """A paragraph for people."""
        return f"{self.case}: {self.problem}" + (f"\n    {self.again}" if self.again else "")


@dataclass
class Tally:
    """A run of one fuzz, which `seed` makes again; `slowest` is in seconds, `largest` in megabytes."""

    what: str
    seed: int
    ends: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    slowest: float = 0.0
    largest: float = 0.0
    notes: dict[str, Any] = field(default_factory=dict)
    _began: tuple[float, float] = field(default_factory=lambda: (time.monotonic(), time.process_time()))
    _took: tuple[float, float] = (0.0, 0.0)

    @property
    def cases(self) -> int:
        """How many there were."""
        return self.ends.total()

    def came(self, end: str, seconds: float = 0.0, megabytes: float = 0.0) -> None:
        """One case more, and how it ended."""
        self.ends[end] += 1
        self.slowest, self.largest = max(self.slowest, seconds), max(self.largest, megabytes)

    def found(self, case: str, problem: str, again: str = "") -> None:
        """A finding; told at once, for a run is long."""
        finding = Finding(case, problem, again)
        self.findings.append(finding)
        print(f"FOUND {self.what} {finding}", file=sys.stderr, flush=True)

    def done(self) -> Tally:
        """The run is over: stop its clocks."""
        began, worked = self._began
        self._took = (time.monotonic() - began, time.process_time() - worked)
        return self

    def to_json(self) -> dict[str, Any]:
        """For a report."""
        wall, worked = self._took
        return {
            "fuzz": self.what, "seed": self.seed, "cases": self.cases, "ends": dict(sorted(self.ends.items())),
            "findings": [str(finding) for finding in self.findings], "slowest_s": round(self.slowest, 3),
            "largest_mb": round(self.largest), "seconds": round(wall, 1), "processor_s": round(worked, 1),
            "a_second": round(self.cases / wall) if wall else 0, "ended": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            **self.notes,
        }  # fmt: skip

    def __str__(self) -> str:
        """What people read at the end of a run."""
        told = self.to_json()
        ends = ", ".join(f"{count} {end}" for end, count in self.ends.most_common())
        return (
            f"{self.what}: {self.cases} cases (seed {self.seed}) in {told['seconds']} s"
            f" ({told['processor_s']} s of a processor);"
            f" {len(self.findings)} findings\n    {ends}\n    at most {self.slowest:.2f} s, {self.largest:.0f} MB"
            + "".join(f"\n    {name}: {value}" for name, value in self.notes.items())
        )


class TooSlowError(BaseException):
    """A case took longer than it may; no `Exception`, so that nothing on the way takes it for one of its own."""


def limited(seconds: float = SECONDS) -> AbstractContextManager[None]:
    """Raise `TooSlowError` when what is done here takes more processor time; POSIX, and in the main thread."""
    return _stopped(signal.ITIMER_VIRTUAL, signal.SIGVTALRM, seconds)


def hanging(seconds: float = SECONDS) -> AbstractContextManager[None]:
    """Likewise when it takes longer by the clock, whether it works or waits."""
    return _stopped(signal.ITIMER_REAL, signal.SIGALRM, seconds)


@contextmanager
def _stopped(timer: int, number: signal.Signals, seconds: float) -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(number, stop)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)


def most_megabytes() -> float:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
