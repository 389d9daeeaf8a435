"""What the payload of each event at a giza table looks like, as data: field names and what each must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.events import Refusal
from companion.giza.deck import MAX_WEIGHT
from companion.giza.pyramid import SLOTS, WIDTHS, Slot

Fits: TypeAlias = Callable[[object], bool]


def is_text(value: object) -> bool:
    """A short text that is not empty."""
    return isinstance(value, str) and 0 < len(value) <= 200


def is_count(value: object) -> bool:
    """A whole number from 1; a bool is none."""
    return type(value) is int and value > 0


def is_version(value: object) -> bool:
    """A whole number from 0."""
    return type(value) is int and value >= 0


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_any_text(value: object) -> bool:
    return isinstance(value, str)


def _is_placed(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 12


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_texts(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(is_text, value)) and len(set(value)) == len(value)


def _is_slot(value: object) -> bool:
    return slot(value) is not None


def _is_weight(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_WEIGHT


def _is_levels(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return len(value) == len(WIDTHS) and all(map(_is_weight, value))
    return value is None


def _is_points(value: object) -> bool:
    return isinstance(value, Mapping) and all(is_text(k) and is_version(v) for k, v in value.items())


def slot(value: object) -> Slot | None:
    """The slot written as [level, place]; None for anything else.

    >>> slot([3, 0]), slot([3, 1]), slot([True, 0])
    ((3, 0), None, None)
    """
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(map(is_version, value)):
        return None
    found = (value[0], value[1])
    return found if found in SLOTS else None


def _expecting(**fields: Fits) -> Fits:
    return lambda value: isinstance(value, Mapping) and not _misfit(value, fields)


FIELDS: Mapping[str, Mapping[str, Fits]] = {
    "table.open": {"game": is_text, "options": _is_object, "deck": _is_any_text},
    "seat.take": {"seat": is_text, "name": is_text, "colour": is_text},
    "seat.return": {"seat": is_text},
    "seats.order": {"order": _is_texts},
    "goals.set": {"goals": _is_texts, "drawn?": _is_bool},
    "chief.give": {"seat": is_text},
    "game.start": {},
    "action.choose": {"number": is_count, "expects": _expecting(round=is_count)},
    "turn.done": {"seat": is_text, "took": _is_bool, "expects": _expecting(round=is_count, seat=is_text)},
    "token.place": {"seat": is_text, "count": is_count},
    "pyramid.read": {"seat": is_text, "photo": is_text, "pyramid": is_text, "reading": _is_object},
    "pyramid.fix": {"seat": is_text, "slot": _is_slot, "placed": _is_placed},
    "score.type": {
        "seat": is_text,
        "levels": _is_levels,
        "goals": _is_points,
        "expects": _expecting(version=is_version),
    },
}


def malformed(kind: str, payload: Mapping[str, Any]) -> Refusal | None:
    """Why this payload is none of its kind, naming the field; a name that ends in `?` in FIELDS may be missing.

    >>> malformed("chief.give", {"seat": "s1"})
    >>> malformed("chief.give", {"seat": 1}).text
    'chief.give: the field "seat" is missing or will not do.'
    """
    if kind not in FIELDS:
        return Refusal("malformed", f"There is no event {kind[:40]!r} here.")
    field = _misfit(payload, FIELDS[kind])
    return Refusal("malformed", f'{kind}: the field "{field[:40]}" {_HINT}.') if field else None


_HINT = "is missing or will not do"


def _misfit(payload: Mapping[str, Any], fields: Mapping[str, Fits]) -> str | None:
    """The first field that is missing, unknown or of the wrong form."""
    known = {name.removesuffix("?") for name in fields}
    unknown = next((str(name) for name in payload if name not in known), None)
    if unknown is not None:
        return unknown or "(no name)"
    for name, fits in fields.items():
        key = name.removesuffix("?")
        if key in payload and not fits(payload[key]):
            return key
        if key not in payload and key == name:
            return key
    return None
