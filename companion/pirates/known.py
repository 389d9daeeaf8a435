"""What a pirates table knows before its photo is read."""

from __future__ import annotations

from dataclasses import dataclass

from companion.known import Asked, number
from companion.pirates.deck import Deck
from companion.pirates.table import TableState
from companion.tracking import SeatId

OPTIONS = frozenset({"boards", "fish"})


@dataclass(frozen=True, slots=True)
class Known:
    """How many `boards` lie face up, and how many fish there are; None is unknown."""

    boards: int | None = None
    fish: int | None = None


def known(asked: Asked, deck: Deck) -> Known:
    """Return the checked options; raises `UsageError`."""
    return Known(
        boards=number(asked, "boards", len(deck.sites)), fish=number(asked, "fish", deck.most.fish)
    )


def at_table(state: TableState, _seat: SeatId) -> Asked:
    """Return what the phones know of the table: the fish."""
    return {"fish": state.tracks.fish} if state.started and not state.end else {}
