"""Giza's box: noon over the pyramid, and the Chief."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.giza.deck import Colour as Player
from printables.art.chief import draw_chief
from printables.art.diagrams import Block, draw_pyramid
from printables.art.giza_actions import draw_action_picture
from printables.art.palette import LINE
from printables.art.symbols import draw_symbol
from printables.colours import WHITE, mix
from printables.extras.style import GOLD, INK, PAPER, SAND, Cover, wash
from printables.paths import circle, outline, rays, rectangle
from printables.pen import BLEED, Pen

STONES = ("#e3bd6c", "#d3a850")
SLOTS = tuple((level, place) for level in range(4) for place in range(4 - level))
PLAYER = Player("", "", "#244f9e", "sun")
ACTIONS = ("lead", "flip", "swap", "gather", "train")


def _backdrop(pen: Pen, width: float, height: float) -> None:
    x, y, unit = width * 0.5, height * 0.34, min(width, height)
    pen.paint(rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED), wash(pen, SAND))
    beams = rays(x, y, width + height, 20)
    if pen.ink == "full":
        pen.paint(beams, mix(SAND, GOLD, 0.45))
    else:
        pen.paint(beams, None, mix(WHITE, GOLD, 0.45), width=0.4)
    pen.paint(circle(x, y, unit * 0.3), GOLD, INK, width=LINE)
    for at, side, low in ((width * 0.14, unit * 0.045, 0.86), (width * 0.88, unit * 0.07, 0.9)):
        draw_pyramid(pen, at, height * low, side, {slot: Block(STONES[sum(slot) % 2]) for slot in SLOTS})
    for top, fill in ((0.84, "#edcf8d"), (0.92, "#e0b968")):
        y = height * top
        dune = outline(f"M{-BLEED} {y} C{width * 0.25} {y - unit * 0.05} {width * 0.4} {y + unit * 0.06} {width * 0.62} "
                       f"{y} C{width * 0.8} {y - unit * 0.05} {width} {y} {width + BLEED} {y} "
                       f"L{width + BLEED} {height + BLEED} L{-BLEED} {height + BLEED} Z")  # fmt: skip
        pen.paint(dune, wash(pen, fill), INK, width=LINE)


def _hero(pen: Pen) -> None:
    with pen.at(scale=1.02):
        draw_chief(pen, rim=0)


def _motif(pen: Pen) -> None:
    draw_symbol(pen, "pyramid", 0, 0, 10, fill="#d3a850", detail=PAPER, rim=INK)


def _action(pen: Pen, number: int) -> None:
    with pen.at(scale=0.3):
        draw_action_picture(pen, number, PLAYER)


def _icons() -> dict[str, Callable[[Pen], None]]:
    return {name: partial(_action, number=number) for number, name in enumerate(ACTIONS, 1)}


COVER = Cover(
    ground="#e9c678", deep="#5a3d12", tint="#fbf1d6", accent="#c9304a",
    backdrop=_backdrop, hero=_hero, motif=_motif, icons=_icons(),
)  # fmt: skip

