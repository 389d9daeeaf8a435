"""Pictures for Cricut's Print Then Cut: pieces side by side, and nothing around them.

Its program adds marks of its own, finds each piece by its transparent surroundings, and takes no
more than `AREA`. It prints one side only, so backs are pictures of their own.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from PIL import Image

from companion.errors import PrintError
from companion.language import counted
from companion.layout import Size
from printables.draw.paths import Shape, rounded
from printables.output.shop import PX, DrawnFaces, ShopFace, save_png
from printables.sheets.cutter import Cutter
from printables.sheets.paper import fitting

AREA = Size(171.45, 234.95)  # the largest picture that it takes: 6.75 x 9.25 in


def write_cricut(cutter: Cutter, drawn: DrawnFaces, folder: Path) -> list[str]:
    """Write a picture for each side of each sheet.

    Return what was written; names say how large a picture must be, mm. Raises `PrintError` for a
    piece that is too large.
    """

    def likeness(face: ShopFace) -> tuple[float, float, bool]:
        return face.piece.size.width, face.piece.size.height, "back" in face.piece.faces

    sheet = pictures = 0
    sides = ("front", "back")
    for (width, height, backed), same in groupby(sorted(drawn.faces, key=likeness), likeness):
        group = list(same)
        turned, columns, rows = _grid(group[0], cutter.gap)
        wide, high = (height, width) if turned else (width, height)
        every = {
            side: [face for face in group if face.face == side for _ in range(face.copies)]
            for side in sides[: 1 + backed]
        }
        for start in range(0, len(every["front"]), columns * rows):
            sheet += 1
            for side, faces in every.items():
                part = faces[start : start + columns * rows]
                across, down = min(columns, len(part)), -(-len(part) // columns)
                size = [
                    n * step + (n - 1) * cutter.gap for n, step in ((across, wide), (down, high))
                ]
                picture = Image.new("RGBA", (round(size[0] * PX), round(size[1] * PX)))
                for at, face in enumerate(part):
                    row, column = divmod(at, columns)
                    x, y = (n * (step + cutter.gap) for n, step in ((column, wide), (row, high)))
                    cut = _cut_out(cutter, drawn, face)
                    if turned:
                        cut = cut.transpose(Image.Transpose.ROTATE_270)
                    picture.paste(cut, (round(x * PX), round(y * PX)))
                save_png(picture, folder / f"{sheet:02}_{side}_{size[0]:g}x{size[1]:g}mm.png")
                pictures += 1
    return [f"{counted(pictures, 'picture')}, each of the size in its name, for Print Then Cut"]


def _grid(face: ShopFace, gap: float) -> tuple[bool, int, int]:
    """Return whether pieces are turned, and how many columns and rows of them fit."""
    size = face.piece.size
    sides = (size.width, size.height)
    ways = [
        (turned, fitting(AREA.width - gap, width, gap), fitting(AREA.height - gap, height, gap))
        for turned, width, height in ((False, *sides), (True, *sides[::-1]))
    ]
    best = max(ways, key=lambda way: way[1] * way[2])
    if not best[1] * best[2]:
        problem = f"{size.width:g} x {size.height:g} mm is more than Print Then Cut takes"
        remedy = "leave it out with --only, or print it without a machine"
        raise PrintError(face.piece.id, problem, remedy=remedy)
    return best


def _cut_out(cutter: Cutter, drawn: DrawnFaces, face: ShopFace) -> Image.Image:
    size, radius = face.piece.size, cutter.corners
    corners = Shape(rounded(0, 0, size.width, size.height, radius)) if radius else None
    return drawn.cut_out(face, drawn.job.shape(face.piece) or corners)
