"""The loop with real sockets: who leads, who stands in meanwhile, and how it ends."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from typing import Any

import pytest
from flask import Flask, request

from web.cli import serve
from web.server.network import bind
from web.server.serving import ASIDE, server

PATIENCE_S = 30
SLOW = "/t/KIWI-42/events"  # steps aside and takes its time
QUICK, PLAIN = "/t/KIWI-42/state", "/"  # say which thread answers them
LARGE = "/t/KIWI-42/seats"


class House:
    """A served app whose taps wait, having stepped aside, until they are let go."""

    def __init__(self) -> None:
        self.app = Flask(__name__)
        self.app.add_url_rule(SLOW, "slow", self._slow)
        self.app.add_url_rule(LARGE, "large", lambda: "x" * 400_000)
        for path in (QUICK, PLAIN):
            self.app.add_url_rule(path, path, lambda: str(threading.get_ident()))
        self.entered, self.hold = threading.Semaphore(0), threading.Semaphore(0)
        self._listener = bind("127.0.0.1", 0)
        self.port = self._listener.getsockname()[1]
        self.running: Any = server(self.app, self._listener)
        self.leader = threading.Thread(target=self.running.run, daemon=True)
        self.leader.start()

    def _slow(self) -> str:
        with request.environ.get(ASIDE, nullcontext)():
            self.entered.release()
            assert self.hold.acquire(timeout=PATIENCE_S)
        return str(threading.get_ident())

    def ask(self, path: str) -> str:
        """The answer to one request on a connection of its own."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as line:
            line.request("GET", path)
            return line.getresponse().read().decode()

    def begin(self) -> tuple[threading.Thread, list[str]]:
        """Ask what takes its time, and come back when it has stepped aside."""
        told: list[str] = []
        asking = threading.Thread(target=lambda: told.append(self.ask(SLOW)))
        asking.start()
        assert self.entered.acquire(timeout=PATIENCE_S)
        return asking, told

    def end(self) -> None:
        """Stop, as the command does."""
        self.running.asyncore.stop()
        self.leader.join(PATIENCE_S)
        self.running.task_dispatcher.shutdown()
        for channel in list(self.running.active_channels.values()):
            channel.handle_close()
        self.running.close()


@pytest.fixture
def house() -> Iterator[House]:
    """Served until the test ends."""
    made = House()
    yield made
    made.hold.release(100)
    made.end()


def test_one_thread_reads_and_answers_all_that_is_quick(house: House) -> None:
    """The loop's own; pages are made by others."""
    assert {house.ask(QUICK) for _ in range(5)} == {str(house.leader.ident)}
    assert house.ask(PLAIN) != str(house.leader.ident)


def test_another_thread_leads_while_an_answer_takes_its_time(house: House) -> None:
    """Others are answered meanwhile by one that stands in; afterwards the first leads again."""
    asking, told = house.begin()
    stand_in = house.ask(QUICK)
    assert stand_in != str(house.leader.ident)
    assert house.ask(PLAIN)
    house.hold.release()
    asking.join(PATIENCE_S)
    assert told == [str(house.leader.ident)]
    assert house.ask(QUICK) == str(house.leader.ident)


def test_who_stands_in_may_be_kept_as_well(house: House) -> None:
    """Three at a time, let go in any order: somebody leads all the time, and all are answered."""
    begun = [house.begin() for _ in range(3)]
    assert house.ask(QUICK)
    for _ in begun:
        house.hold.release()
        assert house.ask(QUICK)
    for asking, _ in begun:
        asking.join(PATIENCE_S)
    assert len({told[0] for _, told in begun}) == 3
    assert house.ask(QUICK)


def test_a_connection_lives_on_over_many_answers(house: House) -> None:
    """Also over one that another thread gave while the first was kept."""
    with closing(http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE_S)) as line:

        def asked(path: str) -> str:
            line.request("GET", path)
            return line.getresponse().read().decode()

        first = asked(QUICK)
        own = line.sock
        asking, _ = house.begin()
        assert asked(QUICK) != first
        house.hold.release()
        asking.join(PATIENCE_S)
        assert (asked(QUICK), asked(PLAIN) != first, line.sock) == (first, True, own)


def test_who_reads_nothing_of_much_holds_up_nobody(house: House) -> None:
    """A phone asks for 32 MB at once and takes none of it: the thread that sends would wait for itself."""
    with closing(socket.create_connection(("127.0.0.1", house.port), PATIENCE_S)) as greedy:
        greedy.sendall(f"GET {LARGE} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 80)
        assert {house.ask(QUICK) for _ in range(5)} == {str(house.leader.ident)}


def test_it_stops_when_it_is_told_to(house: House) -> None:
    """At once, though nothing happens."""
    assert house.ask(QUICK)
    house.running.asyncore.stop()
    house.leader.join(PATIENCE_S)
    assert not house.leader.is_alive()


def test_it_stops_while_an_answer_takes_its_time(house: House) -> None:
    """Nobody leads any more; the answer goes to who waits for it all the same."""
    asking, told = house.begin()
    house.running.asyncore.stop()
    house.hold.release()
    asking.join(PATIENCE_S)
    house.leader.join(PATIENCE_S)
    assert not house.leader.is_alive()
    assert told


def test_a_fault_of_the_loop_is_no_clean_end(configured: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever started the server sees that it has failed."""
    house = configured()

    def broken(app: Flask, listener: socket.socket) -> Any:
        made = server(app, listener)
        made.asyncore.loop = lambda **_: (_ for _ in ()).throw(OSError("no more"))
        return made

    monkeypatch.setattr("web.server.serving.server", broken)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    failed: list[object] = []

    def served() -> None:
        with pytest.raises(SystemExit) as ended:
            serve(house.app, bind("127.0.0.1", 0))
        failed.append(ended.value.code)

    thread = threading.Thread(target=served)
    thread.start()
    thread.join(PATIENCE_S)
    assert failed == [1]
