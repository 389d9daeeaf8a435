from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bench import pages
from bench.photos import recall
from bench.photos.lab import TruePiece
from bench.photos.lab_scene import Scene, camera
from bench.photos.layouts import GAMES, layout
from bench.photos.recall import BEGIN, Row, draw_scene, draw_shot, mark, report
from companion.giza.deck import standard
from companion.giza.pyramid import Pyramid
from companion.rocks.boardfile import standard as rocks_board
from tests.vision.truths import statements
from vision.games.reading import Reading, Unsure
from vision.table.layout import Laid
from vision.table.pieces import Source

DARK = Unsure(None, "the photo is too dark", "legality", "turn on more light")

SQUARE = np.array([(0, 0), (100, 0), (100, 100), (0, 100)], float)


def lying(name: str, x: float, y: float) -> TruePiece:
    """A piece 100 px wide with its top left at x, y."""
    outline = SQUARE + np.array([x, y])
    return TruePiece(name, "front", outline, outline, ())


def told(name: str, x: float, y: float, source: Source = "tag") -> Laid:
    """A piece as a reading reports it there."""
    outline = tuple((float(u), float(v)) for u, v in SQUARE + np.array([x, y]))
    return Laid(name, "penguin", "front", 0, 0, 0, source, 1.0, outline)


@pytest.mark.parametrize(
    ("reported", "read", "wrong"),
    [
        ([told("rock", 4, 3)], (0,), 0),
        ([told("rock", 4, 3), told("rock", 301, 0)], (0, 1), 0),
        ([told("rock", 4, 3), told("rock", 5, 5)], (0,), 1),
        ([told("rock", 90, 60)], (), 1),
        ([told("wave", 4, 3)], (), 1),
        ([told("wave", 4, 3, "inferred")], (), 0),
        ([told("board", 700, 500)], (2, 3), 0),
        ([told("board", 760, 500)], (), 1),
    ],
    ids=[
        "there",
        "both",
        "twice",
        "elsewhere",
        "another",
        "another but inferred",
        "in panels",
        "panels elsewhere",
    ],
)
def test_a_piece_is_wrong_when_none_of_its_kind_lies_there(
    monkeypatch: pytest.MonkeyPatch, reported: list[Laid], read: tuple[int, ...], wrong: int
) -> None:
    """Alike pieces count one by one, a board's panels together; what is inferred is never wrong as
    sure.
    """
    monkeypatch.setattr(recall, "statements", lambda *_, **__: [])
    pieces = [
        lying("rock", 0, 0),
        lying("rock", 300, 0),
        lying("board.1", 650, 500),
        lying("board.2", 750, 500),
    ]
    reading = Reading(photo="p", game="rocks", deck="", verdict="legal", pieces=tuple(reported))
    marks = mark(pieces, {}, reading, "rocks")
    assert (marks.read, len(marks.wrong)) == (read, wrong)
    assert marks.whole == (not wrong)


def clans(
    lines: list[tuple[str | None, ...]], *, whole: bool | None = None, unsure: str = ""
) -> Any:
    """A reading of combust's lines: all that there are, if `whole`."""
    return SimpleNamespace(
        game="combust",
        verdict="unsure" if unsure else "legal",
        complete=whole,
        violations=(),
        unsure=(Unsure(None, unsure, "score", ""),) if unsure else (),
        discard=None,
        pieces=(),
        lowest=None,
        highest=None,
        lines=tuple(SimpleNamespace(cards=cards, complete=whole) for cards in lines),
    )


def wrong_lines(reading: Any, *lines: list[str]) -> set[str]:
    """The statements that are wrong of a table with these lines."""
    true = [{"cards": cards, "sum": 1} for cards in lines]
    told = statements(reading, {"lines": true, "discard": []}, "combust")
    return {each.name for each in told if each.wrong}


def test_a_line_with_a_card_that_may_lie_beside_it_is_held_against_no_other_line() -> None:
    """Which lines are which is known by the cards that were read: one that was not makes no line
    another one.
    """
    lines = [("brickmaker", "fisher", "embalmer", None), (None, "fisher", "fisher")]
    true = (["brickmaker", "fisher", "embalmer"], ["fisher", "fisher"])
    assert wrong_lines(clans(lines), *true) == set()


@pytest.mark.parametrize(
    ("said", "whole", "wrong"),
    [
        (("robber", "charioteer"), True, set()),
        (("charioteer", "robber"), True, {"line 1"}),
        (("robber",), True, {"line 1"}),
        (("robber",), None, set()),
        (("charioteer",), None, set()),
        (("charioteer", "robber"), None, {"line 1 has"}),
        (("juggler",), None, {"line 1 has"}),
        (("robber", "charioteer", "juggler"), None, {"line 1 has"}),
    ],
)
def test_a_line_that_is_not_closed_says_an_order_and_no_number(
    said: tuple[str | None, ...], whole: bool | None, wrong: set[str]
) -> None:
    """More cards may lie at its ends; a card that the line has not, or not there, is wrong."""
    assert wrong_lines(clans([said], whole=whole), ["robber", "charioteer"]) == wrong


@pytest.mark.parametrize(
    ("lines", "whole", "unsure", "wrong"),
    [
        ([("robber",)], None, "", set()),
        ([("robber",)], True, "", {"lines"}),
        (
            [("robber",), ("juggler",), ("fisher",)],
            None,
            "lines 2 and 3 are close together: one clan?",
            set(),
        ),
        (
            [("robber",), ("oracle",), ("fisher",)],
            None,
            "lines 2 and 3 are close together: one clan?",
            {"line 2 has"},
        ),
    ],
    ids=["others may be there", "all there are", "in two parts", "in parts with another card"],
)
def test_lines_that_may_be_missing_or_one_claim_no_more(
    lines: list[tuple[str | None, ...]], whole: bool | None, unsure: str, wrong: set[str]
) -> None:
    """Only a complete reading claims a number of lines; two of which it is asked may be parts of
    one.
    """
    reading = clans(lines, whole=whole, unsure=unsure)
    assert wrong_lines(reading, ["robber"], ["juggler", "fisher"]) == wrong


@pytest.mark.parametrize(
    ("count", "wrong"),
    [((0, 1), []), ((0, 0), []), ((1, 1), ["rocks on pc1", "rocks on pc1, limits"])],
)
def test_rocks_are_stated_exactly_or_with_limits(count: tuple[int, int], wrong: list[str]) -> None:
    """What may be hidden is a range, and claims nothing within it."""
    nests = {nest.id: (0, 0) for nest in rocks_board().nests}
    reading: Any = SimpleNamespace(
        game="rocks",
        verdict="unsure",
        complete=False,
        violations=(),
        penguins=(),
        rocks={"pc1": count},
        piles={},
        nests=nests,
        winner=None,
        unsure=(DARK,),
    )
    truth: dict[str, Any] = {"penguins": {}, "rocks": {}, "won": [], "hidden": []}
    assert [each.name for each in statements(reading, truth, "rocks") if each.wrong] == wrong


GOAL = {"id": "goal-level", "points": 3}


@pytest.mark.parametrize(
    ("cards", "goals", "score", "wrong"),
    [
        ("03,04,,/,,/,/", (GOAL,), 7, set()),
        ("03,04,,/,,/,/", (), 4, set()),
        ("03,04,,/,,/,/", (), 7, {"pyramid 2 score"}),
        ("03,05,,/,,/,/", (), 4, {"pyramid 2 (0, 1)"}),
        ("01,02,,/,,/,/", (), 3, set()),
    ],
)
def test_a_lone_pyramid_is_held_against_the_one_it_is_like(
    cards: str, goals: tuple[object, ...], score: int, wrong: set[str]
) -> None:
    """The other one may be beyond the picture's edge; and with no goal in the picture a score is
    that of the levels.
    """
    reading = SimpleNamespace(
        game="giza", verdict="unsure", complete=True, unsure=(), pyramids=(), pieces=(),
        pyramid=Pyramid.parse(cards, standard()), goals=goals, score=score,
    )  # fmt: skip
    true = [("01,02,,/,,/,/", [], 3), ("03,04,,/,,/,/", [GOAL], 7)]
    truth = {
        "pyramids": [{"pyramid": p, "goals": g, "score": s, "verdict": "legal"} for p, g, s in true]
    }
    assert {each.name for each in statements(reading, truth, "giza") if each.wrong} == wrong  # type: ignore[arg-type]


def test_of_a_pyramid_that_a_reading_does_not_speak_of_nothing_is_said() -> None:
    """It may be a player's whose cards could not be read; the other one is judged as it is."""
    reading = SimpleNamespace(
        game="giza", verdict="legal", complete=True, unsure=(), pyramids=(), pieces=(), goals=(),
        score=4,
        pyramid=Pyramid.parse("03,04,,/,,/,/", standard()),
    )  # fmt: skip
    true = [("03,04,,/,,/,/", 4), ("01,02,,/,,/,/", 3)]
    truth = {
        "pyramids": [{"pyramid": p, "goals": [], "score": s, "verdict": "legal"} for p, s in true]
    }
    told = statements(reading, truth, "giza")  # type: ignore[arg-type]
    assert [each.name for each in told if each.wrong] == []
    assert "pyramid 2 (0, 0)" in {each.name for each in told if each.missing}


@pytest.mark.parametrize("slug", GAMES)
def test_a_photo_that_tells_nothing_is_not_wrong(slug: str) -> None:
    """Too blurred for any tag: no game, so nothing of it is read, and that is what is missing."""
    reading = Reading(photo="p", game="", deck="", verdict="unsure", pieces=(), unsure=(DARK,))
    marks = mark([], layout(draw_shot(slug, 1))["truth"], reading, slug)
    assert (marks.wrong, marks.missing, marks.whole) == ((), (f"game: {slug}",), False)


@pytest.mark.parametrize("slug", ["giza", "rocks", "combust", "solitaire"])
def test_the_whole_table_is_in_every_picture_that_is_not_cut(slug: str) -> None:
    """Drawn scenes differ, come back by their seed, and show the middle of each piece, or of not
    all of them.
    """
    scenes, cut = [], []
    for seed in range(40):
        table = layout(draw_shot(slug, seed))
        scene, hard = draw_scene(table, seed)
        assert (scene, hard) == draw_scene(table, seed)
        things = [*table["pieces"], *table.get("pyramids", ())]
        places = np.array([(thing["x"], thing["y"], 0.0) for thing in things])
        pixels = camera(scene, (0.0, 0.0)).project(places)
        whole = bool(((pixels > 0) & (pixels < scene.size)).all())
        assert whole or "cut" in hard
        cut.append(not whole)
        scenes.append(scene)
    assert len(set(scenes)) == len(scenes)
    assert any(cut)


def test_hard_photos_are_counted_apart() -> None:
    """From easy ones, by game and by hardship; the page has a place for the tables."""
    easy = Row("giza", (), Scene(), wrong=False, whole=True, pieces=((5, True),))
    hard = Row("giza", ("motion",), Scene(), wrong=True, whole=False, pieces=((5, False),))
    lines = report([easy, easy, hard])
    assert "| giza | 2 | 100.0 % | 100.0 % | 0 |" in lines
    assert "| motion | 1 | 0.0 % | 0.0 % | 1 |" in lines
    page = pages.RESULTS / "photos.md"
    assert page.read_text("utf-8").count(BEGIN) == 1
