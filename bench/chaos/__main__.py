"""`python -m bench.chaos [EXPERIMENT...]`: kill servers, let disks fail, cut connections, and check
that nothing acknowledged is lost.

`usual` is what `make chaos` runs (some ten minutes on two cores), `full` takes hours. The same seed
draws the same faults; whom they meet is up to the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from bench.chaos import browsers, disk, kills, services, syncs, taps
from bench.chaos.layer import available
from bench.chaos.report import Result, write
from bench.chaos.servers import can_host
from printables.output.progress import progress

SEED = 20261121
SIZES = ("short", "usual", "full")
# a new folder, how many, seed, called after each -> the result on each subject
Run: TypeAlias = Callable[[Path, int, int, Callable[[], None]], AsyncIterator[Result]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment: how many of its `unit` each size has, `rounds` times over."""

    about: str
    run: Run
    unit: str
    short: int
    usual: int
    full: int
    rounds: int = 1
    possible: Callable[[], bool] = lambda: True  # on this machine


EXPERIMENTS = {
    "kills": Experiment("kill -9 under load", kills.run, "cycles", 3, 60, 2000),
    "taps": Experiment("four processes, bad Wi-Fi", taps.run, "taps", 150, 4000, 100_000, 2),
    "browsers": Experiment("real browsers, bad Wi-Fi", browsers.run, "presses", 40, 600, 6000),
    "syncs": Experiment(
        "synced before answered; power cuts", syncs.run, "cuts", 60, 1500, 10_000, 1, available
    ),
    "disk": Experiment("each write fails in turn", disk.run, "faults", 25, 250, 2000, 1, available),
    "services": Experiment("services killed", services.run, "outages", 3, 40, 500, 1, can_host),
}


def main() -> int:
    """Run these experiments; return 1 if anything happened that must not."""
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__)
    parser.add_argument("experiments", nargs="*", help=f"of {', '.join(EXPERIMENTS)}; all")
    parser.add_argument("--size", choices=SIZES, default="usual")
    parser.add_argument("--count", type=int, help="instead of the size's own number")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="put the results into bench/results")
    args = parser.parse_args()
    if unknown := set(args.experiments) - set(EXPERIMENTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; use {', '.join(EXPERIMENTS)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # cleans up
    good = True
    for name in args.experiments or EXPERIMENTS:
        count = args.count or getattr(EXPERIMENTS[name], args.size)
        results = asyncio.run(_run(name, count, args.seed))
        good &= all(result.good for result in results)
        if args.write:  # after each, as long runs are stopped
            write(results)
    return int(not good)


async def _run(name: str, count: int, seed: int) -> list[Result]:
    row, results, began = EXPERIMENTS[name], list[Result](), time.monotonic()
    if not row.possible():
        return results
    with (
        progress(count * row.rounds, f"{name}: {row.about}") as step,
        tempfile.TemporaryDirectory(prefix=f"rookery-{name}-") as scratch,
    ):
        async for result in row.run(Path(scratch), count, seed, step):
            took = time.monotonic() - began
            results.append(replace(result, experiment=name, seconds=took, seed=seed))
            began = time.monotonic()
    for result in results:
        print(result, flush=True)
    return results


if __name__ == "__main__":
    sys.exit(main())
