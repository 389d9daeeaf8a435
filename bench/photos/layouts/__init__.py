"""What lies on the table in a photograph: one module a game, each with `layout(shot, deck)`, pure
and seeded.

A shot is a row of `bench/photos/sets/*.toml`. A layout says where pieces lie: mm on the table, x to
the right and y away from the camera, degrees counter-clockwise seen from above:

    {"pieces": [{"id", "face", "x", "y", "rotation", "z", ...}], "pyramids": [...],
     "fingers": [{"x", "y", "rotation"}], "centre": [x, y], "truth": {...}}

`truth` is the game as it lies there, in the words of the game's own reading. Positions come from
games that bots have really played. Of standees (`"part": "base"`) only the flat base lies there.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from companion.game import game, slugs

GAMES = slugs()
FLAT = {"curl": 0.0, "warp": 0.0}
TOKEN = {"z": 1.2, **FLAT}  # on top of a card that may be bent
TIP = 36.0  # from the middle of a finger to what its tip covers, mm


def layout(shot: Mapping[str, Any]) -> dict[str, Any]:
    """Return the layout of a shot, with the standard deck of its `game`."""
    module = import_module(f"bench.photos.layouts.{shot['game']}")
    return dict(module.layout(shot, standard(shot)))


def standard(shot: Mapping[str, Any]) -> Any:
    """Return the standard deck or board of a shot's game; solitaire's in the shot's size."""
    slug = shot["game"]
    module = {"rocks": "boardfile", "solitaire": "board"}.get(slug, "deck")
    deck = import_module(f"companion.{slug}.{module}").standard()
    return deck.sized(*shot["size_of_board"]) if "size_of_board" in shot else deck


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a piece lies (mm), and its turn (degrees counter-clockwise)."""

    x: float
    y: float
    turn: float = 0.0

    def moved(self, right: float, up: float) -> Pose:
        """Return the pose moved to the piece's own right and up."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return Pose(self.x + c * right - s * up, self.y + s * right + c * up, self.turn)

    def turned(self, degrees: float) -> Pose:
        """Return the pose turned further."""
        return Pose(self.x, self.y, self.turn + degrees)

    def words(self) -> dict[str, float]:
        """Return the pose as a layout has it, to a hundredth of a mm."""
        return {"x": round(self.x, 2), "y": round(self.y, 2), "rotation": round(self.turn, 2)}


class Hand:
    """Lays pieces a little off, as people do."""

    def __init__(self, shot: Mapping[str, Any]) -> None:
        self.rng = random.Random(f"{shot['game']} {shot['seed']}")

    def near(self, pose: Pose, share: float = 1.0) -> Pose:
        """Return the pose off by a share of up to 2 mm and 2 degrees."""
        x, y, turn = (self.rng.uniform(-2, 2) * share for _ in range(3))
        return Pose(pose.x + x, pose.y + y, pose.turn + turn)


def laid(name: str, pose: Pose, face: str = "front", z: float = 0.0) -> dict[str, Any]:
    """Return a piece as a layout has it."""
    return {"id": name, "face": face, **pose.words(), **({"z": round(z, 2)} if z else {})}


def fingertip(pose: Pose) -> dict[str, float]:
    """Return a finger whose tip is on a place, pointing to the middle of the table."""
    return Pose(pose.x + (TIP if pose.x > 0 else -TIP), pose.y, 90).words()


def position(
    shot: Mapping[str, Any], deck: Any, players: int, until: Callable[[Any, int], bool]
) -> Any:
    """Return the state of a game of bots when `until(state, moves made)`, or at its end."""
    slug, seed, players = shot["game"], shot["seed"], shot.get("players", players)
    play = game(slug).need_play()
    rules, bot = play.rules, play.bots[shot.get("bot", "sensible")]
    chance = random.Random(f"{slug} {seed}")
    state, moves = rules.setup(deck, players, seed), 0
    while not until(state, moves) and (movers := rules.to_move(state)):
        seat = movers[0]
        move = bot(rules.view(state, seat), rules.legal_moves(state, seat), chance)
        state, moves = rules.apply(state, seat, move), moves + 1
    return state
