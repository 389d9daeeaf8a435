"""A game of combust at one moment: everything, with its secrets, and what one player may know of
it.

What is still to happen stands in `todo`, the next thing last: verbs to carry out, decisions to wait
for, checks for extinction, the next turn. A card that makes another card be played only puts more
on top (combust R5).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from companion.combust.deck import CardNo, Deck
from companion.combust.verbs import Verb
from companion.play import Seat

Phase: TypeAlias = Literal["keep", "turns", "last", "over"]
Cards: TypeAlias = tuple[CardNo, ...]

DEALER: Seat = 0  # so the first to the dealer's left is seat 1 (combust R2)


@dataclass(frozen=True, slots=True)
class Carry:
    """Carry out the verb at place `step` of the ability of `card`, which `seat` has played or
    drawn.
    """

    seat: Seat
    card: CardNo
    step: int


class Pick(NamedTuple):  # verbs make many, and no other task has five fields that it could equal
    """`chooser` picks a card from one of `lines`, or from the own hand when there is none, for the
    verb of `carry`.

    `left` is how many are still to pick. A swap picks twice: first what is `taken`, a seat and its
    penguin, then what is given for it.
    """

    carry: Carry
    chooser: Seat
    lines: tuple[Seat, ...]
    left: int = 1
    taken: tuple[Seat, CardNo] | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """The player of `carry` names one of `seats`, whose line or hand the verb is about."""

    carry: Carry
    seats: tuple[Seat, ...]

    @property
    def chooser(self) -> Seat:
        """Whose decision it is."""
        return self.carry.seat


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw until `count` penguins have come; then play, if any of the `wanted` has (combust R3)."""

    seat: Seat
    count: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Play:
    """Place or discard a hand card (combust R3)."""

    seat: Seat

    @property
    def chooser(self) -> Seat:
        """Whose decision it is."""
        return self.seat


@dataclass(frozen=True, slots=True)
class Check:
    """See who is extinct (combust R6)."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """An extinct player may place or discard a hand card, or decline (combust R6)."""

    seat: Seat

    @property
    def chooser(self) -> Seat:
        """Whose decision it is."""
        return self.seat


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The turn is over (combust R2), and perhaps the deck is empty (R7)."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """In the last round: place or discard one hand card, or pass (combust R7)."""

    seat: Seat

    @property
    def chooser(self) -> Seat:
        """Whose decision it is."""
        return self.seat


_DECISIONS = (Play, Pick, Name, LastTurn, Rescue)  # the most frequent first
Task: TypeAlias = Carry | Pick | Name | Draw | Play | Check | Rescue | NextTurn | LastTurn
Decision: TypeAlias = Pick | Name | Play | Rescue | LastTurn


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. Seats go clockwise; hands and lines are sorted.

    `kept` is each seat's choice of the hand card, secret until all have chosen (combust R2), 0 for
    none yet. `declined` are the extinct who were asked (R6), `gone` the groups that went out,
    earliest first. `shields` is how many of a seat's turns must begin until its line can be touched
    again. `draw` is the deck, top first, `discard` the pile, its top last. Each seat has `peeked`
    at so many cards on top of the deck, and `shown` are the hands that somebody looked at and that
    have not changed since, as (who looked, whose). `lots` counts what chance drew.
    """

    deck: Deck = field(repr=False)
    seed: int
    phase: Phase
    turn: int
    active: Seat
    kept: Cards
    lines: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    shields: tuple[int, ...]
    declined: tuple[Seat, ...]
    gone: tuple[tuple[Seat, ...], ...]
    draw: Cards
    discard: Cards
    peeked: tuple[int, ...]
    shown: tuple[tuple[Seat, Seat], ...]
    lots: int
    todo: tuple[Task, ...]

    @property
    def out(self) -> frozenset[Seat]:
        """Who is out of the game."""
        return frozenset(seat for group in self.gone for seat in group)


class View(NamedTuple):  # each decision makes one: a tuple costs a sixth of a frozen dataclass
    """What the player in `seat` may know: no seed, no deck order, no hand but the own one and those
    shown.

    Field names as in `State`. `hands` holds None for one that is hidden, `sizes` the number of
    cards in each; `kept` says who has chosen, `mine` what the own choice was; `top` are the known
    cards on top of the `left` in the deck.
    """

    seat: Seat
    deck: Deck
    phase: Phase
    turn: int
    active: Seat
    kept: tuple[bool, ...]
    mine: CardNo
    lines: tuple[Cards, ...]
    hands: tuple[Cards | None, ...]
    sizes: tuple[int, ...]
    shields: tuple[int, ...]
    declined: tuple[Seat, ...]
    gone: tuple[tuple[Seat, ...], ...]
    top: Cards
    left: int
    discard: Cards
    shown: tuple[tuple[Seat, Seat], ...]
    todo: tuple[Task, ...]

    @property
    def out(self) -> frozenset[Seat]:
        """Who is out of the game."""
        return frozenset(seat for group in self.gone for seat in group)


def decision(todo: tuple[Task, ...]) -> Decision | None:
    """What is waited for; None while everybody chooses what to keep, and at the end."""
    task = todo[-1] if todo else None
    return task if isinstance(task, _DECISIONS) else None


def verb_of(deck: Deck, carry: Carry) -> Verb:
    """The verb that is carried out."""
    return deck.abilities[carry.card][carry.step]


def to_move(state: State) -> tuple[Seat, ...]:
    """All who have not kept a card, then the one whose decision is waited for (combust R2, R3)."""
    if state.phase == "keep":
        return tuple(seat for seat, card in enumerate(state.kept) if not card)
    task = decision(state.todo)
    return () if task is None else (task.chooser,)
