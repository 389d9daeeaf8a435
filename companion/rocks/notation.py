"""One text for each position of rocks, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    round.seat.penguin left visited acted rocks finished over rolls seed player...

`left` is what is left of the roll, `visited` the places of this move, `acted` `a` once a rock was taken or dropped
before its first step, `over` is `x` at the end. `rocks` are where they lie and how many, as in `a1:1,qa:5`. A player
is `pa6+;a0`: where its penguins stand, `+` for one that carries a rock, and `!` behind once penguin 2 is free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.play import Seat
from companion.rocks.board import Board
from companion.rocks.graph import PlaceNo, members, place_set
from companion.rocks.moves import Move, read_move
from companion.rocks.order import is_over
from companion.rocks.rules import refusal
from companion.rocks.state import DIE, ROCKS_A_SPACE, SECOND, Position, Roll, State
from companion.texts import FieldError, check, illegal_move, join, known, number, numbers, reading, split

__all__ = ["parse_move", "parse_state", "read_move", "state_text"]

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
    position = state.position
    names = position.board.graph.names
    return " ".join([
        f"{position.now.round}.{position.now.seat}.{position.now.penguin}", str(position.left),
        join(names[place] for place in members(position.visited)), "a" if position.acted else "-",
        join(f"{names[place]}:{count}" for place, count in enumerate(position.rocks) if count),
        join(map(str, position.finished)), "x" if position.over else "-", str(position.rolls), str(state.seed),
        *(_player_text(position, seat) for seat in range(position.players)),
    ])  # fmt: skip


def parse_state(text: str, board: Board) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names what is wrong."""
    with reading(text):
        position, seed = _game(text.split(" "), board)
        check(_faults(position))
        state = State(position, seed)
        if state_text(state) != text:
            raise FieldError("places and rocks are not in the board's order, each once")
    return state


def _game(fields: list[str], board: Board) -> tuple[Position, int]:
    players = [_player(field, board) for field in fields[_HEAD:]]
    if not 2 <= len(players) <= len(board.nests):
        raise FieldError(f"{len(fields)} fields, so {len(players)} players")
    turn, left, visited, acted, rocks, finished, over, rolls, seed = fields[:_HEAD]
    if acted not in ("-", "a") or over not in ("-", "x") or not re.fullmatch(r"\d+\.\d\.[12]", turn):
        raise FieldError(f"{turn} {acted} {over} are no turn and flags")
    now = Roll(*map(number, turn.split(".")))
    position = Position(
        board=board, now=now, left=number(left),
        visited=place_set(_place(name, board) for name in split(visited)), acted=acted == "a",
        stands=tuple(place for places, _, _ in players for place in places),
        carries=tuple(load for _, loads, _ in players for load in loads), rocks=_rocks(rocks, board),
        free=tuple(free for _, _, free in players), finished=numbers(finished),
        over=over == "x", rolls=number(rolls),
    )  # fmt: skip
    return position, number(seed)


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes; raises `NotationError` or, with rule and position, `IllegalMoveError`."""
    move = read_move(text, state.position.board)
    if reason := refusal(state, player, move):
        raise illegal_move("rocks", text, reason, player, state_text(state))
    return move


# --- writing ---------------------------------------------------------------------------------------------------------


def _player_text(position: Position, seat: Seat) -> str:
    names = position.board.graph.names
    penguins = (2 * seat, 2 * seat + 1)
    one, two = (f"{names[position.stands[p]]}{'+' if position.carries[p] else ''}" for p in penguins)
    return f"{one};{two}{'!' if position.free[seat] else ''}"


# --- reading ---------------------------------------------------------------------------------------------------------


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


def _faults(position: Position) -> Iterator[str]:
    """What no game can come to: rocks lost or piled too high, penguins where they may not stand, a turn of nobody."""
    graph, rules = position.board.graph, position.board.rules
    total = rules.rocks * len(graph.piles)
    if sum(position.rocks) + sum(position.carries) != total:
        yield f"the rocks are not {total}"
    for place, count in enumerate(position.rocks):
        if not 0 <= count <= (rules.rocks if graph.pile_set >> place & 1 else ROCKS_A_SPACE):
            yield f"{count} rocks on {graph.names[place]}"
    yield from _standing_faults(position)
    yield from _turn_faults(position)


def _standing_faults(position: Position) -> Iterator[str]:
    graph = position.board.graph
    spaces = [place for place in position.stands if not graph.pile_set >> place & 1]
    if len(set(spaces)) != len(spaces):
        yield "two penguins share a space"
    for seat, nest in enumerate(graph.nests[: position.players]):
        own = position.stands[2 * seat : 2 * seat + 2]
        if any(graph.closed[seat] >> place & 1 for place in own):
            yield f"a penguin of player {seat} is in another's centre"
        if not position.free[seat] and (own[1] != nest.centre or position.carries[2 * seat + 1]):
            yield f"player {seat}'s penguin 2 is not free and yet not as it was"


def _turn_faults(position: Position) -> Iterator[str]:
    now, rules, seats = position.now, position.board.rules, range(position.players)
    start = position.board.starter(position.players)
    if position.seat not in seats or not set(position.finished) <= set(seats):
        yield "it is the turn of nobody here"
        return
    if len(set(position.finished)) != len(position.finished):
        yield "somebody has finished twice"
    if now.penguin == SECOND and not position.free[position.seat]:
        yield "a penguin rolls that is not free"
    if now.round < 1 or position.rolls < 0 or (not position.over and is_over(rules, now, position.finished, start)):
        yield f"round {now.round} can't be"
    if position.over and not position.finished and now.round < rules.rounds:
        yield "the game is over and nobody has won"
    if position.over and (position.left or position.visited or position.acted):
        yield "the game is over and yet goes on"
    if not position.over and not (1 <= position.left <= DIE and position.visited >> position.at & 1):
        yield "nobody has rolled, or the mover stands where it has not been"
