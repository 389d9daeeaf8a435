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
from companion.events import UNDO
from tests.companion.phones import NAMES, Phones

LAMPLIGHTER, SANDSTORM = 6, FIRST_EVENT


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


# --- at the table ---------------------------------------------------------------------------------

LINES = ((1, 2, 5), (9, 10, 12), (4, 11, 18))


def test_a_card_burns_what_is_tapped_and_the_next_clan_draws() -> None:
    """combust R3, R4: what may be taken is offered; sums, turn and the one that burnt follow."""
    play = Followed(*LINES)
    assert (play.asked.what, play.asked.seat) == ("draw", "s0")
    play.move("discard", 0, LAMPLIGHTER)
    assert play.asked.cards == (("s1", 10), ("s1", 12), ("s2", 11), ("s2", 18))
    assert "worth 10 or more" in play.asked.text
    for wrong in (("take", 1, 9), ("take", 0, 5), ("line", 0, 6), ("pass", 0), ("name", 1)):
        assert play.refused("card.move", **play.payload(*wrong)) == "malformed"
    play.move("take", 1, 12)
    assert (play.lines[1], play.state.burnt) == ((9, 10), (("s1", 12),))
    assert (play.asked.seat, play.state.active, play.state.turn) == ("s1", "s1", 2)


def test_a_card_onto_the_line_does_nothing_else() -> None:
    """combust R4; an event can't lie in a line, and a move of before comes too late."""
    play = Followed(*LINES)
    late = play.payload("line", 0, 18)
    assert play.refused("card.move", **play.payload("line", 0, SANDSTORM)) == "malformed"
    play.move("line", 0, 18)
    assert (play.lines[0], play.state.burnt, play.state.active) == ((1, 2, 5, 18), (), "s1")
    assert play.refused("card.move", **late) == "stale"


def test_an_event_happens_at_once_and_each_owner_chooses() -> None:
    """combust R3: then its drawer draws on."""
    play = Followed(*LINES)
    play.move("discard", 0, SANDSTORM)
    assert play.state.burnt == (("s0", 5),), "the only one worth 4 or more"
    assert play.asked.seat == "s1"
    play.move("take", 1, 9)
    play.move("take", 2, 4)
    assert play.lines == [(1, 2), (10, 12), (11, 18)]
    assert (play.asked.what, play.asked.seat) == ("draw", "s0")


def test_moves_are_taken_back_one_by_one() -> None:
    """The newest first, across turns; then the same card may be played otherwise."""
    play = Followed(*LINES)
    told = (("discard", 0, LAMPLIGHTER), ("take", 1, 12), ("line", 1, 3))
    moves = [play.move(*one) for one in told]
    assert play.refused(UNDO, target=moves[0]) == "undo"
    for version in reversed(moves):
        play.do(UNDO, target=version)
    assert play.lines == [*LINES]
    assert (play.state.turn, play.state.active, play.state.burnt) == (1, "s0", ())
    play.move("line", 0, LAMPLIGHTER)
    assert play.lines[0] == (1, 2, 5, 6)


def test_followed_cards_are_not_told_by_hand() -> None:
    """Neither verb by verb nor turn by turn; a line is corrected card by card."""
    play = Followed(*LINES)
    assert play.refused("turn.done", expects={"turn": 1}) == "not-now"
    card: dict[str, Any] = {"seat": "s0", "card": 3, "expects": {"turn": 1, "chain": 0}}
    assert play.refused("card.play", **card) == "not-now"
    version = {"version": play.state.seats[0].version}
    line: dict[str, Any] = {"seat": "s0", "sum": 9, "penguins": 3, "highest": 5}
    assert play.refused("line.type", **line, expects=version) == "not-now"
    play.line(0, 2, 5)
    assert (play.lines[0], play.state.follow and play.state.follow.lines[0]) == ((2, 5), (2, 5))


def test_following_begins_in_any_turn_and_ends_in_any() -> None:
    """With the cards of all lines; what was followed stays, and turns go on by hand."""
    play = Followed(*LINES, on=False)
    assert play.refused("card.move", **play.payload("line", 0, 3)) == "not-now"
    play.do("turn.done", expects={"turn": 1})
    play.do("cards.follow", on=True)
    assert (play.asked.seat, play.state.turn) == ("s1", 2)
    play.move("line", 1, 3)
    play.do("cards.follow", on=False)
    assert (play.lines[1], play.state.active, play.state.turn) == ((3, 9, 10, 12), "s2", 3)
    play.do("turn.done", expects={"turn": 3})
    assert play.state.active == "s0"


def photo(play: Followed, *lines: tuple[int, ...], name: str = "p", unread: int = 0) -> None:
    """A photo of all lines, which may have more cards than it shows."""
    rows = [{"cards": [*cards], "whole": False, "unread": unread} for cards in lines]
    play.do("lines.read", photo=name, lines=rows, unsure=[], clockwise=True)


def test_a_photo_of_all_lines_asks_only_what_differs() -> None:
    """One that agrees is followed on, even if a card of it can't be read; one answer settles it."""
    play = Followed(*LINES)
    photo(play, (1, 2, 5), (9, 12), (4, 11, 18))
    assert [seat.seen for seat in play.state.seats] == [None, (9, 12), None]
    assert play.lines == [*LINES], "as followed, until someone says"
    play.line(1, 9, 12)
    assert (play.lines[1], play.state.seats[1].seen) == ((9, 12), None)
    photo(play, (1, 2), (9,), (4, 11), name="p2", unread=1)
    assert [seat.seen for seat in play.state.seats] == [None] * 3


def test_the_count_begins_with_what_was_followed() -> None:
    """combust R7: with an empty deck each plays or passes once, and someone has to look."""
    play = Followed(*LINES)
    play.do("deck.empty", drawn=1)
    play.move("line", 0, 3)
    assert (play.state.phase, play.state.round) == ("last", ("s1", "s2", "s0"))
    assert (play.asked.what, play.asked.may_pass) == ("play", True)
    for seat in (1, 2, 0):
        play.move("pass", seat)
    assert (play.state.phase, play.state.follow) == ("count", None)
    for clan in play.state.seats:
        play.do("line.close", seat=clan.id, expects={"version": clan.version})
    assert play.state.ranking == (("s2",), ("s1",), ("s0",))


def test_a_clan_without_line_and_hand_is_out() -> None:
    """combust R6: the extinct one with a card is asked; another has none, as the table sees."""
    play = Followed((1,), (2, 2, 2), (3, 3, 3), on=False)
    play.do("cards.follow", on=True)
    play.line(1)
    assert (play.asked.what, play.asked.seat, play.asked.may_pass) == ("play", "s1", True)
    play.do("clan.out", seats=["s1"])
    assert (play.state.gone, play.asked.seat) == ((("s1",),), "s0")
    play.do("clan.out", seats=["s2"])
    assert (play.state.phase, play.state.ranking) == ("done", (("s0",), ("s2",), ("s1",)))
