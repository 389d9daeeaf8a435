"""Every printed piece of pirates with its size and what the rules know of it (games.md, pirates: components)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from companion import hexes
from companion.game import Piece
from companion.hexes import ORIGIN, STEPS, Hex, Point
from companion.layout import POKER, TOKEN, Size, TagSpot
from companion.pirates.boards import Board
from companion.pirates.chart import PETALS, PIER
from companion.pirates.crew import ACTIONS, COLOURS
from companion.pirates.deck import Deck, Event
from companion.pirates.tracks import VERBS

HEX_SIDE = 25.0  # mm: a flower is then 125 x 130, two to an A4 page, and a hex 43 wide holds ship and dots
SHIP = Size(34, 34)  # the flat base that the standee stands on lies inside a hex
TRACK_STEP = 10.0  # mm a step of a track
FRONT: Mapping[str, tuple[TagSpot, ...]] = {"front": ()}  # tags come with printing and scanning
BOTH: Mapping[str, tuple[TagSpot, ...]] = {"front": (), "back": ()}


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """All pieces of `deck` in the order of printing."""
    return (*_tiles(deck), *_handicaps(deck), *_events(deck), *_trackers(deck), *_tokens(deck), *_ships())


def board_hexes(deck: Deck, board: Board) -> tuple[Hex, ...]:
    """Where a board's hexes lie, its middle being the origin, in the order of its faces."""
    if len(board.faces) == len(PETALS):
        return hexes.flower(ORIGIN)
    one, other = deck.pier_between
    return (*hexes.flower(ORIGIN), hexes.add(STEPS[one], STEPS[other]))


def board_box(deck: Deck, board: Board, side: float = HEX_SIDE) -> tuple[Point, Size]:
    """The smallest upright box round a board: its top left seen from the middle of the board, and its size, mm."""
    points = [corner for spot in board_hexes(deck, board) for corner in hexes.corners(spot, side)]
    left, top = min(p.x for p in points), min(p.y for p in points)
    return Point(left, top), Size(max(p.x for p in points) - left, max(p.y for p in points) - top)


def effect_texts(event: Event) -> tuple[str, ...]:
    """An event's effects in words, as printed: from the same data that the rules read."""
    changes = tuple(f"{verb.capitalize()} {amount:+d}" for verb, amount in event.changes)
    side = "starboard" if event.turn > 0 else "port"
    turn = (f"The ship turns to {side}" + (f", {abs(event.turn)} times" if abs(event.turn) > 1 else ""),)
    spawn = ("Pirates! If none are on the map, their ship appears in Puerto Rico",)
    return (*changes, *(turn if event.turn else ()), *(spawn if event.spawns else ()))


def _tiles(deck: Deck) -> Iterator[Piece]:
    names = (*PETALS, PIER)
    for board in deck.boards:
        faces = {name: str(face) for name, face in zip(names, board.faces, strict=False)}
        data = {"back": board.back, "hexes": faces, "dots": sum(face.cost for face in board.faces)}
        yield Piece(f"tile-{board.id}", "tile", board_box(deck, board)[1], BOTH, data=data)


def _handicaps(deck: Deck) -> Iterator[Piece]:
    for look, cards in zip(deck.penguins, deck.handicaps, strict=True):
        for card in cards:
            spots: dict[str, Sequence[str]] = {
                colour: [action for action in ACTIONS if card.colour(action) == colour] for colour in COLOURS
            }  # fmt: skip
            data = {"penguin": look.id, "number": card.number, **spots}
            yield Piece(f"handicap-{card.id}", "handicap", POKER, BOTH, data=data)


def _events(deck: Deck) -> Iterator[Piece]:
    for event in deck.events:
        data = {"name": event.name, "order": event.order, "distance": event.distance, "text": effect_texts(event)}
        yield Piece(event.id, "event", POKER, BOTH, data=data)


def _trackers(deck: Deck) -> Iterator[Piece]:
    """One board for sails and speed, one for water (pirates R1)."""
    for name, verbs in (("tracker-sails-speed", ("sails", "speed")), ("tracker-water", ("water",))):
        tracks = [verb for verb in VERBS if verb in verbs]
        steps = max(getattr(deck.most, verb) for verb in tracks) + 1
        data: dict[str, object] = {
            verb: {"start": getattr(deck.start, verb), "most": getattr(deck.most, verb)} for verb in tracks
        }
        size = Size(20 + steps * TRACK_STEP, 12 + 24 * len(tracks))
        yield Piece(name, "tracker", size, FRONT, data=data)


def _tokens(deck: Deck) -> Iterator[Piece]:
    yield from (Piece(f"penguin-{look.id}", "token", TOKEN, FRONT, data={"name": look.name}) for look in deck.penguins)
    yield Piece("captain", "token", Size(25, 25), FRONT)
    yield Piece("wave", "token", Size(10, 20), FRONT, count=2, data={"marks": "sails, speed"})
    yield Piece("crab", "token", Size(10, 20), FRONT, data={"marks": "water"})
    yield Piece("fish", "token", TOKEN, FRONT, count=deck.most.fish, data={"start": deck.start.fish})
    yield Piece("anchor", "token", TOKEN, FRONT, data={"marks": "Bob is rescued"})


def _ships() -> Iterator[Piece]:
    yield Piece("ship-penguins", "standee", SHIP, BOTH, data={"colour": "white"})
    yield Piece("ship-pirates", "standee", SHIP, BOTH, data={"colour": "black"})


def map_size(deck: Deck, side: float = HEX_SIDE) -> Size:
    """How much table the whole map takes, mm, north up."""
    middles = [hexes.centre(spot, side) for spot in deck.chart.spots]
    width = max(m.x for m in middles) - min(m.x for m in middles) + 2 * side
    return Size(width, max(m.y for m in middles) - min(m.y for m in middles) + sqrt(3) * side)
