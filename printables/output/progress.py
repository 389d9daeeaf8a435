"""A progress bar for slow work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0  # work that takes less needs no bar, s
SETTLED = 0.3  # before this the first steps don't predict the rest, s


@contextmanager
def progress(total: int, words: str) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each of `total` steps; a bar appears if they take over 2 s."""
    screen, start, done = sys.stderr, monotonic(), 0
    bar: Progress | None = None

    def step() -> None:
        nonlocal done, bar
        done += 1
        passed = monotonic() - start
        slow = passed > SETTLED and passed / done * total > PATIENCE
        if bar is None and slow and screen.isatty():
            from rich.console import Console  # noqa: PLC0415 - quick work shouldn't wait for it
            from rich.progress import Progress  # noqa: PLC0415 - see above

            bar = Progress(console=Console(file=screen), transient=True)
            bar.add_task(words, total=total)
            bar.start()
        if bar:
            bar.update(bar.task_ids[0], completed=done)

    try:
        yield step
    finally:
        if bar:
            bar.stop()
