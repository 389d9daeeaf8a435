"""Small grey images of a deck's printed cards, with which cards in a photo are compared.

Nothing here draws cards. The standard deck's albums are shipped (`make albums`); for other decks,
the caller of a scan passes a function that draws them (`Albums`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game import Deck
from companion.layout import POKER

Face: TypeAlias = tuple[str, str]  # a piece's id and which side of it
Ink: TypeAlias = Literal["full", "low", "mono"]  # how a deck was printed
# draws the cards of a game's deck
Drawn: TypeAlias = tuple[tuple[Face, ...], NDArray[np.uint8]]  # faces, and a picture of each
Draw: TypeAlias = Callable[[str, Deck, Ink], Drawn]
INKS: tuple[Ink, ...] = ("full", "low", "mono")

PX = 0.5  # px per mm: a card's position is known to within 1 to 2 mm
WIDTH, HEIGHT = round(POKER.width * PX), round(POKER.height * PX)


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """Images of a deck's cards: n x 44 x 32, grey, `PX` px per mm, in the order of `faces`."""

    deck: str
    faces: tuple[Face, ...]
    pictures: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if self.pictures.shape != (len(self.faces), HEIGHT, WIDTH):
            raise ValueError(
                f"{len(self.faces)} faces, and pictures of shape {self.pictures.shape}"
            )


@dataclass(frozen=True, slots=True)
class Albums:
    """The shipped albums, and others drawn by `draw`, each once."""

    draw: Draw | None = None
    _drawn: dict[tuple[str, str, Ink], Album] = field(default_factory=dict)

    def of(self, game: str, deck: Deck, ink: Ink = "full") -> Album | None:
        """Return a deck's album in this ink; None if it isn't shipped and can't be drawn."""
        album = _shipped(game, ink)
        if album is not None and album.deck == deck.fingerprint and not getattr(deck, "art", None):
            return album
        if self.draw is None:
            return None
        key = (game, deck.fingerprint, ink)
        if key not in self._drawn:
            self._drawn[key] = Album(deck.fingerprint, *self.draw(game, deck, ink))
        return self._drawn[key]


SHIPPED = Albums()


@cache
def _shipped(game: str, ink: Ink) -> Album | None:
    folder = files("vision.evidence").joinpath("albums")
    index = folder.joinpath(f"{game}.json")
    if not index.is_file():
        return None
    table = json.loads(index.read_text("utf-8"))
    data = folder.joinpath(f"{game}-{ink}.png").read_bytes()  # one picture below the other
    strip = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
    faces = tuple((piece, side) for piece, side in table["faces"])
    return Album(table["deck"], faces, strip.reshape(-1, HEIGHT, WIDTH))
