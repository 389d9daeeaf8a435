"""A redo doesn't rewrite play that has gone on: what could not be taken back now doesn't come
back either.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import UNDO
from companion.game import slugs
from tests.companion.phones import STARTS, Phones, lobby, started


def undo(play: Phones[Any], version: int) -> int:
    """Take that event back; the version of doing so."""
    return play.do(UNDO, target=version)


def stays_out(play: Phones[Any], taken: int) -> bool:
    """Whether what that undo took back can't be put back, and no screen offers it."""
    return not play.log.undoable(taken) and play.refused(UNDO, target=taken) == "undo"


def test_a_clan_that_was_not_out_is_not_put_out_turns_later() -> None:
    """combust: else the player of the present turn would be another one. At once it may."""
    play = started("combust")
    for number in (1, 2, 3):
        play.do(
            "line.type",
            seat=f"s{number}",
            sum=10 + number,
            penguins=3,
            highest=9,
            expects={"version": 0},
        )
    play.do("turns.begin")
    mistaken = undo(play, play.do("clan.out", seats=["s2"]))
    assert play.log.undoable(mistaken)
    play.do("turn.done", expects={"turn": 1})
    assert stays_out(play, mistaken)
    play.do("turn.done", expects={"turn": 2})
    assert stays_out(play, mistaken)
    assert play.state.active == "s3"


@pytest.mark.parametrize("slug", slugs())
def test_nobody_comes_back_to_a_game_that_has_started(slug: str) -> None:
    """A player who left before the start can't join again in the middle of play; before the start
    they can.
    """
    players = STARTS[slug].players
    play = lobby(slug, players + 1)
    gone = undo(play, play.log.version)
    assert play.log.undoable(gone)
    for kind, payload in STARTS[slug].before:
        play.do(kind, **payload)
    play.do("game.start", **STARTS[slug].starts[0])
    assert stays_out(play, gone)
    assert len(play.state.seats) == players


def test_bob_is_not_found_a_turn_later() -> None:
    """pirates: who entered no hex in turn 1 has not entered one when turn 2 is on."""
    play = started("pirates")
    play.do("event.reveal", event="event-01", expects={"turn": 1})
    for penguin, seat in enumerate(("s1", "s2", "s3", "s1")):
        white = play.state.deck.handicaps[penguin][0].white[0]
        play.do("penguin.place", seat, penguin=penguin, card=1, action=white, expects={"turn": 1})
    entry: dict[str, Any] = {"yellow": 1, "red": 0, "special": "bob", "pirates": False}
    found = undo(play, play.do("ship.enter", **entry, expects={"turn": 1}))
    assert play.log.undoable(found)
    for penguin, spot in enumerate(play.state.placed):
        choice = "bail" if spot.action == "bail" else ""
        play.do("penguin.act", penguin=penguin, choice=choice, expects={"turn": 1})
    play.do("movement.done", expects={"turn": 1})
    assert play.state.turn == 2
    assert stays_out(play, found)


def test_what_was_undone_last_is_put_back_first() -> None:
    """combust: two turns taken back come again, in their order; then all is as it was."""
    play = started("combust")
    for number in (1, 2, 3):
        play.do(
            "line.type",
            seat=f"s{number}",
            sum=10 + number,
            penguins=3,
            highest=9,
            expects={"version": 0},
        )
    play.do("turns.begin")
    turns = [play.do("turn.done", expects={"turn": turn}) for turn in (1, 2)]
    before = play.state
    taken = [undo(play, version) for version in reversed(turns)]
    assert play.state.turn == 1
    for version in reversed(taken):
        undo(play, version)
    assert play.state == before
