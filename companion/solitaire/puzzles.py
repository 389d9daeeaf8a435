"""Puzzles: positions with one best first hop and a known optimum, graded by how little luck helps.

A game begins at random and goes on perfectly until few pyramids are left. From there all games are looked at, and one
of the positions that they come to is the puzzle: its best score, its only good first hop and its difficulty are known
and not guessed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import log2
from typing import Any

from companion.errors import UsageError
from companion.solitaire.board import Board
from companion.solitaire.moves import Hop
from companion.solitaire.notation import position_text
from companion.solitaire.position import Position, full
from companion.solitaire.solver.plain import ways_on
from companion.solitaire.solver.problem import Packed, Problem, images, problem
from companion.solitaire.solver.search import solve

LEVELS = range(1, 11)
STEP = 0.9  # bits from level to level
MOST_SQUARES = 12  # of the board of a puzzle: on larger ones a game's end lies too far apart
MOST_POSITIONS = 40_000  # that may come after the last perfect one; such games are passed over
OPENING = (4, 14)  # hops at random before the game goes on perfectly
PERFECT = 3000  # positions that the search for the perfect rest may look at
TRIES = 60  # games for one puzzle


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the best score that can be reached, a line to it, whose first hop is the only good one, and the
    `difficulty`: of so many tosses of a coin each would have to come right for random hops to find the best end, bits.
    """

    level: int
    position: Position
    best: int
    line: tuple[Hop, ...]
    difficulty: float

    def to_json(self) -> dict[str, Any]:
        """As programs get it (docs/formats.md)."""
        return {
            "level": self.level,
            "position": position_text(self.position),
            "best": self.best,
            "first": str(self.line[0]),
            "line": list(map(str, self.line)),
            "difficulty": round(self.difficulty, 2),
        }


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows from a position: the best score, how likely hops at random are to reach it, and how many of the hops
    that can be made now still lead to it.
    """

    best: int
    odds: float
    good: int

    @property
    def bits(self) -> float:
        """How many tosses of a coin the odds are worth."""
        return -log2(self.odds)


def pyramids(level: int) -> range:
    """How many pyramids a puzzle of a level may have.

    >>> pyramids(1), pyramids(10)
    (range(4, 6), range(12, 15))
    """
    return range(max(4, level + 2), level + 5)


def bits(level: int) -> tuple[float, float]:
    """How difficult a puzzle of a level is: from so many bits on, and below so many.

    >>> bits(1)
    (0.9, 1.8)
    """
    return level * STEP, (level + 1) * STEP


def puzzles(
    board: Board, level: int, count: int, seed: int, made: Callable[[], object] = lambda: None
) -> tuple[Puzzle, ...]:
    """`count` different puzzles of a level, each from a game of its own; the same seed gives the same ones.

    `made` is called after each. Raises `UsageError` for a level or a board that there are none of.
    """
    if level not in LEVELS:
        raise UsageError(f"level {level}", "no such level", remedy=f"use {LEVELS[0]} to {LEVELS[-1]}")
    if board.squares > MOST_SQUARES:
        raise UsageError(board.size, "puzzles are made for smaller boards", remedy="use 3x3 or 3x4")
    chance = random.Random(f"{seed} {level} {board.size}")
    found: dict[Packed, Puzzle] = {}
    for _ in range(TRIES * count):
        if len(found) < count and (puzzle := _of_a_game(board, level, chance)):
            known = len(found)
            found.setdefault(problem(puzzle.position).pack_position(puzzle.position), puzzle)
            if len(found) > known:
                made()
    if len(found) < count:
        remedy = "ask for fewer, or for another level"
        raise UsageError(f"level {level}", f"only {len(found)} puzzles were found on {board.size}", remedy=remedy)
    return tuple(found.values())


def _of_a_game(board: Board, level: int, chance: random.Random) -> Puzzle | None:
    """A puzzle of one game, if it has one of this level."""
    last = _last_perfect(full(board), pyramids(level)[-1], chance)
    task, known = problem(last), dict[Packed, Outlook]()
    if look(task, task.pack_position(last), known) is None:
        return None
    low, high = bits(level)
    fitting = [packed for packed, outlook in known.items() if outlook.good == 1 and low <= outlook.bits < high]
    chosen = [position for position in map(_unpacker(task), fitting) if position.count.total() in pyramids(level)]
    chosen = [position for position in chosen if known[task.pack_position(position)].best <= max(board.pips.values())]
    if not chosen:
        return None
    position = _laid_anew(chance.choice(chosen), chance)
    outlook = known[task.pack_position(position)]
    return Puzzle(level, position, outlook.best, tuple(_line(task, position, known)), outlook.bits)


def _last_perfect(position: Position, left: int, chance: random.Random) -> Position:
    """A game opened at random and played on perfectly until `left` pyramids are left, or none can hop."""
    for _ in range(chance.randint(*OPENING)):
        if position.hops:
            position = position.after(chance.choice(position.hops))
    for hop in solve(position, engine="plain", limit=PERFECT).line:
        if position.count.total() > left:
            position = position.after(hop)
    return position


def _unpacker(task: Problem) -> Callable[[Packed], Position]:
    board, stacks = task.position.board, task.forms.stacks
    return lambda packed: Position(board, tuple(stacks[form] for form in task.unpack(packed)))


def _laid_anew(position: Position, chance: random.Random) -> Position:
    """One of its images: packed positions all lie the same way."""
    image = chance.choice(tuple(images(position.board.rows, position.board.columns)))
    return Position(position.board, tuple(position.stacks[image.index(square)] for square in range(len(image))))


def look(task: Problem, packed: Packed, known: dict[Packed, Outlook]) -> Outlook | None:
    """What follows from a position, and into `known` what follows from all that come after it.

    None when more than `MOST_POSITIONS` do.
    """
    if packed not in known:
        stacks = task.unpack(packed)
        after = []
        for way, _ in ways_on(task, stacks):
            found = look(task, way, known)
            if found is None or len(known) >= MOST_POSITIONS:
                return None
            after.append(found)
        best = min((found.best for found in after), default=task.end_cost(stacks))
        good = [found.odds for found in after if found.best == best]
        known[packed] = Outlook(best, sum(good) / len(after) if after else 1.0, len(good))
    return known[packed]


def _line(task: Problem, position: Position, known: Mapping[Packed, Outlook]) -> Iterator[Hop]:
    """The hops to the best end, each time the one after which the rest is easiest."""
    while position.hops:
        outlooks = {hop: known[task.pack_position(position.after(hop))] for hop in position.hops}
        hop = min(outlooks, key=lambda hop: (outlooks[hop].best, -outlooks[hop].odds, hop))
        yield hop
        position = position.after(hop)
