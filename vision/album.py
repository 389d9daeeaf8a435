"""Album: how the printed faces look, small, so that the eye can know a card by its picture.

The eye does not draw cards: `bench/photos/make_albums.py` (`make albums`) prints every face that lies on a table in
card size and keeps it at 1 px a mm. A test prints them anew and fails when an album is out of date.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import POKER

Face: TypeAlias = tuple[str, str]  # a piece's id and which side of it

PX_PER_MM = 1
COLUMNS = 16  # pictures side by side in an album's file
WIDTH, HEIGHT = round(POKER.width * PX_PER_MM), round(POKER.height * PX_PER_MM)


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """Reference pictures of one deck's cards: n x 88 x 63 x 3, BGR, one px a mm, in the order of `faces`."""

    deck: str
    faces: tuple[Face, ...]
    pictures: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if self.pictures.shape != (len(self.faces), HEIGHT, WIDTH, 3):
            raise ValueError(f"{len(self.faces)} faces, and pictures of shape {self.pictures.shape}")


def album(game: str, deck: Any) -> Album | None:
    """The album of a deck; None when there is none: a deck of one's own, or with pictures of one's own."""
    found = _shipped(game)
    if found is None or found.deck != deck.fingerprint or getattr(deck, "art", None):
        return None
    return found


def packed(pictures: NDArray[np.uint8]) -> bytes:
    """Pictures as one WebP file without loss, COLUMNS to a row."""
    rows = -(-len(pictures) // COLUMNS)
    sheet = np.full((rows * COLUMNS, HEIGHT, WIDTH, 3), 255, np.uint8)
    sheet[: len(pictures)] = pictures
    tiled = sheet.reshape(rows, COLUMNS, HEIGHT, WIDTH, 3).swapaxes(1, 2).reshape(rows * HEIGHT, COLUMNS * WIDTH, 3)
    return cv2.imencode(".webp", tiled, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()


def unpacked(data: bytes, count: int) -> NDArray[np.uint8]:
    """The first `count` pictures of a file that `packed` made."""
    tiled = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if tiled is None:
        raise ValueError("an album that is no picture")
    rows = tiled.shape[0] // HEIGHT
    sheet = tiled.reshape(rows, HEIGHT, COLUMNS, WIDTH, 3).swapaxes(1, 2).reshape(-1, HEIGHT, WIDTH, 3)
    return np.asarray(sheet[:count], np.uint8)


@cache
def _shipped(game: str) -> Album | None:
    folder = files("vision").joinpath("albums")
    index = folder.joinpath(f"{game}.json")
    if not index.is_file():
        return None
    table = json.loads(index.read_text("utf-8"))
    faces = tuple((piece, side) for piece, side in table["faces"])
    return Album(table["deck"], faces, unpacked(folder.joinpath(f"{game}.webp").read_bytes(), len(faces)))
