"""Pirates on the table: the map as far as it is turned up, ships on their bases, trackers, tokens,
the crew's cards.

A shot says `players`, `moves` (how many the bots have made) and what hands got wrong: `misturned`
are boards (by the site's name) that lie turned by so many sixths clockwise, which no game allows.
`crew` leaves out the handicap cards when false. `hide` are sites with a finger across the board's
tag. Without `map` only the trackers and tokens lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.photos.layouts.hands import FLAT, Hand, Pose, finger, laid, position
from companion import hexes
from companion.hexes import DIRECTION_NAMES, Point
from companion.layout import POKER
from companion.pirates.boards import BOB, Board, HexId, Site
from companion.pirates.deck import ACTIONS, Deck
from companion.pirates.measures import (
    HEX_SIDE,
    MARKER,
    TRACKERS,
    board_box,
    board_middle,
    tracker_plan,
)
from companion.pirates.state import State, Vessel
from printables.faces.pirates.handicaps import CELL, EDGE, GAP, HEAD

# the middle of the first board, so that map and trackers have the middle of the table, mm
MAP = Pose(-41, -197)
ON_BOARD = 1.6  # so high over the table lies what lies on a board, mm
SIXTH = 60
TRACKER_AT = {"tracker-sails-speed": Pose(245, 130), "tracker-water": Pose(245, 22)}
FISH_AT, FISH_PITCH = Pose(165, -60), (24.0, 26.0)
CAPTAIN_AT, SPARE_AT, EVENT_AT = Pose(305, -52), Pose(305, -92), Pose(245, -200)
CARDS_AT = (Pose(-292, -215), Pose(-218, -219), Pose(95, -214), Pose(168, -217))


def layout(shot: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    """The whole table of a shot, and what a perfect reader would say."""
    hand, state = Hand(shot), _played(shot, deck)
    pieces: list[dict[str, Any]] = []
    fingers: list[dict[str, float]] = []
    if shot.get("map", True):
        tiles = {site.id: hand.near(_middle(site), shot.get("spread", 0.4)) for site in deck.sites}
        pieces += [
            _tile(shot, state, place, tiles[site.id]) for place, site in enumerate(deck.sites)
        ]
        pieces += _ships(hand, state, tiles)
        fingers = [
            finger(tiles[site].moved(HEX_SIDE, 0).turned(70)) for site in shot.get("hide", [])
        ]
    pieces += [piece for name in TRACKERS for piece in _tracker(hand, state, name)]
    pieces += _pool(hand, state)
    if shot.get("crew", True):
        pieces += _crew(hand, state)
    truth = {**_truth(shot, state), "hidden": shot.get("hide", [])}
    centre = [0, 0] if shot.get("map", True) else [245, 40]
    return {"pieces": pieces, "fingers": fingers, "centre": centre, "truth": truth}


def _played(shot: Mapping[str, Any], deck: Deck) -> State:
    most = shot["moves"]

    def reached(_state: State, moves: int) -> bool:
        return bool(moves >= most)

    found: State = position("pirates", deck, shot.get("players", 4), shot["seed"], reached)
    return found


def _middle(site: Site) -> Pose:
    """Where the middle of a site lies; the map's north is away from the camera."""
    x, y = hexes.centre(site.middle, HEX_SIDE)
    return MAP.moved(x, -y).turned(-SIXTH * site.turn)


def _tile(shot: Mapping[str, Any], state: State, place: int, middle: Pose) -> dict[str, Any]:
    """A board, face up or down; the middle of its hexes is not the middle of its box."""
    deck, site = state.deck, state.deck.sites[place]
    board, face = deck.boards[state.boards[place]], "front" if place in state.face_up else "back"
    turned = middle.turned(-SIXTH * shot.get("misturned", {}).get(site.id, 0))
    at, size = board_middle(deck, board, face), board_box(deck, board)[1]
    pose = turned.moved(size.width / 2 - at.x, at.y - size.height / 2)
    return {**laid(f"tile-{board.id}", pose, face), "curl": 0.2, "warp": 0.2}


def _ships(hand: Hand, state: State, tiles: Mapping[str, Pose]) -> Iterator[dict[str, Any]]:
    """Their bases, and the anchor where someone was rescued."""
    for name, vessel in (("ship-penguins", state.ship), ("ship-pirates", state.pirate)):
        if vessel is not None:
            pose = hand.near(_hex(state, vessel.hex, tiles).turned(-SIXTH * vessel.facing), 0.7)
            yield {**laid(name, pose, z=ON_BOARD), **FLAT, "part": "base"}
    if (bob := _bob(state)) is not None:
        yield _marker(
            "anchor", hand.near(_hex(state, bob, tiles).moved(-4, -5), 0.8), ON_BOARD - 0.4
        )


def _hex(state: State, hex_id: HexId, tiles: Mapping[str, Pose]) -> Pose:
    """The middle of a hex, as its board lies; upright with the map."""
    chart = state.deck.chart
    site = chart.sites[chart.place[hex_id]]
    (x, y), (mx, my) = (
        hexes.centre(chart.spots[hex_id], HEX_SIDE),
        hexes.centre(site.middle, HEX_SIDE),
    )
    return tiles[site.id].turned(SIXTH * site.turn).moved(x - mx, my - y)


def _bob(state: State) -> HexId | None:
    """Bob's hex, once he is rescued."""
    if BOB not in state.rescued:
        return None
    return next(h for h in range(len(state.deck.chart.spots)) if state.face(h).special == BOB)


def _marker(name: str, pose: Pose, z: float) -> dict[str, Any]:
    return {**laid(name, pose, z=z), **FLAT}


def _tracker(hand: Hand, state: State, name: str) -> Iterator[dict[str, Any]]:
    """A tracker, and on it the markers: waves for sails and speed, the crab for water."""
    plan, pose = tracker_plan(state.deck, TRACKERS[name]), hand.near(TRACKER_AT[name], 1.5)
    yield {**laid(name, pose), "curl": 0.2, "warp": 0.2}
    for verb in TRACKERS[name]:
        corner = plan.step(verb, getattr(state.tracks, verb))
        x, y = corner.x + plan.cell.width / 2, corner.y + plan.cell.height - MARKER.height / 2 - 0.5
        at = pose.moved(x - plan.size.width / 2, plan.size.height / 2 - y)
        yield _marker("crab" if verb == "water" else "wave", hand.near(at, 0.5), ON_BOARD)


def _pool(hand: Hand, state: State) -> Iterator[dict[str, Any]]:
    """The fish that are left, the captain, and the anchor while nobody has been rescued."""
    for number in range(state.tracks.fish):
        row, column = divmod(number, 5)
        yield _marker(
            "fish", hand.near(FISH_AT.moved(column * FISH_PITCH[0], -row * FISH_PITCH[1])), 0.2
        )
    yield _marker("captain", hand.near(CAPTAIN_AT, 3), 0.2)
    if _bob(state) is None:
        yield _marker("anchor", hand.near(SPARE_AT, 3), 0.2)


def _crew(hand: Hand, state: State) -> Iterator[dict[str, Any]]:
    """The event of the turn, handicap cards with their penguins on the spots that they stand on, or
    beside.
    """
    if state.turn > len(state.events):
        return
    yield hand.card(state.event.id, hand.near(EVENT_AT, 2))
    for penguin, look in enumerate(state.deck.penguins):
        pose, spot = hand.near(CARDS_AT[penguin], 1.5), state.spots[penguin]
        yield hand.card(f"handicap-{state.card(penguin).id}", pose)
        at = _spot(ACTIONS.index(spot)) if spot else Point(POKER.width / 2, POKER.height + 16)
        there = pose.moved(at.x - POKER.width / 2, POKER.height / 2 - at.y)
        yield _marker(f"penguin-{look.id}", hand.near(there, 0.5), ON_BOARD)


def _spot(number: int) -> Point:
    """The middle of the penguin's place on a spot of a handicap card, from the card's
    top left, mm.
    """
    row, column = divmod(number, 2)
    right = EDGE + column * (CELL.width + GAP) + CELL.width
    low = EDGE + HEAD + row * (CELL.height + GAP) + CELL.height
    return Point(right - MARKER.width / 2 - 0.6, low - MARKER.height / 2 - 0.6)


def _truth(shot: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Boards by site with their turns clockwise, ships, tracks and who has been rescued, in the
    words of the rules; and the verdict, where hands have turned a board.
    """
    deck, chart, tracks = state.deck, state.deck.chart, state.tracks
    boards = {
        site.id: _board_words(deck.boards[state.boards[place]], up=place in state.face_up,
                              turn=site.turn + shot.get("misturned", {}).get(site.id, 0))
        for place, site in enumerate(deck.sites)
    }  # fmt: skip
    seen = {
        "boards": boards,
        "ship": _vessel_words(state.ship, chart.name(state.ship.hex)),
        "pirate": _vessel_words(state.pirate, chart.name(state.pirate.hex))
        if state.pirate
        else None,
        "rescued": sorted(state.rescued),
    }
    counted = {verb: getattr(tracks, verb) for verb in ("sails", "speed", "water", "fish")}
    verdict = {"verdict": "illegal"} if shot.get("misturned") else {}
    return {
        **(seen if shot.get("map", True) else {}),
        "tracks": counted,
        "turn": state.turn,
        **verdict,
    }


def _board_words(board: Board, *, up: bool, turn: int) -> dict[str, Any]:
    return {"board": board.id if up else None, "back": board.back, "up": up, "turn": turn}


def _vessel_words(vessel: Vessel, name: str) -> dict[str, str]:
    return {"hex": name, "facing": DIRECTION_NAMES[vessel.facing]}
