"""Who may do what: every route and method of the app, asked by everyone who could come to a table.

A route that has no row here fails the test. Whoever has lost a right, holds one of another table,
or forges one is asked after like a stranger; and what is hidden at the table reaches nobody,
whatever the answer (`test_secrecy`).
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import Headers

from tests.web.auth.test_security import check_headers
from tests.web.test_secrecy import Spy
from web.auth.throttle import LIMITS
from web.hosted.settings import Settings
from web.hosted.wsgi import hosted_app
from web.services import services

HIDDEN = (1, 5)  # what Anna has chosen, in one play and in the other
COLUMNS = ("stranger", "seat", "screen", "host", "home")
MATRIX: dict[str, tuple[int, ...]] = {  # asked in this order
    # anyone                                                             stranger seat screen host
    # home
    "GET /": (200, 200, 200, 200, 200),
    "GET /j": (303, 303, 303, 303, 303),
    "GET /j/<code>": (200, 303, 200, 200, 200),
    "GET /t/<code>/qr.svg": (200, 200, 200, 200, 200),
    "GET /check": (200, 200, 200, 200, 200),
    "GET /check/photo": (204, 204, 204, 204, 204),
    "POST /check/photo": (400, 400, 400, 400, 400),
    "POST /check/fixed": (400, 400, 400, 400, 400),
    "GET /solve": (200, 200, 200, 200, 200),
    "POST /solve": (400, 400, 400, 400, 400),
    "GET /rules": (200, 200, 200, 200, 200),
    "GET /rules/<game>": (200, 200, 200, 200, 200),
    "GET /t/<code>/rules": (303, 200, 200, 200, 200),
    "GET /s": (200, 200, 200, 200, 200),
    "GET /S": (200, 200, 200, 200, 200),
    "GET /s/<puzzle>": (200, 200, 200, 200, 200),
    "GET /S/<puzzle>": (200, 200, 200, 200, 200),
    "GET /static/<path:filename>": (200, 200, 200, 200, 200),
    "GET /packed/<language>/<game>/<any(play, host, join, preview, check, print, solve, calibrate, "
    "cards):page>.<fingerprint>.<any(js, css):kind>": (200, 200, 200, 200, 200),
    "GET /art/<game>/<edition>/<piece>/<face>.svg": (200, 200, 200, 200, 200),
    "GET /tables": (204, 204, 204, 204, 204),
    "POST /language": (303, 303, 303, 303, 303),
    # who looks on, at least
    "GET /t/<code>/state": (403, 200, 200, 200, 200),
    "GET /t/<code>/stream": (403, 200, 200, 200, 200),
    # not over yet
    "GET /t/<code>/result.png": (403, 404, 404, 404, 404),
    "GET /t/<code>/result.bgsplay": (403, 404, 404, 404, 404),
    "GET /t/<code>/screen": (303, 303, 200, 200, 200),
    # back to their own screens, as there is no next table
    "GET /t/<code>/next": (403, 303, 303, 303, 303),
    # who plays or hosts
    "POST /t/<code>/again": (403, 409, 403, 409, 409),
    "GET /t/<code>": (303, 200, 303, 303, 303),
    # giza has none
    "GET /t/<code>/advice": (403, 400, 403, 400, 400),
    "GET /t/<code>/undoable": (403, 200, 403, 200, 200),
    "GET /t/<code>/photos/<photo>/<any(photo, overlay):which>.jpg": (403, 200, 403, 200, 200),
    "GET /t/<code>/photos": (403, 204, 403, 204, 204),
    "POST /t/<code>/photos": (403, 200, 403, 200, 200),
    "POST /t/<code>/events": (403, 200, 403, 200, 200),
    "POST /t/<code>/photos/<photo>/delete": (403, 403, 403, 200, 200),  # one of Anna's
    # the host
    "GET /t/<code>/host": (303, 303, 303, 200, 200),
    "GET /t/<code>/reach": (403, 403, 403, 200, 200),
    "POST /t/<code>/passes/<right>": (403, 403, 403, 200, 200),
    "POST /t/<code>/seats/<seat>/admit": (403, 403, 403, 404, 404),  # nobody has asked
    "POST /t/<code>/seats/<seat>/revoke": (403, 403, 403, 200, 200),
    "POST /t/<code>/screens/revoke": (403, 403, 403, 200, 200),
    # who sits at this very computer
    "GET /deck": (403, 403, 403, 403, 200),
    "GET /deck/file": (403, 403, 403, 403, 204),
    "POST /deck/file": (403, 403, 403, 403, 400),
    "GET /deck/start/<game>.toml": (403, 403, 403, 403, 200),
    "GET /deck/<name>": (403, 403, 403, 403, 404),
    "POST /deck/<name>/play": (403, 403, 403, 403, 404),
    "GET /calibrate": (403, 403, 403, 403, 200),
    "GET /calibrate/sheet.pdf": (403, 403, 403, 403, 200),
    "GET /calibrate/photos": (403, 403, 403, 403, 204),
    "POST /calibrate/photos": (403, 403, 403, 403, 400),
    "POST /calibrate/<name>/remove": (403, 403, 403, 403, 400),
    "GET /cards": (403, 403, 403, 403, 200),
    "GET /cards/<pile>/<any(fronts, backs):side>": (403, 403, 403, 403, 204),
    "POST /cards/<pile>/<any(fronts, backs):side>": (403, 403, 403, 403, 400),
    "POST /cards/<pile>/remove": (403, 403, 403, 403, 404),
    "POST /cards/<pile>/print": (403, 403, 403, 403, 404),
    "GET /print": (403, 403, 403, 403, 200),
    "POST /print": (403, 403, 403, 403, 400),
    "GET /print/<name>": (403, 403, 403, 403, 404),
    "GET /print/<name>/<int:number>.jpg": (403, 403, 403, 403, 404),
    "GET /print/<name>/file.<any(pdf, zip):ending>": (403, 403, 403, 403, 404),
    "GET /plays": (403, 403, 403, 403, 200),
    "GET /plays.<any(csv, json, bgsplay):form>": (403, 403, 403, 403, 200),
    "GET /plays/import": (403, 403, 403, 403, 204),
    # without a file
    "POST /plays/import": (403, 403, 403, 403, 400),
    "POST /quit": (403, 403, 403, 403, 409),  # of a test, which has no server to stop
    # anyone, where there is room or a pass
    # a wrong one
    "POST /t/<code>/seats/return": (403, 403, 403, 403, 403),
    # all are taken
    # the host has locked the table
    "POST /t/<code>/watch": (409, 409, 303, 409, 409),
    "POST /t/<code>/seats/<seat>/ask": (409, 409, 409, 409, 409),
    "GET /t/<code>/seats/<seat>/ask": (200, 200, 200, 200, 200),
    "POST /t/<code>/seats": (409, 200, 409, 409, 409),
    # the end
    "POST /t/<code>/delete": (403, 403, 403, 200, 200),
    "POST /plays/delete": (403, 403, 403, 403, 303),
    "POST /tables": (201, 201, 201, 201, 201),
    "POST /s": (303, 303, 303, 303, 303),
}
HOSTED = {"GET /health": 200, "GET /ready": 200, "GET /metrics": 404}  # to whom has no token


def routes(app: Flask) -> set[str]:
    """Every method of every route, but those that Flask answers of itself."""
    rules = [(rule.rule, rule.methods or set()) for rule in app.url_map.iter_rules()]
    return {
        f"{method} {rule}" for rule, methods in rules for method in methods - {"HEAD", "OPTIONS"}
    }


class World:
    """A table of giza with everyone who could be there; what Anna has chosen is hidden."""

    def __init__(self, house: Any, hidden: int) -> None:
        self.house = house
        house.open()
        other_code, elsewhere = house.code, house.phone()
        assert elsewhere.join("Emil", "rose").status_code == 201
        self.foreign_host = house.phones[0]
        self.foreign_seat = elsewhere
        self.anna, self.ben, self.gone, _ = house.play(4)
        assert house.code != other_code
        self.path = f"/t/{house.code}"
        self.photo = self.anna.photo("s1").json["photo"]
        self.former_screen = self._with_pass("screen")
        assert house.host.post(f"{self.path}/screens/revoke").status_code == 200
        self.screen = self._with_pass("screen")
        self.former_host, house.host = house.host, self._with_pass("host")
        assert house.host.post(f"{self.path}/seats/s3/revoke").status_code == 200
        self.digits = house.host.post(f"{self.path}/passes/s4").json["pass"]
        assert house.host.tap("table.lock", {"locked": True}, query="?view=host").status_code == 200
        assert self.anna.choose(hidden).status_code == 200
        assert self.anna.state()["seats"][0]["action"] == hidden
        self.before = self.kept()

    def kept(self) -> tuple[Any, ...]:
        """All that the table has on disk."""
        store, folder = services(self.house.app).store, services(self.house.app).photos._folder
        return (
            store.log(self.house.code).version,
            store.holders(self.house.code),
            sorted(folder.rglob("*.jpg")),
        )

    def forger(self) -> Any:
        """Cookies with secrets made up, some of them odd."""
        phone = self.house.phone()
        made_up = {"seat": "A" * 22, "host": "", "screen": "\u2028'; --", "pass": self.digits}
        for right, token in made_up.items():
            phone.client.set_cookie(
                f"rookery-{right}-{self.house.code}", token, domain="192.168.1.2"
            )
        return phone

    def climber(self) -> Any:
        """Ben, who says that his secret is the host's and a screen's."""
        return self._with_secret_of_ben(
            *(f"rookery-{right}-{self.house.code}" for right in ("seat", "host", "screen"))
        )

    def misplaced(self) -> Any:
        """A device with Ben's secret under another table's name, and under another right's."""
        return self._with_secret_of_ben("rookery-seat-KIWI-10", f"rookery-screen-{self.house.code}")

    def _with_secret_of_ben(self, *names: str) -> Any:
        own = self.ben.client.get_cookie(f"rookery-seat-{self.house.code}", domain="192.168.1.2")
        phone = self.house.phone()
        for name in names:
            phone.client.set_cookie(name, own.value, domain="192.168.1.2")
        return phone

    def at_the_computer(self) -> Any:
        """Someone without any cookie, at the machine that the app runs on."""
        phone = self.house.phone()
        phone.address = "127.0.0.1"
        return phone

    def _with_pass(self, right: str) -> Any:
        given, phone = self.house.host.post(f"{self.path}/passes/{right}").json, self.house.phone()
        assert phone.get(given["url"].removeprefix(self.house.base)).status_code == 303
        assert phone.post(f"{self.path}/seats/return", {}).status_code == 200
        return phone

    def ask(self, phone: Any, row: str, query: str) -> Any:
        """One route, as whoever may would ask."""
        method, rule = row.split(" ", 1)
        deck = next(edition for game, edition in services(self.house.app).decks if game == "giza")
        known = {
            "code": self.house.code,
            "photo": self.photo,
            "which": "photo",
            "right": "s4",
            "seat": "s4",
            "puzzle": "4-7",
            "form": "csv",
            "game": "giza",
            "page": "play",
            "kind": "js",
            "fingerprint": deck,
            "edition": deck,
            "piece": "penguin-01",
            "face": "front",
            "language": "de",
            "filename": "css/base.css",
            "name": "0123456789abcdef",
            "number": "1",
            "pile": "0123456789abcdef",
            "side": "fronts",
            "ending": "pdf",
        }
        path = re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda place: known[place[1]], rule)
        if rule == "/j":
            query = f"?code={self.house.code}{query.replace('?', '&')}"
        if method == "GET":
            return phone.get(path + query)
        if rule == "/t/<code>/photos":
            return phone.photo("s1", key="photo-of-the-matrix")
        if rule in ("/language", "/s", "/plays/delete", "/plays/import"):
            data = {"language": "de"} if rule == "/language" else {}
            return phone.client.post(
                path, data=data, base_url=phone.base, environ_base=phone._from()
            )
        return phone.post(
            path + query,
            {
                "/t/<code>/events": {
                    "kind": "undo",
                    "payload": {"target": self.before[0]},
                    "key": "tap-of-the-matrix",
                },
                "/t/<code>/seats/return": {"pass": f"{(int(self.digits) + 1) % 10**6:06d}"},
                "/t/<code>/seats": {"name": "Eve", "colour": "slate", "key": "seat-of-the-matrix"},
                "/tables": {"game": "giza"},
            }.get(rule, {}),
        )


# the column, the device, and as what it says that it asks
Person = tuple[str, Callable[[World], Any], str]
PEOPLE: dict[str, Person] = {
    "a stranger": ("stranger", lambda world: world.house.phone(), ""),
    "a stranger, as host": ("stranger", lambda world: world.house.phone(), "?view=host"),
    "a stranger, as screen": ("stranger", lambda world: world.house.phone(), "?view=screen"),
    "another table's host": ("stranger", lambda world: world.foreign_host, "?view=host"),
    "another table's seat": ("stranger", lambda world: world.foreign_seat, ""),
    "made-up secrets": ("stranger", World.forger, ""),
    "a secret in the wrong place": ("stranger", World.misplaced, "?view=screen"),
    "a seat shut out": ("stranger", lambda world: world.gone, ""),
    "a host before the last": ("stranger", lambda world: world.former_host, "?view=host"),
    "a screen shut out": ("stranger", lambda world: world.former_screen, "?view=screen"),
    "this computer, not trusted": ("stranger", World.at_the_computer, "?view=host"),
    "a seat": ("seat", lambda world: world.ben, ""),
    "a seat, as host": ("seat", World.climber, "?view=host"),
    "a seat, as screen": ("seat", World.climber, "?view=screen"),
    "a screen": ("screen", lambda world: world.screen, ""),
    "a screen, as host": ("screen", lambda world: world.screen, "?view=host"),
    "the host": ("host", lambda world: world.house.host, ""),
    "this computer": ("home", World.at_the_computer, ""),
}


def test_every_route_has_its_row(house: Any, tmp_path: Any) -> None:
    """Of the app, and of what hosting adds to it."""
    assert routes(house.app) == set(MATRIX)
    hosted = hosted_app(Settings(data=tmp_path / "hosted"))
    assert routes(hosted) - set(MATRIX) == set(HOSTED)


@pytest.fixture
def worlds(configured: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Iterator[World]]:
    """Two plays that differ in what Anna has chosen and in nothing else, clocks, codes and secrets
    included.
    """

    def build(*, trusted: bool) -> Iterator[World]:
        for number, hidden in enumerate(HIDDEN):
            numbers = count()
            for name in ("token_hex", "token_urlsafe"):
                monkeypatch.setattr(
                    secrets, name, lambda _=16, numbers=numbers: f"{next(numbers):032x}"
                )
            house = configured(
                DATA=configured.folder / str(number),
                RANDOM=Random(7),
                LIMITS=dict.fromkeys(LIMITS, ""),
                TRUST_LOOPBACK=trusted,
            )
            yield World(house, hidden)

    return build


@pytest.mark.parametrize("column", COLUMNS)
def test_each_right_opens_what_the_matrix_says_and_nothing_else(
    worlds: Callable[..., Iterator[World]], column: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The statuses of the column; nothing hidden in any answer or log; and what is refused leaves
    no trace.
    """
    caplog.set_level(logging.DEBUG)
    expected = {row: statuses[COLUMNS.index(column)] for row, statuses in MATRIX.items()}
    heard = []
    for world in worlds(trusted=column == "home"):
        spies = [
            Spy(device(world), query) for whose, device, query in PEOPLE.values() if whose == column
        ]
        caplog.clear()
        for name, spy in zip(
            [name for name, row in PEOPLE.items() if row[0] == column], spies, strict=True
        ):
            # the others know no table
            rows = [row for row in MATRIX if "<code>" in row or spy is spies[0]]
            assert {row: listen(world, spy, row) for row in rows} == {
                row: expected[row] for row in rows
            }, name
        if column == "stranger":
            assert world.kept() == world.before
            # in no refusal, too
            assert [one for spy in spies for one in spy.heard if b'"history":[' in one] == []
        # asyncio is the browser tests', whose leftovers may be collected at any moment
        logs = [log.getMessage() for log in caplog.records if log.name != "asyncio"]
        heard.append([one for spy in spies for one in spy.heard] + logs)
    assert [pair for pair in zip(*heard, strict=True) if pair[0] != pair[1]] == []


def listen(world: World, spy: Spy, row: str) -> int:
    """The status of an answer, all of which is kept; of a stream there is no end, and files are of
    their time.
    """
    answer = world.ask(spy.phone, row, spy.query)
    check_headers(answer)
    if "/photos/" in row:
        answer.headers = Headers({"Content-Type": answer.mimetype})
    status: int = answer.status_code
    if row.endswith("/stream") and status == 200:
        answer.close()
    else:
        spy.keep(row, answer)
    return status


def test_hosting_adds_nothing_that_is_open(tmp_path: Any) -> None:
    """Health shows whether, not what; figures are for who holds the token."""
    browser = hosted_app(Settings(data=tmp_path / "hosted")).test_client()
    for row, status in HOSTED.items():
        assert (
            browser.get(row.removeprefix("GET "), base_url="http://127.0.0.1").status_code == status
        ), row
