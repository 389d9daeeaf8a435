"""What passes preflight is what the scanner finds: the two are written apart and must agree."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deckfile import load_deck
from companion.game import game, offering
from companion.tags import FAMILY_SIZE, modules
from printables.draw.render import opened, rendered
from printables.output.printer import Job, Printout, print_job
from printables.preflight.tags import BLUR, FAR, LEAST, SWEEP, judge, on_page
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from vision.tags.detector import MIN_MODULE, SEARCH_SIDE, sweep

PHOTO = 4032  # px, the longer side of 12 megapixels
# px: the focal length of a phone's main camera, 26 mm on a film of 43.27 mm and 5040 px
LENS = 26 / 43.27 * 5040
FARTHEST = 700  # mm, as docs/photograph.md promises
EVERY_TAG = frozenset(range(FAMILY_SIZE))
GAMES = [row.slug for row in offering("print")]


@cache
def printed(slug: str) -> Printout:
    row = game(slug)
    deck = load_deck(row, None)
    return print_job(Job(row, deck, "deck.toml", row.pieces(deck), PAPERS["a4"], SIDES["long"]))


def test_the_worst_distance_is_the_one_that_the_scanner_promises() -> None:
    """12 megapixels, a phone's main lens, 70 cm; the scanner's first look shrinks it as preflight
    does.
    """
    assert pytest.approx(LENS / FARTHEST, rel=0.04) == FAR
    assert LENS / FARTHEST >= FAR
    assert pytest.approx(FAR * SEARCH_SIDE / PHOTO) == SWEEP
    assert LEAST >= MIN_MODULE


@pytest.mark.parametrize("slug", GAMES)
def test_the_scanner_finds_every_tag_of_every_page_from_afar(slug: str) -> None:
    """Each page, grey, blurred and as small as in a photo from 70 cm: the scanner's own first look
    finds all tags.

    Tags that are too small for it are searched for at the photo's full size.
    """
    printout = printed(slug)
    with opened(printout.pdf) as document:
        for number in sorted({piece.page for piece in printout.manifest.pieces if piece.tags}):
            pieces = [piece for piece in printout.manifest.pieces if piece.page == number]
            for scale in (SWEEP, FAR):
                tags = [
                    (tag.id, on_page(piece, tag)) for piece in pieces for tag in piece.tags
                    if (tag.size / 8 * SWEEP >= LEAST) == (scale == SWEEP)
                ]  # fmt: skip
                if tags:
                    grey = np.asarray(rendered(document[number - 1], scale).convert("L"), np.uint8)
                    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), BLUR), np.uint8)
                    found = [
                        (each.tag, each.centre / scale)
                        for each in sweep(soft, known=EVERY_TAG, max_side=9999)
                    ]
                    for tag, place in tags:
                        assert any(
                            tag == other and np.hypot(*(place - at)) < 1 for other, at in found
                        ), (number, tag)


@given(tag=st.integers(0, FAMILY_SIZE - 1), other=st.integers(0, FAMILY_SIZE - 1))
def test_a_clean_tag_reads_as_itself_and_as_no_other(tag: int, other: int) -> None:
    """All 587 of the family."""
    grid = [
        [255.0] * 10,
        *([255.0, *(0.0 if black else 255.0 for black in row), 255.0] for row in modules(tag)),
        [255.0] * 10,
    ]
    assert judge(grid, tag) == ""
    if tag != other:
        assert judge(grid, other) == f"it reads as tag {tag}"


@given(cell=st.tuples(st.integers(0, 9), st.integers(0, 9)), tag=st.integers(0, FAMILY_SIZE - 1))
def test_one_wrong_module_anywhere_is_a_fault(cell: tuple[int, int], tag: int) -> None:
    """Black for white or white for black, in the data, the border or the quiet zone."""
    rows = [
        [True] * 10,
        *([True, *(not black for black in row), True] for row in modules(tag)),
        [True] * 10,
    ]
    row, column = cell
    rows[row][column] = not rows[row][column]
    assert judge([[255.0 * white for white in each] for each in rows], tag)
