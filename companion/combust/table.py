"""A combust table: what phones know of lines, turns, and cards being played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeAlias

from companion import tracking
from companion.combust.deck import CardNo, Deck
from companion.combust.state import Cards, Clan, State, after, clan, ranking
from companion.events import Version
from companion.photos import Part
from companion.tracking import SeatId, Table

Phase: TypeAlias = Literal["lobby", "lines", "turns", "last", "count", "done"]

NO_DECK = Deck(title="", penguins=(), events=())


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `clan` is the worth of the line, `cards` its penguins if they were read or tapped.

    At the final count, `cards` are the old ones until `clan` is known. `version` is that of the
    event that last changed it, 0 for none. `open` is whether the line in a photo may have more
    cards than were read, and nobody has said yet; `unread` of them lie there for sure. `seen` are
    the cards in a photo where they differ from those followed, until someone says which hold.
    """

    clan: Clan | None = None
    cards: tuple[CardNo, ...] | None = None
    photo: str | None = None
    version: Version = 0
    open: bool = False
    unread: int = 0
    seen: tuple[CardNo, ...] | None = None

    @property
    def settled(self) -> bool:
        """Whether the whole line is known."""
        return self.clan is not None and not self.open

    def lies(self, cards: Cards, version: Version, *, sure: bool = True) -> Self:
        """Return the seat with a line that was followed, not read; `sure` if nobody need look."""
        line: dict[str, Any] = {"clan": clan(cards), "cards": cards, "version": version}
        return replace(self, **line, photo=None, open=not sure, unread=0, seen=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoLine(Part):
    """One of several lines in a photo; `whole` is whether these are certainly all of its cards.

    `unread` cards lie there, too.
    """

    cards: tuple[CardNo, ...]
    whole: bool
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A card being played: its player, and the number of its verbs that are done (combust R5)."""

    seat: SeatId
    card: CardNo
    done: int = 0


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A combust table. `gone` are the groups that went out, earliest first.

    `chain` are the cards being played, the innermost last. `round` are the seats that must still
    play in the last round, the active one first; None before it. `several` are the lines in the
    latest photo of more than one, and `unsure` what it left open, with what to do.

    `following` is whether every card is to be followed, and `follow` the engine's state while it
    is (`follow.py`). `stamp` is the version of the event that last changed that, `burnt` are the
    cards that it put on the discard pile from lines, and `shot` is a card photographed since.
    """

    deck: Deck = NO_DECK
    dealer: SeatId | None = None
    turn: int = 0
    active: SeatId | None = None
    chain: tuple[Link, ...] = ()
    deck_empty: bool = False
    round: tuple[SeatId, ...] | None = None
    gone: tuple[tuple[SeatId, ...], ...] = ()
    several: tuple[PhotoLine, ...] = ()
    unsure: tuple[tuple[str, str], ...] = ()
    following: bool = False
    follow: State | None = None
    stamp: Version = 0
    burnt: tuple[tuple[SeatId, CardNo], ...] = ()
    shot: CardNo | None = None

    @property
    def phase(self) -> Phase:
        """The phase of play: "lines" until all lines are known, "count" at the final count."""
        if not self.started:
            return "lobby"
        if not self.turn:
            return "lines"
        if len(self.living) <= 1:
            return "done"
        if not self.counting:
            return "turns" if self.round is None else "last"
        return (
            "done"
            if all(seat.settled for seat in self.seats if seat.id in self.living)
            else "count"
        )

    @property
    def counting(self) -> bool:
        """True after the last round, when lines are entered for the final count (combust R7)."""
        return self.round == ()

    @property
    def progress(self) -> tuple[object, ...]:
        """A value that changes with every turn, extinct clan and empty deck."""
        return self.started, self.turn, self.round, self.gone, self.deck_empty

    @property
    def out(self) -> frozenset[SeatId]:
        """The seats that are out of the game."""
        return frozenset(seat for group in self.gone for seat in group)

    @property
    def living(self) -> tuple[SeatId, ...]:
        """The seats still in the game, clockwise."""
        return tuple(seat.id for seat in self.seats if seat.id not in self.out)

    @property
    def next(self) -> SeatId | None:
        """The seat after the active one; None if there is none."""
        if self.phase == "last":
            return next(iter((self.round or ())[1:]), None)
        if self.phase != "turns" or self.active is None:
            return None
        return after(self.active, self.clockwise, self.out)[0]

    @property
    def ranking(self) -> tuple[tuple[SeatId, ...], ...] | None:
        """The seats grouped by place, first to last; None until the game is done."""
        if self.phase != "done":
            return None
        clans = {
            seat.id: seat.clan or Clan(0, 0, 0) for seat in self.seats if seat.id in self.living
        }
        return ranking(clans, self.gone)

    @property
    def surplus(self) -> tuple[tuple[CardNo, tuple[SeatId, ...]], ...]:
        """Penguins that are in known lines more often than in the deck, with these lines' seats."""
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
        """The sentences on the innermost card that aren't done yet (combust R3, R5)."""
        if not self.chain:
            return ()
        link = self.chain[-1]
        return tuple(verb.text for verb in self.deck.abilities[link.card][link.done :])
