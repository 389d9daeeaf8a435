"""One text for each position of rocks, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    round.seat.penguin left visited acted rocks finished over rolls seed player...

`left` is what is left of the roll, `visited` the places of this move, `acted` `a` once a rock was
taken or dropped before its first step, `over` is `x` at the end. `rocks` are where they lie and how
many, as in `a1:1,qa:5`. A player is `pa6+;a0`: where its penguins stand, `+` for one that carries a
rock, and `!` behind once penguin 2 is free.
"""

from __future__ import annotations

import re

from companion.play import Seat
from companion.rocks.board import Board, PlaceNo, members, place_set
from companion.rocks.state import (
    DROP,
    HANDLES,
    NOTHING,
    STAY,
    TAKE,
    Act,
    Handle,
    Move,
    Roll,
    State,
    Stay,
    Step,
)
from tests.companion.rocks.refusals import refusal
from tests.companion.texts import (
    FieldError,
    illegal_move,
    join,
    known,
    no_move,
    number,
    numbers,
    reading,
    split,
)

_ACTS: dict[str, Act] = {"": NOTHING, "+": TAKE, "-": DROP}
_HEAD = 9  # fields before the players


def state_text(state: State) -> str:
    """All of a state, the die's seed included, but not its board.

    >>> from companion.rocks.boardfile import standard
    >>> from companion.rocks.rules import setup
    >>> state = setup(standard(), 2, seed=1)
    >>> state_text(state)
    '1.0.1 6 pa6 - qa:6,qb:6,qc:6,qd:6 - - 1 1 pa6;a0 pb6;b0'
    >>> parse_state(state_text(state), standard()) == state
    True
    """
    names = state.board.graph.names
    return " ".join(
        [
            f"{state.now.round}.{state.now.seat}.{state.now.penguin}",
            str(state.left),
            join(names[place] for place in members(state.visited)),
            "a" if state.acted else "-",
            join(f"{names[place]}:{count}" for place, count in enumerate(state.rocks) if count),
            join(map(str, state.finished)),
            "x" if state.over else "-",
            str(state.rolls),
            str(state.seed),
            *(_player_text(state, seat) for seat in range(state.players)),
        ]
    )


def move_text(move: Move) -> str:
    """A move as `read_move` reads it: a step by the place where it ends, `^` before it for a hop,
    `+` or `-` to take or drop a rock.
    """
    match move:
        case Handle(act):
            return act
        case Step(place, hop, act):
            return f"{'^' if hop else ''}{place}{act}"
        case Stay():
            return "stay"


def parse_state(text: str, board: Board) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names
    what is wrong.
    """
    with reading(text):
        state = _game(text.split(" "), board)
        if state_text(state) != text:
            raise FieldError("places and rocks are not in the board's order, each once")
    return state


def _game(fields: list[str], board: Board) -> State:
    players = [_player(field, board) for field in fields[_HEAD:]]
    if not 2 <= len(players) <= len(board.nests):
        raise FieldError(f"{len(fields)} fields, so {len(players)} players")
    turn, left, visited, acted, rocks, finished, over, rolls, seed = fields[:_HEAD]
    if (
        acted not in ("-", "a")
        or over not in ("-", "x")
        or not re.fullmatch(r"\d+\.\d\.[12]", turn)
    ):
        raise FieldError(f"{turn} {acted} {over} are no turn and flags")
    now = Roll(*map(number, turn.split(".")))
    return State(
        seed=number(seed),
        board=board,
        now=now,
        left=number(left),
        visited=place_set(_place(name, board) for name in split(visited)),
        acted=acted == "a",
        stands=tuple(place for places, _, _ in players for place in places),
        carries=tuple(load for _, loads, _ in players for load in loads),
        rocks=_rocks(rocks, board),
        free=tuple(free for _, _, free in players),
        finished=numbers(finished),
        over=over == "x",
        rolls=number(rolls),
    )


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes; raises `NotationError` or, with rule and position,
    `IllegalMoveError`.
    """
    move = read_move(text, state.board)
    if reason := refusal(state, player, move):
        raise illegal_move("rocks", text, reason, player, state_text(state))
    return move


# --- writing --------------------------------------------------------------------------------------


def _player_text(state: State, seat: Seat) -> str:
    names = state.board.graph.names
    penguins = (2 * seat, 2 * seat + 1)
    one, two = (f"{names[state.stands[p]]}{'+' if state.carries[p] else ''}" for p in penguins)
    return f"{one};{two}{'!' if state.free[seat] else ''}"


# --- reading --------------------------------------------------------------------------------------


def _place(name: str, board: Board) -> PlaceNo:
    return known(board.graph.number, name, f"no place {name!r} on this board")


def _rocks(field: str, board: Board) -> tuple[int, ...]:
    rocks = [0] * len(board.places)
    for part in split(field):
        name, _, count = part.partition(":")
        rocks[_place(name, board)] = number(count)
    return tuple(rocks)


def _player(field: str, board: Board) -> tuple[tuple[PlaceNo, ...], tuple[bool, ...], bool]:
    found = re.fullmatch(r"([a-z0-9]+)(\+?);([a-z0-9]+)(\+?)(!?)", field)
    if not found:
        raise FieldError(f"{field!r} is no player")
    places = (_place(found[1], board), _place(found[3], board))
    return places, (bool(found[2]), bool(found[4])), bool(found[5])


def read_move(text: str, board: Board) -> Move:
    """The move that `text` writes, legal or not; raises `NotationError` that quotes it.

    >>> from companion.rocks.boardfile import standard
    >>> read_move("^pa4+", standard())
    Step(place='pa4', hop=True, act='+')
    """
    if text == move_text(STAY):
        return STAY
    if text in HANDLES:
        return Handle(_ACTS[text])
    found = re.fullmatch(r"(\^?)([a-z0-9]+)([+-]?)", text)
    if not found or found[2] not in board.graph.number:
        raise no_move(text, "write a place as pa5, ^pa4, qa+ or a1-, or +, - or stay")
    return Step(found[2], bool(found[1]), _ACTS[found[3]])
