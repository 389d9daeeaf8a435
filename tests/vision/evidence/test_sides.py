"""Sides: what lies over the side of a card that was read, told by how the card was printed."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.deckfile import load_deck
from companion.game import game
from companion.layout import POKER
from vision.evidence.album import INKS, SHIPPED, Album, Ink
from vision.evidence.sides import Colours, hidden_sides, side_colours
from vision.table.plane import Plane
from vision.tags.detector import Floats

PX = 3  # a mm
PLANE = Plane(np.diag([1 / PX, 1 / PX, 1.0]), 0.0, (0.0, 0.0), 1.0)  # straight from above
LEFT, TOP = (30.0, 110.0, 190.0, 270.0), 40.0  # mm: four cards in a row, with gaps between them
CARDS = np.array(
    [[(x, TOP), (x + POKER.width, TOP), (x + POKER.width, TOP + 88), (x, TOP + 88)] for x in LEFT]
)
SIZE = (380, 170)  # mm of the table
Picture = NDArray[np.uint8]


def album(slug: str, ink: Ink) -> Album:
    """The standard deck's."""
    found = SHIPPED.of(slug, load_deck(game(slug)), ink)
    assert found is not None
    return found


def photographed(book: Album, light: float = 0.8) -> Picture:
    """The first four faces on a green table, darker towards the right."""
    table = np.full((SIZE[1] * PX, SIZE[0] * PX, 3), (90, 140, 100), np.uint8)
    for corners, face in zip(CARDS, book.pictures, strict=False):
        (x, y), size = np.rint(corners[0] * PX).astype(int), (63 * PX, 88 * PX)
        table[y : y + size[1], x : x + size[0]] = cv2.resize(face, size)
    shade = np.linspace(light, light * 0.7, table.shape[1])[None, :, None]
    return np.asarray(table * shade, np.uint8)


def prints(slug: str) -> Iterator[dict[int, Colours]]:
    """The four cards as printed with each amount of ink."""
    for ink in INKS:
        book = album(slug, ink)
        yield {at: side_colours(book)[face] for at, face in enumerate(book.faces[:4])}


def covers(places: list[Floats], x: float, y: float) -> bool:
    """Whether a point, mm, lies in one of some places."""
    return any(
        cv2.pointPolygonTest(place.astype(np.float32), (x, y), measureDist=False) >= 0
        for place in places
    )


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("slug", ["giza", "combust"])
def test_cards_that_show_what_was_printed_hide_nothing(slug: str, ink: Ink) -> None:
    """In uneven light, and whatever ink they were printed with."""
    photo = photographed(album(slug, ink))
    assert hidden_sides(photo, PLANE, CARDS, prints(slug)) == []


@pytest.mark.parametrize("colour", [(235, 235, 235), (40, 45, 60), (60, 90, 130)])
@pytest.mark.parametrize("ink", INKS)
def test_what_lies_over_a_side_may_go_on_beside_it(ink: Ink, colour: tuple[int, ...]) -> None:
    """Paper, a phone or cardboard over the right side of the second card: the table there is
    doubtful, that on its left isn't.
    """
    photo = photographed(album("giza", ink))
    right = int(CARDS[1][1][0] * PX)
    photo[60 * PX : 110 * PX, right - 9 * PX : right + 12 * PX] = colour
    places = hidden_sides(photo, PLANE, CARDS, prints("giza"))
    assert covers(places, CARDS[1][1][0] + 8, 85)
    assert not covers(places, CARDS[1][0][0] - 8, 85)


def test_known_pieces_hide_nothing() -> None:
    """A token that was read lies over the side of a card."""
    photo = photographed(album("giza", "full"))
    token = np.array([(165.0, 80.0), (185.0, 80.0), (185.0, 100.0), (165.0, 100.0)])
    photo[80 * PX : 100 * PX, 165 * PX : 185 * PX] = 200
    assert hidden_sides(photo, PLANE, CARDS, prints("giza"))
    assert hidden_sides(photo, PLANE, np.concatenate([CARDS, [token]]), prints("giza")) == []


def test_beyond_the_picture_nothing_is_said() -> None:
    """A card that is cut off shows less, and hides nothing by that."""
    photo = photographed(album("giza", "full"))[:, : int(CARDS[3][0][0] + 40) * PX]
    assert hidden_sides(photo, PLANE, CARDS, prints("giza")) == []


def test_without_pictures_of_the_deck_nothing_is_said() -> None:
    """Nor where too few strips are in view to tell the light from what lies there."""
    photo = photographed(album("giza", "full"))
    assert hidden_sides(photo, PLANE, CARDS, []) == []
    assert hidden_sides(photo, PLANE, CARDS, [{}, {}]) == []
    assert hidden_sides(photo[: 50 * PX], PLANE, CARDS, prints("giza")) == []
