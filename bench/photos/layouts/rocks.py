"""Rocks on the table: the board's four panels pushed together, penguins on their bases, rocks on
spaces and piles.

A shot says `players` and `moves` (how many the bots have made; "end" plays to the end). Rocks lie
beside a penguin that shares their space, and one that is carried on the pad of its carrier's base.
`gap` is the distance of the panels, mm; `hide` are places under a finger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.photos.layouts import FLAT, Hand, Pose, fingertip, laid, position
from companion.rocks.board import PENGUINS, Board
from companion.rocks.pieces import ROCK, STAND
from companion.rocks.state import State

ON_BOARD, ON_BASE = 1.4, 2.0  # height of what lies on the board, and on a penguin's base, mm
PITCH = ROCK.width + 1.2  # from rock to rock, mm
ASIDE = 11.5  # from the middle of a space to rocks beside a penguin, mm
BACK = 6.5  # how far the penguin makes room for them, mm
EDGE = 26.0  # from the middle of a pile to penguins at its edge, mm
MOST_MOVES = 4000


def layout(shot: Mapping[str, Any], deck: Board) -> dict[str, Any]:
    """Return the board of a shot with what stands on it, and the truth."""
    hand = Hand(shot)
    most = MOST_MOVES if shot["moves"] == "end" else shot["moves"]
    game: State = position(shot, deck, 2, lambda _, moves: moves >= most)
    middle, pieces = deck.drawing.side / 4 + shot.get("gap", 0.3) / 2, []
    for number, (x, y) in enumerate(((-1, 1), (1, 1), (-1, -1), (1, -1)), 1):
        pose = Pose(x * middle, y * middle, hand.rng.uniform(-0.1, 0.1))
        pieces.append({**laid(f"board.{number}", pose), "curl": 0.3, "warp": 0.2})
    at = [Pose(place.at[0], -place.at[1]) for place in deck.places]  # boards count y down
    for number, pose in enumerate(at):
        pieces += _on_place(hand, game, number, pose)
    hidden = shot.get("hide", [])
    places = deck.places
    fingers = [fingertip(pose) for pose, each in zip(at, places, strict=True) if each.id in hidden]
    rocks = {place.id: count for place, count in zip(places, game.rocks, strict=True) if count}
    penguins = {
        _name(deck, penguin): {"place": places[stand].id, "carries": game.carries[penguin]}
        for penguin, stand in enumerate(game.stands)
    }
    won = []  # complete nests (rocks R10)
    for seat, nest in enumerate(deck.nests[: game.players]):
        stands = game.stands[PENGUINS * seat : PENGUINS * (seat + 1)]
        if nest.centre in {places[at].id for at in stands} and rocks.keys() >= {*nest.ring}:
            won.append(nest.id)
    truth = {"rocks": rocks, "penguins": penguins, "won": won, "hidden": hidden}
    return {"pieces": pieces, "fingers": fingers, "centre": [0, 0], "truth": truth}


def _on_place(hand: Hand, game: State, number: int, at: Pose) -> Iterator[dict[str, Any]]:
    """Yield rocks side by side, never on each other, then penguins with what they carry."""
    there = [penguin for penguin, stand in enumerate(game.stands) if stand == number]
    pile, rocks = game.board.places[number].is_pile, game.rocks[number]
    turned = at.turned(hand.rng.uniform(0, 360))
    columns = min(rocks, 3 if rocks > 4 else 2)
    for rock in range(rocks):
        row, column = divmod(rock, columns)
        up = ASIDE if there and not pile else (row - (-(-rocks // columns) - 1) / 2) * PITCH
        right = (column - (columns - 1) / 2) * PITCH
        yield _rock(hand, hand.near(turned.moved(right, up), 0.4), ON_BOARD)
    for index, penguin in enumerate(there):
        back = EDGE * (-1) ** (index + 1) if pile else -BACK if rocks else 0.0
        pose = hand.near(turned.moved(0, back), 0.4)
        yield {**laid(_name(game.board, penguin), pose, z=ON_BOARD), **FLAT, "part": "base"}
        if game.carries[penguin]:
            x, y = STAND.pad
            low = STAND.size.height - STAND.base.height / 2
            pad = pose.moved(x - STAND.size.width / 2, low - y)
            yield _rock(hand, hand.near(pad, 0.3), ON_BASE)


def _rock(hand: Hand, pose: Pose, z: float) -> dict[str, Any]:
    return {**laid("rock", pose.turned(hand.rng.uniform(-8, 8)), z=z), **FLAT}


def _name(board: Board, penguin: int) -> str:
    seat, number = divmod(penguin, PENGUINS)
    return f"penguin-{board.nests[seat].id}-{number + 1}"
