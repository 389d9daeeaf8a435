"""Pictures of the cards of any deck, which the scanner compares with a photo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.game import Deck

if TYPE_CHECKING:
    from vision.evidence.album import Albums, Drawn, Ink


def albums(deck_file: str | None) -> Albums:
    """Return the scanner's pictures of cards; the deck owner's pictures lie beside `deck_file`."""
    from vision.evidence.album import Albums  # noqa: PLC0415 - `rookery --help` needs no OpenCV

    def draw(slug: str, deck: Deck, ink: Ink) -> Drawn:
        from printables.draw.pictures import load_pictures  # noqa: PLC0415 - see above
        from printables.output.albums import card_pictures  # noqa: PLC0415 - most photos show the standard deck

        return card_pictures(slug, deck, ink, load_pictures(deck, deck_file))

    return Albums(draw)
