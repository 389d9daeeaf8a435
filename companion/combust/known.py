"""What a combust table knows before its photo is read, and what that closes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.combust.deck import Deck
from companion.combust.state import LINED, PLAYERS
from companion.combust.table import TableState
from companion.known import Asked, number, numbers, whole
from companion.tracking import SeatId

OPTIONS = frozenset({"cards", "players"})


@dataclass(frozen=True, slots=True)
class Known:
    """The cards in the lines (one number for each, or one for all), and how many clans live; None
    or () is unknown.
    """

    cards: tuple[int, ...] = ()
    players: int | None = None

    def whole(self, read: Sequence[int]) -> tuple[bool | None, ...]:
        """Return of lines with so many cards read whether that is all of each."""
        return whole(read, self.cards)

    def complete(self, read: Sequence[int]) -> bool | None:
        """Return whether all lines of all clans that live were read, with all their cards.

        >>> Known(players=2).complete((3, 4)), Known(players=3).complete((3, 4))
        (None, False)
        >>> Known(cards=(3, 4), players=2).complete((4, 3))
        True
        """
        each = self.whole(read)
        clans = self.players if self.players is not None else self._lines
        if False in each or (clans is not None and clans != len(read)):
            return False
        return True if read and clans is not None and all(each) else None

    def starts(self, read: Sequence[int]) -> bool:
        """Return whether these are all lines as dealt, so that the lowest starts (combust R2)."""
        return self.players == len(read) and set(read) == {LINED} and self.complete(read) is None

    @property
    def _lines(self) -> int | None:
        return len(self.cards) if len(self.cards) > 1 else None


def known(asked: Asked, deck: Deck) -> Known:
    """Return the checked options; raises `UsageError`."""
    most = sum(penguin.copies for penguin in deck.penguins)
    return Known(numbers(asked, "cards", most), number(asked, "players", PLAYERS[1]))


def at_table(state: TableState, _seat: SeatId) -> Asked:
    """Return what the phones know of the lines: the clans alive, and the cards just dealt."""
    cards = {"cards": [LINED]} if state.phase == "lines" else {}
    return {"players": len(state.living), **cards}
