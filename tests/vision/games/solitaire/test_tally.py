"""The tally mat: what is known of it, and what is asked of the rest."""

from __future__ import annotations

import numpy as np

from companion.solitaire.board import standard
from companion.solitaire.measures import mat_places
from tests.vision.games.solitaire.mats import ON_MAT, token
from vision.games.solitaire.mat import Standing
from vision.games.solitaire.tally import Tally, tally_doubts

PLACES = mat_places(standard())


def test_sizes_are_told_larger_ones_first() -> None:
    """Whatever distinguishes them."""
    stood = [Standing(place, place.at, 0.9, np.zeros((4, 2))) for place in (PLACES[-1], PLACES[0])]
    assert Tally((token(50, 60, 0),), tuple(stood)).sizes == "LSS"


def test_each_unread_place_is_asked_for_by_its_name() -> None:
    """Each with its outline in the picture; what helps differs where pyramids have no tags."""
    tagged = list(tally_doubts(ON_MAT, Tally((), (), (PLACES[0], PLACES[10]))))
    stood = Standing(PLACES[1], PLACES[1].at, 0.9, np.zeros((4, 2)))
    plastic = list(tally_doubts(ON_MAT, Tally((), (stood,), (PLACES[0],))))
    assert [item.slot for item in tagged] == ["L1", "M1"]
    assert all(len(item.outline) == 4 and item.could_change == "legality" for item in tagged)
    assert "uncover its tag" in tagged[0].remedy
    assert "tag" not in plastic[0].remedy


def test_two_pieces_on_one_place_are_asked_for_once() -> None:
    """One of them may hide a third."""
    items = (token(50, 60, 0), token(54, 62, 1), token(90, 60, 2))
    (found,) = tally_doubts(ON_MAT, Tally(items))
    assert (found.slot, found.could_change) == ("mat", "legality")
