"""Rocks' box: the nest on the ice, and a builder who has found the next rock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.rocks.board import Board
from companion.rocks.measures import DIE, ROCK, STAND
from printables.art.palette import LINE, PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.rocks_scenery import draw_scene
from printables.art.rocks_signs import STONES, draw_boulder, draw_footprints, draw_pips, draw_scree
from printables.colours import mix
from printables.extras.style import INK, PAPER, Cover, Hollow, wash
from printables.paths import outline, rectangle
from printables.pen import BLEED, Pen

SKY, SEA, ICE = "#c6e6f2", "#6fbfd0", "#eef8fb"
CLOTH = "#d2553f"
LOOK = Look(BUILDS[2], (0, 0), "happy", "", "scarf", replace(PLAIN, cloth=CLOTH))


def _backdrop(pen: Pen, width: float, height: float) -> None:
    unit = min(width, height)
    pen.paint(rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED), wash(pen, SKY))
    sea = height * 0.52
    pen.paint(rectangle(-BLEED, sea, width + 2 * BLEED, height - sea + BLEED), wash(pen, SEA), INK, width=LINE)
    for name, x, y, size in (("iceberg", 0.16, 0.5, 0.2), ("iceberg", 0.9, 0.52, 0.13), ("whale", 0.84, 0.68, 0.12)):
        draw_scene(pen, name, width * x, height * y, radius=unit * size, turn=0, cloth=CLOTH)
    top = height * 0.8
    shore = outline(f"M{-BLEED} {top + unit * 0.04} C{width * 0.2} {top - unit * 0.06} {width * 0.45} {top - unit * 0.05} "
                    f"{width * 0.6} {top} C{width * 0.78} {top + unit * 0.05} {width * 0.9} {top - unit * 0.02} "
                    f"{width + BLEED} {top} L{width + BLEED} {height + BLEED} L{-BLEED} {height + BLEED} Z")  # fmt: skip
    pen.paint(shore, wash(pen, ICE), INK, width=LINE)
    for i, x in enumerate((0.1, 0.24, 0.79, 0.9)):
        with pen.at(width * x, height * (0.92 if i % 2 else 0.9)):
            draw_boulder(pen, unit * (0.08 + 0.02 * (i % 3)), STONES[i])


def _hero(pen: Pen) -> None:
    draw_penguin(pen, LOOK)
    with pen.at(0, -14):
        draw_boulder(pen, 17, STONES[2])
    for x, y, size, stone in ((-23, -4, 10, 0), (23, -4.5, 11, 1), (20, -12, 8, 4), (-15, -2.4, 6.5, 3)):
        with pen.at(x, y):
            draw_boulder(pen, size, STONES[stone])


def _motif(pen: Pen) -> None:
    draw_boulder(pen, 9, STONES[1])


def _step(pen: Pen) -> None:
    with pen.at(scale=0.8):
        draw_footprints(pen, 2, INK)


def _pile(pen: Pen) -> None:
    draw_scree(pen, 4.6, 3.4)


def _hop(pen: Pen) -> None:
    with pen.at(0, 4.8, scale=0.19):
        draw_penguin(pen, LOOK)
    pen.paint(outline("M-4.4 3.4 C-4.6 -6.8 4.6 -6.8 4.3 2"), None, INK, width=0.8)
    pen.paint(outline("M2.8 1 L4.2 4 L5.8 1.2 Z"), INK)


def _die(pen: Pen) -> None:
    with pen.at(-4, -4):
        draw_pips(pen, 5, 8, PAPER)


def _hollows(board: Board) -> tuple[Hollow, ...]:
    """The penguins lie on their sides in two layers, rocks and die beside them."""
    stands = f"{len(board.nests) * 2} penguins, {board.rules.rocks * len(board.nests)} rocks, the die"
    height = STAND.figure.height + STAND.tab.height
    return (Hollow(2 * STAND.base.width + 2, height + ROCK.width, max(2 * STAND.base.height, DIE.edge), stands),)


def _icons() -> dict[str, Callable[[Pen], None]]:
    return {"step": _step, "pile": _pile, "hop": _hop, "rock": _motif, "die": _die}


COVER = Cover(
    ground=SEA, deep="#1f4f5c", tint="#e6f5f8", accent=mix(CLOTH, "#ffffff", 0.1),
    backdrop=_backdrop, hero=_hero, motif=_motif, icons=_icons(), hollows=_hollows,
)  # fmt: skip
