"""Draw the mascots of the phone pages as SVG: the hero of each game's box (part of `make
pictures`).
"""

from __future__ import annotations

from pathlib import Path

from companion.game import slugs
from companion.layout import Size
from printables.art.cover import cover
from printables.draw.pen import SvgPen

STATIC = Path(__file__).parents[1] / "web" / "static"
DRAWN_ALONE = frozenset({"giza"})  # its mascot was drawn for the phones
SIDE, FEET = 70.0, 7.0  # of the square picture, and how far over its lower edge the hero stands, mm


def main() -> None:
    """Write one file a game."""
    for slug in slugs():
        if slug in DRAWN_ALONE:
            continue
        pen = SvgPen(Size(SIDE, SIDE))
        with pen.at(SIDE / 2, SIDE - FEET):
            cover(slug).hero(pen)
        folder = STATIC / slug
        folder.mkdir(exist_ok=True)
        (folder / "mascot.svg").write_text(pen.to_svg("", f"{slug}-mascot"), "utf-8")


if __name__ == "__main__":
    main()
