"""The fields of a TOML file: a table's `take_*` methods check them, with errors for each line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, TypeVar

from companion.errors import DeckError
from companion.language import Phrase, say, say_many
from companion.text import is_mark, one_line
from companion.tomltext import quiet
from companion.wording import near, one_of, quoted, shortened, twice, unfit

T = TypeVar("T")
Faults: TypeAlias = list[DeckError]

# ids of pieces printed for every game (printables/extras)
BOX_LABEL = "box-label"
REFERENCE = "reference"
RULES = "rules"
SCORE_PAD = "score-pad"
TUCK_BOX = "tuck-box"
STICKERS = "stickers-{number}"
_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_INK = re.compile(r"#[0-9a-fA-F]{6}")
_PICTURE = re.compile(r"[^\x00-\x1f\x7f\\/:*?\"<>|]+\.(png|jpe?g)", re.IGNORECASE)
_FOLDER = re.compile(r"[^\x00-\x1f\x7f\\/:*?\"<>|]+")
_BOXED = re.compile(
    "|".join((BOX_LABEL, REFERENCE, RULES, SCORE_PAD, TUCK_BOX, STICKERS.format(number="[0-9]+")))
)
_STAND_IN = "?"  # for a missing text; not a valid id, colour or name
LONGEST = 200  # characters of a text
MOST_FORMS = 4  # times as many characters as its composed form (NFC) a text has at most
MOST_FAULTS = 100  # a limit, because finding the line of each takes time


@dataclass(frozen=True, slots=True)
class Art:
    """A picture in the deck file's folder, and where the file names it."""

    name: str
    at: str


class Table:
    """A TOML table; its `take_*` methods check a field, and `done` refuses fields that remain.

    >>> table = Table({"arms": 9}, "arms = 9", "a.toml")
    >>> table.take_int("arms", 0, 5)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    companion.errors.DeckError: a.toml: line 1, arms: 9 is out of range; use a whole number ...
    """

    def __init__(
        self,
        data: dict[str, object],
        text: str,
        source: str,
        path: str = "",
        first_line: int = 0,
        *,
        faults: Faults | None = None,
    ) -> None:
        self._data, self._text, self._source, self._path = data, text, source, path
        self._first_line, self._faults = first_line, faults
        self._unused, self._asked, self._refused = set(data), set[str](), set[str]()

    @property
    def sound(self) -> bool:
        """True if no field of this table was refused so far, so that no value is a stand-in."""
        return not self._refused

    @property
    def line(self) -> int:
        """The line in the file where it starts."""
        return self._first_line + 1

    def error(self, key: str, problem: str, remedy: str) -> DeckError:
        """Return the error to raise for field `key` of this table."""
        return DeckError(self._source, problem, at=self._place(key), remedy=remedy)

    def report(self, key: str, problem: str, remedy: str) -> None:
        """Raise an error, or add it to the faults, unless an earlier one makes values stand-ins."""
        if self.sound:
            self._refuse(key, problem, remedy)

    def has(self, key: str) -> bool:
        """Return whether an optional field is given."""
        self._asked.add(key)
        return key in self._data

    def take_str(self, key: str, allowed: Collection[str] | None = None) -> str:
        """Return a text of 1 to 200 characters on one line, one of `allowed` if that is given."""
        raw, lost = self._take(key, str, say("a text in quotes")), ""
        value = raw
        if raw is not None and len(raw) <= LONGEST * MOST_FORMS:
            value, lost = one_line(raw, marks=0)
        if raw and lost:
            self._refuse(key, *_unprintable(lost[0], raw))
        elif value is not None and allowed is not None and value not in allowed:
            if len(allowed) == 1:
                problem = say("{value} isn't allowed here", value=quoted(value))
                remedy = say("it must be {wanted}", wanted=quoted(*allowed))
            else:
                problem = say("{value} is unknown", value=quoted(value))
                remedy = near(value, allowed, one_of(allowed))
            self._refuse(key, problem, remedy)
        elif value is not None and not 1 <= len(value) <= LONGEST:
            self._refuse(key, say("{n} characters", n=len(value)), say("use 1 to 200"))
        elif value is not None:
            return value
        return min(allowed) if allowed else _STAND_IN

    def take_id(self) -> str:
        """Return the field `id`: up to 40 of a-z, 0-9 and -."""
        value = self.take_str("id")
        if "id" not in self._refused and not (_ID.fullmatch(value) and len(value) <= 40):
            self._refuse("id", unfit(value), say("use up to 40 of a-z, 0-9 and -, as in my-card-1"))
        return value

    def take_piece_id(self, others: Collection[str] = ()) -> str:
        """Return a piece's id, which is neither in `others` nor of a piece of every game."""
        value = self.take_id()
        if "id" not in self._refused and (value in others or _BOXED.fullmatch(value)):
            problem = say("another piece is called {value}", value=quoted(value))
            self._refuse("id", problem, say("choose another id"))
        return value

    def take_ink(self) -> str:
        """Return the field `ink`, a colour as #rrggbb."""
        value = self.take_str("ink")
        if "ink" not in self._refused and not _INK.fullmatch(value):
            remedy = say("use six hexadecimal digits, as in #c8334a")
            self._refuse("ink", say("{value} isn't a colour", value=quoted(value)), remedy)
        return value

    def only_once(self, key: str, value: str, seen: set[str]) -> None:
        """Report a value that is in `seen`, the values of earlier rows; add it otherwise."""
        if key in self._refused:  # a stand-in can't be a duplicate
            return
        if value in seen:
            self._refuse(key, twice(value), say("give each row one of its own"))
        seen.add(value)

    def take_art(self) -> Art | None:
        """Return the field `art`, a picture in the deck file's folder; None if it is missing.

        The name can't lead out of the folder: no `..`, absolute path, drive or URL.
        """
        if not self.has("art"):
            return None
        name = self.take_str("art")
        if "art" in self._refused:
            return None
        *folders, file = name.split("/")
        inside = all(_FOLDER.fullmatch(part) and part.strip(". ") for part in folders)
        if not (inside and _PICTURE.fullmatch(file)):
            remedy = say(
                'name a PNG or JPEG in the folder of this deck file, as in "my-penguin.png"'
            )
            problem = say("{value} isn't a picture in this deck", value=quoted(name))
            self._refuse("art", problem, remedy)
            return None
        return Art(name, self._place("art"))

    def take_int(self, key: str, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        wanted = say("a whole number from {low} to {high}", low=low, high=high)
        value = self._take(key, int, wanted)
        if value is not None and not low <= value <= high:
            self._refuse(key, say("{value} is out of range", value=quoted(value)), _use(wanted))
        return low if value is None else min(max(value, low), high)

    def take_number(self, key: str, low: float, high: float) -> float:
        """Return a number from `low` to `high`, with or without a fraction."""
        wanted = say("a number from {low} to {high}", low=f"{low:g}", high=f"{high:g}")
        value = self._take(key, int if type(self._data.get(key)) is int else float, wanted)
        if value is not None and not low <= value <= high:
            shown = quoted(value) if isinstance(value, int) else f"{value:g}"
            self._refuse(key, say("{value} is out of range", value=shown), _use(wanted))
        return low if value is None else float(min(max(value, low), high))

    def take_bool(self, key: str) -> bool:
        """Return true or false; false if the field is missing."""
        return self.has(key) and bool(self._take(key, bool, say("true or false")))

    def take_numbers(self, key: str, count: int, low: float, high: float) -> tuple[float, ...]:
        """Return `count` numbers from `low` to `high`, with or without fractions."""
        limits = {"n": count, "low": f"{low:g}", "high": f"{high:g}"}
        wanted = say("{n} numbers from {low} to {high}", **limits)
        values = self._take(key, list, wanted)
        if values is None:
            return (low,) * count
        if len(values) != count or not all(
            type(value) in (int, float) and low <= value <= high for value in values
        ):
            self._refuse(key, unfit(values), _use(wanted))
            return (low,) * count
        return tuple(map(float, values))

    def take_ints(self, key: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """Return `count` whole numbers from `low` to `high`."""
        example = f"[{', '.join([str(low)] * count)}]"
        limits = {"n": count, "low": low, "high": high}
        wanted = say(
            "{n} whole numbers from {low} to {high}, as in {example}", **limits, example=example
        )
        values = self._take(key, list, wanted)
        if values is None:
            return (low,) * count
        if len(values) != count or not all(type(v) is int and low <= v <= high for v in values):
            self._refuse(key, unfit(values), _use(wanted))
            return (low,) * count
        return tuple(values)

    def take_table(self, key: str) -> Table:
        """Return a sub-table, written `[key]`."""
        data = self._take(key, dict, say("a table headed {head}", head=f"[{key}]"))
        # don't report the fields of a missing table
        faults = self._faults if data is not None else []
        return self._inner(data or {}, key, self._header_line(key, 0), faults)

    def take_tables(self, key: str, low: int, high: int) -> Iterator[Table]:
        """Yield `low` to `high` rows, each written `[[key]]`."""
        head = f"[[{key}]]"
        rows = self._take(key, list, say("rows headed {head}", head=head)) or []
        if key in self._data and not low <= len(rows) <= high:
            exactly = say("use {n} rows headed {head}", n=low, head=head)
            between = say("use {low} to {high} rows headed {head}", low=low, high=high, head=head)
            problem = say_many("{n} row", "{n} rows", len(rows))
            self._refuse(key, problem, exactly if low == high else between)
        for index, row in enumerate(rows[:high]):
            if not isinstance(row, dict):
                problem = say("row {n} isn't a table", n=index + 1)
                raise self.error(key, problem, say("head each row with {head}", head=head))
            line = self._header_line(key, index)
            yield self._inner(row, f"{key}[{index + 1}]", line, self._faults)

    def take_rows(self, key: str, low: int, high: int) -> Iterator[Table]:
        """Yield `low` to `high` inline tables, each in braces."""
        wanted = say("a list of {low} to {high} tables in braces", low=low, high=high)
        rows = self._take(key, list, wanted)
        if rows is None:
            return
        if not low <= len(rows) <= high or not all(isinstance(row, dict) for row in rows):
            self._refuse(key, unfit(rows), _use(wanted))
            return
        first = self._line(key) - 1
        lines = enumerate(_lines(quiet(self._text))[first:], first)
        braces = [number for number, line in lines for mark in line if mark == "{"]
        for index, row in enumerate(rows):
            # without braces, a TOML writer has used headers instead
            line = braces[index] if index < len(braces) else first
            yield self._inner(row, f"{self._path}.{key}[{index + 1}]", line, self._faults)

    def _inner(self, data: dict[str, object], path: str, line: int, faults: Faults | None) -> Table:
        return Table(data, self._text, self._source, path, line, faults=faults)

    def done(self) -> None:
        """Refuse fields that weren't read; otherwise a misspelling would go unnoticed."""
        for key in sorted(self._unused):
            fields = ", ".join(sorted(set(self._data) - self._unused))
            remedy = near(key, self._asked, say("fields here: {names}", names=fields))
            self._refuse(key, say("no such field"), remedy)

    def _refuse(self, key: str, problem: str, remedy: str) -> None:
        """Raise the error, or add it to the faults."""
        error = self.error(key, problem, remedy)
        if self._faults is None or len(self._faults) >= MOST_FAULTS:
            raise error
        self._faults.append(error)
        self._refused.add(key)

    def _take(self, key: str, kind: type[T], wanted: Phrase) -> T | None:
        """Return the field's value; None if it was refused."""
        self._unused.discard(key)
        self._asked.add(key)
        if key not in self._data:
            self._refuse(key, say("missing"), self._misspelt(key, wanted))
        elif type(value := self._data[key]) is kind:  # isinstance would accept a bool as an int
            return value
        else:
            self._refuse(key, unfit(value), _use(wanted))
        return None

    def _misspelt(self, key: str, wanted: Phrase) -> Phrase:
        """Return the remedy for a missing `key`, with a field that may be a misspelling of it.

        That field isn't reported again.
        """
        keys = difflib.get_close_matches(key, sorted(self._unused), 1, 0.75)
        self._unused.difference_update(keys)
        if not keys:
            return say("add {wanted}", wanted=wanted)
        values = {"name": repr(keys[0]), "n": self._line(keys[0]), "key": repr(key)}
        return say("rename {name} in line {n} to {key}, or add {wanted}", **values, wanted=wanted)

    def _place(self, key: str) -> str:
        path = f"{self._path}." if self._path else ""
        return f"line {self._line(key)}, {path}{shortened(key)}"

    def _header_line(self, key: str, index: int) -> int:
        """Return the 0-based line of the `index`-th header of `key`."""
        headers = _headers(self._text, key)
        return headers[index] if index < len(headers) else self._first_line

    def _line(self, key: str) -> int:
        """Return the 1-based line of `key` in this table, or of the table's header."""
        lines = _lines(self._text)
        field = re.compile(rf"\s*(\[\[?\s*)?[\"']?{re.escape(key)}\b")
        for number in range(self._first_line, len(lines)):
            if number > self._first_line and self._path and _HEADER.match(lines[number]):
                break
            if field.match(lines[number]):
                return number + 1
        return self._first_line + 1


def _use(wanted: Phrase) -> Phrase:
    return say("use {wanted}", wanted=wanted)


def _unprintable(char: str, text: str) -> tuple[Phrase, Phrase]:
    """Return problem and remedy for a character that a text on paper can't have."""
    code, mark = f"U+{ord(char):04X}", is_mark(char)
    before = repr((one_line(text)[0] if mark else text).partition(char)[0][-1 if mark else -12 :])
    if mark:
        problem = say("the accent {code} can't be printed on {letter}", code=code, letter=before)
        return problem, say("leave it out: no letter combines the two")
    problem = say("an invisible character, {code}, after {text}", code=code, text=before)
    return problem, say("delete it, or type the text again")


@lru_cache(maxsize=4)
def _lines(text: str) -> tuple[str, ...]:
    """Return a file's lines; cached, because finding each field needs them."""
    return tuple(text.split("\n"))  # as TOML counts them: splitlines() knows ten other ends


@lru_cache(maxsize=40)
def _headers(text: str, key: str) -> list[int]:
    """Return the 0-based lines of a file's headers of `key`."""
    headers = enumerate(map(_HEADER.match, _lines(text)))
    return [number for number, header in headers if header and header[2] == key]
