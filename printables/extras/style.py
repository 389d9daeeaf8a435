"""What all extras share: the facts of a game, the deck's mark, and the sign of a reading of
ours.
"""

from __future__ import annotations

from companion.game import Deck, Game
from companion.language import Phrase, listed, say, say_many
from printables.art.cover import INK, Cover, wash
from printables.art.palette import LINE
from printables.draw.paths import Path, polygon
from printables.draw.pen import Pen

SHORT = 8  # digits of the fingerprint


def facts(game: Game, minutes: tuple[int, int]) -> Phrase:
    """For how many and how long: "2-4 players · 20-30 minutes"."""
    return listed((_players(game), _minutes(minutes)), " · ")


def _players(game: Game) -> Phrase:
    low, high = game.players
    if high > low:
        return say("{low}-{high} players", low=low, high=high)
    return say_many("{n} player", "{n} players", high)


def _minutes(times: tuple[int, int]) -> Phrase:
    low, high = times
    return (
        say("{low}-{high} minutes", low=low, high=high)
        if high > low
        else say("{n} minutes", n=high)
    )


def deck_mark(deck: Deck) -> Phrase:
    """Enough of the fingerprint to tell two decks of one table apart."""
    return say("deck {fingerprint}", fingerprint=deck.fingerprint[:SHORT])


def diamond(x: float, y: float, size: float) -> Path:
    """The sign of a reading of ours."""
    return polygon([(x, y - size / 2), (x + size / 2, y), (x, y + size / 2), (x - size / 2, y)])


def draw_reading_sign(pen: Pen, look: Cover, x: float, y: float, size: float) -> None:
    """The sign of a reading of ours, `size` mm high."""
    pen.paint(diamond(x, y, size), wash(pen, look.accent), INK, width=LINE * 0.7)
