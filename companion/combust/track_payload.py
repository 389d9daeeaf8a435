"""What the payload of each event at a combust table looks like, as data: field names and what each must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.combust.deck import MAX_PENGUINS
from companion.combust.verbs import HIGHEST, LOWEST
from companion.events import Refusal

Fits: TypeAlias = Callable[[object], bool]


def is_text(value: object) -> bool:
    """A short text that is not empty."""
    return isinstance(value, str) and 0 < len(value) <= 200


def is_number(value: object) -> bool:
    """A whole number from 0; a bool is none."""
    return type(value) is int and value >= 0


def is_texts(value: object) -> bool:
    """A list of short texts that all differ."""
    return isinstance(value, (list, tuple)) and all(map(is_text, value)) and len(set(value)) == len(value)


def _is_penguins(value: object) -> bool:
    return (
        isinstance(value, (list, tuple))
        and len(value) <= MAX_PENGUINS
        and all(type(card) is int and LOWEST <= card <= HIGHEST for card in value)
    )


def _is_any_text(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _expecting(**fields: Fits) -> Fits:
    return lambda value: isinstance(value, Mapping) and _misfit(value, fields) is None


FIELDS: Mapping[str, Mapping[str, Fits]] = {
    "table.open": {"game": is_text, "options": _is_object, "deck": _is_any_text},
    "seat.take": {"seat": is_text, "name": is_text},
    "seats.order": {"order": is_texts},
    "dealer.give": {"seat": is_text},
    "game.start": {},
    "line.read": {"seat": is_text, "photo": is_text, "cards": _is_penguins, "reading": _is_object},
    "line.type": {
        "seat": is_text,
        "sum": is_number,
        "penguins": is_number,
        "highest": is_number,
        "expects": _expecting(version=is_number),
    },
    "turns.begin": {},
    "card.play": {"seat": is_text, "card": is_number, "expects": _expecting(turn=is_number, chain=is_number)},
    "verb.done": {"expects": _expecting(turn=is_number, chain=is_number, done=is_number)},
    "clan.out": {"seats": is_texts},
    "deck.empty": {},
    "turn.done": {"expects": _expecting(turn=is_number)},
}


def malformed(kind: str, payload: Mapping[str, Any]) -> Refusal | None:
    """Why this payload is none of its kind, naming the field.

    >>> malformed("dealer.give", {"seat": "s1"})
    >>> malformed("dealer.give", {"seat": 1}).text
    'dealer.give: the field "seat" is missing or will not do.'
    """
    if kind not in FIELDS:
        return Refusal("malformed", f"There is no event {kind[:40]!r} here.")
    field = _misfit(payload, FIELDS[kind])
    if field is None:
        return None
    return Refusal("malformed", f'{kind}: the field "{field[:40]}" is missing or will not do.')


def _misfit(payload: Mapping[str, Any], fields: Mapping[str, Fits]) -> str | None:
    """The first field that is missing, unknown or of the wrong form."""
    unknown = next((str(name) for name in payload if name not in fields), None)
    if unknown is not None:
        return unknown
    return next((name for name, fits in fields.items() if name not in payload or not fits(payload[name])), None)
