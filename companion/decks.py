"""Reading a deck file: TOML in, checked fields out, and errors that name file, line and field.

A game's own `deck.py` says which fields there are; this module knows only TOML and places in it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Collection, Iterator
from typing import Any, TypeVar

from companion.errors import DeckError

T = TypeVar("T")
_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")


def parse(text: str, source: str) -> Table:
    """The root table of a deck file's text; raises `DeckError` with the line of a syntax error."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+), column (\d+)", str(error))
        at = f"line {found[1]}, column {found[2]}" if found else "end of file"
        problem = re.sub(r" \(at .*\)$", "", str(error))
        raise DeckError(source, f"not TOML: {problem}", at=at, remedy="mend the line") from error
    return Table(data, text, source)


def fingerprint(rule_fields: object) -> str:
    """SHA-256 of the canonical JSON of a deck's rule fields: same rules, same fingerprint.

    >>> fingerprint({"b": 1, "a": [2]}) == fingerprint({"a": [2], "b": 1})
    True
    """
    canonical = json.dumps(rule_fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


class Table:
    """One TOML table with its place, whose `take_*` methods check a field and tick it off.

    >>> table = parse('weight = 9', "my.toml")
    >>> table.take_int("weight", 0, 5)
    Traceback (most recent call last):
    companion.errors.DeckError: my.toml: line 1, weight: 9 is out of range; use a whole number from 0 to 5
    """

    def __init__(self, data: dict[str, Any], text: str, source: str, path: str = "", first_line: int = 0) -> None:
        self._data, self._text, self._source, self._path = data, text, source, path
        self._first_line = first_line
        self._unused = set(data)

    def error(self, key: str, problem: str, remedy: str) -> DeckError:
        """The error to raise for field `key` of this table."""
        field = f"{self._path}.{key}" if self._path else key
        return DeckError(self._source, problem, at=f"line {self._line(key)}, {field}", remedy=remedy)

    def has(self, key: str) -> bool:
        """Whether the file gives a field that it may leave out."""
        return key in self._data

    def take_str(self, key: str, allowed: Collection[str] | None = None) -> str:
        """A text of 1 to 200 characters, one of `allowed` where that is given."""
        value = self._take(key, str, "a text in quotes")
        if allowed is not None and value not in allowed:
            raise self.error(key, f"{value!r} is unknown", f"use one of: {', '.join(sorted(allowed))}")
        if not 1 <= len(value) <= 200:
            raise self.error(key, f"{len(value)} characters", "use 1 to 200")
        return value

    def take_int(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self._take(key, int, f"a whole number from {low} to {high}")
        if not low <= value <= high:
            raise self.error(key, f"{value} is out of range", f"use a whole number from {low} to {high}")
        return value

    def take_ints(self, key: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """`count` whole numbers from `low` to `high`."""
        remedy = f"use {count} whole numbers from {low} to {high}, as in [{', '.join([str(low)] * count)}]"
        values = self._take(key, list, remedy.removeprefix("use "))
        if len(values) != count or not all(type(v) is int and low <= v <= high for v in values):
            raise self.error(key, f"{values} will not do", remedy)
        return tuple(values)

    def take_table(self, key: str) -> Table:
        """A sub-table, written `[key]`."""
        data = self._take(key, dict, f"a table headed [{key}]")
        return Table(data, self._text, self._source, key, self._header_line(key, 0))

    def take_tables(self, key: str, low: int, high: int) -> Iterator[Table]:
        """`low` to `high` rows, each written `[[key]]`."""
        rows = self._take(key, list, f"rows headed [[{key}]]")
        wanted = str(low) if low == high else f"{low} to {high}"
        if not low <= len(rows) <= high:
            raise self.error(key, f"{len(rows)} rows", f"use {wanted} rows headed [[{key}]]")
        for index, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.error(key, f"row {index + 1} is no table", f"head each row with [[{key}]]")
            yield Table(row, self._text, self._source, f"{key}[{index + 1}]", self._header_line(key, index))

    def take_rows(self, key: str, low: int, high: int) -> Iterator[Table]:
        """A list of `low` to `high` inline tables, each in braces."""
        rows = self._take(key, list, f"a list of {low} to {high} tables in braces")
        if not low <= len(rows) <= high or not all(isinstance(row, dict) for row in rows):
            raise self.error(key, f"{rows} will not do", f"use a list of {low} to {high} tables in braces")
        first = self._line(key) - 1
        lines = enumerate(self._text.splitlines()[first:], first)
        braces = [number for number, line in lines for mark in line if mark == "{"]
        for index, row in enumerate(rows):
            line = braces[index] if index < len(braces) else first  # a TOML writer may have made headers of them
            yield Table(row, self._text, self._source, f"{self._path}.{key}[{index + 1}]", line)

    def done(self) -> None:
        """Refuse fields that nothing asked for: a misspelt one would be lost in silence."""
        for key in sorted(self._unused):
            raise self.error(key, "no such field", f"fields here: {', '.join(sorted(set(self._data) - self._unused))}")

    def _take(self, key: str, kind: type[T], wanted: str) -> T:
        self._unused.discard(key)
        if key not in self._data:
            raise self.error(key, "missing", f"add {wanted}")
        value = self._data[key]
        if type(value) is not kind:  # bool is an int to isinstance
            raise self.error(key, f"{value!r} will not do", f"use {wanted}")
        return value

    def _header_line(self, key: str, index: int) -> int:
        """The 0-based line of the `index`-th header of `key`."""
        headers = [n for n, line in enumerate(self._text.splitlines()) if (m := _HEADER.match(line)) and m[2] == key]
        return headers[index] if index < len(headers) else self._first_line

    def _line(self, key: str) -> int:
        """The 1-based line of `key` in this table, or of the table's header."""
        lines = self._text.splitlines()
        for number in range(self._first_line, len(lines)):
            if number > self._first_line and self._path and _HEADER.match(lines[number]):
                break
            if re.match(rf"\s*(\[\[?\s*)?[\"']?{re.escape(key)}\b", lines[number]):
                return number + 1
        return self._first_line + 1
