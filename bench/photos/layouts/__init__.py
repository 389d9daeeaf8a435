"""What lies on the table in a photograph: one module a game, each with `layout(shot, deck)`, pure
and seeded.

A shot is a row of `bench/photos/sets/*.toml`. A layout says where pieces lie: mm on the table, x to
the right and y away from the camera, degrees counter-clockwise seen from above:

    {"pieces": [{"id", "face", "x", "y", "rotation", "z", ...}], "pyramids": [...],
     "fingers": [{"x", "y", "rotation"}], "centre": [x, y], "truth": {...}}

`truth` is the game as it lies there, in the words of the game's own reading. Positions come from
games that bots have really played. Of standees (`"part": "base"`) only the flat base lies there.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from companion.game import slugs

GAMES = slugs()


def layout(shot: Mapping[str, Any]) -> dict[str, Any]:
    """The layout of a shot, with the standard deck of its `game`."""
    module = import_module(f"bench.photos.layouts.{shot['game']}")
    return dict(module.layout(shot, standard(shot)))


def standard(shot: Mapping[str, Any]) -> Any:
    """The standard deck or board of a shot's game; solitaire's in the size of the shot."""
    slug = shot["game"]
    module = {"rocks": "boardfile", "solitaire": "board"}.get(slug, "deck")
    deck = import_module(f"companion.{slug}.{module}").standard()
    return deck.sized(*shot["size_of_board"]) if "size_of_board" in shot else deck
