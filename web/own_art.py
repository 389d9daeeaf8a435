"""A deck's own pictures: files beside a table's photos, which only child processes decode.

A file's name begins with a digest of the picture's name in the deck, and ends with one of its
content, so that the files of several decks can lie in one folder for a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import DeckError
from companion.fields import Art
from companion.game import Deck

if TYPE_CHECKING:
    from printables.draw.pictures import Picture

FILES = "*.art"


@dataclass(frozen=True, slots=True)
class OwnArt:
    """A folder with a deck's pictures; the `digest` of what they are is "" without any."""

    digest: str = ""
    folder: Path = field(default=Path(), compare=False)


NO_ART = OwnArt()


def art_in(deck: Deck) -> list[Art]:
    """Return the pictures that a deck names, each once."""
    named: dict[str, Art] = getattr(deck, "art", {})
    return list({art.name: art for art in named.values()}.values())


def gather(
    deck: Deck, folder: Path, read: Callable[[Art], bytes]
) -> tuple[OwnArt, list[DeckError]]:
    """Store a deck's pictures in an empty folder; return them, and errors for those not read."""
    names, faults = list[str](), list[DeckError]()
    for art in art_in(deck):
        try:
            data = read(art)
        except DeckError as error:
            faults.append(error.with_traceback(None))  # whose frames hold the deck
            continue
        names.append(f"{_short(art.name.encode())}{_short(data)}.art")
        (folder / names[-1]).write_bytes(data)
    digest = sha256(" ".join(sorted(names)).encode()).hexdigest()
    return OwnArt(digest, folder) if names else NO_ART, faults


def load_art(
    deck: Deck, folder: Path, side: int | None = None
) -> tuple[dict[str, Picture], list[DeckError]]:
    """Return a deck's pictures by name, at most `side` px wide and high, and errors for damaged
    ones. Only for child processes.
    """
    from printables.draw.pictures import read_picture, shrunk  # noqa: PLC0415 - Pillow is heavy

    pictures: dict[str, Picture] = {}
    faults: list[DeckError] = []
    for art in art_in(deck):
        for path in folder.glob(f"{_short(art.name.encode())}{FILES}"):
            try:
                picture = read_picture(art, path.read_bytes(), "deck")
            except DeckError as error:
                faults.append(error)
            else:
                pictures[art.name] = shrunk(picture, side) if side else picture
    return pictures, faults


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
