"""Giza on the phones: what each seat sees, what it never sees, and the history in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import PhotoError
from companion.giza.deck import standard
from web.games.giza import pyramid_of

STATE = {
    "code", "game", "version", "you", "phase", "round", "rounds", "chief", "supply", "goals", "seats", "order",
    "ranking", "winner", "tiebreak", "history", "locked", "colours", "deck",
}  # fmt: skip
SEAT = {
    "id", "name", "colour", "ink", "symbol", "chosen", "action", "hand", "played", "tokens", "turn", "pyramid", "photo",
    "score", "score_version", "ready",
}  # fmt: skip


def test_the_state_has_the_fields_of_the_contract(house: Any) -> None:
    """Pages rely on them, from the lobby to the end."""
    anna, _ = house.play()
    anna.photo("s1")
    state = anna.state()
    assert set(state) == STATE
    assert [set(seat) for seat in state["seats"]] == [SEAT, SEAT]
    assert set(state["seats"][0]["score"]) == {
        "source", "levels", "goals", "total", "verdict", "violations", "unsure", "score_range",
    }  # fmt: skip
    assert {"version", "at", "actor", "kind", "text", "undone", "undoable"} <= set(state["history"][0])
    assert set(house.host.state()) == STATE | {"join_url"}
    assert (state["deck"]["fingerprint"], len(state["deck"]["penguins"])) == (standard().fingerprint, 52)


def everything(phone: Any, code: str) -> bytes:
    """All bytes that this phone can get of the table, headers included."""
    found = []
    paths = [f"/t/{code}/state", f"/t/{code}/state?view=host", f"/t/{code}", f"/t/{code}/host", f"/j/{code}", "/"]
    for path in (*paths, f"/t/{code}/qr.svg"):
        answer = phone.get(path)
        headers = [header for header in answer.headers if header[0] not in ("Set-Cookie", "Date")]  # chance and time
        found += [str(sorted(headers)).encode(), answer.data]
    stream = phone.get(f"/t/{code}/stream")
    if stream.status_code == 200:
        chunks = iter(stream.response)
        found += [str(next(chunks)).encode(), str(next(chunks)).encode()]
    stream.close()
    return b"\n".join(found)


def test_giza_r3_nobody_can_tell_a_choice_before_the_reveal(configured: Any, tmp_path: Path) -> None:
    """Giza R3: whatever Anna chooses, every byte that anybody else can get is the same; so are all the sizes."""
    views = []
    for number in (1, 2, 3, 4, 5):
        house = configured(DATA=tmp_path / str(number))
        anna, ben, _ = house.play(3)
        assert anna.choose(number).status_code == 200
        views.append([everything(phone, house.code) for phone in (ben, house.host, house.phone())])
        assert anna.state()["seats"][0]["action"] == number
    assert all(view == views[0] for view in views[1:])


def test_giza_r3_a_refusal_tells_no_secret_either(house: Any) -> None:
    """The state in a 409 is the asker's own view."""
    anna, ben = house.play()
    anna.choose(5)
    refused = ben.tap("action.choose", {"number": 1}, {"round": 7})
    seat = refused.json["error"]["state"]["seats"][0]
    assert (seat["chosen"], seat["action"], seat["hand"]) == (True, None, None)
    assert "5" not in refused.json["error"]["message"]


def test_giza_r3_all_is_shown_at_the_reveal(house: Any) -> None:
    """Numbers, order and why, to everybody."""
    anna, ben = house.play()
    anna.choose(2)
    ben.choose(2)
    state = house.host.state()
    assert [seat["action"] for seat in state["seats"]] == [2, 2]
    assert [(turn["seat"], turn["number"]) for turn in state["order"]] == [("s1", 2), ("s2", 2)]
    assert state["order"][0]["why"] == "tie: holds the Chief"
    assert [seat["turn"] for seat in state["seats"]] == ["active", "waiting"]
    assert [seat["hand"] for seat in state["seats"]] == [[1, 3, 4, 5], [1, 3, 4, 5]]


def test_a_choice_taken_back_is_secret_again(house: Any) -> None:
    """Also in the history, which tells only who chose."""
    anna, ben = house.play()
    anna.choose(1)
    taken = anna.state()["version"]
    anna.tap("undo", {"target": taken})
    anna.choose(4)
    theirs = ben.state()
    assert theirs["seats"][0]["action"] is None
    assert [row["text"] for row in theirs["history"][:3]] == [
        "Anna has chosen", "Anna took back: a choice by Anna", "Anna has chosen",
    ]  # fmt: skip


def play_a_round(phones: list[Any], *numbers: int, took: bool = True) -> None:
    for phone, number in zip(phones, numbers, strict=True):
        assert phone.choose(number).status_code == 200
    order = phones[0].state()["order"]
    for turn in order:
        phone = next(phone for phone in phones if phone.seat == turn["seat"])
        expects = {"round": phone.state()["round"], "seat": turn["seat"]}
        assert phone.tap("turn.done", {"seat": turn["seat"], "took": took}, expects).status_code == 200


def play_two_rounds_and_score(house: Any) -> Any:
    """One event of every kind, by both players and the host; the first player's phone."""
    anna, ben = phones = house.play()
    play_a_round(phones, 1, 5)
    play_a_round(phones, 4, 2, took=False)
    ben.tap("token.place", {"seat": "s2", "count": 1})
    anna.photo("s2")
    anna.tap("pyramid.fix", {"seat": "s2", "slot": [0, 2], "placed": "07g+1"})
    ben.tap("pyramid.fix", {"seat": "s2", "slot": [3, 0], "placed": ""})
    version = ben.state()["seats"][0]["score_version"]
    goal = ben.state()["goals"][0]
    typed = {"seat": "s1", "levels": [1, 2, 3, 4], "goals": {goal["id"]: goal["points"]}}
    ben.tap("score.type", typed, {"version": version})
    house.host.tap("chief.give", {"seat": "s2"})
    given = anna.state()["version"]
    anna.tap("undo", {"target": given})
    ben.tap("undo", {"target": given + 1})
    return anna


def test_the_history_tells_who_did_what_in_words(house: Any) -> None:
    """Newest first; every kind of event has its sentence."""
    state = play_two_rounds_and_score(house).state()
    goal, goals = state["goals"][0], ", ".join(goal["name"] for goal in state["goals"])
    assert [row["text"] for row in reversed(state["history"])] == [
        "The table was opened",
        "Anna sat down with the Copper cards",
        "Ben sat down with the Violet cards",
        f"Goals drawn: {goals}",
        "Anna is the youngest and gets the Chief",
        "The game started",
        "Anna has chosen",
        "Ben has chosen, and all cards are turned up: Anna 1, Ben 5",
        "Anna placed a penguin and took the Chief",
        "Ben placed a penguin and took a strength token. Round 1 is over",
        "Anna has chosen",
        "Ben has chosen, and all cards are turned up: Ben 2, Anna 4",
        "Ben placed a penguin",
        "Anna placed a penguin and took all actions back. Round 2 is over",
        "Ben placed a strength token",
        "Anna photographed Ben's pyramid",
        "Anna corrected Ben's pyramid: penguin 7 grey with 1 token at base, place 3",
        "Ben corrected their own pyramid: nothing at top",
        f"Ben typed Anna's score: levels 1+2+3+4, {goal['name']} {goal['points']}",
        "Ben holds the Chief now (corrected)",
        "Anna took back: the Chief for Ben",
        "Ben put it back: the Chief for Ben",
    ]


def test_a_line_of_history_tells_when_by_whom_and_what_can_be_undone(house: Any) -> None:
    """The newest three: a redo, the undo that it took back, and the event that stands again."""
    history = play_two_rounds_and_score(house).state()["history"]
    assert {row["at"] for row in history} == {"2026-11-21T20:00:00.000Z"}
    assert [row["actor"] for row in history[:3]] == ["s2", "s1", "host"]
    assert [(row["undone"], row["undoable"]) for row in history[:3]] == [(False, True), (True, False), (False, True)]


def test_a_turn_ended_for_somebody_else_says_by_whom(house: Any) -> None:
    """Ben's phone is asleep; Anna taps for him."""
    anna, ben = house.play()
    ben.choose(1)
    anna.choose(2)
    anna.tap("turn.done", {"seat": "s2", "took": False}, {"round": 1, "seat": "s2"})
    assert anna.state()["history"][0]["text"] == "Ben placed a penguin (tapped by Anna)"


def test_a_whole_game_ends_with_a_ranking(house: Any) -> None:
    """Ten rounds, a typed score and a photo that is corrected, a tie that the Chief breaks."""
    anna, ben = phones = house.play()
    for n in range(10):
        number = 4 if n % 2 else 3
        play_a_round(phones, number, number)
    assert (anna.state()["phase"], anna.state()["round"]) == ("scoring", 10)
    goals = {goal["id"]: 0 for goal in anna.state()["goals"]}
    for seat in ("s1", "s2"):
        answer = anna.tap("score.type", {"seat": seat, "levels": [1, 3, 2, 4], "goals": goals}, {"version": 0})
        assert answer.status_code == 200
    state = ben.state()
    assert (state["phase"], state["winner"]) == ("over", "s1")
    assert state["ranking"] == [{"seat": "s1", "total": 10, "place": 1}, {"seat": "s2", "total": 10, "place": 2}]
    assert state["tiebreak"] == "Anna and Ben tie at 10: Anna holds the Chief."
    ben.tap("chief.give", {"seat": "s2"})
    assert ben.state()["winner"] == "s2"


def reading(**changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "photo": "x.jpg",
        "pyramid": [["penguin-01", None, "penguin-03", None], ["penguin-02", None, None], [None, None], [None]],
        "pieces": [
            {"id": "penguin-01", "face": "front"},
            {"id": "penguin-03", "face": "back"},
            {"id": "token", "face": "front"},
        ],
        "tokens": [{"penguin": "penguin-03", "count": 2}],
        "unsure": [{"slot": [0, 1], "text": "glare", "could_change": "score", "remedy": "again"}],
    }
    return {**base, **changes}


def test_a_scan_result_becomes_a_pyramid_with_sides_and_tokens() -> None:
    """In the notation that corrections and the state use."""
    assert str(pyramid_of(reading(), standard())) == "01,,03g+2,/02,,/,/"


def test_a_reading_of_unread_slots_alone_is_still_a_reading(house: Any) -> None:
    """Something lies there; a photo of nothing at all is refused."""
    anna, _ = house.play()
    empty = [[None] * n for n in (4, 3, 2, 1)]
    house.shot.reading = reading(pyramid=empty, pieces=[], tokens=[])
    assert anna.photo("s1").status_code == 200
    seat = anna.state()["seats"][0]
    assert (seat["score"]["total"], seat["score"]["unsure"][0]["slot"]) == (None, [0, 1])
    house.shot.reading = reading(pyramid=empty, pieces=[], tokens=[], unsure=[])
    assert anna.photo("s1").status_code == 422
    assert issubclass(PhotoError, Exception)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_state_is_small_enough_for_a_phone(house: Any, seats: int) -> None:
    """A full history and a full table stay under 64 KiB."""
    phones = house.play(seats)
    for n in range(10):
        play_a_round(phones, *[4 if n % 2 else 3] * seats)
    assert len(json.dumps(phones[0].state())) < 64 * 1024
