"""What measurements share: tables in Markdown, and the places in docs/ that they are put into."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def where() -> str:
    """The day and the machine, for the head of a table."""
    return f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()}-core machine, {platform.machine()}"


def table(head: Sequence[str], rows: Iterable[Iterable[str]], *, right: bool = False) -> str:
    """A table in Markdown; `right` aligns all columns but the first."""
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


def at(values: Iterable[float], percent: float) -> float:
    """The value that so many of a hundred don't exceed; nan of nothing."""
    ordered = sorted(values)
    index = min(len(ordered) - 1, int(len(ordered) * percent / 100))
    return ordered[index] if ordered else float("nan")
