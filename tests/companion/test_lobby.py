"""Before the game, at the table of every game: opening, sitting down, order, start."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import UNDO, Event, Refusal
from companion.game import game, slugs
from tests.companion.phones import NAMES, STARTS, Phones, deck_text, lobby, seat, started, tracker

games = pytest.mark.parametrize("slug", slugs())
sorting = pytest.mark.parametrize(
    "slug", [slug for slug in slugs() if "seats.order" in tracker(slug).kinds]
)


def most(slug: str) -> int:
    return game(slug).players[1]


@games
@pytest.mark.parametrize(
    "wrong", [{"deck": "not = a deck"}, {"game": "chess"}, {"deck": 7}, {"options": []}]
)
def test_a_table_opens_only_with_a_deck_of_its_game(slug: str, wrong: dict[str, object]) -> None:
    """A deck that can't be read is refused at the door, not found out later."""
    payload = {"game": slug, "options": {}, "deck": deck_text(slug), **wrong}
    refusal = tracker(slug).step(
        tracker(slug).start(), Event(1, "", "server", "table.open", payload)
    )
    assert isinstance(refusal, Refusal)
    assert refusal.code == "malformed"


@games
def test_nothing_happens_before_the_table_is_open_and_it_opens_once(slug: str) -> None:
    """The first event holds game, options and deck, and is never taken back."""
    refusal = tracker(slug).step(
        tracker(slug).start(), Event(1, "", "host", "seat.take", seat(slug, 0))
    )
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-now"
    play = lobby(slug)
    assert play.refused("table.open", game=slug, options={}, deck=deck_text(slug)) == "not-now"
    assert play.refused(UNDO, target=1) == "undo"


@games
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": NAMES[0].upper()}, "name"),
        ({"seat": "s1"}, "name"),
        ({"name": ""}, "malformed"),
        ({"name": "x" * 201}, "malformed"),
        ({"name": None}, "malformed"),
        ({"extra": 1}, "malformed"),
    ],
    ids=["name", "id", "no name", "long name", "name of nothing", "field too many"],
)
def test_a_seat_that_cannot_be_taken_is_refused(
    slug: str, change: dict[str, object], code: str
) -> None:
    """Names tell everyone at the table apart."""
    play = lobby(slug, 2)
    payload: dict[str, Any] = seat(slug, 2)
    assert play.refused("seat.take", **(payload | change)) == code
    play.do("seat.take", **seat(slug, 2))


@games
def test_one_more_than_can_play_finds_no_seat(slug: str) -> None:
    """As many seats as the game has players."""
    play = lobby(slug, most(slug))
    assert [(one.id, one.name) for one in play.state.seats] == [
        (f"s{index + 1}", NAMES[index]) for index in range(most(slug))
    ]
    assert play.refused("seat.take", **seat(slug, most(slug))) == "full"


@games
def test_the_lobby_closes_with_the_start(slug: str) -> None:
    """Nobody sits down, leaves or starts again; the start is taken back while nothing has come
    after it.
    """
    play = started(slug)
    start, players = play.log.version, STARTS[slug].players
    assert play.refused("seat.take", **seat(slug, players)) == "locked"
    assert play.refused("game.start", **STARTS[slug].starts[0]) == "not-now"
    assert play.refused(UNDO, target=2) == "undo"
    play.do(UNDO, target=start)
    assert not play.state.started
    play.do("seat.take", **seat(slug, players))


@games
def test_a_seat_can_be_taken_back_in_the_lobby(slug: str) -> None:
    """A stray phone is sent away."""
    play = lobby(slug, 3)
    play.do(UNDO, target=play.log.version)
    assert play.state.clockwise == ("s1", "s2")


@games
def test_a_lock_keeps_out_whoever_was_not_at_the_table_then(slug: str) -> None:
    """A seat that was free when the host locked the table is put back once it is opened again; one
    that was taken back since, by a stray tap perhaps, at once: its player isn't a newcomer. Locking
    it twice changes nothing.
    """
    play = lobby(slug, 2)
    before = play.do(UNDO, target=play.log.version)
    play.do("table.lock", locked=True)
    assert not play.log.undoable(before)
    assert play.refused(UNDO, target=before) == "undo"
    since = play.do(UNDO, target=2)
    play.do("table.lock", locked=True)
    assert play.state.locked
    play.do(UNDO, target=since)
    assert play.state.clockwise == ("s1",)
    play.do("table.lock", locked=False)
    assert not play.state.locked
    play.do(UNDO, target=before)
    assert play.state.clockwise == ("s1", "s2")


@games
def test_who_sits_at_a_locked_table_can_be_sent_away(slug: str) -> None:
    """The lock is for those who would sit down."""
    play = lobby(slug, 2)
    play.do("table.lock", locked=True)
    play.do(UNDO, target=3)
    assert play.state.clockwise == ("s1",)
    assert play.refused("seat.take", **seat(slug, 2)) == "locked"


@games
def test_a_deleted_photo_stays_deleted(slug: str) -> None:
    """And nothing else is held back by it."""
    play = lobby(slug, 2)
    deleted = play.do("photo.delete", photo="0" * 32)
    assert play.refused(UNDO, target=deleted) == "undo"
    play.do(UNDO, target=deleted - 1)
    assert play.state.clockwise == ("s1",)


@games
def test_a_start_says_how_many_are_missing(slug: str) -> None:
    """Nobody guesses why a game doesn't start."""
    play = lobby(slug, game(slug).players[0] - 1)
    refusal = play.log.check(play.event("game.start", **STARTS[slug].starts[0]))
    assert refusal is not None
    assert refusal.code == "not-now"
    least = ("one player", "two players", "three players")[game(slug).players[0] - 1]
    assert refusal.text.startswith(f"Still missing: at least {least}")


@sorting
def test_seats_are_put_in_order_until_the_start(slug: str) -> None:
    """The order of sitting down is the order round the table, until it is corrected."""
    play = lobby(slug, 3)
    play.do("seats.order", order=["s2", "s3", "s1"])
    assert play.state.clockwise == ("s2", "s3", "s1")
    begun = started(slug)
    assert begun.refused("seats.order", order=[*reversed(begun.state.clockwise)]) == "locked"


@sorting
@pytest.mark.parametrize("order", [["s1"], ["s1", "s2", "s3"], ["s1", "s3"]])
def test_an_order_of_other_seats_than_there_are_is_stale(slug: str, order: list[str]) -> None:
    """Someone sat down while another was sorting: look again."""
    assert lobby(slug, 2).refused("seats.order", order=order) == "stale"


@sorting
def test_an_order_stays_once_the_game_has_started(slug: str) -> None:
    """The order of play in past rounds doesn't change behind the table's back."""
    play = lobby(slug, STARTS[slug].players)
    sorted_at = play.do("seats.order", order=[*reversed(play.state.clockwise)])
    assert play.log.undoable(sorted_at)
    for kind, payload in (*STARTS[slug].before, ("game.start", STARTS[slug].starts[0])):
        play.do(kind, **payload)
    assert not play.log.undoable(sorted_at)


def test_phones_notice_a_tap_that_is_refused() -> None:
    """The test's own table fails on a refusal that nobody asked for, and on a missing one."""
    play = Phones("giza", tracker("giza"))
    with pytest.raises(AssertionError):
        play.do("game.start")
    with pytest.raises(AssertionError):
        play.refused("seat.take", **seat("giza", 0))
