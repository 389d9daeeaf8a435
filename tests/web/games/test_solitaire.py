"""Solitaire on the phones: hops and hints, the server's clocks, a limit that nobody knows, photos
of what is left.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.solitaire.board import standard
from companion.solitaire.puzzles import PuzzleName, catalogue
from companion.solitaire.solver import best_possible
from companion.solitaire.state import parse_position, position_text
from companion.solitaire.table import FREE
from web.games.solitaire import READY, SCREENS
from web.services import services

STATE = {
    "code",
    "game",
    "version",
    "you",
    "phase",
    "locked",
    "seats",
    "history",
    "photos",
    "now",
    "board",
    "boards",
    "full",
    "perfect",
    "limits",
    "penalty",
    "puzzles",
    "mode",
    "round",
    "rounds",
    "running",
    "since",
    "due",
    "sand",
    "scored",
    "ranking",
    "deck",
    "finished",
    "evening",
}
ROUND = {"round": 1}
# of 4x5: a beam ranked by pips misses its 1
HARD = "SMLLLL,,SM,S,SM/,S,,M,SMLL/SM,S,SMM,S,S/SM,SM,SMLL,,SML"


@pytest.fixture
def now() -> list[datetime]:
    """The time by the house's clock, which a test may set."""
    return [datetime(2026, 11, 21, 20, 0, tzinfo=UTC)]


@pytest.fixture
def house(configured: Any, now: list[datetime]) -> Any:
    made = configured(NOW=lambda: now[0])
    made.game = "solitaire"
    return made


def started(house: Any, mode: str = "free", count: int = 2, rounds: int = 1) -> list[Any]:
    """The phones of a game that has begun."""
    seated: list[Any] = house.sit(count)
    assert house.host.tap("game.start", {"mode": mode, "rounds": rounds}).status_code == 200
    return seated


def seat(phone: Any, number: int = 1) -> Any:
    """What a phone sees of a seat."""
    return phone.state()["seats"][number - 1]


def hop(phone: Any, text: str, changes: int) -> Any:
    """A hop on the first seat's board."""
    return phone.tap("hop", {"seat": "s1", "hop": text}, {"changes": changes})


def test_the_state_has_these_fields(house: Any) -> None:
    """Pages rely on them; everyone sees the same but for who they are."""
    anna, ben = started(house)
    mine = anna.state()
    assert set(mine) == STATE
    assert {**mine, "you": None} == {**ben.state(), "you": None}
    assert (mine["board"]["rows"], mine["full"], mine["perfect"]) == (3, 72, 1)


def test_hops_are_the_rules_and_a_second_finger_is_told(house: Any) -> None:
    """Only legal hops count, each once; an undo takes one back."""
    anna, ben = started(house)
    assert "a1-a3" in seat(anna)["hops"]
    assert hop(anna, "a1-a3", 0).status_code == 200
    assert hop(ben, "a1-a3", 0).status_code == 409
    answer = hop(anna, "a1-b1", 1)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "illegal")
    assert seat(anna)["pips"] == 69
    line = anna.state()["history"][0]
    assert line["text"] == "Anna hopped a1-a3"
    assert anna.tap("undo", {"target": line["version"]}).status_code == 200
    assert seat(anna)["changes"] == 0


def test_a_hint_is_the_solvers(house: Any) -> None:
    """The next hop, and what can still be reached; only of your own board."""
    anna, _ = started(house)
    for changes in range(12):
        assert hop(anna, seat(anna)["hops"][changes % 3], changes).status_code == 200
    advice = anna.get(f"/t/{house.code}/advice").json
    position = parse_position(seat(anna)["position"], standard())
    best = best_possible(position)
    assert (advice["best"], advice["hop"]) == (best.best, str(best.line[0]))
    assert house.phone().get(f"/t/{house.code}/advice").status_code == 403


def test_a_hint_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading compiled code takes up to 20 s: a hint looks at so many positions in plain Python."""

    def load() -> None:
        pytest.fail("compiled code was loaded")

    monkeypatch.setattr("companion.solitaire.solver.search.compiled", load)
    position = parse_position(HARD, standard().sized(4, 5))
    log = SimpleNamespace(
        state=SimpleNamespace(seat=lambda _: SimpleNamespace(position=position), mode=FREE)
    )
    advice = SCREENS.advice(cast("Any", log), "s1")
    assert advice["hop"] in map(str, position.hops)


@pytest.mark.parametrize("mode", ["king-tut", "quicksand"])
def test_nobody_is_helped_against_a_clock(house: Any, mode: str) -> None:
    """solitaire R5, R6: a phone that asks all the same reads why it gets no hint."""
    anna, _ = started(house, mode)
    answer = anna.get(f"/t/{house.code}/advice")
    assert (answer.status_code, "free play" in answer.json["error"]["message"]) == (400, True)


def test_a_puzzle_is_what_its_name_says(house: Any) -> None:
    """The phone names it and the server lays it; it is solved when the best that is known has been
    reached.
    """
    anna, ben = started(house)
    assert anna.state()["puzzles"] == 20
    wanted = catalogue()[PuzzleName(2, 3)]
    assert (
        anna.tap("puzzle.open", {"seat": "s1", "puzzle": " 2-3 "}, {"changes": 0}).status_code
        == 200
    )
    assert seat(ben)["position"] == position_text(wanted.position)
    assert seat(anna)["puzzle"] == {"name": "2-3", "best": wanted.best, "solved": False}
    assert anna.state()["history"][0]["text"] == "Anna took puzzle 2-3"
    assert anna.get(f"/t/{house.code}/advice").json["best"] == wanted.best
    for changes, each in enumerate(wanted.line, start=1):
        assert hop(anna, str(each), changes).status_code == 200
    assert seat(anna)["puzzle"]["solved"]


def test_a_phone_lays_no_puzzle_of_its_own(house: Any) -> None:
    """It can but name one; a name that is none is said, with what to type."""
    anna, _ = started(house)
    own = {"seat": "s1", "puzzle": "1-1", "position": "S,,,/,,,/,,,", "best": 1}
    assert anna.tap("puzzle.set", own, {"changes": 0}).status_code == 400
    answer = anna.tap("puzzle.open", {"seat": "s1", "puzzle": "12-1"}, {"changes": 0})
    assert answer.status_code == 400
    assert "level and number" in answer.json["error"]["message"]
    assert seat(anna)["puzzle"] is None


def test_king_tut_is_timed_by_the_server(house: Any, now: list[datetime]) -> None:
    """solitaire R5: what a phone says of the time doesn't count; 3 s are added for each pip over
    one. The clock runs once the phones have counted down.
    """
    anna, ben = started(house, "king-tut")
    assert ben.tap("clock.start", {"seat": "s2"}, ROUND).status_code == 409
    for phone, name, took, pips in ((anna, "s1", 61.25, 3), (ben, "s2", 64.0, 1)):
        assert phone.tap("clock.start", {"seat": name}, ROUND).status_code == 200
        assert datetime.fromisoformat(phone.state()["since"]) == now[0] + READY
        now[0] += READY + timedelta(seconds=took)
        assert phone.tap("clock.stop", {"seat": name, "ms": 1}, ROUND).status_code == 200
        assert (
            phone.tap("score.type", {"seat": name, "pips": pips}, {"version": 0}).status_code == 200
        )
    state = anna.state()
    assert [(row["seat"], row["total"]) for row in state["ranking"]] == [
        ("s2", 64_000),
        ("s1", 67_250),
    ]
    assert (state["phase"], state["ranking"][0]["place"]) == ("over", 1)


def test_a_clock_that_ran_for_more_than_a_day_can_be_stopped(
    house: Any, now: list[datetime]
) -> None:
    """solitaire R5: someone forgot it; it is shown as a day, which is as long as a game may be."""
    anna, _ = started(house, "king-tut")
    assert anna.tap("clock.start", {"seat": "s1"}, ROUND).status_code == 200
    now[0] += timedelta(hours=25)
    assert anna.tap("clock.stop", {"seat": "s1"}, ROUND).status_code == 200
    assert seat(anna)["time"] == 24 * 3600 * 1000


def test_a_table_plays_on_the_board_that_it_chose(house: Any) -> None:
    """It is offered those of the rulebook; all boards are laid in its size, and scores go as far as
    it has pips.
    """
    anna, ben = house.sit(2)
    assert (anna.state()["boards"], anna.state()["full"]) == (["3x4", "4x5"], 72)
    assert (
        house.host.tap("game.start", {"mode": "free", "rounds": 1, "board": "4x5"}).status_code
        == 200
    )
    state = ben.state()
    assert (state["board"]["rows"], state["board"]["columns"], state["full"]) == (4, 5, 120)
    assert hop(anna, "e4-c4", 0).status_code == 200
    assert ben.tap("score.type", {"seat": "s2", "pips": 119}, {"version": 0}).status_code == 200


def test_the_sand_ends_by_itself(house: Any, now: list[datetime]) -> None:
    """solitaire R6: the server ends it, no phone can; whoever comes too late is refused."""
    anna, _ = started(house, "quicksand")
    assert anna.tap("sand.start", {"limit": 60}, ROUND).status_code == 200
    log = services(house.app).store.log(house.code)
    due = house.app.extensions["rookery"].deadlines._set[house.code].due
    assert due.at == now[0] + READY + timedelta(seconds=60)
    assert datetime.fromisoformat(anna.state()["sand"]["since"]) == now[0] + READY
    house.app.extensions["rookery"].deadlines.fire(house.code, due)
    assert anna.state()["sand"]["out"]
    assert services(house.app).store.standings([house.code])[house.code][0] == log.version + 1
    assert hop(anna, "a1-a3", 0).status_code == 409
    assert anna.tap("sand.out", {}, ROUND).status_code == 400


def test_the_timer_of_a_sand_that_was_taken_back_ends_no_other(house: Any) -> None:
    """solitaire R6: of several servers one may not have seen the undo, and its timer fires all the
    same.
    """
    anna, _ = started(house, "quicksand")
    deadlines = house.app.extensions["rookery"].deadlines
    assert anna.tap("sand.start", {"limit": 60}, ROUND).status_code == 200
    due = deadlines._set[house.code].due
    assert anna.tap("undo", {"target": anna.state()["version"]}).status_code == 200
    assert anna.tap("sand.start", {"limit": 300}, ROUND).status_code == 200
    version = anna.state()["version"]
    deadlines.fire(house.code, due)
    assert (anna.state()["sand"]["out"], anna.state()["version"]) == (False, version)
    deadlines.fire(house.code, deadlines._set[house.code].due)
    assert anna.state()["sand"]["out"]


def test_a_phone_draws_no_hidden_limit_of_its_own(house: Any) -> None:
    """What it sends as hidden becomes an open limit, seen by all."""
    anna, _ = started(house, "quicksand")
    assert anna.tap("sand.start", {"limit": 60, "hidden": True}, ROUND).status_code == 200
    assert anna.state()["sand"]["hidden"] is False


@pytest.mark.parametrize(
    ("fields", "pips"),
    [
        ({"tally": "SSML"}, 7),
        ({"position": "S,,,/,M,,/,,,L"}, 6),
        ({"tally": "", "position": ",,,/,S,,/,,,"}, 1),
    ],
)
def test_a_photo_tells_what_is_left(house: Any, fields: dict[str, Any], pips: int) -> None:
    """From the tally mat, or single pyramids on the board."""
    anna, _ = started(house)
    house.shot.reading = {"photo": "x.jpg", "unsure": [], **fields}
    assert anna.photo("s1").status_code == 200
    assert seat(anna)["pips"] == pips


def test_a_photo_with_other_pyramids_than_the_hops_left_is_told(house: Any) -> None:
    """A hop may not have been tapped: the photo counts, and the history says that they differ."""
    anna, _ = started(house)
    house.shot.reading = {"photo": "x.jpg", "unsure": [], "tally": "SSS"}
    assert anna.photo("s1", b"nobody taps hops").status_code == 200
    assert anna.state()["history"][0]["text"] == "Anna photographed their own result: 3 pips"
    while hops := seat(anna)["hops"]:
        assert hop(anna, hops[0], seat(anna)["changes"]).status_code == 200
    left = len(seat(anna)["position"].replace("/", "").replace(",", ""))
    assert anna.photo("s1", b"all hops were tapped").status_code == 200
    assert seat(anna)["pips"] == 3
    assert anna.state()["history"][0]["text"] == (
        f"Anna photographed their own result: 3 pips, but by the hops {left} pyramids are left"
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"position": None}, "un-nest"),
        (
            {"position": None, "unsure": [{"text": "b2 shines", "remedy": "tilt the phone"}]},
            "tilt the phone",
        ),
        ({"position": "/".join(["SML,SML,SML,SML"] * 3)}, "so the game isn't over"),
    ],
)
def test_a_photo_that_does_not_tell_it_is_refused(
    house: Any, fields: dict[str, Any], words: str
) -> None:
    """Nothing is changed, and the person reads what to do."""
    anna, _ = started(house)
    house.shot.reading = {"photo": "x.jpg", "unsure": [], **fields}
    answer = anna.photo("s1")
    assert answer.status_code == 422
    assert (
        words in answer.json["error"]["message"]
        or "its own square" in answer.json["error"]["message"]
    )
    assert seat(anna)["pips"] is None
