"""Which moves of combust are legal, and why others are not: R2 to R7, one question a function."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import starmap
from typing import Protocol

from companion.combust import order
from companion.combust.deck import CardNo, Deck
from companion.combust.moves import DISCARDS, HAND, PASS, PLACES, Keep, Mean, Move, Pass, Take
from companion.combust.state import (
    Cards,
    Decision,
    LastTurn,
    Name,
    Pick,
    Play,
    Rescue,
    State,
    decision,
    to_move,
    verb_of,
)
from companion.play import Seat

# a protected line is safe from other players' cards, not from its owner's
OWN_CARDS_IGNORE_SHIELD = True


class Position(Protocol):
    """What a choice of cards looks at: a state, a view, or a table in the middle of a move."""

    @property
    def deck(self) -> Deck:
        """The deck."""

    @property
    def lines(self) -> Sequence[Cards]:
        """The lines by seat."""

    @property
    def hands(self) -> Sequence[Cards | None]:
        """The hands by seat, None for one that is hidden."""

    @property
    def shields(self) -> Sequence[int]:
        """Turns of protection by seat."""


def options(position: Position, task: Pick) -> list[tuple[Seat, CardNo]]:
    """What `task.chooser` can pick, sorted, each kind of card once: (seat, card), or (HAND, card)
    from the own hand.

    The lowest or highest penguin is that of its own line: between lines the chooser chooses.
    """
    if not task.lines:
        return [(HAND, card) for card in dict.fromkeys(position.hands[task.chooser] or ())]
    verb, actor = verb_of(position.deck, task.carry), task.carry.seat
    lines, seats, least, most = position.lines, task.lines, verb.least, verb.most
    if any(position.shields):
        seats = tuple([seat for seat in seats if exposed(position, actor, seat)])
    found = [
        (seat, card)
        for seat in seats
        for card in dict.fromkeys(lines[seat])
        if least <= card <= most
    ]
    if not verb.extreme:
        return found
    # lines are sorted, and the last one stays
    ends = dict(found if verb.extreme == "highest" else reversed(found))
    return sorted(ends.items())


def exposed(position: Position, actor: Seat, seat: Seat) -> bool:
    """Whether a card of `actor` may touch the line of `seat`."""
    return not position.shields[seat] or (OWN_CARDS_IGNORE_SHIELD and seat == actor)


def refusal(state: State, player: Seat, move: Move) -> str | None:  # noqa: PLR0911 - one return a rule
    """Why the rules do not allow a move here, the rule's number first; None for a legal one."""
    if player not in to_move(state):
        return "R2: it is not this player's move"
    if isinstance(move, Keep):
        return _refuse_keep(state, player, move)
    task = decision(state.todo)
    if task is None:
        return "R2: first everybody keeps one card"
    if isinstance(move, Take):
        return _refuse_take(state, task, move)
    if isinstance(move, Mean):
        named = isinstance(task, Name) and move.seat in task.seats
        return None if named else "R4: the card names no such player"
    if isinstance(task, Pick | Name):
        return "R3: first the card takes its effect"
    if isinstance(move, Pass):
        return None if _may_pass(task) else "R3: a card must be placed or discarded"
    return None if move.card in state.hands[player] else f"R3: {move.card} is not in hand"


def _refuse_keep(state: State, player: Seat, move: Keep) -> str | None:
    if state.phase != "keep":
        return "R2: the lines lie already"
    return (
        None
        if move.card in state.hands[player]
        else (f"R2: {move.card} was not dealt to this player")
    )


def _refuse_take(state: State, task: Decision, move: Take) -> str | None:
    if not isinstance(task, Pick):
        return "R4: no card is to be picked now"
    if (move.seat, move.card) in options(state, task):
        return None
    return f"R4: the card can't take {move.card} there"


def generate(state: State, player: Seat) -> Sequence[Move]:
    """All legal moves of `player`, sorted by `moves.sort_key`."""
    if state.phase == "keep":
        return (
            []
            if state.kept[player]
            else [Keep(card) for card in dict.fromkeys(state.hands[player])]
        )
    task = decision(state.todo)
    if task is None or task.chooser != player:
        return ()
    if isinstance(task, Play):
        return _plays(state.hands[player])
    if isinstance(task, Pick):
        return list(starmap(_take, options(state, task)))
    if isinstance(task, Name):
        return list(map(_mean, task.seats))
    played = _plays(state.hands[player])
    return (*played, PASS) if _may_pass(task) else played


_take, _mean = cache(Take), cache(Mean)  # there are few


@lru_cache(maxsize=1 << 12)
def _plays(hand: Cards) -> tuple[Move, ...]:
    """What can be done with one card of a sorted hand, each kind once; most hands are small and
    come again.
    """
    kinds = dict.fromkeys(hand)
    return (*[PLACES[card] for card in kinds], *[DISCARDS[card] for card in kinds])


def _may_pass(task: Play | Rescue | LastTurn) -> bool:
    return not isinstance(task, Play) and (
        order.MAY_DECLINE if isinstance(task, Rescue) else order.MAY_PASS
    )
