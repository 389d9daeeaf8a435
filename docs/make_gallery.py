"""Make docs/gallery anew (`make gallery`): every page of every game on A4 in full ink, small, to be looked at.

Pages without a drawing (blank backs) and pages that look like the one before (more copies of a card) are left out.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from PIL import Image

from companion.game import Game, offering

GALLERY = Path(__file__).with_name("gallery")
ROOKERY = [sys.executable, "-m", "rookery"]
HEIGHT = 720  # px of a page: its headlines can be read, and all pages together take some 6 MB
COLOURS = 256  # of the palette: with fewer the inks are no longer those of the print
BLANK = 2.0  # mean darkness, of 255, below which a page carries nothing but its small print


def main() -> None:
    """Print each game that is asked for, all by default, and keep its pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="slugs; all by default")
    wanted = parser.parse_args().games
    GALLERY.mkdir(exist_ok=True)
    for game in offering("print"):
        if not wanted or game.slug in wanted:
            _game(game)
    _index()


def _game(game: Game) -> None:
    for old in GALLERY.glob(f"{game.slug}-*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / f"{game.slug}.pdf"
        subprocess.run([*ROOKERY, "print", game.slug, "--extras", "-o", str(pdf)], check=True)
        kept: list[np.ndarray] = []
        for number, page in _pages(pdf):
            if page.mean() < 255 - BLANK and not any(_alike(page, other) for other in kept):
                kept.append(page)
                _keep(page, GALLERY / f"{game.slug}-{number:02d}.png")


def _pages(pdf: Path) -> Iterator[tuple[int, np.ndarray]]:
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), start=1):
        yield number, page.render(scale=HEIGHT / page.get_height()).to_numpy()


def _alike(page: np.ndarray, other: np.ndarray) -> bool:
    return page.shape == other.shape and float(np.abs(page.astype(int) - other).mean()) < BLANK


def _keep(page: np.ndarray, path: Path) -> None:
    picture = Image.fromarray(cv2.cvtColor(page, cv2.COLOR_BGR2RGB))
    picture.quantize(COLOURS).save(path, optimize=True)


def _index() -> None:
    """A page that shows all pictures, game by game."""
    words = "What `rookery print GAME --extras` makes on A4 in full ink, each look once; written by `make gallery`."
    lines = ["# Gallery", "", words]
    for game in offering("print"):
        pictures = sorted(GALLERY.glob(f"{game.slug}-*.png"))
        lines += ["", f"## {game.title}", "", *(f"![{p.stem}]({p.name})" for p in pictures)]
    GALLERY.joinpath("README.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
