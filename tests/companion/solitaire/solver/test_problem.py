"""The packed form: one number for a position and its images, and the same ways on as the naive engine counts."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import read_size, standard
from companion.solitaire.notation import parse_position, position_text
from companion.solitaire.position import Position, full
from companion.solitaire.solver.plain import ways_on
from companion.solitaire.solver.problem import problem
from tests.companion.solitaire import naive
from tests.companion.solitaire.symmetry import move_position, symmetries

CASES = tomllib.loads((Path(__file__).parents[1] / "perft.toml").read_text("utf-8"))["case"]
SOLVED = ("3x3", "3x4", "4x5")
sizes = st.sampled_from(["3x3", "3x4", "4x5", "5x6"])
chances = st.randoms(use_true_random=False)


def _start(case: dict[str, Any]) -> Position:
    board = standard().sized(*read_size(case["board"]))
    return full(board) if case["position"] == "start" else parse_position(case["position"], board)


def _counts(start: Any, ways: Callable[[Any], list[Any]], depth: int) -> list[int]:
    """Perft by layers: each position once, with how many ways lead to it."""
    layer, counts = Counter({start: 1}), []
    for _ in range(depth):
        after: Counter[Any] = Counter()
        for position, count in layer.items():
            for found in ways(position):
                after[found] += count
        layer = after
        counts.append(layer.total())
    return counts


def _packed(position: Position, depth: int) -> list[int]:
    task = problem(position)
    first = task.pack_position(position)
    return _counts(first, lambda packed: [key for key, _ in ways_on(task, task.unpack(packed))], depth)


def _naive(text: str) -> list[str]:
    squares = naive.read(text)
    return [naive.write(naive.leap(squares, made)) for made in naive.leaps(squares)]


@pytest.mark.parametrize("case", [case for case in CASES if case["board"] in SOLVED], ids=lambda case: case["position"])
def test_the_packed_form_counts_so_many(case: dict[str, Any]) -> None:
    """solitaire R1, R2, R3: as many ways as the engines count, also where no game can come to."""
    depth = len(case["counts"]) if case["board"] != "4x5" else 2
    assert _packed(_start(case), depth) == case["counts"][:depth]


@pytest.mark.parametrize("case", [CASES[1], CASES[-1]], ids=lambda case: case["board"])
def test_packed_form_engine_and_naive_engine_agree_to_depth_six(case: dict[str, Any]) -> None:
    """solitaire R1, R2, R3: from the start of 3x3, and from a later position of 3x4."""
    start = _start(case)
    counts = _counts(position_text(start), _naive, 6)
    assert _packed(start, 6) == counts
    assert _counts(start, lambda position: [position.after(hop) for hop in position.hops], 6) == counts


@given(sizes, chances)
def test_images_share_a_number(size: str, chance: random.Random) -> None:
    """A position and its images under the symmetries are one packed position, and other positions are another one."""
    position = full(standard().sized(*read_size(size)))
    task, passed = problem(position), []
    for _ in range(12):
        hops = position.hops
        images = {task.pack_position(move_position(position, symmetry)) for symmetry in symmetries(position.board)}
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
        images |= {tuple(stacks[row::3][column] for row in range(3) for column in range(3)) for stacks in images}
    assert found in images
