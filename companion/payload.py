"""The form of an event's payload: field names, and the form of each value.

A form is a function that returns whether a value fits, with a JSON Schema for other programs
(`form`). `Fields` maps names to forms; fields whose name ends in `?` are optional. Only the form is
checked here; the game's tracker checks if an event is possible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, cast

from companion.events import Refusal
from companion.language import say

Payload: TypeAlias = Mapping[str, object]
Schema: TypeAlias = dict[str, object]  # of JSON Schema, 2020-12

LONGEST = 200  # characters of a short text


class Fits(Protocol):
    """A form: a function that checks values, and their schema."""

    schema: Schema

    def __call__(self, value: object, /) -> bool:
        """Return whether this value fits."""


Fields: TypeAlias = Mapping[str, Fits]


def form(**schema: object) -> Callable[[Callable[[object], bool]], Fits]:
    """Make a function a form with a JSON `schema`; a test checks that they agree."""

    def made(fits: Callable[[object], bool]) -> Fits:
        fits.schema = schema  # type: ignore[attr-defined]  # functions may
        return cast("Fits", fits)

    return made


def schema_of(fields: Fields) -> Schema:
    """Return the schema of an object with exactly these fields.

    >>> schema_of({"seat": is_bool, "took?": is_bool})["required"]
    ['seat']
    """
    return {
        "type": "object",
        "properties": {name.removesuffix("?"): fits.schema for name, fits in fields.items()},
        "required": [name for name in fields if not name.endswith("?")],
        "additionalProperties": False,
    }


@form(type="string", minLength=1, maxLength=LONGEST)
def is_text(value: object) -> bool:
    """Accept a short text that is not empty."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST


@form(type="string")
def is_any_text(value: object) -> bool:
    """Accept a text of any length, such as a deck file."""
    return isinstance(value, str)


@form(type="array", items=is_text.schema, uniqueItems=True)
def is_texts(value: object) -> bool:
    """Accept a list of short texts that all differ."""
    return (
        isinstance(value, (list, tuple))
        and all(map(is_text, value))
        and len(set(value)) == len(value)
    )


@form(type="boolean")
def is_bool(value: object) -> bool:
    """Accept true or false."""
    return isinstance(value, bool)


@form(type="object")
def is_object(value: object) -> bool:
    """Accept a JSON object of any content."""
    return isinstance(value, Mapping)


def whole(low: int = 0, high: float = math.inf) -> Fits:
    """Return the form of a whole number from `low` to `high`, inclusive; bools don't fit.

    >>> [value for value in (-1, 0, 6, 7, 1.0, True, "1") if whole(0, 6)(value)]
    [0, 6]
    """
    bounds = {"minimum": low, **({} if high == math.inf else {"maximum": high})}
    return form(type="integer", **bounds)(lambda value: type(value) is int and low <= value <= high)


def one_of(*words: str) -> Fits:
    """Return the form of one of these words."""
    return form(type="string", enum=sorted(words))(
        lambda value: isinstance(value, str) and value in words
    )


def some_of(*words: str) -> Fits:
    """Return the form of a list of any of these words, each at most once."""
    known = one_of(*words)
    some = form(type="array", items=known.schema, uniqueItems=True)
    return some(lambda value: is_texts(value) and all(map(known, cast("list[str]", value))))


def list_of(fits: Fits, most: float = math.inf) -> Fits:
    """Return the form of a list of up to `most` values that each fit.

    >>> rolls = list_of(whole(1, 6), most=2)
    >>> rolls([6, 1]), rolls([6, 1, 1]), rolls([0])
    (True, False, False)
    """
    limit = {} if most == math.inf else {"maxItems": most}
    some = form(type="array", items=fits.schema, **limit)
    return some(
        lambda value: (
            isinstance(value, (list, tuple)) and len(value) <= most and all(map(fits, value))
        )
    )


def expecting(**fields: Fits) -> Fits:
    """Return the form of an object with exactly these fields.

    It is what the sender expects of the state; taps that come too late are refused by it.

    >>> expecting(turn=whole(1))({"turn": 3}), expecting(turn=whole(1))({"turn": 3, "more": 1})
    (True, False)
    """
    own = form(**schema_of(fields))
    return own(lambda value: isinstance(value, Mapping) and misfit(value, fields) is None)


def malformed(kind: str, payload: Payload, fields: Fields) -> Refusal | None:
    """Return why a payload doesn't have the `fields` of its kind; None if it does.

    >>> malformed("turn.done", {"seat": "s1"}, {"seat": is_text, "took?": is_bool})
    >>> malformed("turn.done", {"seat": 1}, {"seat": is_text, "took?": is_bool}).text
    'turn.done: the field "seat" is missing or invalid.'
    """
    field = misfit(payload, fields)
    if field is None:
        return None
    names = {"kind": kind, "field": field[:40]}
    return Refusal("malformed", say('{kind}: the field "{field}" is missing or invalid.', **names))


def misfit(payload: Payload, fields: Fields) -> str | None:
    """Return the first field that is unknown, missing or of the wrong form; None if there is none.

    >>> fields = {"a": whole()}
    >>> misfit({"a": 1, "b": 2}, fields), misfit({}, fields), misfit({}, {"a?": whole()})
    ('b', 'a', None)
    """
    fitting = 0
    for field, fits in fields.items():
        name = field.removesuffix("?")
        if name in payload and fits(payload[name]):
            fitting += 1
        elif name in payload or name == field:
            return name
    if fitting == len(payload):  # the usual case, made fast because each tap checks a dozen events
        return None
    known = {field.removesuffix("?") for field in fields}
    return next(str(name) for name in payload if name not in known) or "(no name)"
