"""A real server process: crashes, restarts, crowds and the live line over real HTTP."""

from __future__ import annotations

import contextlib
import http.client
import re
import secrets
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from web.machine import bind
from web.serve import http_server
from web.services import services

PATIENCE_S = 120.0
COLOURS = ("copper", "violet", "rose", "slate")


def start(server: Any, seats: int = 2) -> tuple[str, list[Any]]:
    """An open table with that many seats, game started: its code and the phones."""
    host = server.visitor()
    code = host.ask("POST", "/tables", {"game": "giza"})[1]["code"]
    phones = [server.visitor() for _ in range(seats)]
    for n, phone in enumerate(phones):
        body = {"name": f"Player {n}", "colour": COLOURS[n], "key": secrets.token_hex(8)}
        assert phone.ask("POST", f"/t/{code}/seats", body)[0] == 201
    for kind, payload in (("goals.draw", {}), ("chief.give", {"seat": "s1"}), ("game.start", {})):
        assert tap(host, code, kind, payload)[0] == 200
    return code, phones


def tap(phone: Any, code: str, kind: str, payload: Any, expects: Any = None) -> tuple[int, Any]:
    body = {"kind": kind, "payload": payload, "key": secrets.token_hex(8)}
    answer: tuple[int, Any] = phone.ask(
        "POST", f"/t/{code}/events", {**body, **({"expects": expects} if expects else {})}
    )
    return answer


def rows(server: Any) -> list[tuple[int, str, str, str]]:
    with closing(sqlite3.connect(server.data / "tables.sqlite3")) as db:
        return list(db.execute("SELECT version, actor, kind, key FROM event ORDER BY version"))


def test_everything_acknowledged_survives_a_crash_and_the_phones_come_back_to_their_seats(
    server: Any,
) -> None:
    """Kill -9 in the middle of a round: same seats, same secrets, same state."""
    code, phones = start(server)
    tap(phones[0], code, "action.choose", {"number": 3}, {"round": 1})
    before = [phone.ask("GET", f"/t/{code}/state")[1] for phone in phones]
    server.kill()
    server.start()
    assert [phone.ask("GET", f"/t/{code}/state")[1] for phone in phones] == before
    assert (
        tap(phones[1], code, "action.choose", {"number": 1}, {"round": 1})[1]["state"]["phase"]
        == "turns"
    )


class _Crowd:
    """Phones that send until they are answered; `down` is cleared while the server is."""

    def __init__(self, phone: Any, code: str) -> None:
        self.phone, self.path = phone, f"/t/{code}/events"
        self.acknowledged: dict[str, set[int]] = {}
        self.lock, self.sent, self.back = (
            threading.Lock(),
            threading.Semaphore(0),
            threading.Event(),
        )

    def play(self, number: int) -> None:
        """Ten taps, of which every third hangs up first, and one more after the crash."""
        for n in range(10):
            body = {
                "kind": "chief.give",
                "payload": {"seat": "s2" if n % 2 else "s1"},
                "key": f"tap-{number}-{n:04d}",
            }
            if (number + n) % 3 == 0:
                self.hang_up(body)
            self.send(body)
            self.sent.release()
        self.back.wait(PATIENCE_S)
        self.send({"kind": "chief.give", "payload": {"seat": "s1"}, "key": f"tap-{number}-last"})

    def hang_up(self, body: Any) -> None:
        """Send and don't wait for the answer."""
        with contextlib.suppress(OSError):
            self.phone.send("POST", self.path, body).close()

    def send(self, body: Any) -> None:
        """Send, and send once more as if the answer had been lost: both answers are kept."""
        versions = {self.answered(body), self.answered(body)}
        with self.lock:
            self.acknowledged.setdefault(body["key"], set()).update(versions)

    def answered(self, body: Any) -> int:
        """Try until there is an answer."""
        while True:
            try:
                status, answer = self.phone.ask("POST", self.path, body)
            except (OSError, http.client.HTTPException):
                self.back.wait(PATIENCE_S)
                continue
            if status == 503:  # busy: to be sent again, as phones do
                continue
            assert status == 200
            return int(answer["version"])


def test_no_acknowledged_tap_is_lost_or_counted_twice_while_the_server_crashes(server: Any) -> None:
    """Six phones tap, hang up in the middle and send again; the server is killed among them and
    comes back.
    """
    code, (phone, _) = start(server)
    crowd = _Crowd(phone, code)
    threads = [threading.Thread(target=crowd.play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for _ in range(25):
        assert crowd.sent.acquire(timeout=PATIENCE_S)
    server.kill()
    server.start()
    crowd.back.set()
    for thread in threads:
        thread.join(PATIENCE_S)
    stored = [(version, key) for version, _, _, key in rows(server) if key.startswith("tap-")]
    assert len(stored) == 6 * 11
    assert {key: {version} for version, key in stored} == crowd.acknowledged
    assert [version for version, *_ in rows(server)] == list(range(1, len(rows(server)) + 1))


def stream(phone: Any, code: str) -> Any:
    """An open stream: its connection and a reader of lines."""
    line = http.client.HTTPConnection("127.0.0.1", phone.server.port, timeout=PATIENCE_S)
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in phone.cookies.items())}
    line.request("GET", f"/t/{code}/stream", headers=headers)
    return line, line.getresponse()


def next_version(answer: Any) -> int:
    """Read on until the next version; the socket's timeout is the limit."""
    for line in iter(answer.readline, b""):
        if found := re.fullmatch(rb"id: (\d+)\r?\n", line):
            return int(found[1])
    return 0


def test_every_phone_is_sent_every_version_in_order_and_the_newest_when_it_returns(
    server: Any,
) -> None:
    """Live over HTTP; a phone that slept has the whole state at once."""
    code, phones = start(server)
    lines = [stream(phone, code) for phone in phones]
    assert [next_version(answer) for _, answer in lines] == [6, 6]
    for expected in (7, 8, 9):
        tap(phones[0], code, "chief.give", {"seat": "s2"})
        assert [next_version(answer) for _, answer in lines] == [expected, expected]
    lines[0][0].close()
    tap(phones[1], code, "chief.give", {"seat": "s1"})
    again, answer = stream(phones[0], code)
    assert (next_version(answer), next_version(lines[1][1])) == (10, 10)
    for line in (again, lines[1][0]):
        line.close()


def test_streams_end_and_the_server_stops_when_it_is_told_to(server: Any) -> None:
    """Ctrl-C with phones connected: a clean end, no waiting, and no exit status of a fault."""
    code, phones = start(server)
    line, answer = stream(phones[0], code)
    assert next_version(answer) == 6
    assert server.end(signal.SIGTERM) == 0
    assert next_version(answer) == 0
    line.close()


def test_a_hundred_open_streams_leave_threads_for_everybody_else(server: Any) -> None:
    """None holds a thread; the next version reaches all of them."""
    seats = [
        (phone, code) for code, phones in (start(server, 4) for _ in range(9)) for phone in phones
    ]
    lines = [stream(phone, code) for phone, code in seats for _ in range(3)]
    assert {next_version(answer) for _, answer in lines} == {8}
    for phone, code in seats[::4]:
        assert tap(phone, code, "chief.give", {"seat": "s2"})[0] == 200
    assert {next_version(answer) for _, answer in lines} == {9}
    for line, _ in lines:
        line.close()


def test_a_phone_that_hangs_up_gives_its_place_back(configured: Any) -> None:
    """At once, not with the next heartbeat."""
    house = configured(HEARTBEAT_S=2 * PATIENCE_S)
    anna, _ = house.play()
    broadcaster = services(house.app).broadcaster
    with listening(house.app) as port:
        cookies = {cookie.key: cookie.value for cookie in anna.client._cookies.values()}
        visitor = SimpleNamespace(server=SimpleNamespace(port=port), cookies=cookies)
        line, answer = stream(visitor, house.code)
        assert next_version(answer) == 6
        line.sock.shutdown(socket.SHUT_WR)  # as `close` does if all was read
        end = time.monotonic() + PATIENCE_S
        while broadcaster.open_streams and time.monotonic() < end:
            pass
        line.close()
        answer.close()
    assert broadcaster.open_streams == 0


@contextlib.contextmanager
def listening(app: Any, buffer: int = 0) -> Iterator[int]:
    """The app served over HTTP in this process: its port. It is closed at the end."""
    listeners = bind("127.0.0.1", 0)
    if buffer:  # bytes that the system takes for who doesn't read
        listeners[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    port = listeners[0].getsockname()[1]
    server = http_server(app)
    thread = threading.Thread(target=server.run, args=(listeners,), daemon=True)
    thread.start()
    yield port
    services(app).broadcaster.close()
    server.should_exit = True
    thread.join(PATIENCE_S)


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(sys.platform != "linux", reason="counts open files where Linux shows them")
def test_no_file_stays_open(configured: Any, tmp_path: Path) -> None:
    """Tables, taps, streams, photos and refusals: what was opened is closed."""

    def evening(n: int) -> None:
        house = configured(DATA=tmp_path / str(n))
        anna, ben = house.play()
        for _ in range(5):
            anna.get(f"/t/{house.code}/stream").close()
            anna.choose(1)
            anna.photo("s1", b"x" * 600_000)
            ben.tap("game.start")
            picture = ben.get(
                f"/t/{house.code}/photos/{anna.state()['seats'][0]['photo']}/photo.jpg"
            )
            assert picture.status_code == 200
            picture.close()
        house.app.extensions["rookery"].store.close()

    evening(0)
    before = open_files()
    for n in (1, 2, 3):
        evening(n)
    assert open_files() <= before
