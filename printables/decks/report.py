"""The report on a deck file: its mistakes, or its differences from the standard deck and advice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.deckfile import deck_text, load_deck
from companion.decks import examine, line_of
from companion.differences import differences
from companion.errors import DeckError, PrintError, RookeryError
from companion.game import Deck, Game, Piece
from companion.game import game as find_game
from companion.language import decimal, say
from companion.layout import Size
from companion.tomltext import read_toml
from printables.draw.fonts import GlyphError
from printables.draw.pen import Words
from printables.draw.pictures import Picture, art_of, pictures_of
from printables.draw.pictures import notes as picture_notes
from printables.draw.svg import SvgPen
from printables.faces.artists import Faces, artist
from printables.output.job import make_job
from printables.output.printer import print_job

SMALL = 2.6  # the smallest letters that are comfortable to read, mm
_FIELD = re.compile(r"\s*([\w-]+)\s*=")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})")
WORD = 4  # texts of at least this length are words; shorter ones are numbers in drawings


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a deck file; `read` is None if there are `faults`.

    `faces` draw the pieces of a card game as data.
    """

    game: Game
    read: Deck | None
    faults: tuple[DeckError, ...]
    differences: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    pictures: Mapping[str, Picture] | None = None
    faces: Faces[Any] | None = None

    @property
    def pieces(self) -> int:
        """The number of pieces to play with."""
        own = () if self.faults else self.game.pieces(self.deck)
        return sum(piece.count for piece in own if not piece.extra)

    @property
    def deck(self) -> Deck:
        """The deck; raises `ValueError` for a file with faults."""
        if self.read is None:
            raise ValueError("a file with faults holds no deck")
        return self.read


def report(game: Game, text: str, source: str) -> Report:
    """Return the report on a deck file; raises `DeckError` only if it isn't TOML."""
    deck, faults = examine(game.read_deck, text, source)
    if deck is None:
        return Report(game, None, faults)
    pictures, missing = pictures_of(deck, source)
    small, undrawn = _draw_faces(game, deck, text, source)
    refused = _print_faults(game, deck, text, source, pictures)
    # each problem once, with the place of the first
    every = {fault.problem: fault for fault in (*refused, *undrawn.values(), *missing)}
    if every:
        return Report(game, None, tuple(sorted(every.values(), key=line_of)))
    changes = tuple(differences(read_toml(text, source), read_toml(*deck_text(game))))
    notes = [
        say(
            "{piece}: {words} is set only {mm} mm high to fit",
            piece=piece,
            words=repr(words if len(words) <= 30 else f"{words[:28]}..."),
            mm=decimal(f"{size:.1f}"),
        )
        for words, (piece, size) in small.items()
        if words not in _standard_words(game.slug)
    ]
    advice = (*game.advice(deck), *notes, *picture_notes(pictures))
    return Report(game, deck, (), changes, advice, pictures)


def _print_faults(
    game: Game, deck: Deck, text: str, source: str, pictures: Mapping[str, Picture]
) -> Iterator[DeckError]:
    """Yield why `rookery print` would refuse the deck: first the pieces with pictures, then all."""
    alone = [piece.id for piece in game.pieces(deck) if piece.id in art_of(deck)]
    for only in (*alone, "") if "print" in game.offers else ():
        try:
            job = make_job(game, {"only": [only] if only else []}, (text, source))
            print_job(replace(job, pictures=pictures))
        except RookeryError as error:
            at = error.at or _line_with(text, error)
            yield DeckError(source, error.problem, at=at, remedy=error.remedy)


def _draw_faces(
    game: Game, deck: Deck, text: str, source: str
) -> tuple[dict[str, tuple[str, float]], dict[str, DeckError]]:
    """Draw each face; return small words with their piece and size, mm, and errors by problem."""
    small: dict[str, tuple[str, float]] = {}
    faults: dict[str, DeckError] = {}
    for piece in game.pieces(deck) if "print" in game.offers else ():
        for face in piece.faces:
            pen = _Reader(piece.size)
            try:
                artist(game)(pen, piece, face, deck)
            except PrintError as error:
                at = _place(text, piece, error)
                fault = DeckError(source, error.problem, at=at, remedy=error.remedy)
                faults.setdefault(error.problem, fault)
                continue
            for words, size in pen.small.items():
                small.setdefault(words, (piece.id, size))
    return small, faults


@cache
def _standard_words(slug: str) -> frozenset[str]:
    game = find_game(slug)
    small, _ = _draw_faces(game, load_deck(game), "", "")
    return frozenset(small)


class _Reader(SvgPen):
    """A pen that records the size of small words, mm."""

    def __init__(self, size: Size) -> None:
        super().__init__(size)
        self.small: dict[str, float] = {}
        self._scale = 1.0

    def write(self, words: Words) -> None:
        super().write(words)
        size = words.size * self._scale
        if size < SMALL and len(words.text) >= WORD:
            self.small[words.text] = min(size, self.small.get(words.text, size))

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> Iterator[None]:
        self._scale *= scale
        with super().at(x, y, turn=turn, scale=scale, mirror=mirror):
            yield
        self._scale /= scale


def _place(text: str, piece: Piece, error: PrintError) -> str:
    """Return where the file has a character that the font lacks, else the piece."""
    if at := _line_with(text, error):
        return at
    row = re.compile(rf"\s*id\s*=\s*[\"']{re.escape(piece.id)}[\"']")
    lines = enumerate(text.split("\n"), 1)
    found = next((number for number, line in lines if row.match(line)), None)
    return f"line {found}, {piece.id}" if found else piece.id


def _line_with(text: str, error: RookeryError) -> str:
    """Return line and field of the character that the font lacks; "" after another error."""
    if not isinstance(error, GlyphError):
        return ""
    key = ""
    for number, line in enumerate(text.split("\n"), 1):
        plain = _ESCAPED.sub(lambda code: chr(int(code[1] or code[2], 16)), line)
        key = name[1] if (name := _FIELD.match(line)) else key
        if error.character in plain and not line.lstrip().startswith("#"):
            return f"line {number}, {key}"
    return ""
