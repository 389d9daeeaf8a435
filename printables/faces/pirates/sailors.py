"""Penguins at sea: the crew, the captain, Bob, his cousin, a pirate, and their hats."""

from __future__ import annotations

from dataclasses import dataclass, replace

from printables.art import drawings
from printables.art.patterns import draw_symbol
from printables.art.penguins import BUILDS, CHICK, PLAIN, Look, draw_penguin
from printables.draw.colours import Colour, readable_on
from printables.draw.pen import Halo, Pen
from printables.faces.pirates.nautical import CRAB, CREAM, PACKAGE, draw_sign

BLACK_CLOTH, NAVY = "#2a2d3a", "#28305c"
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
    return Sailor(
        Look(BUILDS[build], (0, 0), eyes, "", wear, replace(PLAIN, cloth=ink)), hat, symbol
    )


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
            fill = palette.cloth if hat == "cap" else readable_on(cloth, PLAIN.line, CREAM)
            draw_symbol(pen, sailor.symbol, 0, y, size, fill=fill, detail=cloth)
        elif hat in EMBLEMS:
            draw_sign(pen, *EMBLEMS[hat])


def draw_standing(pen: Pen, sailor: Sailor, width: float) -> None:
    """Draw a sailor with a light rim."""
    draw_sailor(Halo(pen, CREAM, width), sailor)
    draw_sailor(pen, sailor)


def draw_head(pen: Pen, sailor: Sailor, width: float) -> None:
    """Draw a sailor, head `width` mm wide, chin at the origin; the caller covers the body."""
    scale = width / (2 * sailor.look.build.head)
    with pen.at(0, (sailor.look.build.height - 1.9 * sailor.look.build.head) * scale, scale=scale):
        draw_sailor(pen, sailor)


CAPTAIN = Sailor(
    Look(BUILDS[4], (0, 0), "stern", "", "bow tie", replace(PLAIN, cloth=NAVY)), "bicorne"
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
