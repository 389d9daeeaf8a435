"""Plays as a spreadsheet: CSV, one row for each player of each play."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from companion.plays.play import Play, Result
from companion.plays.statistics import chronological

COLUMNS = (
    "play",
    "game",
    "variant",
    "started",
    "ended",
    "minutes",
    "name",
    "seat",
    "score",
    "unit",
    "rank",
    "won",
    "players",
    "together",
    "note",
    "deck",
    "fingerprint",
    "table",
)
STARTS_A_FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20"  # the last four are full-width forms of the first


def write(plays: Iterable[Play]) -> str:
    """Return the text of the file, with a heading and line ends by RFC 4180."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for play in chronological(plays):
        writer.writerows(_row(play, seat, one) for seat, one in enumerate(play.outcome.results, 1))
    return file.getvalue()


def harmless(text: str) -> str:
    """Return a text that isn't a formula to a spreadsheet, which could read files or open URLs.

    >>> harmless("=1+1"), harmless(" @SUM(A1)"), harmless("Ana"), harmless("")
    ("'=1+1", "' @SUM(A1)", 'Ana', '')
    """
    harmful = text.lstrip().startswith(tuple(STARTS_A_FORMULA)) or text.startswith(
        ("\t", "\r", "\n")
    )
    return f"'{text}" if harmful else text


def _row(play: Play, seat: int, result: Result) -> tuple[object, ...]:
    outcome = play.outcome
    game, variant, name, note, deck, table = map(
        harmless, (play.game, outcome.variant, result.name, outcome.note, play.deck, play.table)
    )
    return (
        play.id,
        game,
        variant,
        play.started,
        play.ended,
        round(play.seconds / 60),
        name,
        seat,
        result.score,
        outcome.unit,
        result.rank,
        "yes" if result.won else "no",
        len(outcome.results),
        "yes" if outcome.together else "no",
        note,
        deck,
        harmless(play.fingerprint),
        table,
    )
