"""What one address may hold of the server: a guest who takes all of it leaves room for a club
behind one address.
"""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.web.test_broken_http import exchange
from tests.web.test_serving import listening
from web import serve
from web.services import services

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="every 127.x.x.x is this machine's on Linux only"
)
PATIENCE_S = 30.0
GUEST, CLUB, NEWCOMER = "127.0.0.66", "127.0.0.77", "127.0.0.88"


@pytest.fixture
def port(configured: Any) -> Iterator[int]:
    """The port of a kitchen table in this process."""
    with listening(configured(TRUST_LOOPBACK=True).app) as port:
        yield port


def connect(port: int, address: str, data: bytes = b"") -> socket.socket:
    """Return a connection from this address that has sent `data`."""
    line = socket.create_connection(("127.0.0.1", port), PATIENCE_S, (address, 0))
    with contextlib.suppress(ConnectionError):
        line.sendall(data)
    return line


def heard(line: socket.socket) -> bytes:
    """Return what comes until the server hangs up; nothing where it did so at once."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while data := line.recv(1 << 16):
            found += data
    return found


def status(port: int, address: str, request: bytes) -> int:
    """Return the status of the answer to a whole request, 0 for none; the connection is closed."""
    with connect(port, address, request) as line:
        answer = heard(line)
    return int(answer.split(b" ", 2)[1]) if answer else 0


def head(path: str, *headers: str, method: str = "GET", host: str = "127.0.0.1") -> bytes:
    """Return the header of a request that closes its connection."""
    lines = (f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", "")
    return "\r\n".join(lines).encode()


def upload(path: str, size: int, cookies: str = "") -> bytes:
    """Return the header of an upload."""
    return head(
        path,
        f"Content-Length: {size}",
        f"Cookie: {cookies}",
        "Content-Type: multipart/form-data; boundary=x",
        method="POST",
    )


def test_connections_that_trickle_keep_no_newcomer_out(port: int) -> None:
    """2,000 from one address: it gets its share, and others are served."""
    with contextlib.ExitStack() as held:
        for _ in range(2000):
            held.enter_context(connect(port, GUEST, b"GET / HTTP/1.1\r\nHost: "))
        assert status(port, NEWCOMER, head("/s")) == 200
        assert status(port, GUEST, head("/s")) == 0


def test_a_club_behind_one_address_is_not_refused(port: int) -> None:
    """Forty phones with six connections each, as many as a browser opens."""
    with contextlib.ExitStack() as held:
        for _ in range(40 * 6 - 1):
            held.enter_context(connect(port, CLUB, b"GET / HTTP/1.1\r\nHost: "))
        assert status(port, CLUB, head("/s")) == 200


def test_what_is_closed_makes_room(port: int) -> None:
    """An address that was refused comes again when it has closed a connection."""
    lines = [connect(port, GUEST, b"G") for _ in range(serve.MOST_CONNECTIONS)]
    assert status(port, GUEST, head("/s")) == 0
    for line in lines:
        line.close()
    end = time.monotonic() + PATIENCE_S
    while (found := status(port, GUEST, head("/s"))) == 0 and time.monotonic() < end:
        pass
    assert found == 200


@pytest.mark.parametrize(
    ("size", "statuses"), [(30_000, {200}), (serve.MAX_HEADER, {431}), (250_000, {0, 431})]
)
def test_a_header_has_a_limit(port: int, size: int, statuses: set[int]) -> None:
    """32 KB, with all cookies; what is longer is refused before it is parsed."""
    assert status(port, GUEST, head("/s", "X: " + "x" * size)) in statuses


NAMED = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
FORM = NAMED % (b"seat", b"s1") + NAMED % (b"key", b"key-12345")
FORM += b'--x\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\n'
CHUNKS = b"".join(b"%x\r\n%s\r\n" % (2**14, b"x" * 2**14) for _ in range(5))


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t/KIWI-42/events", "/language", "//tables", "/t/KIWI-42/photos/x"]
)
def test_a_large_body_is_refused_before_it_is_read(port: int, path: str) -> None:
    """Only the header is sent, and the answer comes."""
    assert status(port, GUEST, upload(path, 2**17)) == 413


def test_a_large_body_in_chunks_is_refused_on_the_way(port: int) -> None:
    """Also to where uploads may come: browsers say how long one is."""
    for path in ("/t/KIWI-42/events", "/tables"):
        request = head(path, "Transfer-Encoding: chunked", method="POST")
        assert status(port, GUEST, request + CHUNKS) in {0, 413}


def test_an_upload_without_the_right_is_refused_before_it_is_read(configured: Any) -> None:
    """In the app's own words: a stranger, a lost cookie, an unknown table, and a phone that has
    sent too many.
    """
    house = configured(LIMITS={"photos": "1/minute"})
    anna, _ = house.play()
    cookies = "; ".join(f"{each.key}={each.value}" for each in anna.client._cookies.values())
    photos = f"/t/{house.code}/photos"
    with listening(house.app) as port:
        for path, brought, expected in (
            (photos, "", 403),
            (photos, f"rookery-seat-{house.code}=made-up", 403),
            ("/t/NONE-10/photos", cookies, 404),
            ("/plays/import", cookies, 403),
        ):
            assert status(port, GUEST, upload(path, 2**20, brought)) == expected, path
        form = FORM + b"x" * 2**20 + b"\r\n--x--\r\n"
        assert status(port, GUEST, upload(photos, len(form), cookies) + form) == 200
        answer = exchange(port, upload(photos, 2**20, cookies), leave=False)
        assert answer.startswith(b"HTTP/1.1 429")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"] == "throttled"


def test_uploads_that_never_end_leave_room(configured: Any) -> None:
    """One address holds so many bytes: more is refused, and comes again. Thirty photos of 4 MB are
    not too many.
    """
    house = configured()
    anna, _ = house.play()
    cookies = "; ".join(f"{each.key}={each.value}" for each in anna.client._cookies.values())
    photo = upload(f"/t/{house.code}/photos", 4_000_000, cookies) + b"x" * 1000
    label = upload("/tables", 30_000_000) + b"x" * 1000
    with listening(house.app) as port, contextlib.ExitStack() as held:
        lines = [held.enter_context(connect(port, CLUB, photo)) for _ in range(30)]
        for _ in range(5):
            held.enter_context(connect(port, GUEST, label))
        assert status(port, GUEST, upload("/tables", 30_000_000)) == 503
        assert status(port, NEWCOMER, head("/s")) == 200
        for line in lines:
            line.setblocking(False)
            with pytest.raises(BlockingIOError):  # nobody was refused
                line.recv(1)


def test_a_request_has_to_be_whole_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A header that trickles is refused; an upload by a bad Wi-Fi isn't."""
    passed = [0.0]
    monkeypatch.setattr(serve, "time", SimpleNamespace(monotonic=lambda: passed[0]))
    adj = SimpleNamespace(
        max_request_header_size=2**15,
        max_request_body_size=2**16,
        inbuf_overflow=2**16,
        url_scheme="http",
    )
    link: Any = SimpleNamespace(refusal=lambda _: None)
    slow = serve.Request(adj, link)
    for letter in b"GET / HTTP/1.1":
        slow.received(bytes([letter]))
        passed[0] += 2
    assert slow.completed
    assert isinstance(slow.error, serve.TooSlowError)
    fine = serve.Request(adj, link)
    fine.received(upload("/tables", 4_000_000))
    for _ in range(100):
        passed[0] += 2  # 20 KB a second
        fine.received(b"x" * 40_000)
    outcome: tuple[bool, object] = (fine.completed, fine.error)
    assert outcome == (True, None)
    fine.close()


def test_connections_follow_the_limit_on_open_files(
    configured: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a process may hold few files, waitress takes fewer connections than that instead of
    failing.
    """
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 400))
    asked = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    app = configured().app
    with contextlib.closing(serve.http_server(app, serve_on())) as server:
        assert asked == [(400, 400)]
        assert server.adj.connection_limit == 400 - serve.FILES
        server.task_dispatcher.shutdown()
    services(app).broadcaster.close()


def serve_on() -> socket.socket:
    """Return a listening socket."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9", "Via: 1.1 tunnel"]
)
def test_the_server_hides_no_proxy_from_the_app(port: int, header: str) -> None:
    """A client that comes through a tunnel that ends at this computer isn't at it: the header has
    to arrive.
    """
    assert status(port, "127.0.0.1", head("/plays")) == 200
    assert status(port, "127.0.0.1", head("/plays", header)) == 403


def test_nothing_that_was_refused_stays(port: int) -> None:
    """No file and no socket of a refused upload is left."""
    status(port, GUEST, head("/s"))
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        status(port, GUEST, upload("/nowhere", 2**20) + b"x" * 2**14)
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 2
