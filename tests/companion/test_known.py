"""Known: how much lies on a table, checked where it is said, and what that closes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.combust import table as combust
from companion.combust.deck import standard as combust_deck
from companion.combust.known import Known as Clans
from companion.combust.known import at_table as at_combust
from companion.combust.known import known as clans
from companion.errors import UsageError
from companion.giza import table as giza
from companion.giza.deck import standard as giza_deck
from companion.giza.known import Known as Pyramids
from companion.giza.known import at_table as at_giza
from companion.giza.known import known as pyramids
from companion.giza.state import TRAIN, Turn
from companion.known import Asked
from companion.pirates import table as pirates
from companion.pirates.known import at_table as at_pirates
from companion.pirates.tracks import Tracks
from companion.solitaire import table as solitaire
from companion.solitaire.board import standard as board
from companion.solitaire.known import at_table as at_solitaire
from companion.solitaire.state import full, parse_position


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"cards": 11}, "--cards: 11 is no number from 0 to 10"),
        ({"cards": [9, "x"]}, "--cards: 'x' is no number"),
        ({"cards": [True]}, "--cards: True is no number"),
        ({"tokens": -1}, "--tokens: -1 is no number"),
        ({"tokens": [1, 2]}, "--tokens: several numbers are given"),
        ({"players": 5}, "--players: 5 is no number from 0 to 4"),
        ({"goals": "goal"}, "--goals: goals are a list"),
    ],
)
def test_a_count_that_no_table_has_is_refused(asked: Asked, says: str) -> None:
    """The option and the limits are named."""
    with pytest.raises(UsageError, match=says):
        pyramids(asked, giza_deck())


def test_what_is_left_out_is_unknown() -> None:
    """Nothing is assumed; one number is as good as a list of one."""
    assert pyramids({}, giza_deck()) == Pyramids()
    assert pyramids({"cards": 9}, giza_deck()) == pyramids({"cards": [9]}, giza_deck())
    assert clans({}, combust_deck()) == Clans()


@pytest.mark.parametrize(
    ("cards", "read", "complete", "expected"),
    [
        ((), (10, 9, 3), (True, None, None), None),
        ((9,), (9, 9), (True, True), 9),
        ((9, 9), (9, 8), (True, False), 9),
        ((10, 9), (9, 10), (True, True), None),
        ((10, 9), (10, 8), (False, False), None),
        ((9, 9, 9), (9, 9), (False, False), None),
    ],
)
def test_pyramids_are_closed_by_their_cards(
    cards: tuple[int, ...],
    read: tuple[int, ...],
    complete: tuple[bool | None, ...],
    expected: int | None,
) -> None:
    """In any order, since nobody numbers pyramids; ten are a finished one (giza R5, R8)."""
    known = Pyramids(cards=cards)
    assert (known.complete(read), known.expected(len(read))) == (complete, expected)


@pytest.mark.parametrize(
    ("known", "read", "complete", "starts"),
    [
        (Clans(), (3, 3), None, False),
        (Clans(players=2), (3, 3), None, True),
        (Clans(players=2), (3, 4), None, False),
        (Clans(players=3), (3, 3), False, False),
        (Clans((3, 3)), (3, 3), True, False),
        (Clans((4,), 2), (3, 3), False, False),
        (Clans((3,)), (3, 3), None, False),
        (Clans((3,), 1), (), False, False),
    ],
)
def test_clans_are_closed_by_their_number_and_their_cards(
    known: Clans, read: tuple[int, ...], complete: bool | None, starts: bool
) -> None:
    """Three cards each are what was dealt (combust R2)."""
    assert (known.complete(read), known.starts(read)) == (complete, starts)


def giza_table(*seats: giza.Seat, rounds: int, turns: tuple[str, ...] = ()) -> giza.TableState:
    """A table after so many rounds, in the turns of these seats, each with #5."""
    order = tuple(Turn(seat, TRAIN, "") for seat in turns)
    return giza.TableState(
        seats=seats, started=True, deck=giza_deck(), rounds_done=rounds, order=order
    )


ANA, BO = giza.Seat("s1", "Ana", "copper"), giza.Seat("s2", "Bo", "violet", placed=2)


@pytest.mark.parametrize(
    ("table", "alone", "together"),
    [
        # between rounds every pyramid has as many cards as rounds were played
        (giza_table(ANA, BO, rounds=9), ((9,), 0), ((9,), 2)),
        # in its turn a seat may have placed, and taken a token, or not yet
        (giza_table(ANA, BO, rounds=8, turns=("s1", "s2")), ((), None), ((), None)),
        # whoever is done has one more
        (
            giza_table(replace(ANA, done=True), BO, rounds=8, turns=("s1", "s2")),
            ((9,), 0),
            ((), None),
        ),
        # a token in hand may lie on a penguin, and nobody has tapped that
        (giza_table(replace(ANA, tokens=1), BO, rounds=3), ((3,), None), ((3,), None)),
    ],
)
def test_the_phones_know_the_cards_by_the_round_and_the_tokens_by_the_taps(
    table: giza.TableState,
    alone: tuple[tuple[int, ...], int | None],
    together: tuple[tuple[int, ...], int | None],
) -> None:
    """Of the pyramid in the photo, or of all of them; never what may be about to change."""
    known = pyramids(at_giza(table, "s1"), giza_deck())
    for count, wanted in ((1, alone), (3, together)):
        assert (known.of(count).cards, known.of(count).tokens) == wanted


def test_one_pyramid_is_closed_by_its_own_cards() -> None:
    """A photo of one of the table's pyramids, or of all of them."""
    known = Pyramids(own_cards=9)
    assert known.complete((9,)) == (True,)
    assert known.complete((8,)) == (False,)
    assert known.complete((8, 9, 8)) == (None, None, None)


def test_the_phones_know_the_clans_alive_and_the_cards_just_dealt() -> None:
    """Later the lines change on the table, and no phone follows (combust R2, R6)."""
    seats = tuple(combust.Seat(seat, seat) for seat in ("s1", "s2", "s3"))
    dealt = combust.TableState(seats=seats, started=True, deck=combust_deck())
    assert clans(at_combust(dealt, "s1"), combust_deck()) == Clans((3,), 3)
    later = replace(dealt, turn=4, gone=(("s2",),))
    assert clans(at_combust(later, "s1"), combust_deck()) == Clans((), 2)


def test_the_phones_know_the_fish_and_the_pyramids_that_are_left() -> None:
    """Of solitaire, once the hops were tapped to their end."""
    assert at_pirates(pirates.TableState(), "s1") == {}
    sailing = pirates.TableState(started=True, tracks=Tracks(1, 0, 0, 6))
    assert at_pirates(sailing, "s1") == {"fish": 6}
    fresh = full(board())
    left = parse_position("M,,,/,,,/,,,S", board())
    for position, changes, known in ((fresh, 0, {}), (fresh, 1, {}), (left, 9, {"pyramids": 2})):
        table = solitaire.TableState(
            seats=(solitaire.Seat("s1", "Ana", position, changes),), started=True
        )
        assert at_solitaire(table, "s1") == known
