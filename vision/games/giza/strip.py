"""The strip below a pyramid: a tag in view proves that no card lies in its slot (giza R6)."""

from __future__ import annotations

from companion.giza.pieces import STRIP, STRIP_SIZE, STRIP_SLOTS, strip_place
from companion.giza.pyramid import SLOTS, WIDTHS, Slot, supporters
from vision.games.base import Table
from vision.games.giza.camps import Camp
from vision.games.giza.rows import LIMITS, Stack
from vision.games.pose import Pose, pose
from vision.tags.detector import FREE_ERRORS


def closes(table: Table, camp: Camp, stack: Stack | None) -> bool | None:
    """Return True if each slot where the pyramid's next card could lie shows its tag, else None.

    A strip says nothing if a card lies beside its slot, as another may then be between the tags.
    """
    strips = [at for at in camp.members if table.pieces[at].kind == STRIP]
    if table.eye is None or stack is None or stack.holes or len(strips) != 1:
        return None
    found, strip = table.eye.detections[strips[0]], pose(table.pieces[strips[0]])
    read = zip(found.spots, found.sightings, strict=True)
    # what was read by correlation may be a card's print
    shown = {STRIP_SLOTS[spot.end] for spot, tag in read if tag.errors <= FREE_ERRORS}
    cards = [(stack.where[cell], camp.members[at]) for cell, at in stack.stands.items()]
    for shift in range(WIDTHS[0]):  # `where` is as far left as possible
        taken = {(level, place + shift): pose(table.pieces[at]) for (level, place), at in cards}
        if all(slot in SLOTS and _fits(card, slot, strip) for slot, card in taken.items()):
            free = {
                slot for slot in SLOTS if slot not in taken and taken.keys() >= {*supporters(slot)}
            }
            return (shown >= free and shown.isdisjoint(taken)) or None
    return None


def _fits(card: Pose, slot: Slot, strip: Pose) -> bool:
    """Return whether a card lies in a slot, if that is on the strip."""
    x, y = strip_place(slot)
    middle = Pose(strip.point(x - STRIP_SIZE.width / 2, y - STRIP_SIZE.height / 2), strip.turn)
    return slot not in STRIP_SLOTS or max(map(abs, middle.local(card.at))) <= LIMITS.off_slot
