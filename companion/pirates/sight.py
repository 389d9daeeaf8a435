"""What the phones know of a pirates map, from taps and photos, moved by the engine's own rules.

The ship starts at the pier, so the phones know where it is as long as its moves are tapped. Boards
that are turned up on the table show in the next photo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from companion.pirates.boards import BOB, OFF, Face, HexId
from companion.pirates.deck import Deck
from companion.pirates.rules import can_sail, happen, sail, sail_pirates
from companion.pirates.state import FACE_DOWN, End, State, Vessel, scoutable
from companion.pirates.table import Sighting, TableState
from companion.pirates.tracks import VERBS, Tracks

NOWHERE, ELSEWHERE = Vessel(OFF, 0), Vessel(OFF - 1, 0)  # two ships that can't meet


def set_out(state: TableState) -> TableState:
    """Return the table with the ship at the pier and the first board face up (pirates R1)."""
    deck = state.deck
    boards = (0, *(FACE_DOWN for _ in deck.sites[1:]))
    return replace(state, boards=boards, ship=Vessel(deck.chart.pier, deck.pier_facing))


def position(state: TableState) -> State:
    """Return the engine's state of the movement phase; what isn't known is `NOWHERE` or none."""
    ids = [event.id for event in state.deck.events]
    return State(
        deck=state.deck,
        seed=0,
        variants=state.variants,
        players=len(state.seats),
        boards=state.boards,
        events=tuple(ids.index(event) for event in state.events),
        hands=(),
        turn=state.turn,
        phase="sail",
        face_up=state.face_up,
        spots=tuple(spot.action if spot and not spot.done else None for spot in state.placed),
        tracks=state.tracks,
        ship=state.ship or NOWHERE,
        pirate=state.pirate,
        rescued=state.rescued,
    )


def follow(state: TableState, after: State) -> TableState:
    """Return the table with tracks, crew and ships as the engine has moved them."""
    return replace(
        state,
        tracks=after.tracks,
        rescued=after.rescued,
        end=after.end,
        phase="over" if after.end else state.phase,
        ship=after.ship if state.ship else None,
        pirate=after.pirate,
    )


def turn_up(state: TableState) -> TableState:
    """Return the table after someone turned up a board, if there was one to turn up (R5, R6)."""
    down = state.boards.count(FACE_DOWN)
    more = min(down, state.dark + bool(scoutable(state.deck, state.face_up)))
    return replace(state, dark=more)


class Step(NamedTuple):
    """A hex on the ship's course: how far the ship is then, and what it has cost by then."""

    hex: HexId
    after: State

    @property
    def end(self) -> End:
        """How the game ends there, "" if it goes on."""
        return self.after.end

    @property
    def tracks(self) -> Tracks:
        """The tracks there."""
        return self.after.tracks


def course(state: TableState) -> tuple[Step, ...]:
    """Return the hexes that the ship can enter one after the other by the engine (pirates R3, R6).

    The course ends where the map isn't known, where a sextant turns up a board, and before a hex
    that the ship has been to.
    """
    steps: list[Step] = []
    if state.ship is None:
        return ()
    now = position(state)
    while can_sail(now) and now.phase == "sail":
        now = sail(now)
        if now.ship.hex in {state.ship.hex, *(step.hex for step in steps)}:
            break
        steps.append(Step(now.ship.hex, now))
    return tuple(steps)


def is_still(state: TableState) -> bool:
    """Return whether the engine would end the movement: all have acted and the ship is stopped."""
    acted = not any(spot and not spot.done for spot in state.placed)
    known = state.ship is not None and not state.dark
    return acted and known and state.phase == "sail" and not can_sail(position(state))


def drift(state: TableState, face: Face) -> Vessel | None:
    """Return the ship after it entered a hex that someone typed; None if it can't be there."""
    if state.ship is None:
        return None
    there, now = state.deck.chart.ahead[state.ship.hex][state.ship.facing], position(state)
    if there == OFF or (now.is_up(there) and now.face(there) != face):
        return None
    return Vessel(there, state.ship.facing).turn(face.whirl)


def event_happens(state: TableState, *, follows: bool) -> TableState:
    """Return the table after the event, and after the pirates' move where all of it is known.

    Where it isn't, or the phones don't move them (`follows`), the phase is "pirates", in which
    someone moves them on the table (pirates R8).
    """
    seen = state.ship is not None and not state.dark and bool(state.pirate or not state.pirates)
    known, now = follows and seen, position(state)
    after = happen(now if known else replace(now, pirate=ELSEWHERE))
    came = state.turn if state.appear else state.came
    pirates = state.pirates or state.appear
    state = replace(follow(state, after), came=came, pirates=pirates)
    if known and pirates and not state.end:
        state = follow(state, sail_pirates(after))
        return replace(state, pirates=state.pirate is not None)
    if known:
        return state
    phase = "pirates" if pirates and not state.end else state.phase
    return replace(state, phase=phase, pirate=None)


# --- a photo --------------------------------------------------------------------------------------


def see(state: TableState, reading: Mapping[str, Any]) -> TableState:
    """Bring the map up to date with a photo; what it doesn't show for certain stays as it was."""
    deck, boards = state.deck, list(state.boards)
    shown = set[int]()
    for tile in reading.get("map", ()):
        place, board = deck.sites_by_id.get(tile["place"]), deck.boards_by_id.get(tile["board"])
        if not place:  # the first board is always face up
            continue
        site = deck.sites[place]
        if tile["face"] == "down":
            shown.add(place)
            boards[place] = FACE_DOWN
        elif board and deck.boards[board].back == site.back and tile["turn"] == site.turn:
            shown.add(place)
            boards = [FACE_DOWN if each == board else each for each in boards]
            boards[place] = board
    found = max(0, state.boards.count(FACE_DOWN) - boards.count(FACE_DOWN))
    dark = 0 if len(shown) == len(boards) - 1 else max(0, state.dark - found)
    state = replace(state, boards=tuple(boards), dark=dark)
    if "map" not in reading:  # photos of an older version said nothing of ships
        return state
    ship = _ship(deck, reading.get("white"), state.ship)
    pirate = _ship(deck, reading.get("black"), state.pirate)
    pirates = state.pirates if reading.get("pirates") is None else bool(reading["pirates"])
    return replace(state, ship=ship, pirates=pirates, pirate=pirate if pirates else None)


def _ship(deck: Deck, read: Mapping[str, Any] | None, known: Vessel | None) -> Vessel | None:
    """Return a ship as a photo shows it; one that looks between two directions faces as it did."""
    here = _names(deck).get(read["name"]) if read else None
    if here is None or read is None:
        return known
    facing = read.get("facing")
    if facing is not None:
        return Vessel(here, facing)
    return known if known and known.hex == here else None


@lru_cache(maxsize=64)  # decks in play
def _names(deck: Deck) -> Mapping[str, HexId]:
    return {deck.chart.name(here): here for here in range(len(deck.chart.spots))}


def read_sighting(reading: Mapping[str, object]) -> Sighting:
    """Return the certain part of a scan result; values of an unexpected type are dropped.

    >>> read_sighting({"sails": 3, "water": None, "bob": False, "fish": "many"})
    (('sails', 3), ('bob', False))
    """
    pairs = ((name, reading.get(name)) for name in (*VERBS, "bob"))
    return tuple(
        (name, value)
        for name, value in pairs
        if isinstance(value, int) and value >= 0 and isinstance(value, bool) == (name not in VERBS)
    )


class Difference(NamedTuple):
    """A difference: of a track, or "bob" (rescued or not)."""

    what: str
    table: int
    phones: int


def differences(seen: Sighting, state: TableState) -> Iterator[Difference]:
    """Yield each difference between a photo's certain readings and the phones."""
    known: dict[str, int] = {"bob": BOB in state.rescued}
    known.update((verb, getattr(state.tracks, verb)) for verb in VERBS)
    for what, table in seen:
        if table != known[what]:
            yield Difference(what, table, known[what])
