"""What came of an experiment, and the page that tells it: docs/proof.md, written from docs/proof.json.

Every experiment ends in `Result`s, whatever it does: how much was done, for how long, from which seed, what was
measured, and what happened that must not happen. A newer result of the same subject takes the older one's place.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

PAGE = Path(__file__).parents[2] / "docs" / "proof.md"
KEPT = PAGE.with_suffix(".json")
BEGIN, END = "<!-- bench/chaos -->", "<!-- end of bench/chaos -->"
ADDABLE = "fuzz"  # the experiment whose runs add up: its cases know nothing of each other
SHOWN_PROBLEMS = 5  # of each result; the machine-readable one has all
STOPPED, SEEDS = "stopped", "seeds"  # figures of a run that was stopped, and of one in parts
MOST = ("slowest", "largest", "memory")  # figures of which the largest counts; others are added up

Figure: TypeAlias = int | float | str


def today() -> str:
    """The date of a result."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def machine() -> str:
    """What a result was measured on."""
    return f"{os.cpu_count()}-core machine, {platform.machine()}, Python {platform.python_version()}"


@dataclass(frozen=True)
class Result:
    """What came of one experiment on one subject, say kills on SQLite.

    `count` things of a `unit` were done in `seconds` from `seed`; `figures` are what was measured on the way, and
    `problems` what must not happen, a sentence each.
    """

    experiment: str
    subject: str
    count: int
    unit: str
    seconds: float
    seed: int
    figures: dict[str, Figure] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    date: str = field(default_factory=today)
    machine: str = field(default_factory=machine)
    load: float = field(default_factory=lambda: round(os.getloadavg()[1], 1))  # of the machine, over five minutes

    @property
    def good(self) -> bool:
        """Whether nothing happened that must not."""
        return not self.problems

    @property
    def stopped(self) -> bool:
        """Whether it is what came of a run until somebody stopped it."""
        return STOPPED in self.figures

    def __str__(self) -> str:
        """A paragraph for the terminal."""
        done = f"{self.count:,} {self.unit} in {lasted(self.seconds)}, seed {self.seed}"
        lines = [
            f"{self.experiment}, {self.subject}: {done}",
            f"    {told(self.figures)}",
            *(f"    NOT SO: {problem}" for problem in self.problems[:SHOWN_PROBLEMS]),
        ]
        return "\n".join(lines)


def lasted(seconds: float) -> str:
    """A time for people.

    >>> lasted(42.34), lasted(3725)
    ('42.3 s', '62 min')
    """
    return f"{seconds:.1f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def told(figures: dict[str, Figure]) -> str:
    """Figures for people.

    >>> told({"lost": 0, "ready, p95 (s)": 0.8123})
    'lost 0; ready, p95 (s) 0.812'
    """
    return "; ".join(f"{name} {_short(value)}" for name, value in figures.items())


def harm(problems: Iterable[str]) -> dict[str, Figure]:
    """How many taps were lost or doubled, by the ledger's words; what else went wrong is told in full.

    >>> harm(["lost: key-one, acknowledged as event 2"])
    {'lost': 1, 'doubled': 0}
    """
    known = list(problems)
    return {word: sum(f"{word}: " in problem for problem in known) for word in ("lost", "doubled")}


def at(values: Sequence[float], percent: float) -> float:
    """The value that so many of a hundred do not exceed; nan of nothing.

    >>> at([3.0, 1.0, 2.0], 50)
    2.0
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else float("nan")


def to_json(results: Iterable[Result]) -> str:
    """A line a result."""
    return "".join(json.dumps(asdict(result), ensure_ascii=False) + "\n" for result in results)


def from_json(text: str) -> list[Result]:
    """Read `to_json` back."""
    return [_read(json.loads(line)) for line in text.splitlines() if line]


def merged(kept: Iterable[Result], new: Iterable[Result]) -> list[Result]:
    """The newest result of each subject, in the order in which they first came."""
    return list({(result.experiment, result.subject): result for result in (*kept, *new)}.values())


def added(parts: Iterable[Result]) -> list[Result]:
    """Runs of a fuzz that was done in parts, each from a seed of its own, as one; of other experiments there is no sum.

    Raises `ValueError` for those, and for two parts of one seed, which are the same cases.
    """
    of: dict[tuple[str, str], list[Result]] = {}
    for part in parts:
        of.setdefault((part.experiment, part.subject), []).append(part)
    return [_sum(runs) if len(runs) > 1 else runs[0] for runs in of.values()]


def _sum(parts: Sequence[Result]) -> Result:
    first, seeds = parts[0], [part.seed for part in parts]
    if first.experiment != ADDABLE or len({*seeds}) < len(seeds):
        raise ValueError(f"{first.experiment}, {first.subject}: no parts of one run (seeds {seeds})")
    names = dict.fromkeys(name for part in parts for name in part.figures)
    figures = {name: _all(name, [part.figures[name] for part in parts if name in part.figures]) for name in names}
    return replace(
        first,
        count=sum(part.count for part in parts),
        seconds=sum(part.seconds for part in parts),
        figures={**figures, SEEDS: ", ".join(map(str, seeds))},
        problems=tuple(f"seed {part.seed}: {problem}" for part in parts for problem in part.problems),
        date=max(part.date for part in parts),
        load=max(part.load for part in parts),
    )


def _all(name: str, values: Sequence[Figure]) -> Figure:
    """One figure of all parts: the largest, the sum, or, of words, all that are different."""
    numbers = [value for value in values if not isinstance(value, str)]
    if len(numbers) < len(values):
        return " / ".join(dict.fromkeys(map(str, values)))
    return max(numbers) if name.startswith(MOST) else sum(numbers)


def write(new: Iterable[Result], page: Path = PAGE, kept: Path = KEPT) -> None:
    """Put new results into the page between its marks, and keep them for the next time."""
    results = merged(from_json(kept.read_text("utf-8")) if kept.exists() else [], new)
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    kept.write_text(to_json(results), "utf-8")
    page.write_text(f"{before}{BEGIN}\n\n{table(results)}\n\n{END}{after}", "utf-8")


def table(results: Sequence[Result]) -> str:
    """The results in Markdown: what was run, how it ended, and what went wrong if anything did."""
    lines = [
        "| experiment | on | how many | took | seed | result | measured | when, where |",
        "|---|---|---|---|---|---|---|---|",
        *(_row(result) for result in results),
    ]
    wrong = [f"- **{result.experiment}, {result.subject}**: {problem}" for result, problem in _problems(results)]
    return "\n".join([*lines, *(["", "What went wrong:", "", *wrong] if wrong else [])])


def _row(result: Result) -> str:
    verdict = "holds" if result.good else f"**{len(result.problems)} problems**"
    cells = (
        result.experiment,
        result.subject,
        f"{result.count:,} {result.unit}",
        lasted(result.seconds),
        str(result.seed),
        verdict,
        told(result.figures),
        f"{result.date}, {result.machine}, load {result.load:g}",
    )
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _problems(results: Sequence[Result]) -> Iterator[tuple[Result, str]]:
    for result in results:
        for problem in result.problems[:SHOWN_PROBLEMS]:
            yield result, problem


def _read(data: dict[str, Any]) -> Result:
    return Result(**{**data, "problems": tuple(data["problems"])})


def _short(value: Figure) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
