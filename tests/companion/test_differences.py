"""How your own deck is asked to differ from ours."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from companion.deckfile import deck_text
from companion.differences import differences
from companion.game import game, slugs

FOX = {"id": "fox", "weight": 2, "arms": [1, 0]}


@pytest.mark.parametrize("slug", slugs())
def test_our_own_deck_does_not_differ(slug: str) -> None:
    """Also where it says whose it is, and ours doesn't."""
    data = tomllib.loads(deck_text(game(slug))[0])
    assert list(differences({**data, "game": "any"}, data)) == []


@pytest.mark.parametrize(
    ("own", "standard", "told"),
    [
        ({"title": "Mine"}, {"title": "Ours"}, ["title Mine, was Ours"]),
        (
            {"board": {"rows": 4}},
            {"board": {"rows": 3, "columns": 4}},
            [("board: rows 4, was 3; columns none, was 4")],
        ),
        ({"card": [{**FOX, "arms": [2, 1]}]}, {"card": [FOX]}, ["card fox: arms 2 1, was 1 0"]),
        (
            {"card": [{**FOX, "art": "fox.png"}]},
            {"card": [FOX]},
            ["card fox: art fox.png, was none"],
        ),
        ({"card": []}, {"card": [FOX]}, ["card fox is gone"]),
        ({"card": [FOX]}, {"card": []}, ["card fox is new: weight 2; arms 1 0"]),
        (
            {"card": [{"id": "card-1", "n": 1}]},
            {"card": [{"id": "card-1", "n": 2}]},
            ["card-1: n 1, was 2"],
        ),
        (
            {"card": [{"id": "b"}, {"id": "a"}]},
            {"card": [{"id": "a"}, {"id": "b"}]},
            ["the rows of card are in a different order"],
        ),
        ({"trail": [{"x": 1}]}, {"trail": [{"x": 2}]}, ["trail 1: x 1, was 2"]),
        (
            {"card": [{"id": "a", "does": [{"verb": "draw", "count": 2}]}]},
            {"card": [{"id": "a", "does": [{"verb": "draw", "count": 1}, {"verb": "peek"}]}]},
            ["card a: does draw: count 2, was draw: count 1 + peek: "],
        ),
    ],
)
def test_differences_in_words(
    own: dict[str, Any], standard: dict[str, Any], told: list[str]
) -> None:
    """Which row, which field, what it is and what it was; no brackets of a programming language."""
    assert [line.strip() for line in differences(own, standard)] == [line.strip() for line in told]
