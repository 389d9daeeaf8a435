"""The fuzz of routes in short: every route answers well, and what does not is found."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from bench.chaos import fuzz_routes, fuzz_schema, fuzz_wire
from bench.chaos.fuzz_requests import BASE, HOST, RARE, SCREEN, Ask, Author
from bench.chaos.fuzz_routes import Answer, World, judged
from bench.chaos.fuzz_tally import Tally, TooSlowError, hanging
from companion.game import slugs
from tests.bench.chaos.loops import run
from web.doors.security import HEADERS
from web.openapi.description import description
from web.storage.tokens import derived

JSON = {name.lower(): value for name, value in HEADERS.items()} | {"content-type": "application/json"}
GOOD = b'{"error": {"code": "stale", "message": "That turn is over."}}'
ASK = Ask("api.state", "GET", "/")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """An app of the fuzz, with one table of giza."""
    made = World(tmp_path_factory.mktemp("world"), Random(3), size=1)
    made.table()
    yield made
    made.close()


def test_every_route_answers_well() -> None:
    """Some hundreds of requests, in order and not, over a world of tables: nothing is found, and much is reached."""
    tally = fuzz_routes.fuzz(7, 240, tables=5)
    assert tally.findings == []
    assert tally.cases == 240
    assert {"200", "400", "403", "404", "409"} <= set(tally.ends)
    assert int(tally.notes["taps accepted"]) > 20


def test_a_real_server_bears_broken_http() -> None:
    """Whole requests and what is no HTTP, over sockets: nobody waits, and visitors between are served."""
    tally = run(fuzz_wire.fuzz(7, 50))
    assert tally.findings == []
    assert {"200", "400"} <= set(tally.ends)


def test_schemathesis_finds_the_description_true() -> None:
    """Status, media type and JSON of some routes are as described, whatever they are asked."""
    tally = fuzz_schema.fuzz(7, 12, only=("pages.start:post", "plays.export", "api.state", "health.lives"))
    assert tally.findings == []
    assert tally.cases >= 6


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (Answer(409, JSON, GOOD, {}), ""),
        (Answer(503, {**JSON, "retry-after": "5"}, GOOD.replace(b"stale", b"busy"), {}), ""),
        (Answer(503, JSON, GOOD.replace(b"stale", b"busy"), {}), "answered 503"),
        (Answer(500, JSON, GOOD, {}), "answered 500"),
        (Answer(404, JSON, b'{"error": "no"}', {}), "another shape"),
        (Answer(404, JSON, b'{"error": {"code": "x", "message": ""}}', {}), "another shape"),
        (Answer(404, {**JSON, "content-type": "text/plain"}, b"not found", {}), "text/plain"),
        (Answer(404, {**JSON, "content-type": "text/html"}, b"<h1>Not Found</h1>", {}), "no page of ours"),
        (Answer(200, {"content-type": "application/json"}, b"{}", {}), "without Content-Security-Policy"),
        (Answer(200, JSON, b'{"trace": "Traceback (most recent call last): ..."}', {}), "tells of the machine"),
    ],
)
def test_what_is_wrong_with_an_answer_is_told(world: World, answer: Answer, word: str) -> None:
    """One thing each; nothing of a good refusal."""
    found = list(judged(ASK, answer, world))
    assert len(found) == bool(word)
    assert all(word in problem for problem in found)


def test_json_as_deep_as_it_goes_is_refused_by_every_route_that_takes_any(world: World) -> None:
    """A parser that gives up is no fault of the server's; found by 17,590 requests."""
    code, jar = world.tables[0].code, world.tables[0].jars[HOST]
    heads = (("Host", BASE), ("Content-Type", "application/json"), ("Cookie", "; ".join(map("=".join, jar.items()))))
    for rule in world.app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and rule.endpoint not in RARE:
            parts = {"code": code, "right": "screen", "seat": "s1", "game": "giza"}
            path = world.app.url_map.bind("").build(rule.endpoint, {name: parts[name] for name in rule.arguments})
            answer = world.send(Ask(rule.endpoint, "POST", path, heads, b"[" * 50_000))
            assert answer.status < 500, rule


def test_a_secret_in_an_answer_is_found(world: World) -> None:
    """In its body, or as a cookie to somebody who had it not; not to its own holder."""
    name, secret = next(iter(world.tables[0].jars[HOST].items()))
    told = Answer(200, JSON, json.dumps({"x": secret}).encode(), {})
    given = Answer(200, JSON, b"{}", {name: secret})
    assert [name in problem for problem in judged(ASK, told, world)] == [True]
    assert [name in problem for problem in judged(ASK, given, world)] == [True]
    own = Ask("api.state", "GET", "/", (("Cookie", f"{name}={secret}"),))
    assert list(judged(own, given, world)) == []


def test_a_device_may_be_given_what_follows_from_its_own_secret(world: World) -> None:
    """It has used its pass, never heard of it, and asks again; another device's secret leads nowhere."""
    table = world.tables[0]
    door = "of-one-device-at-the-door"
    table.jars[SCREEN] = {f"rookery-screen-{table.code}": derived(door, SCREEN)}
    given = Answer(303, JSON, b"{}", table.jars[SCREEN])
    for held, found in ((door, 0), ("of-another-device-there", 1)):
        ask = Ask("doors.use_pass", "POST", "/", (("Cookie", f"rookery-seat-{table.code}={held}"),))
        assert len([problem for problem in judged(ask, given, world) if "to somebody else" in problem]) == found


def test_a_fault_is_found_with_its_place_and_how_to_see_it_again(world: World) -> None:
    """A view that raises: the finding tells the exception and a command."""
    table = world.tables[0]
    tally = Tally("routes", 1)
    views = world.app.view_functions
    kept = dict(views)
    try:
        for name in views:
            views[name] = _broken
        for number in range(20):
            fuzz_routes.one(world, tally, number)
    finally:
        views.update(kept)
    assert table.game in slugs()
    assert any("KeyError: 'broken'" in each.problem and each.again.startswith("curl") for each in tally.findings)


def _broken(**_parts: str) -> str:
    raise KeyError("broken")


def test_who_waits_too_long_is_stopped() -> None:
    """Whoever does not answer, though nothing is reckoned."""
    with pytest.raises(TooSlowError), hanging(0.01):
        threading.Event().wait()


@pytest.mark.parametrize("slug", slugs())
def test_taps_in_order_are_of_the_described_form(world: World, slug: str) -> None:
    """Those of a table that has begun, drawn anew by the same seed as the same."""
    told: Any = description(world.app)
    table = world.opened(slug)
    schema = jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{slug.title()}Tap", "components": told["components"]}
    )
    one, other = (
        [author.tap(table) for _ in range(60)] for author in (Author(told, Random(5)), Author(told, Random(5)))
    )
    assert one == other
    wrong = [json.loads(ask.body) for ask in one if not schema.is_valid(json.loads(ask.body))]
    assert wrong == []


def test_the_database_is_looked_at_after_a_run(tmp_path: Path) -> None:
    """Events that make no sense in their place are told, and none of a whole one."""
    made = World(tmp_path, Random(3))
    table = made.opened("rocks")
    made.close()
    assert list(fuzz_routes.whole(tmp_path)) == []
    import sqlite3  # only this test spoils a database

    db = sqlite3.connect(tmp_path / "tables.sqlite3")
    db.execute("UPDATE event SET payload = '{}' WHERE version = 2")
    db.commit()
    db.close()
    assert any(table.code in problem for problem in fuzz_routes.whole(tmp_path))
