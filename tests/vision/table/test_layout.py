"""Layout: the same table gives the same numbers from any side."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.table.layout import Frame, Laid, frame, upward, wrapped
from vision.tags.detector import Floats

CARD = np.array([[-31.5, -44.0], [31.5, -44], [31.5, 44], [-31.5, 44]])


def card(x: float, y: float, turn: float = 0) -> Floats:
    """A card's outline on a plane with y down, turned counter-clockwise as seen."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.asarray(CARD @ np.array([[c, -s], [s, c]]) + (x, y))


@given(turn=st.floats(-180, 180), x=st.floats(-500, 500), y=st.floats(-500, 500))
def test_turning_the_camera_changes_nothing(turn: float, x: float, y: float) -> None:
    """Distances keep their signs: +y is up for most cards, one upside down doesn't count."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    cards = [card(-35, 50), card(35, 50), card(0, -45), card(200, 0, 180)]
    moved = [corners @ np.array([[c, s], [-s, c]]) + (x, y) for corners in cards]
    table = frame(moved, list("abcd"))
    middles = [table.to_frame(corners.mean(0)[None])[0] for corners in moved]
    assert np.allclose(
        np.array(middles) - middles[0], [(0, 0), (70, 0), (35, 95), (235, 50)], atol=1e-6
    )
    assert np.isclose(wrapped(upward(moved[0]) + table.turn - 90), 0, atol=1e-6)
    assert np.isclose(abs(wrapped(upward(moved[3]) + table.turn - 90)), 180, atol=1e-6)


def test_names_decide_between_two_ways_of_equally_many() -> None:
    """Two lines of two face each other; which card was found first depends on the photo."""
    cards = {"b": card(0, 0), "c": card(70, 0), "a": card(0, 300, 180), "d": card(70, 300, 180)}
    frames = [
        frame([cards[name] for name in names], list(names)) for names in ("abcd", "bcad", "dbca")
    ]
    assert np.allclose([abs(wrapped(one.turn)) for one in frames], 0)


def test_a_turn_is_counter_clockwise_as_seen_from_above() -> None:
    """A card leaning left has a positive turn."""
    corners = [card(0, 0), card(100, 0), card(200, 0, 20)]
    table = frame(corners[:2], ["a", "b"])
    assert np.isclose(wrapped(upward(corners[2]) + table.turn - 90), 20)


@given(
    points=st.lists(st.tuples(st.floats(-900, 900), st.floats(-900, 900)), min_size=1, max_size=5)
)
def test_frame_and_plane_undo_each_other(points: list[tuple[float, float]]) -> None:
    """There and back."""
    table = Frame(33.0, (12.0, -7.0))
    assert np.allclose(table.to_plane(table.to_frame(np.array(points))), points)


def test_no_pieces_no_frame() -> None:
    """An empty table keeps the plane's own zero."""
    assert frame([], []) == Frame(0.0, (0.0, 0.0))


def test_a_laid_piece_refuses_nonsense() -> None:
    """The stage's result is validated on construction."""
    with pytest.raises(ValueError, match="four corners"):
        Laid("x", "penguin", "front", 0, 0, 0, "tag", 1.0, ())
