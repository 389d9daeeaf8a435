"""Pages as pixels: what a person, a printer and a camera get, found by other people's code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.manifest import PrintedPiece
from companion.tags import BLACK_MODULES, modules
from printables.marks.legend import RULER, strips
from printables.output.printer import Printout
from printables.sheets.paper import EDGE, THICKNESS

Way = tuple[str, str]
Picture: TypeAlias = npt.NDArray[np.uint8]
Render = Callable[[Printout, int, float], Picture]
Point = tuple[float, float]

COARSE = 3.5  # px a mm: 89 dpi, so 6.1 px a module on a card and 5.3 on a token
FINE = 10.0  # px a mm: 254 dpi, and both papers are a whole number of pixels wide and high
DRIFT = 0.06  # mm, a fifth of a coarse pixel; 0.035 was measured
SOFT_DRIFT = 0.25  # on blurred pages; 0.14 was measured


class Seen:
    """One tag that OpenCV found: id, centre in mm and the direction of its first corner."""

    def __init__(self, tag: int, corners: npt.NDArray[np.float32], mm: Point) -> None:
        self.id = tag
        middle = corners.mean(axis=0)
        self.centre: Point = (float(middle[0] + 0.5) * mm[0], float(middle[1] + 0.5) * mm[1])
        first = corners[0] - middle
        self.first: Point = (float(np.sign(first[0])), float(np.sign(first[1])))


def find_tags(picture: Picture, page: Point) -> list[Seen]:
    """All tags of a picture of a whole page of this width and height, mm; a pixel isn't an exact
    part of a Letter page.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(family, settings).detectMarkers(picture)
    found = np.asarray(ids if corners else (), dtype=int).flatten().tolist()
    mm = (page[0] / picture.shape[1], page[1] / picture.shape[0])
    return [Seen(tag, each[0], mm) for tag, each in zip(found, corners, strict=True)]


def blurred(picture: Picture) -> Picture:
    """A soft, flat, grey print: blurred by a third of a module, black faded to dark grey, white to
    light grey.
    """
    soft = cv2.GaussianBlur(picture, (0, 0), 2.0)
    return np.asarray(60 + soft * (130 / 255), dtype=np.uint8)


def tag_places(piece: PrintedPiece) -> list[tuple[int, Point]]:
    """Where the manifest says that the tags of a piece lie on the page."""
    x, y, w, h = piece.trim
    places = {
        0: lambda tag: (x + tag.x, y + tag.y),
        90: lambda tag: (x + w - tag.y, y + tag.x),
        180: lambda tag: (x + w - tag.x, y + h - tag.y),
        270: lambda tag: (x + tag.y, y + h - tag.x),
    }
    return [(tag.id, places[piece.rotation](tag)) for tag in piece.tags]


def turned(direction: Point, rotation: int) -> Point:
    """A direction after so many degrees clockwise."""
    x, y = direction
    return {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[rotation]


@cache
def first_corner() -> Point:
    """Where OpenCV sees the first corner of an upright tag."""
    cells = np.array([[0 if black else 255 for black in row] for row in modules(7)], np.uint8)
    picture = np.pad(np.kron(cells, np.ones((20, 20), np.uint8)), 40, constant_values=255)
    assert cells.shape == (BLACK_MODULES, BLACK_MODULES)
    return find_tags(picture, (1, 1))[0].first


def check_tags(printout: Printout, number: int, picture: Picture, drift: float = DRIFT) -> int:
    """Every tag of the page is found within `drift` of its place and the right way up, and no
    other.
    """
    seen = find_tags(picture, printout.manifest.page)
    pieces = [piece for piece in printout.manifest.pieces if piece.page == number]
    expected = [(tag, place, piece) for piece in pieces for tag, place in tag_places(piece)]
    assert sorted(one.id for one in seen) == sorted(tag for tag, _, _ in expected)
    for tag, place, piece in expected:
        near = [
            one
            for one in seen
            if one.id == tag and np.hypot(*np.subtract(one.centre, place)) < drift
        ]
        assert len(near) == 1, f"{piece.id} {piece.face}: tag {tag} is not at {place}"
        assert near[0].first == turned(first_corner(), piece.rotation)
    return len(expected)


def ends(printout: Printout) -> list[int]:
    """The pages of the first sheet, which is full, and of the last, which is mixed."""
    last = len(printout.pages)
    return [1, 2, last - 1, last]


def test_every_tag_of_the_set_is_read_from_a_soft_grey_print(
    a4_long: Printout, render: Render
) -> None:
    """All 20 pages at 89 dpi, blurred and faded: each tag decodes, where the manifest says,
    upright, and no more.
    """
    total = 0
    for page in a4_long.pages:
        picture = blurred(render(a4_long, page.number, COARSE))
        total += check_tags(a4_long, page.number, picture, SOFT_DRIFT)
    assert total == sum(len(piece.tags) for piece in a4_long.manifest.pieces) > 200


def test_tags_lie_where_the_manifest_says_in_every_way_of_printing(
    printed: Printout, render: Render
) -> None:
    """First sheet, both sides, and the mixed last sheet, turned ones included."""
    assert (
        sum(
            check_tags(printed, number, render(printed, number, COARSE)) for number in ends(printed)
        )
        > 36
    )


def seen_from_front(sides: str, at: Point, page: Point) -> Point:
    """Where a point of the back is seen from the front when the paper is turned over: facts of
    paper, not of the code.

    The paper is upright: its long edge is at the left and right, and its longer side is folded in
    half.
    """
    if sides == "single":
        return at
    if sides == "long":
        return (page[0] - at[0], at[1])
    return (at[0], page[1] - at[1])


def middles(picture: Picture, page: Point, index: dict[int, int]) -> dict[int, Point]:
    """Each penguin's middle on the page: halfway between its two tags; `index` maps tag ids to
    penguins.
    """
    found: dict[int, list[Point]] = {}
    for seen in find_tags(picture, page):
        if seen.id in index:
            found.setdefault(index[seen.id], []).append(seen.centre)
    assert all(len(tags) == 2 for tags in found.values())
    return {penguin: ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for penguin, (a, b) in found.items()}


def test_greys_are_printed_behind_their_own_colour_sides(
    way: Way, printed: Printout, render: Render
) -> None:
    """In pixels alone, without the manifest: turn the paper over, and each grey's middle is its own
    front's middle.
    """
    front = render(printed, 1, COARSE)
    back = front if way[1] == "gutterfold" else render(printed, 2, COARSE)
    page = printed.manifest.page
    colours = middles(front, page, {tag: tag % 52 for tag in range(104)})
    greys = middles(back, page, {tag: tag - 104 for tag in range(104, 156)})
    folded, large = way[1] == "gutterfold", way[0] in {"a3", "tabloid"}
    assert (
        colours.keys()
        == greys.keys()
        == set(range((9 if large else 4) if folded else 18 if large else 9))
    )
    for penguin, middle in colours.items():
        assert seen_from_front(way[1], greys[penguin], page) == pytest.approx(middle, abs=DRIFT)


def test_the_ruler_is_100_mm_long(printed: Printout, render: Render) -> None:
    """Measured on the pixels of a front and of a back, from the middle of the first tick to that of
    the last.
    """
    for page in (printed.pages[0], printed.pages[-1]):
        _, strip = strips(page.frame)
        picture = render(printed, page.number, FINE)
        if page.sideways:
            picture = np.rot90(picture, -1)
        if strip.turn > 0:  # laid flat, so that the ruler runs to the right
            picture = np.rot90(picture, 1)
            left, top, width = strip.y, page.size.width - strip.x, page.size.height
        elif strip.turn:
            picture = np.rot90(picture, -1)
            left, top, width = page.size.height - strip.y, strip.x, page.size.height
        else:
            left, top, width = strip.x, strip.y, page.size.width
        px_per_mm = picture.shape[1] / width  # FINE, but for the rounding of a page to whole pixels
        row = round((top + THICKNESS - 0.5) * FINE)  # through all ticks, above the base line
        start, end = round((left - 1) * FINE), round((left + RULER + 1) * FINE)
        ink = 255.0 - picture[row, start:end]
        dark = np.flatnonzero(ink > 25)
        runs = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
        ticks = [float(np.average(run, weights=ink[run])) for run in runs]
        assert len(ticks) == RULER + 1
        assert (ticks[-1] - ticks[0]) / px_per_mm == pytest.approx(100, abs=0.02)


def test_the_papers_rim_stays_white(printed: Printout, render: Render) -> None:
    """Nothing on a front or a back is nearer to the paper's edge than 4 mm, where many printers
    leave things out.
    """
    rim = round(EDGE * FINE)
    for page in (printed.pages[0], printed.pages[-1]):
        picture = render(printed, page.number, FINE).copy()
        picture[rim:-rim, rim:-rim] = 255
        assert picture.min() > 240  # a line's soft edge may touch the last pixel
