"""Explain: the report says everything that the reading knows, with signs as well as colours."""

from pathlib import Path
from typing import Any

import pytest

from companion.console import PLAIN as SIGNS
from companion.giza.deck import Deck
from companion.giza.pyramid import Pyramid
from vision.scan.pipeline import read_photo, standard
from vision.show.explanation import report

PHOTOS = Path(__file__).parents[2] / "photos"
FRAMES = set(SIGNS) - set("✔✘→·")  # signs of drawings


@pytest.fixture
def told(studio: Any, camera: Any, as_jpeg: Any, deck: Deck) -> Any:
    def tell(text: str, goals: Any = (), *, plain: bool = False) -> str:
        cards, tokens = len(Pyramid.parse(text, deck)), text.count("+")
        asked = {"goals": [goal.id for goal in goals], "cards": cards, "tokens": tokens}
        reading = read_photo(
            as_jpeg(studio.shoot(studio.pyramid(text), camera(tilt=12))),
            "x.jpg",
            "giza",
            deck,
            asked,
        ).reading
        return "\n".join(line.plain for line in report(reading, deck, plain=plain))

    return tell


def test_a_legal_pyramid_is_drawn_with_weights_and_scored(
    told: Any, legal: str, deck: Deck
) -> None:
    """Top row first, base last; goals with their points, comparisons open."""
    goals = [
        next(g for g in deck.goals if g.compares),
        next(g for g in deck.goals if not g.compares),
    ]
    text = told(legal, goals)
    assert "LEGAL" in text
    assert text.index("09 ") < text.index("13 ") < text.index("01 ")
    assert text.count("weight") >= 10
    assert "0 + 5 + 2 + 3 = 10" in text
    assert all(goal.name in text for goal in goals)
    assert "Goals that compare pyramids count" in text


def test_what_is_carried_shows_its_arithmetic(told: Any, legal: str, deck: Deck) -> None:
    """Six loads in a whole pyramid, each with the strengths below it (giza R7); colours are written
    out.
    """
    text = told(legal)
    (line,) = [line for line in text.splitlines() if "carried:" in line]
    assert line.count(" on ") == 6
    assert any(f" {colour.id} " in text for colour in deck.colours)


def test_plain_text_has_a_line_for_each_place_instead_of_a_drawing(told: Any) -> None:
    """The card, its sign and what it carries; nothing of the frames, and nothing twice."""
    lines = told("11,12,24,25/13,,/,/", plain=True).splitlines()
    at = lines.index("✘ row 2, place 1: 13 ruby, weight 5, strength 0")
    assert lines[at + 1].startswith("✔ row 1, place 1: 11 ")
    assert sum(line[2:].startswith(("row ", "the top")) for line in lines) == 5
    assert not set("".join(lines)) & FRAMES


def test_a_board_in_plain_text_has_a_line_for_each_square() -> None:
    """Sizes are words, because a dot and single letters say little when they are read aloud."""
    data = (PHOTOS / "solitaire/held/07-picnic-paper.jpg").read_bytes()
    reading = read_photo(data, "x.jpg", "solitaire").reading
    drawn, plain = (
        [line.plain for line in report(reading, standard("solitaire"), plain=plain)]
        for plain in (False, True)
    )
    assert drawn[2:6] == ["     a b c d", "  1  L L M M", "  2  S S . S", "  3  L L L S"]
    assert plain[2:14:5] == ["a1: large", "b2: small", "c3: large"]
    assert "c2: empty" in plain
    assert plain[14:] == drawn[6:]


def test_tokens_and_greys_show_in_their_boxes(told: Any) -> None:
    """What the arms carry is their bracelets plus tokens."""
    text = told("01+2,05g,,/03,,/,/")
    assert "strength 4+2" in text
    assert "05 grey" in text
    assert "strength 2" in text


def test_an_illegal_pyramid_has_no_score(told: Any, legal: str) -> None:
    """What it would be worth is said as such, and not in the headline (giza R7)."""
    for pyramid, headline, last in (
        (legal, "✔ LEGAL  x.jpg  score 10", "Score: 10"),
        ("11,12,24,25/13,,/,/", "✘ ILLEGAL  x.jpg", "Score: 9 if the pyramid were legal"),
    ):
        lines = told(pyramid).splitlines()
        assert (lines[0], lines[-1]) == (headline, last)


def test_pieces_of_another_game_leave_only_the_reason() -> None:
    """No nests of rocks are counted in a photo of a pyramid."""
    data = (PHOTOS / "01-desk-legal.jpg").read_bytes()
    reading = read_photo(data, "x.jpg", "rocks").reading
    assert [line.plain for line in report(reading, standard("rocks"))] == [
        "? CAN'T TELL  x.jpg",
        "? these pieces are from Giza: the penguin pyramid",
        "  → use this game's pieces; only giza reads these",
    ]


def test_a_photo_s_name_controls_no_terminal(studio: Any, camera: Any, as_jpeg: Any) -> None:
    """A stranger's folder may hold one whose name clears the screen."""
    data = as_jpeg(studio.shoot([], camera()))
    reading = read_photo(data, "x\x1b[2J.jpg", "giza").reading
    assert next(report(reading, standard("giza"))).plain == "? CAN'T TELL  x?[2J.jpg"
    assert reading.photo == "x\x1b[2J.jpg"


def test_no_pyramid_no_drawing(studio: Any, camera: Any, as_jpeg: Any, deck: Deck) -> None:
    """Only what is missing and how to shoot again."""
    reading = read_photo(as_jpeg(studio.shoot([], camera())), "x.jpg", "giza", deck).reading
    text = "\n".join(line.plain for line in report(reading, deck))
    assert "CAN'T TELL" in text
    assert "take the photo from above" in text
    assert "Levels" not in text
