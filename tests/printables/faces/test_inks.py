"""What less ink leaves out, in every game alike."""

from __future__ import annotations

import numpy as np
import pytest

from companion.deckfile import load_deck
from companion.game import game, offering
from printables.draw.colours import WHITE
from printables.faces.artists import artist
from tests.printables.faces.easel import on_pages, rendered

EVERY = 8  # a face of so many of a kind is looked at: they differ little


@pytest.mark.parametrize("slug", [row.slug for row in offering("print")])
def test_low_and_mono_leave_grounds_out(slug: str) -> None:
    """Neither is the full picture filtered: without their grounds all faces together are much
    lighter.
    """
    row = game(slug)
    deck = load_deck(row)
    kinds = {
        piece.kind: [each for each in row.pieces(deck) if each.kind == piece.kind]
        for piece in row.pieces(deck)
    }
    drawn = [
        (piece, face)
        for found in kinds.values()
        for piece in found[::EVERY]
        for face in piece.faces
    ]
    darkness = {
        ink: np.mean(
            [
                255 - page.mean()
                for page in rendered(on_pages(artist(row), deck, drawn, ink, WHITE), 40)
            ]
        )
        for ink in ("full", "low", "mono")
    }
    assert darkness["low"] < darkness["full"] * 0.65
    assert darkness["mono"] < darkness["full"] * 0.75
