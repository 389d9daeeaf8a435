"""The packed form: one number for a position and its images, the same ways on as the naive engine
counts, and all forms of stacks that can occur.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import Board, read_size, standard
from companion.solitaire.solver.problem import (
    NO_LANDING,
    SIZES,
    Forms,
    forms_of,
    game_forms,
    problem,
)
from companion.solitaire.solver.search import Ways
from companion.solitaire.state import Position, full, parse_position, position_text
from tests.companion.solitaire import naive
from tests.companion.solitaire.symmetry import move_position, symmetries

CASES = tomllib.loads((Path(__file__).parents[1] / "perft.toml").read_text("utf-8"))["case"]
SOLVED = ("3x3", "3x4", "4x5")
sizes = st.sampled_from(["3x3", "3x4", "4x5", "5x6"])
chances = st.randoms(use_true_random=False)


def _start(case: dict[str, Any]) -> Position:
    board = standard().sized(*read_size(case["board"]))
    return full(board) if case["position"] == "start" else parse_position(case["position"], board)


@dataclass(frozen=True, slots=True)
class Player:
    """One way to play: the moves of a position, and what each leads to, the same for all images
    where that is reported.
    """

    moves: Callable[[Any], Sequence[Any]]
    after: Callable[[Any, Any], Any]

    def counts(self, start: Any, depth: int) -> list[int]:
        """Perft by layers: each position once, with how many ways lead to it; last moves are only
        counted.
        """
        layer, counts = Counter({start: 1}), []
        for left in range(depth - 1, -1, -1):
            following: Counter[Any] = Counter()
            total = 0
            for position, count in layer.items():
                moves = self.moves(position)
                total += count * len(moves)
                for move in moves if left else ():
                    following[self.after(position, move)] += count
            layer = following
            counts.append(total)
        return counts


def _packed(position: Position, depth: int) -> list[int]:
    task = problem(position)
    player = Player(Ways(task).after, lambda _packed, key: key)
    return player.counts(task.pack_position(position), depth)


def _image(position: Position) -> Position:
    """The one of a position's images that stands for all: the first by its stacks."""
    stacks, columns = position.stacks, position.board.columns
    mirrored = tuple(
        stack
        for row in range(0, len(stacks), columns)
        for stack in stacks[row : row + columns][::-1]
    )
    return Position(position.board, min(stacks, stacks[::-1], mirrored, mirrored[::-1]))


def _naive_image(text: str) -> str:
    """Likewise, the first by its text."""
    rows = text.split("/")
    mirrored = [",".join(row.split(",")[::-1]) for row in rows]
    return min(map("/".join, (rows, rows[::-1], mirrored, mirrored[::-1])))


ENGINE = Player(lambda position: position.hops, lambda position, hop: _image(position.after(hop)))
NAIVE = Player(
    lambda text: naive.leaps(naive.read(text)),
    lambda text, leap: _naive_image(naive.write(naive.leap(naive.read(text), leap))),
)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["board"] in SOLVED], ids=lambda case: case["position"]
)
def test_the_packed_form_counts_so_many(case: dict[str, Any]) -> None:
    """solitaire R1, R2, R3: as many ways as the engines count, also where no game can come to."""
    depth = len(case["counts"]) if case["board"] != "4x5" else 2
    assert _packed(_start(case), depth) == case["counts"][:depth]


@pytest.mark.parametrize(
    ("case", "sixth"),
    [(CASES[0], 7_532_816), (CASES[1], 73_552), (CASES[-1], 140_138)],
    ids=["3x4", "3x3", "3x4, later"],
)
def test_packed_form_engine_and_naive_engine_agree_to_depth_six(
    case: dict[str, Any], sixth: int
) -> None:
    """solitaire R1, R2, R3: from the starts of 3x4 and 3x3, and from a later position of 3x4."""
    start = _start(case)
    counts = _packed(start, 6)
    assert counts == [*case["counts"], *counts[len(case["counts"]) : 5], sixth]
    assert ENGINE.counts(start, 6) == counts
    assert NAIVE.counts(position_text(start), 6) == counts


@given(sizes, chances)
def test_images_share_a_number(size: str, chance: random.Random) -> None:
    """A position and its images under the symmetries are one packed position, and other positions
    are another one.
    """
    position = full(standard().sized(*read_size(size)))
    task, passed = problem(position), []
    for _ in range(12):
        hops = position.hops
        images = {
            task.pack_position(move_position(position, symmetry))
            for symmetry in symmetries(position.board)
        }
        assert len(images) == 1
        passed.append(images.pop())
        if hops:
            position = position.after(chance.choice(hops))
    assert all(earlier != later for earlier, later in pairwise(passed) if position.hops)


@given(sizes, chances)
def test_packing_loses_nothing_but_the_direction(size: str, chance: random.Random) -> None:
    """Unpacked, it is the position or one of its images."""
    position = full(standard().sized(*read_size(size)))
    task = problem(position)
    for _ in range(chance.randrange(30)):
        position = position.after(chance.choice(position.hops)) if position.hops else position
    found = tuple(task.forms.stacks[form] for form in task.unpack(task.pack_position(position)))
    board = position.board
    images = {move_position(position, symmetry).stacks for symmetry in symmetries(board)}
    if board.rows == board.columns:
        images |= {
            tuple(stacks[row::3][column] for row in range(3) for column in range(3))
            for stacks in images
        }
    assert found in images


stacks = st.text("SML", max_size=4)
boards = st.lists(stacks, min_size=12, max_size=12).filter(
    lambda found: 0 < len("".join(found)) <= 36
)


@pytest.mark.parametrize(
    ("size", "count", "bits"), [("3x4", 21, 5), ("4x5", 31, 5), ("5x5", 46, 6), ("5x6", 46, 6)]
)
def test_forms_of_a_game(size: str, count: int, bits: int) -> None:
    """Five bits hold all forms of 3x4 and 4x5: the empty square and five piles up to the squares of
    a parity class.
    """
    forms = forms_of(full(standard().sized(*read_size(size))))
    assert (len(forms.stacks), forms.bits) == (count, bits)
    assert forms.stacks[0] == ""


def _holds(forms: Forms, stack: str, highest: int) -> None:
    form = forms.number[stack]
    assert forms.stacks[forms.pop[form]] == stack[:-1]
    assert forms.top[form] == (SIZES.index(stack[-1]) + 1 if stack else 0)
    for number, size in enumerate(SIZES, 1):
        landed = forms.push[4 * form + number]
        legal = not stack or stack[-1] == size
        run = len(stack) - len(stack.rstrip(size))
        assert landed == (forms.number[stack + size] if legal and run < highest else NO_LANDING)


def test_hops_change_forms_as_the_rules_say() -> None:
    """solitaire R2, R3: the top goes, and a size lands on an empty square or on its own size."""
    forms = game_forms(standard())
    for stack in forms.stacks:
        _holds(forms, stack, highest=4)


@given(boards)
def test_any_stacks_have_forms(found: list[str]) -> None:
    """A board that someone set up is a position too: its stacks, what is below them, and what can
    land on them.
    """
    position = Position(standard(), tuple(found))
    forms = forms_of(position)
    for hop in position.hops:
        assert set(position.after(hop).stacks) <= set(forms.stacks)
    assert set(found) <= set(forms.stacks)


def test_stacks_of_a_game_that_no_game_can_pile_so_high(board: Board) -> None:
    """Five small ones on squares of one class are more than a game brings together, and its forms
    are too few.
    """
    position = Position(board, ("SSS", "S", "SS", *[""] * 9))
    assert "SSSSS" in forms_of(position).number
    assert "SSSSS" not in game_forms(board).number
