"""One line for each position of pirates, with exact round trips."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from companion.errors import NotationError
from companion.pirates.deck import Deck, standard
from companion.pirates.moves import read_move
from companion.pirates.notation import parse_state, state_text
from companion.pirates.rules import apply, legal_moves, setup, to_move
from companion.pirates.state import State
from companion.texts import quoted


def _after(seed: int, players: int, moves: int) -> State:
    """A position of random play."""
    chance = random.Random(seed)
    state = setup(standard(), players, seed, ["cousin"] if seed % 2 else [])
    for _ in range(moves):
        if movers := to_move(state):
            seat = chance.choice(movers)
            state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))
    return state


def test_what_a_line_says(table: Callable[..., State]) -> None:
    """The fields, in their order, as the head of the module lists them."""
    state = table("b2.ne:s", up="a1 b2", spots="port - bail -", tracks=(3, 4, 1, 9), pirate="a1.pier:ne", rescued="bob",
                  variants=["cousin"])  # fmt: skip
    fields = state_text(state).split(" ")
    assert fields[:4] == ["3", "sail", "4", "cousin"]
    assert fields[4].startswith("+blue,yellow-1,+yellow-2,yellow-3,")
    assert fields[5] == ",".join(map(str, range(1, 13)))
    assert fields[6] == "/".join([fields[5]] * 4)
    assert fields[7:] == ["port,-,bail,-", "3,4,1,9", "b2.ne:s", "a1.pier:ne", "bob", "-", "0"]


START = state_text(setup(standard(), 4, 3))
SAIL = state_text(_after(2, 4, 4))
WRONG = [
    (START, r"^1 ", "0 ", "turn 0"),
    (START, r"^1 ", "13 ", "turn 13"),
    (START, r"^1 ", "01 ", "'01' is no number"),
    (START, r"^1 ", "x ", "'x' is no number"),
    (START, " captain ", " sleep ", "'sleep' is unknown"),
    (START, " captain 4", " captain 5", "5 players"),
    (START, " captain ", " place ", "while place"),
    (START, " captain ", " sail ", "while sail"),
    (START, " captain ", " over ", "while over"),
    (SAIL, " sail ", " captain ", "while captain"),
    (START, r" 4 - ", " 4 storm ", "storm is no variant"),
    (START, r"\+blue", "blue", "face up"),
    (START, r"red-1", "+red-1", "face up"),
    (START, r"red-1", "red-2", "missing or there twice"),
    (START, r"red-1", "red-8", "'red-8' is unknown"),
    (START, r"(yellow-\d)(.*),(red-\d)", r"\3\2,\1", "where its back"),
    (START, r" (\d),\d,", r" \1,\1,", "whole deck in ascending"),
    (START, r" (1,2|2,1),([\d,]+),(\d+) ", r" \3,\2,\1 ", "whole deck in ascending"),
    (START, r"/\S+ -,-", " -,-", "handicap decks"),
    (START, r"-,-,-,-", "-,-,-", "3 spots"),
    (START, r"-,-,-,-", "-,-,-,hop", "'hop' is unknown"),
    (START, r" 2,0,0,8 ", " 2,0,0,11 ", "end of a track"),
    (START, r" 2,0,0,8 ", " 8,0,0,8 ", "end of a track"),
    (START, r" 2,0,0,8 ", " 2,0,0 ", "no|not 4 tracks|are not"),
    (START, r"a1\.pier:ne", "-", "no ship"),
    (START, r"a1\.pier:ne", "a1.pier:e", "faces nowhere"),
    (START, r"a1\.pier:ne", "b1.pier:ne", "no hex of the map"),
    (START, r"a1\.pier:ne", "z9.m:ne", "no hex of the map"),
    (START, r"a1\.pier:ne", "b1.m:ne", "face up"),
    (START, r" - - - 3$", " - anna - 3", "can't have been rescued"),
    (START, r" - - - 3$", " - cousin - 3", "can't have been rescued"),
    (START, r" - - - 3$", " - - home 3", "while captain"),
    (START, r" 3$", "", "13 fields"),
    (START, r" 3$", " 3 3", "15 fields"),
]


@pytest.mark.parametrize(("line", "found", "instead", "problem"), WRONG, ids=[f"{w[2]}-{w[3]}" for w in WRONG])
def test_a_line_that_is_no_position(line: str, found: str, instead: str, problem: str) -> None:
    """The message quotes the line, names what is wrong and says what to do."""
    wrong = re.sub(found, instead, line, count=1)
    assert wrong != line
    with pytest.raises(NotationError, match=problem) as caught:
        parse_state(wrong, standard())
    assert caught.value.source == wrong
    assert caught.value.remedy


def test_a_penguin_on_red_is_no_position(table: Callable[..., State]) -> None:
    """pirates R2: no card lets it stand there."""
    state = table(spots="scout - - -")
    with pytest.raises(NotationError, match="penguin 1 stands on red"):
        parse_state(state_text(state), state.deck)


@pytest.mark.parametrize(
    "text", ["", "5@port", "0", "1@", "1@fly", "1:", "1:z9", "scout", "scout z9", "Sail", "sail ", "1 "]
)
def test_a_text_that_is_no_move(text: str, plain: Deck) -> None:
    """The remedy shows how moves are written."""
    with pytest.raises(NotationError, match="write 2@port") as caught:
        read_move(text, plain)
    assert caught.value.source == quoted(text)
