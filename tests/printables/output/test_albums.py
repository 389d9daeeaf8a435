"""Albums: what a photo's reader knows of how a deck's cards look."""

from dataclasses import replace

import numpy as np

from companion.deckfile import load_deck
from companion.fields import Art
from companion.game import game
from companion.giza import GAME as GIZA
from printables.output.albums import card_pictures


def test_every_tagged_face_of_card_size_is_drawn() -> None:
    """Upright, 0.5 px a mm; low ink leaves more white than full ink does."""
    deck = load_deck(game("combust"))
    faces, full = card_pictures("combust", deck, "full", {})
    _, low = card_pictures("combust", deck, "low", {})
    assert len(set(faces)) == len(full) == len(low)
    assert full.shape[1:] == (44, 32)
    assert low.mean() > full.mean()
    assert np.ptp(full) > 200


def test_a_card_whose_own_picture_is_not_known_is_left_out() -> None:
    """Of a deck from a phone only the text is known: what its pictures show can't be compared."""
    deck = replace(load_deck(GIZA), art={"penguin-07": Art("mine.png", "line 1")})
    faces, _ = card_pictures("giza", deck, "mono", {})
    assert ("penguin-08", "front") in faces
    assert ("penguin-07", "front") not in faces
