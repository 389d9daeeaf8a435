"""The front: what the app gets of a request, and who works where, over real HTTP."""

from __future__ import annotations

import asyncio
import json
import queue
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import pytest
from flask import Flask, Response, request

from tests.web.hosted.servers import until
from tests.web.test_connections import (
    CLUB,
    GUEST,
    NEWCOMER,
    PATIENCE_S,
    connect,
    head,
    heard,
    status,
)
from tests.web.test_serving import listening
from web import front, serve
from web.front import Front
from web.places import work_in

LARGE = 3 * 2**16 + 5


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time is spent on reading bodies that were refused."""
    monkeypatch.setattr(front, "LINGER_S", 0.01)


@pytest.fixture
def app(configured: Any) -> Flask:
    """A kitchen table with a page that shows what it gets."""
    made: Flask = configured(TRUST_LOOPBACK=True).app
    made.add_url_rule("/told/<path:rest>", view_func=told, methods=["GET", "POST"])
    made.add_url_rule("/large", "large", view_func=lambda: Response(b"x" * LARGE))
    made.add_url_rule("/blocks", "blocks", view_func=lambda: Response(iter([b"x" * 1000] * 200)))
    return made


def told(rest: str) -> dict[str, Any]:
    """What this request is to the app."""
    return {
        "rest": rest,
        "body": request.get_data().decode(),
        "length": request.content_length,
        "from": request.remote_addr,
        "scheme": request.scheme,
        "args": dict(request.args),
        "headers": dict(request.headers),
    }


def ask(port: int, data: bytes, address: str = GUEST) -> Any:
    """The JSON of an answer."""
    with connect(port, address, data) as line:
        return json.loads(heard(line).partition(b"\r\n\r\n")[2])


def test_the_app_is_told_what_was_asked(app: Flask) -> None:
    """Address, query, headers that come twice, and the body."""
    asked = head(
        "/told/a%20b%C3%A9?x=%26&y=1",
        "Content-Length: 11",
        "Content-Type: text/plain",
        "Cookie: a=1",
        "Cookie: b=2",
        "X-Two: 1",
        "X-Two: 2",
        "X_Forwarded_For: 1.2.3.4",
        method="POST",
    )
    with listening(app) as port:
        found = ask(port, asked + b"hello world")
    assert (found["rest"], found["args"]) == ("a bé", {"x": "&", "y": "1"})
    assert (found["body"], found["length"], found["from"]) == ("hello world", 11, GUEST)
    assert (found["headers"]["Cookie"], found["headers"]["X-Two"]) == ("a=1; b=2", "1,2")
    assert "X-Forwarded-For" not in found["headers"]


@pytest.mark.parametrize(
    ("proxies", "claimed", "expected"),
    [
        (0, "203.0.113.9", (GUEST, "http")),
        (1, "203.0.113.9", ("203.0.113.9", "https")),
        (1, "198.51.100.1, 203.0.113.9", ("203.0.113.9", "https")),
        (2, "198.51.100.1, 203.0.113.9", ("198.51.100.1", "https")),
        (2, "203.0.113.9", (GUEST, "https")),
        (1, "nonsense", (GUEST, "https")),
    ],
)
def test_forwarding_headers_are_believed_only_of_our_own_proxies(
    app: Flask,
    proxies: int,
    claimed: str,
    expected: tuple[str, str],
) -> None:
    """Of as many as there are, counted from the server."""
    asked = head("/told/x", f"X-Forwarded-For: {claimed}", "X-Forwarded-Proto: https,https")
    with fronted(app, proxies) as (port, _):
        found = ask(port, asked)
    assert (found["from"], found["scheme"]) == expected


@pytest.mark.parametrize(("path", "size"), [("/large", LARGE), ("/blocks", 200_000)])
def test_a_large_answer_comes_whole(app: Flask, path: str, size: int) -> None:
    """In blocks; and to HEAD without a body."""
    with listening(app) as port:
        for method, expected in (("GET", size), ("HEAD", 0)):
            with connect(port, GUEST, head(path, method=method)) as line:
                _, _, body = heard(line).partition(b"\r\n\r\n")
            assert body.count(b"x") == expected


@contextmanager
def fronted(app: Flask, proxies: int = 0, buffer: int = 0) -> Iterator[tuple[int, Front]]:
    """A server: its port, and its front to look into; `buffer` as in `listening`."""
    made = serve.front(app, proxies)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serve, "front", lambda _: made)
        with listening(app, buffer) as port:
            yield port, made


def test_who_takes_no_last_answer_is_cut_off(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection is closing, but what was answered waits to be taken."""
    monkeypatch.setattr(serve, "NEXT_S", 0.1)
    begun = threading.Event()

    def rest() -> Response:
        begun.set()
        return Response(b"x" * 60_000)

    app.add_url_rule("/rest", view_func=rest)
    with fronted(app, buffer=2**12) as (port, made), socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**10)
        line.connect(("127.0.0.1", port))
        line.sendall(head("/rest"))
        assert begun.wait(PATIENCE_S)
        assert until(lambda: made.lines.total() == 0)


@contextmanager
def working(app: Flask, place: str, count: int = 1) -> Iterator[tuple[int, threading.Event]]:
    """A server at which `/slow` takes a place until the event: its port, and the event.

    `count` of one guest are there already: one works, the others wait.
    """
    begun, free = threading.Event(), threading.Event()

    def slow() -> str:
        work_in(place)
        begun.set()
        assert free.wait(PATIENCE_S)
        return "done"

    app.add_url_rule("/slow", view_func=slow, methods=["GET", "POST"])
    with fronted(app) as (port, made), ExitStack() as held:
        for _ in range(count):
            held.enter_context(connect(port, GUEST, head("/slow")))
        assert begun.wait(PATIENCE_S)
        assert until(lambda: waiting(made, place) == count - 1)
        try:
            yield port, free
        finally:
            free.set()


@pytest.mark.parametrize("place", ["hints", "photos", "pictures"])
def test_what_takes_a_core_takes_nothing_from_pages_and_taps(app: Flask, place: str) -> None:
    """Also of the same household."""
    with working(app, place) as (port, _):
        for address in (GUEST, NEWCOMER):
            assert status(port, address, head("/s")) == 200
            assert status(port, address, head("/told/x", method="POST")) == 200


@pytest.mark.parametrize("place", ["hints", "photos"])
def test_two_of_a_household_wait_and_others_are_asked_to_come_again(app: Flask, place: str) -> None:
    """In their language and with a time; another household still finds a place."""
    with working(app, place, count=3) as (port, free):
        with connect(port, GUEST, head("/slow", "Accept-Language: de")) as line:
            answer = heard(line)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"\r\nretry-after: 5\r\n" in answer
        error = json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
        assert error["code"] == "busy"
        assert "gleich" in error["message"]
        with connect(port, CLUB, head("/slow")) as line:
            free.set()
            assert heard(line).startswith(b"HTTP/1.1 200")


def test_many_photos_of_a_guest_delay_another_tables_by_one(configured: Any) -> None:
    """Of 18 one is read and two wait; the others are refused before they are read."""
    begun, free = queue.SimpleQueue[str](), threading.Semaphore(0)

    def read(_data: bytes, name: str, *_: object) -> Any:
        begun.put(name)
        assert free.acquire(timeout=PATIENCE_S)
        return house.shot

    house = configured(READ_PHOTO=read)
    photos = list[Callable[[str, int], bytes]]()
    for _ in range(2):
        anna, _ = house.play()
        cookies = "; ".join(f"{each.key}={each.value}" for each in anna.client._cookies.values())
        photos.append(partial(photo, f"/t/{house.code}/photos", cookies))
    guests, clubs = photos
    with fronted(house.app) as (port, made), ExitStack() as held:

        def send(data: bytes, address: str) -> socket.socket:
            return held.enter_context(connect(port, address, data))

        lines = [send(guests("guest", 10), GUEST)]
        assert begun.get(timeout=PATIENCE_S) == "guest"
        lines += [send(guests("guest", 10), GUEST) for _ in range(2)]
        assert until(lambda: waiting(made, "photos") == 2)
        for _ in range(15):
            answer = heard(send(guests("guest", 2**20)[:1000], GUEST))
            assert answer.startswith(b"HTTP/1.1 503")
        club = send(clubs("club", 2**20), CLUB)
        assert until(lambda: waiting(made, "photos") == 3)
        for _ in range(4):
            free.release()
        assert [begun.get(timeout=PATIENCE_S) for _ in range(3)].index("club") < 2
        assert {heard(line)[:12] for line in (*lines, club)} == {b"HTTP/1.1 200"}


def waiting(made: Front, place: str) -> int:
    """How many wait for a place."""
    return made.places[place]._waiting.total()


def photo(path: str, cookies: str, name: str, size: int) -> bytes:
    """An upload of so many bytes."""
    part = 'Content-Disposition: form-data; name="%s"'
    lines = [
        f"--x\r\n{part % key}\r\n\r\n{value}\r\n"
        for key, value in (("seat", "s1"), ("key", secrets.token_hex(8)))
    ]
    lines.append(f'--x\r\n{part % "photo"}; filename="{name}"\r\n\r\n{"x" * size}\r\n--x--\r\n')
    body = "".join(lines)
    kind = "Content-Type: multipart/form-data; boundary=x"
    upload = (f"Content-Length: {len(body)}", f"Cookie: {cookies}", kind)
    return head(path, *upload, method="POST") + body.encode()


def test_a_server_without_signals_of_its_loop_starts_and_stops(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where a loop has no `add_signal_handler` and a system no such limits."""

    def missing(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", missing)
    monkeypatch.setitem(__import__("sys").modules, "resource", None)
    with listening(app) as port:
        assert status(port, GUEST, head("/s")) == 200
