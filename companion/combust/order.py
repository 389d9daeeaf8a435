"""Who is first, who is next and who has won: the rules that the engine and the phones share
(combust R2, R6, R7).

A seat is whatever the caller calls one (an index, an id); `clockwise` lists them round the table.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.combust.verbs import HIGHEST, LOWEST

SeatT = TypeVar("SeatT", bound=Hashable)

MIN_PLAYERS, MAX_PLAYERS = 3, 8
DEALT, KEPT = 4, 1  # combust R1, R2
LINED = DEALT - KEPT  # penguins of an opening line (combust R2)
DEALER_LAST = True  # combust R2 (D): the dealer loses ties for the first turn
CHECK_AFTER_EACH_VERB = True  # combust R6 (D): not only after the whole card
REST_MAY_SAVE = True  # combust R6 (D): nobody is out while the card they played goes on
MAY_DECLINE = True  # combust R6 (D): the extinct need not play their card
MAY_PASS = True  # combust R7 (D): nor need anybody in the last round


@dataclass(frozen=True, slots=True, order=True)
class Clan:
    """What a line is worth at the end, in the order in which it counts (combust R7): sum, penguins,
    highest card.
    """

    sum: int
    penguins: int
    highest: int

    @property
    def possible(self) -> bool:
        """Whether so many penguins, the highest of that value, can have that sum.

        >>> Clan(12, 2, 9).possible, Clan(12, 2, 5).possible, Clan(0, 0, 0).possible
        (True, False, True)
        """
        if not self.penguins:
            return self.sum == self.highest == 0
        rest = self.penguins - 1
        fits = self.highest + rest * LOWEST <= self.sum <= self.highest * self.penguins
        return fits and LOWEST <= self.highest <= HIGHEST


def clan(line: Collection[int]) -> Clan:
    """The worth of a line, given its penguins' values.

    >>> clan([3, 9, 3])
    Clan(sum=15, penguins=3, highest=9)
    """
    return Clan(sum(line), len(line), max(line, default=0))


def after(seat: SeatT, clockwise: Sequence[SeatT]) -> tuple[SeatT, ...]:
    """The other seats, from the one to the left of `seat` on.

    >>> after("c", "abcd")
    ('d', 'a', 'b')
    """
    place = clockwise.index(seat)
    return (*clockwise[place + 1 :], *clockwise[:place])


def first_player(sums: Mapping[SeatT, int], dealer: SeatT, clockwise: Sequence[SeatT]) -> SeatT:
    """Who starts: the lowest line sum; a tie goes to the first clockwise from the dealer (combust
    R2).

    >>> first_player({"a": 9, "b": 12, "c": 9}, "a", "abc")
    'c'
    """
    others = after(dealer, clockwise)
    return min((*others, dealer) if DEALER_LAST else (dealer, *others), key=lambda seat: sums[seat])


def next_living(seat: SeatT, clockwise: Sequence[SeatT], out: Collection[SeatT]) -> SeatT:
    """The next seat to the left of `seat` that is not out (combust R2); `ValueError` when all are.

    >>> next_living("c", "abcd", {"d"})
    'a'
    """
    place, count = clockwise.index(seat), len(clockwise)
    for step in range(1, count + 1):
        other = clockwise[(place + step) % count]
        if other not in out:
            return other
    raise ValueError("nobody is left")


def last_round(
    active: SeatT, clockwise: Sequence[SeatT], out: Collection[SeatT]
) -> tuple[SeatT, ...]:
    """Who plays once more when the deck is empty, the active player last (combust R7).

    >>> last_round("b", "abcd", {"d"})
    ('c', 'a', 'b')
    """
    return tuple(seat for seat in (*after(active, clockwise), active) if seat not in out)


def extinct(
    lines: Mapping[SeatT, int],
    hands: Mapping[SeatT, int],
    out: Collection[SeatT],
    busy: Collection[SeatT] = (),
) -> tuple[SeatT, ...]:
    """Who goes out now: neither line nor hand, all of these together (combust R6, D).

    `lines` and `hands` are numbers of cards; `busy` players have played a card that goes on.

    >>> extinct({"a": 0, "b": 0, "c": 2}, {"a": 0, "b": 1, "c": 0}, out=())
    ('a',)
    """
    return tuple(
        seat
        for seat in lines
        if not lines[seat] and not hands[seat] and seat not in out and seat not in busy
    )


def ranking(
    clans: Mapping[SeatT, Clan], gone: Iterable[Collection[SeatT]]
) -> tuple[tuple[SeatT, ...], ...]:
    """The seats from first to last, those who share a place together (combust R7).

    `clans` are those still alive, `gone` the groups that went out, earliest first.

    >>> ranking({"a": clan([4, 4]), "b": clan([8]), "c": clan([8])}, [("d",)])
    (('a',), ('b', 'c'), ('d',))
    """
    worths = sorted(set(clans.values()), reverse=True)
    living = [tuple(seat for seat in clans if clans[seat] == worth) for worth in worths]
    return (*living, *(tuple(group) for group in reversed([*gone])))
