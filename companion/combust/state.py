"""The state of a combust game, its moves, and the rules that engine and phones share.

`todo` is a stack of tasks, the next one last: verbs to apply, decisions to wait for, checks for
extinction, the next turn. A card that causes another to be played adds tasks on top (combust R5).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.verbs import HIGHEST, LOWEST, Verb
from companion.play import Seat, replaced

SeatT = TypeVar("SeatT", bound=Hashable)
Phase: TypeAlias = Literal["keep", "turns", "last", "over"]
Cards: TypeAlias = tuple[CardNo, ...]

PLAYERS = (3, 8)  # fewest and most
DEALT, KEPT = 4, 1  # combust R1, R2
LINED = DEALT - KEPT  # penguins of an opening line (combust R2)
DEALER: Seat = 0  # so seat 1 is on the dealer's left (combust R2)
DEALER_LAST = True  # combust R2 (D): the dealer is last in ties for the first turn
HAND: Seat = -1  # the player's own hand, to pick a card from
HIDDEN: CardNo = -1  # in a view, and a deck's card that phones haven't been told yet
UNSEEN: CardNo = 0  # a penguin in a hand that phones follow without knowing it


# --- moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep one of the four dealt cards in hand (combust R2)."""

    card: CardNo


@dataclass(frozen=True, slots=True)
class Place:
    """Put a hand card on the player's own line, without its ability (combust R3)."""

    card: CardNo


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a hand card for its ability (combust R3)."""

    card: CardNo


@dataclass(frozen=True, slots=True)
class Take:
    """Pick a card from the line of `seat`, or from the player's own hand (HAND), for a verb."""

    seat: Seat
    card: CardNo


@dataclass(frozen=True, slots=True)
class NamePlayer:
    """Name a player for a verb."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline to play: when extinct (combust R6), or in the last round (R7)."""


Move: TypeAlias = Keep | Place | Discard | Take | NamePlayer | Pass
# --- things to do ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Carry:
    """Apply verb `step` in the ability of a card that `seat` played or drew."""

    seat: Seat
    card: CardNo
    step: int


class Pick(NamedTuple):  # a tuple is fast; no other task has five fields, so none equals it
    """Let `chooser` pick a card for a verb, from one of `lines` or, if empty, from their hand.

    `left` counts the cards still to pick. A swap has two picks: the penguin to take, then the card
    to give, when `taken` is the seat and card of the first pick.
    """

    carry: Carry
    chooser: Seat
    lines: tuple[Seat, ...]
    left: int = 1
    taken: tuple[Seat, CardNo] | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """Let the player of a verb name one of `seats` for it."""

    carry: Carry
    seats: tuple[Seat, ...]

    @property
    def chooser(self) -> Seat:
        """The seat that decides."""
        return self.carry.seat


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw `count` more of the `wanted` penguins, then play if any was drawn (combust R3).

    `card` is the one that lets `seat` draw, which isn't finished before; none in an ordinary draw.
    """

    seat: Seat
    count: int
    wanted: int
    card: CardNo = FIRST_EVENT


@dataclass(frozen=True, slots=True)
class Play:
    """Let a player place or discard a hand card: in their turn (combust R3), in the last round
    (R7), or to rescue an extinct clan (R6).
    """

    seat: Seat
    reason: Literal["turn", "last", "rescue"] = "turn"

    @property
    def chooser(self) -> Seat:
        """The seat that decides."""
        return self.seat


@dataclass(frozen=True, slots=True)
class Check:
    """Check for extinct clans (combust R6)."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """Begin the next turn (combust R2), or with an empty deck the last round (R7)."""


Decision: TypeAlias = Play | Pick | Name
Task: TypeAlias = Decision | Carry | Draw | Check | NextTurn


# --- the state ------------------------------------------------------------------------------------


@dataclass(slots=True)  # not frozen: each replaced field would cost as much as a whole copy
class State:
    """The whole game, which only `rules.apply` changes, and only its own copy.

    Seats are clockwise; hands and lines are sorted.

    `kept` is the card that each seat keeps (combust R2), 0 before the choice, secret until all have
    chosen. `declined` are extinct seats that declined to play (R6), and `gone` the groups that went
    out, earliest first. `shields` is how many turns of each seat must begin until its line is
    unprotected. `draw` is the deck, top first, and `discard` the pile, top last. `peeked` is how
    many cards on top of the deck each seat knows, and `shown` the hands looked at and unchanged
    since, as (viewer, owner). `lots` counts random draws from hands.
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
        """The seats that are out of the game."""
        return frozenset(seat for group in self.gone for seat in group)

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats still in the game."""
        out = self.out
        return tuple(seat for seat in range(len(self.lines)) if seat not in out)

    def copy(self) -> State:
        """Return a copy, in a tenth of the time that `replace` takes."""
        return State(*_fields(self))

    def push(self, *tasks: Task) -> None:
        """Add to what is to do, the last task first."""
        self.todo += tasks

    def set_line(self, seat: Seat, cards: Iterable[CardNo]) -> None:
        """Put these cards, in any order, on a line."""
        self.lines = replaced(self.lines, seat, tuple(sorted(cards)))

    def set_hand(self, seat: Seat, cards: Iterable[CardNo]) -> None:
        """Put these cards in a hand, unseen by others; an empty one ends a refusal to play (R6)."""
        hand = tuple(sorted(cards))
        self.hands = replaced(self.hands, seat, hand)
        if self.shown:
            self.shown = tuple(pair for pair in self.shown if pair[1] != seat)
        if not hand:
            self.declined = tuple(other for other in self.declined if other != seat)

    def set_shield(self, seat: Seat, turns: int) -> None:
        """Protect a line until `turns` turns of its owner have begun."""
        self.shields = replaced(self.shields, seat, turns)


_fields = attrgetter(*State.__slots__)


class View(NamedTuple):
    """What the player in `seat` may know: the state with `HIDDEN` cards and without its seed."""

    seat: Seat
    state: State


def decision(todo: tuple[Task, ...]) -> Decision | None:
    """Return the decision to wait for; None while all choose what to keep, and after the end."""
    task = todo[-1] if todo else None
    return task if isinstance(task, Play | Pick | Name) else None


def verb_of(deck: Deck, carry: Carry) -> Verb:
    """Return the verb of a `Carry`."""
    return deck.abilities[carry.card][carry.step]


# --- order of play --------------------------------------------------------------------------------
# A seat is an index or an id, as the caller likes; `clockwise` lists all seats.


@dataclass(frozen=True, slots=True, order=True)
class Clan:
    """The worth of a line, with what counts first in front (combust R7)."""

    sum: int
    penguins: int
    highest: int

    @property
    def possible(self) -> bool:
        """True if this number of penguins with this highest value can have this sum.

        >>> Clan(12, 2, 9).possible, Clan(12, 2, 5).possible, Clan(0, 0, 0).possible
        (True, False, True)
        """
        if not self.penguins:
            return self.sum == self.highest == 0
        rest = self.penguins - 1
        fits = self.highest + rest * LOWEST <= self.sum <= self.highest * self.penguins
        return fits and LOWEST <= self.highest <= HIGHEST


def clan(line: Collection[int]) -> Clan:
    """Return the worth of a line of penguins' values.

    >>> clan([3, 9, 3])
    Clan(sum=15, penguins=3, highest=9)
    """
    return Clan(sum(line), len(line), max(line, default=0))


def lowest(sums: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the lines that may have the lowest sum, given the limits of
    each (combust R2).

    >>> lowest([(12, 12), (9, 14), (13, 20)]), lowest([])
    ((1, 2), ())
    """
    below = min((high for _, high in sums), default=0)
    return tuple(number for number, (low, _) in enumerate(sums, 1) if low <= below)


def after(
    seat: SeatT, clockwise: Sequence[SeatT], out: Collection[SeatT] = ()
) -> tuple[SeatT, ...]:
    """Return the seats that aren't out, from the one to the left of `seat`, which comes last.

    This is also the order of the last round (combust R7).

    >>> after("b", "abcd", {"d"})
    ('c', 'a', 'b')
    """
    place = clockwise.index(seat) + 1
    return tuple([seat for seat in (*clockwise[place:], *clockwise[:place]) if seat not in out])


def first_player(sums: Mapping[SeatT, int], dealer: SeatT, clockwise: Sequence[SeatT]) -> SeatT:
    """Return the seat with the lowest sum; ties go clockwise from the dealer (combust R2).

    >>> first_player({"a": 9, "b": 12, "c": 9}, "a", "abc")
    'c'
    """
    seats = after(dealer, clockwise)
    return min(seats if DEALER_LAST else (dealer, *seats), key=lambda seat: sums[seat])


def ranking(
    clans: Mapping[SeatT, Clan], gone: Iterable[Collection[SeatT]]
) -> tuple[tuple[SeatT, ...], ...]:
    """Return the seats grouped by place, from first to last (combust R7).

    `clans` are those still in the game, `gone` the groups that went out, earliest first.

    >>> ranking({"a": clan([4, 4]), "b": clan([8]), "c": clan([8])}, [("d",)])
    (('a',), ('b', 'c'), ('d',))
    """
    worths = sorted(set(clans.values()), reverse=True)
    living = [tuple(seat for seat in clans if clans[seat] == worth) for worth in worths]
    return (*living, *(tuple(group) for group in reversed([*gone])))
