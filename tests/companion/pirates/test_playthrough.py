"""One whole game, line by line: playthrough.txt holds every position, the legal moves and the move made.

A change of rules shows here as a change of text. When it is meant, write the file anew with

    ROOKERY_REWRITE=1 pytest -n0 tests/companion/pirates/test_playthrough.py

and read the difference.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

from companion.pirates.bots import sensible_bot
from companion.pirates.deck import Deck
from companion.pirates.notation import parse_move, parse_state, state_text
from companion.pirates.rules import apply, legal_moves, result, setup, to_move, view

FILE = Path(__file__).with_name("playthrough.txt")
PLAYERS, SEED = 3, 10
VARIANTS = ("no-talk",)
SLIP = 0.12  # how often a move is made at random, so that the game shows more than good play


def _write(deck: Deck) -> Iterator[str]:
    """A game of a crew that errs at times; the seed is one that shows every kind of move and brings Bob aboard."""
    chance = random.Random(SEED)
    state = setup(deck, PLAYERS, SEED, VARIANTS)
    while movers := to_move(state):
        seat = chance.choice(movers)
        moves = tuple(legal_moves(state, seat))
        move = chance.choice(moves) if chance.random() < SLIP else sensible_bot(view(state, seat), moves, chance)
        yield f"position  {state_text(state)}"
        yield f"to move   {' '.join(map(str, movers))}"
        yield f"legal {seat:<2}  {len(moves)}: {', '.join(map(str, moves))}"
        yield f"move {seat:<3}  {move}"
        yield ""
        state = apply(state, seat, move)
    end = result(state)
    yield f"position  {state_text(state)}"
    yield f"result    {'won' if end.won else 'lost'}: {end.end} in turn {end.turn}"


def test_playthrough(plain: Deck) -> None:
    """pirates R1 to R10: the recorded game, replayed from its text, is still what the rules play, to the letter."""
    if os.environ.get("ROOKERY_REWRITE"):
        FILE.write_text("\n".join(_write(plain)) + "\n", "utf-8")
    lines = [line.split("  ", 1) for line in FILE.read_text("utf-8").splitlines() if line]
    told = [(key.split()[0], key.split()[1:], text.strip()) for key, text in lines]
    state = setup(plain, PLAYERS, SEED, VARIANTS)
    for word, seat, text in told:
        if word == "position":
            assert text == state_text(state)
            assert parse_state(text, plain) == state
        elif word == "to":
            assert text == " ".join(map(str, to_move(state)))
        elif word == "legal":
            moves = legal_moves(state, int(seat[0]))
            assert text == f"{len(moves)}: {', '.join(map(str, moves))}"
        elif word == "move":
            state = apply(state, int(seat[0]), parse_move(state, int(seat[0]), text))
    end = result(state)
    assert told[-1][2] == f"{'won' if end.won else 'lost'}: {end.end} in turn {end.turn}"


def test_playthrough_shows_every_kind_of_move() -> None:
    """The recorded game is worth keeping: all kinds of moves, a sextant, pirates about and Bob aboard occur in it."""
    text = FILE.read_text("utf-8").splitlines()
    moves = {line.split(None, 2)[2] for line in text if line.startswith("move")}
    assert {move[2:] for move in moves if "@" in move} == {"scout", "anchor", "full", "bail", "port", "starboard"}
    assert {"sail"} < moves
    assert any(move.startswith("scout ") for move in moves)
    assert any(move.endswith(":bail") for move in moves)
    assert any(move.endswith(":fish") for move in moves)
    positions = [line.split()[1:] for line in text if line.startswith("position")]
    assert any(fields[10] != "-" for fields in positions), "pirates"
    assert positions[-1][11] == "bob"
