"""One text for each position of combust, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    phase turn active kept declined gone draw discard peeked shown lots seed todo player...

Cards are numbers (a penguin's is its value), parted by commas; `draw` has the deck's top first, `discard` the
pile's top last. `gone` are groups of seats as `2+3,0`, `shown` pairs of who looked and whose as `0>2`. A player is
`line;hand;shield`. What is `todo`, the next thing last and parted by `/`, reads

    carry.SEAT.CARD.STEP   pick.SEAT.CARD.STEP.CHOOSER.LINES.LEFT.TAKEN   name.SEAT.CARD.STEP.SEATS
    draw.SEAT.COUNT.WANTED   play.SEAT   rescue.SEAT   last.SEAT   check   next
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.combust.deck import CardNo, Deck
from companion.combust.legality import refusal
from companion.combust.moves import Move, read_move
from companion.combust.order import MAX_PLAYERS, MIN_PLAYERS
from companion.combust.state import (
    Carry,
    Check,
    Draw,
    LastTurn,
    Name,
    NextTurn,
    Phase,
    Pick,
    Play,
    Rescue,
    State,
    Task,
    decision,
)
from companion.errors import IllegalMoveError, NotationError
from companion.play import Seat

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
    return " ".join([
        state.phase, str(state.turn), str(state.active), _join(state.kept), _join(state.declined),
        _join(_join(group, "+") for group in state.gone), _join(state.draw), _join(state.discard),
        _join(state.peeked), _join(f"{viewer}>{whose}" for viewer, whose in state.shown), str(state.lots),
        str(state.seed), _join(map(_task_text, state.todo), "/"),
        *(f"{_join(line)};{_join(hand)};{shield}" for line, hand, shield in players),
    ])  # fmt: skip


def parse_state(text: str, deck: Deck) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names what is wrong."""
    fields = text.split(" ")
    if not MIN_PLAYERS <= len(fields) - _HEAD <= MAX_PLAYERS:
        raise _error(text, f"{len(fields)} fields, so {len(fields) - _HEAD} players")
    try:
        state = _state(fields, deck)
    except ValueError as error:
        raise _error(text, str(error)) from error
    for fault in _faults(state):
        raise _error(text, fault)
    return state


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes.

    Raises `NotationError` when it is no move and `IllegalMoveError`, with the rule and the position, when it is not
    legal here.
    """
    move = read_move(text)
    reason = refusal(state, player, move)
    if reason:
        at = f"player {player} in {state_text(state)}"
        raise IllegalMoveError(text, f"combust {reason}", at=at, remedy="choose one of the legal moves")
    return move


# --- writing ---------------------------------------------------------------------------------------------------------


def _join(parts: Iterable[object], mark: str = ",") -> str:
    return mark.join(map(str, parts)) or "-"


def _carry_text(carry: Carry) -> str:
    return f"{carry.seat}.{carry.card}.{carry.step}"


def _task_text(task: Task) -> str:  # noqa: PLR0911 - one return a kind of task
    match task:
        case Carry():
            return f"carry.{_carry_text(task)}"
        case Pick(carry, who, lines, left, taken):
            return f"pick.{_carry_text(carry)}.{who}.{_join(lines, '+')}.{left}.{_join(taken or (), ':')}"
        case Name(carry, seats):
            return f"name.{_carry_text(carry)}.{_join(seats, '+')}"
        case Draw(seat, count, wanted):
            return f"draw.{seat}.{count}.{wanted}"
        case Play(seat):
            return f"play.{seat}"
        case Rescue(seat):
            return f"rescue.{seat}"
        case LastTurn(seat):
            return f"last.{seat}"
        case Check():
            return "check"
        case NextTurn():
            return "next"


# --- reading: each of these raises ValueError, which `parse_state` turns into a NotationError ------------------------


def _error(text: str, problem: str) -> NotationError:
    return NotationError(
        text or "(nothing)", f"no position: {problem}", remedy="copy the whole line that Rookery wrote"
    )


def _state(fields: list[str], deck: Deck) -> State:
    phase, turn, active, kept, declined, gone, draw, discard, peeked, shown, lots, seed, todo = fields[:_HEAD]
    players = [_player(field) for field in fields[_HEAD:]]
    if phase not in _PHASES:
        raise ValueError(f"{phase!r} is no phase")
    return State(
        deck=deck, seed=_number(seed), phase=_PHASES[phase], turn=_number(turn), active=_number(active),
        kept=_numbers(kept), lines=tuple(player[0] for player in players), hands=tuple(player[1] for player in players),
        shields=tuple(player[2] for player in players), declined=_numbers(declined),
        gone=tuple(_numbers(group, "+") for group in _split(gone)), draw=_numbers(draw), discard=_numbers(discard),
        peeked=_numbers(peeked), shown=tuple(_pair(part, ">") for part in _split(shown)), lots=_number(lots),
        todo=tuple(_task(part) for part in _split(todo, "/")),
    )  # fmt: skip


def _split(field: str, mark: str = ",") -> list[str]:
    return [] if field == "-" else field.split(mark)


def _number(field: str) -> int:
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,39}", field):
        raise ValueError(f"{field!r} is no number")
    return int(field)


def _numbers(field: str, mark: str = ",") -> tuple[int, ...]:
    return tuple(map(_number, _split(field, mark)))


def _pair(field: str, mark: str) -> tuple[int, int]:
    left, _, right = field.partition(mark)
    return _number(left), _number(right)


def _player(field: str) -> tuple[tuple[CardNo, ...], tuple[CardNo, ...], int]:
    parts = field.split(";")
    if len(parts) != 3:
        raise ValueError(f"{field!r} is no player")
    return _numbers(parts[0]), _numbers(parts[1]), _number(parts[2])


def _carry(parts: list[str]) -> Carry:
    return Carry(*map(_number, parts))


def _pick(parts: list[str]) -> Pick:
    *carry, who, lines, left, taken = parts
    return Pick(
        _carry(carry), _number(who), _numbers(lines, "+"), _number(left), None if taken == "-" else _pair(taken, ":")
    )


_TASKS: Mapping[str, tuple[int, Callable[[list[str]], Any]]] = {
    "carry": (3, _carry),
    "pick": (7, _pick),
    "name": (4, lambda parts: Name(_carry(parts[:3]), _numbers(parts[3], "+"))),
    "draw": (3, lambda parts: Draw(*map(_number, parts))),
    "play": (1, lambda parts: Play(_number(parts[0]))),
    "rescue": (1, lambda parts: Rescue(_number(parts[0]))),
    "last": (1, lambda parts: LastTurn(_number(parts[0]))),
    "check": (0, lambda _: Check()),
    "next": (0, lambda _: NextTurn()),
}


def _task(text: str) -> Task:
    word, *parts = text.split(".")
    fields, read = _TASKS.get(word, (-1, None))
    if read is None or len(parts) != fields:
        raise ValueError(f"{text!r} is nothing to do")
    task: Task = read(parts)
    return task


# --- what no game can come to ----------------------------------------------------------------------------------------


def _faults(state: State) -> Iterator[str]:
    """Cards lost or doubled, and fields that contradict each other."""
    seats, count = set(range(len(state.lines))), len(state.lines)
    piles = [state.draw, state.discard, *state.lines, *state.hands]
    if sorted(card for pile in piles for card in pile) != sorted(state.deck.cards):
        yield "the cards are not those of this deck"
    for cards in (*state.lines, *state.hands, state.declined):
        if list(cards) != sorted(cards):
            yield f"{_join(cards)} is not sorted"
    if list(state.shown) != sorted(set(state.shown)):
        yield "the hands that were looked at are not sorted"
    for listed in (state.kept, state.peeked):
        if len(listed) != count or min(listed) < 0:
            yield f"{_join(listed)} is not a number for each player"
    named = [state.active, *state.declined, *state.out, *(seat for pair in state.shown for seat in pair)]
    if not seats.issuperset(named) or min(state.shields) < 0 or min(state.turn, state.lots) < 0:
        yield "a seat or a count that can not be"
    if max(state.peeked, default=0) > len(state.draw):
        yield "more cards were peeked at than there are"
    yield from _todo_faults(state)


def _todo_faults(state: State) -> Iterator[str]:
    """A game waits for a decision of somebody living, for the choice of what to keep, or it is over."""
    for task in state.todo:
        yield from _task_faults(state, task)
    waits = decision(state.todo)
    if (state.phase in ("keep", "over")) != (not state.todo) or (state.todo and waits is None):
        yield f"{state.phase} does not go with what is to do"
    if waits and waits.chooser in state.out:
        yield f"player {waits.chooser} is out"
    if any(state.kept) and (state.phase != "keep" or all(state.kept)):
        yield "all have kept a card, so the choice is over"


def _task_faults(state: State, task: Task) -> Iterator[str]:
    players, text = range(len(state.lines)), _task_text(task)
    carry = task.carry if isinstance(task, Pick | Name) else task
    seats: list[Seat] = [*getattr(task, "lines", ()), *getattr(task, "seats", ())]
    if isinstance(carry, Carry) and carry.step not in range(len(state.deck.abilities.get(carry.card, ()))):
        yield f"{text}: no such card or verb"
    seats += [getattr(part, "seat") for part in (task, carry) if hasattr(part, "seat")]  # noqa: B009 - some have none
    if isinstance(task, Pick):
        seats.append(task.chooser)
    if not set(players).issuperset(seats):
        yield f"{text}: no such player"
