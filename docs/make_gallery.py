"""Draw every page of every game on A4 in full ink into build/gallery (`make gallery`).

Each game also gets a contact sheet, docs/pictures/GAME-pages.png, which the README links to. Pages
without a drawing (blank backs) and pages that look like an earlier one are left out.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image

from companion.game import offering

DOCS = Path(__file__).parent
GALLERY = DOCS.parent / "build" / "gallery"
HEIGHT = 1080  # px of a page
COLUMNS, THUMBNAIL, GAP = 8, (170, 240), 6  # of the contact sheet, px
COLOURS = 128  # of its palette: the largest sheet stays under 300 KB
BLANK = 2.0  # mean darkness, of 255, below which a page has nothing but its small print


def main() -> None:
    """Print the games named on the command line, all by default, and keep their pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="slugs; all by default")
    wanted = parser.parse_args().games
    GALLERY.mkdir(parents=True, exist_ok=True)
    for game in offering("print"):
        if not wanted or game.slug in wanted:
            pages = draw_pages(game.slug)
            contact_sheet(pages).save(DOCS / "pictures" / f"{game.slug}-pages.png", optimize=True)


def draw_pages(slug: str) -> list[Image.Image]:
    """Print a game and keep each page that looks different from those before it."""
    for old in GALLERY.glob(f"{slug}-*.png"):
        old.unlink()
    pdf = GALLERY / f"{slug}.pdf"
    rookery = [sys.executable, "-m", "rookery"]
    subprocess.run([*rookery, "print", slug, "--extras", "-o", str(pdf)], check=True)
    pages: list[Image.Image] = []
    seen = [np.array(255)]  # a blank page
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), start=1):
        picture = page.render(scale=HEIGHT / page.get_height()).to_pil().convert("RGB")
        pixels = np.asarray(picture).astype(int)
        if all(np.abs(pixels - other).mean() >= BLANK for other in seen):
            seen.append(pixels)
            pages.append(picture)
            picture.save(GALLERY / f"{slug}-{number:02d}.png")
    return pages


def contact_sheet(pages: list[Image.Image]) -> Image.Image:
    """Return one small picture with all pages, in rows."""
    width, height = (side + GAP for side in THUMBNAIL)
    columns = min(COLUMNS, len(pages))
    rows = -(-len(pages) // columns)
    sheet = Image.new("RGB", (columns * width + GAP, rows * height + GAP), "grey")
    for number, page in enumerate(pages):
        row, column = divmod(number, columns)
        sheet.paste(page.resize(THUMBNAIL), (column * width + GAP, row * height + GAP))
    return sheet.quantize(COLOURS)


if __name__ == "__main__":
    main()
