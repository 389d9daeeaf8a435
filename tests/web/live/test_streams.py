"""Open streams: the newest message to all who may see it, which the server's loop then sends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest

from web.live.publisher import (
    HELLO,
    STREAMS_A_VIEWER,
    Broadcaster,
    Message,
    Recipient,
    Stream,
)

PATIENCE_S = 120.0
CODE = "KIWI-42"


def made(capacity: int = 8, a_client: int = 8) -> Broadcaster:
    return Broadcaster(capacity, a_client)


def opened(
    broadcaster: Broadcaster, viewer: str = "s1", code: str = CODE, client: str = "10.0.0.1"
) -> Stream:
    stream = broadcaster.open(code, viewer, client, Recipient(viewer, "en"))
    assert stream is not None
    return stream


def news(version: int) -> Message:
    return lambda recipient: b"%s:%d" % (str(recipient.viewer).encode(), version)


def test_everybody_at_a_table_is_sent_a_message_made_for_them() -> None:
    """Nobody at another table is."""
    broadcaster = made()
    one, other, elsewhere = (
        opened(broadcaster),
        opened(broadcaster, "s2"),
        opened(broadcaster, code="SWAN-17"),
    )
    broadcaster.broadcast(CODE, 7, news(7))
    assert [each.take() for each in (one, other)] == [b"s1:7", b"s2:7"]
    assert elsewhere.version == 0
    assert (broadcaster.behind(CODE, 7), broadcaster.behind(CODE, 8)) == (False, True)


def test_a_slow_phone_is_sent_the_newest_message_and_none_in_between() -> None:
    """Messages don't pile up, and one that comes late is left out."""
    broadcaster = made()
    stream = opened(broadcaster)
    for version in (1, 2, 4, 3):
        broadcaster.broadcast(CODE, version, news(version))
    assert [stream.take(), stream.take()] == [b"s1:4", None]
    stream.give(3, b"late")  # two threads may come in any order
    assert stream.take() is None
    broadcaster.broadcast(CODE, 5, news(5))
    assert stream.take() == b"s1:5"


def test_a_stream_begins_with_what_there_is() -> None:
    """Its first words, and the state if it was given one."""
    broadcaster = made()
    stream = opened(broadcaster)
    assert list(stream.begin()) == [HELLO]
    broadcaster.broadcast(CODE, 5, news(5))
    assert list(stream.begin()) == [HELLO, b"s1:5"]


def test_the_stream_of_a_device_without_a_right_ends() -> None:
    """A message that is None for it."""
    broadcaster = made()
    stream = opened(broadcaster)
    broadcaster.broadcast(CODE, 1, lambda _: None)
    assert (stream.closed, stream.take()) == (True, None)


def test_streams_are_woken_in_the_servers_loop() -> None:
    """All of a table at once, when there is something to send, and when they were closed."""
    broadcaster = made()
    calls, woken = list[Callable[[], object]](), list[str]()
    broadcaster.call_in_loop = calls.append
    for viewer in ("s1", "s2"):
        opened(broadcaster, viewer).woken = partial(woken.append, viewer)
    for step in (partial(broadcaster.broadcast, CODE, 1, news(1)), broadcaster.close):
        step()
        (call,) = calls
        assert woken == []
        call()
        assert woken == ["s1", "s2"]
        calls.clear()
        woken.clear()


@pytest.mark.parametrize("end", ["stream", "table", "all"])
def test_a_closed_stream_makes_room(end: str) -> None:
    """Its place is free at once, unless the server stops."""
    broadcaster = made()
    stream = opened(broadcaster)
    {
        "stream": lambda: broadcaster.close_stream(stream),
        "table": lambda: broadcaster.close_table(CODE),
        "all": broadcaster.close,
    }[end]()
    broadcaster.close_stream(stream)  # twice is once
    assert (stream.closed, broadcaster.open_streams) == (True, 0)
    again = broadcaster.open(CODE, "s1", "10.0.0.1", Recipient("s1", "en"))
    assert (again is None) == (end == "all")


def test_of_a_viewer_with_too_many_streams_the_oldest_makes_way() -> None:
    """A phone that was cut off leaves dead ones behind; another viewer's stay."""
    broadcaster = made()
    other = opened(broadcaster, "s2")
    own = [opened(broadcaster) for _ in range(STREAMS_A_VIEWER + 2)]
    assert [stream.closed for stream in (other, *own)] == [False, True, True, False, False, False]


def test_a_full_server_takes_a_place_from_the_address_that_has_most() -> None:
    """As long as that is more than any address is sure of; else nobody new is let in."""
    broadcaster = made(capacity=4, a_client=2)
    own = opened(broadcaster, client="10.0.0.2")
    crowd = [opened(broadcaster, f"s{n}") for n in range(3)]
    opened(broadcaster, "s9", client="10.0.0.3")
    assert [stream.closed for stream in (own, *crowd)] == [False, True, False, False]
    assert broadcaster.open(CODE, "s8", "10.0.0.4", Recipient("s8", "en")) is None


def test_no_broadcast_is_lost_between_threads() -> None:
    """Two threads broadcast while a third one takes: it ends with the newest."""
    broadcaster = made()
    stream, last = opened(broadcaster), 2000

    def cast(first: int) -> None:
        for version in range(first, last + 1, 2):
            broadcaster.broadcast(CODE, version, news(version))

    threads = [threading.Thread(target=cast, args=(first,)) for first in (1, 2)]
    for thread in threads:
        thread.start()
    versions = [0]
    while versions[-1] < last:
        if message := stream.take():
            versions.append(int(message.split(b":")[1]))
    for thread in threads:
        thread.join(PATIENCE_S)
    assert versions == sorted(set(versions))
