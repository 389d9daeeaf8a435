"""The live line: the newest state at once to all who may see it, by sockets that nobody waits for."""

from __future__ import annotations

import re
import socket
import threading
import weakref
from collections.abc import Callable, Iterator

import pytest

from web.server.live import HEARTBEAT, STREAMS_A_VIEWER, Live, Stream

PATIENCE_S = 30
BIG = b"x" * 1_000_000  # more than a socket takes in at once


class Phone:
    """The other end of a stream."""

    def __init__(
        self,
        live: Live[str],
        viewer: str = "s1",
        seen: int = 0,
        *,
        chunked: bool = False,
        code: str = "KIWI-42",
        client: str = "10.0.0.1",
    ) -> None:
        opened = live.subscribe(code, viewer, client, viewer, seen)
        assert opened is not None
        self.stream: Stream[str] = opened
        ours, self.line = socket.socketpair()
        self.line.settimeout(PATIENCE_S)
        weakref.finalize(self, self.line.close)
        live.attach(opened, ours, chunked=chunked)

    def hears(self, message: bytes) -> bool:
        """Whether just this comes next."""
        return self.read(len(message)) == message

    def ended(self) -> bool:
        """Whether the line is closed and nothing more came."""
        return self.line.recv(1) == b""

    def read(self, size: int) -> bytes:
        """So many bytes, or all that come."""
        parts = []
        while size and (more := self.line.recv(min(1 << 20, size))):
            parts.append(more)
            size -= len(more)
        return b"".join(parts)


@pytest.fixture
def made() -> Iterator[Callable[..., Live[str]]]:
    """Makes live lines and ends them."""
    lines: list[Live[str]] = []

    def make(
        capacity: int = 8, heartbeat_s: float = PATIENCE_S, look: Callable[[set[str]], object] = len, a_client: int = 8
    ) -> Live[str]:
        lines.append(Live(capacity, heartbeat_s, look, a_client))
        return lines[-1]

    yield make
    for line in lines:
        line.close()


def told(version: int) -> Callable[[str, int], bytes | None]:
    """A message of a fixed size for each viewer."""
    return lambda sight, _: b"%s:%03d;" % (sight.encode(), version)


def test_each_hears_its_own_message_and_a_late_publisher_takes_nothing_back(made: Callable[..., Live[str]]) -> None:
    """Versions only grow; who has seen one already is not told again; other tables are other lines."""
    live = made()
    anna, ben = Phone(live, "s1"), Phone(live, "s2", seen=4)
    for version in (4, 6, 5):
        live.publish("KIWI-42", version, told(version))
    live.publish("IBIS-10", 9, told(9))
    assert anna.hears(b"s1:004;s1:006;")
    assert ben.hears(b"s2:006;")
    assert (live.behind("KIWI-42", 6), live.behind("KIWI-42", 7)) == (False, True)


def test_messages_are_chunks_where_http_wants_them(made: Callable[..., Live[str]]) -> None:
    """Size, message, and an end when the stream ends."""
    live = made()
    phone = Phone(live, chunked=True)
    live.publish("KIWI-42", 1, told(1))
    live.end("KIWI-42")
    assert phone.hears(b"7\r\ns1:001;\r\n0\r\n\r\n")
    assert phone.ended()


def test_a_slow_phone_gets_the_newest_state_whole_and_none_between(made: Callable[..., Live[str]]) -> None:
    """Nobody waits for it: what is on its way arrives whole, then what is newest."""

    def news(version: int) -> Callable[[str, int], bytes | None]:
        return lambda sight, _: b"%d" % version + (BIG if sight == "slow" else b"")

    live = made()
    slow, quick = Phone(live, "slow"), Phone(live, "s2")
    for version in range(1, 6):
        live.publish("KIWI-42", version, news(version))
    assert quick.hears(b"12345")
    assert slow.hears(b"1" + BIG + b"5" + BIG)


def test_a_message_is_made_for_what_its_phone_surely_has(made: Callable[..., Live[str]]) -> None:
    """Nothing before this line's first state, whatever the phone says it has, nor while a state still waits for it."""
    live, held = made(), dict[str, list[int]](slow=[], s2=[])
    quick, slow = Phone(live, "s2", seen=2), Phone(live, "slow")

    def message(sight: str, version: int) -> bytes:
        held[sight].append(version)
        return BIG if sight == "slow" else b"."

    for version in range(3, 7):
        live.publish("KIWI-42", version, message)
    assert held == {
        "slow": [0, 3, 0, 0],
        "s2": [0, 3, 4, 5],
    }  # of the slow phone's messages one is on its way, one waits
    assert quick.hears(b"....")
    assert slow.hears(BIG + BIG)
    live.publish("KIWI-42", 7, message)
    assert held["slow"][-1] == 6


def test_who_can_wait_is_sent_it_last(made: Callable[..., Live[str]]) -> None:
    """All others first, in the order in which they came."""
    live, order = made(), []
    phones = [Phone(live, viewer) for viewer in ("s1", "s2", "s3")]

    def message(viewer: str, _held: int) -> bytes:
        order.append(viewer)
        return b"news"

    live.publish("KIWI-42", 1, message, last=lambda viewer: viewer == "s1")
    assert order == ["s2", "s3", "s1"]
    assert all(phone.hears(b"news") for phone in phones)


def test_who_has_no_place_any_more_hears_nothing(made: Callable[..., Live[str]]) -> None:
    """A seat that was given to another phone: the stream ends instead of telling."""
    live = made()
    out, other = Phone(live, "out"), Phone(live, "s2")
    live.publish("KIWI-42", 1, lambda sight, _: None if sight == "out" else b"news")
    assert out.ended()
    assert other.hears(b"news")
    assert live.open_streams == 1


def test_a_heartbeat_looks_for_what_another_process_wrote(made: Callable[..., Live[str]]) -> None:
    """Two servers on one database: at the latest with the next heartbeat."""
    live = made(heartbeat_s=0.01)

    def look(codes: set[str]) -> None:
        for code in codes:
            live.publish(code, 7, told(7))

    live.look = look
    phone = Phone(live)
    assert phone.hears(b"s1:007;" + HEARTBEAT)


def test_a_look_that_fails_ends_nothing(made: Callable[..., Live[str]], caplog: pytest.LogCaptureFixture) -> None:
    """A database that is away for a moment: it is logged, and the heart goes on beating."""

    def fail(codes: set[str]) -> None:
        raise OSError(codes)

    live = made(heartbeat_s=0.01, look=fail)
    assert Phone(live).hears(HEARTBEAT * 2)
    assert "a look at the tables" in caplog.text


def test_closing_ends_all_streams_at_once(made: Callable[..., Live[str]]) -> None:
    """The server stops; nobody waits for a heartbeat, and nobody new is let in."""
    live = made()
    phone = Phone(live)
    live.close()
    assert phone.ended()
    assert live.subscribe("KIWI-42", "s2", "10.0.0.2", "s2", 0) is None


def test_the_number_of_streams_is_limited_and_each_place_is_given_back_once(made: Callable[..., Live[str]]) -> None:
    """Also that of a stream that never had a socket, and leaving twice is leaving once."""
    live = made(2)
    bare = live.subscribe("KIWI-42", "s1", "10.0.0.1", "s1", 0)
    held = Phone(live, "s2")  # a phone that nothing holds hangs up
    assert bare is not None
    assert live.subscribe("KIWI-42", "s3", "10.0.0.3", "s3", 0) is None
    live.leave(bare)
    live.leave(bare)
    assert live.open_streams == 1
    live.close()
    assert held.ended()


class _Noting(Live[str]):
    """Tells when a stream has left."""

    def __init__(self) -> None:
        self.left = threading.Event()
        super().__init__(1)

    def leave(self, stream: Stream[str]) -> None:
        super().leave(stream)
        self.left.set()


def test_a_phone_that_hangs_up_leaves_its_place() -> None:
    """Nobody has to write to it to find out."""
    live = _Noting()
    Phone(live).line.close()
    assert live.left.wait(PATIENCE_S)
    assert live.open_streams == 0
    live.close()


def test_a_phone_that_was_cut_off_often_keeps_only_its_newest_streams(made: Callable[..., Live[str]]) -> None:
    """Dead connections are found out late: the oldest of the same viewer makes way, others stay."""
    live = made(20)
    other = Phone(live, "s2")
    phones = [Phone(live) for _ in range(STREAMS_A_VIEWER + 2)]
    assert [phone.stream.closed for phone in phones] == [True, True] + [False] * STREAMS_A_VIEWER
    assert not other.stream.closed
    assert phones[0].ended()


def test_where_all_places_are_taken_who_has_most_makes_way(made: Callable[..., Live[str]]) -> None:
    """At all tables together, for anybody and for itself; others keep theirs. Nobody does who has no more than sure."""
    live = made(5, a_client=3)
    other = Phone(live, "s1", client="10.0.0.2")
    first, second, third, fourth = (Phone(live, f"s{n}", code=f"IBIS-1{n}") for n in range(4))
    assert not first.stream.closed
    fifth = Phone(live, "s4")
    assert first.ended()
    newcomer = Phone(live, "s1", code="TERN-10", client="10.0.0.3")
    assert second.ended()
    assert [phone.stream.closed for phone in (other, third, fourth, fifth, newcomer)] == [False] * 5
    assert live.subscribe("TERN-10", "s2", "10.0.0.3", "s2", 0) is None
    for code in live.codes():
        live.end(code)
    assert (live.open_streams, live._by_client) == (0, {})


def test_whatever_several_threads_publish_each_phone_comes_to_the_last_version_in_order(
    made: Callable[..., Live[str]],
) -> None:
    """Taps are stored by many threads: nothing comes twice or backwards, and the last one comes."""
    live = made()
    phones = [Phone(live, f"p{n}") for n in range(4)]

    def publish(first: int) -> None:
        for version in range(first, 201, 4):
            live.publish("KIWI-42", version, told(version))

    threads = [threading.Thread(target=publish, args=(first,)) for first in (1, 2, 3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    live.close()
    for phone in phones:
        text = phone.read(1 << 20)
        heard = [int(version) for version in re.findall(rb":(\d+);", text)]
        assert heard == sorted(set(heard))
        assert heard[-1] == 200
