"""What each path-traced photograph of tests/photos shows: the rows of sets/*.toml and booth.toml.

The photographs were made by a path tracer from the printed PDF; `bench.photos.layouts` says what
lies on each table. The held ones are never looked at while the eye is tuned.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.photos.layouts import GAMES

HERE = Path(__file__).parent
HALVES = ("tune", "held")


def set_shots() -> Iterator[dict[str, Any]]:
    """Yield the rows game by game, checked; raise `ValueError` naming a wrong one."""
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
