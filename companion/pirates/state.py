"""The state of a pirates game, its moves, and the rules that engine and phones share.

Penguins and seats are numbered from 0; penguin n belongs to seat n.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from companion.hexes import Direction
from companion.pirates.boards import BOB, COUSIN, HOME, Face, HexId, Place
from companion.pirates.deck import PENGUINS, Action, Deck, Event, Handicap, Penguin
from companion.pirates.tracks import SPECIALS, Tracks
from companion.play import Seat

End: TypeAlias = Literal["", "home", "skull", "pirates", "events"]
Phase: TypeAlias = Literal["captain", "place", "sail", "scout", "over"]
Spots: TypeAlias = tuple[Action | None, ...]  # by penguin

PLAYERS = (3, 4)  # fewest and most
FACE_DOWN = -1  # instead of a board
NOBODY: Spots = (None,) * PENGUINS
NO_TALK = "no-talk"
VARIANTS = frozenset({NO_TALK, COUSIN})  # pirates R10
WATER_A_DOT = True  # pirates R4 (D): each dot adds water; False: at most 1 for the hex
# pirates R6 (D): the order of effects when entering a hex
ENTERING = ("pay", "dots", "special", "loss", "rescue", "home")


@dataclass(frozen=True, slots=True)
class Put:
    """Place a penguin on a spot of its handicap card (pirates R2)."""

    penguin: Penguin
    action: Action


@dataclass(frozen=True, slots=True)
class Take:
    """Take a penguin off its card and use its action (pirates R3, R5).

    `choice` is a place's id, "bail" or "fish", or "" if the action has none.
    """

    penguin: Penguin
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Sail:
    """Move the ship one hex ahead (pirates R3)."""


@dataclass(frozen=True, slots=True)
class Scout:
    """Turn up the board at a place, after entering a sextant (pirates R6)."""

    site: str


Move: TypeAlias = Put | Take | Sail | Scout


@dataclass(frozen=True, slots=True)
class Vessel:
    """A ship: its hex and the direction it faces."""

    hex: HexId
    facing: Direction

    def turn(self, turns: int) -> Vessel:
        """Return the ship turned clockwise by `turns` of 60 degrees."""
        return Vessel(self.hex, (self.facing + turns) % 6)


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. Seats are clockwise, and seat 0 is the first captain.

    `boards` are indices in `deck.boards` by place of the map, and `face_up` the places turned up.
    `events` and `hands` are the shuffled cards: the event and each penguin's handicap card of every
    turn. `spots` are the actions that penguins stand on; None before they are placed and after they
    are taken off. In phase "scout" the captain must use a sextant. `end` is how the game ended.
    """

    deck: Deck = field(repr=False)
    seed: int
    variants: frozenset[str]
    players: int
    boards: tuple[int, ...]
    events: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    turn: int
    phase: Phase
    face_up: frozenset[Place]
    spots: Spots
    tracks: Tracks
    ship: Vessel
    pirate: Vessel | None
    rescued: frozenset[str]
    end: End = ""

    @property
    def captain(self) -> Seat:
        """The captain of this turn (pirates R10)."""
        return captain_in(self.turn, self.players)

    @property
    def known_boards(self) -> tuple[int, ...]:
        """The boards by place, with `FACE_DOWN` ones."""
        up = self.face_up
        return tuple([b if place in up else FACE_DOWN for place, b in enumerate(self.boards)])

    @property
    def event(self) -> Event:
        """The event of this turn, face up since its start (pirates R2)."""
        return self.deck.events[self.events[self.turn - 1]]

    def card(self, penguin: Penguin) -> Handicap:
        """Return a penguin's handicap card of this turn."""
        return self.deck.handicaps[penguin][self.hands[penguin][self.turn - 1]]

    def face(self, hex_id: HexId) -> Face:
        """Return the face of a hex, even if it is face down."""
        chart = self.deck.chart
        return self.deck.boards[self.boards[chart.place[hex_id]]].faces[chart.petal[hex_id]]

    def is_up(self, hex_id: HexId) -> bool:
        """Return whether a hex of the map is on a board that is face up."""
        return self.deck.chart.place[hex_id] in self.face_up


class View(NamedTuple):
    """What the player in `seat` may know: the state without its seed, later cards and secrets.

    Face-down boards are `FACE_DOWN`. The present event is the last of `events`, and a penguin's
    handicap card of this turn the last of its hand, if it is known. Secret spots are None;
    `placed` says whether each penguin is placed.
    """

    seat: Seat
    state: State
    placed: tuple[bool, ...]


def captain_in(turn: int, players: int, first: Seat = 0) -> Seat:
    """Return the captain's seat in a turn, counted from 1; it passes clockwise (pirates R10).

    >>> [captain_in(turn, 3) for turn in (1, 2, 3, 4)]
    [0, 1, 2, 0]
    """
    return (first + turn - 1) % players


def placer(penguin: Penguin, captain: Seat, players: int) -> Seat:
    """Return the seat that places a penguin: its own; with three players, the captain's for the
    fourth penguin (pirates R10).

    >>> [placer(penguin, 1, players=3) for penguin in range(4)]
    [0, 1, 2, 1]
    """
    return penguin if penguin < players else captain


def to_place(state: State, seat: Seat) -> tuple[Penguin, ...]:
    """Return the penguins that `seat` must still place, in phase "captain" or "place" (R2, R10)."""
    captain = state.captain
    if state.phase == "captain":
        return (captain,) if seat == captain else ()
    return tuple(
        penguin
        for penguin in range(PENGUINS)
        if state.spots[penguin] is None and placer(penguin, captain, state.players) == seat
    )


def scoutable(deck: Deck, face_up: frozenset[Place]) -> tuple[Place, ...]:
    """Return the places of face-down boards next to a face-up one (pirates R5)."""
    near = {there for place in face_up for there in deck.chart.next_to[place]}
    return tuple(sorted(near - face_up))


def ahead(state: State) -> HexId:
    """Return the hex that the ship faces, or `OFF`."""
    return state.deck.chart.ahead[state.ship.hex][state.ship.facing]


def wanted(variants: Collection[str]) -> frozenset[str]:
    """Return who must be rescued: Bob, and with the variant his cousin (pirates R9, R10)."""
    return frozenset({BOB, COUSIN} if COUSIN in variants else {BOB})


def is_sunk(now: Tracks, most: Tracks) -> bool:
    """Return whether the water is at the skull, the last step of its track (pirates R9, D)."""
    return now.water >= most.water


def enter(
    deck: Deck,
    tracks: Tracks,
    rescued: frozenset[str],
    face: Face,
    variants: Collection[str] = (),
    *,
    pirates: bool = False,
) -> tuple[Tracks, frozenset[str], End]:
    """Return tracks, rescued and end after the steps of `ENTERING`, until the game ends (R3 to R9).

    `pirates` may be there. Whirlwinds and sextants aren't applied here: they change only the map,
    which phones don't have.
    """
    most, missing = deck.most, wanted(variants)
    end: End = ""
    for step in ENTERING:
        if step == "pay":
            tracks = tracks.change(most, [("speed", -face.cost)])
        elif step == "dots":
            # 1 for each red dot, and in a storm for each yellow one (pirates R4)
            water = face.cost if tracks.sails >= deck.storm else face.red
            tracks = tracks.change(most, [("water", water if WATER_A_DOT else min(water, 1))])
        elif step == "special":
            tracks = tracks.change(most, SPECIALS.get(face.special, ()))
        elif step == "loss":
            end = "skull" if is_sunk(tracks, most) else "pirates" if pirates else ""
        elif step == "rescue":
            rescued |= {face.special} & missing
        elif face.special == HOME and rescued >= missing:
            end = "home"
        if end:
            break
    return tracks, rescued, end
