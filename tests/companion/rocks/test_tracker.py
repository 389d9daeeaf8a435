"""What the phones of a rocks table know: the kinds of events that are its own, and that it follows
the engine.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.events import UNDO, Event, Refusal
from companion.rocks.board import AT_ONCE, PLAY_OUT
from companion.rocks.boardfile import standard
from companion.rocks.rules import apply, legal_moves, result, setup, to_move, view
from companion.rocks.simulate import sensible_bot
from companion.rocks.state import DROP, Handle, State, Step
from companion.rocks.table import TableState
from companion.rocks.tracker import KINDS, TRACKER
from tests.companion.phones import NAMES, Phones, deck_text

COLOURS = [nest.id for nest in standard().nests]


class _Play(Phones[TableState]):
    """A table of rocks; what a tap expects is what the state says, unless it is given."""

    def __init__(self, seats: int = 0, **options: str) -> None:
        super().__init__("rocks", TRACKER, **options)
        for index in range(seats):
            self.do("seat.take", seat=f"s{index + 1}", name=NAMES[index], colour=COLOURS[index])

    @property
    def now(self) -> tuple[int, str, int]:
        """Round, who and which penguin."""
        return (
            self.state.now.round,
            self.state.seats[self.state.now.seat].id,
            self.state.now.penguin,
        )

    @property
    def shown(self) -> list[int]:
        """What the die shows, if it has been thrown."""
        return [] if self.state.die is None else [self.state.die]

    def event(self, kind: str, actor: str = "host", **payload: Any) -> Event:
        if kind in KINDS and "expects" in KINDS[kind].fields:
            payload = {"expects": {"moves": self.state.moves}, **payload}
        return super().event(kind, actor, **payload)

    def build(self, seat: str, *, but: int = 0) -> None:
        for space in range(6 - but):
            self.do("rock.drop", seat=seat, space=space)


def started(seats: int = 2, first: str = "s1", **options: str) -> _Play:
    play = _Play(seats, **options)
    play.do("game.start", first=first)
    return play


# --- before the game ---


def test_rocks_r1_seats_stand_round_the_table_as_their_nests_do() -> None:
    """rocks R1, R3: whoever sits down when; the youngest is first, the others follow clockwise."""
    play = _Play()
    for seat, name, colour in (
        ("x", "Xenia", "amber"),
        ("y", "Yann", "coral"),
        ("z", "Zoe", "violet"),
    ):
        play.do("seat.take", seat=seat, name=name, colour=colour)
    assert [seat.id for seat in play.state.seats] == ["y", "x", "z"]
    play.do("game.start", first="x")
    assert [seat.id for seat in play.state.seats] == ["x", "z", "y"]
    assert play.now == (1, "x", 1)


@pytest.mark.parametrize(
    ("colour", "code"), [("coral", "taken"), ("mauve", "malformed"), ("", "malformed")]
)
def test_each_seat_has_a_nest_of_its_own(colour: str, code: str) -> None:
    """Nests are distinguished by everyone at the table."""
    assert _Play(2).refused("seat.take", seat="s9", name="Zoe", colour=colour) == code


def test_rocks_r1_two_players_need_nests_next_to_each_other() -> None:
    """rocks R1: across the board is refused at the start; who rolls first must sit there."""
    play = _Play(1)
    play.do("seat.take", seat="s3", name="Cleo", colour=COLOURS[2])
    assert play.refused("game.start", first="s1") == "not-now"
    assert _Play(2).refused("game.start", first="s9") == "malformed"
    assert started(2).state.phase == "play"


def test_a_table_may_choose_how_the_game_ends() -> None:
    """rocks O: at once or played out; there is no other end."""
    assert (
        _Play(0, finish=PLAY_OUT).state.board.fingerprint
        == standard().finishing(PLAY_OUT).fingerprint
    )
    opening = {"game": "rocks", "options": {"finish": "never"}, "deck": deck_text("rocks")}
    refusal = TRACKER.step(TRACKER.start(), Event(1, "", "host", "table.open", opening))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "malformed"


def test_rocks_o_the_lobby_chooses_how_the_game_ends() -> None:
    """rocks O: the table's word goes before the board's, and stays once play begins; there is no
    third end.
    """
    played_out = deck_text("rocks").replace('finish = "at-once"', 'finish = "play-out"')
    for play, ends in (
        (_Play(2), (PLAY_OUT, AT_ONCE)),
        (_Play(2, deck=played_out), (AT_ONCE, PLAY_OUT)),
    ):
        assert play.state.board.rules.finish == ends[1]
        for finish in ends:
            play.do("finish.set", finish=finish)
            assert play.state.board == standard().finishing(finish)
        assert play.refused("finish.set", finish="never") == "malformed"
        play.do("game.start", first="s1")
        assert play.refused("finish.set", finish=ends[0]) == "locked"


def test_rocks_o_the_end_that_was_chosen_can_be_taken_back_until_the_game_starts() -> None:
    """And again once its start is taken back."""
    play = _Play(2)
    chosen = play.do("finish.set", finish=PLAY_OUT)
    start = play.do("game.start", first="s1")
    assert play.refused(UNDO, target=chosen) == "undo"
    play.do(UNDO, target=start)
    play.do(UNDO, target=chosen)
    assert play.state.board == standard()


def test_nothing_moves_before_the_game() -> None:
    """Each event in its time."""
    assert _Play(2).refused("move.done") == "not-now"
    assert _Play(2).refused("rock.drop", seat="s1", space=0) == "not-now"


# --- play ---


def test_rocks_r3_the_die_is_thrown_once_a_penguin_and_turns_go_round() -> None:
    """rocks R3: ours or the real one, or none typed in at all."""
    play = started(2)
    play.do("die.roll", face=4)
    assert play.shown == [4]
    assert play.refused("die.roll", face=5) == "stale"
    assert play.refused("die.roll", face=7) == "malformed"
    play.do("move.done")
    assert (play.now, play.shown) == ((1, "s2", 1), [])
    play.do("move.done")
    assert play.now == (2, "s1", 1)


def test_two_people_press_done_and_one_move_is_done() -> None:
    """A move that doesn't commute carries what it saw: the second is refused with the news."""
    play = started(2)
    late = play.event("move.done")
    play.do("move.done")
    refusal = play.log.check(late)
    assert refusal is not None
    assert refusal.code == "stale"


def test_rocks_r8_penguin_2_follows_the_first_delivery_at_once() -> None:
    """rocks R8.D1a, R8.D1b: in the same turn, and from then on in each; what others or penguin 2
    drop frees nobody.
    """
    play = started(2)
    play.do("rock.drop", seat="s2", space=0)
    assert not any(seat.free for seat in play.state.seats)
    play.do("rock.drop", seat="s1", space=0)
    assert [seat.free for seat in play.state.seats] == [True, False]
    for expected in ((1, "s1", 2), (1, "s2", 1), (2, "s1", 1), (2, "s1", 2)):
        play.do("move.done")
        assert play.now == expected
    assert play.refused("penguin.free", seat="s1", free=False) == "not-now"
    play.do("penguin.free", seat="s2", free=True)
    assert play.state.seats[1].free


def test_rocks_r9_rocks_a_nest() -> None:
    """rocks R9: one a space until the nest is complete, then two; what is not there
    can't be taken.
    """
    play = started(2)
    play.do("rock.drop", seat="s1", space=0)
    assert play.refused("rock.drop", seat="s1", space=0) == "not-there"
    play.do("rock.take", seat="s1", space=0)
    assert play.refused("rock.take", seat="s1", space=0) == "not-there"
    play.build("s1")
    assert play.state.seats[0].complete
    play.do("rock.drop", seat="s1", space=0)
    assert play.refused("rock.drop", seat="s1", space=0) == "not-there"
    assert play.refused("rock.drop", seat="s9", space=0) == "malformed"
    assert play.refused("rock.drop", seat="s1", space=6) == "malformed"


def test_there_are_no_more_rocks_than_are_printed() -> None:
    """Four piles of six."""
    play = started(4)
    for seat in ("s1", "s2", "s3", "s4"):
        play.build(seat)
    assert play.refused("rock.drop", seat="s1", space=0) == "not-there"


def test_rocks_r10_the_win_check() -> None:
    """rocks R10: the mover, with six outer spaces filled; the first to do so wins at once."""
    play = started(2)
    play.build("s1", but=1)
    play.build("s2")
    assert play.refused("nest.done", seat="s1") == "not-there"
    assert play.refused("nest.done", seat="s2") == "stale"
    play.do("rock.drop", seat="s1", space=5)
    play.do("nest.done", seat="s1")
    assert (play.state.phase, play.state.winner, play.state.active) == (
        "done",
        play.state.seats[0],
        None,
    )
    assert play.refused("move.done") == "not-now"


def test_rocks_r10_who_moved_last_may_still_finish_until_the_next_throw() -> None:
    """rocks R10: with "Moved" tapped before the last rock; not before the first move, not for who
    sits before that.
    """
    play = started(3)
    play.build("s3")
    assert play.refused("nest.done", seat="s3") == "stale"
    play.do("rock.take", seat="s3", space=0)
    play.do("move.done")
    play.build("s1")
    assert [seat.id for seat in play.state.movers] == ["s1", "s2"]
    thrown = play.do("die.roll", face=2)
    assert play.refused("nest.done", seat="s1") == "stale"
    play.do(UNDO, target=thrown)
    play.do("nest.done", seat="s1")
    assert (play.state.phase, play.state.winner, play.state.movers) == (
        "done",
        play.state.seats[0],
        (),
    )


def test_rocks_r10_a_nest_is_finished_before_a_real_die_is_typed_in() -> None:
    """rocks R10: also when penguin 2 was to roll; the turn passes on only where the round is played
    out.
    """
    play = started(2, finish=PLAY_OUT)
    play.build("s1")
    play.do("move.done")
    assert play.now == (1, "s1", 2)
    play.do("nest.done", seat="s1")
    assert (play.state.phase, play.now, play.state.movers) == (
        "play",
        (1, "s2", 1),
        (play.state.seats[1],),
    )


def test_rocks_o_who_finishes_after_the_move_takes_nobodys_roll() -> None:
    """rocks O, R10.D4: played out, the next one still rolls, and the last to build wins."""
    play = started(3, finish=PLAY_OUT)
    for seat, now in (("s1", (1, "s2", 1)), ("s2", (1, "s3", 1))):
        play.do("move.done")
        play.build(seat)
        play.do("nest.done", seat=seat)
        assert (play.now, play.state.phase) == (now, "play")
    play.do("move.done")
    assert (play.state.phase, play.state.winner) == ("done", play.state.seats[1])


def test_rocks_o_played_out_the_last_to_finish_wins() -> None:
    """rocks O: the others of the round have their turn."""
    play = _Play(2)
    play.do("finish.set", finish=PLAY_OUT)
    play.do("game.start", first="s1")
    play.build("s1")
    play.build("s2")
    play.do("nest.done", seat="s1")
    assert (play.state.phase, play.state.winner, play.now) == ("play", None, (1, "s2", 1))
    play.do("nest.done", seat="s2")
    assert (play.state.phase, play.state.winner) == ("done", play.state.seats[1])


def test_rocks_r10_d_after_so_many_rounds_nobody_wins() -> None:
    """rocks R10.D3: as on the board, so on the phones."""
    play = started(2)
    for _ in range(2 * standard().rules.rounds):
        play.do("move.done")
    assert (play.state.phase, play.state.winner) == ("done", None)


# --- the engine and the phones ---


def _tell(play: _Play, before: State, move: object, after: State) -> None:
    """What the people at the table tap for a move on the board."""
    if isinstance(move, Step | Handle) and move.act:
        graph = before.board.graph
        place = graph.number[move.place] if isinstance(move, Step) else before.at
        nest = graph.ring_of.get(place)
        if nest in graph.nests[: before.players]:
            kind = "rock.drop" if move.act == DROP else "rock.take"
            play.do(kind, seat=f"s{graph.nests.index(nest) + 1}", space=nest.ring.index(place))
    if after.finished != before.finished:
        play.do("nest.done", seat=f"s{before.now.seat + 1}")
    elif after.over or after.now != before.now:
        play.do("move.done")


@pytest.mark.parametrize(
    ("seed", "finish"), [(1, AT_ONCE), (2, AT_ONCE), (3, PLAY_OUT), (4, PLAY_OUT)]
)
def test_the_phones_follow_the_engine(seed: int, finish: str) -> None:
    """rocks R3, R8, R9, R10: told of a whole game, they know whose roll it is, the nests, and who
    has won.
    """
    players, chance = 2 + seed % 3, random.Random(seed)
    board = standard() if finish == AT_ONCE else standard().finishing(PLAY_OUT)
    state = setup(board, players, seed)
    play = started(players, first=f"s{state.now.seat + 1}", finish=finish)
    while movers := to_move(state):
        (seat,) = movers
        move = sensible_bot(view(state, seat), legal_moves(state, seat), chance)
        before, state = state, apply(state, seat, move)
        _tell(play, before, move, state)
        now = state.now
        assert play.now == (now.round, f"s{now.seat + 1}", now.penguin)
        for number, nest in enumerate(board.graph.nests[:players]):
            known = play.state.seat(f"s{number + 1}")
            assert known is not None
            assert known.free == state.free[number]
            assert known.rocks == tuple(state.rocks[place] for place in nest.ring)
    (winner,) = result(state).winners
    assert play.state.winner == play.state.seat(f"s{winner + 1}")


@pytest.mark.parametrize(
    ("colours", "starter"),
    [("coral jade amber", "jade"), ("violet coral amber", "violet"), ("jade coral", None)],
)
def test_rocks_o_of_three_the_one_in_the_middle_is_to_start(
    colours: str, starter: str | None
) -> None:
    """rocks O: the one between the other two, whoever came first, with penguin 2 free."""
    play = _Play()
    for colour in colours.split():
        play.do("seat.take", seat=colour, name=colour, colour=colour)
    assert (play.state.starter, play.state.freed) == (starter, starter)
    play.do("game.start", first=colours.split(maxsplit=1)[0])
    assert [seat.id for seat in play.state.seats if seat.free] == ([starter] if starter else [])


def test_rocks_o_a_table_that_was_opened_without_a_setup_for_three_plays_on_as_it_began() -> None:
    """rocks R3, R8: its board is in its first event; nobody is free before a rock is home."""
    text = deck_text("rocks")
    play = _Play(
        3, deck=text.replace(text[text.index("\n[three]") : text.index("\n# The four nests")], "\n")
    )
    assert (play.state.starter, play.state.freed) == (None, None)
    play.do("game.start", first="s3")
    assert (play.now, [seat.free for seat in play.state.seats]) == ((1, "s3", 1), [False] * 3)


# --- undo ---


def test_moves_can_be_taken_back_one_by_one() -> None:
    """The last one first, as far back as one likes; what play has built on stays till then."""
    play = started(2)
    start, before = play.log.version, [play.state]
    for space in range(3):
        play.do("rock.drop", seat=play.now[1], space=space)
        before.append(play.state)
        play.do("move.done")
        before.append(play.state)
    assert play.refused(UNDO, target=start) == "undo"
    assert play.refused(UNDO, target=1) == play.refused(UNDO, target=2) == "undo"
    done = [event.version for event in play.log.events if event.version > start]
    assert [play.log.undoable(version) for version in done] == [False] * 5 + [True]
    for version in reversed(done):
        before.pop()
        play.do(UNDO, target=version)
        assert play.state == before[-1]
    play.do(UNDO, target=start)
    assert play.state.phase == "lobby"
