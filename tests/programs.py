"""Skip the tests whose program isn't installed, and say so at the end of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn

import pytest

from bench.programs import find, install_command

MARK = "needs the program "


def need(*programs: str) -> None:
    """Skip the running test unless all these programs are installed."""
    for program in programs:
        if find(program) is None:
            skip(program)


def skip(program: str) -> NoReturn:
    """Skip the running test because a program is missing or doesn't start."""
    pytest.skip(MARK + program)


def summary(reasons: Iterable[str]) -> Iterator[str]:
    """Yield a line for each missing program: how many tests it skipped, what installs it.

    `reasons` are those of all skipped tests.
    """
    skipped = Counter(reason.partition(MARK)[2] for reason in reasons if MARK in reason)
    for program, count in sorted(skipped.items()):
        tests = "1 test was" if count == 1 else f"{count} tests were"
        yield f"{program} is missing: {tests} skipped; on Debian: {install_command(program)}"
