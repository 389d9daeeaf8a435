"""What penguins wear on their heads. The origin is the crown of the head, which is 20 units wide 10 below it."""

from __future__ import annotations

from collections.abc import Callable

from printables.art.palette import LINE, Palette
from printables.draw.paths import Path, arc, circle, ellipse, line, outline
from printables.draw.pen import Pen


def _nemes(pen: Pen, palette: Palette) -> None:
    """The striped royal cloth."""
    cloth = outline("M0 -2.6 C7.4 -2.6 9.8 0.8 11 6.6 L14.4 19.4 C12.6 21.2 9.6 21.4 7.8 20.6 L8.9 8 "
                    "C7.2 3.6 3.6 3.2 0 3.2 C-3.6 3.2 -7.2 3.6 -8.9 8 L-7.8 20.6 C-9.6 21.4 -12.6 21.2 -14.4 19.4 "
                    "L-11 6.6 C-9.8 0.8 -7.4 -2.6 0 -2.6 Z")  # fmt: skip
    pen.paint(cloth, palette.gold)
    with pen.clip(cloth):
        folds = Path()
        for y in range(5, 22, 3):
            folds += line([(7.4, y), (15.5, y + 1.6)]) + line([(-7.4, y), (-15.5, y + 1.6)])
        for x in (-8.5, -5, 0, 5, 8.5):
            folds += line([(x * 0.3, -4), (x, 5)])
        pen.paint(folds, None, palette.cloth, width=1.35, cap="butt")
    pen.paint(cloth, None, palette.line, width=LINE)
    brow = outline("M-8.9 8 C-7.2 3.6 -3.6 3.2 0 3.2 C3.6 3.2 7.2 3.6 8.9 8 L9.6 6.2 C8 1.4 4 0.9 0 0.9 "
                   "C-4 0.9 -8 1.4 -9.6 6.2 Z")  # fmt: skip
    pen.paint(brow, palette.gold, palette.line, width=LINE)
    pen.paint(outline("M-1.4 2.4 C-2.6 -1.6 -1.6 -3.9 0 -3.9 C1.6 -3.9 2.6 -1.6 1.4 2.4 Z"),
              palette.cloth, palette.line, width=LINE)  # fmt: skip
    pen.paint(circle(-0.55, -1.6, 0.35) + circle(0.55, -1.6, 0.35), palette.line)


def _fez(pen: Pen, palette: Palette) -> None:
    with pen.at(0.8, 1, turn=9):
        pen.paint(outline("M-4.9 1.4 L-3.8 -6 C-1.6 -6.8 1.6 -6.8 3.8 -6 L4.9 1.4 C2 2.4 -2 2.4 -4.9 1.4 Z"),
                  palette.cloth, palette.line, width=LINE)  # fmt: skip
        pen.paint(outline("M0 -6.4 C2.6 -6.9 5.6 -6 6.2 -2.6"), None, palette.gold_shade, width=0.7)
        pen.paint(outline("M5.4 -2.8 L7 -2.8 L7.2 0.4 L5.2 0.4 Z"), palette.gold, palette.line, width=0.4)


def _lotus(pen: Pen, palette: Palette) -> None:
    petal = outline("M0 1.6 C-2.4 -1 -2 -4.4 0 -6.8 C2 -4.4 2.4 -1 0 1.6 Z")
    for turn in (-62, 62, -32, 32, 0):
        with pen.at(-3.4, 1.2, turn=turn - 14):
            pen.paint(petal, palette.cloth if abs(turn) == 32 else palette.cloth_light, palette.line, width=LINE)
    pen.paint(circle(-3.4, 1.6, 1.6), palette.gold, palette.line, width=LINE)


def _sun_disk(pen: Pen, palette: Palette) -> None:
    horn = outline("M1.6 1 C6.6 0.4 7.4 -5 6.2 -9 C10.4 -5.4 9.6 2.4 2.4 3 Z")
    pen.paint(horn + horn.scaled(-1, 1), palette.cloth_light, palette.line, width=LINE)
    pen.paint(circle(0, -4.2, 4.6), palette.gold, palette.line, width=LINE)
    pen.paint(arc(0, -4.2, 3.1, 3.1, 190, 280), None, palette.cloth_light, width=0.8)


def _feather(pen: Pen, palette: Palette) -> None:
    with pen.at(2.6, 1.4, turn=8):
        pen.paint(outline("M0 1.6 C-3.6 -3 -3.2 -8.4 1.6 -11.4 C4 -7.6 3.6 -2.4 0 1.6 Z"),
                  palette.cloth_light, palette.line, width=LINE)  # fmt: skip
        pen.paint(outline("M0 1.6 C0.2 -2 0.6 -5.4 1.3 -8.6"), None, palette.line, width=LINE)
    band = outline("M-8.9 5.4 C-4 1.4 4 1.4 8.9 5.4 L9.4 7.2 C4.2 3.4 -4.2 3.4 -9.4 7.2 Z")
    pen.paint(band, palette.cloth, palette.line, width=LINE)


def _turban(pen: Pen, palette: Palette) -> None:
    pen.paint(outline("M-9.4 5 C-10.4 -2.4 -5.4 -5.8 0 -5.8 C5.4 -5.8 10.4 -2.4 9.4 5 C4 2 -4 2 -9.4 5 Z"),
              palette.cloth_light, palette.line, width=LINE)  # fmt: skip
    folds = outline("M-9 2.2 C-4 -2.4 2 -4 6.4 -3.8 M-6.4 -4 C-2 -4 4 -2.4 9 2.2")
    pen.paint(folds, None, palette.cloth, width=1.1)
    pen.paint(circle(0, -2, 1.5), palette.gold, palette.line, width=LINE)


def _tuft(pen: Pen, palette: Palette) -> None:
    tuft = outline("M-1.6 1 C-3.6 -1.6 -4 -3 -3.6 -4.4 C-2.4 -3 -1.4 -2.2 -0.8 -1.6 C-0.8 -3.6 -0.2 -5 1 -6.2 "
                   "C1.2 -4.2 1.2 -3 1.2 -1.8 C2 -2.6 2.8 -3 4 -3.2 C3.6 -1.4 2.8 0 1.8 1 Z")  # fmt: skip
    pen.paint(tuft, palette.coat, palette.line, width=LINE)
    pen.paint(outline("M-2.4 2.2 C-1.4 0.4 1.4 0.4 2.6 2.2 L1.8 3.4 L-1.6 3.4 Z"), palette.coat)


def _egg(pen: Pen, palette: Palette) -> None:
    """Half the shell that the chick came from."""
    pen.paint(outline("M-9.3 4.8 C-8.8 -2.6 -4.4 -6.6 0 -6.6 C4.4 -6.6 8.8 -2.6 9.3 4.8 L6.4 2.6 L4.6 5.2 L1.8 2.4 "
                      "L-0.6 5.2 L-3 2.4 L-5.6 5.2 Z"), palette.cloth_light, palette.line, width=LINE)  # fmt: skip
    for x, y, r in ((-3.8, -1.6, 1), (2.6, -3.4, 0.8), (4.4, 0.4, 1), (-0.4, -0.2, 0.7)):
        pen.paint(ellipse(x, y, r, r * 0.8), palette.cloth)


def _circlet(pen: Pen, palette: Palette) -> None:
    band = outline("M-9.2 6 C-4 2.6 4 2.6 9.2 6 L8.6 3.4 C4 0.2 -4 0.2 -8.6 3.4 Z")
    pen.paint(band, palette.gold, palette.line, width=LINE)
    cobra = outline("M-1 1.6 C-2.8 -1.4 -2.6 -4.6 0 -5.2 C2.6 -4.6 2.8 -1.4 1 1.6 Z")
    pen.paint(cobra, palette.gold_shade, palette.line, width=LINE)
    pen.paint(circle(-0.7, -3.4, 0.4) + circle(0.7, -3.4, 0.4), palette.line)
    pen.paint(line([(-0.9, -1.6), (0.9, -1.6)]) + line([(-0.8, -0.3), (0.8, -0.3)]), None, palette.gold, width=0.5)
    for x, y in ((-6.4, 3.4), (6.4, 3.4), (-3.6, 2.4), (3.6, 2.4)):
        pen.paint(circle(x, y, 0.8), palette.cloth)


def _paper_hat(pen: Pen, palette: Palette) -> None:
    pen.paint(outline("M-9.6 4.2 L0 -6.6 L9.6 4.2 C5 2.6 -5 2.6 -9.6 4.2 Z"), palette.cloth_light, palette.line,
              width=LINE)  # fmt: skip
    pen.paint(line([(0, -6.2), (-2.6, 3)]) + line([(-9, 3.4), (0, 1), (9, 3.4)]), None, palette.line, width=0.4)


HATS: dict[str, Callable[[Pen, Palette], None]] = {
    "nemes": _nemes, "fez": _fez, "lotus": _lotus, "sun disk": _sun_disk, "feather": _feather, "turban": _turban,
    "tuft": _tuft, "egg": _egg, "circlet": _circlet, "paper hat": _paper_hat,
}  # fmt: skip
