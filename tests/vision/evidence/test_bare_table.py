"""Ground: what goes on as the table does from beside the pieces is bare; all else isn't, whatever
its colour.
"""

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.evidence.bare_table import Ground
from vision.table.plane import Plane

Table: TypeAlias = Callable[[np.random.Generator], NDArray[np.float64]]

PX = 2  # a mm
SIZE = (380, 440)  # of the picture, mm
CARD = np.array([(0.0, 0), (63, 0), (63, 88), (0, 88)])
ROW, COLUMN = 93.0, 67.0
CARDS = [
    CARD + np.array([60 + COLUMN * column, 60 + ROW * row])
    for row in range(2)
    for column in range(3)
]
PLACE = CARDS[-1]  # the last card of the row in front, when it is covered or not there
BESIDE = CARD + np.array([60, 60 + 2 * ROW])  # where a card of the next row would lie


def grained(colour: tuple[int, int, int], spread: float, coarse: int) -> Table:
    """A table of one colour with soft grains, as large as `coarse` mm."""

    def drawn(rng: np.random.Generator) -> NDArray[np.float64]:
        grains = rng.standard_normal((SIZE[1] // coarse + 2, SIZE[0] // coarse + 2))
        share = cv2.resize(grains, (SIZE[0] * PX, SIZE[1] * PX), interpolation=cv2.INTER_CUBIC)
        return np.asarray(np.array(colour) * (1 + spread * share[..., None]), float)

    return drawn


def checked(rng: np.random.Generator) -> NDArray[np.float64]:
    """A cloth with squares of 14 mm, as dark and as white as print."""
    y, x = np.ogrid[: SIZE[1] * PX, : SIZE[0] * PX]
    dark = ((x // (14 * PX) + y // (14 * PX)) % 2)[..., None] > 0
    return np.where(dark, (150, 60, 30), (225, 225, 225)) + rng.normal(0, 1, (*dark.shape[:2], 1))


TABLES: dict[str, Table] = {
    "white": grained((205, 212, 214), 0.01, 20),
    "wood": grained((60, 100, 140), 0.13, 12),
    "slate": grained((45, 42, 40), 0.2, 40),
    "cloth": checked,
}
SHEETS = {"white paper": (240, 240, 240), "a dark phone": (18, 18, 18), "a red book": (40, 40, 190)}


def photographed(table: str, *, read: int, sheet: tuple[int, int, int] | None = None) -> Ground:
    """The table with the first `read` cards, and a sheet over the last one and what is about it."""
    rng = np.random.default_rng(7)
    picture = TABLES[table](rng)
    for corners in CARDS[:read]:
        (left, top), (right, low) = (PX * corners[0]).astype(int), (PX * corners[2]).astype(int)
        picture[top:low, left:right] = (235, 235, 235)
        picture[top + 24 : low - 24, left + 16 : right - 16] = (60, 160, 230)
    if sheet:
        corners = cv2.boxPoints(
            ((float(PLACE[:, 0].mean()) + 9, float(PLACE[:, 1].mean()) + 6), (125, 150), 17.0)
        )
        cv2.fillConvexPoly(picture, np.rint(corners * PX).astype(np.int32), sheet)
    picture += rng.normal(0, 1.5, picture.shape)
    seen = cv2.GaussianBlur(np.clip(picture, 0, 255).astype(np.uint8), (0, 0), 0.8)
    plane = Plane(np.diag([1 / PX, 1 / PX, 1.0]), 0.0, (0.0, 0.0), 1.0)
    return Ground(np.asarray(seen, np.uint8), plane, CARDS[:read], [PLACE, BESIDE])


def inside(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points of a place, mm."""
    (left, top), (right, low) = corners[0] + 4, corners[2] - 4
    return np.stack(np.meshgrid(np.arange(left, right, 3), np.arange(top, low, 3)), -1).reshape(
        -1, 2
    )


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_goes_on_is_bare(table: str) -> None:
    """Beside the pieces, and in a gap among them."""
    ground = photographed(table, read=5)
    assert ground.share(inside(BESIDE)) == 0
    assert ground.share(inside(PLACE)) == 0


@pytest.mark.parametrize(("table", "sheet"), [(t, s) for t in TABLES for s in SHEETS])
def test_what_is_larger_than_a_card_is_not_taken_for_the_table(table: str, sheet: str) -> None:
    """A sheet over one card, white paper on a white table too: what lies there is not known.
    Elsewhere the table goes on, which few pieces prove on a plain one.
    """
    ground = photographed(table, read=5, sheet=SHEETS[sheet])
    assert ground.share(inside(PLACE)) > 0.5
    assert table == "cloth" or ground.share(inside(BESIDE)) < 0.05


@pytest.mark.parametrize(("shift", "turn"), [((14, 0), 0.0), ((7, 7), 0.0), ((0, 0), 20.0)])
def test_a_napkin_of_the_tablecloths_own_check_is_not_bare(
    shift: tuple[int, int], turn: float
) -> None:
    """Its squares don't continue those of the cloth, and it needs no other edge to be noticed."""
    ground = photographed("cloth", read=5)
    picture = ground.picture.copy()
    move = cv2.getRotationMatrix2D((100.0, 100.0), turn, 1.0)
    move[:, 2] += np.array(shift) * PX
    cloth = np.clip(checked(np.random.default_rng(3)), 0, 255).astype(np.uint8)
    napkin = cv2.warpAffine(cloth, move, cloth.shape[1::-1], borderMode=cv2.BORDER_REFLECT)
    (left, top), (right, low) = ((PX * (corner + 3)).astype(int) for corner in PLACE[[0, 2]])
    picture[top : low + 80, left : right + 80] = napkin[top : low + 80, left : right + 80]
    hidden = Ground(picture, ground.plane, ground.outlines, ground.places)
    assert hidden.share(inside(PLACE)) > 0.2  # any share above 0 proves nothing
    assert ground.share(inside(PLACE)) == 0


def lookalike(table: str, seed: int, *, flat: bool) -> Ground:
    """A thing over the last card and what is about it, `flat` in the table's mean colour, or cut
    from the same cloth, where only a shadow on one side shows it.
    """
    ground = photographed(table, read=5)
    picture = ground.picture.copy()
    middle = PX * (PLACE.mean(0) + np.array([9.0, 6.0]))
    corners = cv2.boxPoints((middle.tolist(), (PX * 125, PX * 150), 17.0))
    rng = np.random.default_rng(seed)
    if flat:
        colour = picture[: 100 * PX, 300 * PX :].reshape(-1, 3).mean(0)
        cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), colour.tolist())
        picture = np.clip(picture + rng.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)
    else:
        shade = np.zeros(picture.shape[:2], np.float32)
        one, other = np.rint(corners[2:4]).astype(int).tolist()
        cv2.line(shade, one, other, (0.25,), 3)
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), 1.5))
        picture = np.asarray(picture * (1 - shade[..., None]), np.uint8)
    for piece in CARDS[:5]:  # the thing lies beside them
        (left, top), (right, low) = (PX * piece[0]).astype(int), (PX * piece[2]).astype(int)
        picture[top:low, left:right] = ground.picture[top:low, left:right]
    return Ground(picture, ground.plane, ground.outlines, ground.places)


@pytest.mark.parametrize("table", ["wood", "slate"])
def test_what_is_calmer_than_the_table_is_not_bare(table: str) -> None:
    """A thing of the table's own colour without its grain: a beige book on wood, a black phone on
    slate.
    """
    assert lookalike(table, 1, flat=True).share(inside(PLACE)) > 0


@pytest.mark.parametrize("table", ["white", "slate"])
def test_nothing_beside_a_rim_is_proved(table: str) -> None:
    """A thing cut from the same cloth shows by a shadow on one side; far from it the table is
    bare.
    """
    ground = lookalike(table, 2, flat=False)
    assert ground.share(inside(PLACE)) > 0
    assert ground.share(inside(CARDS[0] + np.array([0, 2 * ROW]))) == 0


def test_nothing_in_a_doubtful_place_is_proved() -> None:
    """What hides a part of a card may go on over its edge, whatever it looks like; farther away it
    changes nothing.
    """
    ground = photographed("white", read=5)
    place = np.array([(-15.0, 47.0), (41.0, 47.0), (41.0, 103.0), (-15.0, 103.0)]) + CARDS[4][0]
    doubtful = Ground(ground.picture, ground.plane, ground.outlines, ground.places, [place])
    assert doubtful.share(inside(BESIDE + np.array([COLUMN, 0]))) > 0
    assert doubtful.share(inside(BESIDE + np.array([2 * COLUMN, 0]))) == 0


def test_the_black_squares_of_a_card_that_looks_like_the_table_are_not_bare() -> None:
    """All of its paper passes for the table when it is as white and out of focus; its
    tags don't.
    """
    ground = photographed("white", read=5)
    picture = ground.picture.copy()
    for middle in (PLACE[0] + 13, PLACE[2] - 13):
        left, top = (PX * (middle - 7)).astype(int)
        picture[top : top + 14 * PX, left : left + 14 * PX] = 90
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 5), np.uint8)
    assert Ground(soft, ground.plane, ground.outlines, ground.places).share(inside(PLACE)) > 0


def shaded(
    ground: Ground, low: tuple[float, float], high: tuple[float, float], by: float
) -> Ground:
    """The same table with a rectangle, mm, darker by this share."""
    picture = ground.picture.copy()
    (left, top), (right, down) = ((round(PX * x), round(PX * y)) for x, y in (low, high))
    picture[top:down, left:right] = (picture[top:down, left:right] * (1 - by)).astype(np.uint8)
    return Ground(picture, ground.plane, ground.outlines, ground.places)


def test_a_speck_smaller_than_a_tag_is_a_part_of_the_table() -> None:
    """A crumb; neither a card nor what hides one is so small."""
    ground, (x, y) = photographed("white", read=5), BESIDE.mean(0)
    assert shaded(ground, (x, y), (x + 5, y + 5), 0.12).share(inside(BESIDE)) == 0
    assert shaded(ground, (x, y), (x + 14, y + 14), 0.12).share(inside(BESIDE)) > 0


def test_all_of_an_object_is_unproved() -> None:
    """The doubtful strip around it is as wide on each side."""
    ground, (x, y) = photographed("white", read=5), BESIDE.mean(0)
    ground = shaded(ground, (x - 20, y - 20), (x + 20, y + 20), 0.2)
    off = np.arange(-40, 40.5, 0.5)
    widths = []
    for way in ((1, 0), (0, 1)):
        unproved = [ground.share(np.array([[x, y]]) + step * np.array(way)) > 0 for step in off]
        widths += [-off[unproved].min(), off[unproved].max()]
    assert min(widths) >= 20
    assert max(widths) - min(widths) <= 2


def test_a_pieces_own_shadow_is_not_an_objects_rim() -> None:
    """A line right beside a card, which lies on the table."""
    ground, (x, y) = photographed("slate", read=5), CARDS[3][3]
    shadow = shaded(ground, (x, y), (x + 63, y + 6), 0.25)
    assert shadow.share(inside(BESIDE)) == 0


def test_light_that_falls_off_evenly_changes_nothing() -> None:
    """How bright white paper is at each piece shows how much light there is."""
    ground = photographed("white", read=5)
    darker = np.linspace(1.0, 0.6, ground.picture.shape[1])[None, :, None]
    dim = Ground(
        np.asarray(ground.picture * darker, np.uint8), ground.plane, ground.outlines, ground.places
    )
    assert dim.share(inside(PLACE)) < 0.05
    assert dim.share(inside(BESIDE)) < 0.05
