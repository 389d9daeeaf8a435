"""The two ships of pirates, strips to fold into a sail on a flat base (see `ShipNet`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.game import Piece
from companion.pirates.deck import Deck
from companion.pirates.pieces import SHIP
from printables.art import drawings
from printables.art.codes import draw_windows
from printables.draw import paths
from printables.draw.colours import GOLD, INK, PAPER, WHITE, Colour
from printables.draw.paths import Box, Fold, Path, Shape
from printables.draw.pen import BLEED, Halo, Pen, bled
from printables.faces.pirates import signs

Side = Literal["astern", "ahead"]


@dataclass(frozen=True, slots=True)
class Rig:
    """A ship's colours, emblem and sailor."""

    hull: Colour
    band: Colour
    sail: Colour
    stripe: Colour
    deck: Colour
    emblem: str
    sailor: signs.Sailor


RIGS = {
    "white": Rig("#fbf6ea", "#d3543c", PAPER, "#f0c9a8", "#ecd3a6", "penguin", signs.CAPTAIN),
    "black": Rig("#3a3340", "#17161c", "#2b2a33", "#45434f", "#7b6a63", "skull", signs.PIRATE),
}


def sail_outline(width: float, height: float, foot: float) -> list[tuple[float, float]]:
    """Return half the outline of the sail, from foot to head, about the foot's middle."""
    hull = height * 0.4
    return [(foot / 2, 0), (width / 2 - 2.4, -hull), (width / 2, -hull - 2.6), (width / 2, -height)]


def draw_standing_ship(pen: Pen, colour: str, side: Side, width: float, height: float) -> None:
    """Draw the end of the hull and the sail above it, with bleed, standing on the origin."""
    rig, rail = RIGS[colour], -height * 0.4
    light = pen.ink != "full" and colour == "white"
    sail = paths.rectangle(-width, -height - BLEED, 2 * width, height + BLEED)
    pen.paint(sail, WHITE if light else rig.sail)
    for x in (i * width / 5 for i in range(-2, 3)):
        pen.paint(paths.rectangle(x - 1.1, -height - BLEED, 2.2, height + rail + BLEED), rig.stripe)
    yard = paths.rounded(-width / 2 - BLEED, -height - 1, width + 2 * BLEED, 2.6, 0.4)
    pen.paint(yard, signs.WOOD, INK)
    if side == "ahead":
        with pen.at(0, rail - 6.9):
            if rig.emblem == "penguin":  # its face on a round patch
                pen.paint(paths.circle(0, 0, 4.7), signs.WATER_LIGHT, INK)
                with pen.clip(paths.circle(0, 0, 4.7)), pen.at(0, 4.7):
                    signs.draw_head(pen, signs.CAPTAIN, 9.4 * 0.82)
                pen.paint(paths.circle(0, 0, 4.7), None, INK)
            else:
                signs.draw_sign(pen, rig.emblem, 0, 0, 9.4)
    else:
        with pen.clip(paths.rectangle(-width, -height, 2 * width, height + rail + 1)):
            for each in (Halo(pen, PAPER, 1.2), pen):
                with each.at(0, rail + 0.6):
                    signs.draw_head(each, rig.sailor, 9.6)
    pen.paint(paths.rectangle(-width, rail, 2 * width, -rail + BLEED), WHITE if light else rig.hull)
    if side == "astern":  # three windows and a band
        pen.paint(paths.rectangle(-width, -2.6, 2 * width, 2.6 + BLEED), rig.band)
        for x in (-4.9, 0, 4.9):
            pen.paint(paths.rounded(x - 1.6, rail + 2.4, 3.2, 3.4, 1.2), GOLD, INK)
            pen.paint(paths.line([(x, rail + 2.4), (x, rail + 5.8)]), None, INK, width=0.4)
    else:  # the stem, a band and two eyes
        stem = [(-width, rail + 4.6), (0, rail + 7.4), (width, rail + 4.6)]
        pen.paint(paths.polygon([*stem, (width, BLEED), (-width, BLEED)]), rig.band)
        for x in (-5, 5):
            pen.paint(paths.circle(x, rail + 3.6, 1.7), WHITE, INK)
            pen.paint(paths.circle(x * 0.9, rail + 3.8, 0.8), INK)
        pen.paint(paths.outline(f"M-1 {rail} L-0.6 0 L0.6 0 L1 {rail} Z"), signs.WOOD_LIGHT, INK)
    pen.paint(
        paths.rounded(-width / 2 - BLEED, rail - 1.1, width + 2 * BLEED, 2.2, 0.6), signs.WOOD, INK
    )


def deck_outline() -> Path:
    """Return a deck's outline from above, its bow at the origin, with a round stern."""
    w, length, b, r = SHIP.base.width / 2, SHIP.base.height, SHIP.bow / 2, 3.0
    low, broad = length - r, length * 0.3
    out, down = w - r * 0.4, low + r * 0.7
    right = f"M{-b} 0 L{b} 0 L{w} {broad} L{w} {low} C{w} {down} {out} {length} {w - r} {length}"
    left = f"L{r - w} {length} C{-out} {length} {-w} {down} {-w} {low} L{-w} {broad} Z"
    return paths.outline(f"{right} {left}")


def draw_sailing_ship(pen: Pen, colour: str) -> None:
    """Draw a ship from astern on waves, about 26 x 30 mm, with the waterline at the origin."""
    rig = RIGS[colour]
    outer = sail_outline(25, 27, 12)
    whole = paths.polygon([*outer, *((-x, y) for x, y in reversed(outer))])
    with pen.clip(whole):
        draw_standing_ship(pen, colour, "astern", 25, 27)
    pen.paint(whole, None, INK)
    pen.paint(paths.polygon([(0, -31), (7, -29.4), (0, -27.8)]), rig.band, INK)
    pen.paint(paths.line([(0, -31), (0, -27)]), None, INK, width=0.9)
    drawings.draw(pen, signs.PACKAGE, "parts", "swell")


MIDDLE = SHIP.size.width / 2
QUIET = 1.8  # of white around the tag, mm
MARGIN = 0.4  # around the words on the tab, mm
SHY = 0.4  # how much narrower than its crease the tab is on each side, mm


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the flat net, which is printed on one side."""
    colour = str(piece.data["colour"])
    under, fold, bow = SHIP.creases
    width, height = SHIP.sail.width, SHIP.sail.height
    pen.paint(bled(SHIP.size), WHITE)
    with (
        pen.clip(paths.rectangle(-BLEED, under, width + 2 * BLEED, height)),
        pen.at(MIDDLE, under, turn=180),
    ):
        draw_standing_ship(pen, colour, "ahead", width, height)
    with pen.clip(paths.rectangle(-BLEED, fold, width + 2 * BLEED, height)), pen.at(MIDDLE, bow):
        draw_standing_ship(pen, colour, "astern", width, height)
    rig, light, length = RIGS[colour], pen.ink != "full" and colour == "white", SHIP.base.height
    with pen.at(MIDDLE, bow):
        # the deck with an arrow towards the bow; the tag is astern of it
        box = paths.rectangle(
            -SHIP.base.width / 2 - BLEED, 0, SHIP.base.width + 2 * BLEED, length + BLEED
        )
        pen.paint(box, WHITE if light else rig.deck)
        planks = sum((paths.line([(x, 0), (x, length + BLEED)]) for x in (-6, -3, 0, 3, 6)), Path())
        pen.paint(planks, None, signs.WOOD_LIGHT if light else signs.WOOD_DARK, width=0.35)
        pen.paint(deck_outline(), None, rig.band if colour == "white" else INK, width=2.6)
        arrow = paths.outline("M0 1.3 L4.9 6 L2 6 L2 8.8 L-2 8.8 L-2 6 L-4.9 6 Z")
        pen.paint(arrow, signs.CRAB if colour == "white" else PAPER, INK)
    # the hatch
    draw_windows(pen, piece.faces["front"], signs.WOOD_DARK, width=0.7, margin=QUIET)


def net() -> Shape:
    """Return how ships are cut and folded; the tab is glued under the base."""
    under, fold, bow = SHIP.creases
    side = sail_outline(SHIP.sail.width, SHIP.sail.height, SHIP.bow)
    tab = [(SHIP.tab.width / 2, 0.0), (SHIP.bow / 2 - SHY, under)]
    sail = [(x, under - y) for x, y in side] + [(x, bow + y) for x, y in reversed(side)]
    right = [(MIDDLE + x, y) for x, y in (*tab, *sail)]
    left = [(2 * MIDDLE - x, y) for x, y in reversed(right)]
    base = deck_outline().moved(MIDDLE, bow)
    # the base without its side at the bow
    cut = paths.joined(paths.line(right), Path(base.steps[2:-1]), paths.polygon(left))
    words = Box(MIDDLE - SHIP.bow / 2 + SHY, 0, SHIP.bow - 2 * SHY, under).grown(-MARGIN)
    foot, head = SHIP.bow / 2, SHIP.sail.width / 2
    folds = (
        Fold((MIDDLE - foot + SHY, under), (MIDDLE + foot - SHY, under)),
        Fold((MIDDLE - head, fold), (MIDDLE + head, fold)),
        Fold((MIDDLE - foot, bow), (MIDDLE + foot, bow), "valley"),
    )
    return Shape(cut, folds, tab=words)
