"""Objects over a piece: what they hide is known, and all else is as it is without them."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bench.photos.lab import render, truth
from bench.photos.lab_objects import HAND, KINDS, outline_of, place_object
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Lay, Scene, Window
from bench.photos.objects import draw_table, summary, unfounded
from companion.giza.deck import standard
from companion.giza.pyramid import Pyramid
from vision.games.reading import Violation

SCENE = Scene(size=(640, 480), height=330, tilt=10, table="plain", curl=0, noise=0.002, quality=98)
PIECES: list[dict[str, Any]] = [
    {"id": "penguin-07", "face": "front", "x": -70, "y": 10, "rotation": 4},
    {"id": "penguin-21", "face": "front", "x": 70, "y": -20, "rotation": -87},
]
CARD = Window(62.5, 87.5, (31.25, 43.75))


@pytest.fixture(scope="module")
def prints(tmp_path_factory: pytest.TempPathFactory) -> Prints:
    """Two penguins, printed."""
    return Prints.of(
        "giza", tmp_path_factory.mktemp("prints"), frozenset(str(piece["id"]) for piece in PIECES)
    )


@pytest.mark.parametrize("what", [what for what in KINDS if what != "mug"])
def test_an_object_hides_the_tags_of_one_piece(prints: Prints, what: str) -> None:
    """The truth knows that none of them shows; the other card is free. A mug is too narrow for both
    tags of a card.
    """
    with_it = truth({"pieces": PIECES}, prints, replace(SCENE, object=what), seed=5)
    seen = sorted(max(tag.visible for tag in piece.tags) for piece in with_it)
    assert seen[0] < 0.3
    assert seen[1] > 0.9


def test_all_else_is_as_it_is_without_the_object(prints: Prints) -> None:
    """The same photo with and without differs where the object and its shadow are, and
    only there.
    """
    bare, covered = (
        render({"pieces": PIECES}, prints, replace(SCENE, object=what), seed=5).astype(int)
        for what in ("", "card")
    )
    differs = (np.abs(bare - covered).max(2) > 12).mean()
    assert 0.01 < differs < 0.2


@pytest.mark.parametrize("what", KINDS)
def test_an_object_lies_where_its_piece_lies(what: str) -> None:
    """Over the middle of the only piece there is, in one of its kind's sizes."""
    lay = Lay(id="penguin-07", face="front", window=CARD, x=300, y=-40, turn=20)
    for seed in range(5):
        thing = place_object(what, [lay], np.random.default_rng(seed))
        outline = outline_of(thing)
        assert thing.size in KINDS[what].sizes
        assert (
            np.hypot(*(outline.mean(0) - (300, -40))) < max(thing.size) / 2 + np.ptp(HAND[:, 1]) / 4
        )


def reading(verdict: str, *ids: str, rule: str = "", complete: bool | None = None) -> Any:
    """A reading of some pieces with a verdict, of all of them or as far as they were read."""
    broken = (Violation(rule, None, ""),) if rule else ()
    pieces = [SimpleNamespace(id=name) for name in ids]
    return SimpleNamespace(
        verdict=verdict, pieces=pieces, violations=broken, complete=complete, unsure=[]
    )


def test_a_verdict_about_a_hidden_card_is_unfounded() -> None:
    """Complete without having read it, or broken in a way that the table isn't; legal so far is
    about what was read.
    """
    drawn = draw_table("giza", 0)
    table, card = drawn["truth"], drawn["pieces"][0]["id"]
    hidden: Any = [SimpleNamespace(id=card, tags=[SimpleNamespace(visible=0.0)])]
    assert [*unfounded(reading("legal", complete=True), table, hidden)]
    assert [*unfounded(reading("illegal", rule="R6"), table, hidden)] == ["R6 is not broken"]
    assert not [*unfounded(reading("unsure"), table, hidden)]
    assert not [*unfounded(reading("legal", card, complete=True), table, hidden)]
    assert not [*unfounded(reading("legal"), table, hidden)]


def test_the_summary_counts_by_game_with_and_without_an_object() -> None:
    """What was wrong as sure, unsure, and sure and right."""
    where = {"game": "giza", "table": "white"}
    rows = [
        {**where, "object": "mug", "wrong": ["x"], "unsure": False, "right": False},
        {**where, "object": "mug", "wrong": [], "unsure": True, "right": False},
        {**where, "object": "nothing", "wrong": [], "unsure": False, "right": True},
    ]
    assert summary(rows).splitlines()[2:] == [
        "| giza, with an object | 2 | 1 | 1 | 0 |",
        "| giza, clear | 1 | 0 | 0 | 1 |",
    ]


def test_every_other_pyramid_is_still_being_built() -> None:
    """So that there is room for a card, which is bare in the photo without an object; but its base
    is whole.
    """
    drawn = [
        Pyramid.parse(draw_table("giza", n)["truth"]["pyramids"][0]["pyramid"], standard())
        for n in (2, 3)
    ]
    assert [len(pyramid) < 10 for pyramid in drawn] == [False, True]
    assert all(drawn[1].at((0, place)) for place in range(4))
