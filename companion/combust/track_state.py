"""What the phones of a combust table know: frozen facts, folded from events by `tracker`.

The cards lie on a real table. The phones know whose turn it is and which card is being carried out,
who is out, and of the lines what a photo or a person told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion import tracking
from companion.combust.deck import CardNo, Deck
from companion.combust.order import Clan, next_living, ranking
from companion.events import Version
from companion.tracking import SeatId, Table

Phase: TypeAlias = Literal["lobby", "lines", "turns", "last", "count", "done"]

NO_DECK = Deck(title="", penguins=(), events=())


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player at the table. `clan` is what is known of the line, `cards` its penguins where they
    were read or tapped; at the count those of before, until `clan` is known.

    `version` is that of the event that last changed it, 0 for none.
    """

    clan: Clan | None = None
    cards: tuple[CardNo, ...] | None = None
    photo: str | None = None
    version: Version = 0


@dataclass(frozen=True, slots=True)
class Link:
    """One card of the chain being carried out: who plays it, and how many of its verbs are done
    (combust R5).
    """

    seat: SeatId
    card: CardNo
    done: int = 0


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A combust table. `gone` are the groups that went out, earliest first.

    `chain` are the cards that are being carried out, the innermost last. `round` are the seats
    still to play in the last round, the active one first; None before it.
    """

    deck: Deck = NO_DECK
    dealer: SeatId | None = None
    turn: int = 0
    active: SeatId | None = None
    chain: tuple[Link, ...] = ()
    deck_empty: bool = False
    round: tuple[SeatId, ...] | None = None
    gone: tuple[tuple[SeatId, ...], ...] = ()

    @property
    def phase(self) -> Phase:
        """Where play stands: before the lines lie, in turns, in the last round, counting the lines,
        or done.
        """
        if not self.started:
            return "lobby"
        if not self.turn:
            return "lines"
        if len(self.living) <= 1:
            return "done"
        if not self.counting:
            return "turns" if self.round is None else "last"
        return (
            "done" if all(seat.clan for seat in self.seats if seat.id in self.living) else "count"
        )

    @property
    def counting(self) -> bool:
        """Whether the last round is over: what is known of the lines now tells what they are worth
        (combust R7).
        """
        return self.round == ()

    @property
    def progress(self) -> tuple[object, ...]:
        """Play moves on with every turn, when clans go out and when the deck runs out."""
        return self.started, self.turn, self.round, self.gone, self.deck_empty

    @property
    def out(self) -> frozenset[SeatId]:
        """Who is out of the game."""
        return frozenset(seat for group in self.gone for seat in group)

    @property
    def living(self) -> tuple[SeatId, ...]:
        """Who is not, clockwise."""
        return tuple(seat.id for seat in self.seats if seat.id not in self.out)

    @property
    def next(self) -> SeatId | None:
        """Whose turn comes after the active one's; None outside turns and after the last."""
        if self.phase == "last":
            return next(iter((self.round or ())[1:]), None)
        if self.phase != "turns" or self.active is None:
            return None
        return next_living(self.active, self.clockwise, self.out)

    @property
    def ranking(self) -> tuple[tuple[SeatId, ...], ...] | None:
        """The places, first to last, those who share one together; None until the game is done
        (combust R6, R7).
        """
        if self.phase != "done":
            return None
        clans = {
            seat.id: seat.clan or Clan(0, 0, 0) for seat in self.seats if seat.id in self.living
        }
        return ranking(clans, self.gone)

    @property
    def surplus(self) -> tuple[tuple[CardNo, tuple[SeatId, ...]], ...]:
        """Penguins that lie in the known lines oftener than there are copies, and whose lines those
        are.
        """
        lines = [
            (seat.id, seat.cards)
            for seat in self.seats
            if seat.clan and seat.cards and seat.id in self.living
        ]
        return tuple(
            (kind.number, tuple(seat for seat, cards in lines if kind.number in cards))
            for kind in self.deck.penguins
            if sum(cards.count(kind.number) for _, cards in lines) > kind.copies
        )

    @property
    def help(self) -> tuple[str, ...]:
        """What is still to be done of the innermost card, in the words printed on it (combust R3,
        R5).
        """
        if not self.chain:
            return ()
        link = self.chain[-1]
        return tuple(verb.text for verb in self.deck.abilities[link.card][link.done :])
