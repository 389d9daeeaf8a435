"""What makes a count wrong: pieces of the same game on each other, cut frames, stitched panoramas.

Each clash changes a table that is easy to read otherwise, or its photo. What it hides or leaves out
may be asked about, and never be stated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import numpy as np

from bench.photos.lab import TruePiece
from bench.photos.lab_prints import Pixels, Prints
from bench.photos.lab_scene import Rng, Scene
from bench.photos.layouts import FLAT, Pose, laid

LAID = {  # kinds of pieces that people drop on others, by game; a token on a card just counts
    "giza": ("penguin", "goal"),
    "combust": ("penguin", "event"),
}
PILE = 80.0  # mm from the middle of a combust table: the discard pile, but no line
OVER = 1.0  # mm, height of a dropped piece over the one below
SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, 1), "bottom": (0, -1)}
FAR = 0.5  # mm of table to a mm of the camera's height, from a picture's middle to its long edge
STRIP = (0.02, 0.08)  # of a picture's width, which a panorama repeats or leaves out
SEAMS = ("repeated", "lost")
CLASHES = ("dropped", "copy", "piled", *SIDES, *SEAMS)


def clashes(game: str) -> tuple[str, ...]:
    """Return the clashes that a game's tables can have."""
    some = CLASHES if game in LAID else (*SIDES, *SEAMS)
    return tuple(each for each in some if each != "piled" or game == "giza")


def dropped(
    game: str, table: Mapping[str, Any], prints: Prints, clash: str, rng: Rng
) -> dict[str, Any]:
    """Return a table with a piece dropped half on another: a stranger, or a "copy" of one there.

    One on the discard pile is its top.
    """
    pieces = table["pieces"]
    there = {piece["id"] for piece in pieces}
    under = pieces[int(rng.integers(len(pieces)))]
    names = sorted(
        (name, face)
        for (name, face), piece in prints.pieces.items()
        if piece.kind in LAID[game] and (name in there) == (clash == "copy")
    ) or sorted(key for key in prints.pieces if key[0] in there)
    name, face = names[int(rng.integers(len(names)))]
    right, up, turn = rng.uniform((-30, -40, -70), (30, 40, 70)).tolist()
    pose = Pose(under["x"], under["y"], under["rotation"]).moved(right, up).turned(turn)
    on = laid(name, pose, face, z=under.get("z", 0.0) + OVER) | FLAT
    true = table["truth"]
    discarded = under["face"] == "front" and hypot(under["x"], under["y"]) < PILE
    if game == "combust" and face == "front" and discarded:  # the draw pile lies face down
        true = {**true, "discard": [name]}
    return {**table, "pieces": [*pieces, on], "truth": true}


def aimed(scene: Scene, table: Mapping[str, Any], side: str, rng: Rng) -> Scene:
    """Return a scene whose frame cuts the outermost piece at a side of the picture, or more."""
    turn = np.radians(scene.turn + scene.roll)
    right, up = SIDES[side]
    c, s = np.cos(turn), np.sin(turn)
    way = np.array([right * c - up * s, right * s + up * c])
    places = np.array([(piece["x"], piece["y"]) for piece in table["pieces"]]) - table["centre"]
    edge = scene.height * FAR * (1 if right else 3 / 4)
    back = edge - float((places @ way).max()) + float(rng.uniform(0, 60))
    return replace(scene, aside=tuple((-way * back).tolist()))


@dataclass(frozen=True, slots=True)
class Seam:
    """Where a panorama is stitched, px: it shows `left` columns, then those from `right` on.

    Columns between are shown twice if `right` is less than `left`, or not at all.
    """

    left: int
    right: int

    @staticmethod
    def drawn(wide: int, clash: str, seed: int) -> Seam | None:
        """Return the seam of a picture that is so wide; None unless the clash is one."""
        if clash not in SEAMS:
            return None
        rng = np.random.default_rng([seed, 5])
        strip, at = int(rng.uniform(*STRIP) * wide), int(rng.uniform(0.25, 0.7) * wide)
        return Seam(at + strip, at) if clash == "repeated" else Seam(at, at + strip)

    def stitched(self, photo: Pixels) -> Pixels:
        """Return the panorama."""
        return np.asarray(np.hstack([photo[:, : self.left], photo[:, self.right :]]), np.uint8)

    def moved(self, piece: TruePiece) -> TruePiece:
        """Return where a piece is in the panorama: at the seam, `outline` or `flat`."""
        by, across = (self.left - self.right, 0), piece.outline[:, 0]
        tags = tuple(
            replace(tag, corners=tag.corners + by) if tag.corners[:, 0].mean() > self.right else tag
            for tag in piece.tags
        )
        outline = piece.outline if across.min() < self.left else piece.outline + by
        flat = piece.flat + by if across.max() > self.right else piece.flat
        return replace(piece, outline=outline, flat=flat, tags=tags)
