"""Pirates on the table: the map as far as it is turned up, ships on their bases, trackers, tokens,
the crew's cards.

A shot says `players`, `moves` (how many the bots have made) and what hands got wrong: `misturned`
are boards (by the site's name) turned by so many sixths clockwise, which no game allows. `crew`
leaves out the handicap cards if false. `hide` are sites with a finger across the board's tag.
Without `map` only the trackers and tokens lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.photos.layouts import FLAT, Hand, Pose, laid, position
from companion import hexes
from companion.hexes import DIRECTION_NAMES
from companion.layout import POKER
from companion.pirates.boards import BOB, HexId
from companion.pirates.deck import ACTIONS, Deck
from companion.pirates.pieces import (
    HEX_SIDE,
    MARKER,
    TRACKERS,
    board_box,
    board_middle,
    tracker_plan,
)
from companion.pirates.state import State
from printables.faces.pirates.cards import CELL, EDGE, GAP, HEAD

MAP = Pose(-41, -197)  # the first board, so that map and trackers are in the middle together
ON_BOARD = 1.6  # height of what lies on a board, mm
SIXTH = 60
TRACKED = ("sails", "speed", "water", "fish")
TRACKER_AT = {"tracker-sails-speed": Pose(245, 130), "tracker-water": Pose(245, 22)}
FISH_AT, FISH_PITCH = Pose(165, -60), (24.0, 26.0)
CAPTAIN_AT, SPARE_AT, EVENT_AT = Pose(305, -52), Pose(305, -92), Pose(245, -200)
CARDS_AT = (Pose(-292, -215), Pose(-218, -219), Pose(95, -214), Pose(168, -217))
Piece = dict[str, Any]


def layout(shot: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    """Return the whole table of a shot, and the truth."""
    hand, sea = Hand(shot), shot.get("map", True)
    state: State = position(shot, deck, 4, lambda _, moves: moves >= shot["moves"])
    wrong, hidden = shot.get("misturned", {}), shot.get("hide", [])
    pieces: list[Piece] = []
    fingers: list[dict[str, float]] = []
    if sea:
        tiles = {}  # the middle of each site; the map's north is away from the camera
        for place, site in enumerate(deck.sites):
            x, y = hexes.centre(site.middle, HEX_SIDE)
            tile = hand.near(MAP.moved(x, -y).turned(-SIXTH * site.turn), 0.4)
            tiles[site.id] = tile
            board = deck.boards[state.boards[place]]
            face = "front" if place in state.face_up else "back"
            # the middle of its hexes is not the middle of its box
            at, size = board_middle(deck, board, face), board_box(deck, board)[1]
            turned = tile.turned(-SIXTH * wrong.get(site.id, 0))
            pose = turned.moved(size.width / 2 - at.x, at.y - size.height / 2)
            pieces.append({**laid(f"tile-{board.id}", pose, face), "curl": 0.2, "warp": 0.2})
        pieces += _ships(hand, state, tiles)
        fingers = [tiles[site].moved(HEX_SIDE, 0).turned(70).words() for site in hidden]
    pieces += [piece for name in TRACKERS for piece in _tracker(hand, state, name)]
    for number in range(state.tracks.fish):  # those that are left
        row, column = divmod(number, 5)
        fish = FISH_AT.moved(column * FISH_PITCH[0], -row * FISH_PITCH[1])
        pieces.append(_marker("fish", hand.near(fish), 0.2))
    pieces.append(_marker("captain", hand.near(CAPTAIN_AT, 3), 0.2))
    if BOB not in state.rescued:  # nor is the anchor on the map
        pieces.append(_marker("anchor", hand.near(SPARE_AT, 3), 0.2))
    if shot.get("crew", True) and state.turn <= len(state.events):
        pieces += _crew(hand, state)
    truth = {
        **(_map_truth(state, wrong) if sea else {}),
        "tracks": {each: getattr(state.tracks, each) for each in TRACKED},
        "turn": state.turn,
        **({"verdict": "illegal"} if wrong else {}),
        "hidden": hidden,
    }
    centre = [0, 0] if sea else [245, 40]
    return {"pieces": pieces, "fingers": fingers, "centre": centre, "truth": truth}


def _ships(hand: Hand, state: State, tiles: Mapping[str, Pose]) -> Iterator[Piece]:
    """Yield the ships' bases, and the anchor where someone was rescued."""
    for name, vessel in (("ship-penguins", state.ship), ("ship-pirates", state.pirate)):
        if vessel is not None:
            pose = hand.near(_hex(state, vessel.hex, tiles).turned(-SIXTH * vessel.facing), 0.7)
            yield {**_marker(name, pose), "part": "base"}
    if BOB in state.rescued:
        hexagons = range(len(state.deck.chart.spots))
        bob = next(each for each in hexagons if state.face(each).special == BOB)
        at = hand.near(_hex(state, bob, tiles).moved(-4, -5), 0.8)
        yield _marker("anchor", at, ON_BOARD - 0.4)


def _hex(state: State, hex_id: HexId, tiles: Mapping[str, Pose]) -> Pose:
    """Return the middle of a hex as its board lies, upright with the map."""
    chart = state.deck.chart
    site = chart.sites[chart.place[hex_id]]
    x, y = hexes.centre(chart.spots[hex_id], HEX_SIDE)
    middle_x, middle_y = hexes.centre(site.middle, HEX_SIDE)
    return tiles[site.id].turned(SIXTH * site.turn).moved(x - middle_x, middle_y - y)


def _marker(name: str, pose: Pose, z: float = ON_BOARD) -> Piece:
    return {**laid(name, pose, z=z), **FLAT}


def _tracker(hand: Hand, state: State, name: str) -> Iterator[Piece]:
    """Yield a tracker and its markers: waves for sails and speed, the crab for water."""
    plan, pose = tracker_plan(state.deck, TRACKERS[name]), hand.near(TRACKER_AT[name], 1.5)
    yield {**laid(name, pose), "curl": 0.2, "warp": 0.2}
    for verb in TRACKERS[name]:
        corner = plan.step(verb, getattr(state.tracks, verb))
        x, y = corner.x + plan.cell.width / 2, corner.y + plan.cell.height - MARKER.height / 2 - 0.5
        at = pose.moved(x - plan.size.width / 2, plan.size.height / 2 - y)
        yield _marker("crab" if verb == "water" else "wave", hand.near(at, 0.5))


def _crew(hand: Hand, state: State) -> Iterator[Piece]:
    """Yield the turn's event, and handicap cards with their penguins on them or beside."""
    yield laid(state.event.id, hand.near(EVENT_AT, 2))
    for penguin, look in enumerate(state.deck.penguins):
        pose, spot = hand.near(CARDS_AT[penguin], 1.5), state.spots[penguin]
        yield laid(f"handicap-{state.card(penguin).id}", pose)
        x, y = POKER.width / 2, POKER.height + 16
        if spot:  # its place on the card, from the card's top left
            row, column = divmod(ACTIONS.index(spot), 2)
            x = EDGE + column * (CELL.width + GAP) + CELL.width - MARKER.width / 2 - 0.6
            y = EDGE + HEAD + row * (CELL.height + GAP) + CELL.height - MARKER.height / 2 - 0.6
        there = pose.moved(x - POKER.width / 2, POKER.height / 2 - y)
        yield _marker(f"penguin-{look.id}", hand.near(there, 0.5))


def _map_truth(state: State, wrong: Mapping[str, int]) -> dict[str, Any]:
    """Return boards by site with their turns clockwise, ships, and who was rescued."""
    deck, boards = state.deck, {}
    for place, site in enumerate(deck.sites):
        board, up = deck.boards[state.boards[place]], place in state.face_up
        boards[site.id] = {"board": board.id if up else None, "back": board.back, "up": up,
                           "turn": site.turn + wrong.get(site.id, 0)}  # fmt: skip
    ship, pirate = (
        vessel and {"hex": deck.chart.name(vessel.hex), "facing": DIRECTION_NAMES[vessel.facing]}
        for vessel in (state.ship, state.pirate)
    )
    return {"boards": boards, "ship": ship, "pirate": pirate, "rescued": sorted(state.rescued)}
