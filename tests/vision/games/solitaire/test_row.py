"""Solitaire's row: the board by its tags, tops by tags and by shape, and never more said than the
photo says.

The photos are path-traced (see bench/photos): plastic pyramids one by one, folded paper ones, and
plastic towers.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import PhotoError, UsageError
from companion.solitaire.board import standard
from companion.solitaire.known import Known
from companion.solitaire.pieces import MAT, board_size, corner_tags, mat_places
from companion.solitaire.state import full, position_text
from tests.vision.games.solitaire.mats import ASIDE, BOARD, ON_BOARD, ON_MAT, token
from vision.games.solitaire.mat import Standing, Tally
from vision.games.solitaire.plastic import Content
from vision.games.solitaire.reading import SolitaireReading, position_from
from vision.games.solitaire.row import ROW, Shown, judged, lay_all
from vision.games.solitaire.sheets import BOARD_TAGS, Sheets, squares_between
from vision.games.solitaire.tops import UNREAD
from vision.scan.pipeline import read_photo
from vision.table.layout import Laid
from vision.table.matching import square

PHOTOS = Path(__file__).parent / "photos"
DECK = standard()


def truth(name: str) -> dict[str, Any]:
    """What stands in a photo."""
    found: dict[str, Any] = json.loads((PHOTOS / f"{name}.truth.json").read_text("utf-8"))
    return found


@cache
def read(name: str) -> SolitaireReading:
    """A photo's reading."""
    reading = read_photo((PHOTOS / f"{name}.jpg").read_bytes(), name, "solitaire").reading
    assert isinstance(reading, SolitaireReading)
    return reading


def notation(reading: SolitaireReading) -> str:
    """The tops as a position is written."""
    return "/".join(",".join(row) for row in reading.tops)


def shown(tops: str, **more: Any) -> Shown:
    """A board of 3x4 with these tops, `.` for an empty square."""
    contents = [
        Content(None, "close") if top == UNREAD else Content(top.strip(".")) for top in tops
    ]
    return Shown(DECK, {divmod(at, 4): content for at, content in enumerate(contents)}, **more)


# From photos


@pytest.mark.parametrize("name", ["plastic", "paper"])
def test_all_tops_are_read_from_any_side(name: str) -> None:
    """By shape or by tag; the photos were taken from the board's upper side."""
    reading = read(name)
    assert (reading.board, notation(reading), reading.verdict) == (
        "3x4",
        truth(name)["tops"],
        "legal",
    )


def test_towers_are_read_or_called_unsure() -> None:
    """Pyramids on others of their size look larger than they are: no size is said that is wrong."""
    reading, wanted = read("towers"), truth("towers")["tops"].replace("/", ",").split(",")
    said = notation(reading).replace("/", ",").split(",")
    assert all(top in (UNREAD, so) for top, so in zip(said, wanted, strict=True))
    assert sum(top != UNREAD for top in said) >= 9
    assert reading.verdict == ("unsure" if UNREAD in said else "legal")
    assert (reading.position, reading.score) == (None, None)  # what stands below is not to be seen
    squares = [item for item in reading.unsure if item.slot]
    assert len(squares) == said.count(UNREAD)
    assert all(item.remedy and len(item.outline) == 4 for item in squares)


def test_a_cards_pattern_draws_no_pyramid() -> None:
    """A card lies over four squares, and half of c2 with a pyramid; each size fits its lattice."""
    said, wanted = (
        tops.replace("/", ",").split(",")
        for tops in (notation(read("card")), truth("card")["tops"])
    )
    assert [said[at] for at in (6, 7, 10, 11)] == [UNREAD] * 4
    assert all(top in (UNREAD, so) for top, so in zip(said, wanted, strict=True))


def test_pieces_are_told_in_the_boards_own_frame() -> None:
    """Zero is the board's middle, +y up, so a1 is at the upper left; paper isn't a token."""
    reading = read("paper")
    board, *others = reading.pieces
    assert (board.id, board.x, board.y) == ("board-3x4", 0, 0)
    assert {piece.kind for piece in others} == {"pyramid"}
    first = min(others, key=lambda piece: np.hypot(piece.x + 57, piece.y - 38))
    assert (first.x, first.y) == pytest.approx((-57, 38), abs=4.5)


def test_the_score_is_told_when_each_pyramid_stands_by_itself() -> None:
    """Otherwise the stacks could hide more, and the photo says only how far."""
    stacked = read("plastic")
    tops = [top or "." for row in stacked.tops for top in row]
    single = judged("plastic", shown("".join(tops)), DECK, Known(single=True))
    assert (stacked.score, stacked.position) == (None, None)
    assert stacked.score_range[0] == truth("plastic")["pips"] < stacked.score_range[1]
    assert (single.score, single.position) == (
        truth("plastic")["pips"],
        truth("plastic")["position"],
    )


def test_a_covered_tag_does_not_make_an_empty_square() -> None:
    """A pyramid whose tag is painted over is still something."""
    photo = cv2.imdecode(
        np.frombuffer((PHOTOS / "paper.jpg").read_bytes(), np.uint8), cv2.IMREAD_COLOR
    )
    assert photo is not None
    hidden = next(piece for piece in read("paper").pieces if piece.kind == "pyramid")
    cv2.fillConvexPoly(photo, np.round(np.array(hidden.outline)).astype(np.int32), (90, 90, 160))
    data = cv2.imencode(".jpg", photo)[1].tobytes()
    reading = read_photo(data, "covered", "solitaire").reading
    assert isinstance(reading, SolitaireReading)
    said, wanted = notation(reading), truth("paper")["tops"]
    differ = [(a, b) for a, b in zip(said, wanted, strict=True) if a != b]
    assert [top for top, _ in differ] == [UNREAD]
    assert reading.verdict == "unsure"


def test_it_says_what_it_saw_in_words_and_marks() -> None:
    """The board as letters, the hops, the pips; a mark for each pyramid and each doubt."""
    reading = read("towers")
    lines = [line.text for line in ROW.show(reading, DECK)]
    drawn = [
        "  ".join(("", str(row), " ".join(top or "." for top in tops)))
        for row, tops in enumerate(reading.tops, 1)
    ]
    assert [line for line in lines if line in drawn] == drawn
    assert any(line.startswith("R4  score (pips left): ") for line in lines)
    marks = ROW.marks(reading)
    assert sum(mark.tone == "good" for mark in marks) == sum(
        top not in ("", UNREAD) for row in reading.tops for top in row
    )
    assert sum(mark.label == "?" for mark in marks) == sum(
        bool(item.outline) for item in reading.unsure
    )


# Which board


@settings(max_examples=30)
@given(
    st.integers(3, 8),
    st.integers(3, 10),
    st.floats(0, 6.28),
    st.randoms(use_true_random=False),
    st.data(),
)
def test_the_tags_tell_the_board(
    rows: int, columns: int, turn: float, rng: Any, data: st.DataObject
) -> None:
    """Any three corners, or two across, however it lies and whatever 2 mm of glue do; two on one
    side don't.
    """
    corners = data.draw(st.sampled_from([(0, 1, 2, 3), (0, 1, 2), (1, 2, 3), (0, 2), (1, 3)]))
    size = board_size(DECK.sized(rows, columns))
    spots = corner_tags(size, BOARD_TAGS)
    c, s = np.cos(turn), np.sin(turn)
    tags = {
        corner: (square(spots[corner]) + np.array([rng.uniform(-2, 2), rng.uniform(-2, 2)]))
        @ np.array([[c, s], [-s, c]])
        for corner in corners
    }
    assert squares_between(tags) == (rows, columns)
    along = {corner: tags[corner] for corner in corners if corner < 2}
    assert len(along) < 2 or squares_between(along) == (None, columns)


def test_tags_of_two_boards_make_none() -> None:
    """One tag a hand's breadth beside its place is another board's."""
    spots = corner_tags(board_size(DECK), BOARD_TAGS)
    tags = {
        corner: square(spot) + np.array([19 * (corner == 2), 0])
        for corner, spot in enumerate(spots)
    }
    assert squares_between(tags) is None


# What follows from it


@pytest.mark.parametrize(
    ("what", "known", "verdict", "score", "said"),
    [
        (Shown(DECK, {}, "LMMS"), Known(), "legal", 8, ""),  # the tally mat
        # and one that is still on the board
        (shown("S...........", tally="LM"), Known(), "legal", 6, ""),
        (shown("LLLLLLLLLLLL"), Known(), "legal", 72, ""),
        (shown("M..........S"), Known(), "legal", None, "below the top ones"),
        (shown("M..........S"), Known(single=True), "legal", 3, ""),
        (shown("M..........S"), Known(position="SMM,,,/,,,/,,,SS"), "legal", 7, ""),
        (
            shown("M..........S"),
            Known(position="SMM,,,/,,,/,,,L"),
            "legal",
            None,
            "d3 shows a small pyramid",
        ),
        (shown("M..........?"), Known(single=True), "unsure", None, "d3 is unclear"),
        (shown("............"), Known(), "unsure", None, "the board is empty"),
        (Shown(DECK, {}, "LMMS"), Known(pyramids=4), "legal", 8, ""),
        (Shown(DECK, {}, "LMMS"), Known(pyramids=5), "unsure", None, "4 pyramids were read, 5 exp"),
        (shown("M..........S"), Known(pyramids=4), "legal", None, "below the top ones"),
        (shown("M..........S"), Known(pyramids=1), "unsure", None, "2 pyramids were read, 1 exp"),
        (Shown(DECK, {}, "S" * 13), Known(), "illegal", 13, ""),
        (shown("SSSSSSS.....", tally="SSSSSS"), Known(), "illegal", 13, ""),
    ],
)
def test_verdict_and_score(
    what: Shown, known: Known, verdict: str, score: int | None, said: str
) -> None:
    """Legal when all is read, illegal when there are more than a set has; a score only when nothing
    can hide.
    """
    reading = judged("made", what, DECK, known)
    assert (reading.verdict, reading.score) == (verdict, score)
    assert any(said in item.text for item in reading.unsure) if said else not reading.unsure
    assert reading.complete is (None if reading.hiding and verdict == "legal" else not said)
    own = reading.to_json()
    assert own["score_range"][0] <= own["score_range"][1]
    assert own["tops"] == [[top or None for top in row] for row in reading.tops]


def test_a_certain_position_can_be_solved() -> None:
    """The start, which only one position shows."""
    board, position = position_from(judged("made", shown("LLLLLLLLLLLL"), DECK, Known()), DECK)
    assert (board.size, position) == ("3x4", full(DECK))


def test_tops_with_nothing_below_are_a_position() -> None:
    """Whoever laid them out says so; what could not be read stays unknown."""
    board, position = position_from(
        judged("made", shown("M..........S"), DECK, Known()), DECK, flat=True
    )
    assert (board.size, position_text(position)) == ("3x4", "M,,,/,,,/,,,S")
    with pytest.raises(PhotoError, match="d3 is unclear"):
        position_from(judged("made", shown("M..........?"), DECK, Known()), DECK, flat=True)


@pytest.mark.parametrize(
    ("what", "why"),
    [(shown("M..........S"), "below them on a1, d3"), (shown("M..........?"), "d3 is unclear"),
     (Shown(DECK, {}, "L"), "no position")],
)  # fmt: skip
def test_why_a_photo_cannot_be_solved_is_said(what: Shown, why: str) -> None:
    """Which squares, and what to do."""
    with pytest.raises(PhotoError, match=why):
        position_from(judged("made", what, DECK, Known()), DECK)


def test_wishes_that_solitaire_does_not_know_are_refused() -> None:
    """It has no goals."""
    with pytest.raises(UsageError, match="goals"):
        ROW.checked({"goals": ["x"]}, DECK)


def test_a_score_outside_its_range_is_refused() -> None:
    """Readings check themselves."""
    with pytest.raises(ValueError, match="score"):
        replace(judged("made", shown("LLLLLLLLLLLL"), DECK, Known()), score=3)


# In one frame


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
