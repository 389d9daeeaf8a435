"""Album: the small pictures that the eye knows cards by are those that are printed now."""

import numpy as np
import pytest

from bench.photos.make_albums import GAMES, printed, standard_deck
from companion.game import game
from tests.vision.conftest import fixed_deck
from vision.album import HEIGHT, WIDTH, Album, album, packed, unpacked

STALE = 5.0  # grey levels between a face in the album and as printed, on average; WebP alone makes 1 to 2


@pytest.mark.parametrize("slug", GAMES)
def test_albums_are_up_to_date(slug: str) -> None:
    """Every tagged card face is in the album and looks as `rookery print` draws it; else run `make albums`."""
    deck = standard_deck(slug)
    book = album(slug, deck)
    assert book is not None, f"the album is of another deck: run `make albums` ({slug})"
    faces, pictures = zip(*printed(game(slug), deck), strict=True)
    assert book.faces == faces
    off = np.abs(book.pictures.astype(int) - np.array(pictures)).mean((1, 2, 3))
    stale = [face for face, much in zip(faces, off, strict=True) if much > STALE]
    assert not stale, f"run `make albums`: {stale[:5]} look different now"


def test_other_decks_have_no_album() -> None:
    """Nobody is recognised by pictures that are not their deck's."""
    assert album("giza", fixed_deck()) is None
    assert album("rocks", object()) is None


@pytest.mark.parametrize("count", [1, 16, 17])
def test_pictures_survive_packing(count: int) -> None:
    """Each in its place, whatever their number."""
    grey = np.linspace(20, 230, count).astype(np.uint8)
    pictures = np.broadcast_to(grey[:, None, None, None], (count, HEIGHT, WIDTH, 3))
    again = unpacked(packed(np.ascontiguousarray(pictures)), count)
    assert again.shape == (count, HEIGHT, WIDTH, 3)
    assert np.abs(again.astype(int) - pictures).max() <= 4


def test_an_album_has_a_picture_for_each_face() -> None:
    """Or it is no album."""
    with pytest.raises(ValueError, match="1 faces"):
        Album("x", (("penguin-01", "front"),), np.zeros((2, HEIGHT, WIDTH, 3), np.uint8))
