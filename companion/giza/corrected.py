"""A pyramid in a photo that was only checked, corrected by hand: a table of its own, of one event
or two, whose other pyramids are unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.events import Event, Refusal
from companion.giza.deck import Deck
from companion.giza.pyramid import Pyramid
from companion.giza.table import Seat, TableState
from companion.giza.tracker import TRACKER
from companion.payload import Payload

OWN, OTHER = Seat("s1", "", ""), Seat("s2", "", "")  # whose pyramid nobody knows


def corrected(
    deck: Deck, read: Payload, goals: Sequence[str], cards: int | None, change: Payload | None
) -> TableState | Refusal:
    """Return a table whose first seat has the pyramid that was `read`, in notation, with the
    `unsure` items of its reading, and with a `change` as of the event `pyramid.fix`.

    `cards` is how many the pyramid has, as someone said: no longer, if the change adds one more.
    """
    reading = {"unsure": read.get("unsure")}
    photo = {"photo": "photo", "pyramid": read.get("pyramid"), "reading": reading}
    events = [("pyramid.read", photo), *([("pyramid.fix", change)] if change is not None else [])]
    state = TableState((OWN, OTHER), deck=deck, goal_ids=tuple(goals))
    for version, (kind, payload) in enumerate(events, 1):
        own = {**payload, "seat": OWN.id}
        after = TRACKER.step(state, Event(version, "", OWN.id, kind, own))
        if isinstance(after, Refusal):
            return after
        state = after
    known = state.seats[0].known
    fits = cards is not None and len(known.pyramid or Pyramid()) <= cards
    return state.change(OWN.id, known=replace(known, expected=cards if fits else None))
