"""Shared parts of extras: titles, facts, the deck's mark, the sign of an interpretation."""

from __future__ import annotations

from companion.game import Deck, Game
from companion.language import ENGLISH, Phrase, listed, say, say_many, translated
from printables.art.cover import Cover
from printables.draw.colours import INK
from printables.draw.paths import polygon
from printables.draw.pen import LINE, Pen, wash

SHORT = 8  # digits of the fingerprint


def facts(game: Game, minutes: tuple[int, int]) -> Phrase:
    """Return players and time, such as "2-4 players · 20-30 minutes"."""
    (low, high), (short, long) = game.players, minutes
    players = say_many("{n} player", "{n} players", high)
    if high > low:
        players = say("{low}-{high} players", low=low, high=high)
    times = say("{n} minutes", n=long)
    if long > short:
        times = say("{low}-{high} minutes", low=short, high=long)
    return listed((players, times), " · ")


def deck_mark(deck: Deck) -> Phrase:
    """Return the start of the fingerprint, which is enough to distinguish decks."""
    return say("deck {fingerprint}", fingerprint=deck.fingerprint[:SHORT])


def draw_reading_sign(pen: Pen, look: Cover, x: float, y: float, size: float) -> None:
    """Draw the sign of an interpretation, `size` mm high."""
    half = size / 2
    diamond = polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
    pen.paint(diamond, wash(pen, look.accent), INK, width=LINE * 0.7)


def title_of(row: Game, deck: Deck, language: str = ENGLISH) -> Phrase | str:
    """Return the game's title as a phrase to translate, or the deck's own title unchanged."""
    usual = (row.title, translated(row.title, language))
    known = {*usual, *(title.partition(": ")[0] for title in usual)}
    return Phrase(row.title) if deck.title in known else str(deck.title)


def name_and_subtitle(row: Game, deck: Deck, language: str = ENGLISH) -> tuple[str, str]:
    """Return a title in two parts, such as "Giza" and "the penguin pyramid".

    If a deck has its own title without a subtitle, the game is the subtitle.
    """
    standard = translated(row.title, language)
    title = title_of(row, deck, language)
    if isinstance(title, Phrase):
        name, _, subtitle = standard.partition(": ")
        return name, subtitle
    name, _, subtitle = title.partition(": ")
    return name, subtitle or standard
