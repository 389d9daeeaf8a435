"""Layouts: what lies on the table of a photograph is real, repeatable, and what the truth beside it
says.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench.photos.layouts import GAMES, layout, standard
from companion.game import game
from tests.vision.shots import HALVES, set_shots

PHOTOS = Path(__file__).parents[2] / "photos"
SHOTS = {(shot["game"], shot["half"], shot["name"]): shot for shot in set_shots()}
SAMPLE = {slug: next(shot for shot in SHOTS.values() if shot["game"] == slug) for slug in GAMES}
PANELS = 4


@pytest.mark.parametrize("slug", GAMES)
def test_a_layout_is_a_pure_function_of_its_shot(slug: str) -> None:
    """The same shot gives the same table, and another seed another one."""
    shot = SAMPLE[slug]
    assert layout(shot) == layout(shot)
    assert layout(shot)["truth"] != layout({**shot, "seed": shot["seed"] + 1})["truth"]


@pytest.mark.parametrize("slug", GAMES)
def test_a_layout_lays_only_pieces_that_are_printed_and_no_more_of_them(slug: str) -> None:
    """Each id is a piece of the game, and so many of it are in the box."""
    shot = SAMPLE[slug]
    count = {piece.id: piece.count for piece in game(slug).pieces(standard(shot))}
    count |= {f"board.{number}": 1 for number in range(1, PANELS + 1)} if slug == "rocks" else {}
    lying = Counter(piece["id"] for piece in layout(shot)["pieces"])
    assert {name: many for name, many in lying.items() if many > count.get(name, 0)} == {}


@pytest.mark.parametrize("slug", GAMES)
def test_the_truth_beside_a_photo_is_what_its_layout_says(slug: str) -> None:
    """Nobody has changed what lies there since it was photographed."""
    for where, shot in SHOTS.items():
        beside = PHOTOS.joinpath(*where[:-1], f"{where[-1]}.truth.json")
        replayed = not shot.get("old_rules")
        # that all are there is tested with the photographs
        if shot["game"] == slug and replayed and beside.exists():
            assert _words(json.loads(beside.read_text("utf-8"))["truth"]) == _words(
                layout(shot)["truth"]
            ), where


def test_the_sets_are_large_enough_and_in_two_halves() -> None:
    """At least 41 photographs beside the first 17, each game in both halves, hard ones and all five
    looks in each.
    """
    assert len(SHOTS) >= 41
    for half in HALVES:
        rows = [shot for (_, of, _), shot in SHOTS.items() if of == half]
        assert {shot["game"] for shot in rows} == {*GAMES}
        assert len({shot["look"] for shot in rows}) == 5
        assert {"finger", "motion", "evening"} <= {
            word for shot in rows for word in shot.get("hard", [])
        }


def _words(truth: Mapping[str, Any]) -> Any:
    """As a file has it: tuples are lists there."""
    return json.loads(json.dumps(truth))
