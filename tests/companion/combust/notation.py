"""One text for each position of combust, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    phase turn active kept declined gone draw discard peeked shown lots seed todo player...

Cards are numbers (a penguin's is its value), parted by commas; `draw` has the deck's top first,
`discard` the pile's top last. `gone` are groups of seats as `2+3,0`, `shown` pairs of who looked
and whose as `0>2`. A player is `line;hand;shield`. What is `todo`, the next thing last and parted
by `/`, reads

    carry.SEAT.CARD.STEP   pick.SEAT.CARD.STEP.CHOOSER.LINES.LEFT.TAKEN   name.SEAT.CARD.STEP.SEATS
    draw.SEAT.COUNT.WANTED   again.SEAT.COUNT.WANTED.CARD   play.SEAT   rescue.SEAT   last.SEAT
    check   next

where `again` is the drawing of a card that was played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.state import (
    HAND,
    PLAYERS,
    Carry,
    Check,
    Discard,
    Draw,
    Keep,
    Move,
    Name,
    NamePlayer,
    NextTurn,
    Pass,
    Phase,
    Pick,
    Place,
    Play,
    State,
    Take,
    Task,
)
from companion.play import Seat
from tests.companion.combust.refusals import refusal
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

_CARD_MOVES: dict[str, Callable[[CardNo], Move]] = {
    "keep": Keep,
    "place": Place,
    "discard": Discard,
}
_HEAD = 13  # fields before the players
_PHASES: dict[str, Phase] = {"keep": "keep", "turns": "turns", "last": "last", "over": "over"}


def state_text(state: State) -> str:
    """All of a state, secrets included, but not its deck.

    >>> from companion.combust.deck import standard
    >>> from companion.combust.rules import setup
    >>> state = setup(standard(), 3, seed=1)
    >>> parse_state(state_text(state), standard()) == state
    True
    """
    players = zip(state.lines, state.hands, state.shields, strict=True)
    return " ".join(
        [
            state.phase,
            str(state.turn),
            str(state.active),
            join(state.kept),
            join(state.declined),
            join(join(group, "+") for group in state.gone),
            join(state.draw),
            join(state.discard),
            join(state.peeked),
            join(f"{viewer}>{whose}" for viewer, whose in state.shown),
            str(state.lots),
            str(state.seed),
            join(map(_task_text, state.todo), "/"),
            *(f"{join(line)};{join(hand)};{shield}" for line, hand, shield in players),
        ]
    )


def move_text(move: Move) -> str:
    """A move as `read_move` reads it."""
    match move:
        case Take(seat, card):
            return f"pick {'hand' if seat == HAND else seat}:{card}"
        case NamePlayer(seat):
            return f"name {seat}"
        case Pass():
            return "pass"
        case Keep(card) | Place(card) | Discard(card):
            return f"{type(move).__name__.lower()} {card}"


def parse_state(text: str, deck: Deck) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names
    what is wrong.
    """
    with reading(text):
        return _state(text.split(" "), deck)


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes; raises `NotationError` or, with rule and position,
    `IllegalMoveError`.
    """
    move = read_move(text, state.deck)
    if reason := refusal(state, player, move):
        raise illegal_move("combust", text, reason, player, state_text(state))
    return move


# --- writing --------------------------------------------------------------------------------------


def _carry_text(carry: Carry) -> str:
    return f"{carry.seat}.{carry.card}.{carry.step}"


def _task_text(task: Task) -> str:
    match task:
        case Carry():
            return f"carry.{_carry_text(task)}"
        case Pick(carry, who, lines, left, taken):
            card = join(taken or (), ":")
            return f"pick.{_carry_text(carry)}.{who}.{join(lines, '+')}.{left}.{card}"
        case Name(carry, seats):
            return f"name.{_carry_text(carry)}.{join(seats, '+')}"
        case Draw(seat, count, wanted, card):
            ordinary = f"draw.{seat}.{count}.{wanted}"
            return ordinary if card == FIRST_EVENT else f"again{ordinary[4:]}.{card}"
        case Play(seat, reason):
            return f"{'play' if reason == 'turn' else reason}.{seat}"
        case Check():
            return "check"
        case NextTurn():
            return "next"


# --- reading --------------------------------------------------------------------------------------


def _state(fields: list[str], deck: Deck) -> State:
    if not PLAYERS[0] <= len(fields) - _HEAD <= PLAYERS[1]:
        raise FieldError(f"{len(fields)} fields, so {len(fields) - _HEAD} players")
    phase, turn, active, kept, declined, gone, draw, discard, peeked, shown, lots, seed, todo = (
        fields[:_HEAD]
    )
    players = [_player(field) for field in fields[_HEAD:]]
    return State(
        deck=deck,
        seed=number(seed),
        phase=known(_PHASES, phase, f"{phase!r} is no phase"),
        turn=number(turn),
        active=number(active),
        kept=numbers(kept),
        lines=tuple(line for line, _, _ in players),
        hands=tuple(hand for _, hand, _ in players),
        shields=tuple(shield for _, _, shield in players),
        declined=numbers(declined),
        gone=tuple(numbers(group, "+") for group in split(gone)),
        draw=numbers(draw),
        discard=numbers(discard),
        peeked=numbers(peeked),
        shown=tuple(_pair(part, ">") for part in split(shown)),
        lots=number(lots),
        todo=tuple(_task(part) for part in split(todo, "/")),
    )


def _pair(field: str, mark: str) -> tuple[int, int]:
    left, _, right = field.partition(mark)
    return number(left), number(right)


def _player(field: str) -> tuple[tuple[CardNo, ...], tuple[CardNo, ...], int]:
    parts = field.split(";")
    if len(parts) != 3:
        raise FieldError(f"{field!r} is no player")
    return numbers(parts[0]), numbers(parts[1]), number(parts[2])


def _carry(parts: list[str]) -> Carry:
    return Carry(*map(number, parts))


def _draw(parts: list[str]) -> Draw:
    seat, count, wanted, *card = map(number, parts)
    return Draw(seat, count, wanted, *card)


def _pick(parts: list[str]) -> Pick:
    *carry, who, lines, left, taken = parts
    return Pick(
        _carry(carry),
        number(who),
        numbers(lines, "+"),
        number(left),
        None if taken == "-" else _pair(taken, ":"),
    )


_TASKS: Mapping[str, tuple[int, Callable[[list[str]], Any]]] = {
    "carry": (3, _carry),
    "pick": (7, _pick),
    "name": (4, lambda parts: Name(_carry(parts[:3]), numbers(parts[3], "+"))),
    "draw": (3, _draw),
    "again": (4, _draw),
    "play": (1, lambda parts: Play(number(parts[0]))),
    "rescue": (1, lambda parts: Play(number(parts[0]), "rescue")),
    "last": (1, lambda parts: Play(number(parts[0]), "last")),
    "check": (0, lambda _: Check()),
    "next": (0, lambda _: NextTurn()),
}


def _task(text: str) -> Task:
    word, *parts = text.split(".")
    fields, read = _TASKS.get(word, (-1, None))
    if read is None or len(parts) != fields:
        raise FieldError(f"{text!r} is nothing to do")
    task: Task = read(parts)
    return task


# --- what no game can come to ---------------------------------------------------------------------


def read_move(text: str, _deck: Deck) -> Move:
    """The move that `text` writes, legal or not; raises `NotationError` that quotes it.

    >>> from companion.combust.deck import standard
    >>> read_move("pick 2:7", standard())
    Take(seat=2, card=7)
    """
    if text == "pass":
        return Pass()
    if found := re.fullmatch(r"(keep|place|discard) ([1-9]\d?)", text):
        return _CARD_MOVES[found[1]](int(found[2]))
    if found := re.fullmatch(r"pick (hand|\d):([1-9]\d?)", text):
        return Take(HAND if found[1] == "hand" else int(found[1]), int(found[2]))
    if found := re.fullmatch(r"name (\d)", text):
        return NamePlayer(int(found[1]))
    raise no_move(text, "write keep 7, place 7, discard 7, pick 2:7, pick hand:7, name 2 or pass")
