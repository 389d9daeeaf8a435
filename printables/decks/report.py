"""What there is to say of a deck file: its mistakes, or how it differs from ours and what is worth
a second look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache

from companion.deckfile import deck_text, load_deck
from companion.decks import examine
from companion.differences import differences
from companion.errors import DeckError, PrintError
from companion.game import Deck, Game, Piece
from companion.game import game as find_game
from companion.language import Phrase, decimal, say
from companion.layout import Size
from companion.tomltext import read_toml
from printables.draw.colours import Colour, Ink
from printables.draw.fonts import Weight, fitted
from printables.draw.pen import Anchor, SvgPen, translate_for
from printables.draw.pictures import Picture, art_of, load_picture
from printables.faces.artists import artist
from printables.output.printer import Job, print_job
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS

SMALL = 2.6  # letters of this size, mm, are the smallest that people like to read
WORD = 4  # so many signs are a word, no figure in a drawing


@dataclass(frozen=True, slots=True)
class Report:
    """A deck file, read: `read` is None where there are `faults`; `pictures` are those that could
    be had.
    """

    game: Game
    read: Deck | None
    faults: tuple[DeckError, ...]
    differences: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    pictures: Mapping[str, Picture] | None = None

    @property
    def pieces(self) -> int:
        """How many pieces are printed."""
        return 0 if self.faults else sum(piece.count for piece in self.game.pieces(self.deck))

    @property
    def deck(self) -> Deck:
        """The deck of a file without faults."""
        if self.read is None:
            raise ValueError("a file with faults holds no deck")
        return self.read


def report(game: Game, text: str, source: str) -> Report:
    """What there is to say of the deck file `source` of `game`; raises `DeckError` only where it is
    no TOML at all.
    """
    deck, faults = examine(game.read_deck, text, source)
    if deck is None:
        return Report(game, None, faults)
    pictures, missing = pictures_of(deck, source)
    small, undrawn = _drawn(game, deck, text, source)
    faults = (*missing, *undrawn) or tuple(_unprintable(game, deck, source, pictures))
    if faults:
        return Report(game, None, faults)
    found = tuple(differences(read_toml(text, source), read_toml(*deck_text(game))))
    return Report(game, deck, (), found, (*game.advice(deck), *small), pictures)


def pictures_of(deck: Deck, source: str) -> tuple[dict[str, Picture], list[DeckError]]:
    """The pictures that a deck file names, by name, and what is wrong with those that can't be
    had.
    """
    found: dict[str, Picture] = {}
    faults = []
    for each in art_of(deck).values():
        try:
            found[each.name] = found.get(each.name) or load_picture(each, source)
        except DeckError as error:
            faults.append(error)
    return found, faults


def _drawn(game: Game, deck: Deck, text: str, source: str) -> tuple[list[str], list[DeckError]]:
    """Words that are set smaller than ours, and pieces that can't be drawn: each face is drawn
    once to see.
    """
    if "print" not in game.offers:
        return [], []
    small: dict[str, str] = {}
    faults: dict[str, DeckError] = {}
    for piece in game.pieces(deck):
        for face in piece.faces:
            try:
                for words, size in _small_words(game, deck, piece, face).items():
                    small.setdefault(words, _too_small(piece, words, size))
            except PrintError as error:
                at = f"{_line_of(text, piece.id)}{piece.id}"
                faults.setdefault(
                    error.problem, DeckError(source, error.problem, at=at, remedy=error.remedy)
                )
    if small:
        small = {words: said for words, said in small.items() if words not in _usual(game.slug)}
    return list(small.values()), list(faults.values())


def _unprintable(
    game: Game, deck: Deck, source: str, pictures: Mapping[str, Picture]
) -> Iterator[DeckError]:
    """What preflight says of the pieces with pictures, which are printed one by one; each problem
    once.
    """
    seen = set()
    for piece in game.pieces(deck) if pictures else ():
        if piece.id in art_of(deck):
            try:
                one = (replace(piece, count=1),)
                print_job(
                    Job(game, deck, source, one, PAPERS["a4"], SIDES["long"], pictures=pictures)
                )
            except PrintError as error:
                if error.problem not in seen:
                    yield DeckError(source, error.problem, at=error.at, remedy=error.remedy)
                seen.add(error.problem)


def _too_small(piece: Piece, words: str, size: float) -> Phrase:
    height = decimal(f"{size:.1f}")
    return say(
        "{piece}: {words} is set only {mm} mm high to fit",
        piece=piece.id,
        words=_short(words),
        mm=height,
    )


@cache
def _usual(slug: str) -> frozenset[str]:
    """The small words of the standard deck."""
    game = find_game(slug)
    deck = load_deck(game)
    faces = ((piece, face) for piece in game.pieces(deck) for face in piece.faces)
    return frozenset(
        words for piece, face in faces for words in _small_words(game, deck, piece, face)
    )


def _small_words(game: Game, deck: Deck, piece: Piece, face: str) -> dict[str, float]:
    """The small words of a face and their sizes, mm; raises `PrintError` for one that can't be
    drawn.
    """
    pen = _Reader(piece.size)
    artist(game)(pen, piece, face, deck)
    return {words: size for words, size in pen.sizes.items() if size < SMALL and len(words) >= WORD}


class _Reader(SvgPen):
    """Notes how large each text comes out, mm."""

    def __init__(self, size: Size, ink: Ink = "full") -> None:
        super().__init__(size, ink)
        self.sizes: dict[str, float] = {}
        self._scale = 1.0

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: Colour,
        *,
        weight: Weight = "medium",
        anchor: Anchor = "middle",
        fit: float | None = None,
    ) -> None:
        """See `Pen.text`."""
        text = translate_for(self, text)
        super().text(x, y, text, size, fill, weight=weight, anchor=anchor, fit=fit)
        set_at = (size if fit is None else fitted(text, size, fit, weight)) * self._scale
        self.sizes[text] = min(set_at, self.sizes.get(text, set_at))

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> Iterator[None]:
        """See `Pen.at`."""
        self._scale *= scale
        with super().at(x, y, turn=turn, scale=scale, mirror=mirror):
            yield
        self._scale /= scale


def _line_of(text: str, name: str) -> str:
    """Where a deck file gives this id, as errors say it; "" where it does not."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*id\s*=\s*[\"']{re.escape(name)}[\"']", line):
            return f"line {number}, "
    return ""


def _short(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:28]}...")
