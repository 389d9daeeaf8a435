"""What a device keeps of its rights: all of them, as long as servers take them, and the newest of
them after that.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.deckfile import deck_text
from companion.game import game
from tests.web.conftest import damage
from web.auth import cookies
from web.auth.cookies import MOST_DROPPED, TOKEN, Cookie, cookie_name
from web.auth.throttle import LIMITS
from web.games.base import edition, screens
from web.services import services
from web.storage.tokens import derive_token, digest_of, new_token

DOMAIN = "192.168.1.2"
SERVERS_TAKE = 8190  # bytes of a header: nginx's own limit


FILL = 12  # cookies that there is room for, where a test needs little


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices with room for so few."""
    monkeypatch.setattr(
        cookies, "MOST_BYTES", FILL * Cookie("KIWISWAN-1000", "host", new_token()).length
    )


@pytest.fixture
def house(configured: Any) -> Any:
    """A hosted house, which gives long codes; limits are another test's."""
    return configured(LONG_CODES=True, LIMITS=dict.fromkeys(LIMITS, ""), RANDOM=Random(7))


def brought(phone: Any) -> str:
    """The line of cookies that a browser would send, the oldest first."""
    kept = phone.client._cookies.values()
    return "; ".join(f"{cookie.key}={cookie.value}" for cookie in kept)


def names(phone: Any) -> list[str]:
    """The names of its cookies, the oldest first."""
    return [cookie.key for cookie in phone.client._cookies.values()]


def give(house: Any, phone: Any, number: int, role: str = "host", token: str = "") -> str:
    """A right at a table of its own, as the page gives it: the table's code."""
    code, token = f"KIWISWAN-{number}", token or new_token()
    store = services(house.app).store
    if code not in store.codes():
        store.create(code, "giza", screens("giza").opening(None), new_token())
    store.add_holder(code, token, role)
    phone.client.set_cookie(cookie_name(code, role), token, domain=DOMAIN)
    return code


def test_a_tv_that_looks_on_at_table_after_table_is_never_shut_out(house: Any) -> None:
    """A club's TV over the years: what it brings along is always less than any server takes, and
    the newest table is still there.
    """
    tv = house.phone()
    for _ in range(85):
        host = house.open()
        given = host.post(f"/t/{house.code}/passes/screen").json
        tv.get(f"/j/{house.code}")
        assert tv.post(f"/t/{house.code}/seats/return", {"pass": given["pass"]}).status_code == 200
        assert tv.get(f"/t/{house.code}/screen").status_code == 200
        assert tv.get("/").status_code == 200
        assert len(brought(tv)) < SERVERS_TAKE
    assert len(names(tv)) > 40


def test_as_long_as_there_is_room_nothing_is_dropped(house: Any) -> None:
    """Not even what is good for nothing here: a friend's Rookery may have the same address, and
    know it.
    """
    phone = house.phone()
    code = give(house, phone, 1000)
    phone.client.set_cookie("rookery-seat-DODO-10", new_token(), domain=DOMAIN)
    for path in ("/", f"/j/{code}"):
        assert phone.get(path).status_code == 200
    assert {"rookery-seat-DODO-10", f"rookery-host-{code}"} <= set(names(phone))


@pytest.mark.usefixtures("crowded")
def test_what_is_good_for_nothing_goes_first_then_the_oldest(house: Any) -> None:
    """Of tables that are gone, of doors where nobody sat down and of rights that were lost; so many
    in one answer.
    """
    phone = house.phone()
    tables = [give(house, phone, 1000 + n) for n in range(FILL)]
    useless = [cookie_name(f"EMUSDODO-{2000 + n}", "seat") for n in range(MOST_DROPPED + 1)]
    for name in useless:
        phone.client.set_cookie(name, new_token(), domain=DOMAIN)
    assert phone.get("/").status_code == 200
    assert names(phone) == [*(f"rookery-host-{code}" for code in tables), useless[-1]]
    newest = give(house, phone, 9000)
    assert phone.get("/").status_code == 200
    assert names(phone) == [f"rookery-host-{code}" for code in (*tables[1:], newest)]


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("how", ["deleted", "shut out"])
def test_a_right_that_is_lost_takes_no_room(house: Any, how: str) -> None:
    """As soon as room is wanted."""
    phone = house.phone()
    tables = [give(house, phone, 1000 + n) for n in range(FILL + 1)]
    store, lost = services(house.app).store, tables[5]
    store.delete(lost) if how == "deleted" else store.remove_holder(lost, "host")
    assert phone.get("/").status_code == 200
    assert names(phone) == [f"rookery-host-{code}" for code in tables if code != lost]


@pytest.mark.usefixtures("crowded")
def test_at_a_door_nothing_of_that_table_is_dropped(house: Any) -> None:
    """A device that stands there may be about to use its pass, however crowded the browser is."""
    phone = house.phone()
    house.open()
    phone.get(f"/j/{house.code}")
    for n in range(FILL + 3):
        give(house, phone, 1000 + n)
    assert phone.get(f"/j/{house.code}").status_code == 200
    assert len(names(phone)) == FILL + 1
    assert names(phone)[0] == f"rookery-seat-{house.code}"


@pytest.mark.usefixtures("crowded")
def test_made_up_cookies_tell_nobody_which_tables_there_are(house: Any) -> None:
    """They are dropped alike, whether there is such a table or not, and show no table."""
    guesser, others = house.phone(), house.phone()
    there = [give(house, others, 1000 + n) for n in range(10)]
    guessed = [*there, *(f"EMUSDODO-{2000 + n}" for n in range(10))]
    for code in guessed:
        guesser.client.set_cookie(cookie_name(code, "seat"), new_token(), domain=DOMAIN)
    page = guesser.get("/")
    assert not any(code in page.text for code in guessed)
    assert names(guesser) == [cookie_name(code, "seat") for code in guessed[MOST_DROPPED:]]


def test_cookies_of_others_are_let_be(house: Any) -> None:
    """Also those that have a name much like one of ours."""
    phone = house.phone()
    others = [
        "rookery-host-",
        "rookery-seat-kiwi",
        "rookery-x-KIWI-42",
        "xrookery-seat-KIWI-42",
        "a",
        "language",
    ]
    for n, name in enumerate(others * 50):
        phone.client.set_cookie(
            f"{name}{n // 6 or ''}" if "KIWI" not in name else name, "x" * 64, domain=DOMAIN
        )
    before = names(phone)
    answer = phone.get("/")
    assert (answer.status_code, answer.headers.getlist("Set-Cookie"), names(phone)) == (
        200,
        [],
        before,
    )


@pytest.mark.parametrize("right", ["host", "screen"])
def test_who_only_looks_on_or_hosts_does_not_keep_the_doors_secret(house: Any, right: str) -> None:
    """It is good for asking again where the answer was lost, as long as a pass is; who sits there
    keeps it on.
    """
    anna, _ = house.sit(2)
    for phone, kept in ((house.phone(), True), (anna, False)):
        given = house.host.post(f"/t/{house.code}/passes/{right}").json
        phone.get(given["url"].removeprefix(house.base))
        phone.get(f"/j/{house.code}")
        answer = phone.post(f"/t/{house.code}/seats/return", {})
        assert answer.status_code == 200
        door = [
            each
            for each in answer.headers.getlist("Set-Cookie")
            if each.startswith("rookery-seat-")
        ]
        assert (["Max-Age=600" in each for each in door] == [True]) is kept
        house.host = phone if right == "host" else house.host


def test_secrets_that_follow_from_another_are_no_longer_than_it(house: Any) -> None:
    """128 bits are 22 letters; the longer ones that devices have from before are good
    as they are.
    """
    door = new_token()
    short, old = derive_token(door, "screen"), digest_of(f"screen {door}")
    assert (len(door), len(short), len(old)) == (22, 22, 64)
    assert all(TOKEN.fullmatch(each) for each in (door, short, old))
    assert (
        len(
            {derive_token(door, use) for use in ("screen", "host", "seat")}
            | {derive_token(new_token(), "screen")}
        )
        == 4
    )
    tv = house.phone()
    code = give(house, tv, 1000, "screen", old)
    assert tv.get(f"/t/{code}/screen").status_code == 200


def test_an_own_decks_cards_are_found_by_the_newest_table(configured: Any, tmp_path: Path) -> None:
    """Another process has sent the page; the phone has been at many tables before, and at more
    doors, and one of its tables can't be read.
    """
    limits = dict.fromkeys(LIMITS, "")
    one, other = (configured(LONG_CODES=True, LIMITS=limits) for _ in range(2))
    text = deck_text(game("giza"))[0].replace('title = "', 'title = "Our own ', 1)
    phone = one.phone()
    for n in range(30):
        give(one, phone, 1000 + n)
        phone.client.set_cookie(
            cookie_name(f"EMUSDODO-{2000 + n}", "seat"), new_token(), domain=DOMAIN
        )
    code, token = "KIWISWAN-9000", new_token()
    damage(tmp_path / "data", give(one, phone, 9500), version=1)
    services(one.app).store.create(code, "giza", screens("giza").opening(text), token)
    phone.client.set_cookie(cookie_name(code, "host"), token, domain=DOMAIN)
    for n in range(30, 60):
        phone.client.set_cookie(
            cookie_name(f"EMUSDODO-{2000 + n}", "seat"), new_token(), domain=DOMAIN
        )
    elsewhere = other.phone()
    elsewhere.client = phone.client
    path = f"/art/giza/{edition(text)}/penguin-01/front.svg"
    assert other.phone().get(path).status_code == 404
    elsewhere.client.application = other.app
    assert elsewhere.get(path).status_code == 200


BROWSER = {"Origin": f"http://{DOMAIN}:8000"}


def test_a_browser_that_blocks_cookies_is_told_so_and_gets_no_seat(configured: Any) -> None:
    """It could never come back to the seat: each try would leave a ghost at the table."""
    house = configured()
    host, code = house.open(), house.code
    given = host.post(f"/t/{code}/passes/screen").json
    body = {"name": "Eve", "colour": "copper", "key": "seat-of-a-ghost"}
    for path, asked in (
        (f"/t/{code}/seats", body),
        (f"/t/{code}/seats/return", {"pass": given["pass"]}),
    ):
        phone = house.phone()
        assert phone.get(f"/j/{code}").status_code == 200
        phone.client._cookies.clear()
        answer = phone.post(path, asked, **BROWSER)
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "cookies")
        assert "blocks cookies" in answer.json["error"]["message"]
    assert host.state("?view=host")["seats"] == []
    phone = house.phone()
    phone.get(f"/j/{code}")
    assert (
        phone.post(f"/t/{code}/seats/return", {"pass": given["pass"]}, **BROWSER).status_code == 200
    )


@pytest.mark.parametrize(("page", "path"), [("/s", "/s"), ("/", "/tables")])
def test_a_browser_that_blocks_cookies_starts_no_table(
    page: str, path: str, configured: Any
) -> None:
    """Neither alone nor for others; one that keeps the page's cookie does."""
    house = configured()
    for keeps in (False, True):
        phone = house.phone()
        assert phone.get(page).status_code == 200
        if not keeps:
            phone.client._cookies.clear()
        here = {
            "base_url": house.base,
            "environ_base": {"REMOTE_ADDR": phone.address},
            "headers": BROWSER,
        }
        answer = phone.client.post(path, data={"game": "giza"}, **here)
        assert answer.status_code == (303 if keeps else 400)
        assert ("blocks cookies" in answer.text) != keeps
        assert len(services(house.app).store.codes()) == keeps
