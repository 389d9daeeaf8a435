"""Cards with your own pictures, on paper: what is shown, what lies over it, and that they are still
read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pikepdf
import pypdfium2
import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.deckfile import load_deck
from companion.game import Game, Piece, game
from companion.layout import POKER, Size
from companion.tags import BLACK_MODULES
from printables.draw.colours import Ink
from printables.draw.pen import BLEED, PdfPen
from printables.draw.pictures import Picture, load_pictures
from printables.draw.svg import SvgPen
from printables.faces.artists import artist
from printables.output.job import Job
from printables.output.printer import print_job
from printables.preflight import check_tags
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from tests.printables.own import noisy, picture, with_art

INKS: tuple[Ink, ...] = ("full", "low", "mono")
CARDS = {
    "giza": {"penguin-07": "front back", "goal-top": "front"},
    "combust": {"robber": "front", "noon": "front"},
}
FACES = [
    (slug, card, face)
    for slug, cards in CARDS.items()
    for card, faces in cards.items()
    for face in faces.split()
]
DPI = 150

Pixels = npt.NDArray[np.uint8]


class Own:
    """Your own deck with the same picture on every card of `CARDS`."""

    def __init__(self, slug: str, data: bytes, folder: Path) -> None:
        (folder / "own.png").write_bytes(data)
        self.path = with_art(slug, dict.fromkeys(CARDS[slug], "own.png"), folder)
        self.game: Game = game(slug)
        self.deck: Any = load_deck(self.game, self.path)
        self.pictures: Mapping[str, Picture] = load_pictures(self.deck, self.path)

    def piece(self, name: str) -> Piece:
        """A piece by its id."""
        return next(piece for piece in self.game.pieces(self.deck) if piece.id == name)

    def svg(self, card: str, face: str, ink: Ink = "full", *, bare: bool = False) -> str:
        """A face as SVG; `bare` where the pictures are not to be had."""
        pen = SvgPen(self.piece(card).size, ink, {} if bare else self.pictures)
        artist(self.game)(pen, self.piece(card), face, self.deck)
        return pen.to_svg(card, "x")

    def pixels(self, card: str, face: str, ink: Ink = "full") -> Pixels:
        """A face with its bleed as it comes out of the PDF, BGR."""
        piece, file = self.piece(card), BytesIO()
        canvas = Canvas(file, invariant=1)
        size = Size(piece.size.width + 2 * BLEED, piece.size.height + 2 * BLEED)
        canvas.setPageSize((size.width * mm, size.height * mm))
        canvas.translate(BLEED * mm, BLEED * mm)
        artist(self.game)(PdfPen(canvas, piece.size, ink, self.pictures), piece, face, self.deck)
        canvas.showPage()
        canvas.save()
        document = pypdfium2.PdfDocument(file.getvalue())
        try:
            return np.array(document[0].render(scale=DPI / 72).to_numpy()[:, :, :3])
        finally:
            document.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("slug", "card", "face"), FACES)
def test_the_picture_lies_behind_all_else(
    *, slug: str, card: str, face: str, ink: Ink, folder: Path
) -> None:
    """Windows of tags, values, seals and names stand over it as they stand over the drawing."""
    own = Own(slug, picture(), folder)
    with_it = own.svg(card, face, ink)
    assert with_it.count("<image") == 1
    below, above = with_it.split("<image")
    tag = '#000000" fill-rule="evenodd"/>'
    assert tag not in below
    assert above.count(tag) == len(own.piece(card).faces[face])
    if own.piece(card).kind != "goal":  # a goal's name and points stand beside it
        texts = re.findall(r"<text[^>]*>[^<]*</text>", own.svg(card, face, ink, bare=True))
        assert texts
        assert all(text in above for text in texts)


@pytest.mark.parametrize("number", [1, 14, 27, 40])
def test_a_penguins_picture_replaces_the_emblem(
    number: int, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """No ray of the sun behind our penguins, nor an end of another colour's emblem, looks out
    beside the picture.
    """
    drawn: list[float] = []
    monkeypatch.setattr(
        "printables.faces.giza.cards.draw_symbol", lambda *told, **_: drawn.append(told[4])
    )
    card, own = f"penguin-{number:02d}", Own("giza", picture(), folder)
    pictures = {own.deck.art["penguin-07"].name: next(iter(own.pictures.values()))}
    own.deck.art[card] = own.deck.art["penguin-07"]
    for pen, wide in ((SvgPen(POKER, "full", pictures), 0), (SvgPen(POKER), 1)):
        drawn.clear()
        artist(own.game)(pen, own.piece(card), "front", own.deck)
        assert sum(size > 20 for size in drawn) == wide


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("slug", "card", "face"), FACES)
def test_tags_are_read_over_any_picture(
    *, slug: str, card: str, face: str, ink: Ink, folder: Path
) -> None:
    """A picture full of black squares hides no tag, adds none, and leaves each its white zone."""
    own = Own(slug, noisy(1260, 1760), folder)
    pixels = own.pixels(card, face, ink)
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    )
    seen = detector.detectMarkers(
        cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    )[1]
    tags = own.piece(card).faces[face]
    assert Counter(np.ravel(seen).tolist()) == Counter(tag.id for tag in tags)
    for tag in tags:
        module, scale = tag.size / BLACK_MODULES, DPI / 25.4
        reach, edge = tag.size / 2 + module - 0.1, round((module - 0.45) * scale)
        rows, columns = (
            slice(round((n + BLEED - reach) * scale), round((n + BLEED + reach) * scale))
            for n in (tag.y, tag.x)
        )
        zone = pixels[rows, columns].min(axis=2)
        zone[edge:-edge, edge:-edge] = 255
        assert zone.min() > 230


@pytest.mark.parametrize("slug", CARDS)
def test_a_deck_without_its_pictures_looks_as_ours(slug: str, folder: Path) -> None:
    """At the phone table, or out of a label's code, the names of pictures are there and nothing
    more.
    """
    own, ours = Own(slug, picture(), folder), load_deck(game(slug))
    assert own.deck.fingerprint == ours.fingerprint
    for card, faces in CARDS[slug].items():
        for face in faces.split():
            pen = SvgPen(own.piece(card).size)
            artist(own.game)(pen, own.piece(card), face, ours)
            drawn = re.sub(
                r"<clipPath.*?</clipPath><g clip-path=[^>]*></g>",
                "",
                own.svg(card, face, bare=True),
                count=1,
            )
            plain = re.sub(r"x-clip-\d+", "", pen.to_svg(card, "x"))
            assert re.sub(r"x-clip-\d+", "", drawn) == plain


@cache
def _printed(path: str, slug: str, ink: Ink) -> tuple[bytes, Any]:
    row = game(slug)
    deck = load_deck(row, path)
    pieces = tuple(piece for piece in row.pieces(deck) if piece.id in CARDS[slug])
    job = Job(
        row,
        deck,
        path,
        pieces,
        PAPERS["a4"],
        SIDES["long"],
        ink=ink,
        pictures=load_pictures(deck, path),
    )
    printout = print_job(job)
    return printout.pdf, printout.manifest


@pytest.mark.parametrize("slug", CARDS)
@pytest.mark.parametrize("ink", INKS)
def test_a_print_with_pictures_passes_preflight(slug: str, ink: Ink, folder: Path) -> None:
    """Every tag decodes from the finished PDF as from afar; the same job gives the same bytes."""
    own = Own(slug, noisy(630, 880), folder)
    pdf, manifest = _printed(own.path, slug, ink)
    check_tags(pdf, manifest)
    _printed.cache_clear()
    assert _printed(own.path, slug, ink)[0] == pdf


def test_a_jpeg_is_embedded_as_it_is_and_once(folder: Path) -> None:
    """Two cards with the same picture share it, and its compressed pixels are those of the file."""
    data = picture(630, 880, "JPEG", quality=81)
    own = Own("giza", data, folder)
    pdf, _ = _printed(own.path, "giza", "full")
    with pikepdf.open(BytesIO(pdf)) as document:
        found = [each for each in document.objects if isinstance(each, pikepdf.Stream)]
        images = [each for each in found if each.get("/Subtype") == "/Image"]
        raw = [bytes(each.read_raw_bytes()) for each in images]
    scan = data[data.index(b"\xff\xda") :]
    # and the grey one of the back
    assert sorted(one.endswith(scan) for one in raw) == [False, True]


def test_a_see_through_picture_shows_the_ground(folder: Path) -> None:
    """Where a PNG is clear, the card's own ground is seen, not black or white."""
    clear = Own("giza", picture(colour=(255, 0, 0, 0)), folder).pixels("penguin-07", "front")
    x, y = round((31 + BLEED) * DPI / 25.4), round((60 + BLEED) * DPI / 25.4)
    blue, green, red = (int(n) for n in clear[y, x])
    assert red > blue + 40, (red, green, blue)  # the ruby ground
