"""A progress bar for what takes long, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0  # what is done sooner needs no bar, s
SETTLED = 0.3  # before this the first steps tell little about the rest, s


class _Bar:
    """Counts steps, and shows them from when the whole is seen to take long."""

    def __init__(self, total: int, words: str, screen: TextIO, clock: Callable[[], float]) -> None:
        self._total, self._words, self._screen, self._clock = total, words, screen, clock
        self._start, self._done = clock(), 0
        self._shown: Progress | None = None

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        if self._shown is None and self._screen.isatty() and self._slow():
            from rich.console import Console  # noqa: PLC0415 - what is quick should not wait for it
            from rich.progress import Progress  # noqa: PLC0415 - see above

            self._shown = Progress(console=Console(file=self._screen), transient=True)
            self._shown.add_task(self._words, total=self._total)
            self._shown.start()
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], completed=self._done)

    def stop(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown.stop()

    def _slow(self) -> bool:
        passed = self._clock() - self._start
        return passed > SETTLED and passed / self._done * self._total > PATIENCE


@contextmanager
def progress(
    total: int, words: str, screen: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[], None]]:
    """Call what this gives after each of `total` steps; a bar shows up if all of them take over 2 s
    by the `clock`.

    The `screen` is standard error's, unless told otherwise.
    """
    bar = _Bar(total, words, screen or sys.stderr, clock)
    try:
        yield bar.step
    finally:
        bar.stop()
