"""Puzzles: positions with one best first hop and a known optimum, graded by how little luck helps.

A game begins at random and goes on perfectly until few pyramids are left. All games from there are
examined, and one of their positions is the puzzle: its best score, its only good first hop and its
difficulty are known and not guessed.

A puzzle's name is its level and number and, for others than the usual ones, a seed: `4-7`,
`4-7-2026`. The name makes the puzzle, the same anywhere and forever. The usual ones are in a
catalogue, which `docs/make_puzzles.py` writes, so that a phone doesn't wait for them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from math import log2

from companion.errors import UsageError
from companion.language import say_many
from companion.solitaire.board import Board, Hop, standard
from companion.solitaire.solver.layers import Ways
from companion.solitaire.solver.problem import Packed, Problem, images, problem
from companion.solitaire.solver.search import solve
from companion.solitaire.state import Position, full, parse_position, position_text, read_move

LEVELS = range(1, 11)
STEP = 0.9  # bits from level to level
SQUARES = 12  # of the board of a puzzle: larger ones have too many ends, and 3x3 no good ones
MOST_POSITIONS = 40_000  # after the last perfect one; games with more are skipped
OPENING = (4, 14)  # hops at random before the game goes on perfectly
PERFECT = 3000  # positions that the search for the perfect rest may examine
TRIES = 400  # games for one puzzle
MOST_NUMBER, MOST_SEED = 999, 999_999_999
CATALOGUE = "puzzles.txt"


@dataclass(frozen=True, slots=True, order=True)
class PuzzleName:
    """The name of puzzle `number`, from 1, of a level; each `seed` has others, 0 the usual ones.

    >>> str(PuzzleName(4, 7)), str(PuzzleName(4, 7, 2026))
    ('4-7', '4-7-2026')
    """

    level: int
    number: int
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.level}-{self.number}" + (f"-{self.seed}" if self.seed else "")


def read_name(text: str) -> PuzzleName:
    """Return the name as printed in a booklet; raises `UsageError`.

    >>> read_name("10-3")
    PuzzleName(level=10, number=3, seed=0)
    """
    match = re.fullmatch(r"([1-9]\d?)-([1-9]\d{0,2})(?:-([1-9]\d{0,8}))?", text.strip())
    if not match or int(match[1]) not in LEVELS:
        raise UsageError(text[:20], "no such puzzle", remedy="write level and number, such as 4-7")
    return PuzzleName(int(match[1]), int(match[2]), int(match[3] or 0))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, its best possible score, and a line to it, whose first hop is the only good one.

    `difficulty` is in bits: the tosses of a coin that are as unlikely to all be heads as random
    hops are to find the best end.
    """

    name: PuzzleName
    position: Position
    best: int
    line: tuple[Hop, ...]
    difficulty: float

    @property
    def level(self) -> int:
        """The intended level of difficulty."""
        return self.name.level

    def to_json(self) -> dict[str, object]:
        """Return the puzzle for programs (docs/formats.md)."""
        return {
            "name": str(self.name),
            "level": self.level,
            "position": position_text(self.position),
            "best": self.best,
            "first": str(self.line[0]),
            "line": list(map(str, self.line)),
            "difficulty": round(self.difficulty, 2),
        }


@dataclass(frozen=True, slots=True)
class Outlook:
    """The future of a position: the best score, the odds of random hops to reach it, and the number
    of first hops that still lead to it.
    """

    best: int
    odds: float
    good: int

    @property
    def bits(self) -> float:
        """The odds in tosses of a coin."""
        return -log2(self.odds)


def pyramids(level: int) -> range:
    """Return the numbers of pyramids that a puzzle of a level may have.

    >>> pyramids(1), pyramids(10)
    (range(4, 6), range(12, 15))
    """
    return range(max(4, level + 2), level + 5)


def bits(level: int) -> tuple[float, float]:
    """Return the lowest difficulty of a level, and the limit that it stays below, bits.

    >>> bits(1)
    (0.9, 1.8)
    """
    return level * STEP, (level + 1) * STEP


def puzzles(
    board: Board, level: int, count: int, seed: int, made: Callable[[], object] = lambda: None
) -> tuple[Puzzle, ...]:
    """Return `count` different puzzles of a level, by number; the same seed gives the same ones.

    `made` is called after each. Raises `UsageError` for a level or a board without puzzles.
    """
    if level not in LEVELS:
        raise UsageError(
            f"level {level}", "no such level", remedy=f"use {LEVELS[0]} to {LEVELS[-1]}"
        )
    by_position: dict[Packed, Puzzle] = {}
    for number in range(1, MOST_NUMBER + 1):
        puzzle = puzzle_called(board, PuzzleName(level, number, seed))
        known = len(by_position)
        by_position.setdefault(problem(puzzle.position).pack_position(puzzle.position), puzzle)
        if len(by_position) > known:
            made()
        if len(by_position) == count:
            return tuple(by_position.values())
    few = say_many("{n} puzzle", "{n} puzzles", len(by_position))
    raise UsageError(f"level {level}", f"only {few} found", remedy="ask for fewer")


def puzzle_called(board: Board, name: PuzzleName) -> Puzzle:
    """Return the puzzle of that name: from the catalogue at once, or made within seconds.

    Raises `UsageError` for a board without puzzles.
    """
    if not offers_puzzles(board):
        raise UsageError(board.size, "no puzzles are made for this board", remedy="use 3x4 or 4x3")
    usual = (board.size, board.pips) == (standard().size, standard().pips)
    return (usual and catalogue().get(name)) or make_once(
        board.rows, board.columns, tuple(board.pips.items()), name
    )


@lru_cache(maxsize=200)
def make_once(
    rows: int, columns: int, pips: tuple[tuple[str, int], ...], name: PuzzleName
) -> Puzzle:
    """Make a puzzle and keep it for the next request, say of a phone that lost the answer."""
    return make_puzzle(replace(standard(), rows=rows, columns=columns, pips=dict(pips)), name)


def offers_puzzles(board: Board) -> bool:
    """Return whether there are puzzles on a board of this size."""
    return board.squares == SQUARES


def make_puzzle(board: Board, name: PuzzleName) -> Puzzle:
    """Play random games seeded by the name until one has a puzzle of its level.

    Raises `UsageError` when none has.
    """
    chance = random.Random(f"{board.size} {name}")
    games = (find_in_game(board, name, chance) for _ in range(TRIES))
    first = next((puzzle for puzzle in games if puzzle), None)
    if first is None:
        raise UsageError(
            str(name), f"no such puzzle was found on {board.size}", remedy="take another number"
        )
    return first


@cache
def catalogue() -> Mapping[PuzzleName, Puzzle]:
    """Return the usual puzzles of the usual board, made beforehand."""
    text = files("companion.solitaire").joinpath(CATALOGUE).read_text("utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    puzzles = (
        read_row(name, position, difficulty, hops) for name, position, difficulty, *hops in rows
    )
    return {puzzle.name: puzzle for puzzle in puzzles}


def usual_numbers() -> int:
    """Return how many numbers each level has in the catalogue."""
    return min(sum(name.level == level for name in catalogue()) for level in LEVELS)


def write_row(puzzle: Puzzle) -> str:
    """Return a line of the catalogue: name, position, difficulty and the hops."""
    hops = " ".join(map(str, puzzle.line))
    return f"{puzzle.name} {position_text(puzzle.position)} {puzzle.difficulty!r} {hops}"


def read_row(name: str, position: str, difficulty: str, hops: list[str]) -> Puzzle:
    """Return the puzzle in a line of the catalogue, its hops played by the rules."""
    start = end = parse_position(position, standard())
    line = tuple(read_move(hop, standard()) for hop in hops)
    for hop in line:
        end = end.after(hop)
    return Puzzle(read_name(name), start, end.pips, line, float(difficulty))


def find_in_game(board: Board, name: PuzzleName, chance: random.Random) -> Puzzle | None:
    """Return a puzzle of one game; None if it has none of this level."""
    level = name.level
    last = play_to_end(full(board), pyramids(level)[-1], chance)
    task, known = problem(last), dict[Packed, Outlook]()
    if look(Ways(task), task.pack_position(last), known) is None:
        return None
    low, high = bits(level)
    stacks = task.forms.stacks
    fitting = [
        packed
        for packed, outlook in known.items()
        if outlook.good == 1 and low <= outlook.bits < high
    ]
    chosen = [
        position
        for position in (
            Position(board, tuple(stacks[form] for form in task.unpack(packed)))
            for packed in fitting
        )
        if position.count.total() in pyramids(level)
    ]
    chosen = [
        position
        for position in chosen
        if known[task.pack_position(position)].best <= max(board.pips.values())
    ]
    if not chosen:
        return None
    # one of its images, because packed positions all lie the same way
    stacks, image = chance.choice(chosen).stacks, chance.choice(images(board.rows, board.columns))
    position = Position(board, tuple(stacks[image.index(square)] for square in range(len(image))))
    outlook = known[task.pack_position(position)]
    return Puzzle(
        name, position, outlook.best, tuple(best_line(task, position, known)), outlook.bits
    )


def play_to_end(position: Position, left: int, chance: random.Random) -> Position:
    """Return a position after a random opening and perfect play until `left` pyramids are left."""
    for _ in range(chance.randint(*OPENING)):
        if position.hops:
            position = position.after(chance.choice(position.hops))
    for hop in solve(position, engine="plain", limit=PERFECT).line:
        if position.count.total() > left:
            position = position.after(hop)
    return position


def look(ways: Ways, packed: Packed, known: dict[Packed, Outlook]) -> Outlook | None:
    """Return the future of a position, and add those of all positions after it to `known`.

    None when there are more than `MOST_POSITIONS`.
    """
    if packed not in known:
        after = []
        for way in ways.after(packed):
            outlook = look(ways, way, known)
            if outlook is None or len(known) >= MOST_POSITIONS:
                return None
            after.append(outlook)
        best = min((outlook.best for outlook in after), default=ways.end_cost(packed))
        good = [outlook.odds for outlook in after if outlook.best == best]
        known[packed] = Outlook(best, sum(good) / len(after) if after else 1.0, len(good))
    return known[packed]


def best_line(task: Problem, position: Position, known: Mapping[Packed, Outlook]) -> Iterator[Hop]:
    """Yield the hops to the best end, each time the one with the easiest rest."""
    while position.hops:
        outlooks = {hop: known[task.pack_position(position.after(hop))] for hop in position.hops}
        hop = min(outlooks, key=lambda hop: (outlooks[hop].best, -outlooks[hop].odds, hop))
        yield hop
        position = position.after(hop)
