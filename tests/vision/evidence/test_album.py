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
from vision.evidence.album import HEIGHT, INKS, SHIPPED, WIDTH, Album, Albums, Ink

STALE = 5.0  # grey levels between a face in the album and as printed, on average


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
    off = np.abs(book.pictures.astype(int) - pictures).mean((1, 2))
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


def test_an_album_has_a_picture_for_each_face() -> None:
    """Or it isn't an album."""
    with pytest.raises(ValueError, match="1 faces"):
        Album("x", (("penguin-01", "front"),), np.zeros((2, HEIGHT, WIDTH), np.uint8))
