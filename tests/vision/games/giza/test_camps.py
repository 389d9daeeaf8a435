"""Several pyramids in one photo: told apart, each judged as its player sees it, and compared."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.giza.deck import Deck
from companion.giza.known import Known
from companion.giza.pyramid import Pyramid
from tests.vision.conftest import Camera, Studio, fixed_deck, jpeg, turned
from vision.games.base import Table
from vision.games.giza.camps import camps
from vision.games.giza.reading import GizaReading, marks
from vision.games.giza.row import ROW, judge, together
from vision.games.pose import Pose
from vision.games.reading import Unsure
from vision.scan.pipeline import read_photo
from vision.show.explanation import report
from vision.table.layout import Laid, wrapped

FIRST, SECOND = "01,02,14,15/13,04,17/07,20/09", "03,16,18,27/19,21,28/22,29/31"
ILLEGAL = "11,12,24,25/26,,/,/"


def lay(
    text: str, at: tuple[float, float] = (0, 0), turn: float = 0, deck: Deck | None = None
) -> list[dict[str, Any]]:
    """A pyramid's layout, turned and moved."""
    layout = turned(Studio(deck or fixed_deck()).pyramid(text), turn)
    return [{**item, "x": item["x"] + at[0], "y": item["y"] + at[1]} for item in layout]


def laid(*layouts: Sequence[dict[str, Any]]) -> tuple[Laid, ...]:
    """Pieces as the eye hands them over."""
    items = [item for layout in layouts for item in layout]
    return tuple(
        Laid(
            item["id"],
            "penguin" if item["id"] != "token" else "token",
            item.get("face", "front"),
            item["x"],
            item["y"],
            wrapped(item["rotation"]),
            "two-tags",
            0.999,
            ((0, 0), (1, 0), (1, 1), (0, 1)),
        )
        for item in items
    )


def judged(
    pieces: Sequence[Laid], goals: Sequence[str] = (), players: int | None = None
) -> GizaReading:
    """The reading of pieces on a table without a picture."""
    deck = fixed_deck()
    return judge(
        Table("x.jpg", tuple(pieces)),
        deck,
        Known(goals=tuple(deck.goals_by_id[name] for name in goals), players=players),
    )


def comparison(deck: Deck) -> str:
    """A goal that compares pyramids."""
    return next(goal.id for goal in deck.goals if goal.compares and goal.kind == "most-zeroes")


def in_play(deck: Deck) -> list[str]:
    """That goal, and two that one pyramid decides."""
    return [comparison(deck), *[goal.id for goal in deck.goals if not goal.compares][:2]]


def sure(reading: GizaReading) -> int:
    """What a pyramid is worth without the goal that compares."""
    return sum(reading.levels) + sum(goal.points or 0 for goal in reading.goals[1:])


@settings(max_examples=25)
@given(
    turn=st.sampled_from([0, 90, 180, 270, 33]), away=st.floats(540, 800), way=st.floats(0, 6.28),
    swap=st.booleans(),
)  # fmt: skip
def test_pyramids_are_found_wherever_players_sit(
    turn: float, away: float, way: float, swap: bool
) -> None:
    """Two pyramids far enough apart are read whole, whichever way each points; in one order."""
    one, other = lay(FIRST), lay(SECOND, (away * np.cos(way), away * np.sin(way)), turn)
    reading = judged(laid(other, one) if swap else laid(one, other))
    assert sorted(str(each.pyramid) for each in reading.pyramids) == sorted([FIRST, SECOND])
    first, second = (each.lies.at for each in reading.pyramids)
    across, up = (second - first).real, (second - first).imag
    assert across > 0 if abs(across) >= abs(up) else up < 0
    assert str(reading.pyramid) == str(reading.pyramids[0].pyramid)


def test_camps_follow_from_where_pieces_lie_alone() -> None:
    """The picture may be smaller or larger."""
    pieces = laid(lay(FIRST), lay(SECOND, (600, 0)))
    larger = tuple(replace(piece, outline=((0, 0), (2, 0), (2, 2), (0, 2))) for piece in pieces)
    assert len(camps(pieces)) == 2
    assert camps(larger) == camps(pieces)


def test_one_pyramid_is_one_camp_whatever_lies_beside() -> None:
    """Loose cards and a row to choose from make no second pyramid; the frame stays the table's."""
    loose = lay("40,41,42,43/,,/,/", (0, 420))
    (camp,) = camps(laid(lay(FIRST), loose))
    assert camp.lies == Pose(0j, 0)
    assert judged(laid(lay(FIRST), loose)).pyramids == ()


def test_pyramids_that_lie_too_near_each_other_are_not_guessed_apart() -> None:
    """Two fingers' breadth, and a card could be either's: said, not judged. Full bases work."""
    narrow = "03,16,18,/19,21,/22,/"
    reading = judged(laid(lay(FIRST), lay(narrow, (285, 0))))
    assert reading.verdict == "unsure"
    assert reading.pyramids == ()
    assert len(judged(laid(lay(FIRST), lay(narrow, (325, 0)))).pyramids) == 2
    full = judged(laid(lay(FIRST), lay(SECOND, (285, 0))))
    assert [str(each.pyramid) for each in full.pyramids] == [FIRST, SECOND]


@pytest.mark.parametrize("up", [40, 104])
def test_a_pyramid_on_another_is_a_doubt(up: float) -> None:
    """As where a panorama lacks a strip of one: its rows seem to lie on each other."""
    reading = judged(laid(lay("01,02,14,15/13,04,17/,/"), lay("03,18,,/19,,/,/", (0, up))))
    assert (reading.verdict, reading.pyramids) == ("unsure", ())


def test_a_card_between_two_pyramids_completes_neither() -> None:
    """Beyond a hole in one's base, and beside the other: it could be part of both."""
    holed = "01,02,,15/13,,/,/"
    reading = judged(laid(lay(holed), lay(SECOND, (310, 0))))
    assert (reading.complete, reading.score) == (None, None)


def test_the_worst_pyramid_counts_and_is_named() -> None:
    """Slots are those of the first; the second's broken rule is said in words (giza R7)."""
    reading = judged(laid(lay(FIRST), lay(ILLEGAL, (600, 0))))
    assert [each.verdict for each in reading.pyramids] == ["legal", "illegal"]
    assert (reading.verdict, reading.exit_code) == ("illegal", 4)
    (broken,) = reading.violations
    assert (broken.rule, broken.slot) == ("R7", None)
    assert broken.text.startswith(
        "pyramid 2, row 2, place 1: this penguin weighs 5, but the two below it carry only 1 + 0"
    )
    told = reading.to_json()
    assert [each["verdict"] for each in told["pyramids"]] == ["legal", "illegal"]
    assert told["pyramids"][1]["violations"][0]["slot"] == [1, 0]
    assert told["pyramids"][1]["x"] > 500


def test_comparisons_have_points_when_all_pyramids_are_known() -> None:
    """Whoever has most scores, all who tie do; one pyramid of two leaves the points open (giza
    R12).
    """
    goal = comparison(fixed_deck())
    worth = fixed_deck().goals_by_id[goal].points
    zeroes = [
        sum(not cell.weight for _, cell in Pyramid.parse(text, fixed_deck()).placed())
        for text in (FIRST, SECOND)
    ]
    expected = [worth if count == max(zeroes) else 0 for count in zeroes]
    reading = judged(laid(lay(FIRST), lay(SECOND, (600, 0), 180)), in_play(fixed_deck()), players=2)
    assert [each.goals[0].points for each in reading.pyramids] == expected
    assert [each.score for each in reading.pyramids] == [
        sure(each) + points for each, points in zip(reading.pyramids, expected, strict=True)
    ]
    assert all(
        each.score is None
        for each in judged(laid(lay(FIRST), lay(SECOND, (600, 0))), [goal], players=2).pyramids
    )
    alone = judged(laid(lay(FIRST)), in_play(fixed_deck()), players=2)
    assert (alone.goals[0].points, alone.score) == (None, None)


@pytest.mark.parametrize(("players", "loose"), [
    ({}, []), ({"players": 3}, []), ({"players": 2}, [(40, 0, -400), (41, 75, -400)]),
], ids=["nobody says how many play", "a third player", "cards beside"])  # fmt: skip
def test_comparisons_wait_while_another_player_may_have_more(
    players: dict[str, int], loose: list[tuple[int, float, float]]
) -> None:
    """Two whole pyramids, and a third out of the picture or just begun: the points stay open, the
    range has both.
    """
    goal = comparison(fixed_deck())
    worth = fixed_deck().goals_by_id[goal].points
    row = [{"id": f"penguin-{number}", "x": x, "y": y, "rotation": 0.0} for number, x, y in loose]
    reading = judged(
        laid(lay(FIRST), lay(SECOND, (600, 0)), row), [goal, *in_play(fixed_deck())[1:]], **players
    )
    assert [(each.goals[0].points, each.score) for each in reading.pyramids] == [(None, None)] * 2
    assert [each.score_range for each in reading.pyramids] == [
        (sure(each), sure(each) + worth) for each in reading.pyramids
    ]


def test_one_card_seen_twice_is_a_doubt_about_the_photo() -> None:
    """A deck has one of each, with a coloured and a grey side (giza R8): it is a panorama, say."""
    twins = [lay(SECOND.replace("03", twin), (600, 0)) for twin in ("02", "02g")]
    for pieces, twice in ((laid(lay(FIRST), twins[0]), True), (laid(lay(FIRST), twins[1]), True),
                          (laid(lay(FIRST)), False)):  # fmt: skip
        item = ROW.contradiction(Table("table.jpg", tuple(pieces)), fixed_deck())
        assert (item is not None) == twice
        assert item is None or item.text == "penguin-02 was read 2 times, but a set has 1"


def test_tokens_stay_with_their_own_pyramid() -> None:
    """Those of the neighbour help nobody else (giza R10)."""
    reading = judged(laid(lay(FIRST.replace("01", "01+2")), lay(SECOND, (600, 0), 90)))
    assert [sum(cell.tokens for _, cell in each.pyramid.placed()) for each in reading.pyramids] == [
        2,
        0,
    ]


@pytest.fixture(scope="module")
def photo() -> GizaReading:
    """Two players across the table, one photo."""
    layout = lay(FIRST, (0, -230)) + lay(SECOND, (0, 230), 180)
    image = Studio(fixed_deck()).shoot(layout, Camera(height=1150, size=(3024, 4032)))
    reading = read_photo(jpeg(image), "x.jpg", "giza", fixed_deck()).reading
    assert isinstance(reading, GizaReading)
    return reading


def test_a_photo_of_two_pyramids_is_read_whole(photo: GizaReading) -> None:
    """End to end: both pyramids, a legal verdict, and each one's title and score in words and on
    the picture.
    """
    assert sorted(str(each.pyramid) for each in photo.pyramids) == sorted([FIRST, SECOND])
    assert photo.verdict == "legal"
    text = "\n".join(line.plain for line in report(photo, fixed_deck()))
    assert "2 pyramids" in text
    assert text.count("Levels, base first") == 2
    cards = [mark for mark in marks(photo) if mark.tone == "good" and len(mark.outline) == 4]
    assert len(cards) == 20


def test_an_unsure_pyramid_leaves_comparisons_open() -> None:
    """As long as a card of one is not known."""
    goal, deck = comparison(fixed_deck()), fixed_deck()
    first, second = (judged(laid(lay(text)), [goal]) for text in (FIRST, SECOND))
    first = replace(first, unsure=(Unsure((0, 0), "x", "score", "y"),))
    assert [
        each.goals[0].points for each in together((first, second), deck, everyone=True).pyramids
    ] == [None, None]
