"""What the phones of a combust table know: the kinds of events that are its own, and what may be
taken back.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.combust.deck import standard
from companion.combust.state import Clan
from companion.combust.table import TableState
from companion.combust.tracker import TRACKER
from companion.events import UNDO
from tests.companion.phones import NAMES, Phones

CHAIN = next(kind for kind in standard().penguins if len(kind.ability) == 2)
SINGLE = next(kind for kind in standard().penguins if len(kind.ability) == 1)


class _Play(Phones[TableState]):
    """A table of combust."""

    def __init__(self, seats: int = 0) -> None:
        super().__init__("combust", TRACKER)
        for index in range(seats):
            self.do("seat.take", seat=f"s{index}", name=NAMES[index])

    def type(self, seat: int, *line: int) -> int:
        found = self.state.seat(f"s{seat}")
        return self.do(
            "line.type",
            seat=f"s{seat}",
            sum=sum(line),
            penguins=len(line),
            highest=max(line, default=0),
            expects={"version": found.version if found else 0},
        )

    def turn(self) -> int:
        return self.do("turn.done", expects={"turn": self.state.turn})

    def card(self, seat: int, card: int) -> int:
        expects = {"turn": self.state.turn, "chain": len(self.state.chain)}
        return self.do("card.play", seat=f"s{seat}", card=card, expects=expects)

    def verb(self) -> int:
        link = self.state.chain[-1]
        return self.do(
            "verb.done",
            expects={"turn": self.state.turn, "chain": len(self.state.chain), "done": link.done},
        )


def started(*lines: tuple[int, ...]) -> _Play:
    """A game whose first turn has begun; s0 deals."""
    play = _Play(len(lines))
    play.do("dealer.give", seat="s0")
    play.do("game.start")
    for seat, line in enumerate(lines):
        play.type(seat, *line)
    play.do("turns.begin")
    return play


# --- before the game ------------------------------------------------------------------------------


def test_a_game_starts_with_three_and_a_dealer() -> None:
    """combust R1: all that is missing is named at once."""
    play = _Play(2)
    refusal = play.log.check(play.event("game.start"))
    assert refusal is not None
    assert "three players, the dealer" in refusal.text
    play.do("seat.take", seat="s2", name="Cleo")
    play.do("dealer.give", seat="s1")
    play.do("game.start")
    assert play.state.phase == "lines"


# --- lines ----------------------------------------------------------------------------------------


def test_r2_the_lowest_line_starts() -> None:
    """combust R2, R2.D1: once all lines are known; the dealer, s0, loses ties."""
    play = _Play(3)
    play.do("dealer.give", seat="s0")
    play.do("game.start")
    play.type(0, 1, 2, 3)
    refusal = play.log.check(play.event("turns.begin"))
    assert refusal is not None
    assert "Ben, Cleo" in refusal.text
    play.type(1, 4, 5, 6)
    play.do("line.read", seat="s2", photo="p1", cards=[3, 2, 1], reading={})
    play.do("turns.begin")
    assert (play.state.active, play.state.turn, play.state.phase) == ("s2", 1, "turns")
    assert play.refused("turns.begin") == "not-now"
    assert play.refused("dealer.give", seat="s1") == "not-now"


def test_a_line_is_typed_or_read() -> None:
    """What a photo read keeps its penguins, what is typed over it stands instead."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    version = play.do(
        "line.read", seat="s0", photo="p1", cards=[9, 2, 2], reading={"verdict": "legal"}
    )
    seat = play.state.seat("s0")
    assert seat is not None
    assert (seat.clan, seat.cards, seat.photo, seat.version) == (
        Clan(13, 3, 9),
        (2, 2, 9),
        "p1",
        version,
    )
    play.type(0, 9, 2)
    seat = play.state.seat("s0")
    assert seat is not None
    assert (seat.clan, seat.cards) == (Clan(11, 2, 9), None)
    old: dict[str, Any] = {
        "seat": "s0",
        "sum": 5,
        "penguins": 1,
        "highest": 5,
        "expects": {"version": version},
    }
    assert play.refused("line.type", **old) == "stale"


def test_combust_r7_a_count_asks_for_each_line_and_keeps_its_cards_at_hand() -> None:
    """combust R7: what was known before the last round counts for nothing, but phones begin with
    it.
    """
    play = _Play(3)
    play.do("dealer.give", seat="s0")
    play.do("game.start")
    for seat, cards in (("s0", [1, 2, 20]), ("s1", [3, 4, 5]), ("s2", [6, 7, 8])):
        play.do("line.read", seat=seat, photo="p1", cards=cards, reading={})
    play.do("turns.begin")
    play.do("deck.empty")
    for turn in range(1, 5):
        play.do("turn.done", expects={"turn": turn})
    assert play.state.phase == "count"
    assert [(seat.clan, seat.cards) for seat in play.state.seats] == [
        (None, (1, 2, 20)), (None, (3, 4, 5)), (None, (6, 7, 8)),
    ]  # fmt: skip
    assert play.state.surplus == ()


@pytest.mark.parametrize(
    ("total", "penguins", "highest"),
    [(5, 0, 0), (5, 1, 4), (21, 1, 21), (9, 2, 3), (3, 3, 2), (0, 1, 0), (4, 2, 4)],
)
def test_a_line_that_cannot_be_is_refused(total: int, penguins: int, highest: int) -> None:
    """So many penguins with that highest one can't have that sum."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    seat = play.state.seat("s1")
    assert seat is not None
    line: dict[str, Any] = {
        "sum": total,
        "penguins": penguins,
        "highest": highest,
        "expects": {"version": seat.version},
    }
    assert play.refused("line.type", seat="s1", **line) == "malformed"


def tapped(seat: str, *cards: int, **other: Any) -> dict[str, Any]:
    """A line that was tapped card by card."""
    line = {"sum": sum(cards), "penguins": len(cards), "highest": max(cards), "cards": list(cards)}
    return {"seat": seat, **line, "expects": {"version": 0}, **other}


def test_cards_that_were_tapped_are_known() -> None:
    """Their sum is that of the line, and no more are there than the deck has."""
    play = _Play(3)
    play.do("dealer.give", seat="s0")
    play.do("game.start")
    assert play.refused("line.type", **tapped("s0", 3, 5, sum=9)) == "malformed"
    assert play.refused("line.type", **tapped("s0", 20, 20)) == "malformed"
    play.do("line.type", **tapped("s0", 5, 3))
    assert play.state.seats[0].cards == (3, 5)


def test_more_of_a_kind_than_there_are_is_told_of_all_lines_that_have_it() -> None:
    """Of cards that are known: those of a sum, and of a clan that is out, are not; nothing is
    refused.
    """
    play = _Play(4)

    def surplus() -> object:
        return play.state.surplus

    play.do("dealer.give", seat="s0")
    play.do("game.start")
    play.do("line.type", **tapped("s0", 3, 5, 20))
    play.type(3, 1, 2, 20)
    assert not surplus()
    play.do("line.read", seat="s1", photo="p", cards=[20, 19, 1], reading={})
    assert surplus() == ((20, ("s0", "s1")),)
    play.do("line.type", **tapped("s2", 18, 18, 19))
    assert surplus() == ((19, ("s1", "s2")), (20, ("s0", "s1")))
    play.do("turns.begin")
    play.do("clan.out", seats=["s1"])
    assert not surplus()


def test_a_line_reads_only_cards_that_there_are() -> None:
    """No more of a kind than the deck has, no values beyond, and only once the cards are dealt."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert (
        play.refused("line.read", seat="s0", photo="p", cards=[20, 20], reading={}) == "malformed"
    )
    assert play.refused("line.read", seat="s0", photo="p", cards=[21], reading={}) == "malformed"
    assert play.refused("line.read", seat="s7", photo="p", cards=[1], reading={}) == "malformed"
    assert _Play(1).refused("line.read", seat="s0", photo="p", cards=[1], reading={}) == "not-now"


# --- turns and chains -----------------------------------------------------------------------------


def test_r2_turns_go_clockwise() -> None:
    """combust R2: from the first player on; a turn that is over is not ended twice."""
    play = started((7, 8, 9), (1, 2, 3), (4, 5, 6))
    assert (play.state.active, play.state.next) == ("s1", "s2")
    play.turn()
    assert play.refused("turn.done", expects={"turn": 1}) == "stale"
    assert [
        play.state.active,
        play.turn() and play.state.active,
        play.turn() and play.state.active,
    ] == [
        "s2",
        "s0",
        "s1",
    ]


def test_r5_a_chain_is_followed_verb_by_verb() -> None:
    """combust R5: the innermost card first, in the printed words; then the rest of the
    outer one.
    """
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    play.card(0, CHAIN.number)
    assert play.state.help == tuple(verb.text for verb in CHAIN.ability)
    play.verb()
    play.card(1, SINGLE.number)
    assert play.state.help == (SINGLE.ability[0].text,)
    assert play.refused("turn.done", expects={"turn": 1}) == "not-now"
    play.verb()
    assert play.state.help == (CHAIN.ability[1].text,)
    play.verb()
    assert [*play.state.chain, *play.state.help] == []
    assert play.refused("verb.done", expects={"turn": 1, "chain": 1, "done": 0}) == "not-now"


def test_two_phones_tell_the_same_card_once() -> None:
    """The second one is shown that it was late."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    late = {"turn": 1, "chain": 0}
    play.card(0, CHAIN.number)
    assert play.refused("card.play", seat="s0", card=CHAIN.number, expects=late) == "stale"
    play.verb()
    assert play.refused("verb.done", expects={"turn": 1, "chain": 1, "done": 0}) == "stale"
    assert (
        play.refused("card.play", seat="s0", card=99, expects={"turn": 1, "chain": 1})
        == "malformed"
    )


# --- extinction and the end -----------------------------------------------------------------------


def test_r6_clans_go_out_together_and_the_last_one_wins() -> None:
    """combust R6: turns pass over who is out; the last clan has won at once, without counting."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9), (9, 9, 9))
    play.do("clan.out", seats=["s1"])
    play.turn()
    assert play.state.active == "s2"
    assert play.refused("clan.out", seats=["s1"]) == "stale"
    assert play.refused("clan.out", seats=[]) == "stale"
    assert play.refused("card.play", seat="s1", card=1, expects={"turn": 2, "chain": 0}) == "out"
    assert play.refused("line.read", seat="s1", photo="p", cards=[1], reading={}) == "out"
    play.card(3, CHAIN.number)
    play.do("clan.out", seats=["s3", "s0"])
    assert (play.state.phase, play.state.counting, play.state.chain) == ("done", False, ())
    assert play.state.ranking == (("s2",), ("s0", "s3"), ("s1",))
    assert play.refused("turn.done", expects={"turn": 2}) == "stale"
    assert play.refused("clan.out", seats=["s2"]) == "not-now"


def test_r6_who_drew_an_event_goes_out_with_it_like_in_the_engine() -> None:
    """combust R6.D1c: the rest of it is over, also under another's card; the next one draws."""
    event = next(kind.number for kind in standard().events if len(kind.ability) > 1)
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    play.card(0, event)
    play.verb()
    play.card(1, SINGLE.number)
    play.do("clan.out", seats=["s0"])
    assert [link.seat for link in play.state.chain] == ["s1"]
    play.verb()
    assert (play.state.chain, play.state.active, play.state.next) == ((), "s0", "s1")
    play.turn()
    assert play.state.active == "s1"


def test_r6_none_left_is_a_draw() -> None:
    """combust R6: the last clans share the first place, and none is alive."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    play.do("clan.out", seats=["s0"])
    play.do("clan.out", seats=["s2", "s1"])
    assert (play.state.ranking, play.state.living) == ((("s1", "s2"), ("s0",)), ())


def test_r7_the_last_round_and_the_count() -> None:
    """combust R7, R7.D1b, R7.D2: each once more, the active player last; the lines are shown again
    and ranked.
    """
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9), (9, 9, 9))
    play.turn()
    play.do("clan.out", seats=["s3"])
    play.do("deck.empty")
    assert play.refused("deck.empty") == "not-now"
    order = []
    while play.state.phase in ("turns", "last"):
        order.append(play.state.active)
        play.turn()
    assert order == ["s1", "s2", "s0", "s1"]
    assert (play.state.phase, play.state.counting, play.state.ranking, play.state.active) == (
        "count",
        True,
        None,
        None,
    )
    play.type(0, 9, 9)
    play.type(1, 8, 10)
    play.type(2, 5, 6, 7)
    assert (play.state.phase, play.state.ranking) == ("done", (("s2",), ("s1",), ("s0",), ("s3",)))


def test_r7_who_goes_out_in_the_last_round_has_no_turn_in_it() -> None:
    """combust R6, R7: also when it is the one whose turn it is."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9), (9, 9, 9))
    play.do("deck.empty")
    play.turn()
    assert (play.state.phase, play.state.active, play.state.next) == ("last", "s1", "s2")
    play.do("clan.out", seats=["s1", "s2"])
    assert play.state.next == "s3"
    play.turn()
    assert play.state.active == "s3"
    play.turn()
    last = play.state
    assert (last.active, last.next) == ("s0", None)
    play.turn()
    assert play.state.phase == "count"


# --- undo -----------------------------------------------------------------------------------------


def test_undo_and_redo() -> None:
    """What is taken back is as if it had never been; taking that back brings it again."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    before = play.state
    out = play.do("clan.out", seats=["s1"])
    undo = play.do(UNDO, target=out)
    assert play.state == before
    play.do(UNDO, target=undo)
    assert play.state.gone == (("s1",),)


def test_what_play_was_built_on_stays() -> None:
    """The opening, the seats, and a turn after which others have been played."""
    play = started((1, 2, 3), (4, 5, 6), (7, 8, 9))
    first = play.turn()
    play.turn()
    assert play.refused(UNDO, target=first) == "undo"
    assert play.refused(UNDO, target=1) == "undo"
    assert play.refused(UNDO, target=2) == "undo"


# --- photos ---


def counting() -> _Play:
    """Three clans whose last round is over."""
    play = started((2, 3, 4), (3, 4, 5), (4, 5, 6))
    play.do("deck.empty")
    for _ in range(4):
        play.turn()
    assert play.state.phase == "count"
    return play


def test_a_line_that_may_have_more_cards_does_not_end_the_game() -> None:
    """Nobody wins until someone has said that this is all, or what else there is (combust R7)."""
    play = counting()
    for seat in (0, 1):
        play.type(seat, 2, 3)
    photo: dict[str, Any] = {"seat": "s2", "photo": "p1", "cards": [9, 7], "reading": {}}
    version = play.do("line.read", "s2", **photo, whole=False)
    assert (play.state.phase, play.state.ranking) == ("count", None)
    expects = {"version": version}
    assert play.refused("line.close", seat="s2", expects={"version": 0}) == "stale"
    play.do("line.close", "s2", seat="s2", expects=expects)
    assert play.state.ranking is not None
    assert play.state.ranking[0] == ("s2",)


@pytest.mark.parametrize("whole", [{}, {"whole": True}])
def test_a_line_that_is_whole_is_not_asked_about(whole: dict[str, bool]) -> None:
    """By its count, and in logs of before that."""
    play = counting()
    for seat in (0, 1):
        play.type(seat, 2, 3)
    play.do("line.read", "s2", seat="s2", photo="p1", cards=[9, 7], reading={}, **whole)
    assert play.state.phase == "done"


def test_an_opening_line_has_three_cards_whoever_says_that_it_is_whole() -> None:
    """Combust R2; the photo's line stays open until the third is there."""
    play = _Play(3)
    play.do("dealer.give", seat="s0")
    play.do("game.start")
    rows = [{"cards": [2, 3], "whole": False}, {"cards": [4, 5, 6], "whole": True}]
    play.do("lines.read", "s1", photo="p1", lines=rows, unsure=[])
    version = play.do("line.give", "s1", photo="p1", number=1, seat="s1")
    assert play.refused("line.give", photo="p1", number=1, seat="s2") == "taken"
    assert play.refused("line.give", photo="p1", number=3, seat="s2") == "malformed"
    assert play.refused("line.give", photo="p0", number=1, seat="s2") == "stale"
    assert play.refused("line.close", seat="s1", expects={"version": version}) == "not-now"
    play.do("line.give", "s1", photo="p1", number=2, seat="s1")
    assert [one.seat for one in play.state.several] == [None, "s1"]
    mine = play.state.seat("s1")
    assert mine is not None
    assert mine.settled
