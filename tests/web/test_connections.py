"""What one address may hold of the server: a guest who takes all of it leaves room for a club
behind one address.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from tests.web.test_broken_http import exchange
from tests.web.test_serving import listening
from web import front, serve

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="every 127.x.x.x is this machine's on Linux only"
)
PATIENCE_S = 120.0
GUEST, CLUB, NEWCOMER = "127.0.0.66", "127.0.0.77", "127.0.0.88"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time is spent on reading bodies that were refused; who trickles may do so for long."""
    monkeypatch.setattr(front, "LINGER_S", 0.01)
    monkeypatch.setattr(serve, "HEAD_S", 20 * PATIENCE_S)


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
    ("size", "statuses"),
    [(30_000, {200}), (front.MAX_HEADER, {0, 400, 413}), (250_000, {0, 400, 413})],
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


def test_few_refused_bodies_are_read_on(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a phone reads its refusal; of a guest with many, the others are cut off at once."""
    monkeypatch.setattr(front, "LINGER_S", PATIENCE_S)
    with contextlib.ExitStack() as held:
        size = front.MOST_BYTES // 4
        refused = [connect(port, GUEST, upload("/nowhere", size)) for _ in range(4)]
        for line in refused:
            held.enter_context(line)
            answer = b""
            while not answer.endswith(b"}\n"):
                data = line.recv(1 << 16)
                assert data
                answer += data
            assert answer.startswith(b"HTTP/1.1 413")
        assert status(port, GUEST, upload("/nowhere", 2**17)) == 413
        refused[0].sendall(b"x" * size)
        assert heard(refused[0]) == b""


def test_a_body_in_chunks_is_refused(port: int) -> None:
    """Also a small one: nobody knows how long it will be, and browsers say it."""
    for path in ("/t/KIWI-42/events", "/tables"):
        request = head(path, "Transfer-Encoding: chunked", method="POST")
        for chunks in (CHUNKS, b"1\r\nx\r\n0\r\n\r\n"):
            assert status(port, GUEST, request + chunks) in {0, 413}


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


@pytest.mark.parametrize("first", [b"", head("/s").replace(b"close", b"x")])
@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: "])
def test_a_header_has_to_be_whole_in_time(
    port: int, first: bytes, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends nothing, or a part, is cut off; also after a request that was answered."""
    monkeypatch.setattr(serve, "HEAD_S", 0.1)
    monkeypatch.setattr(serve, "NEXT_S", 0.1)
    with connect(port, GUEST, first) as line:
        if first:
            assert line.recv(1 << 20).startswith(b"HTTP/1.1 200")
            begun = begun or b"G"  # who sends nothing more may stay for a while
        line.sendall(begun)
        heard(line)


@pytest.mark.parametrize(("size", "sent"), [(100, 10), (2**20, 2**10)])
def test_a_body_has_to_be_whole_in_time(
    port: int, monkeypatch: pytest.MonkeyPatch, size: int, sent: int
) -> None:
    """In some seconds, and at a speed that a bad Wi-Fi has; else the connection ends."""
    monkeypatch.setattr(front, "WHOLE_S", 0.0)
    monkeypatch.setattr(front, "SLOWEST", 2**30)
    assert status(port, GUEST, upload("/tables", size) + b"x" * sent) == 0


@pytest.mark.parametrize("size", [2**14, 2**20])
def test_who_ends_its_side_in_the_middle_of_a_body_is_not_waited_for(port: int, size: int) -> None:
    """No answer is due."""
    with connect(port, GUEST, upload("/tables", size) + b"x" * 100) as line:
        line.shutdown(socket.SHUT_WR)
        assert heard(line) == b""


def test_who_takes_no_answer_is_cut_off(configured: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages asked for again and again on one connection, and a stream, and none of it is read."""
    monkeypatch.setattr(front, "STUCK_S", 0.1)
    house = configured(HEARTBEAT_S=0)
    anna, _ = house.play()
    cookies = "; ".join(f"{each.key}={each.value}" for each in anna.client._cookies.values())
    with listening(house.app, buffer=2**12) as port:
        for path in ("/s", f"/t/{house.code}/stream"):
            request = head(path, f"Cookie: {cookies}").replace(b"close", b"x")
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**10)
            line.connect(("127.0.0.1", port))
            with line, contextlib.suppress(ConnectionError):
                end = time.monotonic() + PATIENCE_S
                while time.monotonic() < end:
                    line.sendall(request * 100)
                pytest.fail(f"nobody cut {path} off")


def test_who_has_ended_its_side_is_still_answered(port: int) -> None:
    """As some programs do once they have sent all."""
    with connect(port, GUEST, head("/s").replace(b"close", b"x")) as line:
        line.shutdown(socket.SHUT_WR)
        assert heard(line).startswith(b"HTTP/1.1 200")


def test_an_answer_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its body doesn't wait until the header was acknowledged, which takes 40 ms."""
    options = list[tuple[int, ...]]()
    found: Any = SimpleNamespace(setsockopt=lambda *option: options.append(option))
    known = {"peername": (GUEST, 7), "socket": found}
    transport = Mock(spec=asyncio.Transport, get_extra_info=known.get)
    monkeypatch.setattr(serve, "H11Protocol", Mock())
    monkeypatch.setattr("asyncio.get_running_loop", Mock())
    counts = SimpleNamespace(lines=Counter(), most=9, most_each=9)
    serve.Line(app_state={"front": counts}).connection_made(transport)
    assert options == [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]


@pytest.mark.parametrize("hard", [400, 100_000])
def test_connections_follow_the_limit_on_open_files(
    configured: Any, monkeypatch: pytest.MonkeyPatch, hard: int
) -> None:
    """Where a process may hold few files, fewer connections are taken instead of failing."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, hard))
    asked = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    monkeypatch.setattr(serve, "Front", lambda *_: _)
    app = configured().app
    *_, most_lines, each = cast("Any", serve.front(app))
    most = min(hard, app.config["STREAMS"] + serve.OTHER_FILES)
    assert asked == [(most, hard)]
    assert most_lines == most - serve.FILES
    assert each == min(serve.MOST_CONNECTIONS, most_lines // 4)


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
