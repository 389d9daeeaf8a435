"""Rocks on the table: the board's four panels pushed together, penguins on their bases, rocks on
spaces and piles.

A shot says `players` and `moves` (how many the bots have made; "end" plays to the end). Rocks lie
beside a penguin that shares their space, and one that is carried lies on the pad of its carrier's
base. `gap` is how far the panels lie apart, mm. `hide` are places with a finger on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.photos.layouts.hands import FLAT, Hand, Pose, finger, laid, position
from companion.rocks.board import PENGUINS, Board, Nest, Place, PlaceId
from companion.rocks.measures import ROCK, STAND
from companion.rocks.state import Position, State

# so high over the table lies what lies on the board, and on a penguin's base, mm
ON_BOARD, ON_BASE = 1.4, 2.0
PITCH = ROCK.width + 1.2  # from rock to rock, mm
ASIDE = 11.5  # from the middle of a space to rocks beside a penguin, mm
BACK = 6.5  # how far the penguin makes room for them, mm
EDGE = 26.0  # from the middle of a pile to penguins at its edge, mm
TIP = 36.0  # from the middle of a finger to what its tip covers, mm
MOST_MOVES = 4000


def layout(shot: Mapping[str, Any], deck: Board) -> dict[str, Any]:
    """The board of a shot and what stands on it, and what a perfect reader would say."""
    hand, board = Hand(shot), deck
    game = _played(shot, board)
    under = Pose(0, 0, shot.get("lean", 0))
    pieces = list(_panels(hand, shot, board, under))
    for number, place in enumerate(board.places):
        there = [penguin for penguin, stand in enumerate(game.stands) if stand == number]
        pieces += _on_place(hand, game, place, _at(under, place), there)
    hidden = shot.get("hide", [])
    fingers = [_finger(_at(under, place)) for place in board.places if place.id in hidden]
    truth = {**_truth(game), "hidden": hidden}
    return {"pieces": pieces, "fingers": fingers, "centre": [0, 0], "truth": truth}


def _played(shot: Mapping[str, Any], board: Board) -> Position:
    most = MOST_MOVES if shot["moves"] == "end" else shot["moves"]

    def reached(_state: State, moves: int) -> bool:
        return bool(moves >= most)

    state: State = position("rocks", board, shot.get("players", 2), shot["seed"], reached)
    return state.position


def _at(under: Pose, place: Place) -> Pose:
    """A place of the board on the table; boards count y down."""
    return under.moved(place.at[0], -place.at[1])


def _panels(
    hand: Hand, shot: Mapping[str, Any], board: Board, under: Pose
) -> Iterator[dict[str, Any]]:
    """Four quarters, by rows from the top left, that nearly meet."""
    quarter, gap = board.drawing.side / 4, shot.get("gap", 0.3)
    for number, (x, y) in enumerate(((-1, 1), (1, 1), (-1, -1), (1, -1)), 1):
        pose = under.moved(x * (quarter + gap / 2), y * (quarter + gap / 2))
        pose = Pose(pose.x, pose.y, pose.turn + hand.rng.uniform(-0.1, 0.1))
        yield {**laid(f"board.{number}", pose), "curl": 0.3, "warp": 0.2}


def _on_place(
    hand: Hand, game: Position, place: Place, at: Pose, there: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Rocks, then penguins, each with what it carries."""
    number = [other.id for other in game.board.places].index(place.id)
    turned = at.turned(hand.rng.uniform(0, 360))
    spots = list(_spots(game.rocks[number], crowded=bool(there) and not place.is_pile))
    for right, up in spots:
        yield _rock(hand, hand.near(turned.moved(right, up), 0.4), ON_BOARD)
    for index, penguin in enumerate(there):
        back = -EDGE * (1 if index % 2 == 0 else -1) if place.is_pile else -BACK if spots else 0.0
        pose = hand.near(turned.moved(0, back), 0.4)
        yield {**laid(_name(game.board, penguin), pose, z=ON_BOARD), **FLAT, "part": "base"}
        if game.carries[penguin]:
            yield _rock(hand, hand.near(_pad(pose), 0.3), ON_BASE)


def _spots(rocks: int, *, crowded: bool) -> Iterator[tuple[float, float]]:
    """Where so many rocks lie about the middle of a place, mm: side by side, never on
    each other.
    """
    columns = min(rocks, 3 if rocks > 4 else 2)
    for number in range(rocks):
        row, column = divmod(number, columns)
        rows = -(-rocks // columns)
        yield (
            (column - (columns - 1) / 2) * PITCH,
            ASIDE if crowded else (row - (rows - 1) / 2) * PITCH,
        )


def _rock(hand: Hand, pose: Pose, z: float) -> dict[str, Any]:
    return {**laid("rock", pose.turned(hand.rng.uniform(-8, 8)), z=z), **FLAT}


def _pad(pose: Pose) -> Pose:
    """The middle of the pad of a base in this pose."""
    x, y = STAND.pad
    return pose.moved(x - STAND.size.width / 2, STAND.size.height - STAND.base.height / 2 - y)


def _name(board: Board, penguin: int) -> str:
    seat, number = divmod(penguin, PENGUINS)
    return f"penguin-{board.nests[seat].id}-{number + 1}"


def _finger(pose: Pose) -> dict[str, float]:
    """A finger whose tip is on the place, its hand away from the middle of the board."""
    way = 1 if pose.x > 0 else -1
    return finger(Pose(pose.x + way * TIP, pose.y, 90))


def _truth(game: Position) -> dict[str, Any]:
    """Rocks by place, where each penguin is and whether it carries, and whose nest is complete
    (rocks R10).
    """
    places = game.board.places
    rocks = {place.id: count for place, count in zip(places, game.rocks, strict=True) if count}
    penguins = {
        _name(game.board, penguin): {"place": places[stand].id, "carries": game.carries[penguin]}
        for penguin, stand in enumerate(game.stands)
    }
    owned = list(enumerate(game.board.nests[: game.players]))
    won = [nest.id for seat, nest in owned if _complete(nest, rocks, _standing(game, seat))]
    return {"rocks": rocks, "penguins": penguins, "won": won}


def _standing(game: Position, seat: int) -> set[PlaceId]:
    return {
        game.board.places[stand].id
        for stand in game.stands[PENGUINS * seat : PENGUINS * (seat + 1)]
    }


def _complete(nest: Nest, rocks: Mapping[PlaceId, int], standing: set[PlaceId]) -> bool:
    return nest.centre in standing and all(outer in rocks for outer in nest.ring)
