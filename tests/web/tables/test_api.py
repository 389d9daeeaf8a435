"""What the pages' scripts ask for: seats, taps, the state, photos, and one shape for
every refusal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from companion.errors import PhotoError
from companion.giza.deck import read_deck
from companion.giza.known import known as giza_known
from vision.sandbox.worker import ReaderKilledError
from web.auth import visits
from web.photos import MAX_UPLOAD
from web.refusal import BUSY_S, MAX_JSON, ApiError
from web.services import services
from web.storage import schema
from web.tables import api


def error(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal, whose shape is checked on the way."""
    body = answer.json
    assert set(body) == {"error"}
    assert {"code", "message"} <= set(body["error"]) <= {"code", "message", "state"}
    assert body["error"]["message"][-1] in ".!?"
    return answer.status_code, body["error"]["code"]


# --- seats ---


def test_a_phone_sits_down_once_and_comes_back_to_its_seat(house: Any) -> None:
    """The cookie decides: never "name taken", never a second seat, whatever it asks for."""
    anna, _ = house.sit(2)
    again = anna.join("Somebody else", "slate")
    assert (again.status_code, anna.seat) == (200, "s1")
    assert [seat["name"] for seat in anna.state()["seats"]] == ["Anna", "Ben"]


def test_a_seat_cookie_is_out_of_reach_of_scripts_and_other_sites(house: Any) -> None:
    """HttpOnly, SameSite=Lax, 128 bits, and nowhere in an address or an answer."""
    house.open()
    answer = house.phone().join("Anna", "copper")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    assert len(token) >= 22
    assert token not in answer.text


def test_the_door_gives_the_secret_before_the_seat_so_that_no_lost_answer_costs_it(
    house: Any,
) -> None:
    """The answer to sitting down is lost; the phone tries again and is in its seat."""
    house.open()
    phone = house.phone()
    phone.get(f"/j/{house.code}")
    secret = phone.client.get_cookie(f"rookery-seat-{house.code}", domain="192.168.1.2").value
    phone.join("Anna", "copper", key="key-0001")
    phone.client.set_cookie(f"rookery-seat-{house.code}", secret, domain="192.168.1.2")
    again = phone.join("Anna", "copper", key="key-0001")
    assert (again.status_code, len(phone.state()["seats"])) == (200, 1)


def test_sitting_down_twice_with_one_key_takes_one_seat(house: Any) -> None:
    """A script without cookies that sends its request again."""
    house.open()
    first, second = house.phone(), house.phone()
    assert first.join("Anna", "copper", key="key-0001").status_code == 201
    assert second.join("Anna", "copper", key="key-0001").status_code == 200
    assert (second.seat, len(second.state()["seats"])) == ("s1", 1)
    assert error(house.phone().join("Ben", "rose", key="key-0001")) == (409, "key-reused")


def test_two_who_sit_down_in_the_same_moment_both_sit(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was a moment later has chosen the same place, and gets the next one."""
    house.open()
    first, second = house.phone(), house.phone()
    keep = visits.append

    def slowly(*asked: Any) -> Any:
        monkeypatch.setattr(api, "append", keep)
        assert first.join("Anna", "copper").status_code == 201
        return keep(*asked)

    monkeypatch.setattr(api, "append", slowly)
    assert second.join("Ben", "rose").status_code == 201
    assert [(seat["id"], seat["name"]) for seat in second.state()["seats"]] == [
        ("s1", "Anna"),
        ("s2", "Ben"),
    ]


@pytest.mark.parametrize(
    ("name", "colour", "expected"),
    [
        ("ANNA", "slate", (409, "name")),
        ("Zoe", "copper", (409, "taken")),
        ("Zoe", "mauve", (400, "malformed")),
        ("", "slate", (400, "malformed")),
        ("x" * 21, "slate", (400, "malformed")),
        (7, "slate", (400, "malformed")),
        ("\u202e\u200b", "slate", (400, "malformed")),
        ("Zoe", None, (400, "malformed")),
        ("Zoe", ["slate"], (400, "malformed")),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(
    house: Any, name: Any, colour: Any, expected: tuple[int, str]
) -> None:
    """One clear sentence, and nobody sits there."""
    anna, _ = house.sit(2)
    assert error(house.phone().join(name, colour)) == expected
    assert len(anna.state()["seats"]) == 2


def test_joining_is_locked_when_the_game_has_started_but_not_for_a_seat_that_returns(
    house: Any,
) -> None:
    """Strangers are informed; Anna is let in."""
    anna, _ = house.play()
    assert error(house.phone().join("Zoe", "slate")) == (409, "locked")
    assert anna.join("Anna", "copper").status_code == 200


def test_a_seat_taken_back_in_the_lobby_is_free_again(house: Any) -> None:
    """The stray phone is outside; the seat's number is not used again."""
    anna, ben = house.sit(2)
    taken = next(row for row in anna.state()["history"] if row["text"].startswith("Ben"))
    assert anna.tap("undo", {"target": taken["version"]}).status_code == 200
    assert error(ben.get(f"/t/{house.code}/state")) == (403, "forbidden")
    ben.join("Ben", "violet")
    assert ben.seat == "s3"


# --- taps ---


def test_a_tap_is_answered_with_its_version_and_the_state(house: Any) -> None:
    """The phone that tapped needs no second request."""
    anna, _ = house.play()
    answer = anna.choose(3)
    assert answer.json["version"] == answer.json["state"]["version"] == 7
    assert answer.json["state"]["you"] == "s1"


def test_the_same_tap_again_gets_the_same_answer_and_counts_once(house: Any) -> None:
    """Resent until acknowledged."""
    anna, _ = house.play()
    first = anna.tap("action.choose", {"number": 3}, {"round": 1}, key="key-0001")
    again = anna.tap("action.choose", {"number": 3}, {"round": 1}, key="key-0001")
    assert (again.status_code, again.json["version"]) == (200, first.json["version"])
    assert len(anna.state()["history"]) == 7
    assert error(anna.tap("action.choose", {"number": 4}, {"round": 1}, key="key-0001")) == (
        409,
        "key-reused",
    )


@pytest.mark.parametrize("game", ["giza", "combust", "solitaire", "pirates"])
def test_what_another_process_did_is_known_before_a_tap_is_answered(
    configured: Any, game: str
) -> None:
    """Two processes on one folder, each with the table in mind: taps alternate, and each is the
    next one for all.
    """
    house, elsewhere = configured(), configured()
    house.game = game
    anna, ben = house.sit(2)
    ben.client.application = elsewhere.app  # from now on, with the cookies that he has
    version = ben.state()["version"]
    for number in range(3):
        for phone, order in ((anna, ["s2", "s1"]), (ben, ["s1", "s2"])):
            answer = phone.tap("seats.order", {"order": order})
            version += 1
            assert (answer.status_code, answer.json["version"]) == (200, version), (
                number,
                answer.text,
            )
            assert phone.state()["version"] == version


@pytest.mark.parametrize(
    "kind", [["chief.give"], {"chief.give": 1}, 7, None, "no.such", "table.lock"]
)
def test_a_kind_of_tap_that_is_none_is_refused_at_a_table_that_is_known(
    house: Any, kind: Any
) -> None:
    """Whatever JSON it is, and what only the host may do from a seat."""
    anna, _ = house.play()
    assert anna.tap("chief.give", {"seat": "s2"}).status_code == 200
    assert error(anna.tap(kind, {"seat": "s2"})) == (
        (403, "forbidden") if kind == "table.lock" else (400, "malformed")
    )


def test_a_seat_that_was_shut_out_by_another_process_taps_in_vain(configured: Any) -> None:
    """However well this one remembers it."""
    house, elsewhere = configured(), configured()
    anna, ben = house.play()
    ben.client.application = elsewhere.app
    assert ben.tap("chief.give", {"seat": "s2"}).status_code == 200
    services(house.app).store.remove_holder(house.code, "s2")
    before = anna.state()["version"]
    assert error(ben.tap("chief.give", {"seat": "s2"})) == (403, "forbidden")
    assert anna.state()["version"] == before


def test_goals_are_drawn_by_the_server_once_for_each_tap(house: Any) -> None:
    """Chance is decided here: the same tap doesn't draw again, another does."""
    anna, _ = house.sit(2)
    drawn = anna.tap("goals.draw", key="key-0001").json["state"]["goals"]
    assert anna.tap("goals.draw", key="key-0001").json["state"]["goals"] == drawn
    assert len({goal["id"] for goal in drawn}) == 3
    draws = {json.dumps(anna.tap("goals.draw").json["state"]["goals"]) for _ in range(6)}
    assert len(draws) > 1


@pytest.mark.parametrize(
    ("kind", "payload", "expects", "expected"),
    [
        ("action.choose", {"number": 2}, {"round": 9}, (409, "stale")),
        ("action.choose", {"number": 9}, {"round": 1}, (409, "not-in-hand")),
        ("action.choose", {"number": 2}, None, (400, "malformed")),
        ("action.choose", {"number": 2, "seat": "s2"}, {"round": 1}, (400, "malformed")),
        ("turn.done", {"seat": "s1", "took": True}, {"round": 1, "seat": "s1"}, (409, "stale")),
        ("token.place", {"seat": "s1", "count": 1}, None, (409, "no-token")),
        ("token.place", {"seat": "s1", "count": 2**64 - 1}, None, (409, "no-token")),
        ("token.place", {"seat": "s1", "count": 2**64}, None, (400, "malformed")),
        ("chief.give", {"seat": "s9"}, None, (400, "malformed")),
        ("game.start", {}, None, (409, "not-now")),
        ("seats.order", {"order": ["s2", "s1"]}, None, (409, "locked")),
        ("undo", {"target": 1}, None, (409, "undo")),
        ("undo", {"target": 99}, None, (400, "malformed")),
        (
            "score.type",
            {"seat": "s1", "levels": [0, 0, 0, 0], "goals": {}},
            {"version": 3},
            (409, "stale"),
        ),
        ("table.open", {"game": "giza", "options": {}, "deck": ""}, None, (400, "malformed")),
        ("seat.take", {"seat": "s3", "name": "Zoe", "colour": "slate"}, None, (400, "malformed")),
        (
            "pyramid.read",
            {"seat": "s1", "photo": "x", "pyramid": ",,,/,,/,/", "reading": {}},
            None,
            (400, "malformed"),
        ),
        ("sing", {}, None, (400, "malformed")),
        (None, {}, None, (400, "malformed")),
        ("undo", [], None, (400, "malformed")),
        ("undo", {"target": {"a": [None]}}, {"round": []}, (400, "malformed")),
    ],
)
def test_a_tap_that_the_table_refuses_changes_nothing(
    house: Any, kind: Any, payload: Any, expects: Any, expected: tuple[int, str]
) -> None:
    """409 with the state as it is now, 400 for what makes no sense at all; never 500."""
    anna, _ = house.play()
    answer = anna.tap(kind, payload, expects)
    assert error(answer) == expected
    if answer.status_code == 409:
        assert answer.json["error"]["state"] == anna.state()
    assert anna.state()["version"] == 6


@pytest.mark.parametrize(
    "key",
    [None, "", "short", "x" * 65, "no spaces please", "ключ-ключ-ключ", 12345678, ["key-0001"]],
)
def test_a_tap_without_a_proper_key_is_refused(house: Any, key: Any) -> None:
    """A tap that could not be distinguished from another could be counted twice."""
    anna, _ = house.play()
    body = {"kind": "chief.give", "payload": {"seat": "s1"}, "key": key}
    assert error(anna.post(f"/t/{house.code}/events", body)) == (400, "malformed")


@pytest.mark.parametrize(
    ("data", "content_type", "expected"),
    [
        (b"{", "application/json", (400, "malformed")),
        (b"[]", "application/json", (400, "malformed")),
        (b'"\xff"', "application/json", (400, "malformed")),
        (b'{"kind":"\\ud800"}', "application/json", (400, "malformed")),
        (b'{"kind":NaN}', "application/json", (400, "malformed")),
        (b"{}", "text/plain", (415, "media-type")),
        (b"a=1", "application/x-www-form-urlencoded", (415, "media-type")),
        (b"[" * 50_000, "application/json", (400, "malformed")),
        (b'{"payload":' + b"[" * 99 + b"]" * 99 + b"}", "application/json", (400, "malformed")),
        (b" " * (MAX_JSON + 1), "application/json", (413, "too-large")),
    ],
    ids=[
        *("cut", "list", "bytes", "half a letter", "no number"),
        *("text", "form", "bottomless", "deep", "large"),
    ],
)
def test_a_body_that_is_no_json_object_is_refused(
    house: Any, data: bytes, content_type: str, expected: tuple[int, str]
) -> None:
    """Of another type, another shape, or too large."""
    anna, _ = house.play()
    answer = anna.client.post(
        f"/t/{house.code}/events", data=data, content_type=content_type, base_url=house.base,
        environ_base={"REMOTE_ADDR": anna.address},
    )  # fmt: skip
    assert error(answer) == expected


def test_strangers_neither_see_nor_change_a_table(house: Any) -> None:
    """Not the state, not the stream, no tap, no photo."""
    house.play()
    stranger = house.phone()
    for path in ("state", "stream", "photos/0123/photo.jpg"):
        assert error(stranger.get(f"/t/{house.code}/{path}")) == (403, "forbidden")
    assert error(stranger.tap("game.start")) == (403, "forbidden")
    assert error(stranger.photo("s1")) == (403, "forbidden")


def test_a_cookie_of_one_table_opens_no_other(house: Any) -> None:
    """Also when the phone copies it."""
    anna, _ = house.play()
    secret = anna.client.get_cookie(f"rookery-seat-{house.code}", domain="192.168.1.2").value
    other = house.phone().post("/tables", {"game": "giza"}).json["code"]
    anna.client.set_cookie(f"rookery-seat-{other}", secret, domain="192.168.1.2")
    assert error(anna.get(f"/t/{other}/state")) == (403, "forbidden")


# --- the state ---


def test_an_unchanged_state_is_not_sent_again(house: Any) -> None:
    """304 for the version that the phone has, another answer for another one."""
    anna, _ = house.play()
    first = anna.get(f"/t/{house.code}/state")
    assert (
        anna.get(f"/t/{house.code}/state", **{"If-None-Match": first.headers["ETag"]}).status_code
        == 304
    )
    anna.choose(1)
    assert (
        anna.get(f"/t/{house.code}/state", **{"If-None-Match": first.headers["ETag"]}).status_code
        == 200
    )


def test_a_device_that_hosts_and_plays_has_both_views(house: Any) -> None:
    """The host's screen shows no secrets of the seat that shares its cookies."""
    house.play()
    house.host.client.set_cookie("unrelated", "x", domain="192.168.1.2")
    host = house.host
    assert (host.state()["you"], "join_url" in host.state()) == (None, True)
    code = house.code
    ben = house.phones[2]
    secret = ben.client.get_cookie(f"rookery-seat-{code}", domain="192.168.1.2").value
    host.client.set_cookie(f"rookery-seat-{code}", secret, domain="192.168.1.2")
    host.choose(2)
    assert (host.state()["you"], host.state()["seats"][1]["action"]) == ("s2", 2)
    as_host = host.state("?view=host")
    assert (as_host["you"], as_host["seats"][1]["action"]) == (None, None)
    answer = host.tap("chief.give", {"seat": "s1"}, query="?view=host").json["state"]
    assert (answer["you"], answer["history"][0]["actor"]) == (None, "host")


def test_a_seat_cannot_ask_for_the_hosts_view(house: Any) -> None:
    """It has no host's cookie; the parameter alone does nothing."""
    anna, _ = house.play()
    assert anna.state("?view=host")["you"] == "s1"


# --- photos ---


def test_a_photo_is_read_kept_and_told_to_all(house: Any) -> None:
    """The reading, two pictures and the pyramid in the state."""
    anna, ben = house.play()
    answer = anna.photo("s2")
    assert answer.status_code == 200
    photo = answer.json["photo"]
    assert answer.json["reading"] == house.shot.reading
    seat = ben.state()["seats"][1]
    assert (seat["pyramid"], seat["photo"], seat["score"]["source"]) == (
        "01,02,,/,,/,/",
        photo,
        "photo",
    )
    for which, data in (("photo", house.shot.photo), ("overlay", house.shot.overlay)):
        picture = ben.get(f"/t/{house.code}/photos/{photo}/{which}.jpg")
        assert (picture.data, picture.mimetype) == (data, "image/jpeg")
        picture.close()


def test_the_reader_gets_the_tables_own_deck_and_what_it_knows(configured: Any) -> None:
    """What the photo is judged by is what is played: goals, and how much lies there."""
    seen: list[Any] = []
    house = configured()

    def reader(*arguments: Any) -> Any:
        seen.append(arguments)
        return house.shot

    told = configured(READ_PHOTO=reader)
    anna, ben = told.play()
    anna.photo("s1", b"some bytes")
    data, name, deck, asked, timeout = seen[0]
    assert (data, name, timeout > 0) == (b"some bytes", "table.jpg", True)
    assert "[[penguin]]" in deck
    known = giza_known(asked, read_deck(deck, "deck"))
    assert [goal.id for goal in known.goals] == [goal["id"] for goal in anna.state()["goals"]]
    assert (known.own_cards, known.own_tokens, known.players) == (None, None, 2)
    anna.choose(1)
    ben.choose(2)
    anna.tap("turn.done", {"seat": "s1", "took": False}, {"round": 1, "seat": "s1"})
    anna.photo("s1", b"other bytes")
    assert giza_known(seen[1][3], read_deck(deck, "deck")).own_cards == 1


def test_the_same_photo_sent_again_is_read_once(configured: Any) -> None:
    """An answer lost on the way costs no second reading."""
    calls: list[int] = []
    shot = configured().shot

    def reader(*_: Any) -> Any:
        calls.append(1)
        return shot

    anna, _ = configured(READ_PHOTO=reader).play()
    first, again = (anna.photo("s1", key="key-0001").json for _ in range(2))
    assert (first["photo"], first["version"], len(calls)) == (again["photo"], again["version"], 1)
    assert error(anna.photo("s1", b"another", key="key-0001")) == (409, "key-reused")


def test_a_photo_that_cannot_be_read_is_said_and_changes_nothing(configured: Any) -> None:
    """422 with problem and remedy; nothing is kept."""

    def reader(*_: Any) -> Any:
        raise PhotoError("x.jpg", "it is cut short", remedy="send it again")

    house = configured(READ_PHOTO=reader)
    anna, _ = house.play()
    answer = anna.photo("s1")
    assert error(answer) == (422, "photo")
    assert answer.json["error"]["message"] == "It is cut short; send it again."
    assert anna.state()["version"] == 6


def test_a_photo_whose_reader_was_killed_is_sent_again(configured: Any) -> None:
    """503 with a time to wait: nobody has judged the photo."""

    def reader(*_: Any) -> Any:
        raise ReaderKilledError("x.jpg", "it couldn't be read")

    house = configured(READ_PHOTO=reader)
    anna, _ = house.play()
    answer = anna.photo("s1")
    assert error(answer) == (503, "busy")
    assert answer.headers["Retry-After"] == str(BUSY_S)


def test_a_photo_without_a_penguin_does_not_wipe_out_a_pyramid(house: Any, tmp_path: Any) -> None:
    """What is known stays, and the photo's own reason is shown."""
    anna, _ = house.play()
    anna.photo("s1")
    kept = sorted((tmp_path / "data" / "photos").rglob("*.*"))
    rows = [
        {
            "slot": None,
            "text": "the photo is mirrored",
            "could_change": "legality",
            "remedy": "flip it",
        }
    ]
    house.shot.reading = {
        **house.shot.reading,
        "pyramid": [[None] * n for n in (4, 3, 2, 1)],
        "pieces": [],
        "unsure": rows,
    }
    answer = anna.photo("s1")
    assert (error(answer), answer.json["error"]["message"]) == (
        (422, "photo"),
        "The photo is mirrored; flip it.",
    )
    assert anna.state()["seats"][0]["pyramid"] == "01,02,,/,,/,/"
    assert sorted((tmp_path / "data" / "photos").rglob("*.*")) == kept


@pytest.mark.parametrize(
    ("seat", "data", "expected"),
    [
        ("s9", b"x", (400, "malformed")),
        ("", b"x", (400, "malformed")),
        ("s1", b"x" * 2000, (413, "too-large")),
    ],
    ids=["nobody", "none", "too large"],
)
def test_a_photo_of_nobody_or_too_large_is_refused(
    house: Any, seat: str, data: bytes, expected: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is decoded."""
    assert MAX_UPLOAD == 30 * 2**20
    monkeypatch.setattr("web.tables.api.MAX_UPLOAD", 1500)
    anna, _ = house.play()
    assert error(anna.photo(seat, data)) == expected


def test_a_form_without_a_photo_is_refused(house: Any) -> None:
    """The field is named photo."""
    anna, _ = house.play()
    answer = anna.client.post(
        f"/t/{house.code}/photos", data={"seat": "s1", "key": "key-0001"}, base_url=house.base,
        environ_base={"REMOTE_ADDR": anna.address},
    )  # fmt: skip
    assert error(answer) == (400, "malformed")


def test_players_delete_their_own_photos_for_good(house: Any, tmp_path: Path) -> None:
    """File and link are gone for everyone; what was read stays, and the history says who did it."""
    anna, ben = house.play()
    photo = ben.photo("s1").json["photo"]
    path = f"/t/{house.code}/photos/{photo}"
    assert ben.state()["photos"] == {photo: ["s1", "s2"]}
    with anna.get(f"{path}/photo.jpg") as picture:
        assert picture.headers["Cache-Control"] == "private, no-cache"
    answer = anna.post(f"{path}/delete")
    assert (answer.status_code, answer.json["state"]["photos"]) == (200, {})
    state = ben.state()
    assert (state["photos"], state["seats"][0]["pyramid"]) == ({}, "01,02,,/,,/,/")
    assert state["history"][0]["text"] == "Anna deleted a photo"
    assert not state["history"][0]["undoable"]
    assert not list((tmp_path / "data" / "photos").rglob("*.jpg"))
    assert ben.get(f"{path}/photo.jpg").status_code == 404
    assert error(anna.post(f"{path}/delete")) == (404, "not-found")
    assert state["version"] == ben.state()["version"]


def test_only_the_host_deletes_the_photos_of_others(house: Any) -> None:
    """A photo belongs to the player who took it and to the one whose seat it shows."""
    anna, ben, cleo = house.play(3)
    photo = anna.photo("s2").json["photo"]
    path = f"/t/{house.code}/photos/{photo}/delete"
    assert error(cleo.post(path)) == (403, "forbidden")
    assert error(cleo.post(f"{path}?view=host")) == (403, "forbidden")
    assert list(ben.state()["photos"]) == [photo]
    assert house.host.post(path).status_code == 200
    assert error(ben.post(f"/t/{house.code}/photos/{'0' * 32}/delete")) == (404, "not-found")


def test_an_undone_photo_shows_no_link_until_it_is_redone(house: Any, clock: list[float]) -> None:
    """After an hour its file is gone, and a redo brings back what was read without it."""
    anna, _ = house.play()
    photo, back = anna.photo("s1").json["photo"], []
    for minutes in (0, 59, 60, 120):
        clock[0] = 60 * minutes
        anna.tap("undo", {"target": anna.state()["version"]})
        back.append(list(anna.state()["photos"]))
    assert back == [[], [photo], [], []]
    assert anna.state()["seats"][0]["photo"] == photo


def test_a_seat_that_moves_while_its_photo_is_read_is_another_phones(
    configured: Any, tmp_path: Any
) -> None:
    """Whoever had it counts no more, keeps no photo there, and is not told what the new phone has
    chosen.
    """
    moved: list[Any] = []
    shot = configured().shot

    def reader(*_: Any) -> Any:
        paper = house.host.post(f"/t/{house.code}/passes/s1").json["pass"]
        moved.append(house.phone())
        assert moved[0].post(f"/t/{house.code}/seats/return", {"pass": paper}).status_code == 200
        assert moved[0].choose(4).status_code == 200
        return shot

    house = configured(READ_PHOTO=reader)
    anna, ben = house.play()
    answer = anna.photo("s2")
    assert error(answer) == (403, "forbidden")
    assert set(answer.json["error"]) == {"code", "message"}
    assert "pyramid.photo" not in [line["kind"] for line in ben.state()["history"]]
    assert ben.state()["seats"][1]["photo"] is None
    assert not list((tmp_path / "data" / "photos").rglob("*.jpg"))


# --- the live line ---


def test_a_stream_begins_with_the_whole_state_whatever_the_browser_had(configured: Any) -> None:
    """Then each new state follows."""
    house = configured()
    anna, _ = house.play()
    stream = anna.get(f"/t/{house.code}/stream", **{"Last-Event-ID": "6"})
    assert stream.mimetype == "text/event-stream"
    retry, first = (chunk.decode() for chunk in stream.response)
    assert (retry, first[:19]) == ("retry: 1000\n\n", "id: 6\nevent: state\n")
    assert json.loads(first.split("data: ")[1]) == anna.state()
    (follows,) = services(house.app).broadcaster.streams(house.code)
    assert follows.take() is None
    anna.tap("chief.give", {"seat": "s2"})
    assert json.loads((follows.take() or b"").decode().split("data: ")[1]) == anna.state()
    stream.close()


def put_back(house: Any, version: int) -> None:
    """The table as a backup of that version had it, after a minute, and a server that has started
    again.
    """
    shared = services(house.app)
    with shared.store.database.writing() as db:
        db.execute(sa.delete(schema.events).where(schema.events.c.version > version))
    shared.store._cache.clear()
    house.clock[0] += 60


def test_a_restored_table_has_a_state_of_its_own(configured: Any) -> None:
    """It and the lost one have a beginning in common, and the same version: a look isn't a 304."""
    house = configured(HEARTBEAT_S=0.01)
    anna, ben = house.play()
    anna.tap("chief.give", {"seat": "s2"})
    states = [anna.get(f"/t/{house.code}/state")]
    put_back(house, 6)
    ben.tap("chief.give", {"seat": "s2"})
    states.append(anna.get(f"/t/{house.code}/state"))
    assert [state.json["version"] for state in states] == [7, 7]
    asked = [
        anna.get(f"/t/{house.code}/state", **{"If-None-Match": state.headers["ETag"]})
        for state in states
    ]
    assert [answer.status_code for answer in asked] == [200, 304]


def test_streams_beyond_what_the_server_has_room_for_are_told_to_come_again(
    configured: Any,
) -> None:
    """503 with Retry-After instead of a server that answers nobody; a closed stream makes room."""
    house = configured(STREAMS=1)
    anna, ben = house.play()
    path = f"/t/{house.code}/stream"
    first = anna.get(path)
    refused = ben.get(path)
    assert (error(refused), int(refused.headers["Retry-After"]) > 0) == ((503, "busy"), True)
    first.close()
    second = ben.get(path)
    assert second.status_code == 200
    second.close()


def test_new_tables_are_throttled(configured: Any) -> None:
    """A script can't fill the disk with tables."""
    house = configured(LIMITS={"openings": "2/minute"})
    phone = house.phone()
    answers = [phone.post("/tables", {"game": "giza"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    house.clock[0] += int(answers[-1].headers["Retry-After"])
    assert phone.post("/tables", {"game": "giza"}).status_code == 201


def test_a_fault_of_ours_has_the_same_shape_and_tells_nothing_of_the_inside(
    configured: Any,
) -> None:
    """500 in JSON, without a trace of the exception."""

    def reader(*_: Any) -> Any:
        raise ZeroDivisionError("secret inside")

    house = configured(READ_PHOTO=reader)
    anna, _ = house.play()
    answer = anna.photo("s1")
    assert error(answer) == (500, "fault")
    assert "secret inside" not in answer.text
    assert issubclass(ApiError, Exception)


def test_a_stream_that_cannot_begin_gives_its_place_back(
    configured: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails for a moment: that costs nobody a place for good."""
    house = configured(STREAMS=1)
    anna, _ = house.play()

    def away(_code: str) -> Any:
        raise sa.exc.OperationalError("", {}, Exception("away"))

    with monkeypatch.context() as broken:
        broken.setattr(services(house.app).publisher, "refresh", away)
        assert error(anna.get(f"/t/{house.code}/stream")) == (503, "storage")
    assert services(house.app).broadcaster.open_streams == 0


def test_a_photo_of_a_table_that_is_deleted_meanwhile_leaves_nothing_behind(
    configured: Any,
) -> None:
    """Not even a folder."""
    shot = configured().shot

    def reader(*_: Any) -> Any:
        assert house.host.post(f"/t/{house.code}/delete", {}).status_code == 200
        return shot

    house = configured(READ_PHOTO=reader)
    anna, _ = house.play()
    assert error(anna.photo("s1")) == (404, "unknown-table")
    assert [*(configured.folder / "data" / "photos").iterdir()] == []


def test_no_two_players_have_one_disc(house: Any) -> None:
    """Of eight, one sat down twice: the ninth number has the disc that is free."""
    house.game = "combust"
    house.host = house.open()
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
    for name in names:
        assert house.phone().join(name, "").status_code == 201
    before = house.host.state()["seats"]
    third = next(row for row in house.host.state()["history"] if row["text"].startswith("Cleo"))
    assert house.host.tap("undo", {"target": third["version"]}).status_code == 200
    assert house.phone().join("Cleo", "").json["seat"] == "s9"
    after = house.host.state()["seats"]
    assert len({(seat["ink"], seat["symbol"]) for seat in after}) == len(names)
    assert [seat["symbol"] for seat in before if seat["id"] != "s3"] == [
        s["symbol"] for s in after if s["id"] != "s9"
    ]
