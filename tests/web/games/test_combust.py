"""Combust on the phones: lines typed and photographed, cards carried out verb by verb, clans that
die out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.plays.played import play_of
from web.plays.views import headline
from web.services import services

STATE = {
    "code", "game", "version", "you", "phase", "locked", "seats", "history", "photos",
    "dealer", "turn", "active", "next", "several",
    "chain", "help", "deck_empty", "left", "ranking", "deck", "finished", "evening",
    "following", "stamp", "burnt", "shot", "asked",
}  # fmt: skip
SEAT = {
    "id", "name", "ink", "symbol", "line", "cards", "surplus", "photo", "line_version", "unchecked",
    "open",
    "unread", "seen", "out",
}  # fmt: skip
FISHER = 3  # two verbs: steal a card, then draw and play again


@pytest.fixture
def house(house_of: Callable[[str], Any]) -> Any:
    return house_of("combust")


def dealt(house: Any, count: int = 3) -> list[Any]:
    """The phones when the cards lie on the table; Ben deals."""
    seated: list[Any] = house.sit(count)
    for kind, payload in (("dealer.give", {"seat": "s2"}), ("game.start", {})):
        assert house.host.tap(kind, payload).status_code == 200
    return seated


def enter(
    phone: Any, seat: str, total: int, *, penguins: int = 3, highest: int | None = None
) -> Any:
    """Type a line."""
    version = next(row["line_version"] for row in phone.state()["seats"] if row["id"] == seat)
    line = {"seat": seat, "sum": total, "penguins": penguins, "highest": highest or total - 2}
    return phone.tap("line.type", line, {"version": version})


def begun(house: Any) -> list[Any]:
    """The first turn, which is Cleo's."""
    seated = dealt(house)
    for seat, total in (("s1", 12), ("s2", 14), ("s3", 9)):
        assert enter(seated[0], seat, total).status_code == 200
    assert seated[0].tap("turns.begin").status_code == 200
    return seated


def test_the_state_has_these_fields(house: Any) -> None:
    """Pages rely on them; everyone sees the same, for the phones know no secret."""
    anna, ben, _ = begun(house)
    mine = anna.state()
    assert set(mine) == STATE
    assert set(mine["seats"][0]) == SEAT
    assert {**mine, "you": None} == {**ben.state(), "you": None}
    assert [card["number"] for card in mine["deck"]["cards"]][:20] == list(range(1, 21))


def test_the_lowest_line_starts(house: Any) -> None:
    """combust R2, from typed sums."""
    anna, *_ = begun(house)
    state = anna.state()
    assert (state["phase"], state["active"], state["next"], state["turn"]) == (
        "turns",
        "s3",
        "s1",
        1,
    )
    assert state["history"][0]["text"] == "Cleo has the lowest line and starts"


def test_a_line_typed_over_somebody_elses_is_told(house: Any) -> None:
    """Two people enter the same line at once: the second one sees what the first one entered."""
    anna, ben, _ = dealt(house)
    line = {"seat": "s3", "sum": 9, "penguins": 3, "highest": 5}
    assert anna.tap("line.type", line, {"version": 0}).status_code == 200
    answer = ben.tap("line.type", {**line, "sum": 10}, {"version": 0})
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "stale")
    assert answer.json["error"]["state"]["seats"][2]["line"]["sum"] == 9


def scan(*lines: tuple[str | None, ...], complete: bool | None = True) -> dict[str, Any]:
    """A scan result with these lines, which are whole unless nobody knows that."""
    rows = [{"cards": list(cards), "complete": complete} for cards in lines]
    return {"photo": "x.jpg", "unsure": [], "lines": rows}


def test_a_photo_of_a_line_enters_it(house: Any) -> None:
    """Cards and sum as on the table, in words."""
    anna, *_ = dealt(house)
    house.shot.reading = scan(("hatchling", "fisher", "fisher"))
    assert anna.photo("s1").status_code == 200
    seat = anna.state()["seats"][0]
    assert (seat["cards"], seat["line"]) == ([1, 3, 3], {"sum": 7, "penguins": 3, "highest": 3})
    assert anna.state()["history"][0]["text"] == (
        "Anna photographed their own line: 3 penguins, sum 7"
    )


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (scan(), "a line of penguins"),
        (scan(("hatchling", "fisher")), "has 3 penguins, but this one has 2"),
        (scan(("hatchling", "fisher", "fisher", None)), "has 3 penguins, but this one has 4"),
        (
            {
                **scan(),
                "unsure": [{"text": "the photo is too dark", "remedy": "turn on more light"}],
            },
            "more light",
        ),
    ],
)
def test_a_photo_that_does_not_tell_the_line_is_refused(
    house: Any, reading: Any, words: str
) -> None:
    """Nothing is changed, and the person reads how to shoot again."""
    anna, *_ = dealt(house)
    house.shot.reading = reading
    answer = anna.photo("s1")
    assert answer.status_code == 422
    assert words in answer.json["error"]["message"].lower()
    assert anna.state()["seats"][0]["line"] is None


def test_a_photo_of_a_line_with_an_unread_card_asks_whether_that_is_all(house: Any) -> None:
    """What was read is kept, and the line stays open until a player says so."""
    anna, *_ = dealt(house)
    house.shot.reading = scan(("hatchling", "fisher", None))
    assert anna.photo("s1").status_code == 200
    seat = anna.state()["seats"][0]
    assert (seat["cards"], seat["open"], seat["unread"]) == ([1, 3], True, 0)
    early = anna.tap("line.close", {"seat": "s1"}, {"version": seat["line_version"]})
    assert early.status_code == 409
    house.shot.reading = scan(("hatchling", "fisher", "fisher"))
    assert anna.photo("s1").status_code == 200
    assert anna.state()["seats"][0]["open"] is False


def test_a_photo_of_several_lines_is_matched_and_says_what_it_does_not_show(house: Any) -> None:
    """Two of three clans: the third is asked for in the reader's words, and is still missing."""
    anna, *_ = dealt(house)
    third = {"slot": None, "text": "2 lines were read", "remedy": "step back"}
    reading = scan(("hatchling", "fisher", "fisher"), ("fisher", None), complete=True)
    reading["lines"][1]["complete"] = None
    house.shot.reading = {**reading, "unsure": [{**third, "could_change": "score"}]}
    photo = anna.photo("s1").json["photo"]
    several = anna.state()["several"]
    assert [one["seat"] for one in several["found"]] == [None, None]
    assert [(one["cards"], one["whole"], one["unread"]) for one in several["found"]] == [
        ([1, 3, 3], True, 0),
        ([3], False, 1),
    ]
    assert several["unsure"] == [{"text": "2 lines were read", "remedy": "step back"}]
    for number, seat in ((1, "s2"), (2, "s1")):
        given = anna.tap("line.give", {"photo": photo, "number": number, "seat": seat})
        assert given.status_code == 200
    mine, bens, cleos = anna.state()["seats"]
    assert [seat["open"] for seat in (mine, bens, cleos)] == [True, False, False]
    assert [seat["unread"] for seat in (mine, bens, cleos)] == [1, 0, 0]
    close = anna.tap("line.close", {"seat": "s1"}, {"version": mine["line_version"]})
    assert (close.status_code, "couldn't be read" in close.json["error"]["message"]) == (409, True)
    assert (mine["cards"], bens["cards"], cleos["line"]) == ([3], [1, 3, 3], None)
    assert [line["text"] for line in anna.state()["history"][:3]] == [
        "Anna claimed line 2 in the photo: 1 penguin, sum 3",
        "Anna matched line 1 in the photo to Ben: 3 penguins, sum 7",
        "Anna photographed 2 lines at once",
    ]
    assert "Anna, Cleo" in anna.tap("turns.begin").json["error"]["message"]


def test_whose_line_is_whose_is_asked_once(house: Any) -> None:
    """All lines lie clockwise, so one answer is enough; later photos, also the one at the count,
    follow from the cards that each clan had.
    """
    anna, ben, _ = dealt(house)
    lines = [("hatchling", "fisher", "robber"), ("vizier", "general", "regent"), ("scribe",) * 3]
    house.shot.reading = scan(*lines, complete=True)
    photo = house.host.photo("s1").json["photo"]
    give = {"photo": photo, "number": 2, "seat": "s1", "all": True}
    assert ben.tap("line.give", give).status_code == 200
    assert anna.state()["history"][0]["text"] == "Ben said whose line is whose"
    seats = anna.state()["seats"]
    assert [len({*seat["cards"]}) for seat in seats] == [3, 1, 3]
    assert seats[2]["cards"] == [1, 3, 7]
    assert anna.tap("turns.begin").status_code == 200
    later = [("scribe", "scribe"), ("hatchling", "fisher"), ("vizier", "general", "astronomer")]
    house.shot.reading = scan(*later, complete=True)
    assert anna.photo("s1").status_code == 200
    state = anna.state()
    assert [one["seat"] for one in state["several"]["found"]] == ["s2", "s3", "s1"]
    assert state["seats"][2]["cards"] == [1, 3]
    anna.tap("deck.empty")
    for turn in range(1, 5):
        assert anna.tap("turn.done", {}, {"turn": turn}).status_code == 200
    assert anna.state()["phase"] == "count"
    assert ben.photo("s2").status_code == 200
    assert anna.state()["phase"] == "over"


def test_one_line_in_a_hosts_photo_is_nobodys_until_someone_says(house: Any) -> None:
    """A phone's is its player's; between deal and count anyone photographs anything."""
    anna, *_ = dealt(house)
    house.shot.reading = scan(("hatchling", "fisher", "fisher"), complete=True)
    assert house.host.photo("s1").status_code == 200
    assert anna.state()["history"][0]["text"] == "The host photographed a line"
    assert [seat["line"] for seat in anna.state()["seats"]] == [None] * 3
    assert anna.photo("s1").status_code == 200
    assert anna.state()["seats"][0]["cards"] == [1, 3, 3]


def test_a_card_is_carried_out_verb_by_verb_and_only_once(house: Any) -> None:
    """combust R5: the chain waits for its innermost card; two phones that say Done count once."""
    anna, ben, _ = begun(house)
    assert (
        anna.tap("card.play", {"seat": "s3", "card": FISHER}, {"turn": 1, "chain": 0}).status_code
        == 200
    )
    assert len(anna.state()["help"]) == 2
    done = {"turn": 1, "chain": 1, "done": 0}
    assert anna.tap("verb.done", {}, done).status_code == 200
    assert ben.tap("verb.done", {}, done).status_code == 409
    assert anna.state()["history"][0]["text"].startswith("Done: ")
    assert anna.tap("turn.done", {}, {"turn": 1}).status_code == 409
    assert anna.tap("verb.done", {}, {**done, "done": 1}).status_code == 200
    assert anna.state()["chain"] == []
    assert anna.tap("turn.done", {}, {"turn": 1}).status_code == 200


def test_the_last_card_of_an_extinct_clan_is_its_own(house: Any) -> None:
    """combust R6: it is carried out in the middle of someone else's turn, and the history says
    whose it is.
    """
    anna, *_ = begun(house)
    assert (
        anna.tap("card.play", {"seat": "s3", "card": FISHER}, {"turn": 1, "chain": 0}).status_code
        == 200
    )
    assert (
        anna.tap("card.play", {"seat": "s1", "card": FISHER}, {"turn": 1, "chain": 1}).status_code
        == 200
    )
    told = [line["text"] for line in anna.state()["history"][:2]]
    assert told == ["Anna plays Delta Fisher", "Cleo plays Delta Fisher (tapped by Anna)"]
    assert [link["seat"] for link in anna.state()["chain"]] == ["s3", "s1"]


def test_the_last_clan_wins_and_those_who_went_together_share_a_place(house: Any) -> None:
    """combust R6, R7: no line was counted, so there is no sum; an undo brings a clan back."""
    anna, *_ = begun(house)
    assert anna.tap("clan.out", {"seats": ["s2", "s3"]}).status_code == 200
    state = anna.state()
    places = [(row["seat"], row["place"], row["total"]) for row in state["ranking"]]
    assert (state["phase"], places) == ("over", [("s1", 1, None), ("s2", 2, None), ("s3", 2, None)])
    assert state["history"][0]["text"] == "Ben, Cleo are extinct. The game is over"
    assert anna.tap("undo", {"target": state["history"][0]["version"]}).status_code == 200
    assert anna.state()["phase"] == "turns"


def test_a_final_line_that_was_typed_says_so(house: Any) -> None:
    """combust R7: in the standings and in the result; one read from a photo doesn't, nor a line of
    before the count.
    """
    anna, *_ = begun(house)
    assert anna.tap("deck.empty").status_code == 200
    for turn in range(1, 5):
        assert anna.tap("turn.done", {}, {"turn": turn}).status_code == 200
    assert (anna.state()["phase"], _unchecked(anna)) == ("count", [False] * 3)
    house.shot.reading = scan(("hatchling", "fisher", "fisher"))
    assert anna.photo("s1").status_code == 200
    for seat in ("s2", "s3"):
        assert enter(anna, seat, 20).status_code == 200
    assert (anna.state()["phase"], _unchecked(anna)) == ("over", [False, True, True])
    with house.app.app_context():
        play = play_of(house.code, services().store.log(house.code))
    assert play
    assert play.outcome.note == "Typed in, not checked: Ben, Cleo."


def _unchecked(phone: Any) -> list[bool]:
    return [seat["unchecked"] for seat in phone.state()["seats"]]


def test_where_no_clan_is_left_nobody_has_won(house: Any) -> None:
    """combust R6.D1d: a draw of those who went last, in the result as in the words of
    who keeps it.
    """
    anna, *_ = begun(house)
    for seats in (["s2"], ["s1", "s3"]):
        assert anna.tap("clan.out", {"seats": seats}).status_code == 200
    state = anna.state()
    assert [(row["seat"], row["place"]) for row in state["ranking"]] == [
        ("s1", 1),
        ("s3", 1),
        ("s2", 3),
    ]
    with house.app.app_context():
        play = play_of(house.code, services().store.log(house.code))
    assert play
    assert (play.outcome.won, play.outcome.note) == (False, "It's a draw: no clan is left")
    assert headline(play.outcome) == "Nobody won"


def test_after_the_deck_comes_one_more_round_and_the_highest_line_wins(house: Any) -> None:
    """combust R7: the active player last, then the lines are counted again, however many penguins
    are left in them.
    """
    anna, *_ = begun(house)
    assert anna.tap("deck.empty").status_code == 200
    for turn in range(1, 5):
        assert anna.tap("turn.done", {}, {"turn": turn}).status_code == 200
    assert anna.state()["phase"] == "count"
    house.shot.reading = scan(("regent", "pharaoh"))
    assert anna.photo("s2").status_code == 200
    for seat in ("s1", "s3"):
        assert enter(anna, seat, 30, highest=18).status_code == 200
    rows = anna.state()["ranking"]
    assert [(row["seat"], row["place"], row["total"]) for row in rows] == [
        ("s2", 1, 39),
        ("s1", 2, 30),
        ("s3", 2, 30),
    ]
