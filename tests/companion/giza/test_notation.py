"""One line for each position, with exact round trips."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.errors import IllegalMoveError, NotationError
from companion.giza.deck import standard
from companion.giza.moves import Choose
from companion.giza.notation import parse_move, parse_state, state_text
from companion.giza.rules import apply, legal_moves, setup
from companion.giza.state import State


def test_what_a_line_says(table: Callable[..., State]) -> None:
    """The fields, in their order: round, phase, chief, order, done, goals, row, deck, supply, seed, players."""
    state = table("01,02,,/,,/,/", "", row="05,12", choices=[2, 1], chief=1, played=[(3,), ()], tokens=[1, 0])
    fields = state_text(state).split(" ")
    assert fields[:5] == ["5", "turn", "1", "1,0", "-"]
    assert fields[6] == "05,12"
    assert fields[7].startswith("03,04,06,")
    assert fields[7].endswith(",52|-")
    assert fields[8:] == ["10", "0", "32;2;1;01,02,,/,,/,/", "1;1;0;,,,/,,/,/"]


START = state_text(setup(standard(), 2, 3))
TURN = state_text(apply(apply(setup(standard(), 2, 3), 0, Choose(2)), 1, Choose(5)))
WRONG = [
    (START, r"^1 ", "0 ", "round 0"),
    (START, r"^1 ", "11 ", "round 11"),
    (START, r"^1 ", "x ", "'x' is no number"),
    (START, r"^1 ", "01 ", "'01' is no number"),
    (START, " choose ", " sleep ", "no phase"),
    (START, " choose 0", " choose 2", "chief 2"),
    (START, " choose 0 -", " choose 0 0,1", "an order"),
    (TURN, r" turn (\d) \d,\d", r" turn \1 0,0", "an order"),
    (TURN, r" turn (\d) \d,\d", r" turn \1 0,2", "an order"),
    (TURN, r" turn (\d) \d,\d", r" turn \1 -", "an order"),
    (START, r"goal-\w+,", "", "2 goals"),
    (START, r"goal-(\w+),goal-\w+", r"goal-\1,goal-\1", "different"),
    (START, r"goal-\w+", "goal-none", "no goal-none"),
    (START, r" (\d\d),(\d\d) ", r" \2,\1 ", "in order"),
    (START, r" (\d\d),(\d\d) ", r" \1 ", "0 times"),
    (START, r" (\d\d),(\d\d) ", r" \1,\1 ", "times"),
    (START, r" (\d\d),(\d\d) ", r" \1,99 ", "no penguin-99"),
    (START, r"\|-", "", "no phase, deeds and deck"),
    (START, r" 10 3 ", " 9 3 ", "tokens are not"),
    (START, r" 10 3 ", " -1 3 ", "tokens are not"),
    (START, r"-;-;0;(\S+)$", r"11;-;0;\1", "twice"),
    (START, r"-;-;0;(\S+)$", r"6;-;0;\1", "no player"),
    (START, r"-;-;0;(\S+)$", r"1;1;0;\1", "can't have chosen"),
    (START, r"-;-;0;(\S+) -;-;0;", r"-;1;0;\1 -;1;0;", "all have chosen"),
    (START, r" -;-;0;(\S+)$", "", "1 players"),
    (START, r"-;-;0;\S+$", "-;-;0;,,,/,,/", "no pyramid"),
    (START, r"$", " x", "no player"),
    (START, r"^.*$", "", "players"),
]


@pytest.mark.parametrize(("line", "pattern", "new", "says"), WRONG, ids=[f"{n} {w[3]}" for n, w in enumerate(WRONG)])
def test_what_is_no_position(line: str, pattern: str, new: str, says: str) -> None:
    """A line that no game can come to is refused, with the reason; no piece is lost or doubled in silence."""
    wrong = re.sub(pattern, new, line, count=1)
    assert wrong != line
    with pytest.raises(NotationError, match=re.escape(says)) as caught:
        parse_state(wrong, standard())
    assert caught.value.source
    assert caught.value.remedy


def test_illegal_move_names_rule_and_position(table: Callable[..., State]) -> None:
    """A well-formed move that is not legal is refused with the rule and the whole position."""
    state = table("03,16,,/,,/,/", "", row="04,13", choices=[2, 4])
    with pytest.raises(IllegalMoveError) as caught:
        parse_move(state, 0, "04-b1")
    assert caught.value.source == "04-b1"
    assert caught.value.problem == "giza R7: weight 1 on 0: too heavy"
    assert state_text(state) in str(caught.value)
    assert parse_move(state, 0, "04-a3") in legal_moves(state, 0)
