"""Penguins at sea: the crew, the captain, Bob, his cousin, a pirate, and their hats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from printables.art.halo import Halo
from printables.art.palette import CHICK, LINE, PLAIN, Palette
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.symbols import draw_symbol
from printables.draw.colours import Colour, readable_on
from printables.draw.paths import circle, ellipse, line, outline, rounded
from printables.draw.pen import Pen
from printables.faces.pirates.nautical import CRAB, CREAM, draw_sign

LAND = "#eaf6fb"  # ice
BLACK_CLOTH, NAVY = "#2a2d3a", "#28305c"


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
    (1, "left", "collar", "sou'wester"),
)


def draw_sailor(pen: Pen, sailor: Sailor) -> None:
    """Draw a sailor; the origin is between the feet."""
    look = sailor.look
    patch = look.eyes == "patch"
    draw_penguin(pen, replace(look, eyes="open") if patch else look)
    with pen.at(0, -look.build.eyes, scale=look.build.head / 10):
        if patch:
            _patch(pen, look.palette)
    with pen.at(0, -look.build.height, scale=look.build.head / 10):
        if sailor.hat:
            HATS[sailor.hat](pen, look.palette, sailor.symbol)


def draw_standing(pen: Pen, sailor: Sailor, rim: Colour = CREAM, width: float = 0.9) -> None:
    """Draw a sailor with a light rim."""
    draw_sailor(Halo(pen, rim, width), sailor)
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
    pen.paint(
        outline("M-15 1 L-11 -3.4 L11.5 -3.8 L15.5 0.6 L11 5.6 L3 4.4 L-5 6.2 L-11.6 4.6 Z"),
        LAND,
        PLAIN.line,
        width=1.1,
    )
    pen.paint(line([(-13, 1.6), (-5, 2.6), (3, 1), (13, 1.4)]), None, "#9fcfe2", width=1.1)
    draw_sailor(pen, sailor)


def _patch(pen: Pen, palette: Palette) -> None:
    pen.paint(line([(-8.6, -5.2), (7.6, -1.6)]), None, palette.line, width=0.9)
    patch = outline("M0.4 -3.9 L6.4 -3 C6.6 0.6 5.2 1.9 3.2 1.8 C1.2 1.6 0 -0.4 0.4 -3.9 Z")
    pen.paint(patch, palette.line, palette.line, width=LINE)


def _bandana(pen: Pen, palette: Palette, symbol: str) -> None:
    tails = outline("M8.4 4.4 L14 2.4 L12.6 5.6 L14.6 8.8 L8.2 6.4 Z")
    pen.paint(tails, palette.cloth, palette.line, width=LINE)
    scarf = outline(
        "M-9.6 6.2 C-9.4 -2 -5 -3.4 0 -3.4 C5 -3.4 9.4 -2 9.6 6.2 C4.6 2.6 -4.6 2.6 -9.6 6.2 Z"
    )
    pen.paint(scarf, palette.cloth, palette.line, width=LINE)
    _sewn(pen, palette, symbol, 0, -0.1, 5)


def _cap(pen: Pen, palette: Palette, symbol: str) -> None:
    """Draw a sailor's cap with ribbons."""
    pen.paint(
        outline("M7.6 3.6 L12.4 8.6 L9.8 9.4 L6.2 5 Z"), palette.cloth, palette.line, width=LINE
    )
    pen.paint(
        outline("M-10.6 -2.4 C-10 -6.4 10 -6.4 10.6 -2.4 C10.6 0.4 -10.6 0.4 -10.6 -2.4 Z"),
        palette.cloth_light,
        palette.line,
        width=LINE,
    )
    pen.paint(
        outline("M-8.6 -0.6 C-4 0.8 4 0.8 8.6 -0.6 L8.9 4.4 C4 2 -4 2 -8.9 4.4 Z"),
        palette.cloth,
        palette.line,
        width=LINE,
    )
    _sewn(pen, palette, symbol, 0, -2.6, 4.6, ground=palette.cloth_light)


def _tricorn(pen: Pen, palette: Palette, symbol: str) -> None:
    felt = outline(
        "M-13 3.6 C-10 -2 -6 -7.4 0 -7.4 C6 -7.4 10 -2 13 3.6 C9 1.6 6 3.8 0 3.8 C-6 3.8 -9 1.6 "
        "-13 3.6 Z"
    )
    pen.paint(felt, palette.cloth, palette.line, width=LINE)
    pen.paint(
        outline("M-12 2.7 C-9 -1.6 -5.6 -0.2 0 -0.2 C5.6 -0.2 9 -1.6 12 2.7"),
        None,
        palette.gold,
        width=0.9,
    )
    if symbol:
        _sewn(pen, palette, symbol, 0, -3.4, 5)
    else:
        draw_sign(pen, "skull", 0, -2.6, 6)


def _souwester(pen: Pen, palette: Palette, symbol: str) -> None:
    """Draw a sou'wester."""
    pen.paint(outline("M-8.2 2 C-8 -7 8 -7 8.2 2 Z"), palette.cloth, palette.line, width=LINE)
    pen.paint(
        outline(
            "M-8.4 0.6 C-3 -1.4 3 -1.4 8.4 0.6 C11.4 2.4 13 5.4 13.4 8 C9 5 5 3.6 0 3.6 C-5 3.6 -9 "
            "5 -13.4 8 C-13 5.4 -11.4 2.4 -8.4 0.6 Z"
        ),
        palette.cloth,
        palette.line,
        width=LINE,
    )
    _sewn(pen, palette, symbol, 0, -2.6, 4.6)


def _bicorne(pen: Pen, palette: Palette, symbol: str) -> None:
    """Draw the captain's hat with an anchor."""
    felt = outline(
        "M-14.6 3.4 C-12 -4 -8 -9.6 0 -9.6 C8 -9.6 12 -4 14.6 3.4 C9 0.4 5 3 0 3 C-5 3 -9 0.4 "
        "-14.6 3.4 Z"
    )
    pen.paint(felt, palette.cloth, palette.line, width=LINE)
    pen.paint(
        outline("M-13.2 2 C-11 -4 -7.4 -8.2 0 -8.2 C7.4 -8.2 11 -4 13.2 2"),
        None,
        palette.gold,
        width=1.1,
    )
    pen.paint(circle(0, -3, 3.4), CREAM, palette.line, width=LINE)
    draw_sign(pen, "anchor", 0, -3, 4.8)


def _sewn(  # noqa: PLR0917 - a sign and its place
    pen: Pen, palette: Palette, symbol: str, x: float, y: float, size: float, *, ground: Colour = ""
) -> None:
    if symbol:
        cloth = ground or palette.cloth
        fill = palette.cloth if ground else readable_on(cloth, PLAIN.line, CREAM)
        draw_symbol(pen, symbol, x, y, size, fill=fill, detail=cloth)


def draw_ring(pen: Pen, radius: float) -> None:
    """Draw a lifebuoy about the origin."""
    pen.paint(
        circle(0, 0, radius) + circle(0, 0, radius * 0.5),
        CREAM,
        PLAIN.line,
        width=LINE,
        even_odd=True,
    )
    for turn in range(0, 360, 90):
        with pen.at(turn=turn):
            pen.paint(rounded(radius * 0.52, -radius * 0.2, radius * 0.46, radius * 0.4, 0.2), CRAB)
    pen.paint(
        circle(0, 0, radius) + ellipse(0, 0, radius * 0.5, radius * 0.5),
        None,
        PLAIN.line,
        width=LINE,
    )


HATS: dict[str, Callable[[Pen, Palette, str], None]] = {
    "bandana": _bandana,
    "cap": _cap,
    "tricorn": _tricorn,
    "sou'wester": _souwester,
    "bicorne": _bicorne,
}
