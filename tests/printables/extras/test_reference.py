"""Reference cards: both sides, and the small pictures on them."""

from __future__ import annotations

import pytest

from companion.deckfile import load_deck, load_summary
from companion.game import game, slugs
from companion.layout import POKER
from printables.art.cover import cover
from tests.printables.extras.drawn import drawn, pieces, words
from tests.printables.faces.recorder import Recorder

every_game = pytest.mark.parametrize("slug", slugs())


@every_game
def test_reference_card_of_two_sides(slug: str) -> None:
    """A card for each player, with the sections of `[[reference]]` on front and back."""
    row = game(slug)
    summary, (card,) = load_summary(row, load_deck(row)), pieces(slug, "reference")
    assert (card.size, card.each, [*card.faces]) == (POKER, True, ["front", "back"])
    for page, section in enumerate(summary.reference):
        said = words(drawn(slug, "reference"), page)
        assert section.title in said
        for item in section.items:
            assert " ".join(item.text.split()) in said
            assert item.name in said


@every_game
def test_reference_pictures_exist(slug: str) -> None:
    """Each small picture that a summary names is one that the game's cover can draw."""
    row = game(slug)
    named = {
        item.icon
        for section in load_summary(row, load_deck(row)).reference
        for item in section.items
    } - {""}
    assert named <= set(cover(slug).icons)


@pytest.mark.parametrize("name", ["small", "medium", "large"])
def test_pictures_of_sizes_tell_no_pips(name: str) -> None:
    """solitaire R4: a board file may count others, as the words beside them say; three faces are
    all.
    """
    pen = Recorder()
    cover("solitaire").icons[name](pen)
    assert len(pen.painted) == 3
