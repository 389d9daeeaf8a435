"""A pirates table as the phones know it: turn, tracks, penguins on cards, and the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.events import Version
from companion.language import Phrase, say
from companion.pirates.boards import Place
from companion.pirates.deck import PENGUINS, Action, Deck, Penguin, SpotColour
from companion.pirates.deck import Event as EventCard
from companion.pirates.state import FACE_DOWN, NO_TALK, End, Vessel, captain_in, placer
from companion.pirates.tracks import Tracks
from companion.tracking import Seat, SeatId, Table

# what a photo shows for certain: steps of tracks, and if "bob" is rescued
Sighting: TypeAlias = tuple[tuple[str, int], ...]
Phase: TypeAlias = Literal["lobby", "event", "captain", "place", "sail", "pirates", "over"]

NEXT: dict[Phase, Phrase] = {  # what the players do next, by phase
    "lobby": say("List the seats, mark the first captain and start."),
    "event": say("Turn over the top event card. It has no effect yet."),
    "captain": say("Talk it over. Then the captain draws a handicap card and places openly."),
    "place": say("Everyone else draws a handicap card and places in secret."),
    "sail": say("Captain: use all penguins and sail as far as you can, in any order."),
    "pirates": say("Move the pirate ship by the number on the event, then turn it to face yours."),
    "over": say("The game is over."),
}
DEALT: dict[Phase, Phrase] = {  # where the phones deal
    "captain": say("Talk it over. Then the captain places openly."),
    "place": say("Everyone else places in secret."),
}
# instead of "captain" in the variant without talking (pirates R10)
SILENT = say("No talking. The captain places openly.")
NOTHING = Tracks(0, 0, 0, 0)
NOBODY: tuple[Placed | None, ...] = (None,) * PENGUINS
NO_DECK = Deck("", NOTHING, NOTHING, 0, (), (), (0, 1), (), (), ())


@dataclass(frozen=True, slots=True)
class Placed:
    """A penguin on its handicap card: the card's number, the spot, and whether it has acted."""

    card: int
    action: Action
    done: bool = False


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A pirates table. Seats have penguins in clockwise order; `first` is the first captain.

    `events` are the ids of the events turned up, `cards` the numbers of the handicap cards that
    each penguin has used, and `placed` this turn's penguins, which all may see once `revealed` is
    true. `came` is the turn in which pirates last appeared, and `changed` the version of the last
    event that changed a track. `photo` is the latest photo, and `seen` its reading until play
    changes what it shows.

    Where the phones deal, `order` are all events and `hands` each penguin's handicap cards, as
    shuffled. Of the map they know `boards` by place, the `ship`, and the `pirate` ship if `pirates`
    is true; None is unknown. `dark` counts the boards turned up that no photo has shown yet.
    """

    deck: Deck = NO_DECK
    variants: frozenset[str] = frozenset()
    first: SeatId | None = None
    turn: int = 0
    phase: Phase = "lobby"
    events: tuple[str, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ((),) * PENGUINS
    placed: tuple[Placed | None, ...] = NOBODY
    revealed: bool = False
    tracks: Tracks = NOTHING
    pirates: bool = False
    came: int = 0
    rescued: frozenset[str] = frozenset()
    end: End = ""
    changed: Version = 0
    photo: str = ""
    seen: Sighting | None = None
    order: tuple[str, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    boards: tuple[int, ...] = ()
    ship: Vessel | None = None
    pirate: Vessel | None = None
    dark: int = 0

    @property
    def progress(self) -> tuple[int, Phase]:
        """The turn and the phase; a change of these is progress."""
        return self.turn, self.phase

    @property
    def captain(self) -> SeatId | None:
        """The captain of this turn (pirates R10), in the lobby the first captain."""
        if not self.started or self.first is None:
            return self.first
        first = self.clockwise.index(self.first)
        return self.clockwise[captain_in(self.turn, len(self.seats), first)]

    @property
    def event(self) -> EventCard | None:
        """The event turned up in this turn; None before that."""
        if len(self.events) < self.turn or not self.events:
            return None
        return next(event for event in self.deck.events if event.id == self.events[-1])

    @property
    def appear(self) -> bool:
        """True if this turn's event made pirates appear: none were on the map (pirates R8, O)."""
        spawns = self.event is not None and self.event.spawns
        return spawns and (self.came == self.turn or not self.pirates)

    @property
    def next(self) -> Phrase:
        """What the players do next."""
        if self.phase == "captain" and NO_TALK in self.variants:
            return SILENT
        return DEALT.get(self.phase, NEXT[self.phase]) if self.hands else NEXT[self.phase]

    @property
    def face_up(self) -> frozenset[Place]:
        """The places with a board that is known."""
        return frozenset(p for p, board in enumerate(self.boards) if board != FACE_DOWN)

    @property
    def due(self) -> tuple[EventCard, ...]:
        """The events that can be on top of the deck, which ascends (pirates R1)."""
        left = [event for event in self.deck.events if event.id not in self.events]
        least = min((event.order for event in left), default=0)
        return tuple(event for event in left if event.order == least)

    def dealt(self, penguin: Penguin) -> int | None:
        """Return the handicap card that a penguin gets next, None where the table draws it."""
        if not self.hands:
            return None
        return next((n for n in self.hands[penguin] if n not in self.cards[penguin]), None)

    def placer(self, penguin: Penguin) -> SeatId | None:
        """Return the seat that places a penguin (pirates R10); None without a captain."""
        if self.captain not in self.clockwise:
            return None
        return self.clockwise[placer(penguin, self.clockwise.index(self.captain), len(self.seats))]

    def to_place(self, seat: SeatId) -> tuple[Penguin, ...]:
        """Return the penguins that `seat` must place now; the captain's own comes first (R2)."""
        if self.phase == "captain":
            return (self.clockwise.index(seat),) if seat == self.captain else ()
        missing = range(PENGUINS) if self.phase == "place" else ()
        return tuple(p for p in missing if self.placed[p] is None and self.placer(p) == seat)

    def shown(self, seat: SeatId | None) -> tuple[Placed | None, ...]:
        """Return the placed penguins, None where `seat` mustn't see them before the reveal (R2)."""
        if self.revealed or self.captain not in self.clockwise:
            return self.placed
        open_ = self.clockwise.index(self.captain)
        return tuple(
            spot if p == open_ or (seat is not None and self.placer(p) == seat) else None
            for p, spot in enumerate(self.placed)
        )

    def colour(self, penguin: Penguin, card: int, action: Action) -> SpotColour:
        """Return the colour of a spot."""
        return self.deck.handicaps[penguin][card - 1].colour(action)
