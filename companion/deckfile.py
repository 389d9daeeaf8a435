"""The edge where data files are read: a game's own, or a deck file that a user names."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.errors import DeckError
from companion.game import Game
from companion.summary import Summary, read_summary

MAX_BYTES = 200_000
SUMMARY_FILE = "summary.toml"


def load_deck(game: Game, path: str | None = None) -> Any:
    """The checked deck of `game`: the standard one where `path` is None. Raises `DeckError`."""
    return game.read_deck(*deck_text(game, path))


def deck_text(game: Game, path: str | None = None) -> tuple[str, str]:
    """A deck file's text and its name for messages; raises `DeckError` for one that can not be read."""
    if path is None:
        return files(f"companion.{game.slug}").joinpath(game.deck_file).read_text("utf-8"), game.deck_file
    try:
        data = Path(path).read_bytes()
        if len(data) > MAX_BYTES:
            raise DeckError(path, f"{len(data)} bytes", remedy=f"a deck file has at most {MAX_BYTES}")
        return data.decode("utf-8"), path
    except OSError as error:
        raise DeckError(path, error.strerror or "can not be read", remedy="check the name and the folder") from error
    except UnicodeDecodeError as error:
        raise DeckError(path, "is no UTF-8 text", at=f"byte {error.start}", remedy="save it as UTF-8") from error


def load_summary(game: Game, deck: Any) -> Summary:
    """The rules of `game` on one page, with the numbers of `deck` filled in."""
    details = game.details(deck)
    text = files(f"companion.{game.slug}").joinpath(SUMMARY_FILE).read_text("utf-8")
    return read_summary(text, SUMMARY_FILE, details).filled(details)
