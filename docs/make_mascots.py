"""Draw the mascots and covers of the phone pages as SVG: the hero of each game's box, alone and in
its landscape (part of `make pictures`).
"""

from __future__ import annotations

from pathlib import Path

from companion.game import slugs
from companion.layout import Size
from printables.art.cover import cover
from printables.draw.svg import SvgPen

STATIC = Path(__file__).parents[1] / "web" / "static"
DRAWN_ALONE = frozenset({"giza"})  # its mascot was drawn for the phones
SIDE, FEET = 70.0, 7.0  # of the square picture, and how far over its lower edge the hero stands, mm
COVER = Size(72, 84)  # mm


def main() -> None:
    """Write two files a game."""
    for slug in slugs():
        folder, look = STATIC / slug, cover(slug)
        folder.mkdir(exist_ok=True)
        pen = SvgPen(COVER)
        look.backdrop(pen, COVER.width, COVER.height)
        look.draw_hero(pen, COVER.width / 2, COVER.height - FEET, 1.0)
        (folder / "cover.svg").write_text(pen.to_svg("", f"{slug}-cover"), "utf-8")
        if slug in DRAWN_ALONE:
            continue
        pen = SvgPen(Size(SIDE, SIDE))
        with pen.at(SIDE / 2, SIDE - FEET):
            look.hero(pen)
        (folder / "mascot.svg").write_text(pen.to_svg("", f"{slug}-mascot"), "utf-8")


if __name__ == "__main__":
    main()
