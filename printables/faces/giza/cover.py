"""Giza's box: the Chief, and a pyramid at noon."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.layout import Size
from printables.art import drawings
from printables.art.chief import draw_chief, draw_crook, draw_flail
from printables.art.cover import BEYOND, GOLD, INK, PAPER, SAND, Cover, View
from printables.art.palette import LINE
from printables.art.symbols import draw_symbol
from printables.draw.colours import WHITE, mix
from printables.draw.paths import Path, circle, outline, rays
from printables.draw.pen import Pen, bled, wash
from printables.faces.giza.bracelets import draw_bracelet
from printables.faces.giza.diagrams import Block, draw_pyramid
from printables.faces.giza.figures import FIGURES

STONES = ("#e3bd6c", "#d3a850")
SLOTS = tuple((level, place) for level in range(4) for place in range(4 - level))


def _scene(pen: Pen, view: View) -> None:
    x, y = view.width * 0.5, view.low * 0.34
    # the sun's beams
    pen.paint(bled(Size(view.width, view.height)), wash(pen, SAND))
    beams = rays(x, y, view.width + view.height, 20)
    if pen.ink == "full":
        pen.paint(beams, mix(SAND, GOLD, 0.45))
    else:
        pen.paint(beams, None, mix(WHITE, GOLD, 0.45), width=0.4)
    if not view.bare:
        pen.paint(circle(x, y, view.unit * 0.3), GOLD, INK, width=LINE)
        for at, side, low in ((0.14, 0.045, 0.86), (0.88, 0.07, 0.9)):
            stones = {slot: Block(STONES[sum(slot) % 2]) for slot in SLOTS}
            draw_pyramid(pen, view.width * at, view.low * low, view.unit * side, stones)
    for top, fill in ((0.84, "#edcf8d"), (0.92, "#e0b968")):
        pen.paint(_dune(view, view.low * top), wash(pen, fill), INK, width=LINE)


def _dune(view: View, y: float) -> Path:
    """Return the outline of sand from about y down."""
    width, high, right, end = (
        view.width,
        y - view.unit * 0.05,
        view.width + BEYOND,
        view.height + BEYOND,
    )
    return outline(
        f"M{-BEYOND} {y} C{width * 0.25} {high} {width * 0.4} {y + view.unit * 0.06} "
        f"{width * 0.62} {y} "
        f"C{width * 0.8} {high} {width} {y} {right} {y} L{right} {end} L{-BEYOND} {end} Z"
    )


def _hero(pen: Pen) -> None:
    with pen.at(scale=1.02):
        draw_chief(pen, rim=0)


def _motif(pen: Pen) -> None:
    draw_symbol(pen, "pyramid", 0, 0, 10, fill="#d3a850", detail=PAPER, rim=INK)


def _lead(pen: Pen) -> None:
    """Draw the Chief's crook and flail."""
    for turn, draw in ((-35, draw_crook), (35, draw_flail)):
        with pen.at(0, 0.6, turn=turn, scale=0.42):
            draw(pen)


def _train(pen: Pen) -> None:
    draw_bracelet(pen, 4.4)
    pen.text(0, 1.5, "+1", 4.2, INK, weight="semibold")


def _icon(pen: Pen, name: str) -> None:
    drawings.draw(pen, "printables.faces.giza", "icons", name)


ICONS: dict[str, Callable[[Pen], None]] = {
    "lead": _lead,
    "train": _train,
    **{name: partial(_icon, name=name) for name in ("flip", "swap", "gather")},
}

COVER = Cover(
    ground="#e9c678",
    deep="#5a3d12",
    tint="#fbf1d6",
    accent="#c9304a",
    scene=_scene,
    hero=_hero,
    motif=_motif,
    icons=ICONS,
    figures=FIGURES,
)
