"""The file formats for plays (docs/formats.md): ours, BG Stats' (`bgstats`) and CSV.

Ours is JSON with all fields, so that nothing is lost by export and import. CSV has a row for each
player of each play.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import tzinfo
from io import StringIO

from companion.errors import PlaysError
from companion.language import say
from companion.plays import UNITS, Outcome, Play, Result, Unit, bgstats
from companion.plays.checked import A_YEAR, ANOTHER, Field, Odd, parsed
from companion.plays.statistics import chronological
from companion.text import decoded

VERSION = 1
MOST_BYTES = 16_000_000  # about ten thousand plays
MOST_RANKS = 1000
BOM = "\ufeff"  # spreadsheet programs recognise UTF-8 by it
STARTS_A_FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20"  # the last four are full-width forms of the first


@dataclass(frozen=True, slots=True)
class Form:
    """A file format: the suffix of its files, its MIME type, and the function that writes it."""

    suffix: str
    mime: str
    write: Callable[[Iterable[Play], tzinfo | None], str]


def read(data: bytes, source: str, zone: tzinfo | None, odd: Odd | None = None) -> tuple[Play, ...]:
    """Return the plays in a file of ours or of BG Stats; raises `PlaysError`.

    Dates without a time zone are in `zone` (None: this computer's). With a list `odd`, what is too
    long is shortened and what can't be read is left out and added to it, unless no play remains.
    """
    plays = _read(data, source, zone, odd)
    return plays if plays or not odd else _read(data, source, zone, None)


def _read(data: bytes, source: str, zone: tzinfo | None, odd: Odd | None) -> tuple[Play, ...]:
    if len(data) > MOST_BYTES:
        problem = say("the file is larger than {most} MB", most=MOST_BYTES // 1_000_000)
        raise PlaysError(source, problem, remedy=say("export fewer plays at a time"))
    try:
        text = decoded(data)
    except UnicodeDecodeError as error:
        raise PlaysError(source, say("the file isn't UTF-8 text"), remedy=ANOTHER) from error
    if text.startswith(",".join(COLUMNS[:3])):
        problem = say("plays can't be imported from a spreadsheet")
        raise PlaysError(source, problem, remedy=say("export them as .json instead"))
    root = parsed(text, source, odd)
    fields = root.value if isinstance(root.value, dict) else {}
    if "rookery" in fields:
        version = root.get("rookery").whole(1, 999_999)
        if version != VERSION:
            problem = say("the file is from a newer Rookery (version {version})", version=version)
            raise PlaysError(source, problem, at="rookery", remedy=say("update Rookery"))
        rows = root.get("plays").each()
        return tuple(play for row in rows if (play := row.or_else(read_play, None)))
    if "plays" in fields:
        return bgstats.read(root, zone)
    if "sourcePlayId" in fields:
        return bgstats.read_pushed(root, zone)
    raise PlaysError(source, say("the file has no plays in it"), remedy=ANOTHER)


# --- our own format -------------------------------------------------------------------------------


def write_own(plays: Iterable[Play]) -> str:
    """Return our file's text, the earliest play first."""
    data = {"rookery": VERSION, "plays": [*map(as_data, chronological(plays))]}
    return json.dumps(data, ensure_ascii=False, indent=1)


def as_data(play: Play) -> Mapping[str, object]:
    """Return a play as a JSON object, with its outcome's fields among its own."""
    data = asdict(play)
    outcome = data.pop("outcome")
    return {**data, **outcome}


def read_play(row: Field) -> Play:
    """Return a play; raises `PlaysError` naming the place of the first mistake."""
    return Play(
        id=row.get("id").uuid(),
        game=row.get("game").text(empty=False),
        started=row.get("started").moment(),
        ended=row.get("ended").moment(),
        seconds=row.get("seconds").or_else(lambda field: field.whole(0, A_YEAR), 0),
        outcome=Outcome(
            results=tuple(map(_result, row.get("results").each())),
            unit=row.get("unit", "").or_else(_unit, ""),
            lowest=row.get("lowest", default=False).or_else(Field.flag, instead=False),
            together=row.get("together", default=False).or_else(Field.flag, instead=False),
            variant=row.get("variant", "").or_else(Field.text, ""),
            note=row.get("note", "").or_else(Field.note, ""),
        ),
        table=row.get("table", "").or_else(Field.text, ""),
        deck=row.get("deck", "").or_else(Field.text, ""),
        fingerprint=row.get("fingerprint", "").or_else(Field.text, ""),
    )


def _unit(field: Field) -> Unit:
    unit = next((unit for unit in UNITS if unit == field.value), None)
    if unit is None:
        field.fail(say("must be one of {words}", words=", ".join(filter(None, UNITS))))
    return unit


def _result(row: Field) -> Result:
    score, rank = row.get("score"), row.get("rank")
    return Result(
        row.get("name").or_else(Field.text, ""),
        None if score.value is None else score.or_else(Field.number, None),
        None if rank.value is None else rank.or_else(lambda at: at.whole(1, MOST_RANKS), None),
        row.get("won", default=False).or_else(Field.flag, instead=False),
    )


# --- CSV ------------------------------------------------------------------------------------------

# by column: its value for a player in a seat, from 1
_CELLS: Mapping[str, Callable[[Play, int, Result], object]] = {
    "play": lambda play, _seat, _result: play.id,
    "game": lambda play, _seat, _result: play.game,
    "variant": lambda play, _seat, _result: play.outcome.variant,
    "started": lambda play, _seat, _result: play.started,
    "ended": lambda play, _seat, _result: play.ended,
    "minutes": lambda play, _seat, _result: round(play.seconds / 60),
    "name": lambda _play, _seat, result: result.name,
    "seat": lambda _play, seat, _result: seat,
    "score": lambda _play, _seat, result: result.score,
    "unit": lambda play, _seat, _result: play.outcome.unit,
    "rank": lambda _play, _seat, result: result.rank,
    "won": lambda _play, _seat, result: "yes" if result.won else "no",
    "players": lambda play, _seat, _result: len(play.outcome.results),
    "together": lambda play, _seat, _result: "yes" if play.outcome.together else "no",
    "note": lambda play, _seat, _result: play.outcome.note,
    "deck": lambda play, _seat, _result: play.deck,
    "fingerprint": lambda play, _seat, _result: play.fingerprint,
    "table": lambda play, _seat, _result: play.table,
}
COLUMNS = tuple(_CELLS)


def write_csv(plays: Iterable[Play]) -> str:
    """Return the text of a spreadsheet, with a heading and line ends by RFC 4180."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for play in chronological(plays):
        for seat, result in enumerate(play.outcome.results, 1):
            values = (cell(play, seat, result) for cell in _CELLS.values())
            writer.writerow(harmless(v) if isinstance(v, str) else v for v in values)
    return BOM + file.getvalue()


def harmless(text: str) -> str:
    """Return a text that isn't a formula to a spreadsheet, which could read files or open URLs.

    >>> harmless("=1+1"), harmless(" @SUM(A1)"), harmless("Ana"), harmless("")
    ("'=1+1", "' @SUM(A1)", 'Ana', '')
    """
    formula = text.lstrip().startswith(tuple(STARTS_A_FORMULA))
    return f"'{text}" if formula or text.startswith(("\t", "\r", "\n")) else text


FORMS: Mapping[str, Form] = {
    "csv": Form("csv", "text/csv; charset=utf-8", lambda plays, _zone: write_csv(plays)),
    "json": Form("json", "application/json", lambda plays, _zone: write_own(plays)),
    "bgsplay": Form("bgsplay", "application/json", bgstats.write),
}
