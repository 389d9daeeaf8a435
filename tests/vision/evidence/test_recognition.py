"""Art: a card is known by its picture when enough of it is seen, and not named when it isn't."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bench.photos.lab_objects import KINDS
from bench.photos.lab_paint import Top
from companion.giza.deck import standard
from vision.evidence.album import SHIPPED, Album, Face
from vision.evidence.recognition import ROOM, Light, Match, compare, lighting, recognise
from vision.table.layout import Outline

Floats = NDArray[np.float64]
PX = 4  # of the table, per mm
SIZE = (200, 200)  # mm of the table; its frame has its zero at the lower left
PLACE = np.array([(70, 140), (133, 140), (133, 52), (70, 52)], float)


@dataclass(frozen=True)
class Flat:
    """A table seen from straight above."""

    image: NDArray[np.uint8]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return (self.image.shape[1], self.image.shape[0])

    def to_px(self, points: Floats) -> Floats:
        """Table to picture."""
        return np.asarray((points * (1, -1) + (0, SIZE[1])) * PX - 0.5)

    def flat(self, corners: Outline, px_per_mm: float) -> NDArray[np.uint8]:
        """A rectangle of it."""
        box = np.array(corners)
        size = [round(float(np.linalg.norm(box[i] - box[0])) * px_per_mm) for i in (1, 3)]
        ends = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - np.float32(0.5)
        back = cv2.getPerspectiveTransform(ends, self.to_px(box).astype(np.float32))
        return np.asarray(
            cv2.warpPerspective(
                self.image, back, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            )
        )


def table(
    book: Album, face: Face, move: tuple[float, float, float] = (0, 0, 0), *,
    tint: tuple[float, float, float] = (1, 1, 1), blur: float = 0.3,
) -> Flat:  # fmt: skip
    """A cloth with one card at PLACE, moved by mm and degrees, tags covered by grey discs."""
    rng = np.random.default_rng(3)
    image = np.clip(rng.normal((90, 110, 95), 6, (SIZE[1] * PX, SIZE[0] * PX, 3)), 0, 255).astype(
        np.uint8
    )
    picture = book.pictures[book.faces.index(face)]
    x, y, turn = move
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    middle = PLACE.mean(0)
    corners = (PLACE - middle) @ np.array([[c, s], [-s, c]]) + middle + (x, y)
    ends = np.array([(0, 0), (63, 0), (63, 88), (0, 88)], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(ends, Flat(image).to_px(corners).astype(np.float32))
    inside = (
        cv2.warpPerspective(np.ones(picture.shape[:2], np.uint8), matrix, image.shape[1::-1]) > 0
    )
    image[inside] = cv2.warpPerspective(picture, matrix, image.shape[1::-1], flags=cv2.INTER_CUBIC)[
        inside
    ]
    for spot in ((12.75, 12.75), (50.25, 75.25)):
        at = cv2.perspectiveTransform(np.array([[spot]]), matrix)[0, 0]
        cv2.circle(image, (round(float(at[0])), round(float(at[1]))), 10 * PX, (120, 125, 130), -1)
    seen = cv2.GaussianBlur(image, (0, 0), blur * PX).astype(np.float32) * np.array(
        tint, np.float32
    )
    return Flat(np.clip(seen + rng.normal(0, 3, seen.shape), 0, 255).astype(np.uint8))


@pytest.fixture(scope="module")
def book() -> Album:
    found = SHIPPED.of("giza", standard())
    assert found is not None
    return found


def asked(view: Flat, book: Album, **other: Any) -> Match | None:
    return recognise(view, PLACE, book, **{"light": Light(), "allowed": book.faces, **other})


FACES = [("penguin-07", "front"), ("penguin-40", "front"), ("penguin-52", "front")]
GREYS = [("penguin-26", "back"), ("penguin-02", "back"), ("penguin-51", "back")]


@pytest.mark.parametrize("face", FACES, ids="-".join)
def test_a_card_without_tags_is_known_by_its_picture(book: Album, face: Face) -> None:
    """Five millimetres and four degrees off its place; and where it really lies is reported."""
    found = asked(table(book, face, (-5, 4, 4)), book)
    assert found is not None
    assert found.face == face
    assert found.sure
    assert np.abs(found.corners.mean(0) - PLACE.mean(0) - (-5, 4)).max() < 1.2
    way = found.corners[1] - found.corners[0]
    assert np.degrees(np.arctan2(way[1], way[0])) == pytest.approx(4, abs=1.5)


@pytest.mark.parametrize("light", ["dark", "blurred", "evening"])
def test_bad_light_names_no_other_card(book: Album, light: str) -> None:
    """Dark, out of focus, under a yellow lamp whose colour is learnt from a card that was read:
    right or nothing.
    """
    flaws: dict[str, dict[str, Any]] = {
        "dark": {"tint": (0.25, 0.25, 0.25)},
        "blurred": {"blur": 1.0},
        "evening": {"tint": (0.45, 0.75, 1.0)},
    }
    known = table(book, ("penguin-20", "front"), **flaws[light])
    colours = lighting(known, [(PLACE, ("penguin-20", "front"))], book)
    found = [
        asked(table(book, face, (2, -1, 1), **flaws[light]), book, light=colours) for face in FACES
    ]
    assert all(
        match is None or match.face == face for match, face in zip(found, FACES, strict=True)
    )
    assert sum(match is not None for match in found) >= 2


def test_greys_look_alike(book: Album) -> None:
    """Their hats alone tell them apart: none is taken for another, nor for a coloured side."""
    found = [asked(table(book, face, (1, 2, -2)), book) for face in GREYS]
    assert all(
        match is None or match.face == face for match, face in zip(found, GREYS, strict=True)
    )


def test_a_card_that_cannot_be_there_is_not_named(book: Album) -> None:
    """Nor is the next best of those that can: the place is not understood."""
    others = [face for face in book.faces if face != FACES[0]]
    assert asked(table(book, FACES[0]), book, allowed=others) is None


def test_too_little_to_see_is_nothing(book: Album) -> None:
    """Bare cloth, a card under others, half a card beyond the picture's edge in the dark."""
    cloth = Flat(table(book, FACES[0]).image[:40].repeat(20, 0))
    assert asked(cloth, book) is None
    over = np.array([(70, 140), (133, 140), (133, 70), (70, 70)], float)
    assert asked(table(book, FACES[0]), book, hidden=[over]) is None
    assert recognise(Flat(cloth.image), PLACE + 500, book, Light(), allowed=book.faces) is None


@pytest.mark.parametrize("seed", [2, 6])
def test_a_blank_sheet_explains_a_napkin_better_than_any_face(book: Album, seed: int) -> None:
    """Embossed and folded as it is: without that rival some face may lead over all others."""
    rng = np.random.default_rng(seed)
    top = Top(np.zeros((1, 1, 3), np.uint16), (0.0, 0.0), 1.0)
    light = KINDS["napkin"].picture((63 + 2 * ROOM, 88 + 2 * ROOM), rng, top)
    sheet = np.clip(light[: 88 + 2 * ROOM, : 63 + 2 * ROOM] ** (1 / 2.2) * 255, 0, 255).astype(
        np.uint8
    )
    found = compare(sheet, np.ones(sheet.shape[:2], bool), book, Light())
    assert found is not None
    assert found.lead < 0


def test_each_measure_has_a_veto(book: Album) -> None:
    """A match is sure only if enough is seen and explained, and the lead is wide in itself and in
    all.
    """
    found = asked(table(book, FACES[0]), book)
    assert found is not None
    assert not replace(found, seen=0.1).sure
    assert not replace(found, explained=0.2).sure
    assert not replace(found, lead=1.0).sure
    assert not replace(found, total=10.0).sure
