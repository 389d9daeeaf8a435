"""Album: the small pictures that the eye knows cards by are those that are printed now."""

from typing import Any

import numpy as np
import pytest

from companion.deckfile import load_deck
from companion.game import Game, game, games
from companion.layout import POKER
from docs.make_albums import GAMES
from printables.output.albums import card_pictures
from rookery import albums
from tests.vision.conftest import fixed_deck
from vision.evidence.album import HEIGHT, INKS, SHIPPED, WIDTH, Album, Albums, Ink, packed, unpacked

# grey levels between a face in the album and as printed, on average; its file alone makes 1 to 2
STALE = 5.0


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("slug", GAMES)
def test_albums_are_up_to_date(slug: str, ink: Ink) -> None:
    """Every tagged card face is in the album and looks as `rookery print` draws it; else run `make
    albums`.
    """
    deck = load_deck(game(slug))
    book = SHIPPED.of(slug, deck, ink)
    assert book is not None, f"the album is of another deck: run `make albums` ({slug})"
    faces, pictures = card_pictures(slug, deck, ink, {})
    assert book.faces == faces
    off = np.abs(book.pictures.astype(int) - pictures).mean((1, 2, 3))
    stale = [face for face, much in zip(faces, off, strict=True) if much > STALE]
    assert not stale, f"run `make albums`: {stale[:5]} look different now"


@pytest.mark.parametrize("row", games(), ids=lambda row: row.slug)
def test_every_game_has_an_album(row: Game) -> None:
    """An empty one, where it has no cards with tags."""
    deck = load_deck(row)
    book = albums(None).of(row.slug, deck)
    cards = [
        piece for piece in row.pieces(deck) if piece.size == POKER and any(piece.faces.values())
    ]
    assert book is not None
    assert {name for name, _ in book.faces} == {piece.id for piece in cards}


def test_other_decks_have_no_album_unless_something_draws_it() -> None:
    """Nobody is recognised by pictures that are not their deck's."""
    assert SHIPPED.of("giza", fixed_deck()) is None
    assert SHIPPED.of("rocks", fixed_deck()) is None


def test_a_deck_is_drawn_once_for_each_amount_of_ink() -> None:
    """The standard deck's album is shipped, so it isn't drawn at all."""
    asked: list[str] = []

    def draw(slug: str, deck: Any, ink: Ink) -> Any:
        asked.append(ink)
        return card_pictures(slug, deck, ink, {})

    albums, deck = Albums(draw), fixed_deck()
    book = albums.of("giza", deck)
    assert book is not None
    assert (book.deck, len(book.faces)) == (deck.fingerprint, len(book.pictures))
    assert albums.of("giza", deck) is book
    assert albums.of("giza", deck, "mono") is not book
    assert albums.of("giza", load_deck(game("giza"))) is not None
    assert asked == ["full", "mono"]


@pytest.mark.parametrize("count", [1, 16, 17])
def test_pictures_survive_packing(count: int) -> None:
    """Each in its place, whatever their number."""
    grey = np.linspace(20, 230, count).astype(np.uint8)
    pictures = np.broadcast_to(grey[:, None, None, None], (count, HEIGHT, WIDTH, 3))
    again = unpacked(packed(np.ascontiguousarray(pictures)), count)
    assert again.shape == (count, HEIGHT, WIDTH, 3)
    assert np.abs(again.astype(int) - pictures).max() <= 4


def test_an_album_has_a_picture_for_each_face() -> None:
    """Or it isn't an album."""
    with pytest.raises(ValueError, match="1 faces"):
        Album("x", (("penguin-01", "front"),), np.zeros((2, HEIGHT, WIDTH, 3), np.uint8))
