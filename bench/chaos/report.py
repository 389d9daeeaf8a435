"""The results of experiments, for the terminal and for bench/results/durability.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from bench import pages

PAGE = pages.RESULTS / "durability.md"
BEGIN, END = "<!-- bench/chaos -->", "<!-- end of bench/chaos -->"
HEAD = ["experiment", "on", "how many", "took", "seed", "result", "measured", "when, where"]
SHOWN_PROBLEMS = 5  # of each result

Figures: TypeAlias = dict[str, int | float | str]


@dataclass(frozen=True)
class Result:
    """An experiment's result on one subject, say kills on SQLite; `problems` must not happen."""

    subject: str
    count: int
    unit: str
    figures: Figures = field(default_factory=dict)
    problems: Sequence[str] = ()
    experiment: str = ""  # whoever runs it adds this, time and seed
    seconds: float = 0.0
    seed: int = 0

    @property
    def good(self) -> bool:
        """Whether there were no problems."""
        return not self.problems

    def __str__(self) -> str:
        """Return a paragraph for the terminal."""
        _, subject, count, took, seed, _, measured, _ = self.cells()
        head = f"{self.experiment}, {subject}: {count} in {took}, seed {seed}\n    {measured}"
        return "\n    NOT SO: ".join([head, *self.problems[:SHOWN_PROBLEMS]])

    def cells(self) -> list[str]:
        """Return a row of the page's table."""
        took = f"{self.seconds:.1f} s" if self.seconds < 120 else f"{self.seconds / 60:.0f} min"
        measured = "; ".join(
            f"{name} {f'{value:.3g}' if isinstance(value, float) else value}"
            for name, value in self.figures.items()
        )
        wrong = "; ".join(self.problems[:SHOWN_PROBLEMS])
        result = "holds" if self.good else f"**{len(self.problems)} problems**: {wrong}"
        load = f"Python {platform.python_version()}, load {os.getloadavg()[1]:.1f}"
        what = (self.experiment, self.subject, f"{self.count:,} {self.unit}", took)
        cells = (*what, str(self.seed), result, measured, f"{pages.where()}, {load}")
        return [cell.replace("|", "/") for cell in cells]


def harm(problems: Iterable[str]) -> Figures:
    """Return how many taps were lost or doubled, by the ledger's words."""
    known = list(problems)
    return {word: sum(f"{word}: " in each for each in known) for word in ("lost", "doubled")}


def write(new: Iterable[Result], page: Path = PAGE) -> None:
    """Put new results into the page's table, each in place of the older one of its subject."""
    old = page.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    lines = [line for line in old.splitlines() if line.startswith("| ")]
    rows = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines[1:]]
    newest = {tuple(row[:2]): row for row in (*rows, *(result.cells() for result in new))}
    pages.put(f"\n{pages.table(HEAD, newest.values())}\n", page, BEGIN, END)
