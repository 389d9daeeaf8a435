"""The form of an event's payload: field names, and the form of each value.

A form is a JSON Schema that checks values. `Fields` maps names to forms; fields whose name ends in
`?` are optional. Only the form is checked here; the game's tracker checks if an event is possible.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import inf
from types import NoneType
from typing import TypeAlias, TypedDict, Unpack

from companion.events import Refusal, canonical
from companion.language import say

Payload: TypeAlias = Mapping[str, object]

LONGEST = 200  # characters of a short text


class Schema(TypedDict, total=False):
    """The part of JSON Schema, 2020-12, that forms use."""

    type: str | list[str]
    enum: Sequence[object]
    minLength: int
    maxLength: int
    pattern: str
    minimum: int
    maximum: float
    items: Schema
    minItems: int
    maxItems: float
    uniqueItems: bool
    properties: Mapping[str, Schema]
    required: list[str]
    additionalProperties: bool | Schema
    propertyNames: Schema


class Form:
    """A form: a schema, called to check whether a value fits."""

    def __init__(self, **schema: Unpack[Schema]) -> None:
        self.schema = schema

    def __call__(self, value: object) -> bool:
        """Return whether this value fits."""
        return _fits(self.schema, value)


Fields: TypeAlias = Mapping[str, Form]
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "array": (list, tuple),
    "object": Mapping,
    "integer": int,
    "null": NoneType,
    "any": object,
}


def _fits(schema: Schema, value: object) -> bool:
    kinds = schema.get("type", "any")
    names = [kinds] if isinstance(kinds, str) else kinds
    named = [name for name in names if isinstance(value, _TYPES[name])]
    if not named or (named == ["integer"] and isinstance(value, bool)):  # an int to Python
        return False
    if "enum" in schema:
        if isinstance(value, str):
            return value in schema["enum"]
        return canonical(value) in map(canonical, schema["enum"])  # in which 1 and true differ
    if isinstance(value, str):
        right = "pattern" not in schema or re.fullmatch(schema["pattern"], value) is not None
        return right and schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", inf)
    if isinstance(value, int):
        return schema.get("minimum", value) <= value <= schema.get("maximum", inf)
    if isinstance(value, (list, tuple)):
        return (
            schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", inf)
            and all(_fits(schema.get("items", {}), each) for each in value)
            and not (schema.get("uniqueItems") and len(set(value)) < len(value))
        )
    if isinstance(value, Mapping):
        for name, each in value.items():
            known = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
            if not _fits(schema.get("propertyNames", {}), name):
                return False
            if not (known if isinstance(known, bool) else _fits(known, each)):
                return False
        return all(name in value for name in schema.get("required", ()))
    return True


def schema_of(fields: Fields) -> Schema:
    """Return the schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": {name.removesuffix("?"): fits.schema for name, fits in fields.items()},
        "required": [name for name in fields if not name.endswith("?")],
        "additionalProperties": False,
    }


is_text = Form(type="string", minLength=1, maxLength=LONGEST)
is_any_text = Form(type="string")  # such as a deck file
is_texts = Form(type="array", items=is_text.schema, uniqueItems=True)
is_bool = Form(type="boolean")
is_object = Form(type="object")


def whole(low: int = 0, high: float = inf) -> Form:
    """Return the form of a whole number from `low` to `high`, inclusive; bools don't fit.

    >>> [value for value in (-1, 0, 6, 7, 1.0, True, "1") if whole(0, 6)(value)]
    [0, 6]
    """
    if high == inf:
        return Form(type="integer", minimum=low)
    return Form(type="integer", minimum=low, maximum=high)


def one_of(*words: str) -> Form:
    """Return the form of one of these words."""
    return Form(type="string", enum=sorted(words))


def some_of(*words: str) -> Form:
    """Return the form of a list of any of these words, each at most once."""
    return Form(type="array", items=one_of(*words).schema, uniqueItems=True)


def list_of(fits: Form, most: float = inf) -> Form:
    """Return the form of a list of up to `most` values that each fit.

    >>> rolls = list_of(whole(1, 6), most=2)
    >>> rolls([6, 1]), rolls([6, 1, 1]), rolls([0])
    (True, False, False)
    """
    if most == inf:
        return Form(type="array", items=fits.schema)
    return Form(type="array", items=fits.schema, maxItems=most)


def expecting(**fields: Form) -> Form:
    """Return the form of an object with exactly these fields.

    It is what the sender expects of the state; taps that come too late are refused by it.

    >>> expecting(turn=whole(1))({"turn": 3}), expecting(turn=whole(1))({"turn": 3, "more": 1})
    (True, False)
    """
    return Form(**schema_of(fields))


def malformed(kind: str, payload: Payload, fields: Fields) -> Refusal | None:
    """Return why a payload doesn't have the `fields` of its kind; None if it does.

    >>> malformed("turn.done", {"seat": "s1"}, {"seat": is_text, "took?": is_bool})
    >>> malformed("turn.done", {"seat": 1}, {"seat": is_text, "took?": is_bool}).text
    'turn.done: the field "seat" is missing or invalid.'
    """
    names = {field.removesuffix("?"): field for field in fields}
    wrong = [
        name
        for name, field in names.items()
        if (not fields[field](payload[name]) if name in payload else name == field)
    ]
    wrong += [name or "(no name)" for name in payload if name not in names]
    if not wrong:
        return None
    texts = {"kind": kind, "field": wrong[0][:40]}
    return Refusal("malformed", say('{kind}: the field "{field}" is missing or invalid.', **texts))
