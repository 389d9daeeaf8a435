"""Make vision/albums anew (`make albums`): every tagged face of card size as `rookery print` draws it, 1 px a mm.

To be run, and its files committed, whenever a card's drawing changes; tests/vision/test_album.py says when.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

import vision
from companion.game import Game, Piece, game
from companion.layout import POKER
from printables.draw.pen import PdfPen
from printables.draw.render import leaf, opened
from printables.faces.artists import artist
from vision.album import HEIGHT, WIDTH, Face, packed

GAMES = ("giza", "combust")
FINE = 4  # px per mm that a face is drawn at before it is made small


def main() -> None:
    """Write NAME.webp and NAME.json for each game that is asked for, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    folder = Path(vision.__file__).with_name("albums")
    folder.mkdir(exist_ok=True)
    for slug in parser.parse_args().games:
        deck = standard_deck(slug)
        faces, pictures = zip(*printed(game(slug), deck), strict=True)
        data = packed(np.array(pictures))
        (folder / f"{slug}.webp").write_bytes(data)
        index = {"deck": deck.fingerprint, "faces": faces}
        (folder / f"{slug}.json").write_text(json.dumps(index) + "\n", "utf-8")
        print(f"{slug}: {len(faces)} faces, {len(data)} bytes")


def standard_deck(slug: str) -> Any:
    """The deck that a game is shipped with."""
    found = game(slug)
    text = files(found.package).joinpath(found.deck_file).read_text("utf-8")
    return found.read_deck(text, found.deck_file)


def printed(of: Game, deck: Any) -> Iterator[tuple[Face, NDArray[np.uint8]]]:
    """Each face with tags of a card, and its picture, BGR."""
    for piece in of.pieces(deck):
        for side, tags in piece.faces.items():
            if tags and piece.size == POKER:
                yield (piece.id, side), _picture(of, piece, side, deck)


def _picture(of: Game, piece: Piece, side: str, deck: Any) -> NDArray[np.uint8]:
    file = BytesIO()
    canvas = Canvas(file, invariant=1, pagesize=(piece.size.width * mm, piece.size.height * mm))
    artist(of)(PdfPen(canvas, piece.size, "full"), piece, side, deck)
    canvas.showPage()
    canvas.save()
    with opened(file.getvalue()) as document:
        fine = np.asarray(leaf(document, 1).picture(FINE).convert("RGB"))[:, :, ::-1]
    return np.asarray(cv2.resize(fine, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


if __name__ == "__main__":
    main()
