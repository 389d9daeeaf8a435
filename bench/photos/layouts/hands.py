"""What all layouts share: pieces laid by hands, fingers in the way, and games played to a point."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import game

FLAT = {"curl": 0.0, "warp": 0.0}
TOKEN = {"z": 1.2, **FLAT}  # on top of a card that may be bent
TIP = 36.0  # from the middle of a finger to what its tip covers, mm


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a piece lies (mm), and its turn (degrees counter-clockwise)."""

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

    def words(self) -> dict[str, float]:
        """The pose as a layout names it, to a hundredth of a mm; also a finger that points up."""
        return {"x": round(self.x, 2), "y": round(self.y, 2), "rotation": round(self.turn, 2)}


class Hand:
    """Lays pieces a little off, as hands do."""

    def __init__(self, shot: Mapping[str, Any]) -> None:
        self.rng = random.Random(f"{shot['game']} {shot['seed']}")

    def near(self, pose: Pose, share: float = 1.0) -> Pose:
        """A pose missed by a share of up to 2 mm and 2 degrees."""
        x, y, turn = (self.rng.uniform(-2, 2) * share for _ in range(3))
        return Pose(pose.x + x, pose.y + y, pose.turn + turn)


def laid(name: str, pose: Pose, face: str = "front", z: float = 0.0) -> dict[str, Any]:
    """A piece as a layout names it."""
    return {"id": name, "face": face, **pose.words(), **({"z": round(z, 2)} if z else {})}


def fingertip(pose: Pose) -> dict[str, float]:
    """A finger whose tip is on a place, its hand away from the middle of the table."""
    return Pose(pose.x + (TIP if pose.x > 0 else -TIP), pose.y, 90).words()


def position(
    shot: Mapping[str, Any], deck: Any, players: int, until: Callable[[Any, int], bool]
) -> Any:
    """The state of bots' game when `until(state, moves made)` first holds, or at its end."""
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
