"""The whole of it: two workers, PostgreSQL, and a Redis that is killed and comes
back.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from bench.services import Redis
from tests.web.databases import new_database
from tests.web.hosted.servers import PATIENCE_S, Hosted, Visitor, a_folder, until
from web.hosted.migrate import migrate

TOKEN = "a-token-of-these-tests"  # noqa: S105 - of a server that lives for seconds


@contextlib.contextmanager
def served(postgres: str, **settings: str) -> Iterator[Hosted]:
    """A server on a database of its own, which ends without an error."""
    database = new_database(postgres)
    migrate(database)
    with a_folder() as folder:
        settings = {"DATABASE_URL": database, "ROOKERY_METRICS_TOKEN": TOKEN} | settings
        running = Hosted(folder, settings)
        try:
            yield running
        finally:
            status = running.stop()
    assert status == 0


@pytest.fixture(scope="module")
def site(redis: Redis, postgres: str) -> Iterator[Hosted]:
    with served(postgres, REDIS_URL=redis.address, WEB_CONCURRENCY="2") as running:
        yield running


def opened(site: Hosted) -> tuple[str, Visitor]:
    """A new table: its code, and its host."""
    host = Visitor(site)
    status, table = host.ask("POST", "/tables", {"game": "giza"})
    assert status == 201, table
    return table["code"], host


def next_version(stream: HTTPResponse) -> int:
    """Read on until the next version; 0 when the stream ends."""
    for line in iter(stream.readline, b""):
        if found := re.fullmatch(rb"id: (\d+)\r?\n", line):
            return int(found[1])
    return 0


def test_a_tap_at_one_worker_reaches_the_streams_of_the_other(site: Hosted, redis: Redis) -> None:
    """Also while Redis is dead, and again when it is back; no tap fails meanwhile."""
    (one, other), (code, host) = site.workers, opened(site)
    with contextlib.ExitStack() as stack:
        with site.only(one):
            stream = stack.enter_context(host.listening(code))
            assert next_version(stream) == 1
        for version, change in ((2, None), (3, redis.kill), (4, None), (5, redis.start), (6, None)):
            if change:
                change()
            with site.only(other):
                assert host.tap(code, "goals.draw")[0] == 200
            assert next_version(stream) == version


def test_many_streams_leave_a_worker_free_for_taps(postgres: str) -> None:
    """Taps are answered, all hear of them, the dashboard counts them, none is left over."""
    with served(postgres, WEB_CONCURRENCY="1") as alone:
        code, host = opened(alone)
        phones = [Visitor(alone, f"192.0.2.{n}") for n in range(101)]
        before = len(open_files(alone.workers[0]))
        with contextlib.ExitStack() as stack:
            for phone in phones:
                phone.cookies = host.cookies
            streams = [stack.enter_context(phone.listening(code)) for phone in phones]
            assert {next_version(stream) for stream in streams} == {1}
            assert host.tap(code, "goals.draw")[0] == 200
            assert {next_version(stream) for stream in streams} == {2}
            assert until(lambda: f"rookery_streams {len(phones)}.0" in counts(alone))
        assert until(lambda: "rookery_streams 0.0" in counts(alone))
        # lines to PostgreSQL come and go, streams don't stay
        assert len(open_files(alone.workers[0])) < before + len(phones)


def test_a_device_that_has_been_at_very_many_tables_is_let_in(site: Hosted) -> None:
    """All that a browser keeps of a site, with the longer secrets of before; then it drops what is
    good for nothing, in answers with a header that nginx passes on as it comes (4 KB), until it
    brings what any server takes. Its rights stay.
    """
    code, host = opened(site)
    own = dict(host.cookies)
    host.cookies = {f"rookery-screen-KIWISWAN-{n}": "0" * 64 for n in range(1000, 1180)} | own
    assert len(str(host.cookies)) > 17_000
    for _ in range(12):
        with contextlib.closing(host.open("GET", "/")) as line, line.getresponse() as answer:
            headers = answer.getheaders()
        assert (
            answer.status,
            sum(len(f"{name}: {value}\r\n") for name, value in headers) < 4000,
        ) == (200, True)
        gone = {value.partition("=")[0] for name, value in headers if name == "set-cookie"}
        host.cookies = {name: value for name, value in host.cookies.items() if name not in gone}
    assert 1000 < len("; ".join(f"{name}={value}" for name, value in host.cookies.items())) < 7000
    assert own.items() <= host.cookies.items()
    assert host.tap(code, "goals.draw")[0] == 200


def test_who_only_asks_for_a_streams_head_keeps_the_line(site: Hosted) -> None:
    """HEAD has no body, and what comes after it on the same connection is another answer."""
    code, host = opened(site)
    with contextlib.closing(host.open("HEAD", f"/t/{code}/stream")) as line:
        with line.getresponse() as head:
            assert (head.status, head.read()) == (200, b"")
        line.request("GET", "/health")
        with line.getresponse() as answer:
            assert json.loads(answer.read()) == {"lives": True}


def open_files(process: int) -> list[Path]:
    return list(Path(f"/proc/{process}/fd").iterdir())


def counts(site: Hosted) -> str:
    """What the dashboard reads; an answer of its own each time, of whichever worker."""
    return str(Visitor(site).ask("GET", "/metrics", Authorization=f"Bearer {TOKEN}")[1])


def test_the_log_of_a_game_holds_none_of_its_secrets(site: Hosted) -> None:
    """No code, cookie, name, key or address: for joining, taps, streams, mistakes, guesses and
    nonsense alike.
    """
    code, host = opened(site)
    anna, key = Visitor(site, "203.0.113.77"), secrets.token_hex(8)
    body = {"name": "Annabella", "colour": "copper", "key": key}
    assert anna.ask("POST", f"/t/{code}/seats", body, X_Request_ID="c" * 32)[0] in (200, 201)
    with anna.listening(code) as stream:
        assert host.tap(code, "goals.draw", key=key)[0] == 200
        assert next_version(stream)
    assert anna.ask("GET", "/t/NOSUCH-99/state")[0] == 404
    assert anna.tap(code, "no.such.tap")[0] == 400
    assert anna.ask("GET", f"/{code}/nowhere")[0] == 404
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(site.path))
        line.sendall(f"GET /t/{code}/state HTTP/nonsense\r\n\r\n".encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 400")
    lines = [json.loads(line) for line in site.said.splitlines()]
    assert {"/t/<code>/seats", "/t/<code>/events", "/t/<code>/stream", "(none)"} <= {
        line.get("route") for line in lines
    }
    assert any(line.get("request") == "c" * 32 for line in lines)
    for secret in (
        code,
        "NOSUCH",
        "Annabella",
        key,
        anna.address,
        *host.cookies.values(),
        *anna.cookies.values(),
    ):
        assert secret not in site.said


def test_a_worker_that_dies_takes_only_its_streams_with_it(site: Hosted) -> None:
    """What it acknowledged is there; another worker takes its place, and the phone comes again."""
    code, host = opened(site)
    victim = site.workers[0]
    with site.only(victim), host.listening(code) as stream:
        assert next_version(stream) == 1
        assert host.tap(code, "goals.draw")[0] == 200
        assert next_version(stream) == 2
        site.kill(victim)
        assert next_version(stream) == 0
    with host.listening(code) as stream:
        assert next_version(stream) == 2
    assert until(lambda: len(site.workers) == 2)


def test_streams_end_when_the_server_is_told_to_stop() -> None:
    """Without PostgreSQL and Redis as well: tables in SQLite, one machine. Nobody waits for phones
    that listen.
    """
    with a_folder() as folder:
        lone = Hosted(folder, {"WEB_CONCURRENCY": "1"})
        code, host = opened(lone)
        with host.listening(code) as stream:
            assert next_version(stream) == 1
            assert lone.stop() == 0
            assert next_version(stream) == 0


def test_a_server_on_a_database_of_another_rookery_does_not_start(postgres: str) -> None:
    """In one line it says why, and what to do, before any worker is there."""
    with a_folder() as folder:
        failed = Hosted(folder, {"DATABASE_URL": new_database(postgres)})
        assert failed.process.wait(PATIENCE_S) == 1
        assert "the database: is empty; run `rookery migrate`" in failed.said.splitlines()[-1]
        assert "Traceback" not in failed.said
