"""What the payload of each event at a rocks table looks like, as data: field names and what each must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.events import Refusal
from companion.rocks.board import RING
from companion.rocks.state import DIE

Fits: TypeAlias = Callable[[object], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 200


def _is_any_text(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_face(value: object) -> bool:
    return type(value) is int and 1 <= value <= DIE


def _is_space(value: object) -> bool:
    return type(value) is int and 0 <= value < RING


def _is_moves(value: object) -> bool:
    """What the sender saw: how many penguins had moved. A tap that comes too late is refused, not applied."""
    found = value.get("moves") if isinstance(value, Mapping) and len(value) == 1 else None
    return type(found) is int and found >= 0


FIELDS: Mapping[str, Mapping[str, Fits]] = {
    "table.open": {"game": _is_text, "options": _is_object, "deck": _is_any_text},
    "seat.take": {"seat": _is_text, "name": _is_text, "colour": _is_text},
    "game.start": {"first": _is_text},
    "die.roll": {"face": _is_face, "expects": _is_moves},
    "rock.drop": {"seat": _is_text, "space": _is_space},
    "rock.take": {"seat": _is_text, "space": _is_space},
    "penguin.free": {"seat": _is_text, "free": _is_bool},
    "move.done": {"expects": _is_moves},
    "nest.done": {"seat": _is_text, "expects": _is_moves},
}


def malformed(kind: str, payload: Mapping[str, Any]) -> Refusal | None:
    """Why this payload is none of its kind, naming the field.

    >>> malformed("game.start", {"first": "s1"})
    >>> malformed("game.start", {"first": 1}).text
    'game.start: the field "first" is missing or will not do.'
    """
    if kind not in FIELDS:
        return Refusal("malformed", f"There is no event {kind[:40]!r} here.")
    fields = FIELDS[kind]
    unknown = [str(name) for name in payload if name not in fields]
    wrong = [name for name, fits in fields.items() if name not in payload or not fits(payload[name])]
    for field in (*unknown, *wrong):
        return Refusal("malformed", f'{kind}: the field "{field[:40]}" is missing or will not do.')
    return None
