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

import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.game import slugs

GAMES = slugs()
HALVES = ("tune", "held")  # the held photographs are never looked at while the eye is tuned
HERE = Path(__file__).parents[1]


def set_shots() -> Iterator[dict[str, Any]]:
    """Yield what each path-traced photograph of tests/photos shows, game by game: the rows of
    bench/photos/sets, checked; raise `ValueError` naming a wrong one.
    """
    for slug in GAMES:
        names: set[str] = set()
        path = HERE / "sets" / f"{slug}.toml"
        for row in tomllib.loads(path.read_text("utf-8"))["shot"] if path.exists() else ():
            if row["half"] not in HALVES or row["name"] in names:
                raise ValueError(f"{path.name}: {row['name']!r} is there twice, or in no half")
            names.add(row["name"])
            yield {**row, "game": slug}


def pairs() -> Iterator[dict[str, Any]]:
    """Yield the tables of tests/photos/objects-HALF, each photographed with an object and bare."""
    yield from tomllib.loads((HERE / "booth.toml").read_text("utf-8"))["pair"]


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
