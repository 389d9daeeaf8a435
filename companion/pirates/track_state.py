"""What the phones of a pirates table know: frozen facts, folded from events by `tracker`.

Map, ships and cards lie on a real table. The phones keep the tracks, the order of play, who stands
on which spot (in secret until the reveal), whether pirates are about and who has been rescued.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.events import Version
from companion.language import Phrase, say
from companion.pirates import crew
from companion.pirates.crew import PENGUINS, Action, Colour, Penguin
from companion.pirates.deck import Deck, Event
from companion.pirates.entering import NO_TALK, End
from companion.pirates.tracks import Tracks
from companion.tracking import Seat, SeatId, Table

Phase: TypeAlias = Literal["lobby", "event", "captain", "place", "sail", "pirates", "over"]

MIN_SEATS, MAX_SEATS = 3, 4
NEXT: dict[Phase, Phrase] = {  # what the table does next, phase by phase
    "lobby": say("List the seats, mark the first captain and start."),
    "event": say("Turn over the top event card. It has no effect yet."),
    "captain": say("Talk it over. Then the captain draws a handicap card and places openly."),
    "place": say("Everyone else draws a handicap card and places in secret."),
    "sail": say("Captain: use all penguins and sail as far as you can, in any order."),
    "pirates": say("Move the pirate ship by the number on the event, then turn it to face yours."),
    "over": say("The game is over."),
}
# what "captain" is in that variant
SILENT = say("No talking. The captain draws a handicap card and places openly.")
NOTHING = Tracks(0, 0, 0, 0)
NO_DECK = Deck("", NOTHING, NOTHING, 0, (), (), (0, 1), (), (), ())


@dataclass(frozen=True, slots=True)
class Placed:
    """A penguin on its handicap card: the card's number, the spot, and whether its action has been
    carried out.
    """

    card: int
    action: Action
    done: bool = False


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a photo is sure of; None is what it does not tell.

    `tracks` are those that were read. `pirates` is whether their ship is on the map, `black` the
    hex that it was seen in, `lost` why the game is lost as it lies there.
    """

    tracks: tuple[tuple[str, int], ...] = ()
    bob: bool | None = None
    pirates: bool | None = None
    black: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A pirates table. Each seat has the penguin of its place in the order round it; `first` is the
    first captain.

    `events` are the ids of those turned up, `cards` the numbers that each penguin has used up,
    `placed` this turn's penguins, `revealed` whether all of them are in sight. `came` is the turn
    in which pirates last appeared, `changed` the version of the last event that changed a track.
    `photo` is the newest one, and `seen` what it is sure of, until play has moved on from it.
    """

    deck: Deck = NO_DECK
    variants: frozenset[str] = frozenset()
    first: SeatId | None = None
    turn: int = 0
    phase: Phase = "lobby"
    events: tuple[str, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ((),) * PENGUINS
    placed: tuple[Placed | None, ...] = (None,) * PENGUINS
    revealed: bool = False
    tracks: Tracks = NOTHING
    pirates: bool = False
    came: int = 0
    rescued: frozenset[str] = frozenset()
    end: End = ""
    changed: Version = 0
    photo: str = ""
    seen: Sighting | None = None

    @property
    def progress(self) -> tuple[int, Phase]:
        """Play moves on from phase to phase."""
        return self.turn, self.phase

    @property
    def captain(self) -> SeatId | None:
        """The captain of this turn (pirates R10); in the lobby the first one."""
        if not self.started or self.first is None:
            return self.first
        return self.clockwise[
            crew.captain(self.turn, len(self.seats), self.clockwise.index(self.first))
        ]

    @property
    def event(self) -> Event | None:
        """The event turned up this turn."""
        if len(self.events) < self.turn or not self.events:
            return None
        return next(event for event in self.deck.events if event.id == self.events[-1])

    @property
    def appear(self) -> bool:
        """Whether this turn's event brings pirates, or has just done so: only if none were about
        (pirates R8, O).
        """
        return bool(self.event and self.event.spawns) and (
            self.came == self.turn or not self.pirates
        )

    @property
    def next(self) -> Phrase:
        """What the table does next."""
        return SILENT if self.phase == "captain" and NO_TALK in self.variants else NEXT[self.phase]

    def placer(self, penguin: Penguin) -> SeatId | None:
        """Who places a penguin: its player, or the captain for the fourth of three
        (pirates R10).
        """
        if self.captain not in self.clockwise or not 0 <= penguin < PENGUINS:
            return None
        return self.clockwise[
            crew.placer(penguin, self.clockwise.index(self.captain), len(self.seats))
        ]

    def to_place(self, seat: SeatId) -> tuple[Penguin, ...]:
        """The penguins that `seat` has to place now: the captain's own first, alone
        (pirates R2).
        """
        if self.phase == "captain":
            return (self.clockwise.index(seat),) if seat == self.captain else ()
        missing = range(PENGUINS) if self.phase == "place" else ()
        return tuple(p for p in missing if self.placed[p] is None and self.placer(p) == seat)

    def shown(self, seat: SeatId | None) -> tuple[Placed | None, ...]:
        """The placed penguins as `seat` may see them: others' secret spots are None until the
        reveal (pirates R2).
        """
        if self.revealed or self.captain not in self.clockwise:
            return self.placed
        open_ = self.clockwise.index(self.captain)
        return tuple(
            spot if p == open_ or (seat is not None and self.placer(p) == seat) else None
            for p, spot in enumerate(self.placed)
        )

    def colour(self, penguin: Penguin, card: int, action: Action) -> Colour:
        """The colour of a spot."""
        return self.deck.handicaps[penguin][card - 1].colour(action)
