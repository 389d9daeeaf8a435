"""What the phones know of the board: from the setup, taps and photos; and where a roll can end."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from companion.events import UNDO
from companion.rocks.board import members, place_set
from companion.rocks.boardfile import read_board, standard
from companion.rocks.known import at_table
from companion.rocks.rules import apply, ends, generate, go, legal_moves, setup, to_move, view
from companion.rocks.sight import reach
from companion.rocks.simulate import sensible_bot
from companion.rocks.state import State
from companion.rocks.table import Penguin
from tests.companion.phones import deck_text
from tests.companion.rocks.test_tracker import _Play, started


def photo(play: _Play, *, complete: bool = False, **shown: Any) -> int:
    """A photo of the board: rocks by place, penguins by name."""
    rocks = {place: [*each] for place, each in shown.get("rocks", {}).items()}
    penguins = {
        name: {"place": place, "rock": rock}
        for name, (place, rock) in shown.get("penguins", {}).items()
    }
    seen: dict[str, Any] = {"rocks": rocks, "penguins": penguins, "complete": complete}
    return play.do("board.read", seat="s1", photo="p", **seen)


def places(play: _Play) -> list[str | None]:
    """Where the penguins stand, by seat."""
    return [penguin.place for seat in play.state.seats for penguin in seat.penguins]


def test_rocks_r1_r2_the_board_is_known_from_the_start() -> None:
    """rocks R1, R2: in the order of the seats, whoever starts; and how many play."""
    play = started(2, first="s2")
    assert places(play) == ["pb6", "b0", "pa6", "a0"]
    assert dict(play.state.loose) == dict.fromkeys(("qa", "qb", "qc", "qd"), (6, 6))
    assert at_table(play.state, "s1") == {"players": 2}


def test_a_tap_tells_where_the_move_ends_or_nobody_knows() -> None:
    """A rock may have been taken on the way, so piles are no longer sure."""
    play = started(2)
    play.do("die.roll", face=2)
    play.do("move.done", to="pa4")
    assert (places(play)[0], play.state.last) == ("pa4", ("pa6", "pa4"))
    assert dict(play.state.loose)["qa"] == (0, 6)
    play.do("move.done")
    assert (places(play)[2], play.state.last) == (None, None)


def test_rocks_r6_a_penguin_whose_space_another_one_takes_stands_elsewhere() -> None:
    """rocks R6: never two on a space; on a pile any number."""
    play = started(2)
    play.do("move.done", to="pb6")
    assert places(play)[:3] == ["pb6", "a0", None]
    for _ in range(2):
        play.do("move.done", to="qa")
    assert [places(play)[n] for n in (0, 2)] == ["qa", "qa"]


@pytest.mark.parametrize("to", ["b0", "nowhere"])
def test_rocks_r6_nobody_stands_in_anothers_centre(to: str) -> None:
    """rocks R6, R10; nor on a place that this board doesn't have."""
    assert started(2).refused("move.done", to=to) == "malformed"


def test_rocks_r7_who_robs_carries_the_rock_and_may_leave_it() -> None:
    """rocks R7: then the piles stay as they were."""
    play = started(2)
    photo(play, complete=True, rocks={"b2": (1, 1), "qa": (3, 3)}, penguins={})
    for kind, seat, carries, pile in (
        ("rock.take", "s2", True, (3, 3)),
        ("rock.drop", "s1", False, (3, 3)),
        ("rock.drop", "s1", False, (0, 3)),
    ):
        play.do(kind, seat=seat, space=1 if seat == "s2" else int(pile[0] == 0))
        assert play.state.seats[0].penguins[0].rock is carries
        assert dict(play.state.loose)["qa"] == pile


def test_rocks_r10_who_finishes_stands_in_the_centre() -> None:
    """rocks R10: penguin 2 while it is there, else the one that moves."""
    play = started(2)
    photo(play, penguins={"coral-2": ("pa2", False), "coral-1": ("a1", False)})
    play.build("s1")
    play.do("nest.done", seat="s1")
    assert places(play)[:2] == ["a0", "pa2"]


# --- where a roll can end ---


def _by_all_moves(state: State) -> int:
    """Every way, with every rock taken and dropped."""
    mover, found, waiting, seen = state.mover, set[int](), [state], set[object]()
    while waiting:
        here = waiting.pop()
        for after in (go(here, move) for move in generate(here)):
            at = after.stands[mover]
            key = at, after.left, after.visited, after.acted, after.carries[mover], after.rocks
            if not after.left:
                found.add(at)
            elif key not in seen:
                seen.add(key)
                waiting.append(after)
    return place_set(found)


@pytest.mark.parametrize("seed", range(6))
def test_rocks_r6_r10_a_roll_ends_where_any_of_the_engines_ways_ends(seed: int) -> None:
    """rocks R4 to R10: hops, rocks and wins included."""
    chance, state, turns = random.Random(seed), setup(standard(), 2 + seed % 3, seed), 0
    while movers := to_move(state):
        if state.starting and not state.acted:
            turns += 1
            if turns % 9 == 0:
                assert members(ends(state) or 0) == members(_by_all_moves(state))
        (seat,) = movers
        moves = legal_moves(state, seat)
        state = apply(state, seat, sensible_bot(view(state, seat), moves, chance))
    assert turns > 20


def test_a_board_of_your_own_that_joins_all_spaces_is_not_searched_for_long() -> None:
    """A stranger's board must not take the computer's time: then nothing is lit."""
    names = [place.id for place in standard().places if place.id[0] in "pl"]
    joined = [name for pair in combinations(names, 2) for name in pair]
    rows = [joined[at : at + 40] for at in range(0, len(joined), 40)]
    trails = "".join(f'\n[[trail]]\nthrough = "{" ".join(row)}"' for row in rows)
    board = read_board(deck_text("rocks") + trails, "board.toml")
    state = setup(board, 4, seed=1)._replace(left=6)
    assert ends(state) is None


def test_the_phones_know_where_the_roll_ends_as_the_engine_does() -> None:
    """Whoever sits where: Jade starts, and Coral's penguin is hopped over."""
    play = started(2, first="s2")
    assert reach(play.state) is None
    photo(play, penguins={"coral-1": ("pb5", False)})
    play.do("die.roll", face=2)
    assert reach(play.state) == ("pb4", "pb6")  # into the pile and out again, too


def test_nobody_knows_where_a_roll_ends_of_a_penguin_that_is_lost_or_has_moved() -> None:
    """Until a photo shows it; one that is taken after the move shows where it ended."""
    play = started(2)
    play.do("move.done")
    play.do("move.done")
    play.do("die.roll", face=1)
    assert reach(play.state) is None
    photo(play, penguins={"coral-1": ("pa2", False)})
    assert reach(play.state) == ("pa1", "pa3")
    photo(play, penguins={"coral-1": ("pa3", False)})
    assert reach(play.state) is None
    play.do("move.done")
    assert places(play)[0] == "pa3"


# --- a photo ---


def test_a_photo_that_shows_all_brings_the_board_up_to_date() -> None:
    """Nests, piles, penguins and what they carry; a penguin 2 that is out is free."""
    play = started(2)
    play.do("rock.drop", seat="s2", space=5)
    seen = {"coral-1": ("a1", True), "coral-2": ("pa2", False), "jade-1": ("b1", False)}
    rocks = {"a3": (2, 2), "b1": (1, 1), "pc1": (1, 1), "qa": (0, 0), "qb": (5, 5)}
    version = photo(play, complete=True, rocks=rocks, penguins=seen)
    ana, bo = play.state.seats
    assert (ana.rocks, bo.rocks) == ((0, 0, 2, 0, 0, 0), (1, 0, 0, 0, 0, 0))
    assert ana.penguins == (Penguin("a1", True), Penguin("pa2", False))
    assert (ana.free, play.state.fewer) == (True, ())
    assert dict(play.state.loose) == {"pc1": (1, 1), "qa": (0, 0), "qb": (5, 5)}
    play.do(UNDO, target=version)
    assert play.state.seats[1].rocks == (0, 0, 0, 0, 0, 1)


def test_a_photo_that_shows_more_is_believed_and_one_that_shows_fewer_asks() -> None:
    """Unless it shows all; what it leaves open changes nothing."""
    play = started(2)

    def nest() -> tuple[tuple[int, ...], bool]:
        return play.state.seats[1].rocks, bool(play.state.fewer)

    for space in (0, 1):
        play.do("rock.drop", seat="s2", space=space)
    photo(play, rocks={"b1": (0, 1), "b3": (1, 1)}, penguins={"jade-2": (None, None)})
    assert play.state.seats[1].rocks == (1, 1, 1, 0, 0, 0)
    assert play.state.fewer == (("s2", 1, 0),)
    assert places(play)[3] == "b0"
    assert play.refused("board.agree", photo="older", agree=True) == "stale"
    answer = play.do("board.agree", photo="p", agree=True)
    assert nest() == ((1, 0, 1, 0, 0, 0), False)
    assert play.refused("board.agree", photo="p", agree=True) == "stale"
    play.do(UNDO, target=answer)
    play.do("board.agree", photo="p", agree=False)
    assert nest() == ((1, 1, 1, 0, 0, 0), False)


def test_a_tap_answers_what_a_photo_asks() -> None:
    """Someone takes the rock away on the phone."""
    play = started(2)
    play.do("rock.drop", seat="s2", space=0)
    photo(play)
    play.do("rock.take", seat="s2", space=0)
    assert play.state.fewer == ()


def test_a_penguin_that_a_photo_misses_stands_where_no_other_one_is() -> None:
    """rocks R6: on its space now stands another one."""
    play = started(2)
    photo(play, penguins={"jade-1": ("pa6", False), "jade-2": ("pb1", False)})
    assert places(play) == [None, "a0", "pa6", "pb1"]


@pytest.mark.parametrize(
    "shown",
    [
        {"rocks": {"a1": [1]}, "penguins": {}, "complete": True},
        {"rocks": {}, "penguins": {"coral-1": {"place": 3, "rock": None}}, "complete": True},
        {"rocks": {}, "penguins": {"coral-1": {"place": "a1"}}, "complete": True},
    ],
)
def test_a_photos_event_has_its_form(shown: dict[str, Any]) -> None:
    """Limits of rocks, and place and load of penguins."""
    assert started(2).refused("board.read", seat="s1", photo="p", **shown) == "malformed"
