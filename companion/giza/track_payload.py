"""The forms that only giza's events have: slots, cards and scores."""

from __future__ import annotations

from collections.abc import Mapping

from companion.giza.deck import MAX_WEIGHT
from companion.giza.pyramid import SLOTS, WIDTHS, Slot
from companion.payload import expecting, form, is_any_text, is_object, is_text, list_of, whole

CARD = 12  # letters of a card in notation, at most
MAX_FOUND = 8  # pyramids in one photo
# one of several in a photo
is_found = expecting(pyramid=is_any_text, box=list_of(whole(), most=4), reading=is_object)
_is_points, _is_weight = whole(), whole(0, MAX_WEIGHT)


@form(type="string", maxLength=CARD)
def is_placed(value: object) -> bool:
    """A card in notation, or nothing for an empty slot; whether there is such a card is not asked
    yet.
    """
    return isinstance(value, str) and len(value) <= CARD


@form(enum=[[*slot] for slot in SLOTS])
def is_slot(value: object) -> bool:
    """A slot, see `slot`."""
    return slot(value) is not None


@form(type=["array", "null"], items=_is_weight.schema, minItems=len(WIDTHS), maxItems=len(WIDTHS))
def is_levels(value: object) -> bool:
    """The points of the four levels (giza R11), or None for levels that are not typed."""
    if isinstance(value, (list, tuple)):
        return len(value) == len(WIDTHS) and all(map(_is_weight, value))
    return value is None


@form(type="object", propertyNames=is_text.schema, additionalProperties=_is_points.schema)
def is_goals(value: object) -> bool:
    """Points by goal."""
    return isinstance(value, Mapping) and all(
        is_text(goal) and _is_points(n) for goal, n in value.items()
    )


def slot(value: object) -> Slot | None:
    """The slot written as [level, place]; None for anything else.

    >>> slot([3, 0]), slot([3, 1]), slot([True, 0])
    ((3, 0), None, None)
    """
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(map(_is_points, value)):
        return None
    found = (value[0], value[1])
    return found if found in SLOTS else None
