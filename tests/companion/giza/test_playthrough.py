"""One whole game, line by line: playthrough.txt holds every position, the legal moves and the move made.

A change of rules shows here as a change of text. When it is meant, write the file anew with

    ROOKERY_REWRITE=1 pytest -n0 tests/companion/giza/test_playthrough.py

and read the difference.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

from companion.giza.deck import Deck
from companion.giza.notation import parse_move, parse_state, state_text
from companion.giza.rules import apply, legal_moves, result, setup, to_move

FILE = Path(__file__).with_name("playthrough.txt")
PLAYERS, SEED = 3, 97


def _write(deck: Deck) -> Iterator[str]:
    """A game of random moves; the seed is one that shows every kind of them."""
    chance = random.Random(SEED)
    state = setup(deck, PLAYERS, SEED)
    while movers := to_move(state):
        seat = chance.choice(movers)
        moves = tuple(legal_moves(state, seat))
        move = chance.choice(moves)
        yield f"position  {state_text(state)}"
        yield f"to move   {' '.join(map(str, movers))}"
        yield f"legal {seat:<2}  {len(moves)}: {', '.join(map(str, moves))}"
        yield f"move {seat:<3}  {move}"
        yield ""
        state = apply(state, seat, move)
    end = result(state)
    yield f"position  {state_text(state)}"
    for seat, score in enumerate(end.scores):
        goals = " ".join(f"{goal.id}={goal.points}" for goal in score.goals)
        yield f"score {seat:<2}  {score.total} = {'+'.join(map(str, score.levels))} {goals}"
    yield f"ranking   {' '.join(map(str, end.ranking))}"


def test_playthrough(plain: Deck) -> None:
    """giza R1 to R13: the recorded game is still the game that the rules play, to the letter."""
    if os.environ.get("ROOKERY_REWRITE"):
        FILE.write_text("\n".join(_write(plain)) + "\n", "utf-8")
    assert FILE.read_text("utf-8").splitlines() == list(_write(plain))


def test_playthrough_replays_from_its_text_alone(plain: Deck) -> None:
    """Each recorded position and move, read from the file, leads to the position recorded next."""
    lines = [line.split("  ", 1) for line in FILE.read_text("utf-8").splitlines() if line]
    positions = [text.strip() for key, text in lines if key == "position"]
    moves = [(int(key.split()[1]), text.strip()) for key, text in lines if key.startswith("move")]
    assert len(positions) == len(moves) + 1
    for before, (seat, text), after in zip(positions, moves, positions[1:], strict=False):
        state = parse_state(before, plain)
        assert state_text(apply(state, seat, parse_move(state, seat, text))) == after


def test_playthrough_shows_every_kind_of_move() -> None:
    """The recorded game is worth keeping: forced greys, swaps, flips, tokens and the Chief all occur in it."""
    moves = [line.split(None, 2)[2] for line in FILE.read_text("utf-8").splitlines() if line.startswith("move")]
    kinds = {move.split(" ")[0] if " " in move else "".join("0" if c.isdigit() else c for c in move) for move in moves}
    assert {"#0", "flip", "swap", "chief", "train", "end"} <= kinds
    assert any(kind.startswith("+") for kind in kinds)
    assert any("g-" in kind for kind in kinds)
