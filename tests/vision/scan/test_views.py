"""Views: frames of one table add up, and never say what one of them surely denies."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.giza.deck import Deck
from companion.rocks.pieces import STAND
from tests.vision.conftest import jpeg
from tests.vision.videos import of_photo, over_table
from vision.evidence.probe import Evidence, weighed
from vision.scan import views
from vision.scan.pipeline import read_photo

COUNT = 4
ROCKS = Path(__file__).parents[2] / "photos" / "rocks" / "tune" / "01-desk-two.jpg"


@pytest.fixture(scope="module")
def layout(studio: Any, legal: str) -> Any:
    return studio.pyramid(legal, jitter=2)


@pytest.fixture
def read(studio: Any, camera: Any, as_jpeg: Any, deck: Deck) -> Any:
    """Read frames of these layouts, by their numbers those that count."""

    def run(layouts: Any, *numbers: int) -> Any:
        frames = [as_jpeg(frame) for frame in over_table(studio, camera, layouts)]
        picked = [frames[n] for n in numbers or range(len(frames))]
        return read_photo(picked, "table.mp4", "giza", deck).reading

    return run


def test_what_a_hand_hides_in_one_frame_is_read_in_another(read: Any, layout: Any) -> None:
    """A hand covers another card in each frame: none is sure alone, all are together."""
    for number in range(COUNT):
        assert read([layout] * COUNT, number).verdict == "unsure"
    reading = read([layout] * COUNT)
    assert (reading.verdict, reading.score, len(reading.pieces)) == ("legal", 10, 10)


def test_frames_from_one_place_are_one_witness(read: Any, layout: Any) -> None:
    """Glare stays where it is while the phone does: the same view again proves nothing."""
    assert read([layout] * COUNT, 1, 1, 1).verdict == "unsure"


def test_a_card_that_moves_meanwhile_makes_the_video_unsure(read: Any, layout: Any) -> None:
    """Neither where it was nor where it is counts."""
    other = [dict(card) for card in layout]
    other[-1] |= {"x": 190.0, "y": -90.0}
    reading = read([layout, layout, other, other])
    assert reading.verdict == "unsure"
    assert "moved" in reading.unsure[0].text
    assert not reading.pieces


def test_a_token_that_moves_to_another_card_makes_the_video_unsure(read: Any, studio: Any) -> None:
    """It lies on cards here and there, so that no bare table betrays it."""
    before, after = (
        studio.pyramid(text) for text in ("11+1,12,24,25/13,,/,/", "11,12,24,25+1/13,,/,/")
    )
    assert read([before] * 2 + [after] * 2).verdict == "unsure"


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_a_card_that_is_taken_away_makes_the_video_unsure(
    frames: int, read: Any, layout: Any
) -> None:
    """The pyramid with its top and the one without are both whole: which one counts?"""
    reading = read([layout] * frames + [layout[:-1]] * (COUNT - frames))
    assert reading.verdict == "unsure"


def test_what_lies_within_a_card_for_a_moment_does_not_take_it_away(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck, legal: str
) -> None:
    """It hides both tags of the top card, and nothing changes around the card."""
    layout, frames = studio.pyramid(legal), []
    for number in range(COUNT):
        view = camera(tilt=14, turn=12 * number, size=(1440, 1080))
        picture = studio.shoot(layout, view)
        if number == COUNT - 1:
            inside = np.array([(-24, -36), (24, -36), (24, 36), (-24, 36)])
            place = np.array((layout[-1]["x"], layout[-1]["y"])) + inside
            cv2.fillConvexPoly(picture, view.to_px(place).round().astype(np.int32), (110, 130, 190))
        frames.append(as_jpeg(picture))
    assert read_photo(frames, "x", "giza", deck).reading.verdict == "legal"


def test_a_token_that_is_taken_at_the_end_makes_the_video_unsure(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """Most frames show it, but the last one is sure by itself that it isn't there."""
    before, after = (
        studio.pyramid(text) for text in ("11+1,12,24,25/13,,/,/", "11,12,24,25/13,,/,/")
    )
    layouts = [before, before, before, after]
    frames = [
        as_jpeg(studio.shoot(layout, camera(tilt=14, turn=12 * number, size=(1440, 1080))))
        for number, layout in enumerate(layouts)
    ]
    assert read_photo(frames[:3], "x", "giza", deck).reading.verdict != "unsure"
    assert read_photo(frames, "x", "giza", deck).reading.verdict == "unsure"


@pytest.mark.parametrize("after", [3, 4])
@pytest.mark.parametrize("name", ["rock", "penguin-coral-2", "penguin-jade-1"])
def test_a_piece_that_is_taken_from_a_rocks_board_makes_the_video_unsure(
    name: str, after: int
) -> None:
    """A photo that misses a rock is never sure: the rock could be under the bar, or in a hand.

    Of a penguin only the base lies on the board.
    """
    pieces = read_photo(ROCKS.read_bytes(), "table.jpg").reading.pieces
    outline = np.array(next(piece for piece in pieces[::-1] if piece.id == name).outline)
    if name != "rock":
        above = 1 - STAND.base.height / STAND.size.height
        outline[:2] += above * (outline[[3, 2]] - outline[:2])
    frames = [jpeg(frame) for frame in of_photo(ROCKS, 5, outline.tolist(), after)]
    assert read_photo(frames[:after], "x").reading.verdict == "legal"
    assert read_photo(frames, "x").reading.verdict == "unsure"


def test_frames_without_a_tag_are_left_out(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck, layout: Any
) -> None:
    """The lap that a phone videos on its way to the table says nothing of the table."""
    frames = [as_jpeg(frame) for frame in over_table(studio, camera, [layout] * COUNT)]
    lap = as_jpeg(np.full((1080, 1440, 3), 90, np.uint8))
    assert read_photo([lap, *frames, lap], "x", "giza", deck).reading.verdict == "legal"
    nothing = read_photo([lap, lap], "x", "giza", deck).reading
    assert (nothing.verdict, len(nothing.pieces)) == ("unsure", 0)


def evidence(**changes: float) -> Evidence:
    shown = {"outside": 0.0, "foreign": 0.0, "brightness": 120.0, "glare": 0.0}
    return Evidence(**(shown | {"edge": 0.5, "px_per_mm": 3.0} | changes))


BARE, COVERED = evidence(), evidence(foreign=0.6)


@pytest.mark.parametrize(
    ("own", "others", "bare"),
    [
        (BARE, [BARE], True),
        (COVERED, [BARE, BARE], True),
        (BARE, [COVERED, COVERED], False),
        (BARE, [COVERED], False),
        (COVERED, [BARE], False),
        (COVERED, [], False),
    ],
)
def test_a_place_is_bare_only_if_most_views_prove_it(
    own: Evidence, others: list[Evidence], bare: bool
) -> None:
    """A hand over it in one view doesn't count against two; a doubt on either side stays one."""
    assert weighed(own, [own, *others]).empty == bare


def test_two_views_are_paired_although_pieces_share_a_tag(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four tokens have one tag: the turn and shift that most tags agree with shows which is
    which.
    """
    kept: list[Any] = []
    whole = views._pairs

    def watched(one: Any, other: Any) -> Any:
        kept.append((one, other, whole(one, other)))
        return kept[-1][-1]

    monkeypatch.setattr(views, "_pairs", watched)
    layout = studio.pyramid("11+1,12+1,24+1,25+1/13,,/,/")
    frames = [
        as_jpeg(studio.shoot(layout, camera(tilt=14, turn=turn, size=(1440, 1080))))
        for turn in (-20, 15)
    ]
    read_photo(frames, "x", "giza", deck)
    one, other, pairs = kept[0]
    tags = np.array([[one.sightings[a].tag, other.sightings[b].tag] for a, b in pairs])
    assert len(pairs) == 14
    assert (tags[:, 0] == tags[:, 1]).all()
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
