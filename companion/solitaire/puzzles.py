"""Puzzles: positions with a known best score and only one good first hop, graded by difficulty.

To make one, play a game at random at first, then perfectly until few pyramids are left. Examine
every way to continue, and choose one of the positions on the way. So its best score, its only good
first hop and its difficulty are exact.

A puzzle's name is its level and number, and a seed unless it is one of the usual ones: `4-7`,
`4-7-2026`. The puzzle depends on its name only, so a name always gives the same puzzle. The usual
ones are in a catalogue, written by `docs/make_puzzles.py`, so that a phone needn't wait for them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from math import log2

from companion.decks import shipped
from companion.errors import UsageError
from companion.language import say_many
from companion.solitaire.board import Board, Hop, standard
from companion.solitaire.solver.problem import Packed, Problem, images, problem
from companion.solitaire.solver.search import Ways, solve
from companion.solitaire.state import Position, full, parse_position, position_text, read_move

LEVELS = range(1, 11)
STEP = 0.9  # bits from level to level
SQUARES = 12  # of a puzzle's board: larger ones have too many endings, 3x3 has no good puzzles
MOST_POSITIONS = 40_000  # after the perfect play; games with more are skipped
OPENING = (4, 14)  # random hops before perfect play: fewest, most
PERFECT = 3000  # positions that the search for perfect play may examine
TRIES = 400  # games for one puzzle
MOST_NUMBER, MOST_SEED = 999, 999_999_999
CATALOGUE = "puzzles.txt"


@dataclass(frozen=True, slots=True, order=True)
class PuzzleName:
    """The name of puzzle `number`, from 1, of a level. Seed 0 is the usual puzzles.

    >>> str(PuzzleName(4, 7)), str(PuzzleName(4, 7, 2026))
    ('4-7', '4-7-2026')
    """

    level: int
    number: int
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.level}-{self.number}" + (f"-{self.seed}" if self.seed else "")


def read_name(text: str) -> PuzzleName:
    """Return the name written as in a booklet; raises `UsageError`.

    >>> read_name("10-3")
    PuzzleName(level=10, number=3, seed=0)
    """
    match = re.fullmatch(r"([1-9]\d?)-([1-9]\d{0,2})(?:-([1-9]\d{0,8}))?", text.strip())
    if not match or int(match[1]) not in LEVELS:
        raise UsageError(text[:20], "no such puzzle", remedy="write level and number, such as 4-7")
    return PuzzleName(int(match[1]), int(match[2]), int(match[3] or 0))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, its best possible score, and hops to it, of which the first is the only good one.

    `difficulty` is in bits: -log2 of the probability that random hops reach the best score.
    """

    name: PuzzleName
    position: Position
    best: int
    line: tuple[Hop, ...]
    difficulty: float

    def to_json(self) -> dict[str, object]:
        """Return the puzzle for programs (docs/formats.md)."""
        return {
            "name": str(self.name),
            "level": self.name.level,
            "position": position_text(self.position),
            "best": self.best,
            "first": str(self.line[0]),
            "line": list(map(str, self.line)),
            "difficulty": round(self.difficulty, 2),
        }


@dataclass(frozen=True, slots=True)
class Outlook:
    """The best possible score, the odds that random hops reach it, and how many first hops can."""

    best: int
    odds: float
    good: int

    @property
    def bits(self) -> float:
        """The odds as difficulty, bits."""
        return -log2(self.odds)


def pyramids(level: int) -> range:
    """Return how many pyramids a puzzle of a level may have.

    >>> pyramids(1), pyramids(10)
    (range(4, 6), range(12, 15))
    """
    return range(max(4, level + 2), level + 5)


def bits(level: int) -> tuple[float, float]:
    """Return the limits of a level's difficulty, bits; it is below the second.

    >>> bits(1)
    (0.9, 1.8)
    """
    return level * STEP, (level + 1) * STEP


def puzzles(
    board: Board, level: int, count: int, seed: int, made: Callable[[], object] = lambda: None
) -> tuple[Puzzle, ...]:
    """Return the first `count` different puzzles of a level with this seed, by number.

    Calls `made` after each. Raises `UsageError` for a level or a board without puzzles, and if
    there are fewer puzzles.
    """
    if level not in LEVELS:
        remedy = f"use {LEVELS[0]} to {LEVELS[-1]}"
        raise UsageError(f"level {level}", "no such level", remedy=remedy)
    by_position: dict[Packed, Puzzle] = {}
    for number in range(1, MOST_NUMBER + 1):
        puzzle = puzzle_called(board, PuzzleName(level, number, seed))
        packed = problem(puzzle.position).pack_position(puzzle.position)
        if packed not in by_position:
            by_position[packed] = puzzle
            made()
        if len(by_position) == count:
            return tuple(by_position.values())
    few = say_many("{n} puzzle", "{n} puzzles", len(by_position))
    raise UsageError(f"level {level}", f"only {few} found", remedy="ask for fewer")


def puzzle_called(board: Board, name: PuzzleName) -> Puzzle:
    """Return the puzzle of that name, from the catalogue if it is there; others take seconds.

    Raises `UsageError` for a board without puzzles, and if no puzzle has this name.
    """
    if not offers_puzzles(board):
        raise UsageError(board.size, "no puzzles are made for this board", remedy="use 3x4 or 4x3")
    usual = (board.size, board.pips) == (standard().size, standard().pips)
    return (usual and catalogue().get(name)) or make_puzzle(board, name)


def offers_puzzles(board: Board) -> bool:
    """Return whether there are puzzles for a board of this size."""
    return board.squares == SQUARES


@lru_cache(maxsize=200)  # for instance for a phone that lost the answer
def make_puzzle(board: Board, name: PuzzleName) -> Puzzle:
    """Play games seeded by the name until one has a puzzle of its level, or raise `UsageError`."""
    chance = random.Random(f"{board.size} {name}")
    games = (find_in_game(board, name, chance) for _ in range(TRIES))
    first = next((puzzle for puzzle in games if puzzle), None)
    if first is None:
        problem = f"no such puzzle was found on {board.size}"
        raise UsageError(str(name), problem, remedy="take another number")
    return first


@cache
def catalogue() -> Mapping[PuzzleName, Puzzle]:
    """Return the usual puzzles of the standard board from the catalogue."""
    text, _ = shipped("companion.solitaire", CATALOGUE)
    board, puzzles = standard(), dict[PuzzleName, Puzzle]()
    for row in text.splitlines():
        if row and not row.startswith("#"):
            words, position, difficulty, *hops = row.split()  # as `write_row` wrote them
            name, start = read_name(words), parse_position(position, board)
            line, end = tuple(read_move(hop, board) for hop in hops), start
            for hop in line:
                end = end.after(hop)
            puzzles[name] = Puzzle(name, start, end.pips, line, float(difficulty))
    return puzzles


def usual_numbers() -> int:
    """Return how many puzzles of every level are in the catalogue."""
    return min(sum(name.level == level for name in catalogue()) for level in LEVELS)


def puzzle_of(day: date) -> PuzzleName:
    """Return the day's puzzle: one of the usual ones, each once before any comes again.

    Every day has the next level and the next number.

    >>> str(puzzle_of(date(2026, 11, 29))), str(puzzle_of(date(2026, 11, 30)))
    ('7-10', '8-11')
    """
    names = sorted(catalogue())
    return names[day.toordinal() * (usual_numbers() + 1) % len(names)]


def write_row(puzzle: Puzzle) -> str:
    """Return a line of the catalogue: name, position, difficulty and the hops."""
    hops = " ".join(map(str, puzzle.line))
    return f"{puzzle.name} {position_text(puzzle.position)} {puzzle.difficulty!r} {hops}"


def find_in_game(board: Board, name: PuzzleName, chance: random.Random) -> Puzzle | None:
    """Return a puzzle from one game; None if it has none of this level."""
    level = name.level
    last = play_to_end(full(board), pyramids(level)[-1], chance)
    task, known = problem(last), dict[Packed, Outlook]()
    if look(Ways(task), task.pack_position(last), known) is None:
        return None
    low, high = bits(level)
    stacks = task.forms.stacks
    chosen = []
    for packed, outlook in known.items():
        lone = outlook.best <= max(board.pips.values())
        if lone and outlook.good == 1 and low <= outlook.bits < high:
            position = Position(board, tuple(stacks[form] for form in task.unpack(packed)))
            if position.count.total() in pyramids(level):
                chosen.append(position)
    if not chosen:
        return None
    # a random image, because packing turns all images of a position the same way
    stacks, image = chance.choice(chosen).stacks, chance.choice(images(board.rows, board.columns))
    position = Position(board, tuple(stacks[image.index(square)] for square in range(len(image))))
    outlook = known[task.pack_position(position)]
    return Puzzle(
        name, position, outlook.best, tuple(best_line(task, position, known)), outlook.bits
    )


def play_to_end(position: Position, left: int, chance: random.Random) -> Position:
    """Return the position after random hops, then perfect ones until `left` pyramids are left."""
    for _ in range(chance.randint(*OPENING)):
        if position.hops:
            position = position.after(chance.choice(position.hops))
    for hop in solve(position, engine="plain", limit=PERFECT).line:
        if position.count.total() > left:
            position = position.after(hop)
    return position


def look(ways: Ways, packed: Packed, known: dict[Packed, Outlook]) -> Outlook | None:
    """Return the outlook of a position, and add it and those of all later positions to `known`.

    None if there are more than `MOST_POSITIONS`.
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
    """Yield hops that reach the best score, each time the one with the best odds for the rest."""
    while position.hops:
        outlooks = {hop: known[task.pack_position(position.after(hop))] for hop in position.hops}
        hop = min(outlooks, key=lambda hop: (outlooks[hop].best, -outlooks[hop].odds, hop))
        yield hop
        position = position.after(hop)
