"""The child process in which a photo is read; it can draw the cards of your own deck."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.game import Deck
from vision.sandbox.worker import main

if TYPE_CHECKING:
    from vision.evidence.album import Drawn, Ink


def draw(slug: str, deck: Deck, ink: Ink) -> Drawn:
    """Draw a deck's cards, but not your own pictures, which the deck's text doesn't contain."""
    from printables.output.albums import card_pictures  # noqa: PLC0415 - most photos show the standard deck

    return card_pictures(slug, deck, ink, {})


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer, draw)
