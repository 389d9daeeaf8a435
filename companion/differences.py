"""The differences between your own deck and the standard one, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.decks import NAME_OF_GAME
from companion.language import AND_THEN, Phrase, listed, say

_NAMES = ("id", "number", "through")
NOTHING = say("none")


def differences(own: Mapping[str, Any], standard: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each row, table or field in which the data of two deck files differ.

    >>> own, standard = {"id": "fox", "weight": 3}, {"id": "fox", "weight": 2}
    >>> list(differences({"card": [own]}, {"card": [standard]}))
    ['card fox: weight 3, was 2']
    """
    for key in dict.fromkeys((*standard, *own)):
        mine, theirs = own.get(key), standard.get(key)
        if key == NAME_OF_GAME or mine == theirs:
            continue
        if isinstance(mine or theirs, list):
            yield from _rows(key, mine or [], theirs or [])
        elif isinstance(mine or theirs, dict):
            yield listed([key, _fields(mine or {}, theirs or {})], ": ")
        else:
            yield _field(key, mine, theirs)


def _rows(
    key: str, own: Sequence[Mapping[str, object]], standard: Sequence[Mapping[str, object]]
) -> Iterator[str]:
    mine, theirs = named(own), named(standard)
    for name in dict.fromkeys((*theirs, *mine)):
        called = name if name.startswith(f"{key}-") else f"{key} {name}"
        if name not in mine:
            yield say("{row} is gone", row=called)
        elif name not in theirs:
            fields = listed(
                (_phrase(*item) for item in mine[name].items() if item[0] != "id"), AND_THEN
            )
            yield say("{row} is new: {fields}", row=called, fields=fields)
        elif mine[name] != theirs[name]:
            yield listed([called, _fields(mine[name], theirs[name])], ": ")
    common = [name for name in mine if name in theirs]
    if common != [name for name in theirs if name in mine]:
        yield say("the rows of {key} are in a different order", key=key)


def naming_field(rows: Sequence[Mapping[str, object]]) -> str | None:
    """Return the field that names rows; None if they have none."""
    return next((name for name in _NAMES if all(name in row for row in rows)), None)


def named(rows: Sequence[Mapping[str, object]]) -> dict[str, Mapping[str, object]]:
    """Return rows by the field that names them, or else by their number, from 1."""
    field = naming_field(rows)
    return {str(row[field]) if field else f"{place}": row for place, row in enumerate(rows, 1)}


def _fields(own: Mapping[str, object], standard: Mapping[str, object]) -> Phrase:
    keys = [key for key in dict.fromkeys((*standard, *own)) if own.get(key) != standard.get(key)]
    return listed((_field(key, own.get(key), standard.get(key)) for key in keys), AND_THEN)


def _field(key: str, own: object, standard: object) -> Phrase:
    return say("{field}, was {value}", field=_phrase(key, own), value=_value(standard))


def _phrase(key: str, value: object) -> Phrase:
    return listed([key.replace("_", " "), _value(value)], " ")


def _value(value: object) -> str:
    """Return a value on one line; lists are separated by blanks, because commas separate fields."""
    if value is None:
        return NOTHING
    if isinstance(value, list) and not any(isinstance(each, dict) for each in value):
        return " ".join(map(str, value))
    return " + ".join(words(value).splitlines())


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
        return _fields_in(value)
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        if not (value and isinstance(value[0], Mapping)):
            return ", ".join(map(str, value))
        rows = (row.items() for row in value)
        return "\n".join(f"{name}: {_fields_in(dict(rest))}" for (_, name), *rest in rows)
    return str(value)


def _fields_in(table: Mapping[str, object]) -> str:
    """Return fields separated by commas, without empty ones; lists are separated by blanks."""
    shown = {
        name: " ".join(map(str, v)) if isinstance(v, list | tuple) else str(v)
        for name, v in table.items()
    }
    return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in shown.items() if text)
