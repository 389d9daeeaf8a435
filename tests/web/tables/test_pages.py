"""The pages that a browser opens: who is sent where, and that names never become markup."""

from __future__ import annotations

import io
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import game
from tests.web.conftest import damage
from web.services import services

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_a_table_is_started_from_the_home_page_and_the_browser_lands_on_its_host_screen(
    house: Any,
) -> None:
    """A plain form, without scripts."""
    phone = house.phone()
    answer = phone.client.post(
        "/tables",
        data={"game": "giza"},
        base_url=house.base,
        environ_base={"REMOTE_ADDR": "192.168.1.9"},
    )
    assert answer.status_code == 303
    assert re.fullmatch(r"/t/[A-Z]{4}-\d\d/host", answer.headers["Location"])
    page = phone.get(answer.headers["Location"], **HTML)
    assert (page.status_code, page.mimetype) == (200, "text/html")


@pytest.mark.parametrize("game", ["", "chess", None, ["giza"]])
def test_an_unknown_game_starts_no_table(house: Any, game: Any) -> None:
    """400, and no code."""
    assert house.phone().post("/tables", {"game": game}).status_code == 400


def _with_label(house: Any) -> Any:
    """The answer to a photo of a box label, as the home page's form sends it."""
    data = {"label": (io.BytesIO(b"jpeg"), "label.jpg")}
    answer = house.phone().client.post("/tables", data=data, base_url=house.base, headers=HTML)
    answer.request.input_stream.close()  # the test client's own temporary file
    return answer


def test_a_photo_of_a_box_label_starts_a_table_with_its_deck(configured: Any) -> None:
    """The deck printed elsewhere is the one that this table scores with."""
    text = deck_text(game("giza"))[0].replace("points = 5", "points = 6", 1)
    house = configured(READ_LABEL=lambda *_: ("giza", text))
    answer = _with_label(house)
    assert answer.status_code == 303
    code = answer.headers["Location"].split("/")[2]
    opening = services(house.app).store.log(code).events[0].payload
    assert opening["deck"] == text


@pytest.mark.parametrize(
    ("read", "status", "words"),
    [
        (lambda *_: ("giza", "game = 'giza'\ntitle = 7"), 400, "title"),
        (lambda *_: ("chess", ""), 400, "no such game"),
        (
            Mock(side_effect=PhotoError("label", "no deck code can be read", remedy="go nearer")),
            422,
            "go nearer",
        ),
    ],
)
def test_a_label_that_gives_no_deck_is_explained(
    configured: Any, read: Any, status: int, words: str
) -> None:
    """A page in words, and no table is opened."""
    house = configured(READ_LABEL=read)
    answer = _with_label(house)
    assert answer.status_code == status
    assert words in answer.get_data(as_text=True).lower()
    assert services(house.app).store.codes() == []


@pytest.mark.parametrize("typed", ["{code}", " {lower} ", "{spaced}", "{bare}"])
def test_a_code_typed_in_any_way_leads_to_its_door(house: Any, typed: str) -> None:
    """Case, spaces and the dash don't matter."""
    house.open()
    code = house.code
    text = typed.format(
        code=code, lower=code.lower(), spaced=code.replace("-", " "), bare=code.replace("-", "")
    )
    answer = house.phone().client.get("/j", query_string={"code": text}, base_url=house.base)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/j/{code}")


def test_everybody_is_sent_to_where_they_belong(house: Any) -> None:
    """Strangers to the door, seats to their screen, the host to the host's."""
    anna, _ = house.sit(2)
    code, stranger = house.code, house.phone()
    for phone, path, place in (
        (stranger, f"/t/{code}", f"/j/{code}"),
        (stranger, f"/t/{code}/host", f"/j/{code}"),
        (anna, f"/t/{code}/host", f"/j/{code}"),
        (anna, f"/j/{code}", f"/t/{code}"),
    ):
        answer = phone.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, place)
    for phone, path in (
        (stranger, f"/j/{code}"),
        (anna, f"/t/{code}"),
        (house.host, f"/t/{code}/host"),
    ):
        assert phone.get(path).status_code == 200


def test_the_door_shows_which_colours_are_taken_and_when_it_is_closed(house: Any) -> None:
    """Newcomers see it before they type a name."""
    house.play()
    page = house.phone().get(f"/j/{house.code}").text
    assert "nobody else can join" in page
    lobby = house.phone()
    house.sit(2)
    assert re.search(r'value="copper"[^>]*disabled', lobby.get(f"/j/{house.code}").text)
    assert not re.search(r'value="slate"[^>]*disabled', lobby.get(f"/j/{house.code}").text)


def test_the_doors_heading_says_what_can_be_done_there(house: Any) -> None:
    """Whoever can't sit down is not told to; the game is named, as on the page for one."""
    house.open()
    door = f"/j/{house.code}"
    fresh = house.phone().get(door).text
    assert ("Join the table" in fresh, "Giza: the penguin pyramid" in fresh) == (True, True)
    house.phones[-2].tap("table.lock", {"locked": True})
    closed, back = "<h1>You can\u2019t join this table</h1>", "<h1>Back to your seat</h1>"
    assert closed in house.phone().get(door).text
    _, ben = house.play()
    door = f"/j/{house.code}"
    late, wrong_pass = house.phone(), house.phone()
    wrong_pass.get(f"{door}?pass=none")
    house.host.post(f"/t/{house.code}/seats/{ben.seat}/revoke")
    for phone, path, head in (
        (late, door, closed),
        (wrong_pass, door, back),
        (ben, f"{door}?left=s2", back),
    ):
        page = phone.get(path).text
        assert (head in page, (closed in page) + (back in page), "Join the table" in page) == (
            True,
            1,
            False,
        )
    assert "Egyptian Solitaire" in house.phone().get("/s").text


@pytest.mark.parametrize(
    ("trusted", "first", "doors"),
    [
        (True, "Play", ["/print", "/check", "/solve", "/deck", "/rules", "/plays"]),
        (False, "Join a table", ["/check", "/solve", "/rules"]),
    ],
)
def test_who_sits_at_the_computer_starts_and_others_join(
    configured: Any,
    trusted: bool,
    first: str,
    doors: list[str],
) -> None:
    """What is likelier comes first on the home page, and guests see no door that they can't use."""
    house = configured(TRUST_LOOPBACK=trusted)
    client = house.app.test_client()
    page = client.get("/", base_url="http://127.0.0.1:8000").text
    assert re.findall(r"<h2[^>]*>(.*?)</h2>", page)[0] == first
    assert re.findall(r'home-door" href="([^"]*)"', page) == doors
    for door in doors:
        assert client.get(door, base_url="http://127.0.0.1:8000").status_code == 200


def test_the_home_page_continues_the_last_table(house: Any) -> None:
    """The one that was used last of those with players, in one tap; at the seat if there is one."""
    anna, ben = house.play(2)
    assert f'href="/t/{house.code}"><svg' in anna.get("/").text.replace("\n", "")
    assert "Continue Giza with Anna and Ben, round 1" in anna.get("/").text
    assert f'home-continue primary" href="/t/{house.code}/host"' in house.host.get("/").text
    ben.post("/tables", {"game": "rocks"})  # nobody plays there yet
    assert "Continue Giza" in ben.get("/").text
    assert "Continue" not in house.phone().get("/").text


def test_a_saved_table_has_date_players_and_result(configured: Any) -> None:
    """Once it is over, who won; then it isn't offered for playing on."""
    house = configured(TRUST_LOOPBACK=True)
    house.game = "rocks"
    house.sit(2)
    house.host.tap("game.start", {"first": "s1"})
    for space in range(6):
        house.host.tap("rock.drop", {"seat": "s1", "space": space})
    house.host.tap("nest.done", {"seat": "s1"}, {"moves": 0})
    home = house.phone()
    home.address = "127.0.0.1"
    text = " ".join(re.sub(r"<[^>]*>", " ", home.get("/").text).split())
    assert "Rocks , Anna and Ben 21 November 2026 &middot; Anna wins!" in text
    assert "Continue" not in text


def test_solitaire_alone_takes_one_tap(house: Any) -> None:
    """And the next tap goes on there, however the first was answered."""
    phone = house.phone()
    key = re.findall(r'name="key" value="([^"]*)"', phone.get("/").text)[0]
    boards = set()
    for form in ({"key": key}, {"key": key[::-1]}):
        answer = phone.client.post(
            "/s", data=form, base_url=house.base, environ_base={"REMOTE_ADDR": phone.address}
        )
        assert answer.status_code == 303
        boards.add(answer.location)
    assert len(boards) == 1


def test_a_code_that_is_none_can_be_typed_again(house: Any) -> None:
    """On the page that says so; a page about something else asks for no code."""
    phone = house.phone()
    asked = ['name="code"' in phone.get(path, **HTML).text for path in ("/j/XXXX-99", "/nowhere")]
    assert asked == [True, False]


def test_the_home_page_lists_the_tables_of_this_device_only(house: Any) -> None:
    """Nobody finds other people's tables; the owner of the machine does."""
    anna, _ = house.sit(2)
    assert house.code in anna.get("/").text
    assert house.code in house.host.get("/").text
    assert house.code not in house.phone().get("/").text


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)",
        "<img src=x onerror=",
        "' onclick='x",
        '"><b>hi',
        "{{ 7 * 7 }}",
        "${7*7} `x`",
        "&lt;b&gt;",
    ],
)
def test_a_hostile_name_is_shown_as_it_is(house: Any, name: str) -> None:
    """Escaped in pages; in JSON and history it is plain text."""
    anna, _ = house.sit(2)
    newcomer = house.phone()
    assert newcomer.join(name[:20], "slate").status_code == 201
    page = house.phone().get(f"/j/{house.code}").text
    assert name[:20] not in page or not set(name[:20]) & set("<>&\"'")
    assert "49" not in page.partition("with ")[2].partition("</p>")[0]
    assert name[:20].strip() in [seat["name"] for seat in anna.state()["seats"]]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nowhere", 404), ("/t/XXXX-99", 404), ("/j/XXXX-99", 404), ("/t/XXXX-99/host", 404)],
)
def test_an_error_is_a_page_for_browsers_and_json_for_scripts(
    house: Any, path: str, status: int
) -> None:
    """The same sentence in both."""
    phone = house.phone()
    page, data = phone.get(path, **HTML), phone.get(path, Accept="application/json")
    assert (page.status_code, page.mimetype, data.status_code) == (status, "text/html", status)
    assert data.json["error"]["message"].split("'")[0] in page.text


def test_a_page_never_holds_a_secret_of_the_device(house: Any) -> None:
    """Tokens travel in cookies alone."""
    anna, _ = house.play()
    token = anna.client.get_cookie(f"rookery-seat-{house.code}", domain="192.168.1.2").value
    for path in ("/", f"/t/{house.code}", f"/j/{house.code}", f"/t/{house.code}/state"):
        assert token not in anna.get(path).text


def test_the_home_page_asks_nothing_about_tables_that_are_not_this_devices(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are: a stranger's look costs one question."""
    for _ in range(3):
        house.open()
    asked: list[str] = []
    store = services(house.app).store

    def heard(find: Callable[[str], Any]) -> Callable[[str], Any]:
        def ask(code: str) -> Any:
            asked.append(code)
            return find(code)

        return ask

    monkeypatch.setattr(store, "holders", heard(store.holders))
    monkeypatch.setattr(store, "visit", heard(store.visit))
    assert house.code not in house.phone().get("/").text
    assert asked == []
    assert house.code in house.phones[-2].get("/").text
    assert asked == [house.code]


@pytest.mark.parametrize("how", ["damaged", "of another game"])
def test_a_table_that_cannot_be_read_takes_no_other_along(
    configured: Any, tmp_path: Path, how: str
) -> None:
    """After a restart the home page lists the others, and says of that one what is wrong, if it is
    one of theirs.
    """
    house = configured()
    anna, _ = house.sit(2)
    bad = house.code
    good = anna.post("/tables", {"game": "giza"}).json["code"]
    if how == "damaged":
        damage(tmp_path / "data", bad)
    else:
        with closing(sqlite3.connect(tmp_path / "data" / "tables.sqlite3")) as db:
            db.execute("UPDATE game_table SET game = 'chess' WHERE code = ?", (bad,))
            db.commit()
    after = configured(TRUST_LOOPBACK=True)
    for address, seen in (("192.168.1.10", True), ("127.0.0.1", True), ("192.168.1.99", False)):
        phone = after.phone()
        phone.address = address
        if address == "192.168.1.10":
            phone.client = anna.client
            phone.client.application = after.app
        page = phone.get("/")
        assert page.status_code == 200
        row = (
            f'<strong class="code">{bad}</strong> <span class="door-names">This table '
            "can\u2019t be opened.</span>"
        )
        assert (row in page.text, f"/t/{good}/host" in page.text) == (seen, seen)
        assert f"/t/{bad}" not in page.text
        answer = phone.get(f"/t/{bad}/state", Accept="application/json")
        assert (answer.status_code, answer.json["error"]["code"]) == (500, "unreadable")


def test_a_table_deleted_while_the_list_is_made_is_not_in_it(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is there all the same."""
    house.open()
    code, store = house.code, services(house.app).store
    look = store.visit

    def late(asked: str) -> Any:
        if asked == code and code in store.codes():
            store.delete(code)
        return look(asked)

    monkeypatch.setattr(store, "visit", late)
    page = house.phones[-1].get("/")
    assert (page.status_code, code in page.text) == (200, False)
