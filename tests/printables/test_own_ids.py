"""A card of your own is called like no other piece of the print."""

from __future__ import annotations

import pytest

from companion.deckfile import deck_text, load_deck
from companion.decks import parse
from companion.errors import DeckError
from companion.game import game, slugs
from printables.extras.contents import contents


@pytest.mark.parametrize("slug", slugs())
def test_what_comes_in_the_box_keeps_its_ids(slug: str) -> None:
    """No deck file may give them to a card: a manifest that has one twice can't be read."""
    row, text = game(slug), deck_text(game(slug))[0]
    deck = load_deck(row)
    own = {piece.id for piece in row.pieces(deck)}
    boxed = {piece.id for piece in contents(row, deck, text, extras=True)} - own
    assert boxed
    for name in boxed:
        with pytest.raises(
            DeckError, match=f"line 1, id: another piece is called '{name}'; choose another id"
        ):
            parse(f'id = "{name}"', "my.toml").take_piece_id()


def test_a_card_may_be_called_nearly_so() -> None:
    """Only the ids themselves are taken."""
    for name in ("rule", "rules-2", "stickers", "my-reference"):
        assert parse(f'id = "{name}"', "my.toml").take_piece_id() == name
