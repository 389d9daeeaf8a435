"""Pirates on the phones: a turn phase by phase, and placing in secret that nobody can look into."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

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
    "turn",
    "turns",
    "next",
    "captain",
    "variants",
    "event",
    "due",
    "map",
    "tracks",
    "most",
    "tracks_version",
    "pirates",
    "rescued",
    "end",
    "penguins",
    "to_place",
    "actions",
    "specials",
    "deck",
    "photo",
    "differences",
    "finished",
    "evening",
}
TURN = {"turn": 1}


@pytest.fixture
def house(house_of: Callable[[str], Any]) -> Any:
    return house_of("pirates")


def sailing(house: Any, count: int = 3) -> list[Any]:
    """The phones in the first turn, its event turned up; Anna is captain."""
    seated: list[Any] = house.sit(count)
    for kind, payload in (("captain.give", {"seat": "s1"}), ("game.start", {})):
        assert house.host.tap(kind, payload).status_code == 200
    event = seated[0].state()["due"][0]["id"]
    assert seated[0].tap("event.reveal", {"event": event}, TURN).status_code == 200
    return seated


def place(
    phone: Any, penguin: int, card: int = 1, *, colour: str = "white", which: int = 0, key: str = ""
) -> Any:
    """Place a penguin on a spot of that colour of its card."""
    action = phone.state()["deck"]["handicaps"][penguin][card - 1][colour][which]
    return phone.tap(
        "penguin.place", {"penguin": penguin, "card": card, "action": action}, TURN, key=key
    )


def all_placed(phones: list[Any]) -> None:
    """Everyone places; with three, the captain two."""
    for phone, penguin in zip((*phones, phones[0]), range(4), strict=False):
        assert place(phone, penguin).status_code == 200


def test_the_state_has_these_fields(house: Any) -> None:
    """Pages rely on them."""
    anna, *_ = sailing(house)
    state = anna.state()
    assert set(state) == STATE
    assert (state["phase"], state["captain"], state["to_place"]) == ("captain", "s1", [0])
    assert state["tracks"] == {"sails": 2, "speed": 0, "water": 0, "fish": 8}
    assert [seat["penguins"] for seat in state["seats"]] == [[0, 3], [1], [2]]


def test_the_captain_places_openly_then_the_others_in_secret(house: Any) -> None:
    """pirates R2: what the captain did all see, of the others only that they have, until the last
    one has.
    """
    anna, ben, cleo = sailing(house)
    assert place(ben, 1).status_code == 409
    assert place(anna, 0).status_code == 200
    assert cleo.state()["penguins"][0]["spot"]["card"] == 1
    assert place(ben, 1).status_code == 200
    for phone, sees in ((ben, True), (anna, False), (cleo, False), (house.host, False)):
        penguin = phone.state()["penguins"][1]
        assert (penguin["hidden"], penguin["used"], penguin["spot"] is not None) == (
            not sees,
            [1] * sees,
            sees,
        )
    assert anna.state()["history"][0]["text"] == "Ben has placed Teal"
    assert place(cleo, 2).status_code == 200
    assert place(anna, 3).status_code == 200
    state = cleo.state()
    assert (state["phase"], state["tracks"]["speed"]) == ("sail", 2)
    assert all(penguin["spot"] for penguin in state["penguins"])


def test_a_yellow_spot_costs_a_fish_and_a_red_one_is_refused(house: Any) -> None:
    """pirates R2; the others' fish are paid at the reveal, so that nobody sees who has placed on
    yellow.
    """
    anna, ben, cleo = sailing(house)
    assert place(anna, 0, colour="yellow").status_code == 200
    assert cleo.state()["tracks"]["fish"] == 7
    spots = ben.state()["deck"]["handicaps"][1][0]
    red = next(
        action
        for action in ben.state()["actions"]
        if action not in spots["white"] + spots["yellow"]
    )
    answer = ben.tap("penguin.place", {"penguin": 1, "card": 1, "action": red}, TURN)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "red")
    assert place(ben, 1, colour="yellow").status_code == 200
    assert cleo.state()["tracks"]["fish"] == 7
    place(cleo, 2)
    place(anna, 3)
    assert cleo.state()["tracks"]["fish"] == 6


def test_a_slip_that_sinks_the_ship_shows_nobodys_spot(house: Any) -> None:
    """pirates R2: so it can be taken back, and who placed may place again; the history is as silent
    as the phones.
    """
    anna, ben, cleo = sailing(house)
    for track, value in (("water", 6), ("fish", 0)):
        assert anna.tap(
            "track.set",
            {"track": track, "value": value},
            {"version": anna.state()["tracks_version"]},
        ).json
    for phone, penguin in ((anna, 0), (ben, 1), (cleo, 2)):
        assert place(phone, penguin).status_code == 200
    assert place(anna, 3, colour="yellow").status_code == 200
    state = ben.state()
    assert (state["phase"], state["end"]) == ("over", "skull")
    assert state["history"][0]["text"] == "Anna has placed Plum (water 7). The ship sank"
    assert [penguin["hidden"] for penguin in state["penguins"]] == [False, False, True, True]
    assert anna.tap("undo", {"target": state["history"][0]["version"]}).status_code == 200
    assert place(anna, 3).status_code == 200
    assert ben.state()["phase"] == "sail"


def test_the_ship_sails_as_far_as_its_speed(house: Any) -> None:
    """pirates R3, R4: dots are paid and red ones bring water; two phones that tap at once move it
    once each, or not.
    """
    anna, ben, cleo = sailing(house)
    all_placed([anna, ben, cleo])
    hexagon = {"yellow": 1, "red": 1, "special": "", "pirates": False}
    assert anna.tap("ship.enter", hexagon, TURN).status_code == 200
    state = ben.state()
    assert (state["tracks"]["speed"], state["tracks"]["water"]) == (0, 1)
    answer = ben.tap("ship.enter", hexagon, TURN)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "too-slow")
    assert json.loads(answer.text)["error"]["state"]["tracks"]["speed"] == 0


def test_two_people_end_the_movement_and_it_ends_once(house: Any) -> None:
    """The second one is informed that the turn has gone on."""
    anna, ben, cleo = sailing(house)
    all_placed([anna, ben, cleo])
    for penguin in anna.state()["penguins"]:
        choice = "fish" if penguin["spot"]["action"] == "bail" else ""
        assert (
            anna.tap(
                "penguin.act", {"penguin": penguin["number"], "choice": choice}, TURN
            ).status_code
            == 200
        )
    assert anna.tap("movement.done", {}, TURN).status_code == 200
    assert ben.tap("movement.done", {}, TURN).status_code == 409
    assert ben.state()["turn"] == 2


def test_a_marker_typed_over_somebody_elses_is_told(house: Any) -> None:
    """A total says which state it saw; at the skull the game is lost, and an undo
    brings it back.
    """
    anna, ben, _ = sailing(house)
    seen = anna.state()["tracks_version"]
    assert (
        anna.tap("track.set", {"track": "fish", "value": 3}, {"version": seen}).status_code == 200
    )
    assert ben.tap("track.set", {"track": "fish", "value": 4}, {"version": seen}).status_code == 409
    now = anna.state()["tracks_version"]
    assert (
        anna.tap("track.set", {"track": "water", "value": 7}, {"version": now}).status_code == 200
    )
    state = ben.state()
    assert (state["phase"], state["end"]) == ("over", "skull")
    assert state["history"][0]["text"] == "Anna set water to 7. The ship sank"
    assert ben.tap("undo", {"target": state["history"][0]["version"]}).status_code == 200
    assert ben.state()["phase"] == "captain"


def test_a_photo_of_the_table_is_held_against_the_phones(house: Any) -> None:
    """Only what it is sure of; a track is set to what it shows with one tap, which may be too late
    like any other.
    """
    anna, ben, _ = sailing(house)
    seen = {
        "sails": 2,
        "speed": 1,
        "water": None,
        "fish": 5,
        "bob": True,
        "pirates": True,
        "black": {"name": "d2.n"},
    }
    house.shot.reading = {**seen, "photo": "x.jpg", "unsure": []}
    assert anna.photo("s1").status_code == 200
    state = ben.state()
    assert [one["text"] for one in state["differences"]] == [
        "Speed: 1, not 0",
        "Fish: 5, not 8. Is a fish hidden?",
        "Bob is rescued.",
    ]
    assert state["pirates"] is True, "the map follows a photo by itself"
    assert (state["photo"] is not None, state["history"][0]["text"]) == (
        True,
        "Anna photographed the table",
    )
    speed, fish = (
        {name: one[name] for name in ("track", "value")} for one in state["differences"][:2]
    )
    expects = {"version": state["tracks_version"]}
    assert ben.tap("track.set", speed, expects).status_code == 200
    assert anna.tap("track.set", fish, expects).status_code == 409
    assert [one.get("track") for one in anna.state()["differences"]] == ["fish", None]
    assert place(anna, 0, colour="yellow").status_code == 200
    assert anna.state()["differences"] is None, "a fish was paid: the photo is of yesterday"


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ([9, 10], ["Fish: 9, not 8"]),
        ([8, 10], []),
        ([5, 10], []),
        ([0, 10], []),
    ],
)
def test_more_fish_than_were_tapped_are_told(
    house: Any, limits: list[int], says: list[str]
) -> None:
    """A photo says how many there are at least: others are in the box, so fewer say nothing."""
    anna, ben, _ = sailing(house)
    unread = dict.fromkeys(("water", "fish", "bob", "pirates", "black"))
    house.shot.reading = {**unread, "sails": 2, "speed": 0, "fish_range": limits, "unsure": []}
    assert anna.photo("s1").status_code == 200
    assert [one["text"] for one in ben.state()["differences"]] == says


def test_a_photo_that_tells_the_phones_nothing_is_refused(house: Any) -> None:
    """Its own first doubt is the reason."""
    anna, *_ = sailing(house)
    doubt = {"text": "the map is out of the picture", "remedy": "step back"}
    house.shot.reading = {"photo": "x.jpg", "sails": None, "unsure": [doubt]}
    refused = anna.photo("s1")
    assert (refused.status_code, "out of the picture" in refused.json["error"]["message"]) == (
        422,
        True,
    )
    assert anna.state()["photo"] is None


def test_the_phones_deal_for_the_whole_voyage(house: Any) -> None:
    """pirates R1, R2: an event and a card for each penguin, which only its player sees until it is
    placed; the history says who dealt, and not what.
    """
    anna, ben, cleo = house.sit(3)
    for kind, payload in (("captain.give", {"seat": "s1"}), ("game.start", {})):
        assert house.host.tap(kind, payload).status_code == 200
    assert ben.tap("cards.deal", {}, TURN).status_code == 200
    state = anna.state()
    assert (state["phase"], state["event"]["order"]) == ("captain", 1)
    assert state["history"][0]["text"] == f"Ben let the phones deal: {state['event']['name']}"
    assert [penguin["card"] is not None for penguin in state["penguins"]] == [True, *[False] * 3]
    assert place(anna, 0, card=state["penguins"][0]["card"]).status_code == 200
    for phone, penguin in ((anna, 3), (ben, 1), (cleo, 2)):
        cards = [one["card"] is not None for one in phone.state()["penguins"]]
        assert cards == [number == penguin for number in range(4)]
    assert not any(one["card"] for one in house.host.state()["penguins"])


def test_a_photo_brings_the_map_up_to_date(house: Any) -> None:
    """Boards, ships and the way ahead; with nothing else to read, too."""
    anna, ben, cleo = sailing(house)
    all_placed([anna, ben, cleo])
    sites = ben.state()["deck"]["sites"]
    turn = sites[1][1] // 60
    tile = {"board": "yellow-1", "place": sites[1][0], "face": "up", "turn": turn, "back": "yellow"}
    seen = {"map": [tile], "white": {"name": "a1.m", "facing": 0, "hex": [0, 0]}, "black": None}
    house.shot.reading = {**seen, "photo": "x.jpg", "unsure": []}
    assert anna.photo("s1").status_code == 200
    state = ben.state()
    shown = state["map"]
    assert shown["boards"][:3] == ["blue", "yellow-1", None]
    assert shown["ship"] == {"hex": 0, "facing": 0}
    there = shown["course"][0]
    assert state["deck"]["hexes"][there["hex"]][0] == "a1.n"
    assert ben.tap("ship.sail", {"hex": there["hex"]}, TURN).status_code == 200
    assert anna.state()["tracks"]["speed"] == 2 - there["speed"]
    assert anna.state()["history"][0]["text"].startswith("The ship sailed to a1.n (speed")
    assert ben.tap("ship.sail", {"hex": there["hex"]}, TURN).status_code == 409
