"""Checked access to JSON from other programs; errors name the place in the file."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import NoReturn, TypeAlias, TypeVar
from uuid import UUID

from companion.errors import PlaysError
from companion.language import listed, say
from companion.text import one_line

T = TypeVar("T")
Odd: TypeAlias = list[PlaysError]  # what was shortened or left out

AGAIN = say("export the plays again")
ANOTHER = say("choose a plays file from Rookery (.json) or BG Stats (.bgsplay)")
LARGEST = 1e15  # of a score; larger integers aren't exact
LONGEST = 200  # characters of a name
LONGEST_NOTE = 2000
A_YEAR = 366 * 24 * 3600  # the most seconds of a play
YEARS = range(2, 9990)  # keeps dates valid in other time zones


@dataclass(frozen=True, slots=True)
class Field:
    """The value at place `at` of a file; methods return it checked, or raise `PlaysError`.

    With a list `odd`, texts that are too long are shortened, and `or_else` leaves out what can't be
    read; both add to it what they did.
    """

    value: object
    source: str
    at: str = ""
    odd: Odd | None = None

    def fail(self, problem: str) -> NoReturn:
        """Raise `PlaysError` for this place."""
        raise PlaysError(self.source, problem, at=self.at, remedy=AGAIN)

    def get(self, name: str, default: object = None) -> Field:
        """Return a field of this object; `default` if it is missing or null."""
        if not isinstance(self.value, Mapping):
            self.fail(say("must be an object"))
        value = self.value.get(name)
        at = f"{self.at}.{name}" if self.at else name
        return replace(self, value=default if value is None else value, at=at)

    def each(self) -> Iterator[Field]:
        """Yield the elements of this list."""
        if not isinstance(self.value, list):
            self.fail(say("must be a list"))
        for index, value in enumerate(self.value):
            yield replace(self, value=value, at=f"{self.at}[{index}]")

    def or_else(self, read: Callable[[Field], T], instead: T) -> T:
        """Return what `read` makes of this field; `instead`, if that fails and `odd` lists it."""
        try:
            return read(self)
        except PlaysError as error:
            if self.odd is None:
                raise
            inside = error.at.removeprefix(self.at).removeprefix(".")
            why = listed([inside, error.problem], ": ") if inside else error.problem
            problem = say("left out: {why}", why=why)
            self.odd.append(PlaysError(self.source, problem, at=self.at, remedy=error.remedy))
            return instead

    def text(self, *, empty: bool = True, longest: int = LONGEST) -> str:
        """Return a text on one line, without invisible characters."""
        long = isinstance(self.value, str) and len(self.value) > longest
        if not isinstance(self.value, str) or (long and self.odd is None):
            self.fail(say("must be text of at most {longest} characters", longest=longest))
        if long and self.odd is not None:
            problem = say("shortened to {n} characters", n=longest)
            self.odd.append(PlaysError(self.source, problem, at=self.at))
        line, _ = one_line(self.value[:longest])
        if not (line or empty):
            self.fail(say("must be a name"))
        return line

    def note(self) -> str:
        """Return a longer text, on one line."""
        return self.text(longest=LONGEST_NOTE)

    def flag(self) -> bool:
        """Return a boolean, which some apps write as 1 or 0."""
        if self.value not in (True, False, 0, 1):
            self.fail(say("must be true or false"))
        return bool(self.value)

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        value = self._figure()
        if not low <= value <= high or value != value // 1:
            self.fail(say("must be a whole number from {low} to {high}", low=low, high=high))
        return int(value)

    def number(self) -> float:
        """Return a score, an int if it is whole."""
        value = self._figure()
        if not abs(value) <= LARGEST:
            self.fail(say("must be a number"))
        return int(value) if value == value // 1 else float(value)

    def _figure(self) -> float:
        if isinstance(self.value, (int, float)) and not isinstance(self.value, bool):
            return self.value
        return math.nan

    def uuid(self) -> str:
        """Return the id of a play, in lower case."""
        try:
            return str(UUID(str(self.value)[:LONGEST]))
        except ValueError:
            self.fail(say("must be a UUID"))

    def moment(self, zone: tzinfo | None = UTC) -> str:
        """Return a time as ISO 8601 in UTC; its default is `zone` (None: this computer's)."""
        try:
            time = datetime.fromisoformat(str(self.value)[:LONGEST].strip())
            if time.tzinfo is None:
                time = time.astimezone() if zone is None else time.replace(tzinfo=zone)
            text = stamp(time)
        except (ValueError, OverflowError, OSError):
            text = ""
        if not text or int(text[:4]) not in YEARS:
            self.fail(say("must be a date and time such as 2026-11-21 20:15:00"))
        return text


def stamp(moment: datetime) -> str:
    """Return ISO 8601 in UTC, with milliseconds if it isn't a whole second.

    >>> stamp(datetime(2026, 11, 21, 20, 15, tzinfo=UTC))
    '2026-11-21T20:15:00Z'
    """
    precision = "milliseconds" if moment.microsecond else "seconds"
    return moment.astimezone(UTC).isoformat(timespec=precision).replace("+00:00", "Z")


def parsed(text: str, source: str, odd: Odd | None = None) -> Field:
    """Return the data of a JSON text; raises `PlaysError`, also for NaN and infinities."""
    try:
        value = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError as error:
        raise PlaysError(source, say("the file is nested too deeply"), remedy=AGAIN) from error
    except ValueError as error:
        at = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise PlaysError(source, say("the file isn't valid JSON"), at=at, remedy=ANOTHER) from error
    return Field(value, source, odd=odd)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
