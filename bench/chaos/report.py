"""What came of an experiment, for the terminal and for docs/proof.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

PAGE = Path(__file__).parents[2] / "docs" / "proof.md"
BEGIN, END = "<!-- bench/chaos -->", "<!-- end of bench/chaos -->"
HEAD = """\
| experiment | on | how many | took | seed | result | measured | when, where |
|---|---|---|---|---|---|---|---|"""
SHOWN_PROBLEMS = 5  # of each result

Figure: TypeAlias = int | float | str


@dataclass(frozen=True)
class Result:
    """What came of one experiment on one subject, say kills on SQLite.

    `count` things of a `unit` were done in `seconds` from `seed`; `figures` are what was measured
    on the way, and `problems` what must not happen, a sentence each.
    """

    experiment: str
    subject: str
    count: int
    unit: str
    seconds: float
    seed: int
    figures: dict[str, Figure] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing happened that must not."""
        return not self.problems

    def __str__(self) -> str:
        """Return a paragraph for the terminal."""
        done = f"{self.count:,} {self.unit} in {duration(self.seconds)}, seed {self.seed}"
        problems = [f"\n    NOT SO: {problem}" for problem in self.problems[:SHOWN_PROBLEMS]]
        return f"{self.experiment}, {self.subject}: {done}\n    {self.measured}" + "".join(problems)

    @property
    def measured(self) -> str:
        """The figures for people."""
        words = []
        for name, value in self.figures.items():
            words.append(f"{name} {f'{value:.3g}' if isinstance(value, float) else value}")
        return "; ".join(words)

    def row(self) -> str:
        """Return a row of the page's table."""
        wrong = "; ".join(self.problems[:SHOWN_PROBLEMS])
        where = f"{os.cpu_count()}-core machine, {platform.machine()}"
        python, load = platform.python_version(), f"{os.getloadavg()[1]:.1f}"
        cells = (
            self.experiment,
            self.subject,
            f"{self.count:,} {self.unit}",
            duration(self.seconds),
            str(self.seed),
            "holds" if self.good else f"**{len(self.problems)} problems**: {wrong}",
            self.measured,
            f"{datetime.now(UTC):%Y-%m-%d}, {where}, Python {python}, load {load}",
        )
        return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def duration(seconds: float) -> str:
    """Return a time for people.

    >>> duration(42.34), duration(3725)
    ('42.3 s', '62 min')
    """
    return f"{seconds:.1f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def harm(problems: Iterable[str]) -> dict[str, Figure]:
    """Return how many taps were lost or doubled, by the ledger's words.

    >>> harm(["lost: key-one, acknowledged as event 2"])
    {'lost': 1, 'doubled': 0}
    """
    known = list(problems)
    return {word: sum(f"{word}: " in each for each in known) for word in ("lost", "doubled")}


def at(values: Sequence[float], percent: float) -> float:
    """Return the value that so many of a hundred don't exceed; nan of nothing.

    >>> at([3.0, 1.0, 2.0], 50)
    2.0
    """
    ordered = sorted(values)
    index = min(len(ordered) - 1, int(len(ordered) * percent / 100))
    return ordered[index] if ordered else float("nan")


def write(new: Iterable[Result], page: Path = PAGE) -> None:
    """Put new results into the page's table, each in place of the older one of its subject."""
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    old, _, after = rest.partition(END)
    rows = [line for line in old.splitlines() if line.startswith("| ")]
    rows = [*rows[1:], *(result.row() for result in new)]
    newest = {tuple(row.split(" | ")[:2]): row for row in rows}
    table = "\n".join([HEAD, *newest.values()])
    page.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", "utf-8")
