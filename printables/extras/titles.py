"""The titles of prints: that of your own deck, or the game's."""

from __future__ import annotations

from companion.game import Deck, Game
from companion.language import ENGLISH, Phrase, translated


def title_of(row: Game, deck: Deck, language: str = ENGLISH) -> Phrase | str:
    """Return the game's title as a phrase to translate, or the deck's own title unchanged.

    The `deck` may already be in that `language`.
    """
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
