"""What all extras share: a game's cover, their colours in every ink, and text in a box."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from companion.errors import PrintError
from companion.game import Game, Piece
from companion.language import Phrase, listed, say, say_many
from printables.art.halo import Halo
from printables.art.palette import LINE
from printables.colours import WHITE, Colour
from printables.fonts import (
    CAP_HEIGHT,
    LAST,
    LEADING,
    Weight,
    counting,
    evened,
    filled,
    fitted,
    paragraph,
    text_width,
)
from printables.paths import Path, polygon
from printables.pen import BLEED, Anchor, Pen, told

INK, GREY = "#20232e", "#5c6070"
SAND, SAND_DARK, PAPER, GOLD = "#f6e4bb", "#d9bd83", "#fffdf4", "#ffc93c"
FRAME = 0.7  # lines round panels, mm
LEAST_SCENE = 44.0  # smaller scenery would have lines too thin to print, mm
BEYOND = BLEED + 1.0  # a ground ends there: its outline lies outside of all that is printed, mm
ASCENT = 0.78  # from a line's top to its baseline, of the size
STEP = 0.05  # by which texts shrink until they fit, mm
TITLE_ROOM = 0.9  # height of all lines of a name, of the size of a short one
SHORT = 8  # digits of the fingerprint
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
    """What a landscape fills, mm, and the bleed around it.

    Its lowest `plate` mm lie behind a plate; where it is `bare` a plate covers most of it, and what stands in it would
    only be seen in slivers.
    """

    width: float
    height: float
    plate: float = 0.0
    bare: bool = False

    @property
    def low(self) -> float:
        """Where the plate begins: things stand above."""
        return self.height - self.plate

    @property
    def unit(self) -> float:
        """What scenery is measured by, mm: in a low strip it is cut off rather than tiny.

        The ground of a bare view is nearly flat.
        """
        return LEAST_SCENE / 4 if self.bare else max(LEAST_SCENE, min(self.width, self.low))


@dataclass(frozen=True, slots=True)
class Cover:
    """How the box of a game looks, and what is drawn on all that comes with it.

    `ground` is the box's colour, `deep` that of lines and letters on paper, `tint` that of light panels, `accent` that
    of small marks. `scene` draws the landscape of a view, `hero` stands on the origin within `HERO`, `bust` is what
    of it looks over an edge; none: the hero. `motif` is a sign of 10 x 10 mm round the origin. `icons` are the small
    pictures, as large as `motif`, that the game's reference cards name. `hollows(deck, pieces)` are the insides of
    the boxes that pieces without cards need; none: the cards and what lies flat beside them.
    """

    ground: Colour
    deep: Colour
    tint: Colour
    accent: Colour
    scene: Callable[[Pen, View], None]
    hero: Callable[[Pen], None]
    motif: Callable[[Pen], None]
    icons: Mapping[str, Callable[[Pen], None]] = field(default_factory=dict)
    bust: Callable[[Pen], None] | None = None
    hollows: Callable[[Any, Sequence[Piece]], tuple[Hollow, ...]] | None = None

    def backdrop(self, pen: Pen, width: float, height: float, *, plate: float = 0.0, bare: bool = False) -> None:
        """Draw the landscape: see `View`."""
        self.scene(pen, View(width, height, plate, bare))


@cache
def cover(slug: str) -> Cover:
    """The cover of the game called `slug`."""
    found = import_module(f"printables.extras.covers.{slug}").COVER
    if not isinstance(found, Cover):
        raise TypeError(f"printables.extras.covers.{slug}.COVER is no Cover")
    return found


def wash(pen: Pen, colour: Colour, spared: Colour = WHITE) -> Colour:
    """A ground's colour, `spared` where ink is."""
    return colour if pen.ink == "full" else spared


def draw_title(
    pen: Pen, name: str, x: float, base: float,
    *, size: float, width: float, fill: Colour, height: float | None = None, anchor: Anchor = "middle",
) -> None:  # fmt: skip
    """A name on its baseline; a long one about the same middle, on as many lines as make it largest in this height.

    Without a height all lines are as high as a short name's one.
    """
    name = told(pen, name)
    few, lines = paragraph(name, size, width, height or size * TITLE_ROOM, "semibold")
    if few <= fitted(name, size, width, "semibold"):
        few, lines = fitted(name, size, width, "semibold"), (name,)
    for number, each in enumerate(lines):
        at = base - size * CAP_HEIGHT / 2 + middle(few) + few * LEADING * (number - (len(lines) - 1) / 2)
        pen.text(x, at if len(lines) > 1 else base, each, few, fill, weight="semibold", anchor=anchor)


def draw_hero(pen: Pen, look: Cover, x: float, y: float, scale: float, *, cut: bool = False) -> None:
    """The game's hero with a light rim, standing at (x, y); `cut` where an edge leaves only its upper part."""
    draw = look.bust if cut and look.bust else look.hero
    with pen.at(x, y, scale=scale):
        draw(Halo(pen, PAPER, 0.9))
        draw(pen)


def draw_motif(pen: Pen, look: Cover, x: float, y: float, size: float) -> None:
    """The game's sign, `size` mm across."""
    with pen.at(x, y, scale=size / 10):
        look.motif(pen)


def facts(game: Game, minutes: tuple[int, int]) -> Phrase:
    """For how many and how long: "2-4 players · 20-30 minutes"."""
    return listed((_players(game), _minutes(minutes)), " · ")


def _players(game: Game) -> Phrase:
    low, high = game.players
    if high > low:
        return say("{low}-{high} players", low=low, high=high)
    return say_many("{n} player", "{n} players", high)


def _minutes(times: tuple[int, int]) -> Phrase:
    low, high = times
    return say("{low}-{high} minutes", low=low, high=high) if high > low else say("{n} minutes", n=high)


def deck_mark(deck: Any) -> Phrase:
    """Enough of the fingerprint to tell two decks of one table apart."""
    return say("deck {fingerprint}", fingerprint=deck.fingerprint[:SHORT])


def draw_lines(
    pen: Pen, text: str, x: float, top: float, *, size: float, width: float, fill: Colour,
    weight: Weight = "medium", centred: bool = False, leading: float = LEADING,
) -> float:  # fmt: skip
    """Write a text on as many lines as its width takes, none of them left over; gives where it ends."""
    words = counting(told(pen, text))
    for line in evened(
        lambda room: filled(words, size, room, weight), width, lambda each: text_width(each, size, weight),
        1.0 if centred else LAST,
    ):  # fmt: skip
        at = x + (width - text_width(line, size, weight)) / 2 if centred else x
        pen.text(at, top + size * (leading - 1) / 2 + size * ASCENT, line, size, fill, weight=weight, anchor="start")
        top += size * leading
    return top


def height_of(text: str, size: float, width: float, weight: Weight = "medium", leading: float = LEADING) -> float:
    """How much room `draw_lines` takes."""
    return len(filled(counting(text), size, width, weight)) * size * leading


def address_lines(address: str, size: float, width: float) -> tuple[str, ...]:
    """An address on lines, broken after its signs."""
    lines: list[str] = []
    for part in re.findall(r"[^/:.?&=_-]+[/:.?&=_-]*|[/:.?&=_-]+", address):
        if lines and text_width(lines[-1] + part, size) <= width:
            lines[-1] += part
        else:
            lines.append(part)
    return tuple(lines)


def middle(size: float) -> float:
    """From the middle of a line of capitals to its baseline."""
    return size * CAP_HEIGHT / 2


def shrunk(fits: Callable[[float], bool], most: float, least: float, where: str) -> float:
    """The largest size, in steps from `most` down, at which something fits.

    Raises `PrintError` naming `where` when it does not even at `least`.
    """
    steps = round((most - least) / STEP)
    for step in range(steps + 1):
        size = most - step * STEP
        if fits(size):
            return size
    problem = f"its text does not fit, even at {least:g} mm"
    raise PrintError(where, problem, remedy="shorten the texts, or leave it out with --only")


def diamond(x: float, y: float, size: float) -> Path:
    """The sign of a reading of ours."""
    return polygon([(x, y - size / 2), (x + size / 2, y), (x, y + size / 2), (x - size / 2, y)])


def draw_reading_sign(pen: Pen, look: Cover, x: float, y: float, size: float) -> None:
    """The sign of a reading of ours, `size` mm high."""
    pen.paint(diamond(x, y, size), wash(pen, look.accent), INK, width=LINE * 0.7)
