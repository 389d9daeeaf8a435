"""Who may be at a table beyond sitting down: other phones, other screens, who is shut out, and
deleted tables.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
import sqlalchemy as sa

from web.auth import security
from web.services import services
from web.tables import rights as views


def error(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json["error"]["code"]


def test_the_host_brings_a_seat_to_another_phone_and_the_old_one_is_out(house: Any) -> None:
    """An empty battery doesn't stop the game; the choice already made is still there."""
    anna, ben = house.play()
    ben.choose(3)
    given = house.host.post(f"/t/{house.code}/passes/s2").json
    other = house.phone()
    answer = other.post(f"/t/{house.code}/seats/return", {"pass": given["pass"]})
    assert (answer.status_code, other.state()["you"], other.state()["seats"][1]["action"]) == (
        200,
        "s2",
        3,
    )
    assert error(ben.get(f"/t/{house.code}/state")) == (403, "forbidden")
    assert anna.state()["history"][0]["text"] == "Ben moved to another phone"
    assert error(house.phone().post(f"/t/{house.code}/seats/return", {"pass": given["pass"]})) == (
        403,
        "pass",
    )


def test_a_link_holds_128_bits_and_leaves_the_address_at_once(house: Any) -> None:
    """It becomes a cookie that no script reads, for minutes; looking uses nothing up, and what it
    was for then is good once. The picture of its code is in the answer, so that no address of ours
    holds the secret.
    """
    _, ben = house.play()
    ben.choose(3)
    given = house.host.post(f"/t/{house.code}/passes/s2").json
    path, _, secret = given["url"].removeprefix(house.base).partition("?pass=")
    assert re.fullmatch(r"[\w-]{22}", secret)
    assert (path, given["pass"] in secret) == (f"/j/{house.code}", False)
    assert given["qr"].startswith("data:image/svg+xml;base64,")
    other, late = house.phone(), house.phone()
    for phone in (other, late, other):
        answer = phone.get(f"{path}?pass={secret}")
        assert (answer.status_code, answer.headers["Location"]) == (303, path)
        kept = next(
            each
            for each in answer.headers.getlist("Set-Cookie")
            if each.startswith("rookery-pass-")
        )
        assert all(part in kept for part in (secret, "HttpOnly", "SameSite=Lax", "Max-Age=600"))
    page = other.get(path)
    assert ("Welcome back" in page.text, secret in page.text) == (True, False)
    assert "<strong>Ben</strong>\u2019s seat moves to this phone" in page.text
    assert other.post(f"/t/{house.code}/seats/return", {}).status_code == 200
    assert (other.state()["you"], other.state()["seats"][1]["action"]) == ("s2", 3)
    assert error(ben.get(f"/t/{house.code}/state")) == (403, "forbidden")
    assert error(late.post(f"/t/{house.code}/seats/return", {})) == (403, "pass")
    assert "wrong or has expired" in late.get(path).text


def test_a_pass_outlives_the_server(house: Any, configured: Any) -> None:
    """And another server of the same tables takes it: it is kept like every other secret."""
    house.play()
    given = house.host.post(f"/t/{house.code}/passes/s2").json
    other = configured()
    other.code = house.code
    phone = other.phone()
    assert phone.post(f"/t/{house.code}/seats/return", {"pass": given["pass"]}).json["seat"] == "s2"


def test_a_form_without_scripts_comes_back_too(house: Any) -> None:
    """The door's own button."""
    house.play()
    given = house.host.post(f"/t/{house.code}/passes/s1").json
    other = house.phone()
    answer = other.client.post(
        f"/t/{house.code}/seats/return", data={"pass": given["pass"]}, base_url=house.base,
        environ_base={"REMOTE_ADDR": other.address},
    )  # fmt: skip
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{house.code}")
    assert other.state()["you"] == "s1"


def test_a_pass_ends_after_minutes_and_when_a_newer_one_is_given(house: Any) -> None:
    """Six digits on a screen are not for ever."""
    house.play()
    path = f"/t/{house.code}/passes/s2"
    first, second = (house.host.post(path).json for _ in range(2))
    assert error(house.phone().post(f"/t/{house.code}/seats/return", {"pass": first["pass"]})) == (
        403,
        "pass",
    )
    house.clock[0] += 60 * second["minutes"]
    assert error(house.phone().post(f"/t/{house.code}/seats/return", {"pass": second["pass"]})) == (
        403,
        "pass",
    )


@pytest.mark.parametrize("typed", ["", " ", "\0", "12345", "\u0661" * 6, "x" * 9999])
def test_what_is_no_pass_is_refused_in_the_same_words(house: Any, typed: str) -> None:
    """Whatever someone types, or a program sends: other digits, a flood."""
    house.open()
    assert error(house.phone().post(f"/t/{house.code}/seats/return", {"pass": typed})) == (
        403,
        "pass",
    )


def test_only_the_host_gives_a_pass_and_only_for_a_seat(house: Any) -> None:
    """Nobody takes over a neighbour's secrets by themselves."""
    anna, _ = house.play()
    assert error(anna.post(f"/t/{house.code}/passes/s2")) == (403, "forbidden")
    assert error(house.phone().post(f"/t/{house.code}/passes/s2")) == (403, "forbidden")
    assert error(house.host.post(f"/t/{house.code}/passes/s9")) == (404, "not-found")


@pytest.mark.parametrize("who", ["stranger", "seat", "many strangers"])
def test_guessing_passes_is_throttled(configured: Any, who: str) -> None:
    """Like guessing codes, also for who sits there already, and for many who share the work; a link
    still opens.
    """
    limits = {"passes": "3/minute"} if who == "many strangers" else {"guesses": "3/minute"}
    house = configured(LIMITS=limits)
    anna, _ = house.play()
    link = house.host.post(f"/t/{house.code}/passes/s2").json["url"].removeprefix(house.base)
    guessers = {"stranger": [house.phone()] * 4, "seat": [anna] * 4}.get(who) or [
        house.phone() for _ in range(4)
    ]
    answers = [
        phone.post(f"/t/{house.code}/seats/return", {"pass": f"{n:06d}"})
        for n, phone in enumerate(guessers)
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
    back = house.phone()
    back.get(link)
    assert back.post(f"/t/{house.code}/seats/return", {}).status_code == 200


def test_who_is_shut_out_cannot_use_a_pass_from_before(house: Any) -> None:
    """Taking a right away takes away what would bring it back; a new host begins with nothing given
    away.
    """
    house.play()
    given = {
        right: house.host.post(f"/t/{house.code}/passes/{right}").json["pass"]
        for right in ("s1", "s2", "screen")
    }
    house.host.post(f"/t/{house.code}/seats/s2/revoke")
    house.host.post(f"/t/{house.code}/screens/revoke")
    for right in ("s2", "screen"):
        assert error(
            house.phone().post(f"/t/{house.code}/seats/return", {"pass": given[right]})
        ) == (403, "pass")
    _use(house, "host")
    assert error(house.phone().post(f"/t/{house.code}/seats/return", {"pass": given["s1"]})) == (
        403,
        "pass",
    )


def _use(house: Any, right: str) -> tuple[Any, Any]:
    """Another device that uses a pass for this right, and the answer to it."""
    digits = house.host.post(f"/t/{house.code}/passes/{right}").json["pass"]
    device = house.phone()
    return device, device.post(f"/t/{house.code}/seats/return", {"pass": digits})


def test_a_tv_shows_the_table_and_taps_nothing(house: Any) -> None:
    """It sees what the host's screen shows, no secret, and every write of it is refused."""
    anna, _ = house.play()
    anna.choose(3)
    screen, answer = _use(house, "screen")
    assert answer.json["place"] == f"/t/{house.code}/screen"
    assert b"data-looks-on" in screen.get(f"/t/{house.code}/screen").data
    seen, hosts = screen.state(), house.host.state()
    assert seen == hosts
    assert seen["seats"][0]["action"] is None
    assert error(screen.tap("undo", {"target": 2})) == (403, "forbidden")
    assert error(screen.post(f"/t/{house.code}/passes/host")) == (403, "forbidden")
    assert error(screen.photo("s1")) == (403, "forbidden")


def test_all_are_told_that_a_screen_looks_on(house: Any) -> None:
    """The host sees that its pass was used, and who plays that others watch; nobody can take that
    back.
    """
    anna, _ = house.play()
    assert _use(house, "screen")[1].status_code == 200
    line = anna.state()["history"][0]
    assert (line["kind"], line["text"], line["undoable"]) == (
        "screen.hand",
        "Another screen now shows the table",
        False,
    )


def test_a_guest_may_watch_unless_the_table_is_locked(house: Any) -> None:
    """One button of the join page; the host can shut it, and all screens out."""
    house.play()
    guest, late = house.phone(), house.phone()
    assert f"/t/{house.code}/watch" in guest.get(f"/j/{house.code}").text
    assert guest.post(f"/t/{house.code}/watch").location == f"/t/{house.code}/screen"
    assert guest.state()["you"] is None
    assert error(guest.tap("goals.draw")) == (403, "forbidden")
    house.host.tap("table.lock", {"locked": True})
    assert f"/t/{house.code}/watch" not in late.get(f"/j/{house.code}").text
    assert error(late.post(f"/t/{house.code}/watch")) == (409, "locked")
    assert house.host.post(f"/t/{house.code}/screens/revoke").status_code == 200
    assert error(guest.get(f"/t/{house.code}/state")) == (403, "forbidden")


def test_the_host_may_look_at_the_screen_too_and_shut_all_screens_out(house: Any) -> None:
    """A link given away can be taken back."""
    house.play()
    screen, _ = _use(house, "screen")
    assert house.host.get(f"/t/{house.code}/screen").status_code == 200
    assert house.host.post(f"/t/{house.code}/screens/revoke").status_code == 200
    assert error(screen.get(f"/t/{house.code}/state")) == (403, "forbidden")
    assert screen.get(f"/t/{house.code}/screen").status_code == 303


def test_the_host_hands_over_and_is_host_no_more(house: Any) -> None:
    """One host at a time; the history lists all."""
    anna, _ = house.play()
    heir, answer = _use(house, "host")
    assert answer.json["place"] == f"/t/{house.code}/host"
    assert heir.get(f"/t/{house.code}/host").status_code == 200
    assert error(house.host.get(f"/t/{house.code}/state")) == (403, "forbidden")
    assert anna.state()["history"][0]["text"] == "The host's screen moved to another device"


def test_a_phone_that_is_shut_out_comes_back_with_a_pass(house: Any) -> None:
    """The seat and its secrets stay; the phone is a stranger at once."""
    anna, ben = house.play()
    ben.choose(3)
    assert house.host.post(f"/t/{house.code}/seats/s2/revoke").status_code == 200
    assert error(ben.get(f"/t/{house.code}/state")) == (403, "forbidden")
    assert anna.state()["history"][0]["text"] == "Ben's phone was removed"
    back, _ = _use(house, "s2")
    assert back.state()["seats"][1]["action"] == 3


def test_the_host_lets_a_phone_take_a_seat_over(house: Any) -> None:
    """With its secret; the old phone is out. A seat that nobody asked for isn't given."""
    anna, ben = house.play()
    ben.choose(3)
    late, path = house.phone(), f"/t/{house.code}/seats/s2"
    assert "Take over a seat" in late.get(f"/j/{house.code}").text
    version = late.post(f"{path}/ask", {}).json["version"]
    assert anna.state()["history"][0]["text"] == "A phone asks for Ben's seat"
    assert late.get(f"{path}/ask").json == {"seated": False}
    assert error(anna.post(f"{path}/admit", {"version": version})) == (403, "forbidden")
    other = f"/t/{house.code}/seats/s1/admit"
    assert error(house.host.post(other, {"version": version})) == (404, "not-found")
    assert house.host.post(f"{path}/admit", {"version": version}).status_code == 200
    assert late.get(f"{path}/ask").json == {"seated": True}
    assert late.state()["seats"][1]["action"] == 3
    assert error(ben.get(f"/t/{house.code}/state")) == (403, "forbidden")


def test_nobody_asks_for_an_empty_seat_or_at_a_locked_table(house: Any) -> None:
    """Strangers in the Wi-Fi can't knock there."""
    house.sit(2)
    late = house.phone()
    late.get(f"/j/{house.code}")
    assert error(late.post(f"/t/{house.code}/seats/s9/ask", {})) == (404, "not-found")
    assert house.host.tap("table.lock", {"locked": True}).status_code == 200
    assert error(late.post(f"/t/{house.code}/seats/s1/ask", {})) == (409, "locked")
    assert "Take over a seat" not in late.get(f"/j/{house.code}").text


def test_a_locked_table_takes_nobody_until_it_is_opened_again(house: Any) -> None:
    """Strangers in the Wi-Fi stay outside, and read why."""
    anna, _ = house.sit(2)
    assert house.host.tap("table.lock", {"locked": True}).status_code == 200
    late = house.phone()
    assert "has locked this table" in late.get(f"/j/{house.code}").text
    assert error(late.join("Cleo", "rose")) == (409, "locked")
    assert error(anna.tap("table.lock", {"locked": False})) == (403, "forbidden")
    assert house.host.tap("table.lock", {"locked": False}).status_code == 200
    assert late.join("Cleo", "rose").status_code == 201


def test_a_deleted_table_is_gone_with_its_photos(house: Any) -> None:
    """For good, for everyone; only the host may."""
    anna, _ = house.play()
    anna.photo("s1")
    folder = services(house.app).photos._folder / house.code
    assert folder.is_dir()
    assert error(anna.post(f"/t/{house.code}/delete")) == (403, "forbidden")
    assert house.host.post(f"/t/{house.code}/delete", {}).json == {"gone": house.code}
    assert not folder.exists()
    assert error(anna.get(f"/t/{house.code}/state")) == (404, "unknown-table")
    assert services(house.app).store.codes() == []


@pytest.mark.parametrize(
    "action", ["seats/s1/revoke", "screens/revoke", "delete", "passes/s1", "passes/screen"]
)
def test_what_is_the_hosts_is_refused_to_all_others(house: Any, action: str) -> None:
    """A seat and a stranger hear the same."""
    anna, _ = house.play()
    for who in (anna, house.phone()):
        assert error(who.post(f"/t/{house.code}/{action}")) == (403, "forbidden")


def test_help_for_a_phone_that_cannot_get_here(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine knows of itself: its addresses at which it listens, by which ones phones
    came, and how many did. This computer isn't a phone, whatever it calls itself.
    """
    own = ("192.168.1.2", "10.8.0.3", "fd00::2")
    for module in (views, security):
        monkeypatch.setattr(module, "addresses", lambda: own)
    house.app.config["ADDRESSES"] = lambda: own
    house.base = "http://10.8.0.3:8000"
    host = house.open()
    for here in ("10.8.0.3", "fd00::2", "::1"):
        host.address = here
        told = host.get(f"/t/{house.code}/reach").json
        assert (told["phones"], told["addresses"][1]["arrived"]) == (1, True)
    house.base = "http://192.168.1.2:8000"
    house.sit(2)
    told = house.host.get(f"/t/{house.code}/reach").json
    assert told["addresses"] == [
        {"name": "192.168.1.2", "arrived": True},
        {"name": "10.8.0.3", "arrived": True},
        {"name": "fd00::2", "arrived": False},
    ]
    assert (told["port"], told["phones"], told["alone"]) == (8000, len(house.phones), False)
    house.app.config["ADDRESSES"] = tuple
    told = house.host.get(f"/t/{house.code}/reach").json
    assert (told["addresses"], told["alone"]) == ([], True)
    assert error(house.phones[-1].get(f"/t/{house.code}/reach")) == (403, "forbidden")
    house.app.config["ADDRESSES"] = None
    assert error(house.host.get(f"/t/{house.code}/reach")) == (404, "not-found")


@pytest.mark.parametrize(
    ("base", "chosen", "shown"),
    [
        ("http://localhost:8000", "", "http://192.168.1.2:8000"),
        ("http://localhost:8000", "10.8.0.3", "http://10.8.0.3:8000"),
        ("http://localhost:8000", "fd00::2", "http://[fd00::2]:8000"),
        ("http://localhost:8000", "172.16.0.9", "http://192.168.1.2:8000"),
        ("http://localhost:8000", "evil.example", "http://192.168.1.2:8000"),
        ("http://kiwi.local:8000", "", "http://kiwi.local:8000"),
        ("http://kiwi.local:8000", "10.8.0.3", "http://10.8.0.3:8000"),
        ("http://kiwi.local:8000", "172.16.0.9", "http://kiwi.local:8000"),
    ],
)
def test_the_host_chooses_the_address_in_the_qr_codes(
    house: Any, base: str, chosen: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among this computer's present ones, for the table and for passes; else the likeliest."""
    house.app.config["ADDRESSES"] = lambda: ("192.168.1.2", "10.8.0.3", "fd00::2")
    monkeypatch.setattr(security, "own_names", lambda: {"localhost", "kiwi.local"})
    house.base = base
    host = house.open()
    if chosen:
        name = base.removeprefix("http://").partition(":")[0]
        host.client.set_cookie("rookery-address", chosen, domain=name)
    assert host.get(f"/t/{house.code}/reach").json["url"] == f"{shown}/j/{house.code}"
    assert host.state()["join_url"] == f"{shown}/j/{house.code}"
    assert f'data-join="{shown}/j/{house.code}"' in host.get(f"/t/{house.code}/host").text
    given = host.post(f"/t/{house.code}/passes/host").json
    assert given["url"].startswith(f"{shown}/j/{house.code}?pass=")
    house.app.config["ADDRESSES"] = None  # a hosted server has one name
    assert host.state()["join_url"] == f"{base}/j/{house.code}"


@pytest.mark.parametrize("typed", [False, True])
@pytest.mark.parametrize("right", ["host", "screen"])
def test_a_lost_answer_costs_no_right(house: Any, right: str, *, typed: bool) -> None:
    """The pass is used up and the answer is lost: the same device asks again and is in; nobody else
    is.
    """
    house.play()
    device, given = house.phone(), house.host.post(f"/t/{house.code}/passes/{right}").json
    device.get(given["url"].removeprefix(house.base))
    device.get(f"/j/{house.code}")
    names = [f"rookery-{name}-{house.code}" for name in ("seat", "pass", right)]
    cookies = [device.client.get_cookie(name, domain="192.168.1.2") for name in names[:2]]
    path, body = f"/t/{house.code}/seats/return", {"pass": given["pass"]} if typed else {}
    assert device.post(path, body).status_code == 200
    device.client.delete_cookie(names[2], domain="192.168.1.2")
    for cookie in cookies:
        device.client.set_cookie(cookie.key, cookie.value, domain="192.168.1.2")
    again = device.post(path, body)
    assert (again.status_code, again.json["place"]) == (200, f"/t/{house.code}/{right}")
    assert device.get(again.json["place"]).status_code == 200
    assert error(house.phone().post(path, {"pass": given["pass"]})) == (403, "pass")
    assert device.client.get_cookie(names[2], domain="192.168.1.2").value != cookies[0].value


def test_a_failing_disk_costs_no_right(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new host is let in, and what is to tell of it can't be stored: it asks again
    and hosts.
    """

    def full(*_: Any) -> Any:
        raise sa.exc.OperationalError("", {}, Exception("disk full"))

    house.play()
    device, digits = house.phone(), house.host.post(f"/t/{house.code}/passes/host").json["pass"]
    device.get(f"/j/{house.code}")
    with monkeypatch.context() as broken:
        broken.setattr(views, "append", full)
        assert error(device.post(f"/t/{house.code}/seats/return", {"pass": digits})) == (
            503,
            "storage",
        )
    assert device.post(f"/t/{house.code}/seats/return", {"pass": digits}).status_code == 200
    assert device.get(f"/t/{house.code}/host").status_code == 200


def test_who_hands_the_host_on_does_not_get_it_back_by_asking_again(house: Any) -> None:
    """Of two devices that have hosted, only the last one does."""
    house.play()
    house.host.get(f"/j/{house.code}")
    opener = house.host
    house.host, _ = _use(house, "host")
    _use(house, "host")
    for device in (opener, house.host):
        assert error(device.post(f"/t/{house.code}/seats/return", {"pass": "0"})) == (403, "pass")


@pytest.mark.parametrize("how", ["shut out", "moved", "taken back"])
def test_a_phone_that_has_lost_its_seat_cannot_take_it_by_its_first_tap_again(
    house: Any, how: str
) -> None:
    """It sends once more what it sat down with, key and secret: it stays outside, and the new phone
    in.
    """
    (anna,) = house.sit(1)
    ben, other = house.phone(), house.phone()
    assert ben.join("Ben", "violet", key="key-of-ben").status_code == 201
    if how == "shut out":
        assert house.host.post(f"/t/{house.code}/seats/s2/revoke").status_code == 200
    elif how == "moved":
        digits = house.host.post(f"/t/{house.code}/passes/s2").json["pass"]
        assert other.post(f"/t/{house.code}/seats/return", {"pass": digits}).status_code == 200
    else:
        assert anna.tap("undo", {"target": anna.state()["version"]}).status_code == 200
    again = ben.join("Ben", "violet", key="key-of-ben")
    assert error(again) == (409, "gone")
    assert ("state" in again.json["error"], "Set-Cookie" in again.headers) == (False, False)
    assert error(ben.get(f"/t/{house.code}/state")) == (403, "forbidden")
    assert how != "moved" or other.state()["you"] == "s2"


def test_who_sits_may_host_or_show_the_table_by_a_link(house: Any) -> None:
    """The door asks it, too; a pass for a seat is nothing to who has one."""
    anna, _ = house.play()
    for right, host in (("screen", house.host), ("host", house.host)):
        link = host.post(f"/t/{house.code}/passes/{right}").json["url"].removeprefix(house.base)
        assert anna.get(link).headers["Location"] == f"/j/{house.code}"
        assert 'id="return"' in anna.get(f"/j/{house.code}").text
        place = anna.post(f"/t/{house.code}/seats/return", {}).json["place"]
        assert (place, anna.get(place).status_code, anna.state()["you"]) == (
            f"/t/{house.code}/{right}",
            200,
            "s1",
        )
    link = anna.post(f"/t/{house.code}/passes/s2?view=host").json["url"].removeprefix(house.base)
    anna.get(link)
    assert anna.get(f"/j/{house.code}").headers["Location"] == f"/t/{house.code}"


def test_a_host_who_plays_locks_the_table_from_its_own_seat(house: Any) -> None:
    """Its phone's page taps for the seat; the right is the device's."""
    anna, _ = house.sit(2)
    assert house.host.join("Host", "slate").status_code == 201
    assert house.host.tap("table.lock", {"locked": True}, query="?view=seat").status_code == 200
    assert anna.state()["locked"] is True
    assert error(anna.tap("table.lock", {"locked": False}, query="?view=host")) == (
        403,
        "forbidden",
    )


def test_the_door_has_a_place_for_digits_before_anybody_sits(house: Any) -> None:
    """They may be a TV's, or another host's."""
    house.open()
    page = house.phone().get(f"/j/{house.code}").text
    assert ('id="join"' in page, 'id="return"' in page, "Use a 6-digit code" in page) == (
        True,
        True,
        True,
    )


def test_the_door_tells_a_phone_that_was_shut_out_from_one_whose_seat_has_moved(house: Any) -> None:
    """By what happened to the seat last; of a seat that nobody knows it says what may have been."""
    house.play()

    def said(seat: str = "s2") -> tuple[bool, bool]:
        page = house.phone().get(f"/j/{house.code}?left={seat}").text
        return "You\u2019ve been removed" in page, "Your seat has moved" in page

    house.host.post(f"/t/{house.code}/seats/s2/revoke")
    assert (said(), said("s1"), said("s9")) == ((True, False), (False, True), (False, True))
    _use(house, "s2")
    assert said() == (False, True)


def test_the_door_of_a_game_that_is_over_says_so(house_of: Any) -> None:
    """It is not running any more."""
    house = house_of("pirates")
    house.sit(3)
    house.host.tap("captain.give", {"seat": "s1"})
    house.host.tap("game.start")
    assert "The game has started" in house.phone().get(f"/j/{house.code}").text
    seen = house.host.state()
    lost = {"track": "water", "value": seen["most"]["water"]}
    house.host.tap("track.set", lost, {"version": seen["tracks_version"]})
    assert "This game is over." in house.phone().get(f"/j/{house.code}").text
