"""What came of a fuzz: how often each end, the slowest and the largest case, and all that should not be so."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from types import FrameType

from bench.chaos.report import ADDABLE, STOPPED, Figure, Result

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
    step: Callable[[], None] = lambda: None  # called after each case
    ends: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    slowest: float = 0.0
    largest: float = 0.0
    notes: dict[str, Figure] = field(default_factory=dict)
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
        self.step()

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

    def result(self, unit: str) -> Result:
        """For the report of all experiments."""
        wall, worked = self._took
        ends: dict[str, Figure] = dict(self.ends.most_common())
        most: dict[str, Figure] = {"slowest, s": round(self.slowest, 2), "largest, MB": round(self.largest)}
        rate: dict[str, Figure] = {"processor, s": round(worked, 1)}
        problems = tuple(str(finding) for finding in self.findings)
        return Result(ADDABLE, self.what, self.cases, unit, wall, self.seed, ends | most | rate | self.notes, problems)


@contextmanager
def until_stopped(tally: Tally) -> Iterator[None]:
    """Ctrl-C ends a run and not its report, which says how far it came; a coroutine hears of it by being cancelled."""
    try:
        yield
    except (KeyboardInterrupt, asyncio.CancelledError):
        tally.notes[STOPPED] = "by hand"


class TooSlowError(BaseException):
    """A case took longer than it may; no `Exception`, so that nothing on the way takes it for one of its own."""


def limited(seconds: float = SECONDS) -> AbstractContextManager[None]:
    """Raise `TooSlowError` when what is done here takes more processor time; POSIX, and in the main thread."""
    return _stopped(signal.ITIMER_VIRTUAL, signal.SIGVTALRM, seconds)


def hanging(seconds: float = 0.0) -> AbstractContextManager[None]:
    """Likewise when it takes longer by the clock, whether it works or waits; `patience()` where no time is given."""
    return _stopped(signal.ITIMER_REAL, signal.SIGALRM, seconds or patience())


def patience() -> float:
    """SECONDS by the clock, and as much longer as this machine has more to do than it can."""
    return SECONDS * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


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
