"""How many ways there are to play on from a position, as counted by the engine and by a second,
naive one.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import read_size, standard
from companion.solitaire.state import Position, full, parse_position, position_text
from tests.companion.solitaire import naive

FILE = Path(__file__).with_name("perft.toml")
# the naive engine takes a second or two to count as many, and ten to count the largest
NAIVE_MOST = 200_000


@dataclass(frozen=True, slots=True)
class Case:
    """A position, and the counts for 1, 2, 3 ... hops."""

    board: str
    position: str
    counts: list[int]

    @property
    def start(self) -> Position:
        """Where the counting starts."""
        board = standard().sized(*read_size(self.board))
        return full(board) if self.position == "start" else parse_position(self.position, board)


CASES = [Case(**row) for row in tomllib.loads(FILE.read_text("utf-8"))["case"]]
every_case = pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.board} {case.position}"
)


def _perft(position: Position, depth: int) -> int:
    hops = position.hops
    return len(hops) if depth == 1 else sum(_perft(position.after(hop), depth - 1) for hop in hops)


def test_the_counts_of_the_rules_notes_are_there() -> None:
    """solitaire R1, R2, R3: 28, 544, 7840, 90384, 888336 from the start of 3x4."""
    assert CASES[0] == Case("3x4", "start", [28, 544, 7840, 90384, 888336])


@every_case
def test_the_engine_counts_so_many(case: Case) -> None:
    """solitaire R1, R2, R3: on boards of several sizes, from the start, later on, and where no game
    can come to.
    """
    for depth, count in enumerate(case.counts, 1):
        assert _perft(case.start, depth) == count


@every_case
def test_the_naive_engine_counts_so_many(case: Case) -> None:
    """The data come from the rules and not from one way to write them down."""
    squares = naive.read(position_text(case.start))
    for depth, count in enumerate(case.counts, 1):
        assert count > NAIVE_MOST or naive.perft(squares, depth) == count


@given(st.sampled_from(["3x3", "3x4", "4x5", "5x6"]), st.randoms(use_true_random=False))
def test_both_engines_agree_hop_by_hop(size: str, chance: random.Random) -> None:
    """solitaire R1, R2, R3, R4: at every moment of a game the same hops, the same board after one,
    the same pips.
    """
    position = full(standard().sized(*read_size(size)))
    squares = naive.start(*read_size(size))
    while not position.over:
        hops = position.hops
        made = {naive.text_of(leap): leap for leap in naive.leaps(squares)}
        assert list(map(str, hops)) == sorted(made)
        hop = chance.choice(hops)
        position, squares = position.after(hop), naive.leap(squares, made[str(hop)])
        assert position_text(position) == naive.write(squares)
        assert position.pips == naive.score(squares)
    assert naive.leaps(squares) == []


stacks = st.text("SML", max_size=3)


@given(st.lists(stacks, min_size=12, max_size=12).filter(any))
def test_both_engines_agree_where_no_game_can_come_to(found: list[str]) -> None:
    """solitaire R1, R2: whatever stacks there are, say of a board that was photographed."""
    position = Position(standard(), tuple(found))
    squares = naive.read(position_text(position))
    assert [str(hop) for hop in position.hops] == sorted(map(naive.text_of, naive.leaps(squares)))
    assert position.pips == naive.score(squares)
