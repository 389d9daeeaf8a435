"""The tables that tests/photos shows, as bench/photos describes them for the path tracer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bench.photos.layouts

HALVES = ("tune", "held")  # nobody looks at the held photographs while the reader is tuned
FOLDER = Path(bench.photos.layouts.__file__).parents[1]


def set_shots() -> Iterator[dict[str, Any]]:
    """Yield the rows of bench/photos/sets, game by game; raise `ValueError` naming a wrong one."""
    for slug in bench.photos.layouts.GAMES:
        names: set[str] = set()
        path = FOLDER / "sets" / f"{slug}.toml"
        for row in tomllib.loads(path.read_text("utf-8"))["shot"] if path.exists() else ():
            if row["half"] not in HALVES or row["name"] in names:
                raise ValueError(f"{path.name}: {row['name']!r} is there twice, or in no half")
            names.add(row["name"])
            yield {**row, "game": slug}


def pairs() -> Iterator[dict[str, Any]]:
    """Yield the tables of tests/photos/objects-HALF, each photographed with an object and bare."""
    yield from tomllib.loads((FOLDER / "booth.toml").read_text("utf-8"))["pair"]
