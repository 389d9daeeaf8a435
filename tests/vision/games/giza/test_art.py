"""A giza card under a finger: named by its picture, never a reason to be sure."""

from functools import cache
from pathlib import Path
from typing import cast

from companion.giza.deck import standard
from vision.games.giza.reading import GizaReading, marks
from vision.scan.pipeline import read_photo
from vision.show.explanation import report

PHOTO = Path(__file__).parents[3] / "photos" / "08-cloth-finger.jpg"
SLOT, HIDDEN = (2, 0), "penguin-18"


@cache
def reading() -> GizaReading:
    return cast("GizaReading", read_photo(PHOTO.read_bytes(), PHOTO.name, "giza").reading)


def test_the_card_under_the_finger_is_named() -> None:
    """With its place and turn, as inferred, and in the pyramid that the phones can then correct."""
    (piece,) = (piece for piece in reading().pieces if piece.source == "inferred")
    below = reading().pieces[reading().slots[1, 0]]
    assert (piece.id, piece.face) == (HIDDEN, "front")
    assert piece.confidence < 0.9
    assert abs(piece.rotation) < 8
    assert 20 < piece.x - below.x < 50
    assert 70 < piece.y - below.y < 110
    assert reading().to_json()["pyramid"][2][0] == HIDDEN


def test_an_inferred_card_makes_nothing_certain() -> None:
    """Verdict and score are those of any card there; that it would be legal is said, and how to be
    sure.
    """
    seen = reading()
    (item,) = (item for item in seen.unsure if item.slot == SLOT)
    assert (seen.verdict, seen.exit_code, seen.score) == ("unsure", 3, None)
    assert item.could_change == "legality"
    name = standard().by_id[HIDDEN].name
    opinion = f"it looks like {name} (weight 1, strength 1), which would make the pyramid legal"
    assert opinion in item.text
    assert item.remedy


def test_what_is_inferred_is_told_apart() -> None:
    """In words none of its loads is called carried; on the picture it is drawn as unsure."""
    text = "\n".join(line.plain for line in report(reading(), standard()))
    (held,) = (line for line in text.splitlines() if "carried:" in line)
    assert held.count(" on ") == 4  # of six: two rest on the hidden card or are it
    outline = reading().pieces[reading().slots[SLOT]].outline
    assert [mark.tone for mark in marks(reading()) if mark.outline == outline] == ["unsure"]
