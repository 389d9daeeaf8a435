"""Standees folded up in the head: which side of the tab meets the base, and what stands printed on
it.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.deckfile import load_deck
from companion.game import Piece, game
from companion.language import LANGUAGES
from printables.draw.chords import flattened
from printables.draw.paths import Crease, Point, Shape
from printables.faces.artists import shape_of
from printables.marks.guides import UNDER_BASE, draw_guides
from printables.sheets.imposition import SIDES, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import PAPERS
from tests.printables.faces.recorder import Recorder

SIX_POINTS = 6 * 25.4 / 72  # mm
Way = tuple[int, int]
FORWARD, UP, DOWN = (1, 0), (0, 1), (0, -1)
STANDEES = pytest.mark.parametrize(
    ("slug", "kind", "count"), [("rocks", "penguin", 8), ("pirates", "standee", 2)]
)


def standees(slug: str, kind: str) -> tuple[tuple[Piece, Shape], ...]:
    """All of a game's standees with their nets."""
    row = game(slug)
    deck = load_deck(row)
    shape = shape_of(row, deck)
    return tuple(
        (piece, net) for piece in row.pieces(deck) if piece.kind == kind and (net := shape(piece))
    )


def folded(heading: Way, printed: Way, crease: Crease) -> tuple[Way, Way]:
    """Where a strip goes on behind a fold by a right angle, and where its printed side
    looks then.
    """
    back = (-heading[0], -heading[1])
    return (printed, back) if crease == "valley" else ((-printed[0], -printed[1]), heading)


@STANDEES
def test_the_tab_s_blank_side_meets_the_base(slug: str, kind: str, count: int) -> None:
    """A base lies printed side up, the figure stands on its rear edge, the tab goes forward under
    it, print below.
    """
    found = standees(slug, kind)
    assert sum(piece.count for piece, _ in found) == count
    for _, net in found:
        under, head, feet = (fold.crease for fold in net.folds)
        # along the base to the rear, then up its front
        heading, printed = folded((-1, 0), UP, feet)
        assert (heading, printed) == (UP, FORWARD)
        # over the head, down behind
        heading, printed = folded(*folded(heading, printed, head), head)
        assert folded(heading, printed, under) == (FORWARD, DOWN)
        assert not net.glue


@STANDEES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tab_says_which_side_is_glued(slug: str, kind: str, count: int, language: str) -> None:
    """Each tab has the words, legible, and they lie on it: nothing is hatched."""
    found = standees(slug, kind)
    pages = impose(
        copies_of([piece for piece, _ in found], shape=lambda _: found[0][1]),
        PAPERS["a4"],
        SIDES["long"],
    )
    said = 0
    for page in pages:
        for placed in page.placements:
            pen = Recorder(language=language)
            draw_guides(pen, replace(page, placements=(placed,)))
            said += " ".join(word.text for word in pen.words) == pen.translate(UNDER_BASE)
            for word in pen.words:
                assert word.size >= SIX_POINTS
                corners = [(x - placed.trim.x, y - placed.trim.y) for x, y in word.corners]
                assert all(_inside(found[0][1], corner) for corner in corners)
    assert said == count


def _inside(net: Shape, point: Point) -> bool:
    """Whether a point of the upright net is cut out with it."""
    (run,) = flattened(net.cut, 0.05)
    return cv2.pointPolygonTest(np.array(run.points, np.float32), point, measureDist=False) > 0
