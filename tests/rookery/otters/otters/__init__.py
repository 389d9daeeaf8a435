"""Otters: twelve cards to print, a game of somebody else's. It has no rules, phones or photos of
its own.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass

from companion.decks import Faults
from companion.game import Game, Piece
from companion.layout import POKER, card_tags

FIRST_TAG = 572  # no piece of Rookery's own carries this id or a higher one


@dataclass(frozen=True, slots=True)
class Deck:
    """A title, and a name on each card."""

    title: str
    names: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """Of the names, which are all that the cards differ in."""
        return hashlib.sha256("\n".join(self.names).encode()).hexdigest()


def read_deck(text: str, _source: str, _faults: Faults | None = None) -> Deck:
    """Read a deck file."""
    data = tomllib.loads(text)
    return Deck(str(data["title"]), tuple(map(str, data["names"])))


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """A card a name, with the same tag in two corners."""
    return tuple(
        Piece(
            f"otter-{n:02}",
            "otter",
            POKER,
            {"front": card_tags(FIRST_TAG + n - 1, FIRST_TAG + n - 1)},
        )
        for n, _ in enumerate(deck.names, start=1)
    )


GAME = Game(
    slug="otters",
    title="Otters",
    players=(2, 6),
    package=__name__,
    read_deck=read_deck,
    pieces=pieces,
)
