"""Covers: the look of a game's box, and the words on it; each game has a `COVER`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, Protocol, runtime_checkable

from companion.decks import short_id
from companion.game import Deck, DeckT, Game, Piece, part
from companion.language import ENGLISH, Phrase, listed, say, say_many, translated
from printables.art.figures import Figure
from printables.draw.colours import INK, PAPER, Colour
from printables.draw.paths import polygon
from printables.draw.pen import BLEED, LINE, Halo, Pen, wash

LEAST_SCENE = 44.0  # mm; smaller scenery would have lines too thin to print
BEYOND = BLEED + 1.0  # mm, to the edge of a ground, whose outline isn't printed
HERO = (56.0, 58.0)  # the width and height of a cover's hero, mm


@dataclass(frozen=True, slots=True)
class Hollow:
    """The inside of a box, mm, and what goes in it, in words."""

    width: float
    height: float
    depth: float
    holds: Phrase


@dataclass(frozen=True, slots=True)
class View:
    """The size of a landscape, mm, without its bleed.

    A plate covers the lowest `plate` mm. In a `bare` view a plate covers most of it, so that little
    scenery would be visible.
    """

    width: float
    height: float
    plate: float = 0.0
    bare: bool = False

    @property
    def low(self) -> float:
        """The top of the plate, mm, above which things are drawn."""
        return self.height - self.plate

    @property
    def unit(self) -> float:
        """The unit of scenery, mm; in a low strip, scenery is cropped instead of tiny."""
        return LEAST_SCENE / 4 if self.bare else max(LEAST_SCENE, min(self.width, self.low))


@dataclass(frozen=True, slots=True)
class Cover(Generic[DeckT]):
    """The look of a game's box and all that comes with it.

    `ground` is the box's colour, `deep` that of lines and letters on paper, `tint` that of light
    panels, and `accent` that of small marks. `scene` draws the landscape of a view. `hero` stands
    on the origin, within `HERO`; `bust` is its upper part above an edge, by default the hero.
    `motif` is a sign of 10 x 10 mm about the origin, and `icons` are pictures of that size for the
    reference cards. `figures` are the drawings for the rules. `hollows(deck, pieces)` returns the
    insides of boxes for pieces without cards; by default boxes are for cards and flat pieces.
    """

    ground: Colour
    deep: Colour
    tint: Colour
    accent: Colour
    scene: Callable[[Pen, View], None]
    hero: Callable[[Pen], None]
    motif: Callable[[Pen], None]
    icons: Mapping[str, Callable[[Pen], None]] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    bust: Callable[[Pen], None] | None = None
    hollows: Callable[[DeckT, Sequence[Piece]], tuple[Hollow, ...]] | None = None

    def backdrop(
        self, pen: Pen, width: float, height: float, *, plate: float = 0.0, bare: bool = False
    ) -> None:
        """Draw the landscape (see `View`)."""
        self.scene(pen, View(width, height, plate, bare))

    def draw_hero(self, pen: Pen, x: float, y: float, scale: float, *, cut: bool = False) -> None:
        """Draw the game's hero with a light rim, standing at (x, y); only its bust if `cut`."""
        draw = self.bust if cut and self.bust else self.hero
        with pen.at(x, y, scale=scale):
            draw(Halo(pen, PAPER, 0.9))
            draw(pen)

    def draw_motif(self, pen: Pen, x: float, y: float, size: float) -> None:
        """Draw the game's sign, `size` mm wide."""
        with pen.at(x, y, scale=size / 10):
            self.motif(pen)

    def draw_reading_sign(self, pen: Pen, x: float, y: float, size: float) -> None:
        """Draw the sign of an interpretation, `size` mm high."""
        half = size / 2
        diamond = polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
        pen.paint(diamond, wash(pen, self.accent), INK, width=LINE * 0.7)


@runtime_checkable
class Covered(Deck, Protocol):
    """A deck with a look of its own."""

    @property
    def look(self) -> Cover:
        """The look of its box."""


def look_of(game: Game, deck: Deck) -> Cover:
    """Return the look of a deck's box, in general that of its game."""
    return deck.look if isinstance(deck, Covered) else cover(game.slug)


@cache
def cover(slug: str) -> Cover:
    """Return the cover of the game called `slug`."""
    return part(slug, "cover", Cover)


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
    """Return the deck's id as printed."""
    return say("deck {fingerprint}", fingerprint=short_id(deck.fingerprint))


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
    own = not isinstance(title, Phrase)
    name, _, subtitle = (title if own else standard).partition(": ")
    return name, subtitle or (standard if own else "")
