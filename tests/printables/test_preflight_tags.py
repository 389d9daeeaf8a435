"""What passes preflight is what the scanner finds: the two are written apart and must agree.

A picture that shows a tag of ours is refused before anything is printed; one that the scanner can't
read isn't.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.deckfile import load_deck
from companion.game import game, offering
from companion.tags import FAMILY_SIZE, modules
from printables.draw.render import opened, rendered
from printables.output.job import Job
from printables.output.printer import Printout, print_job
from printables.preflight import BLUR, FAR, LEAST, SWEEP, judge, on_page
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from tests.printables.own import noisy, with_art
from vision.tags.detector import MIN_MODULE, SEARCH_SIDE, sweep

PHOTO = 4032  # px, the longer side of 12 megapixels
# px: the focal length of a phone's main camera, 26 mm on a film of 43.27 mm and 5040 px
LENS = 26 / 43.27 * 5040
FARTHEST = 700  # mm, as docs/photograph.md promises
EVERY_TAG = frozenset(range(FAMILY_SIZE))
GAMES = [row.slug for row in offering("print")]

Say = Callable[..., tuple[int, str, str]]
OTHER = 29  # the first tag of penguin-30
CARD = (630, 880)
MIDDLE = (0.5, 0.5)


@cache
def printed(slug: str) -> Printout:
    row = game(slug)
    deck = load_deck(row, None)
    return print_job(Job(row, deck, "deck.toml", row.pieces(deck), PAPERS["a4"], SIDES["long"]))


def test_the_worst_distance_is_the_one_that_the_scanner_promises() -> None:
    """12 megapixels, a phone's main lens, 70 cm; the scanner's first look shrinks it as preflight
    does.
    """
    assert pytest.approx(LENS / FARTHEST, rel=0.04) == FAR
    assert LENS / FARTHEST >= FAR
    assert pytest.approx(FAR * SEARCH_SIDE / PHOTO) == SWEEP
    assert LEAST >= MIN_MODULE


@pytest.mark.parametrize("slug", GAMES)
def test_the_scanner_finds_every_tag_of_every_page_from_afar(slug: str) -> None:
    """Each page, grey, blurred and as small as in a photo from 70 cm: the scanner's own first look
    finds all tags.

    Tags that are too small for it are searched for at the photo's full size.
    """
    printout = printed(slug)
    with opened(printout.pdf) as document:
        for number in sorted({piece.page for piece in printout.manifest.pieces if piece.tags}):
            pieces = [piece for piece in printout.manifest.pieces if piece.page == number]
            for scale in (SWEEP, FAR):
                tags = [
                    (tag.id, on_page(piece, tag)) for piece in pieces for tag in piece.tags
                    if (tag.size / 8 * SWEEP >= LEAST) == (scale == SWEEP)
                ]  # fmt: skip
                if tags:
                    grey = np.asarray(rendered(document[number - 1], scale).convert("L"), np.uint8)
                    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), BLUR), np.uint8)
                    found = [
                        (each.tag, each.centre / scale)
                        for each in sweep(soft, known=EVERY_TAG, max_side=9999)
                    ]
                    for tag, place in tags:
                        assert any(
                            tag == other and np.hypot(*(place - at)) < 1 for other, at in found
                        ), (number, tag)


@given(tag=st.integers(0, FAMILY_SIZE - 1), other=st.integers(0, FAMILY_SIZE - 1))
def test_a_clean_tag_reads_as_itself_and_as_no_other(tag: int, other: int) -> None:
    """All 587 of the family."""
    grid = [
        [255.0] * 10,
        *([255.0, *(0.0 if black else 255.0 for black in row), 255.0] for row in modules(tag)),
        [255.0] * 10,
    ]
    assert judge(grid, tag) == ""
    if tag != other:
        assert judge(grid, other) == f"it reads as tag {tag}"


@given(cell=st.tuples(st.integers(0, 9), st.integers(0, 9)), tag=st.integers(0, FAMILY_SIZE - 1))
def test_one_wrong_module_anywhere_is_a_fault(cell: tuple[int, int], tag: int) -> None:
    """Black for white or white for black, in the data, the border or the quiet zone."""
    rows = [
        [True] * 10,
        *([True, *(not black for black in row), True] for row in modules(tag)),
        [True] * 10,
    ]
    row, column = cell
    rows[row][column] = not rows[row][column]
    assert judge([[255.0 * white for white in each] for each in rows], tag)


def tagged(
    side: int,
    at: tuple[float, float] = MIDDLE,
    turn: float = 0,
    size: tuple[int, int] = CARD,
    tones: tuple[int, int] = (0, 255),
) -> Image.Image:
    """A grey picture of `size` px with a tag of so many px, its quiet zone included, somewhere on
    it.
    """
    dark, light = tones
    black = np.pad(np.array(modules(OTHER)), 1)
    tag = Image.fromarray(np.where(black, dark, light).astype(np.uint8)).resize(
        (side, side), Image.Resampling.NEAREST
    )
    tag = tag.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=light)
    picture = Image.new("L", size, (dark + light) // 2)
    picture.paste(
        tag, (int(size[0] * at[0]) - tag.width // 2, int(size[1] * at[1]) - tag.height // 2)
    )
    return picture


def save(picture: Image.Image, path: Path) -> None:
    picture.convert("RGB").save(path)


SHOWN = {
    "a photo of another card": tagged(200),
    "small": tagged(40),
    "turned": tagged(200, turn=33),
    "faint": tagged(200, tones=(100, 160)),
    "in the dark": tagged(200, tones=(30, 90)),
    "many pixels": tagged(500, size=(2400, 3200)),
    "wide, cut at both sides": tagged(150, size=(2000, 880)),
}
UNREAD = {
    "in a mirror": tagged(200).transpose(Image.Transpose.FLIP_LEFT_RIGHT),
    "under the card's own tag": tagged(170, at=(0.13, 0.1)),
    "cropped away": tagged(200, at=(0.1, 0.5), size=(2000, 880)),
}


def cards(pictures: dict[str, Image.Image], folder: Path) -> str:
    """A deck of giza in which penguin-07 and those after it show these pictures."""
    for number, picture in enumerate(pictures.values(), 7):
        save(picture, folder / f"{number}.png")
    numbers = range(7, 7 + len(pictures))
    return with_art("giza", {f"penguin-{n:02}": f"{n}.png" for n in numbers}, folder)


def test_every_picture_with_a_tag_is_refused_by_check(rookery: Say, tmp_path: Path) -> None:
    """A line for each names the deck file, the line, the picture and the remedy."""
    deck = cards(SHOWN, tmp_path)
    status, _, err = rookery("deck", "check", deck)
    *lines, last = err.splitlines()
    assert (status, last) == (2, f"rookery: {deck}: 7 mistakes; fix them and check again")
    for line, (number, case) in zip(lines, enumerate(SHOWN, 7), strict=True):
        assert line.startswith(f"{deck}: line "), case
        assert f"penguin[{number}].art: '{number}.png' shows a tag (number 29)" in line, case
        assert "crop the tag away" in line, case


def test_a_picture_with_a_tag_is_refused_by_print(rookery: Say, tmp_path: Path) -> None:
    """One line says all that `deck check` says; nothing is written."""
    deck = cards({"small": SHOWN["small"]}, tmp_path)
    status, _, err = rookery("print", "giza", "--deck", deck, "--only", "penguin-07,penguin-08")
    assert status == 2
    assert err.startswith(f"rookery: {deck}: line ")
    assert "penguin[7].art: '7.png' shows a tag (number 29)" in err
    assert "crop the tag away" in err
    assert err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["7.png", "giza.toml"]


@pytest.mark.parametrize("ink", ["full", "low", "mono"])
def test_whatever_the_ink_and_for_a_shop(rookery: Say, tmp_path: Path, ink: str) -> None:
    """The printed face counts, with its tones; so do faces for a print shop, and copies beside one
    another.
    """
    save(SHOWN["turned"], tmp_path / "own.png")
    deck = with_art("combust", {"regent": "own.png"}, tmp_path)
    ways = [("--only", "regent", "--copies", "3"), *([("--shop", "shop")] if ink == "mono" else [])]
    for words in ways:
        status, _, err = rookery("print", "combust", "--deck", deck, "--ink", ink, *words)
        assert status == 2
        assert "'own.png' shows a tag (number 29)" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["combust.toml", "own.png"]


def test_what_the_scanner_cannot_read_is_no_mistake(rookery: Say, tmp_path: Path) -> None:
    """The scanner's own search of the printed page finds the cards' two tags each and no other."""
    deck = cards(UNREAD, tmp_path)
    assert rookery("deck", "check", deck)[0] == 0
    only = "penguin-07,penguin-08,penguin-09"
    assert rookery("print", "giza", "--deck", deck, "--only", only, "-o", "out.pdf")[0] == 0
    with opened((tmp_path / "out.pdf").read_bytes()) as document:
        page = np.asarray(rendered(document[0], 8).convert("L"))
    seen = {
        sighting.tag for sighting in sweep(page, known=frozenset(range(FAMILY_SIZE)), max_side=4000)
    }
    assert seen == {6, 7, 8, 58, 59, 60}


def test_each_picture_is_told_once(rookery: Say, tmp_path: Path) -> None:
    """Two bad pictures are two lines, however many cards show them; a noisy picture is none."""
    for name in ("one.png", "two.png"):
        save(SHOWN["turned"], tmp_path / name)
    (tmp_path / "fine.jpg").write_bytes(noisy(*CARD))
    art = {
        "penguin-01": "one.png",
        "penguin-02": "one.png",
        "penguin-03": "two.png",
        "penguin-04": "fine.jpg",
    }
    status, _, err = rookery("deck", "check", with_art("giza", art, tmp_path))
    assert status == 2
    assert [name in err for name in ("'one.png'", "'two.png'", "'fine.jpg'")] == [True, True, False]
    assert err.count("shows a tag") == 2


def test_a_photo_as_a_phone_stores_it(rookery: Say, tmp_path: Path) -> None:
    """A JPEG that lies on its side, as its EXIF says, is looked at as it is printed."""
    file = BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    SHOWN["turned"].convert("RGB").save(file, "JPEG", quality=60, exif=exif)
    (tmp_path / "own.jpg").write_bytes(file.getvalue())
    status, _, err = rookery("deck", "check", with_art("giza", {"goal-top": "own.jpg"}, tmp_path))
    assert status == 2
    assert "'own.jpg' shows a tag (number 29)" in err
