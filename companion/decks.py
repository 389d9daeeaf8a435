"""Deck files: what all games' files have in common, and all mistakes of one at once.

A game's own `deck.py` knows the fields. A reader stops at the first mistake; with a list of
`Faults` it adds mistakes to it and continues, so that all are reported at once (`examine`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Protocol, TypeVar

from companion.errors import DeckError
from companion.events import canonical
from companion.fields import Faults, Table
from companion.language import READ, say
from companion.tomltext import read_toml
from companion.wording import quoted

T = TypeVar("T")
DeckT_co = TypeVar("DeckT_co", covariant=True)

NAME_OF_GAME = "game"  # the field that names a deck file's game
CREDIT = "credit"  # the field that names who made a deck, for its small print
ID_DIGITS = 8  # of a fingerprint, as on box labels


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of pieces or of a player; `symbol` and `pattern` distinguish it without colour.

    `ink` is #rrggbb. `pattern` is "" in decks without patterns.
    """

    id: str
    name: str = field(metadata=READ)
    ink: str
    symbol: str
    pattern: str = ""


class ReadDeck(Protocol[DeckT_co]):
    """A game's reader of deck files."""

    def __call__(self, text: str, source: str, faults: Faults | None = None, /) -> DeckT_co:
        """Return the deck; raises `DeckError` at the first mistake, or adds all to `faults`."""


def examine(
    read_deck: ReadDeck[T], text: str, source: str
) -> tuple[T | None, tuple[DeckError, ...]]:
    """Return the deck, None after a mistake, and all mistakes sorted by line.

    Stand-ins replace wrong values; mistakes that they cause are left out.
    """
    faults: Faults = []
    deck: T | None = None
    try:
        deck = read_deck(text, source, faults)
    except DeckError as error:
        faults = faults or [error]
    except Exception:
        if not faults:
            raise
    return (None if faults else deck), tuple(sorted(faults, key=line_of))


def line_of(error: DeckError) -> int:
    """Return the line that an error names, 0 for none."""
    match = re.match(r"line (\d+)", error.at)
    return int(match[1]) if match else 0


def game_of(text: str) -> str | None:
    """Return the game that a deck file names; None if it doesn't, or isn't TOML."""
    try:
        slug = read_toml(text, "").get(NAME_OF_GAME)
    except DeckError:
        return None
    return slug if isinstance(slug, str) else None


def credit_of(text: str, source: str) -> str:
    """Return the credit line of a deck file; "" for none; raises `DeckError`."""
    root = Table(read_toml(text, source), text, source)
    return root.take_str(CREDIT) if root.has(CREDIT) else ""


def parse(text: str, source: str, game: str = "", faults: Faults | None = None) -> Table:
    """Return the root table of a file's text; raises `DeckError` with the line of a syntax error.

    If `game` is given, it is a deck file: also raises `DeckError` for one that names another game
    or has a wrong credit line.
    """
    data = read_toml(text, source)
    root = Table(data, text, source, faults=faults)
    if game and root.has(NAME_OF_GAME) and root.take_str(NAME_OF_GAME) != game:
        problem = say(
            "{value} is another game than {game}", value=quoted(data[NAME_OF_GAME]), game=game
        )
        remedy = say("name a deck of {game}, or the game that this deck is of", game=game)
        raise root.error(NAME_OF_GAME, problem, remedy)
    if game and root.has(CREDIT):
        root.take_str(CREDIT)
    return root


def shipped(package: str, name: str) -> tuple[str, str]:
    """Return the text of a game's data file, and its name."""
    return files(package).joinpath(name).read_text("utf-8"), name


def fingerprint(rule_fields: object) -> str:
    """Return the SHA-256 of the canonical JSON of `rule_fields`."""
    return hashlib.sha256(canonical(rule_fields).encode()).hexdigest()


def short_id(fingerprint: str) -> str:
    """Return the start of a deck's fingerprint, which is what people see of it everywhere."""
    return fingerprint[:ID_DIGITS]


def take_colours(
    root: Table,
    key: str,
    count: int,
    symbols: Collection[str],
    patterns: Collection[str] = (),
    *,
    unlike: Sequence[str] = ("id",),
) -> tuple[Colour, ...]:
    """Read `count` rows of colours, none equal to another in one of the fields `unlike`."""
    seen: dict[str, set[str]] = {name: set() for name in unlike}
    colours = []
    for row in root.take_tables(key, count, count):
        colour = Colour(
            row.take_id(),
            row.take_str("name"),
            row.take_ink(),
            row.take_str("symbol", symbols),
            row.take_str("pattern", patterns) if patterns else "",
        )
        row.done()
        for name, values in seen.items():
            row.only_once(name, getattr(colour, name), values)
        colours.append(colour)
    return tuple(colours)
