"""Making new deck files, and importing rows from a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.deckfile import Sizable, deck_text, file_text, resized
from companion.decks import examine, parse
from companion.errors import DeckError
from companion.game import Game
from companion.tomltext import read_toml
from printables.decks.spreadsheet import CardList, in_spreadsheet, read_cards, with_rows

HEADER = """\
# Your own deck of {title}.
#
# Change what you like, save, and look at the result:
#
#     rookery deck preview {file}     shows all cards in the browser and follows every change
#     rookery deck check {file}       lists mistakes and changes from the standard deck
#     rookery print {slug} --deck {file}
#
# Lines that start with # are comments. Put texts in "quotes", but not numbers.
# {more}

"""
PICTURES = """\
To use your own picture, put a PNG or JPEG into this file's folder and add a line to the card: \
art = "its-name.png"
# The picture replaces the drawing. Numbers, symbols and tags stay on top."""
NO_PICTURES = "docs/own-decks.md explains each step."


def new_deck(game: Game, file: str, board: str | None = None) -> str:
    """Return the text of a new deck file; raises `UsageError` if the game has no such board."""
    text, source = deck_text(game)
    deck = game.read_deck(text, source)
    if board is not None:
        deck = resized(game, deck, board)
        for fields in deck.amendments.values() if isinstance(deck, Sizable) else ():
            lines = text.splitlines(keepends=True)
            for field, value in fields.items():  # change lines of the text, to keep comments
                at = next(n for n, line in enumerate(lines) if line.split("=")[0].strip() == field)
                rest = lines[at].partition("=")[2].lstrip()
                lines[at] = f"{field} = {value}{rest[len(rest.split()[0]) :]}"
            text = "".join(lines)
    more = PICTURES if hasattr(deck, "art") else NO_PICTURES
    return HEADER.format(title=game.title, slug=game.slug, file=Path(file).name, more=more) + text


def import_rows(
    game: Game, cards: str, file: str, key: str | None
) -> tuple[str, CardList, Sequence[DeckError]]:
    """Return a deck file's new text, the rows of the spreadsheet `cards`, and all mistakes.

    A deck file that doesn't exist yet starts as the standard deck.
    """
    before = file_text(file) if Path(file).exists() else new_deck(game, file)
    parse(before, file, game.slug)  # raises for what rows from a spreadsheet can't fix
    ours = read_toml(*deck_text(game))
    rows = read_cards(file_text(cards), cards, read_toml(before, file), key, like=ours)
    text = with_rows(before, rows.key, rows.rows)
    _, faults = examine(game.read_deck, text, file)
    _, old = examine(game.read_deck, before, file) if faults else (None, ())
    return text, rows, [_placed(fault, old, rows, cards) for fault in faults]


def _placed(fault: DeckError, old: Iterable[DeckError], rows: CardList, cards: str) -> DeckError:
    """Return a mistake with its place in the spreadsheet or the old deck file.

    Line numbers in the new text would be misleading, because it isn't saved.
    """
    moved = in_spreadsheet(fault, rows, cards)
    if moved is not fault:
        return moved
    field = fault.at.partition(", ")[2]
    for each in old:
        if (each.problem, each.at.partition(", ")[2]) == (fault.problem, field):
            return each
    return DeckError(fault.source, fault.problem, at=field, remedy=fault.remedy)
