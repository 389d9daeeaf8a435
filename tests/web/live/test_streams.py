"""Open streams: the newest message to all who may see it, by threads of their own."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from web.live.publisher import (
    HEARTBEAT,
    HELLO,
    LEAVING,
    STREAMS_A_VIEWER,
    Broadcaster,
    Message,
    Recipient,
    Stream,
)

PATIENCE_S = 30
CODE = "KIWI-42"


def made(capacity: int = 8, heartbeat_s: float = PATIENCE_S, a_client: int = 8) -> Broadcaster:
    return Broadcaster(capacity, heartbeat_s, a_client)


def opened(
    broadcaster: Broadcaster, viewer: str = "s1", code: str = CODE, client: str = "10.0.0.1"
) -> Stream:
    stream = broadcaster.open(code, viewer, client, Recipient(viewer, "en"))
    assert stream is not None
    return stream


def sent(broadcaster: Broadcaster, stream: Stream) -> Iterator[bytes]:
    """What a stream sends, after its first words."""
    messages = broadcaster.messages(stream, lambda _code: None)
    assert next(messages) == HELLO
    return messages


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
    assert [next(sent(broadcaster, each)) for each in (one, other)] == [b"s1:7", b"s2:7"]
    assert elsewhere.version == 0
    assert (broadcaster.behind(CODE, 7), broadcaster.behind(CODE, 8)) == (False, True)


def test_a_slow_phone_is_sent_the_newest_message_and_none_in_between() -> None:
    """Messages don't pile up, and one that comes late is left out."""
    broadcaster = made()
    stream = opened(broadcaster)
    messages = sent(broadcaster, stream)
    for version in (1, 2, 4, 3):
        broadcaster.broadcast(CODE, version, news(version))
    assert next(messages) == b"s1:4"
    broadcaster.broadcast(CODE, 5, news(5))
    assert next(messages) == b"s1:5"


def test_a_silent_stream_has_a_heartbeat_with_a_look_at_its_table() -> None:
    """Heartbeats show a phone that the line lives, and find what other processes wrote."""
    broadcaster = made(heartbeat_s=0.001)
    stream, looks = opened(broadcaster), list[str]()
    messages = broadcaster.messages(stream, looks.append)
    assert [next(messages) for _ in range(4)] == [HELLO, HEARTBEAT, HEARTBEAT, HEARTBEAT]
    assert looks[:2] == [CODE, CODE]


def test_the_stream_of_a_device_without_a_right_ends() -> None:
    """A message that is None for it."""
    broadcaster = made()
    stream = opened(broadcaster)
    broadcaster.broadcast(CODE, 1, lambda _: None)
    assert list(sent(broadcaster, stream)) == []


@pytest.mark.parametrize("end", ["stream", "table", "all"])
def test_a_closed_stream_ends_also_while_it_waits(end: str) -> None:
    """Its thread is woken, and its place is free at once."""
    broadcaster = made()
    stream, waits, heard = opened(broadcaster), threading.Event(), list[bytes]()

    def listen() -> None:
        messages = sent(broadcaster, stream)
        waits.set()
        heard.extend(messages)

    thread = threading.Thread(target=listen)
    thread.start()
    assert waits.wait(PATIENCE_S)
    {
        "stream": lambda: broadcaster.close_stream(stream),
        "table": lambda: broadcaster.close_table(CODE),
        "all": broadcaster.close,
    }[end]()
    thread.join(PATIENCE_S)
    assert (thread.is_alive(), heard, broadcaster.open_streams) == (False, [], 0)
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


def test_threads_that_still_write_to_slow_phones_are_bounded() -> None:
    """A phone that reads nothing keeps its thread after its place is gone, and cannot take them
    all.
    """
    broadcaster = made(capacity=1)
    stuck = [opened(broadcaster, f"s{n}") for n in range(1)]
    for n in range(LEAVING):
        broadcaster.close_stream(stuck[-1])
        stuck.append(opened(broadcaster, f"t{n}"))
    broadcaster.close_stream(stuck[-1])
    assert broadcaster.open(CODE, "s9", "10.0.0.1", Recipient("s9", "en")) is None
    for _ in range(2):
        broadcaster.leave(stuck[0])  # twice is once
    opened(broadcaster)
    assert broadcaster.open(CODE, "s9", "10.0.0.1", Recipient("s9", "en")) is None


def test_no_broadcast_is_lost_between_threads() -> None:
    """Two threads broadcast while a third one sends: it ends with the newest."""
    broadcaster = made()
    stream, last = opened(broadcaster), 2000

    def cast(first: int) -> None:
        for version in range(first, last + 1, 2):
            broadcaster.broadcast(CODE, version, news(version))

    threads = [threading.Thread(target=cast, args=(first,)) for first in (1, 2)]
    for thread in threads:
        thread.start()
    versions = list[int]()
    for message in sent(broadcaster, stream):
        versions.append(int(message.split(b":")[1]))
        if versions[-1] == last:
            break
    for thread in threads:
        thread.join(PATIENCE_S)
    assert versions == sorted(set(versions))
