"""The nautical signs, what pirates' faces share, and penguins at sea with their hats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, radians, sin

from companion.layout import TagSpot
from companion.pirates.pieces import WINDOW
from companion.pirates.tracks import Verb
from printables.art import drawings
from printables.art.codes import draw_windows
from printables.art.patterns import draw_symbol
from printables.art.penguins import BUILDS, CHICK, PLAIN, Look, draw_penguin
from printables.draw.colours import INK, NIGHT, PAPER, Colour, readable_on
from printables.draw.paths import arc, line, polygon
from printables.draw.pen import LINE, Halo, Pen

PACKAGE = "printables.faces.pirates"
WOOD, WOOD_DARK, WOOD_LIGHT = "#b97a45", "#8c5630", "#d9a570"
WATER, WATER_LIGHT = "#2f8fd0", "#a8daf4"
CRAB, STEEL_LIGHT = "#e0503f", "#a9b6c6"
PORT, STARBOARD = "#d8463c", "#23906a"  # as the lamps of ships
FINE = 1.0  # the widest lines of a sign 10 units wide; wider ones would merge


def draw_sign(
    pen: Pen, name: str, x: float, y: float, size: float, *, rim: Colour | None = None
) -> None:
    """Draw the sign `name` about (x, y), `size` mm wide, perhaps with an edge in `rim`."""
    width = min(LINE * 10 / size, FINE)
    with pen.at(x, y, scale=size / 10):
        if rim:
            _draw(Halo(pen, rim, 1.3 * width), name, width)
        _draw(pen, name, width)


def _draw(pen: Pen, name: str, w: float) -> None:
    """Draw a sign 10 units wide with lines of width `w`, perhaps composed of others."""
    match name:
        case "anchor":
            drawings.draw(pen, PACKAGE, "parts", "anchor", edge=w)
            if w < FINE:  # on small signs the shine would be too fine to print
                pen.paint(line([(-0.1, 0), (-0.1, 3.2)]), None, STEEL_LIGHT, width=0.4)
        case "bail":  # a fish that leaps out of a bucket
            with pen.at(1.4, -2.6, turn=62, scale=0.62):
                _draw(pen, "fish", w / 0.62)
            with pen.at(-0.5, 1.2, scale=0.8):
                _draw(pen, "bucket", w / 0.8)
        case "port" | "starboard":  # a ship from above, and which way it turns
            way, fill = (-1, PORT) if name == "port" else (1, STARBOARD)
            with pen.at(-way * 0.7, 1.3, turn=-way * 12, scale=0.74):
                draw_hull(pen, w / 0.74)
            with pen.at(-way * 0.7, 1.3):
                draw_turn(pen, 5, (-90 - way * 34, -90 + way * 62), fill=fill, width=1.1, edge=w)
        case "flag":
            drawings.draw(pen, PACKAGE, "parts", "flag", edge=w)
            with pen.at(0.6, -1.2, scale=0.5):
                _draw(pen, "skull", 0.2)
        case _:
            drawings.draw(pen, PACKAGE, "signs", name, edge=w)


def draw_turn(
    pen: Pen,
    radius: float,
    span: tuple[float, float],
    *,
    fill: Colour,
    width: float,
    edge: float = LINE,
) -> None:
    """Draw an arrow `width` mm wide about the origin, between two angles, degrees."""
    start, end = span
    way = 1 if end > start else -1
    shaft = arc(0, 0, radius, radius, start, end - way * 40 * width / radius)
    head = polygon([(width * 1.4, 0), (-width * 1.1, -width * 1.5), (-width * 1.1, width * 1.5)])
    for colour, more in ((INK, 2 * edge), (fill, 0)):
        pen.paint(shaft, None, colour, width=width + more, cap="butt" if not more else "round")
        with pen.at(radius * cos(radians(end)), radius * sin(radians(end)), turn=end + way * 90):
            pen.paint(head, colour, colour, width=0.15 + more)


def draw_hull(pen: Pen, w: float, fill: Colour = WOOD_LIGHT) -> None:
    """Draw a ship from above, bow up, 6 units wide and 9 long."""
    drawings.draw(pen, PACKAGE, "parts", "hull", {"fill": fill}, edge=w)


SIGNS = (*drawings.names(PACKAGE, "signs"), "anchor", "bail", "port", "starboard", "flag")


BACKS = {"blue": "#2f7fc1", "yellow": "#f0b429", "red": "#c8434a"}
# from warm at the pier to cold near home
SEAS = {"blue": "#9fe0d8", "yellow": "#9bd9e6", "red": "#a9cdea"}
TRACK_SIGNS: dict[Verb, str] = {"sails": "sail", "speed": "gust", "water": "drop", "fish": "fish"}


def windows(pen: Pen, tags: Iterable[TagSpot]) -> None:
    """Draw tags, each in a white window of `WINDOW` mm."""
    for tag in tags:
        draw_windows(pen, [tag], INK, width=0.4, margin=(WINDOW - tag.size) / 2 - 0.4)


BLACK_CLOTH = "#2a2d3a"
# a symbol's height on a hat, and its size
SEWN = {"bandana": (-0.1, 5), "cap": (-2.6, 4.6), "tricorn": (-3.4, 5), "souwester": (-2.6, 4.6)}
# on hats without a symbol: a sign, its place and its size
EMBLEMS = {"tricorn": ("skull", 0, -2.6, 6), "bicorne": ("anchor", 0, -3, 4.8)}


@dataclass(frozen=True, slots=True)
class Sailor:
    """A penguin with a sailor's hat, and `symbol` on the hat."""

    look: Look
    hat: str
    symbol: str = ""


def crew(ink: Colour, symbol: str, number: int) -> Sailor:
    """Return a player's penguin; each has another build, hat and face."""
    build, eyes, wear, hat = _CREW[number % len(_CREW)]
    look = Look(BUILDS[build], (0, 0), eyes, "", wear, replace(PLAIN, cloth=ink))
    return Sailor(look, hat, symbol)


_CREW = (
    (1, "open", "scarf", "bandana"),
    (2, "happy", "bow tie", "cap"),
    (3, "patch", "scarf", "tricorn"),
    (1, "left", "collar", "souwester"),
)


def draw_sailor(pen: Pen, sailor: Sailor) -> None:
    """Draw a sailor; the origin is between the feet."""
    look, hat, palette = sailor.look, sailor.hat, sailor.look.palette
    patch = look.eyes == "patch"
    draw_penguin(pen, replace(look, eyes="open") if patch else look)
    with pen.at(0, -look.build.eyes, scale=look.build.head / 10):
        if patch:
            drawings.draw(pen, PACKAGE, "hats", "eyepatch", palette.colours)
    with pen.at(0, -look.build.height, scale=look.build.head / 10):
        if not hat:
            return
        drawings.draw(pen, PACKAGE, "hats", hat, palette.colours)
        if sailor.symbol:
            y, size = SEWN[hat]
            cloth = palette.cloth_light if hat == "cap" else palette.cloth
            fill = palette.cloth if hat == "cap" else readable_on(cloth, PLAIN.line, PAPER)
            draw_symbol(pen, sailor.symbol, 0, y, size, fill=fill, detail=cloth)
        elif hat in EMBLEMS:
            draw_sign(pen, *EMBLEMS[hat])


def draw_standing(pen: Pen, sailor: Sailor, width: float) -> None:
    """Draw a sailor with a light rim."""
    draw_sailor(Halo(pen, PAPER, width), sailor)
    draw_sailor(pen, sailor)


def draw_head(pen: Pen, sailor: Sailor, width: float) -> None:
    """Draw a sailor, head `width` mm wide, chin at the origin; the caller covers the body."""
    scale = width / (2 * sailor.look.build.head)
    with pen.at(0, (sailor.look.build.height - 1.9 * sailor.look.build.head) * scale, scale=scale):
        draw_sailor(pen, sailor)


CAPTAIN = Sailor(
    Look(BUILDS[4], (0, 0), "stern", "", "bow tie", replace(PLAIN, cloth=NIGHT)), "bicorne"
)
BOB = Sailor(Look(BUILDS[1], (1, 1), "wide", "", "", replace(PLAIN, cloth=CRAB)), "cap")
COUSIN = Sailor(Look(BUILDS[0], (0, 1), "up", "egg", "", replace(CHICK, cloth=CRAB)), "")
PIRATE = Sailor(
    Look(BUILDS[2], (0, 0), "patch", "", "", replace(PLAIN, cloth=BLACK_CLOTH)), "tricorn"
)


def draw_castaway(pen: Pen, sailor: Sailor) -> None:
    """Draw a penguin on an ice floe about the origin."""
    drawings.draw(pen, PACKAGE, "parts", "floe")
    draw_sailor(pen, sailor)
