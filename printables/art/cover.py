"""Covers: the look of each game's box and its colours; each game has a `COVER`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic

from companion.game import DeckT, Piece, part
from companion.language import Phrase
from printables.art.figures import Figure
from printables.art.halo import Halo
from printables.draw.colours import WHITE, Colour
from printables.draw.pen import BLEED, Pen

INK, GREY = "#20232e", "#5c6070"
SAND, SAND_DARK, PAPER, GOLD = "#f6e4bb", "#d9bd83", "#fffdf4", "#ffc93c"
FRAME = 0.7  # lines round panels, mm
LEAST_SCENE = 44.0  # smaller scenery would have lines too thin to print, mm
BEYOND = BLEED + 1.0  # a ground ends there: its outline lies outside of all that is printed, mm
HERO = (56.0, 58.0)  # width and height of the room for a cover's hero, mm


@dataclass(frozen=True, slots=True)
class Hollow:
    """The inside of a box, mm, and what goes in, in words."""

    width: float
    height: float
    depth: float
    holds: Phrase


@dataclass(frozen=True, slots=True)
class View:
    """The size of a landscape, mm, without its bleed.

    Its lowest `plate` mm are behind a plate; in a `bare` one a plate covers most of it, so that
    things in it would be seen in slivers only.
    """

    width: float
    height: float
    plate: float = 0.0
    bare: bool = False

    @property
    def low(self) -> float:
        """The top of the plate, mm: things stand above."""
        return self.height - self.plate

    @property
    def unit(self) -> float:
        """The unit of scenery, mm: in a low strip scenery is cropped rather than tiny.

        The ground of a bare view is nearly flat.
        """
        return LEAST_SCENE / 4 if self.bare else max(LEAST_SCENE, min(self.width, self.low))


@dataclass(frozen=True, slots=True)
class Cover(Generic[DeckT]):
    """The look of a game's box and of everything that comes with it.

    `ground` is the box's colour, `deep` that of lines and letters on paper, `tint` that of light
    panels, `accent` that of small marks. `scene` draws the landscape of a view, `hero` stands on
    the origin within `HERO`, `bust` is its upper part over an edge, by default the hero. `motif` is
    a sign of 10 x 10 mm about the origin. `icons` are small pictures of that size for the game's
    reference cards, `figures` the drawings for its rules. `hollows(deck, pieces)` returns the
    insides of boxes for pieces without cards; by default boxes hold cards and flat pieces.
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
        """Draw the landscape, see `View`."""
        self.scene(pen, View(width, height, plate, bare))


@cache
def cover(slug: str) -> Cover:
    """Return the cover of the game called `slug`."""
    return part(slug, "cover", Cover)


def wash(pen: Pen, colour: Colour, spared: Colour = WHITE) -> Colour:
    """Return a ground's colour, or `spared` where ink is saved."""
    return colour if pen.ink == "full" else spared


def draw_hero(
    pen: Pen, look: Cover, x: float, y: float, scale: float, *, cut: bool = False
) -> None:
    """Draw the game's hero with a light rim, standing at (x, y); only its bust if `cut`."""
    draw = look.bust if cut and look.bust else look.hero
    with pen.at(x, y, scale=scale):
        draw(Halo(pen, PAPER, 0.9))
        draw(pen)


def draw_motif(pen: Pen, look: Cover, x: float, y: float, size: float) -> None:
    """Draw the game's sign, `size` mm wide."""
    with pen.at(x, y, scale=size / 10):
        look.motif(pen)
