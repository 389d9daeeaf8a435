"""How many solitaire positions `rookery solve` proves within its default limit, and how quickly.

    python bench/solver_speed.py [--board 4x5] [--seed S]

500 positions of 4x5 and 300 of 3x4, a fifth of each kind: left by random play, by greedy play, by
both in turn, by perfect play with slips, and "hard" ones that a phone's short search can't settle.
Seconds are of processor time on one core. The exit status is 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from time import process_time

from companion.solitaire.board import Board, read_size, standard
from companion.solitaire.simulate import worth
from companion.solitaire.solver import solve
from companion.solitaire.solver.search import HINT_STATES
from companion.solitaire.state import Position, full, position_text

BOARDS = {"4x5": (500, 50), "3x4": (300, 30)}  # positions, and how many hops deep, by board
PROVEN, SLOWEST = 0.998, 10.0  # targets: share of the positions; s
GREED = {"random": 0.0, "greedy": 1.0, "both": 0.5}  # how often a hop is a greedy one
KINDS = (*GREED, "slips", "hard")
SLIPS = 3  # random hops after perfect play, at most


def main() -> int:
    """Measure and print; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", choices=BOARDS, help="this one alone")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    solve(full(standard()))  # compiles, where the cache is cold
    boards = [options.board] if options.board else BOARDS
    missed = [size for size in boards if not measure(size, *BOARDS[size], options.seed)]
    return int(bool(missed))


def measure(size: str, count: int, deepest: int, seed: int) -> bool:
    """Solve positions of each kind and print how many are proven; return whether enough are."""
    chance, board = random.Random(f"{size} {seed}"), standard().sized(*read_size(size))
    proofs, slowest = 0, 0.0
    for kind in KINDS:
        seconds, states, proven = list[float](), list[int](), 0
        while len(seconds) < count // len(KINDS):
            if not (position := left(board, kind, chance, deepest)):
                continue
            start = process_time()
            answer = solve(position)
            seconds.append(process_time() - start)
            states.append(answer.states)
            proven += answer.proven
            if not answer.proven:
                print(f"  not proven: {position_text(position)}", flush=True)
        print(f"  {size} {kind}: {proven} of {len(seconds)}, worst {max(seconds):.2f} s, "
              f"most positions {max(states):,}", flush=True)  # fmt: skip
        proofs, slowest = proofs + proven, max(slowest, *seconds)
    print(
        f"{size}: {proofs} of {count} proven (target {PROVEN:.1%}), worst {slowest:.2f} s "
        f"(target {SLOWEST:g} s)"
    )
    return proofs >= PROVEN * count and slowest <= SLOWEST


def left(board: Board, kind: str, chance: random.Random, deepest: int) -> Position | None:
    """Return a position that play of this kind leaves, None if it came to its end."""
    depth, slips = chance.randrange(deepest + 1), chance.randrange(SLIPS + 1)
    if kind == "slips":
        position = played(full(board), chance, chance.randrange(depth // 2 + 1), 0)
        if position is None:
            return None
        hops = max(0, depth - slips - (full(board).count.total() - position.count.total()))
        for hop in solve(position, limit=HINT_STATES).line[:hops]:
            position = position.after(hop)
        return played(position, chance, slips, 0)
    greed = GREED.get(kind, chance.choice((*GREED.values(),)))
    position = played(full(board), chance, depth, greed)
    settled = position and kind == "hard" and solve(position, limit=HINT_STATES).proven
    return None if settled else position


def played(position: Position, chance: random.Random, depth: int, greed: float) -> Position | None:
    """Return the position after so many hops, None if the game is over by then."""
    for _ in range(depth):
        if position.over:
            return None
        if chance.random() < greed:
            after = map(position.after, position.hops)
            position = max(after, key=lambda each: (worth(each), chance.random()))
        else:
            position = position.after(chance.choice(position.hops))
    return None if position.over else position


if __name__ == "__main__":
    sys.exit(main())
