"""Overlay: drawn on the cards it speaks of, without losing the photo."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.giza.deck import Deck
from companion.giza.pyramid import Pyramid
from tests.vision.conftest import photo_of
from vision.games.base import Mark, Tone
from vision.games.giza.reading import GizaReading, marks
from vision.games.reading import Unsure
from vision.games.words import Badge, Pill
from vision.scan.pipeline import Scan, read_photo
from vision.show.overlay import (
    AMBER,
    GREEN,
    RED,
    WIDTH,
    Canvas,
    draw,
    folded,
    moved,
    paint,
    view,
    wide,
)
from vision.show.shapes import dashes


@pytest.fixture
def scan(studio: Any, camera: Any, as_jpeg: Any, deck: Deck) -> Any:
    def take(text: str) -> Scan:
        asked = {"cards": len(Pyramid.parse(text, deck)), "tokens": text.count("+")}
        image = studio.shoot(studio.pyramid(text), camera(tilt=12))
        return read_photo(as_jpeg(image), "x.jpg", "giza", deck, asked)

    return take


def share(picture: Any, colour: tuple[int, int, int]) -> float:
    return float((np.abs(picture.astype(int) - colour).max(2) < 12).mean())


def test_the_banner_has_the_verdicts_colour_and_the_cards_their_own(scan: Any, legal: str) -> None:
    """Green for legal; red appears only where something is wrong."""
    fine, wrong = draw(scan(legal)), draw(scan("11,12,24,25/13,,/,/"))
    assert tuple(fine[3, WIDTH // 2]) == GREEN
    assert tuple(wrong[3, WIDTH // 2]) == RED
    assert share(fine[150:], RED) == 0
    assert share(wrong[150:], RED) > 0.005


def test_without_words_it_is_the_same_picture_without_banner_and_list(scan: Any) -> None:
    """What a phone shows beside its own words."""
    taken = scan("11,12,24,25/13,,/,/")
    whole, bare = draw(taken), draw(taken, words=False)
    places = range(whole.shape[0] - bare.shape[0])
    assert sum(bool((whole[top : top + bare.shape[0]] == bare).all()) for top in places) == 1


def test_the_photo_is_left_as_it_was(scan: Any, legal: str) -> None:
    """Drawing is on a copy."""
    taken = scan(legal)
    before = taken.photo.image.copy()
    draw(taken)
    assert (taken.photo.image == before).all()


def test_a_reading_without_pieces_shows_the_whole_photo_and_the_reason(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """Mirrored, empty and the like."""
    empty = read_photo(as_jpeg(studio.shoot([], camera())), "x.jpg", "giza", deck)
    picture = draw(empty)
    assert tuple(picture[3, WIDTH // 2]) == AMBER
    assert picture.shape[0] > picture.shape[1] * 0.75


def test_an_unsure_place_far_outside_the_picture_does_no_harm(scan: Any, legal: str) -> None:
    """A card that is cut off lies partly where there is no picture."""
    taken = scan(legal)
    away = Unsure(
        (0, 3),
        "the card is cut off",
        "score",
        "step back",
        ((-900, -50), (-800, -50), (-800, 99), (-900, 99)),
    )
    picture = draw(Scan(taken.photo, replace(taken.reading, verdict="unsure", unsure=(away,))))
    assert picture.shape[1] > 500


@pytest.mark.parametrize("size", [(120, 2000), (2000, 120), (100, 100)])
def test_odd_photos_are_drawn_as_well(scan: Any, legal: str, size: tuple[int, int]) -> None:
    """Slivers and stamps."""
    taken = scan(legal)
    image = np.asarray(cv2.resize(taken.photo.image, size), np.uint8)
    assert draw(Scan(photo_of(image, "x"), taken.reading)).size


def test_long_words_are_folded_to_the_pictures_width() -> None:
    """How to shoot again is never cut off: every word stands there, no line is wider than the
    picture.
    """
    text = "a long story " * 20
    lines = folded(text, 20, 300)
    assert folded("short", 20, 500) == ["short"]
    assert " ".join(lines).split() == text.split()
    assert max(wide(line, 20) for line in lines) <= 300


def words(scan: Scan, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, dict[str, float]]:
    """The picture, and how large each text on it is, px."""
    written: dict[str, float] = {}
    write = Canvas.write

    def note(canvas: Canvas, text: str, at: Any, size: float, *more: Any) -> None:
        written[text] = min(size, written.get(text, size))
        write(canvas, text, at, size, *more)

    monkeypatch.setattr(Canvas, "write", note)
    return draw(scan), written


def test_a_phone_shows_every_word_and_the_answer_large(
    scan: Any, legal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 390 px letters are 12 px tall or more, and the score is a twentieth of the picture's
    height.
    """
    picture, written = words(scan(legal), monkeypatch)
    assert min(written.values()) >= 12 * picture.shape[1] / 390 - 0.5
    assert written["10"] >= 0.05 * picture.shape[0]


def test_each_sum_has_the_name_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six sums have room for their lines' names, if not for "lowest read" as well."""
    photo = Path("tests/photos/combust/held/08-cloth-six-80cm.jpg")
    _, written = words(read_photo(photo.read_bytes(), photo.name), monkeypatch)
    assert {f"line {number}" for number in range(1, 7)} <= set(written)


def test_doubts_with_one_remedy_are_one(
    scan: Any, legal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said once, with the first of what it is for."""
    taken = scan(legal)
    doubts = tuple(Unsure(None, f"place {n} is covered", "score", "clear it") for n in range(38))
    _, written = words(
        Scan(taken.photo, replace(taken.reading, verdict="unsure", unsure=doubts)), monkeypatch
    )
    said = " ".join(text for text in written if "place" in text or "clear" in text)
    assert said == "place 0 is covered; place 1 is covered; and 36 more: clear it"


def test_a_sum_that_has_no_room_is_left_out_where_nothing_is_wrong() -> None:
    """Between the cards of a small pyramid it would cover its neighbours."""
    image = np.full((600, 800, 3), 120, np.uint8)
    tones: dict[Tone, bool] = {"good": False, "bad": True, "unsure": True}
    for tone, shown in tones.items():
        canvas = Canvas(image.copy(), 8.0)
        paint(canvas, Pill(((400.0, 300.0),), "3 / 2+1", tone, height=10, room=40))
        assert bool(canvas.words) is shown


def test_labels_hide_no_other_label() -> None:
    """One that would cover a number or another label moves above or below that."""
    canvas = Canvas(np.full((600, 800, 3), 120, np.uint8), 8.0)
    paint(canvas, Badge(((400.0, 300.0),), "3", "good", radius=15))
    for label in ("a1", "a2", "?"):
        paint(canvas, Mark(((390, 290), (410, 290), (410, 310), (390, 310)), label, "unsure"))
    boxes = [(at, wide(text, size), size) for text, at, size, *_ in canvas.words if text]
    assert len(boxes) >= 4
    for (one, width, height), (other, wider, higher) in combinations(boxes, 2):
        x, y = abs(one - other)
        assert x >= (width + wider) / 2 - 1 or y >= (height + higher) / 2 * 0.7


def test_any_games_marks_are_drawn_and_told_apart_without_colour() -> None:
    """Outlines of any number of corners in every tone with labels: each tone differs in brightness
    alone.
    """
    image = np.full((600, 800, 3), 120, np.uint8)
    drawn = {}
    for tone in ("good", "bad", "unsure", "title", "plain"):
        canvas = Canvas(image.copy(), 8.0)
        hexagon = tuple(
            (400 + 200 * np.cos(a), 300 + 200 * np.sin(a)) for a in np.arange(6) * np.pi / 3
        )
        paint(canvas, Mark(hexagon, "b2", tone))
        drawn[tone] = cv2.cvtColor(canvas.finish(), cv2.COLOR_BGR2GRAY).astype(int)
    for one, other in combinations(drawn.values(), 2):
        assert (np.abs(one - other) > 40).mean() > 0.002


def test_dashes_cover_a_bit_over_half_the_line() -> None:
    """Dash and gap keep their measure round corners."""
    square = np.array([[0.0, 0], [90, 0], [90, 90], [0, 90], [0, 0]])
    length = sum(float(np.linalg.norm(b - a)) for a, b in dashes(square, 9))
    assert 0.45 < length / 360 < 0.65


def test_a_pyramid_photographed_from_behind_is_shown_upright(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """Whatever side the phone was on, each card's top is above its bottom."""
    for turn in (90, 180, 222):
        image = studio.shoot(
            studio.pyramid("01,02,14,15/13,04,17/07,20/09"), camera(tilt=12, turn=turn, height=640)
        )
        taken = read_photo(as_jpeg(image), "x.jpg", "giza", deck)
        assert isinstance(taken.reading, GizaReading)
        matrix, (width, height) = view(taken.photo.image, taken.reading, marks(taken.reading))
        for piece in taken.reading.pieces:
            corners = np.array(moved(piece.outline, matrix))
            assert corners[0][1] < corners[3][1]
            assert (corners >= 0).all()
            assert (corners < (width, height)).all()
        assert draw(taken).shape[1] == width
