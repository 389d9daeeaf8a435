"""Otters: twelve cards to print, a game of someone else's. It has no rules, phones or photos of
its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion import decks
from companion.decks import parse
from companion.fields import Faults
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
        return decks.fingerprint(self.names)


def read_deck(text: str, source: str, faults: Faults | None = None) -> Deck:
    """Read a deck file; raises `DeckError`, or notes all mistakes in `faults`."""
    root = parse(text, source, "otters", faults)
    rows = list(root.take_tables("card", 1, 15))
    deck = Deck(root.take_str("title"), tuple(row.take_str("name") for row in rows))
    for table in (root, *rows):
        table.done()
    return deck


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
