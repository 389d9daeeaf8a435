"""Every route, asked what its description allows and what it doesn't: each answer is one of ours.

schemathesis makes the requests from the description of the app, so a new route is asked without
anyone thinking of it. What nobody guesses (a table's code, a seat, a device's cookies) is put in
half of the time. `make fuzz` asks a hundred times as much.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bench.chaos.ledger import folded, integrity, read
from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import game, slugs
from docs.make_openapi import description, tap_fields
from docs.openapi_routes import ROUTES
from tests.companion.phones import NAMES, STARTS, values
from tests.limits import limited
from tests.web.conftest import Shot, a_reading
from web.app import close, create_app
from web.auth.security import BARE, HEADERS, NO_PAGE
from web.auth.throttle import LIMITS
from web.games.base import screens
from web.hosted import metrics
from web.hosted.bus import Bus
from web.hosted.metrics import health
from web.hosted.wsgi import BUS
from web.preview.views import create_preview
from web.preview.workbench import Workbench

ENDLESS = "api.stream"  # its answer never ends; tests/web/test_secrecy.py reads it
HOST, STRANGER = "host", "stranger"
DEVICES = (HOST, "s1", "s2", STRANGER)
SOMEBODY = {"REMOTE_ADDR": "192.168.1.9"}
BASE = "http://192.168.1.2:8000"
PREVIEW = "http://localhost:8100"  # the preview is for this computer only
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance,
    response_schema_conformance,
]  # fmt: skip
MACHINE = re.compile(r"Traceback \(most recent|site-packages|/web/[a-z_]+\.py|werkzeug\.|sqlite3\.")
ODD_HEADERS = [
    ("Host", ("", "evil.example", "127.0.0.1:99999", "[::1]:1", "a" * 5000, "\xff")),
    ("Origin", ("null", "http://evil.example", "http://", "\xff")),
    ("Sec-Fetch-Site", ("cross-site", "none", "x")),
    ("Content-Type", ("text/plain", "application/json; charset=utf-16", "/", "\xff",
                      "multipart/form-data", "multipart/form-data; boundary=", "a/" + "x" * 4000)),
    ("Accept", ("", "text/html", "application/json;q=x", "," * 500, "text/html;q=nan")),
    ("Accept-Language", ("fr-CA,fr;q=0.9", "*", "x" * 3000, "zz;q=2", ";;;", "en;q=NaN", "\xff")),
    ("Accept-Encoding", ("identity;q=0", "*;q=0", "br", "gzip;q=x")),
    ("If-None-Match", ("*", 'W/"x"', '"', "," * 99, "\xff")),
    ("If-Modified-Since", ("x", "Sat, 99 Foo 99999 99:99:99", "0")),
    ("Range", ("bytes=0-1", "bytes=-1", "bytes=5-1", "bytes=0-0,1-1", "x=1", "bytes=9" + "9" * 20)),
    ("Last-Event-ID", ("-1", "9" * 30, "\xd9\xa3", "x")), ("Content-Encoding", ("gzip", "br")),
    ("Cookie", ("language=xx", "a=b;" * 1000, ";;=;", '="', "\xff=\xfe", "rookery-seat-")),
    ("Authorization", ("Basic x", "Bearer y", "Digest " + "z" * 3000, "Basic " + "=" * 7)),
    ("X-Forwarded-For", ("127.0.0.1", "x")), ("X-Forwarded-Host", ("evil.example",)),
    ("X-HTTP-Method-Override", ("DELETE",)), ("Referer", ("\xff", "http://evil.example/")),
    ("User-Agent", ("", "\xff" * 100)), ("Cache-Control", ("max-age=x", "=,=")),
]  # fmt: skip
BOMBS = {
    "brackets": b"[" * 50_000, "objects": b'{"a":' * 50_000, "digits": b"1" * 5000, "NaN": b"NaN",
    "half a letter": b'"\\ud800"', "marks": b"\xff\xfe{}", "large": b"x" * 70_000, "null": b"null",
    "twice": b'{"key":"aaaaaaaa","key":1}', "none": b"", "list": b"[]", "form": b"a=b&a=c&%zz=%",
}  # fmt: skip


@dataclass
class Table:
    """A table of some game that has begun: its code, and each device's cookies."""

    game: str
    code: str
    jars: dict[str, dict[str, str]] = field(default_factory=lambda: {STRANGER: {}})


@dataclass
class World:
    """The phone table's app with a table of each game, and the deck preview's."""

    folder: Path
    app: Flask
    preview: Flask
    log: list[str] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    keys: int = 0

    def table(self, slug: str, way: int = 0) -> Table:
        """Return this game's table; a new one when someone has deleted it or made it long."""
        if table := self.tables.get(slug):
            state = self.send(table, HOST, "GET", "state?view=host")
            if state.status_code == 200 and state.json["version"] < 150:
                return table
        opened = self.app.test_client().post("/tables", json={"game": slug}, base_url=BASE)
        assert opened.json
        table = self.tables[slug] = Table(slug, opened.json["code"])
        table.jars[HOST] = cookies(opened)
        start = STARTS[slug]
        for seat in range(start.players):
            colour = start.colours[seat] if start.colours else ""
            body = {"name": NAMES[seat], "colour": colour, "key": self.key()}
            table.jars[f"s{seat + 1}"] = cookies(self.send(table, STRANGER, "POST", "seats", body))
        for kind, payload in (*start.before, ("game.start", start.starts[way])):
            assert self.tap(table, HOST, kind, payload).status_code == 200
        return table

    def key(self) -> str:
        """Return a new tap's name."""
        self.keys += 1
        return f"key-{self.keys:08}"

    def tap(self, table: Table, device: str, kind: str, payload: Any, expects: Any = None) -> Any:
        """Send a tap."""
        body = {"kind": kind, "payload": payload, "key": self.key()}
        body |= {} if expects is None else {"expects": expects}
        return self.send(table, device, "POST", "events", body)

    def send(self, table: Table, device: str, method: str, path: str, body: Any = None) -> Any:
        """Ask at a table as one of its devices."""
        client = self.app.test_client(use_cookies=False)
        jar = "; ".join(f"{name}={value}" for name, value in table.jars[device].items())
        headers = {"Cookie": jar} if jar else {}
        address = {"REMOTE_ADDR": f"192.168.1.{10 + len(device)}"}
        return client.open(
            f"/t/{table.code}/{path}", method=method, json=body, base_url=BASE, headers=headers,
            environ_base=address,
        )  # fmt: skip


def cookies(answer: Any) -> dict[str, str]:
    """Return the cookies that an answer sets."""
    pairs = (line.partition(";")[0].partition("=") for line in answer.headers.getlist("Set-Cookie"))
    return {name: value for name, _, value in pairs if value}


class Notes(logging.Handler):
    """Keeps what the app logs, tracebacks included."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__()
        self.notes = notes

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record."""
        self.notes.append(self.format(record))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Apps without limits on how often one may ask; a hosted one's routes are there too."""
    folder = tmp_path_factory.mktemp("world")
    chance = random.Random(7)

    def reader(_data: bytes, name: str, *_: Any) -> Shot:
        if chance.random() < 0.3:
            raise PhotoError(name, "no table is in it", remedy="take the photo from above")
        nothing: dict[str, Any] = {
            "game": "",
            "verdict": "unsure",
            "complete": None,
            "violations": [],
        }
        return Shot(a_reading("penguin-01", "penguin-02") | nothing)

    def label(_data: bytes, name: str, *_: Any) -> tuple[str, str]:
        raise PhotoError(name, "no label is in it", remedy="photograph the label")

    app = create_app({
        "DATA": folder, "LIMITS": dict.fromkeys(LIMITS, ""), "RANDOM": chance,
        "READ_PHOTO": reader, "READ_LABEL": label, "TRUST_LOOPBACK": False,
    })  # fmt: skip
    app.extensions[BUS] = Bus("")
    app.register_blueprint(health)
    app.config[metrics.TOKEN] = "a-token-of-nobody"
    app.register_blueprint(metrics.metrics)
    deck = folder / "deck.toml"
    deck.write_text(deck_text(game("giza"))[0], "utf-8")
    made = World(folder, app, create_preview(Workbench(str(deck))))
    notes = Notes(made.log)
    logger = logging.getLogger("rookery")
    logger.addHandler(notes)
    yield made
    logger.removeHandler(notes)
    close(app)


@pytest.fixture(scope="module")
def operations(world: World) -> Mapping[str, list[Any]]:
    """Each method of every endpoint, by endpoint, in whichever app has it."""
    by_endpoint: dict[str, list[Any]] = {}
    for app in (world.app, world.preview):
        schema = schemathesis.openapi.from_dict(description(app))
        schema.app = app
        for result in schema.get_all_operations():
            operation = result.ok()  # type: ignore[union-attr]  # raises for a bad one
            endpoint = re.split(r"[/:]", operation.definition.raw["operationId"])[0]
            by_endpoint.setdefault(endpoint, []).append(operation)
    return by_endpoint


@pytest.mark.parametrize("endpoint", sorted(ROUTES.keys() - {ENDLESS}))
def test_no_request_breaks_a_route(
    world: World, operations: Mapping[str, list[Any]], endpoint: str
) -> None:
    """Status, type and form are as described; refusals are in words; nothing secret is reported."""
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    for operation in operations[endpoint]:
        cases = st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes])

        @settings(
            max_examples=max(10, settings().max_examples // 6), phases=[Phase.generate],
            database=None, suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(
            cases, st.sampled_from(slugs()), st.sampled_from(DEVICES), odd_headers, st.booleans()
        )
        def ask(
            case: Any,
            slug: str,
            device: str,
            headers: dict[str, str],
            known: bool,
        ) -> None:
            table = world.table(slug)
            if known:
                parts = {"code": table.code, "seat": "s1", "right": device, "game": slug}
                own = case.path_parameters or {}
                case.path_parameters = own | {name: parts[name] for name in own if name in parts}
                case.cookies = {**dict(case.cookies or {}), **table.jars[device]}
            jar = dict(case.cookies or {})
            host = PREVIEW if case.operation.schema.app is world.preview else BASE
            base = {"Host": host.removeprefix("http://"), "Accept-Encoding": "identity"}
            with limited():
                answer = case.call(headers=base | headers, environ_base=SOMEBODY)
            if not headers:
                case.validate_response(answer, checks=CHECKS)
            check(world, answer.status_code, answer.headers, answer.content.decode("latin-1"), jar)

        ask()


odd_headers: st.SearchStrategy[dict[str, str]] = st.one_of(
    st.just({}), st.just({}),
    st.sampled_from([{name: value} for name, some in ODD_HEADERS for value in some]),
)  # fmt: skip


def check(world: World, status: int, headers: Any, text: str, jar: Mapping[str, str]) -> None:
    """Hold one answer against what is promised of all: see the assertions."""
    log, world.log[:] = "\n".join(world.log), []
    assert status < 500 or (status == 503 and "busy" in text), f"{text[:500]}\n{log}"
    named = {str(name).lower(): value for name, value in dict(headers).items()}
    bare = status == 304 or any(kind in str(named.get("content-type")) for kind in NO_PAGE)
    assert {name.lower() for name in (BARE if bare else HEADERS)} <= named.keys()
    assert not MACHINE.search(text)
    assert str(world.folder) not in text
    if status >= 400 and text:
        refused(headers, text)
    for table in world.tables.values():
        for held in table.jars.values():
            for name, value in held.items():
                assert value not in text, f"tells the secret {name}"
                assert value in jar.values() or f"={value};" not in str(headers), f"gives {name}"


def refused(headers: Any, text: str) -> None:
    """Hold a refusal against its shape: a sentence in JSON, or a page of ours."""
    named = {str(name).lower(): str(value) for name, value in dict(headers).items()}
    kind = named["content-type"]
    if "json" in kind:
        error = json.loads(text)["error"]
        assert isinstance(error["code"], str)
        assert error["message"].rstrip()[-1] in ".!?"
    else:
        assert "text/html" in kind
        assert "rookery" in text.lower()
        assert "</html>" in text


@pytest.mark.parametrize("slug", slugs())
def test_no_tap_breaks_a_table(world: World, slug: str) -> None:
    """Random taps of every kind by everyone: each is taken or refused in words, and the log folds.

    How far random play comes is the business of tests/companion/test_tracking.py.
    """
    row, taken = screens(slug), Counter[str]()

    @settings(max_examples=max(3, settings().max_examples // 30), database=None)
    @given(st.integers(0, 2**32))
    def play(seed: int) -> None:
        chance = random.Random(seed)
        world.tables.pop(slug, None)
        table = world.table(slug, seed % len(STARTS[slug].starts))
        for _ in range(20):
            kinds = chance.sample(sorted(row.taps), len(row.taps))
            taken.update(filter(partial(tap_at_random, world, table, chance), kinds[:8]))
        assert integrity(world.folder) == []
        assert folded(read(world.folder)[table.code])[1] == []

    play()
    assert taken, "not all are refused"


def tap_at_random(world: World, table: Table, chance: random.Random, kind: str) -> bool:
    """Send a tap of that kind whose fields mostly fit; return whether it was taken."""
    payload: dict[str, Any] = {}
    for name, fits in tap_fields(screens(table.game), kind).items():
        if not name.endswith("?") or chance.random() < 0.5:
            every = values(table.game)
            some = [value for value in every if fits(value)] if chance.random() < 0.97 else every
            payload[name.removesuffix("?")] = chance.choice(some)
    expects = payload.pop("expects", None)
    if isinstance(expects, dict):  # mostly what there is to see now
        state = world.send(table, HOST, "GET", "state?view=host").json
        seats = {seat["id"]: seat for seat in state["seats"]}
        shown = state | seats.get(str(payload.get("seat", expects.get("seat"))), {})
        expects = {name: shown.get(name, value) for name, value in expects.items()}
    device = str(payload.get("seat", chance.choice(DEVICES)))
    device = device if device in table.jars else HOST
    with limited():
        answer = world.tap(table, device, kind, payload, expects)
    check(world, answer.status_code, answer.headers, answer.text, table.jars[device])
    return bool(answer.status_code == 200)


@pytest.mark.parametrize("body", BOMBS.values(), ids=BOMBS)
def test_no_body_breaks_a_route_that_takes_one(world: World, body: bytes) -> None:
    """A parser that gives up isn't a fault of the server's; found by 17,590 requests."""
    for rule in world.app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        table = world.table("giza")
        parts = {"code": table.code, "right": "screen", "seat": "s1", "game": "giza"}
        parts |= {"photo": "0", "name": "unknown", "pile": "0" * 32, "side": "fronts"}
        given_parts = {name: parts[name] for name in rule.arguments}
        path = world.app.url_map.bind("").build(rule.endpoint, given_parts)
        jar = table.jars[HOST]
        client = world.app.test_client(use_cookies=False)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in jar.items())}
        for kind in ("application/json", "application/x-www-form-urlencoded"):
            with limited():
                answer = client.post(path, BASE, data=body, content_type=kind, headers=headers)
            check(world, answer.status_code, answer.headers, answer.text, jar)
