"""Reading data files: a game's own, or a deck file that a user names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from string import Template
from typing import Protocol, Self, runtime_checkable

from companion.decks import NAME_OF_GAME, shipped
from companion.errors import DeckError, UsageError, reason
from companion.folders import near_file, stored
from companion.game import Deck, DeckT, Game, slugs
from companion.game import game as find_game
from companion.language import ENGLISH, Phrase, reworded, say, translated
from companion.summary import Summary, read_summary
from companion.text import composed, decoded
from companion.tomltext import MAX_BYTES, read_toml
from companion.wording import near

SUMMARY_FILE = "summary.toml"
CARD_GAME = "game.toml"  # of someone's own game as data


@runtime_checkable
class Explained(Deck, Protocol):
    """A deck with rules of its own."""

    @property
    def summary(self) -> Summary:
        """Its rules."""


@runtime_checkable
class Sizable(Deck, Protocol):
    """A deck whose board comes in several sizes."""

    @property
    def amendments(self) -> Mapping[str, Mapping[str, int]]:
        """The fields that `sized` changes, by table of the file."""

    def sized(self, rows: int, columns: int) -> Self:
        """Return the deck with another size of board; raises `UsageError` if not allowed."""


def load_deck(game: Game[DeckT], path: str | None = None) -> DeckT:
    """Return the checked deck of `game`, the standard one if `path` is None; raises `DeckError`."""
    return game.read_deck(*deck_text(game, path))


def deck_text(game: Game[DeckT], path: str | None = None) -> tuple[str, str]:
    """Return a deck file's text and its name for messages; raises `DeckError` if unreadable."""
    if path is None:
        return shipped(game.package, game.deck_file)
    return file_text(path), path


def game_of_file(path: str, slug: str | None = None) -> Game:
    """Return the game `slug`, or else that of the file; raises `UsageError` or `DeckError`."""
    if (Path(path) / CARD_GAME).is_file():
        path = str(Path(path) / CARD_GAME)
    text = file_text(path)
    if slug:
        return find_game(slug)
    named = read_toml(text, path).get(NAME_OF_GAME)
    if named is None and Path(path).name == CARD_GAME:
        folder = quote(str(Path(path).parent))
        remedy = f"use 'rookery game check {folder}', and 'preview' or 'print' likewise"
        raise UsageError(path, "a card game of its own, not a deck", remedy=remedy)
    if not isinstance(named, str):
        remedy = say(
            "write {line} as its first line, or name the game with --game; games: {names}",
            line='game = "giza"',
            names=", ".join(slugs()),
        )
        problem = say("doesn't say which game it is for")
        raise DeckError(path, problem, at=f"line 1, {NAME_OF_GAME}", remedy=remedy)
    if named not in slugs():
        problem = say("unknown game {name}", name=repr(named))
        raise DeckError(path, problem, at=NAME_OF_GAME, remedy=near(named, slugs()))
    return find_game(named)


def resized(game: Game[DeckT], deck: DeckT, board: str | None) -> DeckT:
    """Return the deck with a board such as "4x5" (rows x columns); raises `UsageError`."""
    if board is None:
        return deck
    if not isinstance(deck, Sizable):
        problem = f"{game.slug} has no boards of other sizes"
        raise UsageError("--board", problem, remedy="leave it out")
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", board)
    if not match:
        remedy = "write rows x columns, such as 3x4"
        raise UsageError("--board", f"{board!r} isn't a board size", remedy=remedy)
    return deck.sized(int(match[1]), int(match[2]))


def file_text(path: str) -> str:
    """Return the text of a user's file; raises `DeckError`."""
    try:
        with stored(Path(path)).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            remedy = say("a deck file can't be larger")
            raise DeckError(path, say("over {n} bytes", n=MAX_BYTES), remedy=remedy)
        return composed(decoded(data))
    except OSError as error:
        known = near_file(Path(path)) or say("check the name and the folder")
        raise DeckError(path, reason(error), remedy=known) from error
    except UnicodeDecodeError as error:
        problem, at = say("isn't UTF-8 text"), f"byte {error.start}"
        raise DeckError(path, problem, at=at, remedy=say("save it as UTF-8")) from error


def load_summary(game: Game, deck: Deck, language: str = ENGLISH) -> Summary:
    """Return a game's rules in a language, filled in for `deck`; raises `UsageError`."""
    if isinstance(deck, Explained):
        return deck.summary
    details = game.details(deck)
    try:
        text, name = shipped(game.package, SUMMARY_FILE)
    except FileNotFoundError as error:
        remedy = f"add {SUMMARY_FILE} to it"
        raise UsageError(game.slug, "this game comes without rules", remedy=remedy) from error
    summary = read_summary(text, name, details)
    texts = {
        name: translated(value, language) if isinstance(value, Phrase) else value
        for name, value in details.items()
    }
    return reworded(summary, lambda text: Template(translated(text, language)).substitute(texts))
