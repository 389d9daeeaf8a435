"""Databases of the tests' own, and what lies in a store's database, read past the store, on either
engine.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from companion.events import Event

_numbers = count(1)


def new_database(server: str, encoding: str = "UTF8") -> str:
    """The address of an empty database."""
    name = f"rookery_{next(_numbers)}"
    with closing(psycopg.connect(server, autocommit=True)) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}'")  # type: ignore[arg-type, unused-ignore]  # our own name
    return server.replace("/postgres?", f"/{name}?")


@contextmanager
def reading(place: Path | str) -> Iterator[Callable[[str], list[Event]]]:
    """Reads a table's events past the store, over a line of its own."""
    line, mark = _line(place)
    query = (
        "SELECT version, at, actor, kind, payload, key FROM event"  # noqa: S608 - a mark, not a value
        f" WHERE table_id = (SELECT id FROM game_table WHERE code = {mark}) ORDER BY version"
    )

    def look(code: str) -> list[Event]:
        found = line.execute(query, (code,))
        return [
            Event(v, at, actor, kind, json.loads(payload), key)
            for v, at, actor, kind, payload, key in found
        ]

    with closing(line):
        yield look


def _line(place: Path | str) -> tuple[Any, str]:
    """A connection, and how its engine writes a parameter."""
    if isinstance(place, Path):
        return sqlite3.connect(place / "tables.sqlite3"), "?"
    return psycopg.connect(place, autocommit=True), "%s"
