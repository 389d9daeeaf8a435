"""The rules of solitaire, one by one."""

from __future__ import annotations

import pytest

from companion.errors import UsageError
from companion.language import Phrase
from companion.solitaire import state
from companion.solitaire.board import Board, Hop
from companion.solitaire.rules import legal_moves, result, setup, to_move, view
from companion.solitaire.state import PLAYERS, full
from tests.companion.solitaire.conftest import Play
from tests.companion.solitaire.notation import parse_state, refusal, state_text

# A small and a medium alone on a2 and b2, and the two sizes of landing place.
MIXED = ",,,/S,M,,/,,,"


def _legal(board: Board, text: str) -> list[str]:
    return list(map(str, legal_moves(parse_state(text, board), 0)))


def test_setup(board: Board) -> None:
    """solitaire R1: a nest on each square, the large one over the medium one over the small one; 72
    pips in all.
    """
    state = setup(board, 1, seed=1)
    assert state_text(state) == "SML,SML,SML,SML/SML,SML,SML,SML/SML,SML,SML,SML"
    assert state.positions[0].count == {"S": 12, "M": 12, "L": 12}
    assert state.positions[0].pips == 72
    assert full(board.sized(4, 5)).pips == 120


def test_nothing_is_drawn_by_lot(board: Board) -> None:
    """Every seed gives the same game."""
    assert setup(board, 3, seed=1) == setup(board, 3, seed=2)


@pytest.mark.parametrize("players", [0, 9])
def test_how_many_may_play(board: Board, players: int) -> None:
    """solitaire R6: one alone or up to eight."""
    with pytest.raises(UsageError, match=f"solitaire: {players} players; play with 1 to 8"):
        setup(board, players, seed=1)


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("S,,,/,S,,/,,,", ["a1-c3"]),
        ("S,S,,/,,,/,,,", ["a1-c1"]),
        ("S,,,/S,,,/,,,", ["a1-a3"]),
        (",,,S/,,S,/,,,", ["d1-b3"]),
        (",,,/,S,,/S,,,", ["a3-c1"]),
        (",,,/,,,/,,S,S", ["d3-b3"]),
        (",,,/,,,S/,,,S", ["d3-d1"]),
        (",,,/,,S,/,,,S", ["d3-b1"]),
        ("S,,S,/,,,/,,,", []),
    ],
)
def test_a_hop_goes_over_a_neighbour_in_any_direction(
    board: Board, text: str, hops: list[str]
) -> None:
    """solitaire R1: straight and diagonally, over the next square onto the one behind it, and no
    farther.
    """
    assert _legal(board, text) == hops


@pytest.mark.parametrize("mover", "SML")
@pytest.mark.parametrize("hopped", ["S", "M", "L", "SML"])
def test_any_size_hops_over_any_size(board: Board, mover: str, hopped: str) -> None:
    """solitaire R1: it is the top of a square that counts, and only for landing."""
    assert "a2-c2" in _legal(board, f",,,/{mover},{hopped},,/,,,")


@pytest.mark.parametrize(
    ("landing", "legal"),
    [
        ("", True),
        ("M", True),
        ("SM", True),
        ("S", False),
        ("SML", False),
        ("L", False),
        ("MS", False),
    ],
)
def test_landing(board: Board, landing: str, legal: bool) -> None:
    """solitaire R2: on an empty square or on a top of its own size; what that one stands on
    doesn't matter.
    """
    assert ("a2-c2" in _legal(board, f",,,/M,L,{landing},/,,,")) == legal


def test_the_top_moves_and_the_top_is_removed(play: Play) -> None:
    """solitaire R3: of the hopped square the top pyramid goes and only that; the mover stands on
    the square behind.
    """
    assert state_text(play(",,,/SML,SM,SL,/,,,", "a2-c2")) == ",,,/SM,S,SLL,/,,,"
    assert state_text(play(",,,/S,M,,/,,,", "a2-c2")) == ",,,/,,S,/,,,"


@pytest.mark.parametrize(
    ("hop", "reason"),
    [
        (Hop("a1", "c1"), "a1 has no pyramid"),
        (Hop("a2", "a3"), "a hop goes two squares in a straight line or diagonally"),
        (Hop("a2", "d2"), "a hop goes"),
        (Hop("a2", "c3"), "a hop goes"),
        (Hop("a2", "e2"), "a hop goes"),
        (Hop("b2", "d2"), "a hop must go over a pyramid, and c2 is empty"),
        (Hop("a3", "c3"), "a pyramid can land only on its own size, and c3 holds another"),
        (Hop("a2", "c2"), None),
    ],
)
def test_refusals_give_the_reason(board: Board, hop: Hop, reason: str | None) -> None:
    """solitaire R1, R2, R3: why a hop can't be made, in words."""
    found = refusal(parse_state(",,,/S,M,,/L,M,S,", board), 0, hop)
    assert found == reason if reason is None else found and found.startswith(reason)
    assert found is None or isinstance(found, Phrase), "phones say it in their language"


def test_score_counts_covered_pyramids(play: Play) -> None:
    """solitaire R4: when no hop is left, 3 for a large one, 2 for a medium one, 1 for a small one,
    covered or not.
    """
    state = play("SML,,,/,,,/,,MM,S")
    found = result(play("SML,,,/,,,/,,MM,"))
    assert not to_move(play("SML,,,/,,,/,,MM,"))
    assert found.points == (10,)
    assert to_move(state) == (0,)
    with pytest.raises(ValueError, match="not over"):
        result(state)


@pytest.mark.parametrize(
    ("left", "points", "winners"), [("S", 1, (0,)), ("M", 2, ()), ("L", 3, ())]
)
def test_the_last_one_tells_which_challenge_is_met(
    play: Play, left: str, points: int, winners: tuple[int, ...]
) -> None:
    """solitaire R4: 1 is perfect, and alone nothing else wins; a lone medium or large one is a
    challenge met.
    """
    state = play(f"{left},,,/,,,/,,,")
    found = result(state)
    assert (found.points, found.winners) == ((points,), winners)
    assert [position.lone for position in state.positions] == [left]


def test_alone_one_may_agree_that_any_score_wins(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """solitaire R4.D1: that only a perfect score wins is our reading, and a table can change it."""
    monkeypatch.setattr(state, "ALONE_ONLY_PERFECT_WINS", False)
    assert result(play("M,,,/,,,/,,,")).winners == (0,)


def test_everybody_plays_at_once_on_an_own_board(board: Board) -> None:
    """solitaire R6: all who have a hop left may make it, in any order, and nobody's hop touches
    another's board.
    """
    state = parse_state(f"{MIXED} S,,,/,,,/,,, {MIXED}", board)
    assert to_move(state) == (0, 2)
    assert not tuple(legal_moves(state, 1))
    assert view(state, 2).own == state.positions[2]
    assert view(state, 0).positions == state.positions


@pytest.mark.parametrize(
    ("boards", "winners"),
    [("S M", (0,)), ("L S S", (1, 2)), ("L M L", (1,)), ("M M", (0, 1))],
)
def test_lowest_wins_and_ties_share(play: Play, boards: str, winners: tuple[int, ...]) -> None:
    """solitaire R6: the lowest score wins, and all who have it share the win."""
    assert (
        result(play(" ".join(f"{left},,,/,,,/,,," for left in boards.split()))).winners == winners
    )


def test_players_of_the_game() -> None:
    """One may play alone."""
    assert PLAYERS == (1, 8)
