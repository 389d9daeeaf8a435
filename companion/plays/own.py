"""Our own format for plays: JSON with all fields, so that nothing is lost by export and import.

{"rookery": 1, "plays": [{"id": "...", "game": "Giza", "started": "...", "ended": "...", "seconds":
1800, ..., "unit": "points", "lowest": false, "together": false, "variant": "", "note": "",
"results": [{"name": "Ana", "score": 21, "rank": 1, "won": true}, ...]}, ...]}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict

from companion.language import say
from companion.plays.checked import A_YEAR, LONGEST_NOTE, Field
from companion.plays.play import UNITS, Outcome, Play, Result, Unit
from companion.plays.statistics import chronological

VERSION = 1
MOST_RANKS = 1000


def write(plays: Iterable[Play]) -> str:
    """Return the file's text, the earliest play first."""
    return json.dumps(
        {"rookery": VERSION, "plays": [*map(as_data, chronological(plays))]},
        ensure_ascii=False,
        indent=1,
    )


def as_data(play: Play) -> Mapping[str, object]:
    """Return a play as a JSON object, with its outcome's fields among its own."""
    data = asdict(play)
    outcome = data.pop("outcome")
    return {**data, **outcome}


def read(root: Field) -> tuple[Play, ...]:
    """Return the plays in a file; raises `PlaysError` naming the place of the first mistake."""
    version = root.get("rookery").whole(1, 999_999)
    if version != VERSION:
        root.get("rookery").fail(
            say("the file is from a newer Rookery (version {version})", version=version)
        )
    return tuple(map(read_play, root.get("plays").each()))


def read_play(row: Field) -> Play:
    """Return a play; raises `PlaysError`."""
    return Play(
        id=row.get("id").uuid(),
        game=row.get("game").text(empty=False),
        started=row.get("started").moment(),
        ended=row.get("ended").moment(),
        seconds=row.get("seconds").whole(0, A_YEAR),
        outcome=_outcome(row),
        table=row.get("table", "").text(),
        deck=row.get("deck", "").text(),
        fingerprint=row.get("fingerprint", "").text(),
    )


def _outcome(row: Field) -> Outcome:
    return Outcome(
        results=tuple(map(_result, row.get("results").each())),
        unit=_unit(row.get("unit", "")),
        lowest=row.get("lowest", default=False).flag(),
        together=row.get("together", default=False).flag(),
        variant=row.get("variant", "").text(),
        note=row.get("note", "").text(longest=LONGEST_NOTE),
    )


def _unit(field: Field) -> Unit:
    known = next((unit for unit in UNITS if unit == field.value), None)
    if known is None:
        field.fail(say("must be one of {words}", words=", ".join(filter(None, UNITS))))
    return known


def _result(row: Field) -> Result:
    score, rank = row.get("score"), row.get("rank")
    return Result(
        row.get("name").text(),
        None if score.value is None else score.number(),
        None if rank.value is None else rank.whole(1, MOST_RANKS),
        row.get("won", default=False).flag(),
    )
