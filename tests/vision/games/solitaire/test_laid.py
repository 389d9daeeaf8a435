"""All pieces of a solitaire photo in one frame, whichever sheet they stand on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.solitaire.board import standard
from companion.solitaire.measures import MAT, mat_places
from tests.vision.games.solitaire.mats import ASIDE, BOARD, ON_BOARD, ON_MAT, token
from vision.games.solitaire.laid import lay_all
from vision.games.solitaire.mat import Standing, Tally
from vision.games.solitaire.plastic import Content
from vision.games.solitaire.sheets import Sheets
from vision.table.layout import Laid


def seen(x: float, y: float) -> Laid:
    """The same as the table hands it over: in the picture, in a frame of its own."""
    around = ((x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10))
    return Laid("token-small-ruby", "token", "front", 7.0, 7.0, 0.0, "tag", 0.97, around)


@pytest.mark.parametrize(
    "sheets", [Sheets(ON_BOARD, ON_MAT), Sheets(None, ON_MAT)], ids=["of the board", "of the mat"]
)
def test_what_lies_on_the_mat_is_told_in_the_frame(sheets: Sheets) -> None:
    """That of the board where one is in the picture: a token by its tag, and a plastic pyramid by
    its base.
    """
    place = mat_places(standard())[0]
    patch = np.array([place.at]) + np.array([[-12, -12], [12, -12], [12, 12], [-12, 12]])
    tally = Tally((token(50, 60, 0),), (Standing(place, place.at, 0.9, patch),))
    _, laid, plastic = lay_all(sheets, [seen(ASIDE + 50, 60)], (), {}, tally)
    main, left = (BOARD, ASIDE) if sheets.board else (MAT, 0.0)
    assert (laid.x, laid.y, laid.source) == pytest.approx(
        (left + 50 - main.width / 2, main.height / 2 - 60, "tag")
    )
    assert (plastic.id, plastic.source) == ("plastic-large", "inferred")
    assert plastic.x == pytest.approx(left + place.at[0] - main.width / 2, abs=0.1)
    assert np.mean(plastic.outline, 0) == pytest.approx((ASIDE + place.at[0], place.at[1]), abs=0.1)


def test_only_squares_that_were_told_have_plastic_pyramids() -> None:
    """One whose square is left open is none."""
    patch = ((20.0, 20.0), (45.0, 20.0), (45.0, 45.0), (20.0, 45.0))
    content = Content("M", None, 0.99, patch, (32.0, 33.0))
    squares = {(0, 0): content, (0, 1): replace(content, size=None, why="close")}
    board, *others = lay_all(Sheets(ON_BOARD, None), [], (), squares, Tally())
    assert (board.id, board.x, board.y) == ("board-3x4", 0, 0)
    assert [(each.id, each.confidence) for each in others] == [("plastic-medium", 0.95)]
