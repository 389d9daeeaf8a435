"""A table whose every card is followed knows what the engine knows and anyone sees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.combust.deck import FIRST_EVENT, standard
from companion.combust.effects import without
from companion.combust.follow import Asked, asked
from companion.combust.rules import apply, legal_moves, setup, to_move
from companion.combust.state import (
    HAND,
    Discard,
    Name,
    NamePlayer,
    Pass,
    Pick,
    Place,
    Take,
    decision,
    verb_of,
)
from companion.combust.table import TableState
from companion.combust.tracker import TRACKER
from tests.companion.phones import NAMES, Phones

LAMPLIGHTER, SWAPPER, SANDSTORM = 6, 5, FIRST_EVENT
HATCHLING, FISHER = 1, 3


class Followed(Phones[TableState]):
    """A table of clans with these lines, which the first one begins; every card is followed."""

    def __init__(self, *lines: tuple[int, ...], on: bool = True) -> None:
        super().__init__("combust", TRACKER)
        for index in range(len(lines)):
            self.do("seat.take", seat=f"s{index}", name=NAMES[index])
        self.do("dealer.give", seat="s0")
        self.do("game.start")
        if on:
            self.do("cards.follow", on=True)
        for index, line in enumerate(lines):
            self.line(index, *line)
        self.do("turns.begin")

    def line(self, index: int, *cards: int) -> int:
        """A line is entered card by card."""
        expects = {"version": self.state.seats[index].version}
        worth = {"sum": sum(cards), "penguins": len(cards), "highest": max(cards, default=0)}
        line: dict[str, Any] = {"seat": f"s{index}", **worth, "cards": [*cards]}
        return self.do("line.type", **line, expects=expects)

    def payload(self, do: str, seat: int, card: int | None = None) -> dict[str, Any]:
        """A move, as a phone that is up to date sends it."""
        which = {} if card is None else {"card": card}
        return {"do": do, "seat": f"s{seat}", **which, "expects": {"stamp": self.state.stamp}}

    def move(self, do: str, seat: int, card: int | None = None) -> int:
        """It happens; its version."""
        return self.do("card.move", **self.payload(do, seat, card))

    @property
    def lines(self) -> list[tuple[int, ...] | None]:
        """The cards of each clan."""
        return [seat.cards for seat in self.state.seats]

    @property
    def asked(self) -> Asked:
        """What the table waits for."""
        found = asked(self.state)
        assert found
        return found


# --- like the engine ------------------------------------------------------------------------------


class Mirror:
    """A game of the engine, and a table that learns what everyone sees of it."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.real = setup(standard(), players, seed)
        self.drawn: list[int] = []  # cards that the table has still to learn
        self.left: tuple[int, ...] = ()  # a hand from which a card was discarded
        while self.real.phase == "keep":
            self.go()
        self.table = Followed(*self.real.lines)

    def go(self) -> tuple[int, Any]:
        """Someone's move in the engine."""
        seat = to_move(self.real)[0]
        move = self.chance.choice(legal_moves(self.real, seat))
        before = self.real.draw
        self.real = apply(self.real, seat, move)
        self.drawn += before[: len(before) - len(self.real.draw)]
        return seat, move

    def tell(self) -> bool:
        """The table learns what it asks; False where only players know enough."""
        while self.real.todo and isinstance(task := decision(self.real.todo), Name):
            if verb_of(self.real.deck, task.carry).name != "peek":
                break
            self.go()
        asked, table = self.table.asked, self.table
        if asked.what == "draw":
            return self.tell_draw(asked)
        choice = decision(self.real.todo)
        waits = isinstance(choice, Pick) and not choice.lines
        if asked.what == "give" and not waits:  # the hand of one card left nothing to choose
            table.move("take", int(asked.seat[1:]), self.left[0])
            return True
        self.check()
        hands = self.real.hands
        seat, move = self.go()
        match move:
            case Place(card) | Discard(card):
                self.left = without(hands[seat], card)
                table.move("line" if isinstance(move, Place) else "discard", seat, card)
            case Take(line, card):
                table.move("take", seat if line == HAND else line, card)
            case NamePlayer(named):
                table.move("name", named)
            case Pass():
                table.move("pass", seat)
        return True

    def tell_draw(self, asked: Asked) -> bool:
        """What was drawn: an event at once, a penguin when it is played; the end of the deck."""
        seat, deck = int(asked.seat[1:]), len(self.real.draw) + len(self.drawn)
        coming = self.drawn[: asked.count]
        if coming and coming[0] >= FIRST_EVENT:
            self.table.move("discard", seat, self.drawn.pop(0))
            return True
        if any(card >= FIRST_EVENT for card in coming):
            return False  # an event came after a penguin, which no phone learns
        if deck <= asked.count:
            self.table.do("deck.empty", drawn=len(coming))
            self.drawn = []
            return True
        del self.drawn[: asked.count]
        self.check()
        hands = self.real.hands
        seat, move = self.go()
        assert isinstance(move, Place | Discard)
        self.left = without(hands[seat], move.card)
        self.table.move("line" if isinstance(move, Place) else "discard", seat, move.card)
        return True

    def check(self) -> None:
        """What phones show is so in the engine."""
        state, real = self.table.state, self.real
        ids = state.clockwise
        assert self.table.lines == [*real.lines]
        assert state.active == ids[real.active]
        assert (state.turn, state.phase) == (real.turn, real.phase)
        assert state.follow
        held = [len(hand) for hand in state.follow.hands]
        if (asked := self.table.asked).what == "draw":  # the engine has drawn already
            held[ids.index(asked.seat)] += asked.count
        assert held == [len(hand) for hand in real.hands]
        assert state.gone == tuple(tuple(ids[seat] for seat in group) for group in real.gone)


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_are_followed_by_what_the_table_sees(seed: int) -> None:
    """Lines, turns, extinct clans and the end are the engine's after each move, of 3 to 8 clans."""
    mirror = Mirror(3 + seed % 6, seed)
    while mirror.table.state.follow and mirror.tell():
        pass
    state, real = mirror.table.state, mirror.real
    if state.follow is None:
        assert real.phase == "over"
        assert state.living == tuple(state.clockwise[seat] for seat in real.living)
        assert [seat.cards for seat in state.seats] == [*real.lines]
        assert state.phase == ("count" if len(real.living) > 1 else "done")
