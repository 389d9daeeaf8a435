"""What measurements share: the cost of a command, percentiles, and tables for bench/results."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

RESULTS = Path(__file__).with_name("results")
# a small process stands between: a child of a large one begins with its parent's memory
MEASURED = """
import resource, subprocess, sys, time
start = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
wall, used = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, status)
"""


class Cost(NamedTuple):
    """What a command took: processor and clock time in s, the most memory in MiB; its status."""

    cpu: float
    wall: float
    memory: float
    status: int


def cost(*command: object) -> Cost:
    """Run a command as a user starts it, and return what it took."""
    words = [sys.executable, "-S", "-c", MEASURED, *map(str, command)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    *used, status = map(float, done.stdout.split())
    return Cost(used[0], used[1], used[2], int(status))


def where() -> str:
    """Return the day and the machine, for the head of a table."""
    return f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()}-core machine, {platform.machine()}"


def table(head: Sequence[str], rows: Iterable[Iterable[str]], *, right: bool = False) -> str:
    """Return a table in Markdown; `right` aligns all columns but the first."""
    line = "|---" + ("|--:" if right else "|---") * (len(head) - 1) + "|"
    drawn = (f"| {' | '.join(cells)} |" for cells in rows)
    return "\n".join([f"| {' | '.join(head)} |", line, *drawn])


def put(part: str, page: Path, begin: str, end: str) -> None:
    """Put lines between the marks of a page; raise `ValueError` without marks."""
    before, mark, rest = page.read_text("utf-8").partition(begin)
    _, close, after = rest.partition(end)
    if not mark or not close:
        raise ValueError(f"{page} needs {begin} and {end}")
    page.write_text(f"{before}{begin}\n{part}\n{end}{after}", "utf-8")


def marks(name: str, *, one_core: bool = False) -> tuple[str, str]:
    """Return the marks around a measurement's table in a page."""
    name += " on one core" if one_core else ""
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def at(values: Iterable[float], percent: float) -> float:
    """Return a percentile; nan of nothing."""
    ordered = sorted(values)
    index = min(len(ordered) - 1, int(len(ordered) * percent / 100))
    return ordered[index] if ordered else float("nan")
