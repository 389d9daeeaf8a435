"""Rocks on the phones: what everyone sees, our die and the real one, and the history in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.plays.played import play_of
from web.services import services

STATE = {
    "code", "game", "version", "you", "phase", "locked", "seats", "history", "photos",
    "round", "active", "penguin", "die",
    "moves", "finish", "starter", "freed", "places", "ranking", "winner", "deck", "finished",
    "evening", "loose", "reach", "last", "photo", "fewer",
}  # fmt: skip
SEAT = {
    "id", "name", "colour", "ink", "symbol", "rocks", "free", "complete", "built", "may_finish",
    "penguins",
}  # fmt: skip


@pytest.fixture
def house(house_of: Callable[[str], Any]) -> Any:
    return house_of("rocks")


def started(house: Any, count: int = 2) -> list[Any]:
    """The phones of a game that has begun; Anna is the youngest."""
    seated: list[Any] = house.sit(count)
    assert house.host.tap("game.start", {"first": "s1"}).status_code == 200
    return seated


def expects(phone: Any) -> dict[str, int]:
    """What a tap expects that moves play on."""
    return {"moves": phone.state()["moves"]}


def texts(phone: Any) -> list[str]:
    """The history, newest first."""
    return [row["text"] for row in phone.state()["history"]]


def test_the_state_has_these_fields(house: Any) -> None:
    """Pages rely on them; everyone sees the same, because nothing is secret."""
    anna, ben = started(house)
    mine, theirs = anna.state(), ben.state()
    assert set(mine) == STATE
    assert set(mine["seats"][0]) == SEAT
    assert {**mine, "you": None} == {**theirs, "you": None}
    assert (mine["phase"], mine["active"], mine["penguin"], mine["die"]) == ("play", "s1", 1, None)


def scan(**shown: Any) -> dict[str, Any]:
    """A scan result with these rocks and penguins."""
    empty: dict[str, Any] = {
        "rocks_range": {}, "piles_range": {}, "penguins": [], "unsure": [], "complete": None,
    }  # fmt: skip
    return {"photo": "x.jpg", **empty, **shown}


def test_a_photo_of_the_board_brings_it_up_to_date(house: Any) -> None:
    """What is read, in words; a place that the reader doubts is left open, and so are piles."""
    anna, ben = started(house)
    house.shot.reading = scan(
        rocks_range={"b1": [1, 2], "b2": [0, 1], "pc1": [0, 1], "pc2": [0, 1]},
        piles_range={"qa": [4, 6]},
        penguins=[{"id": "penguin-coral-1", "space": "pa2", "carries": True}],
        unsure=[{"slot": "pc1/pc3", "text": "a rock is between", "remedy": "push it"}],
    )
    assert ben.photo("s2").status_code == 200
    state = anna.state()
    assert [seat["rocks"] for seat in state["seats"]] == [[0] * 6, [1, 0, 0, 0, 0, 0]]
    assert state["seats"][0]["penguins"][0] == {"place": "pa2", "rock": True}
    assert state["loose"] == {"pc1": [0, 1], "qa": [4, 6]}
    assert (texts(anna)[0], list(state["photos"])) == (
        "Ben photographed the board",
        [state["photo"]],
    )


def test_what_a_photo_shows_less_of_is_answered_with_one_tap(house: Any) -> None:
    """By anyone, and in words."""
    anna, ben = started(house)
    for agree, words in ((False, "Anna said that the photo is wrong"), (True, "is right")):
        anna.tap("rock.drop", {"seat": "s1", "space": 3})
        house.shot.reading = scan(piles_range={"qa": [5, 5]})
        photo = ben.photo("s2").json["photo"]
        assert ben.state()["fewer"] == [{"seat": "s1", "space": 3}]
        anna.tap("board.agree", {"photo": photo, "agree": agree})
        assert words in texts(ben)[0]
        assert ben.state()["seats"][0]["rocks"][3] == (0 if agree else 1)


def test_a_photo_without_the_board_is_refused(house: Any) -> None:
    """With what the reader says, or else what has to be in view."""
    anna, *_ = started(house)
    house.shot.reading = scan()
    answer = anna.photo("s1")
    assert answer.status_code >= 400
    assert "all of the board" in answer.json["error"]["message"]


def test_a_tapped_end_of_a_move_is_told_by_its_printed_name(house: Any) -> None:
    """Where the roll can end comes from the engine."""
    anna, *_ = started(house)
    anna.tap("die.roll", {"face": 1}, expects(anna))
    assert anna.state()["reach"] == ["pa5", "qa"]
    anna.tap("move.done", {"to": "pa5"}, expects(anna))
    assert (texts(anna)[0], anna.state()["last"]) == (
        "Anna moved penguin 1 to pa5",
        ["pa6", "pa5"],
    )


def test_the_screens_draw_the_board_without_tags_and_rules(house: Any) -> None:
    """The print's own drawing and geometry: as on paper, but only what is played on."""
    (anna, *_) = started(house)
    deck = anna.state()["deck"]
    assert (deck["side"], len(deck["places"]), deck["nests"]["coral"][:2]) == (
        400,
        60,
        ["a0", "a1"],
    )
    art = anna.get(f"/art/rocks/{deck['edition']}/board/front.svg")
    assert art.status_code == 200
    assert "Take or drop a rock" not in art.text


def test_the_door_offers_the_nests(house: Any) -> None:
    """A nest is chosen where one sits, and a taken one is refused."""
    house.sit(1)
    page = house.phone().get(f"/j/{house.code}").text
    assert "the nest in front of you" in page
    assert page.count("taken</small>") == 1
    assert house.phone().join("Ben", "coral").status_code == 409


def test_of_three_the_one_in_the_middle_starts_with_penguin_2_free(house: Any) -> None:
    """rocks O: the lobby says who, where three sit there."""
    said = []
    for count in (2, 3, 4):
        state = house.sit(count)[0].state()
        said.append((state["starter"], state["freed"]))
    assert said == [(None, None), ("s2", "s2"), (None, None)]


def test_a_game_of_three_begins_with_the_middle(house: Any) -> None:
    """rocks O: two rolls a turn from the start; the lobby's words are over."""
    anna, ben, _ = house.sit(3)
    assert house.host.tap("game.start", {"first": "s2"}).status_code == 200
    state = anna.state()
    assert (state["active"], state["starter"], state["freed"]) == ("s2", None, None)
    assert [seat["id"] for seat in state["seats"] if seat["free"]] == ["s2"]
    assert texts(anna)[0] == "The game started; Ben, in the middle, rolls first"
    ben.tap("move.done", {}, expects(ben))
    assert (ben.state()["active"], ben.state()["penguin"]) == ("s2", 2)


def test_our_die_is_thrown_by_the_server_and_a_real_one_is_typed_in(house: Any) -> None:
    """Chance is decided once, where no phone can have a say; two taps at once throw it once."""
    anna, ben = started(house)
    seen = expects(anna)
    assert anna.tap("die.throw", {}, seen).status_code == 200
    assert ben.state()["die"] in range(1, 7)
    assert (answer := ben.tap("die.throw", {}, seen)).status_code == 409
    assert answer.json["error"]["state"]["die"] == anna.state()["die"]
    assert anna.tap("move.done", {}, seen).status_code == 200
    assert ben.tap("die.roll", {"face": 6}, expects(ben)).status_code == 200
    assert texts(anna)[0] == "Ben rolled a 6 for penguin 1"


def test_a_throw_cannot_be_chosen_by_the_phone_that_asks_for_it(house: Any) -> None:
    """A face in the request doesn't become the die's."""
    anna, _ = started(house)
    faces = set()
    for _ in range(12):
        assert anna.tap("die.throw", {"face": 6}, expects(anna)).status_code == 200
        faces.add(anna.state()["die"])
        assert anna.tap("move.done", {}, expects(anna)).status_code == 200
    assert len(faces) > 1


def test_two_phones_say_moved_and_it_counts_once(house: Any) -> None:
    """The second one is informed, with the state as it is now."""
    anna, ben = started(house)
    seen = expects(anna)
    assert anna.tap("move.done", {}, seen).status_code == 200
    answer = ben.tap("move.done", {}, seen)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "stale")
    assert answer.json["error"]["state"]["active"] == "s2"


def test_the_first_rock_frees_penguin_2_and_the_history_says_so(house: Any) -> None:
    """rocks R8 on the phones; an undo takes both back."""
    anna, _ = started(house)
    anna.tap("die.roll", {"face": 3}, expects(anna))
    anna.tap("rock.drop", {"seat": "s1", "space": 0})
    assert anna.state()["seats"][0]["free"]
    line = anna.state()["history"][0]
    assert line["text"] == "A rock was placed in Anna's nest, space 1; penguin 2 is free"
    anna.tap("undo", {"target": line["version"]})
    assert anna.state()["seats"][0]["rocks"] == [0] * 6
    assert texts(anna)[0] == "Anna undid the rock placed in Anna's nest"


def test_a_whole_nest_wins_and_the_rest_stand_by_their_rocks(house: Any) -> None:
    """rocks R10: the builder first, then who has more spaces filled; equals share a place."""
    anna, ben, _ = started(house, 3)
    anna.tap("die.roll", {"face": 3}, expects(anna))
    for space in range(6):
        anna.tap("rock.drop", {"seat": "s1", "space": space})
    assert anna.tap("nest.done", {"seat": "s2"}, expects(anna)).status_code == 409
    ben.tap("rock.drop", {"seat": "s2", "space": 4})
    assert anna.tap("nest.done", {"seat": "s1"}, expects(anna)).status_code == 200
    state = anna.state()
    assert (state["phase"], state["winner"]) == ("over", "s1")
    assert [(row["seat"], row["place"]) for row in state["ranking"]] == [
        ("s1", 1),
        ("s2", 2),
        ("s3", 3),
    ]
    assert texts(anna)[0] == "Anna's nest is finished. The game is over"


def test_rocks_o_a_table_that_plays_the_round_out_is_told_who_has_built_and_who_wins(
    house: Any,
) -> None:
    """rocks O: chosen in the lobby by anyone; the nest that is built first ends nothing; the last
    one has won.
    """
    anna, ben, cleo = house.sit(3)
    assert anna.state()["finish"] == "at-once"
    assert cleo.tap("finish.set", {"finish": "play-out"}).status_code == 200
    assert anna.state()["finish"] == "play-out"
    assert texts(anna)[0] == "Play the round to its end: on. The last to finish a nest wins"
    house.host.tap("game.start", {"first": "s1"})
    for seat in ("s1", "s2"):
        for space in range(6):
            anna.tap("rock.drop", {"seat": seat, "space": space})
    assert anna.tap("nest.done", {"seat": "s1"}, expects(anna)).status_code == 200
    assert texts(ben)[0] == "Anna's nest is finished. The round is being finished"
    assert (ben.state()["phase"], ben.state()["active"], ben.state()["winner"]) == (
        "play",
        "s2",
        None,
    )
    assert [seat["built"] for seat in ben.state()["seats"]] == [True, False, False]
    assert ben.tap("nest.done", {"seat": "s2"}, expects(ben)).status_code == 200
    assert cleo.tap("move.done", {}, expects(cleo)).status_code == 200
    state = cleo.state()
    assert (state["phase"], state["winner"]) == ("over", "s2")
    assert [(row["seat"], row["place"]) for row in state["ranking"]] == [
        ("s2", 1),
        ("s1", 2),
        ("s3", 3),
    ]
    assert texts(cleo)[0] == "Cleo moved penguin 1. The game is over"


def test_rocks_o_how_the_game_ends_is_taken_back_in_the_lobby_and_refused_later(house: Any) -> None:
    """Like all before the start: anyone takes it back, in words; then it stays."""
    anna, ben = house.sit(2)
    anna.tap("finish.set", {"finish": "play-out"})
    ben.tap("undo", {"target": ben.state()["history"][0]["version"]})
    assert (ben.state()["finish"], texts(ben)[0]) == ("at-once", "Ben undid how the game ends")
    anna.tap("finish.set", {"finish": "at-once"})
    assert texts(ben)[0] == "Play the round to its end: off. The first nest wins"
    house.host.tap("game.start", {"first": "s1"})
    answer = anna.tap("finish.set", {"finish": "play-out"})
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "locked")


def test_rocks_o_the_play_of_a_round_that_was_played_out_says_so(house: Any) -> None:
    """Statistics count it by itself, as a variant; a game that ends at once has none."""
    for finish, variant in (("at-once", ""), ("play-out", "with the round played out")):
        _, ben = house.sit(2)
        house.host.tap("finish.set", {"finish": finish})
        house.host.tap("game.start", {"first": "s2"})
        for space in range(6):
            ben.tap("rock.drop", {"seat": "s2", "space": space})
        ben.tap("nest.done", {"seat": "s2"}, expects(ben))
        if variant:
            ben.tap("move.done", {}, expects(ben))
        with house.app.test_request_context():
            play = play_of(house.code, services().store.log(house.code))
        assert play is not None
        assert play.outcome.variant == variant
