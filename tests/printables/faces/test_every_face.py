"""What holds for the faces of every game: a photo can read them, a cut a little off shows no white
edge, and each ink is what it says.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.deckfile import load_deck
from companion.game import Piece, game, offering
from printables.draw.colours import WHITE, Ink
from printables.draw.paths import rectangle
from printables.draw.pen import BLEED
from printables.draw.svg import SvgPen
from printables.faces.artists import artist, shape_of
from tests.printables.faces.easel import MAGENTA, Drawn, darkest_rim, on_pages, rendered, tags_seen
from tests.printables.faces.recorder import Recorder

GAMES = [row.slug for row in offering("print")]
INKS: tuple[Ink, ...] = ("full", "low", "mono")
SAFE = 3.0  # mm from the scissors that no text comes nearer to
NEAR = 0.25  # mm between a tag and where the data says it is
EVERY = 8  # a face of so many of a kind shows how dark an ink is: they differ little


@dataclass(frozen=True, slots=True)
class Limits:
    """How a game's faces are looked at: `dpi` and blurs, px; what of a tag's quiet zone may be soft
    outside and inside, mm, and its darkest grey; and the most of all faces as vectors, bytes, and
    of low ink's darkness, of that of full ink.
    """

    bytes: int
    low: float
    dpi: int = 150
    blurs: tuple[float, ...] = (0.0, 1.0, 2.0)
    soft: tuple[float, float] = (0.1, 0.35)
    rim: int = 230


LIMITS = {
    "giza": Limits(1_000_000, 0.65),
    "combust": Limits(500_000, 0.65),
    "pirates": Limits(1_500_000, 0.62),
    # the whole board is one picture
    "rocks": Limits(1_000_000, 0.62, dpi=110, blurs=(0.0, 1.2), soft=(0.3, 0.4), rim=225),
    "solitaire": Limits(300_000, 0.65, blurs=(0.0, 1.0), soft=(0.15, 0.25)),
}
every_game = pytest.mark.parametrize("slug", GAMES)
every_ink = pytest.mark.parametrize("ink", INKS)


@cache
def faces(slug: str) -> tuple[Drawn, ...]:
    """Every face of every piece."""
    row = game(slug)
    return tuple((piece, side) for piece in row.pieces(load_deck(row)) for side in piece.faces)


def a_few(slug: str) -> tuple[Drawn, ...]:
    """One face of each sort."""
    sorts = {
        (piece.kind, piece.id.split("-")[0], side): (piece, side) for piece, side in faces(slug)
    }
    return tuple(sorts.values())


def pdf(slug: str, drawn: tuple[Drawn, ...], ink: Ink = "full", page: str = MAGENTA) -> bytes:
    """A page for each face, with its bleed on a ground of the colour `page`."""
    row = game(slug)
    return on_pages(artist(row), load_deck(row), drawn, ink, page)


def pictures(slug: str, drawn: tuple[Drawn, ...], ink: Ink, dpi: float, page: str = MAGENTA) -> Any:
    """Faces, and how they look in an ink."""
    return zip(drawn, rendered(pdf(slug, drawn, ink, page), dpi), strict=True)


def outline(slug: str, piece: Piece, side: str) -> npt.NDArray[np.float32]:
    """Where the scissors go on this side, as corners, mm; curves by their ends."""
    row = game(slug)
    shape = shape_of(row, load_deck(row))(piece)
    cut = shape.cut if shape else rectangle(0, 0, piece.size.width, piece.size.height)
    points = [(step[1][-2], step[1][-1]) for step in cut.steps if step[1]]
    mirrored = [(piece.size.width - x, y) for x, y in points] if side == "back" else points
    return np.array(mirrored, np.float32)


@every_game
@every_ink
def test_tags_can_be_read(slug: str, ink: Ink) -> None:
    """In a grey and blurred picture each face shows its tags, where the data says, and no other;
    one module of white lies around each, corners included, whatever the art does beside it.
    """
    limits, some = LIMITS[slug], faces(slug) if ink == "full" else a_few(slug)
    tagged = tuple((piece, side) for piece, side in some if piece.faces[side])
    for (piece, side), picture in pictures(slug, tagged, ink, limits.dpi):
        tags = piece.faces[side]
        for blur in limits.blurs if ink == "full" else limits.blurs[1:2]:
            seen = tags_seen(picture, blur)
            ids = Counter(number for number, _ in seen)
            assert ids == Counter(tag.id for tag in tags), (piece.id, side)
            for number, middle in seen:
                at = middle / limits.dpi * 25.4 - BLEED
                assert any(tag.id == number and dist(at, (tag.x, tag.y)) < NEAR for tag in tags), (
                    piece.id,
                    side,
                    number,
                )
        for tag in tags:
            outside, inside = limits.soft
            rim = darkest_rim(picture, tag, outside=outside, inside=inside, dpi=limits.dpi)
            assert rim > limits.rim, (piece.id, side, tag.id)


@every_game
@every_ink
def test_grounds_reach_the_bleed(slug: str, ink: Ink) -> None:
    """Nothing of the page shows within 3 mm beyond the scissors: a cut a little off shows no white
    edge.
    """
    scale = 60 / 25.4
    reach = round((BLEED - 0.6) * scale)
    round_about = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    for (piece, side), picture in pictures(slug, a_few(slug), ink, 60):
        corners = np.round((outline(slug, piece, side) + BLEED) * scale).astype(np.int32)
        inside = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [corners], 1)
        red, green, blue = (picture[:, :, channel].astype(int) for channel in (2, 1, 0))
        bare = (red > 240) & (green < 15) & (blue > 240)
        assert not (bare & (cv2.dilate(inside, round_about) > 0)).any(), (piece.id, side)


@every_game
@every_ink
def test_faces_are_pictures_for_browsers_with_room_round_their_texts(slug: str, ink: Ink) -> None:
    """Phones show the same faces: each is XML that a browser reads, and its texts keep 3 mm from
    the scissors. Inks differ in colours only.
    """
    row = game(slug)
    deck = load_deck(row)
    for piece, side in faces(slug) if ink == "full" else a_few(slug):
        svg, words = SvgPen(piece.size, ink), Recorder(ink)
        for pen in (svg, words):
            artist(row)(pen, piece, side, deck)
        assert ET.fromstring(svg.to_svg("a piece", "test")).tag.endswith("}svg")  # noqa: S314 - our own output
        cut = outline(slug, piece, side)
        for word in words.words:
            for corner in word.corners:
                room = cv2.pointPolygonTest(cut, corner, measureDist=True)
                assert room >= SAFE - 0.15, (piece.id, side, word.text)


@every_game
def test_mono_has_no_colour(slug: str) -> None:
    """Black and white printers get greys only."""
    for (piece, side), picture in pictures(slug, a_few(slug), "mono", 60, WHITE):
        assert np.ptp(picture.astype(int), axis=2).max() <= 2, (piece.id, side)


@every_game
def test_low_and_mono_leave_grounds_out(slug: str) -> None:
    """Neither is the full picture filtered: without their grounds all faces together are much
    lighter.
    """
    kinds = {
        piece.kind: [each for each in faces(slug) if each[0].kind == piece.kind]
        for piece, _ in faces(slug)
    }
    drawn = tuple(face for some in kinds.values() for face in some[::EVERY])
    darkness = {
        ink: np.mean([255 - picture.mean() for _, picture in pictures(slug, drawn, ink, 40, WHITE)])
        for ink in INKS
    }
    assert darkness["low"] < darkness["full"] * LIMITS[slug].low
    assert darkness["mono"] < darkness["full"] * 0.75


@every_game
def test_all_faces_are_small_and_repeatable(slug: str) -> None:
    """As vectors they take few bytes, and each has the same bytes each time."""
    assert len(pdf(slug, faces(slug))) < LIMITS[slug].bytes
    some = faces(slug)[::7]
    assert pdf(slug, some) == pdf(slug, some)
