"""Make vision/evidence/albums again (`make albums`): the standard deck's cards, 1 px a mm.

To be run, and its files committed, whenever a card's drawing changes;
tests/vision/evidence/test_album.py says when.
"""

from __future__ import annotations

import json
from pathlib import Path

import vision.evidence
from companion.deckfile import load_deck
from companion.game import game
from printables.output.albums import card_pictures
from vision.evidence.album import INKS, packed

GAMES = ("giza", "combust")  # whose cards are compared with how they were printed


def main() -> None:
    """Write a picture for each game and amount of ink, and an index for each game."""
    folder = Path(vision.evidence.__file__).with_name("albums")
    for slug in GAMES:
        deck = load_deck(game(slug))
        for ink in INKS:
            faces, pictures = card_pictures(slug, deck, ink, {})
            data, index = packed(pictures), {"deck": deck.fingerprint, "faces": faces}
            (folder / f"{slug}-{ink}.webp").write_bytes(data)
            (folder / f"{slug}.json").write_text(json.dumps(index) + "\n", "utf-8")
            print(f"{slug}, {ink}: {len(faces)} faces, {len(data)} bytes")


if __name__ == "__main__":
    main()
