"""One whole game, line by line: playthrough.txt holds every position, the legal moves and the move made.

A change of rules shows here as a change of text. When it is meant, write the file anew with

    ROOKERY_REWRITE=1 pytest -n0 tests/companion/combust/test_playthrough.py

and read the difference.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

from companion.combust.deck import Deck
from companion.combust.notation import parse_move, parse_state, state_text
from companion.combust.rules import apply, legal_moves, result, setup, to_move

FILE = Path(__file__).with_name("playthrough.txt")
PLAYERS, SEED = 4, 3


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
    yield f"sums      {' '.join(map(str, end.sums))}"
    yield f"ranking   {' '.join('+'.join(map(str, place)) for place in end.ranking)}"
    yield f"winners   {' '.join(map(str, end.winners))}"


def test_playthrough(plain: Deck) -> None:
    """combust R1 to R7: the recorded game is still the game that the rules play, to the letter."""
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
    """The recorded game is worth keeping: every kind of move and decision, an elimination and the last round."""
    text = FILE.read_text("utf-8")
    moves = {
        line.split(None, 2)[2].split(":")[0].split(" ")[0] for line in text.splitlines() if line.startswith("move")
    }
    assert moves == {"keep", "place", "discard", "pick", "name", "pass"}
    assert "pick hand:" in text
    assert "rescue." in text
    assert "last." in text
    final = [line for line in text.splitlines() if line.startswith("position")][-1].split()
    assert final[6] != "-"
