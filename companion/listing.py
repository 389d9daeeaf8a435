"""Pieces as tables of text, one for each kind of piece, for `rookery games GAME`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from companion.game import Piece
from companion.layout import Size

TEXT = "text"  # the field of a piece that has its printed rule


@dataclass(frozen=True, slots=True)
class Listing:
    """The pieces of one kind: a heading, the columns' names and the rows.

    For a single piece there are no columns, and each row begins with a name.
    """

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def listings(pieces: Sequence[Piece]) -> Iterator[Listing]:
    """Yield a listing for each run of pieces of one kind, in the order of printing.

    It has a row for each piece, or for a single piece a row for each field.
    """
    for kind, group in groupby(pieces, key=lambda piece: piece.kind):
        alike = list(group)
        total, sizes = sum(piece.count for piece in alike), {piece.size for piece in alike}
        heading = f"{kind}: {total} piece{'s' if total > 1 else ''}"
        idle = {"count"} if total == len(alike) else set()
        if len(sizes) == 1:
            heading += f", {_mm(alike[0].size)} mm"
            idle.add("mm")
        cells = [_cells(piece) for piece in alike]
        keys = [
            key
            for key in dict.fromkeys(chain(*cells))
            if key not in idle and any(row.get(key) for row in cells)
        ]
        columns = tuple(map(_plain, keys))
        rows = tuple(tuple(row.get(key, "") for key in keys) for row in cells)
        if len(alike) > 1:
            yield Listing(heading, columns, rows)
        else:
            yield Listing(heading, (), tuple(zip(columns, *rows, strict=True)))


def words(value: object) -> str:
    """Return a value of a piece's data as text; a list of tables has a line for each.

    >>> words(["scout", "anchor"]), words({"start": 2, "most": 7}), words(True)
    ('scout, anchor', 'start 2, most 7', 'yes')
    >>> rows = [{"hex": "m", "yellow": 2, "special": "kraken"}, {"hex": "n", "yellow": 1}]
    >>> print(words(rows))
    m: yellow 2, special kraken
    n: yellow 1
    """
    if isinstance(value, Mapping):
        return _fields(value)
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        tables = bool(value) and isinstance(value[0], Mapping)
        return "\n".join(map(_line, value)) if tables else ", ".join(map(str, value))
    return str(value)


def _line(table: Mapping[str, object]) -> str:
    head, *rest = table.items()
    return f"{head[1]}: {_fields(dict(rest))}"


def _fields(table: Mapping[str, object]) -> str:
    """Return fields separated by commas, without empty ones; lists are separated by blanks."""
    shown = {
        name: " ".join(map(str, v)) if isinstance(v, list | tuple) else str(v)
        for name, v in table.items()
    }
    return ", ".join(f"{_plain(name)} {text}" for name, text in shown.items() if text)


def _cells(piece: Piece) -> dict[str, str]:
    own = {}
    for key, value in piece.data.items():
        parts = value if isinstance(value, list | tuple) else [value]
        if not any(isinstance(part, Mapping) for part in parts):  # tables are for programs (--json)
            own[key] = value
    if TEXT in own:  # what comes behind it is the same once more, for programs
        own = dict(list(own.items())[: list(own).index(TEXT) + 1])
    common: dict[str, object] = {
        "id": piece.id,
        "count": piece.count,
        "mm": _mm(piece.size).replace(" ", ""),
    }
    return {
        key: f"{value:.4g}" if isinstance(value, float) else words(value)
        for key, value in {**common, **own}.items()
    }


def _mm(size: Size) -> str:
    return f"{size.width:.0f} x {size.height:.0f}"


def _plain(name: str) -> str:
    return name.replace("_", " ")
