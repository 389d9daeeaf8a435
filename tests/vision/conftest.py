"""A small photo studio: any layout of printed pieces, from any side, in a tenth of a second.

Each piece is drawn flat (paper, a blot of colour, its tags) and laid into the picture through a
pinhole camera of a phone's focal length. The path-traced photos in tests/photos prove that reality
is harder; these prove the laws.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.game import Piece
from companion.giza.deck import Deck, read_deck
from companion.giza.pieces import pieces
from companion.giza.pyramid import Pyramid
from companion.tags import modules
from vision.photo.loader import Photo, load

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

# Weight and arms of each colour's thirteen penguins: a deck that no tuning of the real one changes.
NUMBERS = (
    (0, 2, 2), (0, 3, 1), (0, 1, 2), (1, 2, 1), (1, 1, 1), (1, 2, 0), (2, 1, 1),
    (2, 2, 0), (3, 1, 0), (3, 0, 1), (4, 1, 0), (4, 0, 0), (5, 0, 0),
)  # fmt: skip
LEGAL = "01,02,14,15/13,04,17/07,20/09"

PX = 6  # of a drawn piece, per mm
TABLE = (96, 128, 150)


def deck_text() -> str:
    """The shipped deck file with other penguins: its goals and names as they are."""
    shipped = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
    colours = [
        line.split('"')[1]
        for line in shipped.split("[[player]]")[0].splitlines()
        if line.startswith("id =")
    ]
    kept = "".join(
        part
        for part in re.split(r"(?=^\[)", shipped, flags=re.MULTILINE)
        if not part.startswith("[[penguin]]")
    )
    rows = [
        f'[[penguin]]\nid = "penguin-{13 * c + n + 1:02d}"\ncolour = "{colour}"\n'
        f"weight = {w}\narms = [{left}, {right}]\n"
        for c, colour in enumerate(colours)
        for n, (w, left, right) in enumerate(NUMBERS)
    ]
    return kept + "\n" + "\n".join(rows)


@cache
def fixed_deck() -> Deck:
    """The deck of `deck_text`."""
    return read_deck(deck_text(), "fixed")


@dataclass(frozen=True)
class Camera:
    """Where the phone is: mm above the table, degrees from straight down, degrees round
    the table.
    """

    height: float = 560
    tilt: float = 15
    turn: float = 0
    roll: float = 0
    size: tuple[int, int] = (2016, 1512)
    bulge: float = 0.0
    centre: tuple[float, float] = (0, 0)

    def to_px(self, points: Floats) -> Floats:
        """Table (mm, y up) to picture (px, y down)."""
        tilt, turn, roll = np.radians([self.tilt, self.turn, self.roll])
        away = self.height * np.tan(tilt)
        eye = np.array(
            [
                self.centre[0] + away * np.sin(turn),
                self.centre[1] - away * np.cos(turn),
                self.height,
            ]
        )
        ahead = np.array([*self.centre, 0.0]) - eye
        ahead /= np.linalg.norm(ahead)
        right = np.array([np.cos(turn), np.sin(turn), 0.0])
        down = np.cross(ahead, right)
        right, down = (
            right * np.cos(roll) + down * np.sin(roll),
            down * np.cos(roll) - right * np.sin(roll),
        )
        rays = np.concatenate([points, np.zeros((len(points), 1))], 1) - eye
        flat = np.stack([rays @ right, rays @ down], 1) / (rays @ ahead)[:, None]
        flat = flat * (1 + self.bulge * (flat**2).sum(1, keepdims=True))
        return np.asarray(flat * 0.72 * max(self.size) + (np.array(self.size) - 1) / 2)


@dataclass(frozen=True, repr=False)
class Studio:
    """Lays pieces on a table and photographs them."""

    deck: Deck = field(default_factory=fixed_deck)

    def shoot(
        self, layout: Iterable[Mapping[str, Any]], camera: Camera | None = None, **flaws: Any
    ) -> Image:
        """The picture (BGR) of a layout as the photo booth's: id, face, x, y, rotation of each
        piece's middle.
        """
        camera = camera or Camera()
        scene = np.full((camera.size[1], camera.size[0], 3), TABLE, np.uint8)
        grain = np.random.default_rng(5).integers(
            -9, 10, (camera.size[1] // 4, camera.size[0] // 40 + 1), np.int16
        )
        scene = np.clip(scene + cv2.resize(grain, camera.size)[..., None], 0, 255).astype(np.uint8)
        by_id = {piece.id: piece for piece in pieces(self.deck)}
        for item in layout:
            _lay(
                scene,
                camera,
                item,
                draw(by_id[item["id"]], item.get("face", "front")),
                by_id[item["id"]],
            )
        return _develop(scene, **flaws)

    def pyramid(
        self, text: str, jitter: float = 0, gap: float = 4, seed: int = 0, turn: float = 0
    ) -> list[dict[str, Any]]:
        """A layout of a pyramid in notation, base at the bottom; tokens lie side by side on their
        penguin.
        """
        rng = np.random.default_rng(seed)
        layout = []
        for (level, place), placed in Pyramid.parse(text, self.deck).placed():
            x = (place + level / 2 - 1.5) * (63 + gap) + rng.uniform(-jitter, jitter)
            y = (level - 1.5) * (88 + gap) + rng.uniform(-jitter, jitter)
            rotation = float(rng.uniform(-jitter, jitter) / 2)
            card = {
                "id": placed.penguin.id,
                "face": "back" if placed.grey else "front",
                "x": x,
                "y": y,
                "rotation": rotation,
            }
            layout.append(card)
            layout += [
                {"id": "token", "x": x - 8 + 21 * n, "y": y + 4, "rotation": 20.0 * n}
                for n in range(placed.tokens)
            ]
        return turned(layout, turn)


def turned(layout: Sequence[Mapping[str, Any]], degrees: float) -> list[dict[str, Any]]:
    """The same layout turned round zero, counter-clockwise."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return [
        {
            **p,
            "x": c * p["x"] - s * p["y"],
            "y": s * p["x"] + c * p["y"],
            "rotation": p.get("rotation", 0) + degrees,
        }
        for p in layout
    ]


@cache
def _face(faces: str, width: int, height: int) -> Image:
    picture = np.full((height * PX, width * PX, 3), 244, np.uint8)
    tags = json.loads(faces)
    if width > 30:  # a token's ground is light
        middle, radii = (width * PX // 2, height * PX // 2), (width * PX // 4, height * PX // 3)
        cv2.ellipse(picture, middle, radii, 0, 0, 360, (60, 90, 200), -1)
    for tag, x, y, size in tags:
        square = np.pad(np.array(modules(tag)), 1)
        side = round(size * 10 / 8 * PX)
        drawn = cv2.resize(
            np.where(square, 0, 255).astype(np.uint8), (side, side), interpolation=cv2.INTER_NEAREST
        )
        left, top = round(x * PX - side / 2), round(y * PX - side / 2)
        picture[top : top + side, left : left + side] = drawn[..., None]
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


def draw(piece: Piece, face: str) -> Image:
    """A face of a piece as it would be printed, as far as the eye needs it."""
    tags = [(tag.id, tag.x, tag.y, tag.size) for tag in piece.faces[face]]
    return _face(json.dumps(tags), int(piece.size.width), int(piece.size.height))


def outline(item: Mapping[str, Any], piece: Piece) -> Floats:
    """A laid piece's corners on the table, mm, from its own top left clockwise."""
    w, h = piece.size.width / 2, piece.size.height / 2
    at = turned(
        [{"x": x, "y": y} for x, y in ((-w, h), (w, h), (w, -h), (-w, -h))], item.get("rotation", 0)
    )
    return np.array([(p["x"] + item["x"], p["y"] + item["y"]) for p in at])


def _lay(
    scene: Image, camera: Camera, item: Mapping[str, Any], picture: Image, piece: Piece
) -> None:
    seen = camera.to_px(outline(item, piece))
    low = np.maximum(np.floor(seen.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(seen.max(0)).astype(int) + 1, camera.size)
    if (high <= low).any():
        return
    h, w = picture.shape[:2]
    flat = np.array(
        [[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]], np.float32
    )
    matrix = cv2.getPerspectiveTransform(flat, (seen - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    paper = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), matrix, size)[..., None] / 255.0
    window = scene[low[1] : high[1], low[0] : high[0]]
    window[:] = (paper * mask + window * (1 - mask)).astype(np.uint8)


def _develop(
    scene: Image, blur: float = 0.6, noise: float = 3, gain: float = 1, seed: int = 0
) -> Image:
    soft = (
        cv2.GaussianBlur(scene, (0, 0), blur).astype(np.float32) * gain
        if blur
        else scene.astype(np.float32) * gain
    )
    grain: NDArray[np.float32] = np.zeros(soft.shape, np.float32)
    cv2.setRNGSeed(seed + 1)
    cv2.randn(grain, np.zeros(3), np.full(3, max(noise, 1e-3)))
    return np.asarray(np.clip(soft + grain, 0, 255), np.uint8)


def jpeg(image: Image, quality: int = 90) -> bytes:
    """A picture as a JPEG file's bytes."""
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


def photo_of(image: Image, name: str) -> Photo:
    """A picture as the photo in a PNG file, which changes none of its pixels."""
    return load(cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes(), name)


@pytest.fixture(scope="session")
def studio() -> Studio:
    """A studio with a deck whose numbers never change."""
    return Studio()


@pytest.fixture(scope="session")
def deck() -> Deck:
    """That deck."""
    return fixed_deck()


@pytest.fixture(scope="session")
def deck_toml() -> str:
    """That deck's file."""
    return deck_text()


@pytest.fixture(scope="session")
def legal() -> str:
    """A whole legal pyramid of that deck: 0 + 5 + 2 + 3 = 10."""
    return LEGAL


@pytest.fixture(scope="session")
def camera() -> Callable[..., Camera]:
    """The camera class, for tests that place it."""
    return Camera


@pytest.fixture(scope="session")
def as_jpeg() -> Callable[..., bytes]:
    """Encodes a picture."""
    return jpeg


@pytest.fixture(scope="session")
def face() -> Callable[[Piece, str], Image]:
    """Draws one face of a piece, 6 px a mm."""
    return draw
