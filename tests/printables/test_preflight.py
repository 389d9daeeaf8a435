"""Prints that must not be: artists who make one mistake each, and what becomes of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.errors import PrintError
from companion.game import Piece, game
from companion.layout import POKER, TagSpot, card_tags
from companion.profile import Drift
from companion.tags import BLACK_MODULES, modules
from printables.art.codes import draw_tag, draw_windows
from printables.draw.colours import WHITE
from printables.draw.paths import Fold, Shape, circle, line, rectangle
from printables.draw.pen import Pen, bled
from printables.faces import artists
from printables.output.job import Job
from printables.output.printer import print_job
from printables.output.profiles import Corrections
from printables.sheets.imposition import SIDES, Page, check_pages, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import PAPERS
from rookery.cli import run
from tests.printables.workshop import workshop

CARD = Piece("card-1", "card", POKER, {"front": card_tags(3, 55), "back": ()})
GOOD = Piece("card-0", "card", POKER, {"front": card_tags(1, 53), "back": ()})
SPOT = CARD.faces["front"][0]
Draw = Callable[[Pen, Piece], None]


@dataclasses.dataclass
class Faces:
    """A game's module of faces whose artist spoils card 1 and draws card 0 well."""

    spoilt: Draw
    cut: Shape | None = None
    light_backs: bool = False

    def draw(self, pen: Pen, piece: Piece, face: str, deck: Any) -> None:
        """Draw one face."""
        del deck
        (self.spoilt if (piece.id, face) == ("card-1", "front") else well)(pen, piece)

    def shape(self, piece: Piece, deck: Any) -> Shape | None:
        """Only card 1 has one, if any."""
        del deck
        return self.cut if piece.id == "card-1" else None


def ground(pen: Pen, piece: Piece) -> None:
    pen.paint(bled(piece.size), "#bfe3f4")


def well(pen: Pen, piece: Piece) -> None:
    """A face without a fault; backs of these cards have no tags."""
    ground(pen, piece)
    for tag in piece.faces["front"]:
        draw_windows(pen, [tag], "#333333")


def and_then(more: Draw) -> Draw:
    """All well at first, then this."""

    def draw(pen: Pen, piece: Piece) -> None:
        well(pen, piece)
        more(pen, piece)

    return draw


def write(x: float, y: float, text: str = "Penguin", turn: float = 0, size: float = 4) -> Draw:
    def draw(pen: Pen, _: Piece) -> None:
        with pen.at(x, y, turn=turn):
            pen.text(0, 0, text, size, "#000000", anchor="start")

    return and_then(draw)


def other_tag(pen: Pen, piece: Piece) -> None:
    ground(pen, piece)
    for tag in piece.faces["front"]:
        draw_windows(pen, [dataclasses.replace(tag, id=tag.id + 100)], "#333333")


def moved_tag(pen: Pen, piece: Piece) -> None:
    ground(pen, piece)
    for tag in piece.faces["front"]:
        draw_windows(pen, [dataclasses.replace(tag, x=tag.x + 2)], "#333333")


def mirrored_tag(pen: Pen, piece: Piece) -> None:
    ground(pen, piece)
    for tag in piece.faces["front"]:
        with pen.at(2 * tag.x, 0, mirror=True):
            draw_windows(pen, [tag], "#333333")


def bare_tag(pen: Pen, piece: Piece) -> None:
    pen.paint(bled(piece.size), "#1c2f55")
    for tag in piece.faces["front"]:
        draw_tag(pen, tag)


def narrow_window(pen: Pen, piece: Piece) -> None:
    pen.paint(bled(piece.size), "#1c2f55")
    for tag in piece.faces["front"]:
        draw_windows(pen, [tag], "#1c2f55", margin=0.4)


def pale_tag(pen: Pen, piece: Piece) -> None:
    ground(pen, piece)
    for tag in piece.faces["front"]:
        half = tag.size / 2
        draw_windows(pen, [tag], "#333333")
        pen.paint(rectangle(tag.x - half, tag.y - half, tag.size, tag.size), "#999999")


def thin(pen: Pen, _: Piece) -> None:
    with pen.at(30, 40, scale=0.4):
        pen.paint(line([(0, 0), (10, 10)]), None, "#000000", width=0.2)


def fly(pen: Pen, _: Piece) -> None:
    """A light speck on one black module, too small for the eye across the table."""
    unit = SPOT.size / BLACK_MODULES
    row, column = next((r, c) for r in range(1, 7) for c in range(1, 7) if modules(SPOT.id)[r][c])
    pen.paint(circle(SPOT.x + (column - 3.5) * unit, SPOT.y + (row - 3.5) * unit, 1.2), WHITE)


def crumb(pen: Pen, _: Piece) -> None:
    pen.paint(circle(SPOT.x - 7.9, SPOT.y, 0.9), "#000000")


def no_bleed(pen: Pen, piece: Piece) -> None:
    pen.paint(rectangle(0, 0, piece.size.width, piece.size.height), "#bfe3f4")


def clipped_ground(pen: Pen, piece: Piece) -> None:
    with pen.clip(rectangle(0, -3, 63, 94)):
        ground(pen, piece)


def stamped_without_bleed(pen: Pen, piece: Piece) -> None:
    pen.stamp("short", lambda shared: no_bleed(shared, piece))


MISTAKES: dict[str, tuple[Draw, str]] = {
    "a dark picture over a tag": (
        and_then(lambda pen, _: pen.paint(circle(SPOT.x, SPOT.y, 6), "#333333")),
        "tag 3: ",
    ),
    "a speck on a tag": (and_then(fly), "tag 3: 1 of its 64 modules read wrong"),
    "something in the quiet zone": (and_then(crumb), "tag 3: something lies in its quiet zone"),
    "another tag": (other_tag, "tag 3: it reads as tag 103"),
    "a tag elsewhere": (moved_tag, "tag 3: "),
    "a tag seen from behind": (mirrored_tag, "tag 3: "),
    "no tag at all": (ground, "tag 3: no black square on white stands there"),
    "a tag without a quiet zone": (bare_tag, "tag 3: no black square on white stands there"),
    "a tag with a narrow window": (narrow_window, "tag 3: "),
    "a grey tag": (pale_tag, "tag 3: no black square on white stands there"),
    "letters at the left edge": (write(2, 40), "the text 'Penguin' stands 2.0 mm from the edge"),
    "letters over the right edge": (write(50, 40), "the text 'Penguin' stands over the edge"),
    "a g that hangs too low": (write(20, 84.8), "the text 'Penguin' stands 2.3 mm from the edge"),
    "turned letters": (write(31, 20, turn=-90, size=6), "the text 'Penguin' stands "),
    "a line that vanishes": (and_then(thin), "a line is 0.08 mm thin"),
    "a character that the font lacks": (write(20, 40, "企鹅"), "the font has no '企'"),
    "a ground that ends at the trim": (no_bleed, "no ground reaches 3 mm beyond the edge"),
    "a ground that is clipped": (clipped_ground, "no ground reaches 3 mm beyond the edge"),
    "a shared ground that ends at the trim": (
        stamped_without_bleed,
        "no ground reaches 3 mm beyond the edge",
    ),
}


def order(
    monkeypatch: pytest.MonkeyPatch,
    spoilt: Draw,
    *pieces: Piece,
    cut: Shape | None = None,
    **more: Any,
) -> Job:
    faces = Faces(spoilt, cut)
    monkeypatch.setattr(artists, "part", lambda *_: faces)
    row = dataclasses.replace(workshop(), pieces=lambda _: pieces)
    return Job(row, Deck(), "deck.toml", pieces, PAPERS["a4"], SIDES["long"], **more)


@dataclasses.dataclass(frozen=True)
class Deck:
    """A deck with nothing in it."""

    title: str = "Workshop"
    fingerprint: str = "f" * 64


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_found_and_named(monkeypatch: pytest.MonkeyPatch, mistake: str) -> None:
    """The message names the piece, its face and the reason; the well drawn card beside it isn't
    blamed.
    """
    draw, reason = MISTAKES[mistake]
    with pytest.raises(PrintError) as caught:
        print_job(order(monkeypatch, draw, GOOD, CARD))
    assert caught.value.at.startswith("card-1, front")
    assert caught.value.problem.startswith(reason)
    assert caught.value.remedy


def test_a_print_without_mistakes_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the tests above fail for their mistakes alone."""
    assert len(print_job(order(monkeypatch, write(10, 40), GOOD, CARD)).manifest.pieces) == 4


def scaled(pen: Pen, _: Piece) -> None:
    with pen.at(31, 40, scale=0.4):
        pen.text(0, 0, "Penguin", 4, "#000000")


def shared(pen: Pen, _: Piece) -> None:
    pen.stamp("shared", lambda inner: inner.text(31, 40, "Penguin", 1.6, "#000000"))


@pytest.mark.parametrize(
    ("draw", "small"),
    [
        (write(10, 40, size=1.6), "4.5"),
        (and_then(scaled), "4.5"),
        (and_then(shared), "4.5"),
        (and_then(lambda pen, _: pen.text(31, 40, "Penguin", 4, "#000000", fit=4)), "3.1"),
        (write(10, 40, size=1.77), ""),
    ],
)
def test_small_letters_are_told(monkeypatch: pytest.MonkeyPatch, draw: Draw, small: str) -> None:
    """Text below 5 pt is printed, and said with its piece and size: set small, scaled, shared or
    squeezed.
    """
    said = f"card-1: 'Penguin' is set in {small} pt, hard to read; shorten it or the deck's title"
    assert print_job(order(monkeypatch, draw, GOOD, CARD)).small == ((said,) if small else ())


TAGGED = Piece("card-1", "card", POKER, {"front": (TagSpot(9, 31.5, 44, 14),), "back": ()})
FAULTY_PIECES = {
    "beyond the edge": (
        Piece("card-1", "card", POKER, {"front": (TagSpot(9, 8, 44, 14),), "back": ()}),
        None,
        "tag 9: its quiet zone of one module reaches beyond the piece's edge",
    ),
    "two tags close together": (
        Piece(
            "card-1",
            "card",
            POKER,
            {"front": (TagSpot(8, 20, 44, 14), TagSpot(9, 36, 44, 14)), "back": ()},
        ),
        None,
        "tags 8 and 9 lie too close",
    ),
    "a fold through it": (
        TAGGED,
        Shape(rectangle(0, 0, 63, 88), (Fold((0, 44), (63, 44)),)),
        "tag 9: a fold goes through it",
    ),
    "a notch in it": (
        TAGGED,
        Shape(rectangle(0, 0, 63, 88) + rectangle(30, 0, 1, 45)),
        "tag 9: its quiet zone of one module reaches beyond the piece's edge",
    ),
}


@pytest.mark.parametrize("mistake", FAULTY_PIECES)
def test_tags_that_cannot_stay_whole_are_found(
    monkeypatch: pytest.MonkeyPatch, mistake: str
) -> None:
    """Cut, folded or too near to each other: no artist can fix that."""
    piece, cut, reason = FAULTY_PIECES[mistake]
    with pytest.raises(PrintError) as caught:
        print_job(order(monkeypatch, well, piece, cut=cut))
    assert (caught.value.at, caught.value.problem) == ("card-1, front", reason)


@pytest.mark.parametrize(
    ("moved", "reason"),
    [
        (-POKER.width, "it lies on card-1 on page 1"),
        (-500, "it leaves the part of page 1 that printers reach"),
    ],
)
def test_pieces_that_lie_wrong_are_found(moved: float, reason: str) -> None:
    """On another piece, or where printers don't reach: no layout does that, and each print is
    measured.
    """
    page, *_ = impose(copies_of([GOOD, CARD]), PAPERS["a4"], SIDES["long"])
    first, second = page.placements
    wrong = dataclasses.replace(
        second, cut=second.cut.moved(moved, 0), art=second.art.moved(moved, 0)
    )
    check_pages([page])
    with pytest.raises(PrintError) as caught:
        check_pages([dataclasses.replace(page, placements=(first, wrong))])
    assert caught.value.problem == reason


def test_guides_over_a_tag_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn on the page after the faces counts, too."""

    def smear(pen: Pen, page: Page) -> None:
        trim = page.placements[0].trim
        pen.paint(
            line([(trim.x, trim.y + 44), (trim.right, trim.y + 44)]), None, "#000000", width=2
        )

    monkeypatch.setattr("printables.output.printer.draw_guides", smear)
    with pytest.raises(PrintError, match="tag 9: ") as caught:
        print_job(order(monkeypatch, well, TAGGED))
    assert caught.value.at == "card-1, front, page 1"


def test_a_printer_profile_moves_where_tags_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides moved, turned and scaled as a calibrated printer needs it: all tags are still
    found.
    """
    back = dataclasses.replace(CARD, faces={"front": card_tags(3, 55), "back": card_tags(5, 5)})
    front, rear = Drift(1.01, 0.99, 2, -1, 0.5), Drift(0.99, 1.01, -3, 1.5, -0.5)

    def both(pen: Pen, piece: Piece, face: str, deck: Any) -> None:
        del deck
        ground(pen, piece)
        for tag in piece.faces[face]:
            draw_windows(pen, [tag], "#333333")

    job = order(monkeypatch, well, back, corrections=Corrections(front, rear))
    monkeypatch.setattr("printables.output.job.artist", lambda *_: both)
    assert len(print_job(job).manifest.pieces) == 2


def test_a_failed_preflight_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends with status 2 and one line; an older print stays as it was."""
    monkeypatch.chdir(tmp_path)
    assert run(["print", "giza", "-o", "giza.pdf"]) == 0
    old = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    real = artists.artist(game("giza"))

    def draw(pen: Pen, piece: Piece, face: str, deck: Any) -> None:
        real(pen, piece, face, deck)
        if (piece.id, face) == ("goal-top", "front"):
            tag = piece.faces[face][1]
            pen.paint(circle(tag.x, tag.y, 3), "#c8334a")

    monkeypatch.setattr("printables.output.job.artist", lambda *_: draw)
    assert run(["print", "giza"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("rookery: preflight: goal-top, front, page ")
    assert ": tag " in said
    assert said.count("\n") == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old
