"""`python -m bench.chaos [EXPERIMENT...]`: servers are killed, disks fail, lines are cut; nothing acknowledged is lost.

`make chaos` runs all experiments in some twelve minutes, `make chaos SIZE=full` as docs/proof.md tells, in hours. With
the same seed the same faults are drawn; when they meet whom is up to the machine. A long fuzz may be run in parts, each
from a seed of its own with `--json`; `--add` makes one report of them. Ctrl-C ends one and keeps its report.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bench.chaos import report
from bench.chaos.experiments import EXPERIMENTS, Experiment

SEED = 20261121
SIZES = ("short", "usual", "full")


def main() -> int:
    """Run what is asked for, or add up what was run; 0 when all that must hold has held, 1 otherwise."""
    asked = _arguments()
    if asked.add:
        return _add(asked)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that all that runs is ended, too
    results: list[report.Result] = []
    names = EXPERIMENTS if "all" in asked.experiments else asked.experiments
    for name in names:
        results += _run(name, EXPERIMENTS[name], _size(EXPERIMENTS[name], asked), asked.seed)
        _keep(results, asked)
        if any(result.stopped for result in results):
            break
    return int(not all(result.good and not result.stopped for result in results))


def _add(asked: argparse.Namespace) -> int:
    """The parts of a long run, each kept by `--json`, as one run."""
    results = report.added(part for file in asked.add for part in report.from_json(file.read_text("utf-8")))
    for result in results:
        print(result)
    _keep(results, asked)
    return int(not all(result.good for result in results))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__)
    parser.add_argument("experiments", nargs="*", default="all", choices=[*EXPERIMENTS, "all"],
                        metavar="EXPERIMENT",
                        help="; ".join(f"{name}: {row.about}" for name, row in EXPERIMENTS.items()))  # fmt: skip
    parser.add_argument("--size", choices=SIZES, default="usual")
    for option in dict.fromkeys(row.option for row in EXPERIMENTS.values()):
        parser.add_argument(f"--{option}", type=int, metavar="N", help="instead of the size's own number")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", type=Path, metavar="FILE", help="the results, a line of JSON each")
    parser.add_argument("--add", type=Path, nargs="+", metavar="FILE",
                        help="run nothing: one report of a fuzz whose parts are in these --json files")  # fmt: skip
    parser.add_argument("--write", action="store_true", help="the results into docs/proof.md and docs/proof.json")
    return parser.parse_args()


def _size(row: Experiment, asked: argparse.Namespace) -> int:
    return int(getattr(asked, row.option) or getattr(row, asked.size))


def _run(name: str, row: Experiment, count: int, seed: int) -> list[report.Result]:
    """One experiment, with its progress on the terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr)) as progress:
        task = progress.add_task(f"{name}: {row.about}", total=count * row.rounds)
        made = row.run(count, seed, _told(lambda: progress.advance(task), name, count * row.rounds))
        results = made if isinstance(made, list) else asyncio.run(made)
    for result in results:
        print(result, flush=True)
    return results


def _told(step: Callable[[], None], name: str, total: int) -> Callable[[], None]:
    """The same, with a line at every hundredth where no terminal shows how far it is."""
    if sys.stderr.isatty():
        return step
    done = itertools.count(1)

    def tell() -> None:
        step()
        number = next(done)
        if number % max(1, total // 100) == 0:
            print(f"{datetime.now(UTC):%H:%M:%S} {name}: {number:,} of {total:,}", file=sys.stderr, flush=True)

    return tell


def _keep(results: list[report.Result], asked: argparse.Namespace) -> None:
    """After each experiment: a long run that is stopped has not been for nothing."""
    if asked.json:
        asked.json.write_text(report.to_json(results), "utf-8")
    if asked.write:
        report.write(results)


if __name__ == "__main__":
    sys.exit(main())
