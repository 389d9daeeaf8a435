"""What all layouts share: pieces laid by hands, sleeves that shine, fingers in the way, and games
played to a point.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import game

SLEEVE = {"roughness": 0.12, "specular": 0.7, "curl": 0.2, "warp": 0.1}  # as a renderer takes them
FLAT = {"curl": 0.0, "warp": 0.0}
TOKEN = {"z": 1.2, **FLAT}  # on top of a card that may be bent


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a piece lies (mm) and how far it is turned (degrees
    counter-clockwise).
    """

    x: float
    y: float
    turn: float = 0.0

    def moved(self, right: float, up: float) -> Pose:
        """The pose so far to the right and up as the piece itself is turned."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return Pose(self.x + c * right - s * up, self.y + s * right + c * up, self.turn)

    def turned(self, degrees: float) -> Pose:
        """The same place, turned further."""
        return Pose(self.x, self.y, self.turn + degrees)


class Hand:
    """Lays pieces a little off, as hands do: `jitter` 1 is up to 2 mm and 2 degrees."""

    def __init__(self, shot: Mapping[str, Any]) -> None:
        self.rng = random.Random(f"{shot['game']} {shot['seed']}")
        self._jitter = shot.get("jitter", 1.0)
        self._surface = SLEEVE if shot.get("sleeved") else {}

    def near(self, pose: Pose, share: float = 1.0) -> Pose:
        """A pose missed by a little."""
        off = [self.rng.uniform(-2, 2) * self._jitter * share for _ in range(3)]
        return Pose(pose.x + off[0], pose.y + off[1], pose.turn + off[2])

    def card(self, name: str, pose: Pose, face: str = "front", z: float = 0.0) -> dict[str, Any]:
        """A card; in a sleeve when the shot says so."""
        return {**laid(name, pose, face, z), **self._surface}

    def token(self, name: str, pose: Pose, face: str = "front") -> dict[str, Any]:
        """A token, flat, on top of whatever lies there, turned anyhow within 40 degrees."""
        return {**laid(name, pose.turned(self.rng.uniform(-40, 40)), face), **TOKEN}


def laid(name: str, pose: Pose, face: str = "front", z: float = 0.0) -> dict[str, Any]:
    """A piece as a layout names it, to a hundredth of a mm."""
    found = {
        "id": name,
        "face": face,
        "x": round(pose.x, 2),
        "y": round(pose.y, 2),
        "rotation": round(pose.turn, 2),
    }
    return {**found, "z": round(z, 2)} if z else found


def finger(pose: Pose) -> dict[str, float]:
    """A finger that points along the pose's up."""
    return {"x": round(pose.x, 2), "y": round(pose.y, 2), "rotation": round(pose.turn, 2)}


def position(  # noqa: PLR0917 - what makes a game, and when and how to play it
    slug: str,
    deck: Any,
    players: int,
    seed: int,
    until: Callable[[Any, int], bool],
    bots: str = "sensible",
) -> Any:
    """The state that bots have come to when `until(state, moves made)` first holds, or at the
    game's end.
    """
    play = game(slug).need_play()
    rules, bot, chance = play.rules, play.bots[bots], random.Random(f"{slug} {seed}")
    state, moves = rules.setup(deck, players, seed), 0
    while not until(state, moves) and (movers := rules.to_move(state)):
        seat = movers[0]
        move = bot(rules.view(state, seat), rules.legal_moves(state, seat), chance)
        state, moves = rules.apply(state, seat, move), moves + 1
    return state
