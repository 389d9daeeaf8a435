"""What the phones of a giza table know: frozen facts, folded from events by `tracker`.

The cards lie on a real table. The phones know the order of play, who holds what beside the pyramid,
and of the pyramids what a photo or a person told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion import tracking
from companion.events import Version
from companion.giza.deck import Deck, Goal
from companion.giza.order import ROUNDS, TRAIN, Turn, hand
from companion.giza.pyramid import Placed, Pyramid, Slot
from companion.giza.scoring import Levels
from companion.tracking import SeatId, Table

Phase: TypeAlias = Literal["lobby", "choose", "turns", "done"]

MIN_SEATS, MAX_SEATS = 2, 4
NO_DECK = Deck(title="", colours=(), players=(), penguins=(), actions=(), goals=(), tokens=0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a photo left open: a slot (None for the pyramid as a whole), and what could come of
    it.
    """

    slot: Slot | None
    text: str
    could_change: str = "score"
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one seat's pyramid and score.

    `unread` slots hold one of their candidates. `levels` and `goals` are points typed by a person;
    `levels` stand instead of the pyramid's. `counts` is what the table decided about a pyramid that
    breaks a rule, None before that. `version` is that of the event that last changed any of it, 0
    for none.
    """

    pyramid: Pyramid | None = None
    unread: tuple[tuple[Slot, tuple[Placed, ...]], ...] = ()
    doubts: tuple[Doubt, ...] = ()
    photo: str | None = None
    by_hand: bool = False
    levels: Levels | None = None
    goals: tuple[tuple[str, int], ...] = ()
    counts: bool | None = None
    version: Version = 0


@dataclass(frozen=True, slots=True)
class Found:
    """One pyramid of a photo that shows several: its scan result, where it is in the picture
    (`box`: left, top, right and bottom in thousandths of it), and whose it is as far as somebody
    has said so.
    """

    pyramid: Pyramid
    reading: Mapping[str, object]
    box: tuple[int, ...]
    seat: SeatId | None = None


@dataclass(frozen=True, slots=True)
class Several:
    """The newest photo of several pyramids at once."""

    photo: str
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player at the table. `out` are the actions out of hand (giza R4), `tokens` those in hand,
    `placed` those on penguins (R10); `chosen` and `done` are of this round, `trained` says that
    this turn's token of #5 has been placed.
    """

    colour: str
    chosen: int | None = None
    out: tuple[int, ...] = ()
    tokens: int = 0
    placed: int = 0
    done: bool = False
    trained: bool = False
    known: Known = Known()

    @property
    def hand(self) -> tuple[int, ...]:
        """The actions that may be chosen, the chosen one among them until it is revealed."""
        return hand(self.out)


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A giza table. `order` is this round's since the reveal, else empty."""

    deck: Deck = NO_DECK
    goal_ids: tuple[str, ...] = ()
    chief: SeatId | None = None
    rounds_done: int = 0
    order: tuple[Turn[SeatId], ...] = ()
    several: Several | None = None

    @property
    def phase(self) -> Phase:
        """Where play stands; "done" is after the last round, whatever the scores."""
        if not self.started:
            return "lobby"
        if self.rounds_done >= ROUNDS:
            return "done"
        return "turns" if self.order else "choose"

    @property
    def progress(self) -> tuple[bool, int, int]:
        """Play moves on with every turn; a choice may still be changed."""
        return self.started, self.rounds_done, sum(seat.done for seat in self.seats)

    @property
    def round(self) -> int:
        """The round being played, from 1; 0 in the lobby, the last one when all are done."""
        return min(self.rounds_done + 1, ROUNDS) if self.started else 0

    @property
    def supply(self) -> int:
        """Strength tokens that nobody has taken (giza R10)."""
        return self.deck.tokens - sum(seat.tokens + seat.placed for seat in self.seats)

    @property
    def laid(self) -> int:
        """Strength tokens in all pyramids, as far as those are known."""
        pyramids = [seat.known.pyramid for seat in self.seats if seat.known.pyramid]
        return sum(cell.tokens for pyramid in pyramids for _, cell in pyramid.placed())

    def may_train(self, seat: SeatId) -> bool:
        """Whether that seat may take a strength token now, in its own turn, and has not yet (giza
        R5, R9).
        """
        turn, own = self.active, self.seat(seat)
        mine = turn is not None and (turn.seat, turn.number) == (seat, TRAIN)
        return mine and self.supply > 0 and own is not None and not own.trained

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals in play."""
        return tuple(self.deck.goals_by_id[goal] for goal in self.goal_ids)

    @property
    def active(self) -> Turn[SeatId] | None:
        """Whose turn it is; None outside turns."""
        done = {seat.id for seat in self.seats if seat.done}
        return next((turn for turn in self.order if turn.seat not in done), None)
