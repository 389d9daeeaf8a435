"""The state of a giza table on phones, which `tracker` folds from events.

The cards are on a real table. The phones know the order of play, each player's actions and tokens,
and what a photo or a person reported about the pyramids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion import tracking
from companion.events import Version
from companion.giza.deck import Deck, Goal, Penguin
from companion.giza.pyramid import Placed, Pyramid, Slot
from companion.giza.scoring import Levels
from companion.giza.state import ROUNDS, TRAIN, Turn, hand
from companion.photos import Part
from companion.tracking import SeatId, Table

NO_DECK = Deck(title="", colours=(), players=(), penguins=(), actions=(), goals=(), tokens=0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """An open question about a slot, or about the whole pyramid if `slot` is None.

    `token` is whether it is about a token below the slot, whose penguin is too heavy without one.
    """

    slot: Slot | None
    text: str
    could_change: str = "score"
    remedy: str = ""
    token: bool = False


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of a seat's pyramid and score.

    `unread` slots hold some of the `unseen` cards. `levels` and `goals` are typed by a person;
    `levels` replace the pyramid's. `counts` is whether the players let a pyramid count that breaks
    a rule, None before they decide. `version` is that of the last event that changed this, or 0.
    `expected` is how many cards the pyramid had when it was read, by the rounds or as a player
    said; None if unknown.
    """

    pyramid: Pyramid | None = None
    unread: tuple[Slot, ...] = ()
    unseen: tuple[Placed, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    photo: str | None = None
    by_hand: bool = False
    levels: Levels | None = None
    goals: tuple[tuple[str, int], ...] = ()
    counts: bool | None = None
    version: Version = 0
    expected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoPyramid(Part):
    """One of several pyramids in a photo, and its scan result."""

    pyramid: Pyramid
    reading: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `out` are the actions out of hand (giza R4).

    `tokens` counts those in hand and `placed` those on penguins (R10). `chosen` is this round's
    action, `done` whether this round's turn has ended, and `trained` whether the token from #5 was
    placed in this turn.
    """

    colour: str
    chosen: int | None = None
    out: tuple[int, ...] = ()
    tokens: int = 0
    placed: int = 0
    done: bool = False
    trained: bool = False
    known: Knowledge = Knowledge()

    @property
    def hand(self) -> tuple[int, ...]:
        """The actions that may be chosen, including the chosen one until the reveal."""
        return hand(self.out)


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A giza table. `order` are the turns of this round, empty before the reveal.

    `several` are the pyramids in the latest photo of more than one.
    """

    deck: Deck = NO_DECK
    goal_ids: tuple[str, ...] = ()
    chief: SeatId | None = None
    rounds_done: int = 0
    order: tuple[Turn[SeatId], ...] = ()
    several: tuple[PhotoPyramid, ...] = ()

    @property
    def phase(self) -> Literal["lobby", "choose", "turns", "done"]:
        """The phase of play; "done" after the last round, even before all scores are known."""
        if not self.started:
            return "lobby"
        if self.rounds_done >= ROUNDS:
            return "done"
        return "turns" if self.order else "choose"

    @property
    def progress(self) -> tuple[bool, int, int]:
        """A value that changes with every turn, but not with choices, which can still change."""
        return self.started, self.rounds_done, sum(seat.done for seat in self.seats)

    @property
    def round(self) -> int:
        """The round being played, from 1; 0 in the lobby, and the last one at the end."""
        return min(self.rounds_done + 1, ROUNDS) if self.started else 0

    @property
    def supply(self) -> int:
        """The number of strength tokens that no player has taken (giza R10)."""
        taken = sum(seat.tokens + seat.placed for seat in self.seats)
        return max(0, self.deck.tokens - taken)

    @property
    def contested(self) -> Mapping[Penguin, tuple[SeatId, ...]]:
        """The penguins that several known pyramids have, with these seats: one of them has it."""
        holders: dict[Penguin, dict[SeatId, None]] = {}
        for seat in self.seats:
            for _, cell in (seat.known.pyramid or Pyramid()).placed():
                holders.setdefault(cell.penguin, {})[seat.id] = None
        return {penguin: tuple(seats) for penguin, seats in holders.items() if len(seats) > 1}

    @property
    def tokens_in_pyramids(self) -> int:
        """The number of strength tokens in the known pyramids."""
        pyramids = [seat.known.pyramid for seat in self.seats if seat.known.pyramid]
        return sum(cell.tokens for pyramid in pyramids for _, cell in pyramid.placed())

    def may_train(self, seat: SeatId) -> bool:
        """Return whether a seat may take a strength token now, in its turn (giza R5, R9)."""
        turn, own = self.active, self.seat(seat)
        mine = turn is not None and (turn.seat, turn.number) == (seat, TRAIN)
        return mine and self.supply > 0 and own is not None and not own.trained

    def cards_of(self, seat: Seat) -> int | None:
        """Return how many penguins a seat has placed, one a round; None in its turn, when it may
        have, or not yet, and if nobody has tapped any round.
        """
        placed = self.rounds_done + seat.done
        return None if not placed or (self.active and self.active.seat == seat.id) else placed

    def tokens_of(self, seat: Seat) -> int | None:
        """Return how many tokens a seat has placed; None while it has others, or may take one."""
        open_ = not self.rounds_done or seat.tokens or self.may_train(seat.id)
        return None if open_ else seat.placed

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals in play."""
        return tuple(self.deck.goals_by_id[goal] for goal in self.goal_ids)

    @property
    def active(self) -> Turn[SeatId] | None:
        """The turn being played; None if there is none."""
        done = {seat.id for seat in self.seats if seat.done}
        return next((turn for turn in self.order if turn.seat not in done), None)
