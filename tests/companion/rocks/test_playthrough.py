"""One whole game, line by line: playthrough.txt holds every position, the legal moves and the move made.

A change of rules shows here as a change of text. When it is meant, write the file anew with

    ROOKERY_REWRITE=1 pytest -n0 tests/companion/rocks/test_playthrough.py

and read the difference.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

from companion.play import random_bot
from companion.rocks.board import Board
from companion.rocks.bots import sensible_bot
from companion.rocks.notation import parse_move, parse_state, state_text
from companion.rocks.rules import apply, legal_moves, result, setup, to_move, view

FILE = Path(__file__).with_name("playthrough.txt")
PLAYERS, SEED = 3, 11
WHIM = 0.15  # how often a sensible player moves at random, so that the game shows more than one way of playing


def _write(board: Board) -> Iterator[str]:
    """A game with an aim, for at random nobody would ever build a nest."""
    chance = random.Random(SEED)
    state = setup(board, PLAYERS, SEED)
    while movers := to_move(state):
        (seat,) = movers
        moves = tuple(legal_moves(state, seat))
        bot = random_bot if chance.random() < WHIM else sensible_bot
        move = bot(view(state, seat), moves, chance)
        yield f"position  {state_text(state)}"
        yield f"to move   {seat}"
        yield f"legal {seat:<2}  {len(moves)}: {', '.join(map(str, moves))}"
        yield f"move {seat:<3}  {move}"
        yield ""
        state = apply(state, seat, move)
    end = result(state)
    yield f"position  {state_text(state)}"
    yield f"filled    {' '.join(map(str, end.filled))}"
    yield f"winner    {end.winner} after {end.rounds} rounds"


def test_playthrough(board: Board) -> None:
    """rocks R1 to R10: the recorded game is still the game that the rules play, to the letter."""
    if os.environ.get("ROOKERY_REWRITE"):
        FILE.write_text("\n".join(_write(board)) + "\n", "utf-8")
    assert FILE.read_text("utf-8").splitlines() == list(_write(board))


def test_playthrough_replays_from_its_text_alone(board: Board) -> None:
    """Each recorded position and move, read from the file, leads to the position recorded next."""
    lines = [line.split("  ", 1) for line in FILE.read_text("utf-8").splitlines() if line]
    positions = [text.strip() for key, text in lines if key == "position"]
    moves = [(int(key.split()[1]), text.strip()) for key, text in lines if key.startswith("move")]
    assert len(positions) == len(moves) + 1
    for before, (seat, text), after in zip(positions, moves, positions[1:], strict=False):
        state = parse_state(before, board)
        assert state_text(apply(state, seat, parse_move(state, seat, text))) == after


def test_playthrough_shows_what_there_is() -> None:
    """The recorded game is worth keeping: hops, rocks taken and dropped, on the way and before it, and a winner."""
    text = FILE.read_text("utf-8")
    moves = [line.split()[2] for line in text.splitlines() if line.startswith("move")]
    assert {"^", "+", "-"} <= {move[0] for move in moves}
    assert {"+", "-"} <= {move[-1] for move in moves if len(move) > 1}
    assert any(move[0] == "^" and move[-1] == "+" for move in moves)
    assert "winner    None" not in text
