"""What the shared tests must know of solitaire."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.play import Result, Seat
from companion.solitaire.board import PYRAMIDS, Board, Hop, standard
from companion.solitaire.rules import legal_moves, setup, to_move, view
from companion.solitaire.simulate import sensible_bot
from companion.solitaire.state import PLAYERS, State
from tests.companion.facts import STANDARD, Setting

# each hop removes a pyramid, and one is left
LONGEST = PLAYERS[1] * (len(PYRAMIDS) * standard().squares - 1)
SECRETS = False
RECORDED = Setting(STANDARD, players=2, seed=383)  # the second player leaves one small pyramid
FORMS = re.compile(r"S*|M+|L+|SM+|SML+")


def decks(board: Board) -> tuple[Board, ...]:
    """There are no variants."""
    return (board,)


def start(board: Board, players: int, seed: int) -> State:
    """There are no variants."""
    return setup(board, players, seed)


def wander(_state: State, moves: Sequence[Hop], chance: random.Random) -> Hop:
    """Any hop."""
    return chance.choice(moves)


def scarce(state: State) -> State:
    """Nothing runs out but the pyramids, with which the game ends."""
    return state


def check(state: State) -> None:
    """Nobody has more than at the start, someone is left, and the stacks have the forms that occur
    (solitaire R3).
    """
    for position in state.positions:
        assert position.count.total()
        assert max(position.count.values()) <= position.board.squares
        assert all(FORMS.fullmatch(stack) for stack in position.stacks)


def check_end(state: State, result: Result) -> None:
    """The points are the pips, the lowest wins, alone only the perfect one (solitaire R4, R6)."""
    assert result.points == tuple(position.pips for position in state.positions)
    lowest = min(result.points)
    assert {result.points[seat] for seat in result.winners} <= {lowest}
    assert len(result.winners) == (
        result.points.count(lowest) if len(result.points) > 1 or lowest == 1 else 0
    )
    assert [p.lone is not None for p in state.positions] == [
        p.count.total() == 1 for p in state.positions
    ]


def every_move(board: Board) -> list[Hop]:
    """As their texts are ordered."""
    return [jump.hop for jump in board.grid.jumps]


def disguise(state: State, _seat: Seat, _chance: random.Random) -> State:
    """The same state: nothing is hidden, and there is no chance to come."""
    return state


def open_changes(board: Board) -> tuple[State, list[State]]:
    """At the start: a hop on either board, both, and boards that have changed hands."""
    state = setup(board, 2, seed=1)
    start, moved = state.positions[0], state.positions[0].after(Hop("a1", "a3"))
    changes = [(moved, start), (start, moved), (moved, moved)]
    return state, [replace(state, positions=changed) for changed in changes]


def begin(board: Board, setting: Setting) -> State:
    """There are no variants."""
    return setup(board, setting.players, setting.seed)


def record(state: State, chance: random.Random) -> tuple[Seat, Hop]:
    """The first player at random, the second sensibly."""
    seat = chance.choice(to_move(state))
    moves = tuple(legal_moves(state, seat))
    return seat, sensible_bot(view(state, seat), moves, chance) if seat else chance.choice(moves)


def ending(state: State, _result: Result) -> Iterator[str]:
    """Which pyramid is left alone, by seat."""
    yield f"alone     {' '.join(position.lone or '-' for position in state.positions)}"


def shown(_moves: Sequence[str], positions: Sequence[str]) -> dict[str, bool]:
    """Stacks of all forms, and a perfect end."""
    stacks = {stack for position in positions for stack in re.split("[,/ ]", position)}
    forms = {
        "a pile of large ones": "LL+",
        "medium ones on a small one": "SMM+",
        "large ones on a nest": "SMLL+",
    }
    found = {
        name: any(re.fullmatch(form, stack) for stack in stacks) for name, form in forms.items()
    }
    perfect = any(board == "S" for board in re.sub("[,/]", "", positions[-1]).split(" "))
    return {**found, "an empty square": "" in stacks, "a perfect end": perfect}
