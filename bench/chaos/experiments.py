"""The experiments: what each is about, how it is run, and how much of it there is.

`short` is what `make test` runs of it, `usual` what `make chaos` runs (some twelve minutes in all on two cores), `full`
what docs/proof.md speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bench.chaos import browsers, disk, fuzz, kills, services, syncs, taps
from bench.chaos.report import Result

# (how many, seed, called after each) to what came of it; fuzzes are no coroutines, for there Ctrl-C would wait for them
Run: TypeAlias = Callable[[int, int, Callable[[], None]], Coroutine[Any, Any, list[Result]] | list[Result]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """One row; `option` is the command line's word for how many, `rounds` how often it counts to that."""

    about: str
    run: Run
    option: str
    short: int
    usual: int
    full: int
    rounds: int = 1


EXPERIMENTS: Mapping[str, Experiment] = {
    "kills": Experiment("kill -9 of the server under load, and start again", kills.run, "cycles", 3, 60, 2000),
    "taps": Experiment(
        "taps over four processes through a bad Wi-Fi, on SQLite and PostgreSQL", taps.run, "taps", 150, 4000, 100_000,
        rounds=2,
    ),
    "browsers": Experiment("our pages in real browsers through a bad Wi-Fi", browsers.run, "presses", 40, 600, 6000),
    "syncs": Experiment("each tap synced before it is answered; power cuts", syncs.run, "cuts", 60, 1500, 10_000),
    "disk": Experiment("each single write fails in turn", disk.run, "faults", 25, 250, 2000),
    "services": Experiment(
        "PostgreSQL, Redis and web workers killed in the middle of moves", services.run, "outages", 3, 40, 500,
    ),
    "requests": Experiment("every route, fuzzed", fuzz.requests, "requests", 900, 10_000, 200_000),
    "photos": Experiment("photos, damaged", fuzz.photos, "photos", 60, 2000, 100_000),
    "decks": Experiment("deck files, damaged", fuzz.decks, "decks", 100, 2000, 100_000),
}  # fmt: skip
