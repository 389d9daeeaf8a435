"""Threads that work at the same time, kept on different cores.

A virtual machine's Linux may take a core that sleeps for one that it has not got just now, and start a thread where the
one runs that woke it: what was to go on while the disk is waited for then holds up who asks the disk (docs/speed.md).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor


def halves() -> tuple[frozenset[int], frozenset[int]]:
    """The cores that this process may use, in two parts; none where there are not two, or where the system has no say.

    >>> some, others = halves()
    >>> some & others
    frozenset()
    """
    allowed = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    half = len(allowed) // 2
    return (frozenset(allowed[:half]), frozenset(allowed[half:])) if half else (frozenset(), frozenset())


def keep_to(cores: Collection[int]) -> None:
    """Keep this thread, and all that it starts, on these cores; with none, where it may be already."""
    if cores:
        with contextlib.suppress(OSError):  # a sandbox may forbid it: then the system decides as ever
            os.sched_setaffinity(0, cores)


def beside(cores: Collection[int]) -> ThreadPoolExecutor:
    """One thread on these cores, for what goes on while another one waits."""
    return ThreadPoolExecutor(1, "beside", initializer=keep_to, initargs=(cores,))
