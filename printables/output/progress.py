"""A progress bar for slow work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0  # work that takes less needs no bar, s
SETTLED = 0.3  # before this the first steps don't predict the rest, s


class _Bar:
    """A counter of steps that shows a bar once the work turns out to be slow."""

    def __init__(self, total: int, words: str, screen: TextIO, clock: Callable[[], float]) -> None:
        self._total, self._words, self._screen, self._clock = total, words, screen, clock
        self._start, self._done = clock(), 0
        self._shown: Progress | None = None

    def step(self) -> None:
        """Count a step."""
        self._done += 1
        passed = self._clock() - self._start
        slow = passed > SETTLED and passed / self._done * self._total > PATIENCE
        if self._shown is None and slow and self._screen.isatty():
            from rich.console import Console  # noqa: PLC0415 - quick work shouldn't wait for it
            from rich.progress import Progress  # noqa: PLC0415 - see above

            self._shown = Progress(console=Console(file=self._screen), transient=True)
            self._shown.add_task(self._words, total=self._total)
            self._shown.start()
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], completed=self._done)

    def stop(self) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._shown.stop()


@contextmanager
def progress(
    total: int, words: str, screen: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each of `total` steps; a bar appears if they take over 2 s.

    The bar is drawn on `screen`, by default standard error; `clock` returns seconds.
    """
    bar = _Bar(total, words, screen or sys.stderr, clock)
    try:
        yield bar.step
    finally:
        bar.stop()
