"""Cards that are too heavy for the two below them, and tokens there that may be unread (giza R7).

A token can only help, so it is asked about nowhere else. None is unread if as many were read as
anyone counted, or if both cards below show all of their print. On a card with a token there may
be another under it, so its print proves nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.giza.deck import Deck
from companion.giza.pyramid import Slot, Violation, status, support, supporters
from companion.language import say
from vision.games.base import Eye
from vision.games.giza.prints import shows_print
from vision.games.giza.rows import Stack
from vision.games.reading import Unsure

SIDE_BY_SIDE = say("lay its tokens side by side, and retake the photo from closer")


@dataclass(frozen=True, slots=True)
class Loads:
    """Cards that are too heavy for what was read below them: certainly (`broken`), or unless there
    is a token (`asked`, with the slot of each).
    """

    broken: tuple[Violation, ...] = ()
    asked: tuple[tuple[Slot, Unsure], ...] = ()


def loads(
    stack: Stack,
    pieces: Sequence[int],
    deck: Deck,
    eye: Eye | None,
    *,
    spare: int,
    strays: Collection[Slot] = (),
) -> Loads:
    """Return the loads that are too heavy; `spare` tokens may be unread, and the cards in the slots
    of `strays` may not be those that belong there.

    `pieces` are the numbers, in the photo, of the pyramid's pieces.
    """
    pyramid, cells = stack.pyramid, {slot: cell for cell, slot in stack.where.items()}
    heavy = {wrong.slot: wrong for wrong in status(pyramid) if wrong.rule == "R7" and wrong.slot}
    numbers = {stack.where[cell]: pieces[at] for cell, at in stack.stands.items()}
    below = {slot: supporters(slot) for slot in heavy}
    doubted = {
        place
        for place in {place for places in below.values() for place in places}
        if place in strays
        or stack.read[cells[place]].tokens
        or stack.half.get(cells[place])
        or (eye and spare > 0 and not shows_print(eye, deck, numbers[place]))
    }
    broken, asked = [], []
    for slot, wrong in heavy.items():
        placed = pyramid.at(slot)
        lack = placed.weight - support(pyramid, slot) if placed else 0
        if slot not in strays and (lack > spare or doubted.isdisjoint(below[slot])):
            broken.append(wrong)
            continue
        sums = "+".join(str(stack.read[cells[place]].strength) for place in below[slot])
        weight = placed.weight if placed else 0
        text = say("{weight} on {sums}: is a token there?", weight=weight, sums=sums)
        asked.append((slot, Unsure(slot, text, "legality", SIDE_BY_SIDE)))
    return Loads(tuple(broken), tuple(asked))
