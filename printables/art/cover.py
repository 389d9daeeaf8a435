"""Covers: the colours and the look of a game's box; each game has a `COVER`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic

from companion.game import DeckT, Piece, part
from companion.language import Phrase
from printables.art.figures import Figure
from printables.draw.colours import PAPER, Colour
from printables.draw.pen import BLEED, Halo, Pen

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


@cache
def cover(slug: str) -> Cover:
    """Return the cover of the game called `slug`."""
    return part(slug, "cover", Cover)


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
