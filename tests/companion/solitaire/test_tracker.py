"""What the phones of a solitaire table know: each kind of event, its refusals, and what they add up
to.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import UNDO, Event
from companion.solitaire.board import PYRAMIDS, standard
from companion.solitaire.state import full, position_text
from companion.solitaire.table import FREE, KING_TUT, QUICKSAND, Seat, TableState, Task, shown
from companion.solitaire.tracker import KINDS, TRACKER
from tests.companion.phones import Phones
from tests.companion.solitaire.lines import LINES, PERFECT

ONE_SMALL = ",S,,/,,,/,,,"
NONE = {"S": 0, "M": 0, "L": 0}


class Table(Phones[TableState]):
    """A table whose taps expect what is there, unless they say otherwise."""

    def __init__(self, seats: int = 0, mode: str = "", rounds: int = 1, **chosen: str) -> None:
        super().__init__("solitaire", TRACKER)
        for index in range(seats):
            self.do("seat.take", seat=f"s{index + 1}", name=f"Player {index + 1}")
        if mode:
            self.do("game.start", mode=mode, rounds=rounds, **chosen)

    def event(self, kind: str, actor: str = "host", **payload: Any) -> Event:
        """With what its sender saw."""
        fields, expects = KINDS[kind].fields if kind in KINDS else {}, {}
        if "expects" in fields:
            seat = self.state.seat(payload.get("seat"))
            here = {"round": self.state.round, "changes": seat.changes if seat else 0, "version": 0}
            here |= {"version": seat.left.version} if seat else {}
            names = next(
                n
                for n in (["changes"], ["round"], ["version"])
                if fields["expects"](_some(here, n))
            )
            expects = {"expects": _some(here, names)}
        return super().event(kind, actor, **{**expects, **payload})

    def seat(self, seat: str = "s1") -> Seat:
        """One of the players."""
        found = self.state.seat(seat)
        assert found is not None
        return found

    def hop(self, *hops: str, seat: str = "s1") -> None:
        """Hops on a phone's board."""
        for hop in hops:
            self.do("hop", seat=seat, hop=hop)

    def sand(self, limit: int = 120, *, hidden: bool = False) -> None:
        """Quicksand begins."""
        self.do("sand.start", "server", limit=limit, hidden=hidden)

    def game(self, seat: str, milliseconds: int, pips: int) -> None:
        """A whole game of King Tut, scored by hand."""
        self.do("clock.start", seat=seat)
        self.do("clock.done", "server", seat=seat, ms=milliseconds)
        self.do("score.type", seat=seat, pips=pips)


def _some(here: dict[str, int], names: list[str]) -> dict[str, int]:
    return {name: here[name] for name in names}


# --- before the game ---


def test_a_table_lays_out_a_board_of_the_size_it_chose() -> None:
    """solitaire R4: 3x4 unless another size was asked for; every player gets a full one, until the
    start is undone.
    """
    assert Table(1, FREE).seat().position.board.size == "3x4"
    table = Table(2, FREE, board="4x5")
    assert table.state.board.size == "4x5"
    assert [seat.position.pips for seat in table.state.seats] == [120, 120]
    table.do(UNDO, target=table.log.version)
    assert (table.state.board.size, table.seat().position.pips) == ("3x4", 72)


@pytest.mark.parametrize(
    ("size", "remedy"),
    [
        ("2x2", "; use 3x3 to 8x10"),
        ("9x9", "; use 3x3 to 8x10"),
        ("large", "; write rows x columns"),
        (7, '"board" is'),
    ],
)
def test_a_board_that_cannot_be_is_refused(size: object, remedy: str) -> None:
    """With the remedy in its words."""
    table = Table(1)
    refusal = table.log.check(table.event("game.start", mode=FREE, rounds=1, board=size))
    assert refusal
    assert (refusal.code, remedy in refusal.text) == ("malformed", True), refusal.text


@pytest.mark.parametrize(
    ("seats", "mode", "rounds", "code"),
    [
        (0, FREE, 1, "not-now"),
        (1, KING_TUT, 1, "not-now"),
        (1, QUICKSAND, 1, "not-now"),
        (1, FREE, 2, "malformed"),
    ],
)
def test_what_a_start_needs(seats: int, mode: str, rounds: int, code: str) -> None:
    """solitaire R5, R6: against each other two play; who plays freely needs no rounds."""
    assert Table(seats).refused("game.start", mode=mode, rounds=rounds) == code


def test_nine_do_not_fit() -> None:
    """Eight play at most."""
    assert Table(8).refused("seat.take", seat="s9", name="Nine") == "full"


# --- boards on the phone ---


def test_hops_are_the_engines() -> None:
    """solitaire R1, R2, R3: a legal hop is made, an illegal one is refused in words."""
    table = Table(1, FREE)
    assert table.seat().pips is None
    table.hop("a1-a3", "b1-d1")
    assert table.seat().position.count.total() == 34
    assert table.seat().pips == table.seat().position.pips == 66
    refusal = table.log.check(table.event("hop", seat="s1", hop="a1-a2"))
    assert refusal
    assert (refusal.code, refusal.text) == (
        "illegal",
        "a hop goes two squares in a straight line or diagonally.",
    )
    assert table.refused("hop", seat="s1", hop="a1-z9") == "malformed"


def test_a_hop_that_saw_another_board_is_stale() -> None:
    """Two phones of one seat: the second tap is reported, not applied."""
    table = Table(1, FREE)
    late = table.event("hop", seat="s1", hop="b1-d1")
    table.hop("a1-a3")
    assert table.refused("hop", seat="s1", hop="b1-d1", expects=late.payload["expects"]) == "stale"


def test_hops_can_be_taken_back_one_by_one() -> None:
    """An undo is the log's; what later hops build on stays until they are taken back."""
    table = Table(2, FREE)
    first = table.do("hop", seat="s1", hop="a1-a3")
    second = table.do("hop", seat="s1", hop="b1-b3")
    table.hop("a1-c1", seat="s2")
    assert not table.log.undoable(first)
    table.do(UNDO, target=second)
    assert position_text(table.seat().position) == "SM,SML,SML,SML/SM,SML,SML,SML/SMLL,SML,SML,SML"
    assert table.log.undoable(first)


def test_a_perfect_game_alone() -> None:
    """solitaire R4: it is settled when no hop is left; 1 point wins, and the challenge met
    is named.
    """
    table = Table(1, FREE)
    table.hop(*map(str, PERFECT[0].hops[:-1]))
    assert (table.state.settled, table.state.winners) == (False, ())
    table.hop(str(PERFECT[0].hops[-1]))
    assert (table.state.settled, table.state.winners) == (True, ("s1",))
    assert (table.seat().pips, table.seat().lone) == (1, "S")


@pytest.mark.parametrize("left", "ML")
def test_challenges(left: str) -> None:
    """solitaire R4: finish with one medium, with one large."""
    line = next(line for line in LINES if line.left == left)
    table = Table(1, FREE)
    table.hop(*map(str, line.hops))
    assert table.seat().lone == left
    assert table.state.winners == ()


def test_a_new_board_keeps_the_best_game() -> None:
    """A board that was not played to its end is put aside for nothing."""
    table = Table(1, FREE)
    table.hop(*map(str, PERFECT[0].hops))
    table.do("board.new", seat="s1")
    assert table.seat().past == (1,)
    table.hop("a1-a3")
    late = {"changes": 0}
    assert table.refused("board.new", seat="s1", expects=late) == "stale"
    table.do("board.new", seat="s1")
    assert table.seat().past == (1,)
    assert table.state.total(table.seat()) == 1


def test_free_play_ends_when_the_players_say_so() -> None:
    """Once someone has finished a board, whoever else is still playing: nothing is hopped or laid
    any more, the best boards count, and whoever finished none has no score. It can be undone.
    """
    table = Table(3, FREE)
    table.hop("a1-a3", seat="s2")
    assert table.refused("play.end") == "not-now"
    table.do("score.type", seat="s1", pips=7)
    table.do("score.type", seat="s3", pips=9)
    assert (table.state.phase, table.state.settled, table.state.winners) == ("play", False, ())
    end = table.do("play.end", "s2")
    assert (table.state.phase, table.state.settled, table.state.winners) == ("done", True, ("s1",))
    assert table.refused("play.end") == "not-now"
    assert table.refused("hop", seat="s2", hop="b1-b3") == "not-now"
    assert table.refused("board.new", seat="s1") == "not-now"
    table.do("score.type", seat="s3", pips=6)
    assert table.state.winners == ("s3",)
    table.do(UNDO, target=end)
    table.hop("b1-b3", seat="s2")
    assert Table(2, KING_TUT).refused("play.end") == "not-now"


def test_a_total_says_whether_it_was_typed() -> None:
    """solitaire R4: that of the best board in free play, and of any round otherwise; a photo and
    the phone's own board are checked.
    """
    table = Table(1, FREE)

    def unchecked() -> bool:
        return table.state.unchecked(table.seat())

    assert not unchecked()
    table.do("score.type", seat="s1", pips=7)
    assert unchecked()
    table.do("tally.read", seat="s1", photo="p", tally="S,L,,/,,M,/,,,", reading={})
    assert not unchecked()
    table.do("board.new", seat="s1")
    table.do("score.type", seat="s1", pips=8)
    assert (table.state.total(table.seat()), unchecked()) == (6, False)
    table.do("score.type", seat="s1", pips=2)
    table.do("board.new", seat="s1")
    assert (table.state.total(table.seat()), unchecked()) == (2, True)
    table.hop(*map(str, PERFECT[0].hops))
    assert (table.state.total(table.seat()), unchecked()) == (1, False)
    timed = Table(2, KING_TUT, rounds=2)
    for seat in ("s1", "s2"):
        timed.game(seat, 60_000, 1)
    timed.do("round.next")
    assert timed.state.unchecked(timed.seat())


def test_a_puzzle_is_solved_at_its_best_end_and_is_no_game() -> None:
    """Its position stands on the board; what is left of it counts for nothing, and the next board
    is a full one.
    """
    table = Table(1, FREE)
    table.hop(*map(str, PERFECT[0].hops))
    table.do("puzzle.set", seat="s1", puzzle="1-2", position="S,,SS,/,,,/,,,", best=2)
    assert (table.seat().past, table.seat().task, table.seat().solved) == (
        (1,),
        Task("1-2", 2),
        False,
    )
    assert (
        table.refused(
            "puzzle.set", seat="s1", puzzle="x", position=ONE_SMALL, best=1, expects={"changes": 0}
        )
        == "stale"
    )
    assert (
        table.refused("puzzle.set", seat="s1", puzzle="x", position="S,S/,/,", best=1)
        == "malformed"
    )
    assert table.refused("score.type", seat="s1", pips=1) == "not-now"
    # three pips, and two were to be had
    assert (table.seat().position.over, table.seat().solved) == (True, False)
    table.do("puzzle.set", seat="s1", puzzle="1-3", position="S,S,,/,,,/,,,", best=1)
    table.hop("a1-c1")
    assert table.seat().solved
    table.do("board.new", seat="s1")
    assert table.seat().task is None
    assert table.seat().position == full(table.state.board)
    assert table.state.total(table.seat()) == 1


def test_puzzles_belong_to_free_play() -> None:
    """Whoever plays against the clock or the sand has a full board."""
    table = Table(2, KING_TUT)
    assert (
        table.refused("puzzle.set", seat="s1", puzzle="1-2", position=ONE_SMALL, best=1)
        == "not-now"
    )


# --- scores of real boards ---


def test_pips_are_typed() -> None:
    """solitaire R4: from a perfect score to a full board; who saw another score is informed."""
    table = Table(1, FREE)
    for pips in (73, 100):
        assert table.refused("score.type", seat="s1", pips=pips) == "malformed"
    table.do("score.type", seat="s1", pips=7)
    assert (table.seat().pips, table.state.settled) == (7, True)
    assert table.refused("score.type", seat="s1", pips=8, expects={"version": 0}) == "stale"
    table.do("score.type", seat="s1", pips=8)
    assert table.seat().pips == 8
    assert table.seat().lone is None


def test_a_photo_of_what_is_left_needs_it_laid_apart() -> None:
    """solitaire D1: each pyramid on a square of its own; a stack can't be seen through."""
    table = Table(1, FREE)
    photo: dict[str, Any] = {"seat": "s1", "photo": "p1", "reading": {}}
    assert table.refused("tally.read", tally=",SM,,/,,,/,,,", **photo) == "nested"
    assert table.refused("tally.read", tally="nonsense", **photo) == "malformed"
    table.do("tally.read", tally="S,L,,/,,M,/,,,", **photo)
    assert (table.seat().pips, table.seat().left.photo) == (6, "p1")
    table.do(
        "tally.read",
        tally=ONE_SMALL,
        **{**photo, "photo": "p2", "reading": {"unsure": [{"text": "?"}]}},
    )
    assert (table.seat().pips, table.seat().lone) == (1, "S")
    table.do("score.type", seat="s1", pips=3)
    assert (table.seat().pips, table.seat().left.photo) == (3, None)


# --- King Tut ---


def test_king_tut() -> None:
    """solitaire R5: 3 seconds a point over 1; another one starts each round; the lowest time in all
    wins.
    """
    table = Table(3, KING_TUT, rounds=2)
    assert (table.state.order, table.state.due) == (("s1", "s2", "s3"), "s1")
    table.game("s1", 60_000, 1)
    table.game("s2", 50_000, 5)
    table.game("s3", 50_000, 4)
    assert [table.state.total(table.seat(seat)) for seat in ("s1", "s2", "s3")] == [
        60_000,
        62_000,
        59_000,
    ]
    table.do("round.next")
    assert (table.state.order, table.state.due) == (("s2", "s3", "s1"), "s2")
    assert table.seat().past == (60_000,)
    for seat in table.state.order:
        assert table.state.phase == "play"
        table.game(seat, 30_000 if seat == "s1" else 40_000, 1)
    assert table.state.phase == "done"
    assert table.state.total(table.seat("s1")) == 90_000
    assert table.state.winners == ("s1",)
    assert table.refused("round.next") == "not-now"


def test_king_tut_ends_early_and_scores_the_phones_board() -> None:
    """solitaire R5: "Done" may come while hops are left; the board on the phone is scored by
    itself.
    """
    table = Table(2, KING_TUT)
    assert table.refused("hop", seat="s1", hop="a1-a3") == "not-now"
    table.do("clock.start", seat="s1")
    assert (table.state.running, table.state.since) == ("s1", "2026-11-21T20:00:00Z")
    assert table.refused("hop", seat="s2", hop="a1-a3") == "not-now"
    hop = table.do("hop", seat="s1", hop="a1-a3")
    assert table.refused("score.type", seat="s1", pips=69) == "not-now"
    table.do("clock.done", "server", seat="s1", ms=1_000)
    assert not table.state.seats[0].position.over
    assert table.state.total(table.seat()) == 1_000 + 3_000 * 68
    assert not table.log.undoable(hop), "the clock has been stopped"
    assert table.refused("hop", seat="s1", hop="b1-b3") == "not-now"


def test_king_tut_takes_turns() -> None:
    """solitaire R5: one game at a time, in order, each round scored before the next."""
    table = Table(2, KING_TUT, rounds=2)
    assert table.refused("clock.start", seat="s2") == "not-now"
    assert table.refused("clock.done", seat="s1", ms=5) == "stale"
    table.do("clock.start", seat="s1")
    assert table.refused("clock.start", seat="s2") == "stale"
    assert table.refused("clock.done", seat="s2", ms=5) == "stale"
    done = table.do("clock.done", seat="s1", ms=5)
    assert table.refused("clock.start", seat="s1") == "not-now"
    assert table.refused("round.next") == "not-now"
    table.do(UNDO, target=done)
    assert table.state.running == "s1"
    table.do("clock.done", seat="s1", ms=7)
    table.do("clock.start", seat="s2")
    assert not table.log.undoable(done + 2), "the next game has begun"
    assert table.refused("clock.done", seat="s2", ms=5, expects={"round": 2}) == "stale"
    assert table.refused("sand.start", "server", limit=60, hidden=False) == "not-now"
    assert table.refused("board.new", seat="s2") == "not-now"


# --- Quicksand ---


def test_quicksand() -> None:
    """solitaire R6: all at once while the sand runs; then all that is left counts, and the lowest
    wins.
    """
    table = Table(3, QUICKSAND)
    assert table.refused("hop", seat="s1", hop="a1-a3") == "not-now"
    assert table.refused("sand.out", "server") == "stale"
    table.sand()
    table.hop("a1-a3", seat="s2")
    table.hop("a1-c1", seat="s1")
    assert table.refused("score.type", seat="s3", pips=9) == "not-now"
    assert table.refused("sand.out", "s1") == "not-yours"
    table.do("sand.out", "server")
    assert table.refused("hop", seat="s1", hop="b2-d2") == "not-now"
    assert not table.state.scored
    table.do("score.type", seat="s3", pips=10)
    assert table.state.phase == "done"
    assert [seat.pips for seat in table.state.seats] == [69, 69, 10]
    assert table.state.winners == ("s3",)


def test_a_timer_ends_only_the_sand_that_it_was_set_for() -> None:
    """solitaire R6: one that comes late, of a sand taken back since, ends no other; put back, that
    sand is its own again. Older logs don't say which sand ran out, and are read as they were.
    """
    table = Table(2, QUICKSAND)
    table.sand(60)
    first = table.log.version
    undo = table.do(UNDO, target=first)
    table.sand(300)
    late = {"expects": {"round": 1, "sand": first}}
    assert table.refused("sand.out", "server", **late) == "stale"
    other = table.log
    table.do("sand.out", "server", expects={"round": 1, "sand": other.version})
    assert table.state.sand
    assert table.state.sand.out
    table.log = other
    table.do("sand.out", "server", expects={"round": 1})
    assert table.state.sand.out
    table.log = other
    table.do(UNDO, target=other.version)
    table.do(UNDO, target=undo)
    table.do("sand.out", "server", **late)
    assert table.state.sand.out


def test_quicksand_adds_rounds_up() -> None:
    """solitaire R6: each on a new board, under a new timer; who shares the lowest score shares the
    win.
    """
    table = Table(2, QUICKSAND, rounds=2)
    for one, other in ((3, 5), (4, 2)):
        table.sand()
        table.do("sand.out", "host")
        table.do("score.type", seat="s1", pips=one)
        assert table.refused("round.next") == "not-now"
        table.do("score.type", seat="s2", pips=other)
        if table.state.round < 2:
            table.do("round.next")
            assert (table.state.sand, table.seat().pips) == (None, None)
    assert table.state.winners == ("s1", "s2")


@pytest.mark.parametrize(
    ("limit", "hidden", "actor", "code"),
    [
        (9, False, "host", "malformed"),
        (3601, False, "host", "malformed"),
        (59, True, "server", "malformed"),
        (301, True, "server", "malformed"),
        (90, True, "host", "not-yours"),
        (90, True, "s1", "not-yours"),
    ],
)
def test_limits(limit: int, hidden: bool, actor: str, code: str) -> None:
    """solitaire R6: 1 to 5 minutes by lot, which only the server draws; a limit that all may see
    may be any.
    """
    assert Table(2, QUICKSAND).refused("sand.start", actor, limit=limit, hidden=hidden) == code


def test_a_hidden_limit_is_shown_to_nobody_before_it_is_up() -> None:
    """solitaire R6: two tables that differ only in it show the same until the sand is out, whatever
    happens.
    """
    tables = [Table(2, QUICKSAND) for _ in range(2)]
    for table, limit in zip(tables, (61, 299), strict=True):
        table.sand(limit, hidden=True)
    assert tables[0].state != tables[1].state
    assert shown(tables[0].state) == shown(tables[1].state)
    for table in tables:
        table.hop("a1-a3")
    assert shown(tables[0].state) == shown(tables[1].state)
    assert str(shown(tables[0].state)) == str(shown(tables[1].state))
    for table in tables:
        table.do("sand.out", "server")
    assert [table.state.sand and table.state.sand.limit for table in tables] == [61, 299]
    assert all(shown(table.state) == table.state for table in tables)


def test_a_limit_for_all_to_see_is_shown() -> None:
    """solitaire R6: a fixed timer."""
    table = Table(2, QUICKSAND)
    assert shown(table.state) == table.state
    table.sand(90)
    assert shown(table.state) == table.state
    assert table.refused("sand.start", "server", limit=90, hidden=False) == "stale"


def test_nothing_is_played_before_the_start() -> None:
    """Nor after the opening alone."""
    table = Table(1)
    assert table.refused("hop", seat="s1", hop="a1-a3") == "not-now"
    assert table.state.phase == "lobby"
    assert table.state.winners == ()
    assert set(PYRAMIDS) == set(standard().pips)
