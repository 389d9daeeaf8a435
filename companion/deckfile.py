"""The edge where a deck file is read: a game's own, or one that a user names."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.errors import DeckError
from companion.game import Game

MAX_BYTES = 200_000


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
