"""What the payload of each event at a pirates table looks like, as data: field names and what each must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.events import Refusal
from companion.pirates.boards import MOST_DOTS, ON_A_HEX, PLAIN
from companion.pirates.crew import ACTIONS, BAIL_OR_FISH, PENGUINS, TURNS
from companion.pirates.entering import VARIANTS
from companion.pirates.tracks import VERBS

Fits: TypeAlias = Callable[[object], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 200


def _is_any_text(value: object) -> bool:
    return isinstance(value, str)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_texts(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _is_variants(value: object) -> bool:
    return _is_texts(value) and set(value) <= VARIANTS  # type: ignore[call-overload]


def _between(low: int, high: int) -> Fits:
    return lambda value: type(value) is int and low <= value <= high


def _one_of(*known: str) -> Fits:
    return lambda value: isinstance(value, str) and value in known


def _expecting(**fields: Fits) -> Fits:
    return lambda value: isinstance(value, Mapping) and _misfit(value, fields) is None


_TURN = _expecting(turn=_between(1, TURNS))
_VERSION = _expecting(version=_between(0, 10**9))

FIELDS: Mapping[str, Mapping[str, Fits]] = {
    "table.open": {"game": _is_text, "options": _is_object, "deck": _is_any_text},
    "seat.take": {"seat": _is_text, "name": _is_text},
    "seats.order": {"order": _is_texts},
    "variants.set": {"variants": _is_variants},
    "captain.give": {"seat": _is_text},
    "game.start": {},
    "event.reveal": {"event": _is_text, "expects": _TURN},
    "penguin.place": {
        "penguin": _between(0, PENGUINS - 1),
        "card": _between(1, TURNS),
        "action": _one_of(*ACTIONS),
        "expects": _TURN,
    },
    "penguin.act": {
        "penguin": _between(0, PENGUINS - 1),
        "choice": _one_of("", *BAIL_OR_FISH),
        "expects": _TURN,
    },
    "ship.enter": {
        "yellow": _between(0, MOST_DOTS),
        "red": _between(0, MOST_DOTS),
        "special": _one_of(PLAIN, *ON_A_HEX),
        "pirates": _is_bool,
        "expects": _TURN,
    },
    "movement.done": {"expects": _TURN},
    "pirates.done": {"outcome": _one_of("here", "gone", "met"), "expects": _TURN},
    "track.set": {"track": _one_of(*VERBS), "value": _between(0, 99), "expects": _VERSION},
}


def malformed(kind: str, payload: Mapping[str, Any]) -> Refusal | None:
    """Why this payload is none of its kind, naming the field.

    >>> malformed("captain.give", {"seat": "s1"})
    >>> malformed("captain.give", {"seat": 1}).text
    'captain.give: the field "seat" is missing or will not do.'
    """
    if kind not in FIELDS:
        return Refusal("malformed", f"There is no event {kind[:40]!r} here.")
    field = _misfit(payload, FIELDS[kind])
    return Refusal("malformed", f'{kind}: the field "{field[:40]}" is missing or will not do.') if field else None


def _misfit(payload: Mapping[str, Any], fields: Mapping[str, Fits]) -> str | None:
    """The first field that is unknown, missing or of the wrong form."""
    for name in payload:
        if name not in fields:
            return str(name) or "(no name)"
    return next((name for name, fits in fields.items() if name not in payload or not fits(payload[name])), None)
