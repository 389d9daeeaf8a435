"""The strip below a pyramid closes it where tags in view prove that no card is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import pytest

from companion.giza.known import Known
from companion.giza.pieces import pieces
from tests.vision.conftest import Camera, Studio, draw, fixed_deck, jpeg, turned
from vision.games.giza import prints
from vision.games.giza.reading import GizaReading
from vision.scan.pipeline import read_photo

Layout = list[dict[str, Any]]
GAP = 3.0  # between cards, mm
BASE = -1.5 * (88 + GAP)  # middle of the base in the studio
STRIP: dict[str, Any] = {"id": "strip", "x": 0.0, "y": BASE + 26, "rotation": 0.0}
HAND: dict[str, Any] = {"id": "chief", "face": "back", "rotation": 30.0}  # has no tags


def pyramid(text: str, jitter: float = 2) -> Layout:
    """Cards laid by hand."""
    return Studio().pyramid(text, jitter=jitter, gap=GAP, seed=3)


def read(
    layout: Sequence[dict[str, Any]], known: Known | None = None, **camera: Any
) -> GizaReading:
    """The reading of a photo in which later pieces lie on earlier ones."""
    photo = jpeg(Studio().shoot(layout, Camera(**{"tilt": 10.0, **camera})))
    asked = known and {"cards": known.cards}
    reading = read_photo(photo, "x.jpg", "giza", fixed_deck(), asked=asked or {}).reading
    assert isinstance(reading, GizaReading)
    return reading


def said(reading: GizaReading) -> tuple[object, ...]:
    """Everything but what a strip may close."""
    doubts = [(item.slot, item.text) for item in reading.unsure]
    return (reading.verdict, reading.violations, doubts, str(reading.pyramid), reading.levels)


@pytest.mark.parametrize("turn", [0, 140])
@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("01,,,/,,/,/", True),
        (",,14,/,,/,/", True),
        ("01,02,,/,,/,/", True),
        ("01,02,,/13,,/,/", True),
        ("01,02,14,15/13,,17/,/", True),
        ("01,02,14,/13,04,/07,/", True),
        ("01,02,14,/13,04,/,/", None),  # the third row has no tags
        ("01,02,14,15/13,04,17/07,/", None),
    ],
)
def test_tags_in_view_close_a_pyramid(text: str, closed: bool | None, turn: int) -> None:
    """If all places where the next card could lie show their tag, all cards were read, so the score
    is stated; whatever else is said stays.
    """
    cards = turned(pyramid(text), turn)
    with_strip = read([*turned([STRIP], turn), *cards], turn=20)
    alone = read(cards, turn=20)
    assert (alone.complete, alone.score) == (None, None)
    assert said(with_strip) == said(alone)
    assert with_strip.complete is closed
    assert with_strip.verdict == "legal"
    assert str(with_strip.pyramid).count(",") == 6
    assert (with_strip.score == sum(with_strip.levels)) is bool(closed)


@pytest.mark.parametrize("place", [(0, 2), (0, 3), (1, 0)])
def test_a_tag_under_a_hand_proves_nothing(place: tuple[int, int]) -> None:
    """A card may lie below it."""
    level, at = place
    x = (at + level / 2 - 1.5) * (63 + GAP)
    hand = {**HAND, "x": x, "y": BASE + level * (88 + GAP)}
    cards = pyramid("01,02,,/,,/,/")
    reading = read([STRIP, *cards, hand])
    assert (reading.complete, said(reading)) == (None, said(read([*cards, hand])))


@pytest.mark.parametrize(("right", "up"), [(32, 0), (-27, 0), (0, -30), (0, 40)])
def test_a_card_beside_its_slot_proves_nothing(right: float, up: float) -> None:
    """Another one may then lie where no tag is."""
    (card,) = pyramid("01,,,/,,/,/")
    moved = {**card, "x": card["x"] + right, "y": card["y"] + up}
    assert read([STRIP, moved]).complete is None


def test_one_strip_for_a_pyramid() -> None:
    """Of two it isn't known which is whose; a set may have several, so the photo is still good."""
    cards, other = pyramid("01,02,,/,,/,/"), {**STRIP, "y": STRIP["y"] + 170}
    reading = read([STRIP, other, *cards], height=700)
    assert reading.complete is None
    assert (reading.verdict, str(reading.pyramid)) == ("legal", "01,02,,/,,/,/")


@pytest.mark.parametrize("name", ["penguin-02", "penguin-13"])
def test_a_hole_stays_a_question(name: str) -> None:
    """Also if its tag is in view, as a card may lie beside it: no rule is broken (giza R6)."""
    cards = [card for card in pyramid("01,02,14,15/13,04,/07,/") if card["id"] != name]
    reading = read([STRIP, *cards])
    assert (reading.complete, reading.verdict, reading.violations) == (None, "unsure", ())
    assert [item.slot for item in reading.doubts] == [(0, 1) if name == "penguin-02" else (1, 0)]


@pytest.mark.parametrize("below", [[], [STRIP]], ids=["alone", "strip"])
def test_a_strip_hides_no_print(below: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bare cards on it prove as before that no token is there (giza R7)."""
    by_id = {piece.id: piece for piece in pieces(fixed_deck()) if piece.kind == "penguin"}
    drawn = (cv2.cvtColor(draw(piece, "front"), cv2.COLOR_BGR2GRAY) for piece in by_id.values())
    size = (prints.WIDTH, prints.HEIGHT)
    album = [
        prints._softened(cv2.resize(face, size, interpolation=cv2.INTER_AREA)) for face in drawn
    ]
    faces = {(name, "front"): at for at, name in enumerate(by_id)}
    monkeypatch.setattr(prints, "_album", lambda: (fixed_deck().fingerprint, faces, [album]))
    reading = read([*below, *pyramid("09,22,,/24,,/,/")])  # weight 4 on 1 + 1
    assert [broken.rule for broken in reading.violations] == ["R7"]


def test_each_of_two_pyramids_has_its_strip() -> None:
    """One is closed by its tags, and the other lacks a card where no tag is."""
    layout: Layout = []
    for text, x in (("01,02,,/13,,/,/", -160), ("14,15,17,/04,20,/,/", 160)):
        layout += [{**piece, "x": piece["x"] + x} for piece in (STRIP, *pyramid(text))]
    reading = read(layout, height=800, centre=(0, -80))
    assert [one.complete for one in reading.pyramids] == [True, None]
    assert reading.verdict == "legal"


def test_a_count_goes_before_the_strip() -> None:
    """What anyone said is never corrected by it."""
    cards = pyramid("01,02,,/,,/,/")
    assert read([STRIP, *cards], Known(cards=(2,))).complete is True
    assert read([STRIP, *cards], Known(cards=(3,))).complete is False


def test_a_crooked_card_keeps_a_pyramid_open() -> None:
    """It may lie on the card that belongs there."""
    cards = pyramid("01,02,,/13,,/,/", jitter=0)
    cards[2] = {**cards[2], "rotation": 14.0}
    reading = read([STRIP, *cards])
    assert (reading.complete, reading.verdict) == (None, "unsure")
