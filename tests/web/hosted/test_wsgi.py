"""The hosted app in this process: who may ask for what, and what it says about itself."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from werkzeug.test import TestResponse

from bench.services import Redis
from companion.errors import PhotoError, RookeryError
from tests.web.databases import new_database
from tests.web.test_connections import head, status
from tests.web.test_serving import listening
from web.hosted import wsgi
from web.hosted.logs import JsonLines
from web.hosted.metrics import count_photos
from web.hosted.migrate import migrate
from web.hosted.settings import Settings
from web.hosted.wsgi import close, hosted_app
from web.services import services
from web.storage.database import engine

TOKEN = "a-token-of-these-tests"  # noqa: S105 - of a server that lives for seconds


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = hosted_app(Settings(tmp_path, hosts=("games.example.org",), metrics_token=TOKEN))
    yield made
    close(made)


def ask(
    app: Flask, path: str, method: str = "GET", peer: str = "127.0.0.1", **headers: str
) -> TestResponse:
    """A request as the proxy passes it on: headers by their names with _ for -."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return app.test_client().open(
        path,
        method=method,
        base_url="http://games.example.org",
        headers=told,
        environ_base={"REMOTE_ADDR": peer},
    )


def test_it_lives_whatever_happens_to_its_database(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """/health asks nobody."""
    services(app).store.close()
    monkeypatch.setattr(services(app).store.database, "engine", None)  # nobody may ask it
    assert ask(app, "/health").json == {"lives": True}


def test_it_is_ready_while_its_database_answers(
    tmp_path: Path, postgres: str, redis: Redis
) -> None:
    """/ready needs no Redis, and says so of it; without the database it is 503."""
    address = new_database(postgres)
    migrate(address)
    made = hosted_app(Settings(tmp_path, address, redis.address, hosts=("games.example.org",)))
    answer = ask(made, "/ready")
    assert (answer.status_code, (answer.json or {})["ready"]) == (200, True)
    lines = engine(postgres)
    with lines.connect() as db:
        db.execution_options(rookery_begin="")
        db.exec_driver_sql(f"DROP DATABASE {address.split('/')[3].split('?')[0]} WITH (FORCE)")
    lines.dispose()
    assert ask(made, "/ready").status_code == 503
    close(made)


def test_it_starts_and_plays_while_redis_is_away(tmp_path: Path) -> None:
    """Redis makes things quick, and is needed for nothing but reading photos."""
    made = hosted_app(
        Settings(tmp_path, redis=f"unix://{tmp_path}/nobody.sock", hosts=("games.example.org",))
    )
    assert ask(made, "/ready").json == {"ready": True, "redis": False}
    phone = made.test_client()
    opened = phone.post("/tables", json={"game": "giza"}, base_url="http://games.example.org")
    assert opened.status_code == 201
    tap = {"kind": "goals.draw", "payload": {}, "key": "0123456789"}
    path = f"/t/{(opened.json or {})['code']}/events"
    assert phone.post(path, json=tap, base_url="http://games.example.org").status_code == 200
    close(made)


def test_a_worker_waits_for_a_database_that_is_away_and_for_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that dies while PostgreSQL starts again is replaced all the same; a wrong setting is
    reported at once.
    """
    away = RookeryError("postgresql://host/name", "can't be used: connection refused")
    away.__cause__ = sa.exc.OperationalError("", {}, Exception())
    answers: list[RookeryError | Settings] = [away, away, Settings(tmp_path)]

    def check(_environ: object) -> Settings:
        answer = answers.pop(0)
        if isinstance(answer, RookeryError):
            raise answer
        return answer

    monkeypatch.setattr(wsgi, "check", check)
    monkeypatch.setattr(wsgi, "PAUSE_S", 0.0)
    close(wsgi.front().app)
    answers = [RookeryError("ROOKERY_DATA", "is not set")]
    with pytest.raises(RookeryError, match="ROOKERY_DATA"):
        wsgi.front()


def test_counts_are_shown_to_who_brings_the_token_and_are_of_templates(app: Flask) -> None:
    """To nobody else, whose answer is that of any address that there isn't; no label can be made
    up by who asks.
    """
    for path, method in (
        ("/t/KIWI-42/state", "GET"),
        ("/nowhere/KIWI-42", "GET"),
        ("/health", "KIWI"),
    ):
        ask(app, path, method)
    given = (None, "", f"Bearer {TOKEN}x", f"Basic {TOKEN}", f"Bearer {TOKEN}")
    answers = [
        ask(app, "/metrics", **({"Authorization": each} if each is not None else {}))
        for each in given
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 404, 200]
    shown = answers[-1].text
    assert 'rookery_requests_total{method="GET",route="/t/<code>/state",status="404"}' in shown
    assert 'route="(none)"' in shown
    assert 'method="other"' in shown
    assert "KIWI" not in shown
    assert "rookery_request_seconds_bucket" in shown


def test_what_the_front_refuses_is_counted(app: Flask) -> None:
    """Which the app doesn't see: an overload shows in the counts."""
    with listening(app) as port:
        too_large = head("/nowhere", f"Content-Length: {2**20}", method="KIWI")
        assert status(port, "127.0.0.1", too_large) == 413
    shown = ask(app, "/metrics", Authorization=f"Bearer {TOKEN}").text
    assert 'rookery_requests_total{method="other",route="(refused)",status="413"}' in shown


def test_without_a_token_there_are_no_counts(tmp_path: Path) -> None:
    """An empty one opens nothing."""
    made = hosted_app(Settings(tmp_path, hosts=("games.example.org",)))
    assert [
        ask(made, "/metrics", Authorization=given).status_code
        for given in ("", "Bearer ", "Bearer")
    ] == [404] * 3
    close(made)


def test_photos_are_counted_by_what_became_of_them(app: Flask) -> None:
    """Read or failed; what waits is the difference."""

    def count(outcome: str) -> float:
        shown = ask(app, "/metrics", Authorization=f"Bearer {TOKEN}").text
        found = [
            line
            for line in shown.splitlines()
            if line.startswith(f'rookery_photos_total{{outcome="{outcome}"}}')
        ]
        return float(found[0].split()[1]) if found else 0.0

    def read(data: bytes) -> bytes:
        if not data:
            raise PhotoError("photo", "is empty")
        return data

    before = [count(outcome) for outcome in ("queued", "read", "failed")]
    assert count_photos()(read)(b"jpeg") == b"jpeg"
    with pytest.raises(PhotoError):
        count_photos()(read)(b"")
    assert [count(outcome) for outcome in ("queued", "read", "failed")] == [
        before[0] + 2,
        before[1] + 1,
        before[2] + 1,
    ]


def line_of(error: BaseException, message: str = "a look at %s", *args: object) -> Any:
    """The log line of a caught error, read back."""
    try:
        raise error
    except type(error) as caught:
        told = (type(caught), caught, caught.__traceback__)
    record = logging.LogRecord("rookery", logging.ERROR, __file__, 1, message, args, told)
    text = JsonLines().format(record)
    assert "\n" not in text
    return json.loads(text)


def test_a_log_line_has_the_template_and_the_place_but_nothing_that_people_typed() -> None:
    """A fault is found by where it happened; KIWI-42 and Anna stand nowhere."""
    line = line_of(ValueError("Anna of KIWI-42"), "a look at %s", "KIWI-42")
    assert line["event"] == "a look at %s"
    assert line["exception"]["type"] == "ValueError"
    assert line["exception"]["where"][-1].endswith("line_of")
    assert "KIWI" not in json.dumps(line)
    assert "Anna" not in json.dumps(line)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(28, "No space left on device"), "[Errno 28] No space left on device"),
        (RookeryError("DATABASE_URL", "is empty"), "DATABASE_URL: is empty"),
        (PhotoError("anna.jpg", "is empty"), None),
        (OSError("one line\nDETAIL: Key (code)=(KIWI-42)"), "one line"),
    ],
)
def test_the_reasons_of_machines_are_told(error: Exception, told: str | None) -> None:
    """A full disk isn't a secret; what a player's file is called may be one."""
    assert line_of(error)["exception"].get("reason") == told
