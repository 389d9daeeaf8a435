"""Puzzles: one good first hop, the best score known, as hard as their level says, the same from the
same seed.
"""

from __future__ import annotations

from datetime import date

import pytest

from companion.errors import UsageError
from companion.solitaire.board import Board
from companion.solitaire.puzzles import (
    LEVELS,
    PuzzleName,
    bits,
    catalogue,
    look,
    make_puzzle,
    puzzle_called,
    puzzle_of,
    puzzles,
    pyramids,
    read_name,
)
from companion.solitaire.solver import solve
from companion.solitaire.solver.problem import problem
from companion.solitaire.solver.search import Ways
from companion.solitaire.state import parse_position, position_text
from tests.companion.solitaire.solver import brute


def test_every_usual_puzzle_has_its_day() -> None:
    """Each once, before any comes again."""
    days = [date.fromordinal(739_000 + number) for number in range(len(catalogue()))]
    assert {puzzle_of(day) for day in days} == set(catalogue())


@pytest.mark.parametrize("level", [1, 4, 7])
def test_a_puzzle_is_what_it_says(board: Board, level: int) -> None:
    """The solver agrees with the best score; after any other first hop it is out of reach; the line
    leads to it.
    """
    found = puzzles(board, level, 3, seed=0)
    assert len({position_text(puzzle.position) for puzzle in found}) == 3
    for puzzle in found:
        position = puzzle.position
        assert position.count.total() in pyramids(level)
        low, high = bits(level)
        assert low <= puzzle.difficulty < high
        assert solve(position, engine="plain").best == puzzle.best
        others = [position.after(hop) for hop in position.hops if hop != puzzle.line[0]]
        assert all(solve(other, engine="plain").best != puzzle.best for other in others)
        for hop in puzzle.line:
            assert hop in position.hops
            position = position.after(hop)
        assert position.over
        assert position.pips == puzzle.best


def test_difficulty_is_the_luck_it_takes(board: Board) -> None:
    """Two hops, one of them good, then one: a toss of a coin. What follows is as the naive engine
    finds it.
    """
    position = parse_position("S,S,S,/,,,/,S,,", board)
    task = problem(position)
    outlook = look(Ways(task), task.pack_position(position), {})
    assert outlook is not None
    assert outlook.best == brute.best(position_text(position))
    assert 0 < outlook.odds <= 1
    assert outlook.bits >= 0


def test_the_same_seed_gives_the_same_puzzles(board: Board) -> None:
    """And another one others; asking for fewer gives the first of them."""
    texts = [position_text(puzzle.position) for puzzle in puzzles(board, 1, 2, seed=8)]
    assert [position_text(puzzle.position) for puzzle in puzzles(board, 1, 1, seed=8)] == texts[:1]
    assert [position_text(puzzle.position) for puzzle in puzzles(board, 1, 2, seed=9)] != texts


def test_what_cannot_be_had(board: Board) -> None:
    """An unknown level or a large board is said, with what to do."""
    with pytest.raises(UsageError, match="level 11: no such level; use 1 to 10"):
        puzzles(board, 11, 1, seed=0)
    for size in ((4, 5), (3, 3)):
        with pytest.raises(UsageError, match="no puzzles are made for this board"):
            puzzles(board.sized(*size), 1, 1, seed=0)
    for text in ("11-1", "0-1", "4", "4-0", "4-1000", "4-1-0", "four"):
        with pytest.raises(UsageError, match="no such puzzle"):
            read_name(text)


def test_the_catalogue_holds_what_it_says() -> None:
    """Twenty of each level; each line is played by the rules to an end of the score
    that it names.
    """
    found = catalogue()
    assert sorted(found) == [
        PuzzleName(level, number) for level in LEVELS for number in range(1, 21)
    ]
    for name, puzzle in found.items():
        position = puzzle.position
        low, high = bits(name.level)
        assert low <= puzzle.difficulty < high
        assert position.count.total() in pyramids(name.level)
        for hop in puzzle.line:
            assert hop in position.hops
            position = position.after(hop)
        assert position.over
        assert position.pips == puzzle.best


@pytest.mark.parametrize("name", ["1-1", "3-6", "5-3"])
def test_a_catalogued_puzzle_is_the_one_that_its_name_makes(board: Board, name: str) -> None:
    """So a printed booklet stays good: whoever changes how puzzles are made changes what their
    names stand for.
    """
    assert make_puzzle(board, read_name(name)) == catalogue()[read_name(name)]


def test_a_name_with_a_seed_is_made_once(board: Board) -> None:
    """It isn't a usual one, and whoever asks again gets the same without waiting."""
    made = puzzle_called(board, read_name("1-1-7"))
    assert made.position != puzzle_called(board, read_name("1-1")).position
    assert puzzle_called(board, read_name("1-1-7")) is made
