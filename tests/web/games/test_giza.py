"""Giza on the phones: what each seat sees, what it never sees, and the history in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.errors import PhotoError
from companion.giza.deck import standard
from web.games.giza_check import pyramid_of
from web.plays.played import play_of
from web.services import services

STATE = {
    "code",
    "game",
    "version",
    "you",
    "phase",
    "round",
    "rounds",
    "chief",
    "supply",
    "goals",
    "seats",
    "order",
    "contested",
    "several",
    "ranking",
    "winner",
    "tiebreak",
    "history",
    "photos",
    "locked",
    "finished",
    "evening",
    "colours",
    "deck",
}
SEAT = {
    "id",
    "name",
    "colour",
    "ink",
    "symbol",
    "chosen",
    "action",
    "hand",
    "played",
    "tokens",
    "trained",
    "turn",
    "pyramid",
    "photo",
    "score",
    "score_version",
    "unchecked",
    "ready",
}


def test_the_state_has_the_fields_of_the_contract(house: Any) -> None:
    """Pages rely on them, from the lobby to the end."""
    anna, _ = house.play()
    anna.photo("s1")
    state = anna.state()
    assert set(state) == STATE
    assert [set(seat) for seat in state["seats"]] == [SEAT, SEAT]
    assert set(state["seats"][0]["score"]) == {
        "source",
        "levels",
        "goals",
        "total",
        "verdict",
        "violations",
        "unsure",
        "score_range",
        "counts",
        "unchecked",
        "cards",
        "expected",
        "complete",
        "so_far",
    }
    assert {"version", "at", "actor", "kind", "text", "undone", "undoable"} <= set(
        state["history"][0]
    )
    assert set(house.host.state()) == STATE | {"join_url"}
    assert (state["deck"]["fingerprint"], len(state["deck"]["penguins"])) == (
        standard().fingerprint,
        52,
    )


def test_giza_r3_a_refusal_tells_no_secret_either(house: Any) -> None:
    """The state in a 409 is the asker's own view."""
    anna, ben = house.play()
    anna.choose(5)
    refused = ben.tap("action.choose", {"number": 1}, {"round": 7})
    seat = refused.json["error"]["state"]["seats"][0]
    assert (seat["chosen"], seat["action"], seat["hand"]) == (True, None, None)
    assert "5" not in refused.json["error"]["message"]


def test_giza_r3_all_is_shown_at_the_reveal(house: Any) -> None:
    """Numbers, order and why, to everyone."""
    anna, ben = house.play()
    anna.choose(2)
    ben.choose(2)
    state = house.host.state()
    assert [seat["action"] for seat in state["seats"]] == [2, 2]
    assert [(turn["seat"], turn["number"]) for turn in state["order"]] == [("s1", 2), ("s2", 2)]
    assert state["order"][0]["why"] == "tie: held the Chief"
    assert [seat["turn"] for seat in state["seats"]] == ["active", "waiting"]
    assert [seat["hand"] for seat in state["seats"]] == [[1, 3, 4, 5], [1, 3, 4, 5]]


def test_a_choice_taken_back_is_secret_again(house: Any) -> None:
    """Also in the history, which names only the player who chose."""
    anna, ben = house.play()
    anna.choose(1)
    taken = anna.state()["version"]
    anna.tap("undo", {"target": taken})
    anna.choose(4)
    theirs = ben.state()
    assert theirs["seats"][0]["action"] is None
    assert [row["text"] for row in theirs["history"][:3]] == [
        "Anna has chosen", "Anna undid Anna's choice", "Anna has chosen",
    ]  # fmt: skip


def play_a_round(phones: list[Any], *numbers: int, took: bool = True) -> None:
    for phone, number in zip(phones, numbers, strict=True):
        assert phone.choose(number).status_code == 200
    order = phones[0].state()["order"]
    for turn in order:
        phone = next(phone for phone in phones if phone.seat == turn["seat"])
        expects = {"round": phone.state()["round"], "seat": turn["seat"]}
        assert (
            phone.tap("turn.done", {"seat": turn["seat"], "took": took}, expects).status_code == 200
        )


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


def test_giza_r10_a_phone_lays_no_more_tokens_than_there_are(house: Any) -> None:
    """giza R10: over all pyramids together, in words; whatever the phone says of the limit."""
    anna, ben = house.play()
    most = anna.state()["supply"]
    first = {"seat": "s1", "slot": [0, 0], "placed": f"01+{most}"}
    assert anna.tap("pyramid.fix", first).status_code == 200
    answer = ben.tap(
        "pyramid.fix", {"seat": "s2", "slot": [0, 0], "placed": "02+1", "limited": False}
    )
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "no-token")
    assert "Take one off another penguin first" in answer.json["error"]["message"]


def test_giza_r10_a_token_is_placed_in_the_turn_that_takes_it(house: Any) -> None:
    """giza R5, R10: the phone knows that it is taken, and the turn ends without a second one."""
    anna, ben = house.play()
    for phone, number in ((anna, 5), (ben, 5)):
        phone.choose(number)
    assert anna.tap("token.place", {"seat": "s1", "count": 1}).status_code == 200
    assert [seat["trained"] for seat in ben.state()["seats"]] == [True, False]
    assert (
        anna.tap("turn.done", {"seat": "s1", "took": True}, {"round": 1, "seat": "s1"}).status_code
        == 200
    )
    mine = ben.state()["seats"][0]
    assert (mine["tokens"], mine["trained"], ben.state()["supply"]) == (0, False, 9)


def test_the_history_tells_who_did_what_in_words(house: Any) -> None:
    """Newest first; every kind of event has its sentence."""
    state = play_two_rounds_and_score(house).state()
    goal, goals = state["goals"][0], ", ".join(goal["name"] for goal in state["goals"])
    assert [row["text"] for row in reversed(state["history"])] == [
        "The table opened",
        "Anna joined with the Copper cards",
        "Ben joined with the Violet cards",
        f"Goals drawn: {goals}",
        "Anna gets the Chief",
        "The game started",
        "Anna has chosen",
        "Ben has chosen, and all cards are revealed: Anna 1, Ben 5",
        "Anna placed a penguin and took the Chief",
        "Ben placed a penguin and took a strength token. Round 1 is over",
        "Anna has chosen",
        "Ben has chosen, and all cards are revealed: Ben 2, Anna 4",
        "Ben placed a penguin",
        "Anna placed a penguin and took all actions back. Round 2 is over",
        "Ben placed a strength token",
        "Anna photographed Ben's pyramid",
        "Anna corrected Ben's pyramid: penguin 7 grey with 1 token at base, place 3",
        "Ben corrected their own pyramid: nothing at top",
        f"Ben entered Anna's score: levels 1+2+3+4, {goal['name']} {goal['points']}",
        "Ben holds the Chief now (corrected)",
        "Anna undid giving Ben the Chief",
        "Ben redid giving Ben the Chief",
    ]


def test_a_line_of_history_tells_when_by_whom_and_what_can_be_undone(house: Any) -> None:
    """The newest three: a redo, the undo that it took back, and the event that stands again."""
    history = play_two_rounds_and_score(house).state()["history"]
    assert {row["at"] for row in history} == {"2026-11-21T20:00:00.000Z"}
    assert [row["actor"] for row in history[:3]] == ["s2", "s1", "host"]
    assert [(row["undone"], row["undoable"]) for row in history[:3]] == [
        (False, True),
        (True, False),
        (False, True),
    ]


def test_a_turn_ended_for_somebody_else_says_by_whom(house: Any) -> None:
    """Ben's phone is asleep; Anna taps for him."""
    anna, ben = house.play()
    ben.choose(1)
    anna.choose(2)
    anna.tap("turn.done", {"seat": "s2", "took": False}, {"round": 1, "seat": "s2"})
    assert anna.state()["history"][0]["text"] == "Ben placed a penguin (tapped by Anna)"


def test_a_whole_game_ends_with_a_ranking(house: Any) -> None:
    """giza R13: ten rounds, two typed scores and a tie that the Chief breaks; the others correct
    who holds it, not the player whom that makes the winner.
    """
    anna, ben = phones = house.play()
    for n in range(10):
        number = 4 if n % 2 else 3
        play_a_round(phones, number, number)
    assert (anna.state()["phase"], anna.state()["round"]) == ("scoring", 10)
    goals = {goal["id"]: 0 for goal in anna.state()["goals"]}
    for seat in ("s1", "s2"):
        answer = anna.tap(
            "score.type", {"seat": seat, "levels": [1, 3, 2, 4], "goals": goals}, {"version": 0}
        )
        assert answer.status_code == 200
    state = ben.state()
    assert (state["phase"], state["winner"]) == ("over", "s1")
    assert state["ranking"] == [
        {"seat": "s1", "total": 10, "place": 1},
        {"seat": "s2", "total": 10, "place": 2},
    ]
    assert state["tiebreak"] == "Anna and Ben tie at 10: Anna holds the Chief and wins."
    refused = ben.tap("chief.give", {"seat": "s2"})
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "not-yours")
    anna.tap("chief.give", {"seat": "s2"})
    assert ben.state()["winner"] == "s2"


@pytest.mark.parametrize("counts", [True, False])
def test_the_table_is_asked_before_a_pyramid_that_breaks_a_rule_can_win(
    counts: bool, house: Any
) -> None:
    """giza R7: strong ones on weak ones have points; the podium waits for the decision, and the
    result says it.
    """
    anna, ben = phones = house.play()
    for n in range(10):
        play_a_round(phones, 4 if n % 2 else 3, 4 if n % 2 else 3)
    heaviest_last = sorted(
        standard().penguins, key=lambda penguin: (penguin.weight, -penguin.strength)
    )[-10:]
    rows = iter(penguin.id for penguin in heaviest_last)
    pyramid = [[next(rows) for _ in range(width)] for width in (4, 3, 2, 1)]
    house.shot.reading = reading(pyramid=pyramid, pieces=[], tokens=[], unsure=[])
    assert anna.photo("s1").status_code == 200
    goals = {goal["id"]: 0 for goal in anna.state()["goals"]}
    anna.tap("score.type", {"seat": "s2", "levels": [1, 3, 2, 4], "goals": goals}, {"version": 0})
    version = anna.state()["seats"][0]["score_version"]
    assert anna.state()["seats"][0]["score"]["verdict"] == "illegal"
    assert (
        anna.tap(
            "score.type", {"seat": "s1", "levels": None, "goals": goals}, {"version": version}
        ).status_code
        == 200
    )
    asked = ben.state()
    assert (asked["phase"], asked["finished"], asked["ranking"]) == ("scoring", False, None)
    assert asked["seats"][0]["score"]["counts"] is None
    assert asked["seats"][0]["ready"]
    at = {"version": asked["seats"][0]["score_version"]}
    assert ben.tap("pyramid.count", {"seat": "s1", "counts": counts}, at).status_code == 200
    state = anna.state()
    total = state["seats"][0]["score"]["total"]
    assert total > 10
    first = {"seat": "s1", "total": total, "place": 1}
    left_out = {"seat": "s1", "total": None, "place": None}
    other = {"seat": "s2", "total": 10, "place": 2 if counts else 1}
    assert (state["phase"], state["winner"]) == ("over", "s1" if counts else "s2")
    assert state["ranking"] == ([first, other] if counts else [other, left_out])
    assert state["history"][0]["text"] == (
        "Ben counted Anna's pyramid although it breaks a rule"
        if counts
        else "Ben left Anna's pyramid out"
    )
    with house.app.test_request_context():
        play = play_of(house.code, services().store.log(house.code))
    assert play is not None
    assert [result.won for result in play.outcome.results] == [counts, not counts]
    fallen = "breaks a rule." if counts else "was left out: it breaks a rule."
    assert play.outcome.note == f"Anna's pyramid {fallen} Typed in, not checked: Anna, Ben."
    ben.tap("undo", {"target": state["version"]})
    assert anna.state()["phase"] == "scoring"


def test_giza_r11_the_host_s_screen_on_a_player_s_device_judges_nothing_of_theirs(
    house: Any,
) -> None:
    """giza R11.D1, R5: Anna opened the table on her own phone. Its host's screen decides about
    Ben's pyramid, not about hers, nor does it claim a card for her or undo what Ben decided.
    """
    anna = house.open()
    ben = house.phone()
    for phone, name, colour in ((anna, "Anna", "copper"), (ben, "Ben", "violet")):
        assert phone.join(name, colour).status_code == 201
    for kind, payload in (("goals.draw", {}), ("chief.give", {"seat": "s1"}), ("game.start", {})):
        assert anna.tap(kind, payload).status_code == 200
    kinds = sorted(standard().penguins, key=lambda each: (each.strength, each.weight))
    numbers = [f"{each.number:02d}" for each in kinds[:4]]
    heavy = [f"{each.number:02d}" for each in kinds if each.weight == 4][:2]
    for seat, (left, right), above in (
        ("s1", numbers[:2], heavy[0]),
        ("s2", numbers[2:], heavy[1]),
    ):
        for slot, placed in (([0, 0], left), ([0, 1], right), ([1, 0], above)):
            ben.tap("pyramid.fix", {"seat": seat, "slot": slot, "placed": placed})

    def decide(phone: Any, seat: str, query: str = "") -> int:
        state = ben.state()
        version = next(each["score_version"] for each in state["seats"] if each["id"] == seat)
        decision = {"seat": seat, "counts": False}
        told = phone.tap("pyramid.count", decision, {"version": version}, query=query)
        return int(told.status_code)

    host = "?view=host"
    assert [decide(anna, "s1"), decide(anna, "s1", host)] == [409, 409]
    assert decide(anna, "s2", host) == 200
    assert [decide(ben, "s2"), decide(ben, "s1")] == [409, 200]
    decided = {"target": ben.state()["version"]}
    barred = [line.get("barred") for line in ben.state()["history"][:3]]
    assert barred == [["s1"], ["s2"], None]
    assert anna.tap("undo", decided, query=host).json["error"]["code"] == "not-yours"
    assert ben.tap("undo", decided).status_code == 200
    ben.tap("pyramid.fix", {"seat": "s2", "slot": [0, 2], "placed": numbers[0]})
    keep = {"seat": "s1", "penguin": int(numbers[0])}
    assert anna.state()["contested"] == [{"penguin": int(numbers[0]), "seats": ["s1", "s2"]}]
    assert anna.tap("card.keep", keep, query=host).json["error"]["code"] == "not-yours"
    assert ben.tap("card.keep", keep).status_code == 200


def reading(**changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "photo": "x.jpg",
        "pyramid": [
            ["penguin-01", None, "penguin-03", None],
            ["penguin-02", None, None],
            [None, None],
            [None],
        ],
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


def several() -> Any:
    """A photo of two pyramids: penguins 1 and 2 (grey), 4 with a token; each card is 100 px wide,
    200 px apart.
    """
    names = ("penguin-01", "penguin-02", "penguin-04")
    pieces = [
        {
            "id": name,
            "face": "back" if at == 1 else "front",
            "outline": [[200 * at, 10], [200 * at + 100, 150]],
        }
        for at, name in enumerate(names)
    ]
    rest: Any = [[None] * 3, [None] * 2, [None]]
    part = {"tokens": [], "unsure": [], "verdict": "legal"}
    parts = [
        {**part, "pyramid": [[names[0], names[1], None, None], *rest]},
        {
            **part,
            "pyramid": [[names[2], None, None, None], *rest],
            "tokens": [{"penguin": names[2], "count": 1}],
        },
    ]
    return {**parts[0], "photo": "x.jpg", "pieces": pieces, "pyramids": parts}


def test_a_photo_of_several_pyramids_is_shared_out(house: Any) -> None:
    """Nobody's score changes until someone says whose each is; then it is linked to that photo,
    and can be undone.
    """
    anna, ben = house.play()
    house.shot.reading = several()
    assert anna.photo("s1").status_code == 200
    state = ben.state()
    photo = state["several"]["photo"]
    assert state["several"]["found"] == [{"seat": None}, {"seat": None}]
    assert [seat["score"] for seat in state["seats"]] == [None, None]
    for number, seat in ((1, "s2"), (2, "s1")):
        assert (
            ben.tap("pyramid.give", {"photo": photo, "number": number, "seat": seat}).status_code
            == 200
        )
    state = anna.state()
    assert [seat["pyramid"].split("/")[0] for seat in state["seats"]] == ["04+1,,,", "01,02g,,"]
    assert [(seat["photo"], seat["score"]["source"]) for seat in state["seats"]] == [
        (photo, "photo")
    ] * 2
    assert [one["seat"] for one in state["several"]["found"]] == ["s2", "s1"]
    assert [line["text"] for line in state["history"][:3]] == [
        "Ben matched pyramid 2 in the photo to Anna",
        "Ben claimed pyramid 1 in the photo",
        "Anna photographed 2 pyramids at once",
    ]
    assert anna.tap("undo", {"target": state["version"]}).status_code == 200
    assert anna.state()["seats"][0]["score"] is None


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"number": 1, "seat": "s1"}, "taken"),
        ({"number": 3, "seat": "s1"}, "malformed"),
        ({"number": 2, "seat": "s1", "photo": "older"}, "stale"),
    ],
)
def test_a_pyramid_is_given_to_one_seat_and_from_the_newest_photo(
    house: Any, payload: Any, code: str
) -> None:
    """Whoever comes second is refused; what is nobody's can't be given."""
    anna, ben = house.play()
    house.shot.reading = several()
    photo = anna.photo("s1").json["photo"]
    assert ben.tap("pyramid.give", {"photo": photo, "number": 1, "seat": "s2"}).status_code == 200
    refused = anna.tap("pyramid.give", {"photo": photo, **payload})
    assert refused.json["error"]["code"] == code


@pytest.mark.parametrize("seats", [2, 4])
def test_a_state_is_small_enough_for_a_phone(house: Any, seats: int) -> None:
    """A full history and a full table stay under 64 KiB."""
    phones = house.play(seats)
    for n in range(10):
        play_a_round(phones, *[4 if n % 2 else 3] * seats)
    assert len(json.dumps(phones[0].state())) < 64 * 1024
