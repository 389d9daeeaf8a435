"""A game of pirates at one moment: everything, with its secrets, and what one player may know of
it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.hexes import Direction
from companion.pirates import crew
from companion.pirates.boards import Face
from companion.pirates.chart import HexId, Place
from companion.pirates.crew import PENGUINS, Action, Handicap, Penguin
from companion.pirates.deck import Deck, Event
from companion.pirates.entering import End
from companion.pirates.tracks import Tracks
from companion.play import Seat

Phase: TypeAlias = Literal["captain", "place", "sail", "scout", "over"]
Spots: TypeAlias = tuple[Action | None, ...]

# pirates R2 (D): until the reveal a handicap card, too, is known to its player alone
CARD_SECRET = True


@dataclass(frozen=True, slots=True)
class Vessel:
    """A ship: where it is and the direction it faces."""

    hex: HexId
    facing: Direction

    def turn(self, turns: int) -> Vessel:
        """Turned clockwise, 60 degrees a turn."""
        return Vessel(self.hex, (self.facing + turns) % 6)


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. Seat 0 is the first captain, seats go clockwise.

    `boards` are the boards (places in `deck.boards`) by place of the map, `face_up` the places
    turned up. `events` and `hands` are orders of cards: an event and a handicap card of each
    penguin a turn. `spots` are the actions that penguins stand on; in "place" some have not been
    placed, in "sail" some are off again. In "scout" a sextant waits for the captain. `end` says how
    a game that is over ended.
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
        """Whose turn as captain it is (pirates R10)."""
        return crew.captain(self.turn, self.players)

    @property
    def event(self) -> Event:
        """The event of this turn, face up since its start (pirates R2)."""
        return self.deck.events[self.events[self.turn - 1]]

    def card(self, penguin: Penguin) -> Handicap:
        """A penguin's handicap card of this turn."""
        return self.deck.handicaps[penguin][self.hands[penguin][self.turn - 1]]

    def face(self, hex_id: HexId) -> Face:
        """What is printed on a hex, whether face up or not."""
        chart = self.deck.chart
        return self.deck.boards[self.boards[chart.place[hex_id]]].faces[chart.petal[hex_id]]

    def up(self, hex_id: HexId) -> bool:
        """Whether a hex of the map is on a board that is face up."""
        return self.deck.chart.place[hex_id] in self.face_up


@dataclass(frozen=True, slots=True)
class View:
    """What the player in `seat` may know: no seed, no face-down board, no card to come, no secret
    before the reveal.

    Field names as in `State`, but hidden boards and spots are None; `events` are those turned up,
    `hands` the handicap cards seen of each penguin, the present one last if it is known. `placed`
    says which penguins are placed.
    """

    seat: Seat
    deck: Deck = field(repr=False)
    variants: frozenset[str]
    players: int
    boards: tuple[int | None, ...]
    events: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    turn: int
    phase: Phase
    spots: Spots
    placed: tuple[bool, ...]
    tracks: Tracks
    ship: Vessel
    pirate: Vessel | None
    rescued: frozenset[str]
    end: End

    @property
    def captain(self) -> Seat:
        """Whose turn as captain it is."""
        return crew.captain(self.turn, self.players)

    @property
    def event(self) -> Event:
        """The event of this turn."""
        return self.deck.events[self.events[-1]]

    @property
    def face_up(self) -> frozenset[Place]:
        """The places whose boards are known."""
        return frozenset(place for place, board in enumerate(self.boards) if board is not None)

    def card(self, penguin: Penguin) -> Handicap | None:
        """A penguin's handicap card of this turn, if this player may see it."""
        seen = self.hands[penguin]
        return self.deck.handicaps[penguin][seen[-1]] if len(seen) == self.turn else None

    def face(self, hex_id: HexId) -> Face | None:
        """What is printed on a hex; None on a face-down board."""
        chart = self.deck.chart
        board = self.boards[chart.place[hex_id]]
        return None if board is None else self.deck.boards[board].faces[chart.petal[hex_id]]


def to_place(state: State, seat: Seat) -> tuple[Penguin, ...]:
    """The penguins that `seat` has still to place (pirates R2, R10)."""
    captain = state.captain
    if state.phase == "captain":
        return (captain,) if seat == captain else ()
    if state.phase != "place":
        return ()
    return tuple(
        penguin
        for penguin in range(PENGUINS)
        if state.spots[penguin] is None and crew.placer(penguin, captain, state.players) == seat
    )


def to_move(state: State) -> tuple[Seat, ...]:
    """The captain; or all who have not placed a penguin of theirs (pirates R2, R3)."""
    if state.phase == "place":
        return tuple(seat for seat in range(state.players) if to_place(state, seat))
    return () if state.phase == "over" else (state.captain,)


def scoutable(deck: Deck, face_up: frozenset[Place]) -> tuple[Place, ...]:
    """The face-down boards next to a face-up one (pirates R5)."""
    near = {there for place in face_up for there in deck.chart.next_to[place]}
    return tuple(sorted(near - face_up))


def ahead(state: State) -> HexId:
    """The hex that the ship faces, or `OFF`."""
    return state.deck.chart.ahead[state.ship.hex][state.ship.facing]


def view(state: State, player: Seat) -> View:
    """What `player` may know (pirates R1, R2)."""
    secret = state.phase == "place"
    captain = state.captain
    known = [
        not secret or penguin == captain or crew.placer(penguin, captain, state.players) == player
        for penguin in range(PENGUINS)
    ]
    face_up = state.face_up
    return View(
        seat=player,
        deck=state.deck,
        variants=state.variants,
        players=state.players,
        boards=tuple(
            [board if place in face_up else None for place, board in enumerate(state.boards)]
        ),
        events=state.events[: state.turn],
        hands=_seen(state, known),
        turn=state.turn,
        phase=state.phase,
        spots=tuple([spot if known[penguin] else None for penguin, spot in enumerate(state.spots)]),
        placed=tuple([spot is not None for spot in state.spots]),
        tracks=state.tracks,
        ship=state.ship,
        pirate=state.pirate,
        rescued=state.rescued,
        end=state.end,
    )


def _seen(state: State, known: list[bool]) -> tuple[tuple[int, ...], ...]:
    """The cards seen: those of past turns, and of this one once taken (the captain takes the first,
    openly).
    """
    captain, turn = state.captain, state.turn
    taken = (
        [penguin == captain for penguin in range(PENGUINS)] if state.phase == "captain" else known
    )
    if not CARD_SECRET and state.phase != "captain":
        taken = [True] * PENGUINS
    return tuple(
        [hand[: turn if taken[penguin] else turn - 1] for penguin, hand in enumerate(state.hands)]
    )
