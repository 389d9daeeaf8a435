"""How fast `rookery solve` is, beside a plain C++17 program of the same algorithm, both on one core in one run.

    python bench/solver_speed.py [--positions N] [--seed S]
    python bench/solver_speed.py --proofs [--seed S]

`bench/solver/solver.cpp` is built with g++ -O2. Both solve the same positions of 3x4, 0 to 30 hops deep, played at
random, greedily or half and half: greedy play leaves the hard ones. Both must give the same scores, proofs and counts
of positions looked at. Times are the processor's, so that other work on the machine costs little; those of whole
processes are of all that a command does, start of Python included, with numba's cache warm. The exit status tells
whether all that was wanted is met.

`--proofs` counts how many positions are solved with proof within the default limit: 500 of 4x5 and 300 of 3x4, a fifth
each left by random play, by greedy play, by both in turn, by perfect play with slips, and a fifth that a phone's short
search can't settle.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from os import times
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from companion.solitaire.board import Board, read_size, standard
from companion.solitaire.bots import worth
from companion.solitaire.notation import position_text
from companion.solitaire.position import Position, full
from companion.solitaire.solver import Engine, best_possible, solve

SOURCE = Path(__file__).with_name("solver") / "solver.cpp"
WHOLE = {"3x4": 1.0, "4x5": 2.0}  # s a whole process may take from the start, by board
WORST, MEDIAN, RATIO = 8.0, 0.010, 0.6  # s, s, of the C++ program's positions a second
DEEPEST, TRIES, HARD = 30, 200, 100_000  # hops; games for a depth; positions of a search that tells a speed
RUNS = 3
PROOFS = {"4x5": (500, 50), "3x4": (300, 30)}  # positions, and how many hops deep, by board
PROVEN, SLOWEST = 0.998, 10.0  # of the positions; s, of the processor
GREED = {"random": 0.0, "greedy": 1.0, "both": 0.5}  # how often a hop is a greedy one
KINDS = (*GREED, "slips", "hard")
SLIPS = 3  # the most hops at random after perfect play


@dataclass(frozen=True, slots=True)
class Found:
    """What one program says of a position; `seconds` of the processor."""

    best: int
    proven: bool
    states: int
    seconds: float

    @property
    def facts(self) -> tuple[int, bool, int]:
        """What must be the same."""
        return self.best, self.proven, self.states


def main() -> int:
    """Measure and print; fails when something that was wanted is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--proofs", action="store_true", help="count proofs instead")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if options.proofs:
        return 0 if all(_proofs(size, *wanted, options.seed) for size, wanted in PROOFS.items()) else 1
    positions = list(_positions(options.positions, options.seed))
    solve(full(standard()), engine="compiled")  # compiles, where the cache is cold
    ours = [_ours(position) for position in positions]
    with TemporaryDirectory() as folder:
        program = _built(Path(folder))
        theirs = _theirs(program, positions)
        assert [found.facts for found in ours] == [found.facts for found in theirs], "they differ"
        ratio = _speeds(
            [position for position, found in zip(positions, ours, strict=True) if found.states > HARD], program
        )
    seconds = [found.seconds for found in ours]
    met = [
        *(_line(f"whole process, start of {size}, s", _whole(size), most, lower=True) for size, most in WHOLE.items()),
        _line(f"{len(ours)} positions, proven", sum(found.proven for found in ours), len(ours)),
        _line("worst search, s", max(seconds), WORST, lower=True),
        _line("median search, s", median(seconds), MEDIAN, lower=True),
        _line("positions a second, of the C++ program's", ratio, RATIO),
    ]
    print(f"most positions {max(found.states for found in ours):,}; C++: worst {max(f.seconds for f in theirs):.2f} s, "
          f"median {median(f.seconds for f in theirs) * 1000:.1f} ms")  # fmt: skip
    return 0 if all(met) else 1


def _line(name: str, value: float, wanted: float, *, lower: bool = False) -> bool:
    """Print a line; whether what was wanted is met."""
    sign = "<=" if lower else ">="
    print(f"{name:<44}{value:>10.4g}   {sign} {wanted:g}", flush=True)
    return value <= wanted if lower else value >= wanted


def _positions(count: int, seed: int) -> Iterator[Position]:
    """Each from a game of its own that lasted longer, and which mixed random and greedy hops in some way."""
    chance = random.Random(seed)
    while count:
        depth, greed = chance.randrange(DEEPEST + 1), chance.choice((0, 0.5, 1))
        games = (_played(full(standard()), chance, depth, greed) for _ in range(TRIES))
        if found := next((position for position in games if position is not None), None):
            count -= 1
            yield found


def _played(position: Position, chance: random.Random, depth: int, greed: float) -> Position | None:
    for _ in range(depth):
        if position.over:
            return None
        if chance.random() < greed:
            position = max(map(position.after, position.hops), key=lambda after: (worth(after), chance.random()))
        else:
            position = position.after(chance.choice(position.hops))
    return None if position.over else position


def _proofs(size: str, count: int, deepest: int, seed: int) -> bool:
    """Solve positions of each kind and print how many are proven; whether enough are."""
    chance, board, found = random.Random(f"{size} {seed}"), standard().sized(*read_size(size)), []
    for kind in KINDS:
        some: list[Found] = []
        while len(some) < count // len(KINDS):
            if position := _left(board, kind, chance, deepest):
                some.append(_ours(position, engine="auto"))
                if not some[-1].proven:
                    print(f"  not proven: {position_text(position)}", flush=True)
        print(f"  {size} {kind}: {sum(one.proven for one in some)} of {len(some)}, "
              f"worst {max(one.seconds for one in some):.2f} s, "
              f"most positions {max(one.states for one in some):,}", flush=True)  # fmt: skip
        found += some
    proven = sum(one.proven for one in found) / len(found)
    return all([
        _line(f"{len(found)} positions of {size}, proven, part", proven, PROVEN),
        _line("worst search, s", max(one.seconds for one in found), SLOWEST, lower=True),
    ])  # fmt: skip


def _left(board: Board, kind: str, chance: random.Random, deepest: int) -> Position | None:
    """A position that play of this kind leaves, or None."""
    depth, slips = chance.randrange(deepest + 1), chance.randrange(SLIPS + 1)
    if kind == "slips":
        position = _played(full(board), chance, chance.randrange(depth // 2 + 1), 0)
        if position is None:
            return None
        hops = max(0, depth - slips - (full(board).count.total() - position.count.total()))
        for hop in best_possible(position).line[:hops]:
            position = position.after(hop)
        return _played(position, chance, slips, 0)
    greed = GREED.get(kind, chance.choice((*GREED.values(),)))
    position = _played(full(board), chance, depth, greed)
    return None if position and kind == "hard" and best_possible(position).proven else position


def _ours(position: Position, engine: Engine = "compiled") -> Found:
    start = process_time()
    answer = solve(position, engine=engine)
    assert answer.best is not None
    return Found(answer.best, answer.proven, answer.states, process_time() - start)


def _built(folder: Path) -> Path:
    program = folder / "solver"
    subprocess.run(["g++", "-std=c++17", "-O2", "-o", str(program), str(SOURCE)], check=True)
    return program


def _theirs(program: Path, positions: list[Position]) -> list[Found]:
    lines = "".join(f"{position.board.size} {position_text(position)}\n" for position in positions)
    out = subprocess.run([str(program)], input=lines, text=True, capture_output=True, check=True).stdout
    rows = [line.split() for line in out.splitlines()]
    return [Found(int(best), proven == "1", int(states), float(spent)) for best, proven, states, spent in rows]


def _speeds(hard: list[Position], program: Path) -> float:
    """Positions a second of long searches, ours against the other's: both by turns, the median of a few rounds."""
    ratios = []
    for _ in range(RUNS):
        ours, theirs = [_ours(position) for position in hard], _theirs(program, hard)
        speeds = [sum(f.states for f in found) / sum(f.seconds for f in found) for found in (ours, theirs)]
        print(f"  {speeds[0] / 1e6:.2f} million a second, C++ {speeds[1] / 1e6:.2f}", flush=True)
        ratios.append(speeds[0] / speeds[1])
    return median(ratios)


def _whole(size: str) -> float:
    """The best of a few runs of the command."""
    spent = []
    for _ in range(RUNS):
        before = times()
        command = [str(Path(sys.executable).with_name("rookery")), "solve", "--board", size, "--json"]
        subprocess.run(command, check=True, capture_output=True)
        after = times()
        spent.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(spent)


if __name__ == "__main__":
    sys.exit(main())
