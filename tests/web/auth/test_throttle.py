"""Limits: guessing is slow, nobody takes the whole machine, and families and clubs behind one
address play on.
"""

from __future__ import annotations

import io
import re
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import PhotoError
from companion.language import say
from tests.web.plays.test_results import finish_giza
from web.auth import throttle
from web.auth.throttle import LIMITS, Pace, client
from web.auth.visits import link_key
from web.pictures import views
from web.plays import views as results
from web.refusal import ApiError
from web.services import services

CLUB = "198.51.100.7"  # one address for all who are in the house


def gather(house: Any, count: int) -> list[Any]:
    """So many phones behind one address."""
    phones = [house.phone() for _ in range(count)]
    for phone in phones:
        phone.address = CLUB
    return phones


def join(house: Any, phone: Any) -> Any:
    return phone.post(
        f"/t/{house.code}/seats", {"name": "Eve", "colour": "no", "key": secrets.token_hex(8)}
    )


def come_back(house: Any, phone: Any) -> Any:
    return phone.post(f"/t/{house.code}/seats/return", {"pass": "1"})


def no_label(*_: Any) -> Any:
    raise PhotoError("x.jpg", "shows no label")


def label(_house: Any, phone: Any) -> Any:
    """A photo of something that isn't a box label."""
    answer = phone.client.post(
        "/tables", data={"label": (io.BytesIO(b"x"), "x.jpg")}, base_url=phone.base,
        environ_base={"REMOTE_ADDR": phone.address},
    )  # fmt: skip
    answer.request.input_stream.close()
    return answer


def bytes_of(card: Any) -> bytes:
    return repr(card).encode()


def draw(house: Any, phone: Any) -> Any:
    """A card that has to be drawn."""
    views._draw.cache_clear()
    (known_as,) = {name for _, name in services(house.app).decks}
    return phone.get(f"/art/giza/{known_as}/token/front.svg")


def result(house: Any, phone: Any) -> Any:
    """The picture of a game that is over; it has to be drawn."""
    if not house.host.state()["finished"]:
        finish_giza(house, house.phones[1:3])
    results._kept.clear()
    return phone.get(f"/t/{house.code}/result.png")


DOINGS: dict[str, tuple[str, Callable[[Any, Any], Any], str]] = {
    "guesses": ("stranger", lambda _house, phone: phone.get("/t/NONE-10/state"), "wrong codes"),
    "passes": ("stranger", come_back, "wrong codes"),
    "openings": (
        "stranger",
        lambda _house, phone: phone.post("/tables", {"game": "giza"}),
        "new tables",
    ),
    "labels": ("stranger", label, "photos"),
    "drawings": ("stranger", draw, "Too many taps"),
    "seats": ("stranger", join, "Too many taps"),
    "photos": ("seat", lambda _house, phone: phone.photo(phone.seat), "photos"),
    "hints": ("seat", lambda house, phone: phone.get(f"/t/{house.code}/advice"), "Too many taps"),
    "results": ("seat", result, "Too many taps"),
    "writes": ("seat", lambda _house, phone: phone.tap("nothing"), "Too many taps"),
}


@pytest.mark.parametrize("name", DOINGS)
def test_each_limit_holds_says_how_long_and_ends(configured: Any, name: str) -> None:
    """Three go, the fourth hears in a warm sentence when to come again, and then may; nobody else
    has noticed.
    """
    house = configured(
        LIMITS={**dict.fromkeys(LIMITS, ""), name: "3/minute"},
        READ_LABEL=no_label,
        DRAW_RESULT=bytes_of,
    )
    anna, ben = house.play()
    house.clock[0] += 100  # the guests came a while ago
    who, do, words = DOINGS[name]
    phone, other = (anna, ben) if who == "seat" else (house.phone(), house.phone())
    answers = [do(house, phone) for _ in range(4)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, False, True]
    told = answers[-1].json["error"]
    assert (told["code"], words in told["message"]) == ("throttled", True)
    wait = int(answers[-1].headers["Retry-After"])
    assert re.search(rf"Wait {wait} seconds", told["message"])
    if name != "passes":  # that one is for all who try at a table
        assert do(house, other).status_code != 429
    house.clock[0] += wait
    assert do(house, phone).status_code != 429


def test_every_limit_is_tried() -> None:
    """A new one is added to these tests."""
    assert set(LIMITS) == {*DOINGS, "reading"}


def test_a_club_sits_down_in_a_minute_behind_one_address(house: Any) -> None:
    """Forty phones at ten tables, each of which types the code wrongly at times: everyone has a
    seat.
    """
    for table in range(10):
        host, *phones = gather(house, 5)
        house.code = host.post("/tables", {"game": "giza"}).json["code"]
        if table % 2:
            assert phones[0].get("/j?code=KIWI").status_code == 404
        assert {phone.get(f"/j/{house.code}").status_code for phone in phones} == {200}
        colours = ("copper", "violet", "rose", "slate")
        assert [
            phone.join(f"Guest {n}", colours[n]).status_code for n, phone in enumerate(phones)
        ] == [201] * 4
        house.clock[0] += 6


def test_a_family_taps_as_fast_as_it_can_behind_one_address(house: Any) -> None:
    """Four phones, a dozen taps each within a second, and a photo or three of each."""
    family = house.play(4)
    for phone in (*house.phones,):
        phone.address = CLUB
    for _ in range(12):
        assert {phone.tap("nothing").status_code for phone in family} == {400}
    assert {phone.photo(phone.seat).status_code for phone in family for _ in range(3)} == {200}


def test_who_sits_at_the_table_is_not_shut_out_by_a_neighbours_guesses(configured: Any) -> None:
    """A child behind the same address has typed codes until it had to stop: the game goes on."""
    house = configured(LIMITS={"guesses": "3/minute"})
    anna, ben = house.play()
    for phone in house.phones:
        phone.address = CLUB
    (child,) = gather(house, 1)
    assert [child.get(f"/j?code=NONE-{n}").status_code for n in range(10, 14)] == [
        404,
        404,
        404,
        429,
    ]
    assert child.get(f"/j/{house.code}").status_code == 429
    assert {anna.choose(3).status_code, ben.get(f"/t/{house.code}").status_code} == {200}


def test_whoever_scans_gets_in_behind_an_address_that_guesses(configured: Any) -> None:
    """A neighbour's wrong codes make typed ones wait; the QR code, a pass's link and the door still
    open the table.
    """
    house = configured(LIMITS={"guesses": "3/minute"})
    at_door, scans, types, passed, child, liar = gather(house, 6)
    (anna,) = house.sit(1)
    assert at_door.get(f"/j/{house.code}").status_code == 200
    screen = house.host.post(f"/t/{house.code}/passes/screen").json["url"].removeprefix(house.base)
    assert 429 in [child.get(f"/j?code=NONE-{n}").status_code for n in range(10, 20)]
    log = services(house.app).store.log(house.code)
    assert scans.get(f"/j/{house.code}?link={link_key(house.code, log)}").status_code == 200
    assert scans.join("Eve", "rose").status_code == 201
    assert at_door.join("Fay", "slate").status_code == 201
    assert passed.get(screen).status_code == 303
    assert passed.post(f"/t/{house.code}/seats/return", {}).status_code == 200
    liar.client.set_cookie(f"rookery-seat-{house.code}", "x" * 30, domain="192.168.1.2")
    assert liar.get(f"/j/{house.code}?link={'x' * 8}&pass={'x' * 22}").status_code == 429
    waiting = types.get(f"/j/{house.code}")
    assert (waiting.status_code, int(waiting.headers["Retry-After"])) == (429, 20)
    house.clock[0] += 20
    assert types.get(f"/j/{house.code}").status_code == 200
    assert anna.state()["phase"] == "lobby"


def test_what_was_refused_does_not_count(configured: Any) -> None:
    """Whoever goes on trying is not shut out for longer, and right codes aren't guesses."""
    house = configured(LIMITS={"guesses": "2/minute"})
    house.open()
    phone = house.phone()
    assert {phone.get(f"/j/{house.code}").status_code for _ in range(9)} == {200}
    answers = [phone.get("/j?code=NONE-10") for _ in range(9)]
    assert [answer.status_code for answer in answers] == [404] * 2 + [429] * 7
    house.clock[0] += int(answers[2].headers["Retry-After"])
    assert phone.get(f"/j/{house.code}").status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.2", "192.168.1.3", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_a_household_has_one_network_of_many_addresses(
    house: Any, one: str, other: str, *, same: bool
) -> None:
    """An IPv6 guest can take 2^64 addresses by itself."""
    found = set[str]()
    for address in (one, other):
        with house.app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            found.add(client())
    assert (len(found) == 1) == same


def streams(house: Any) -> list[tuple[str, str]]:
    """Whose streams are open, and at which table, oldest first."""
    broadcaster = services(house.app).broadcaster
    return [
        (stream.viewer, code)
        for code in broadcaster.codes()
        for stream in broadcaster.streams(code)
    ]


def test_one_household_takes_no_streams_from_others(configured: Any) -> None:
    """Where all places are taken by whoever sits down everywhere, its own oldest make way, and
    other addresses of one network win none; at one seat those beyond three make way at once.
    """
    house = configured(STREAMS=5, STREAMS_A_CLIENT=3)
    anna, ben = house.play()
    stream, other = f"/t/{house.code}/stream", anna.get(f"/t/{house.code}/stream")
    held = [other]
    for n in range(5):
        ben.address = f"2001:db8:1:2::{n}"
        held.append(ben.get(stream))
    assert streams(house) == [("s1", house.code)] + 3 * [("s2", house.code)]
    first = house.code
    for n in range(3):
        guest = house.phone()
        guest.address = f"2001:db8:1:2:ffff::{n}"
        house.code = guest.post("/tables", {"game": "giza"}).json["code"]
        held.append(guest.get(f"/t/{house.code}/stream"))
    assert [(viewer, code == first) for viewer, code in streams(house)] == [
        ("s1", True),
        ("s2", True),
        *3 * [("host", False)],
    ]
    for line in held:
        line.close()


def test_of_too_many_that_tap_those_are_forgotten_that_tapped_longest_ago(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever taps too often is not let off because others come."""
    monkeypatch.setattr(throttle, "MOST_KEYS", 4)
    pace = Pace(1, 60)
    for moment, name in (
        (0, "anna"),
        (50, "ben"),
        (51, "cleo"),
        (52, "dora"),
        (60, "anna"),
        (61, "eve"),
    ):
        clock[0] = moment
        assert pace.wait_s(name) == 0, name
        pace.count(name)
    assert [pace.wait_s(name) for name in ("anna", "eve", "ben", "cleo")] == [59, 60, 0, 0]


def test_whoever_goes_on_waits_a_little_each_time(clock: list[float]) -> None:
    """After what may come at once there is no hard stop: a minute's three come 20 s apart."""
    pace = Pace(3, 60)
    waits = []
    for _ in range(6):
        waits.append(pace.wait_s("anna"))
        clock[0] += waits[-1]
        pace.count("anna")
    assert waits == [0, 0, 0, 20, 20, 20]


def test_cookies_that_somebody_makes_up_win_no_photos_and_no_hints(configured: Any) -> None:
    """A device is counted by the right that it proves, whatever else it says that it holds."""
    house = configured(LIMITS={"photos": "2/minute", "hints": "2/minute"})
    anna, ben = house.play()
    answers = []
    for n in range(3):
        anna.client.set_cookie(f"rookery-seat-NONE-{n}", f"made-up-{n}", domain="192.168.1.2")
        answers += [anna.photo("s1").status_code, anna.get(f"/t/{house.code}/undoable").status_code]
    assert answers == [200, 200, 200, 200, 429, 429]
    assert ben.photo("s2").status_code == 200


def test_a_puzzle_that_must_be_made_counts_as_a_hint(configured: Any) -> None:
    """It may take as long; other taps go on."""
    house = configured(LIMITS={"hints": "2/minute"})
    house.game = "solitaire"
    anna, ben = house.sit(2)
    assert anna.tap("game.start", {"mode": "free", "rounds": 1}).status_code == 200
    puzzle = {"seat": "s1", "puzzle": "4-7"}
    answers = [anna.tap("puzzle.open", puzzle, {"changes": 99}).status_code for _ in range(3)]
    assert answers == [409, 409, 429]
    assert anna.tap("board.new", {"seat": "s1"}, {"changes": 0}).status_code != 429
    assert ben.tap("puzzle.open", puzzle, {"changes": 99}).status_code == 409


def test_an_undo_in_a_long_log_counts_as_a_hint(
    configured: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays all that came since again: in turn, and so often for each right; in a game's usual
    log it is a tap.
    """
    house = configured(LIMITS={"hints": "2/minute"})
    anna, ben = house.play()
    assert anna.choose(3).status_code == 200
    undos = [anna.tap("undo", {"target": anna.state()["version"]}).status_code for _ in range(4)]
    assert undos == [200] * 4
    monkeypatch.setattr("web.tables.api.LONG", 8)
    undos = [anna.tap("undo", {"target": anna.state()["version"]}).status_code for _ in range(3)]
    assert undos == [200, 200, 429]
    assert ben.choose(2).status_code == 200


@pytest.mark.parametrize(("name", "taken_on"), [("photos", 200), ("labels", 422)])
def test_a_photo_that_no_reader_took_on_does_not_count(
    configured: Any, name: str, taken_on: int
) -> None:
    """A photo that was refused with 503 may come again until someone reads it; one that was read
    counts.
    """
    away = [True]

    def read(*_: Any) -> Any:
        if away[0]:
            raise ApiError(
                503, "busy", say("Photos can't be read right now. Send it again in a moment.")
            )
        return no_label() if name == "labels" else house.shot

    house = configured(LIMITS={name: "2/minute"}, READ_PHOTO=read, READ_LABEL=read)
    anna, _ = house.play()
    _, do, _ = DOINGS[name]
    assert [do(house, anna).status_code for _ in range(5)] == [503] * 5
    away[0] = False
    assert [do(house, anna).status_code for _ in range(3)] == [taken_on, taken_on, 429]


def test_an_address_gets_so_many_seconds_of_the_reader(configured: Any) -> None:
    """A guest's slow photos leave time for others; a club of thirty behind one address isn't
    refused.
    """
    seconds = [1.0]

    def read(*_: Any) -> Any:
        house.clock[0] += seconds[0]
        return house.shot

    house = configured(READ_PHOTO=read, LIMITS={"photos": ""})
    for phone in gather(house, 30):
        house.code = phone.post("/tables", {"game": "giza"}).json["code"]
        assert phone.join("Guest", "rose").status_code == 201
        assert phone.photo(phone.seat).status_code == 200
    (ben,) = house.sit(1)
    seconds[0] = 5.0
    (guest,) = gather(house, 1)
    assert guest.join("Eve", "violet").status_code == 201
    assert 429 in [guest.photo(guest.seat).status_code for _ in range(20)]
    assert {ben.photo(ben.seat).status_code for _ in range(3)} == {200}


def test_a_photo_that_comes_again_counts_once(configured: Any) -> None:
    """A phone that has not heard the answer sends the same photo with the same key: nobody reads it
    again.
    """
    house = configured(LIMITS={"photos": "2/minute"})
    anna, _ = house.play()
    assert [anna.photo("s1", key="the-same").status_code for _ in range(4)] == [200] * 4
    assert [anna.photo("s1").status_code for _ in range(2)] == [200, 429]
