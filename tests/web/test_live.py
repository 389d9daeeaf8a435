"""The live line down: versions in order, at once, and never more streams than threads."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import pytest

from web.live import STREAMS_A_VIEWER, Live, Stream

PATIENCE_S = 30


def opened(live: Live, viewer: str = "s1") -> Stream:
    stream = live.subscribe("KIWI-42", viewer)
    assert stream is not None
    return stream


def versions(messages: Iterator[str], count: int) -> list[int]:
    """The next that many versions."""
    found: list[int] = []
    for message in messages:
        found += [int(number) for number in re.findall(r"^id: (\d+)$", message, re.MULTILINE)]
        if len(found) == count:
            break
    return found


def test_a_version_published_while_waiting_arrives() -> None:
    """The reader waits on a condition; the writer wakes it."""
    live = Live(4, heartbeat_s=PATIENCE_S)
    messages = live.messages("KIWI-42", opened(live), 0, lambda: 0)
    got: list[int] = []
    reader = threading.Thread(target=lambda: got.extend(versions(messages, 1)))
    reader.start()
    live.publish("KIWI-42", 1)
    reader.join(PATIENCE_S)
    assert got == [1]


def test_versions_only_grow_and_the_newest_is_enough() -> None:
    """A phone that was slow gets one message, not ten; a late publisher takes nothing back."""
    live = Live(4, heartbeat_s=PATIENCE_S)
    messages = live.messages("KIWI-42", opened(live), 3, lambda: 0)
    for version in (4, 6, 5):
        live.publish("KIWI-42", version)
    assert versions(messages, 1) == [6]
    live.publish("KIWI-42", 7)
    assert versions(messages, 1) == [7]


def test_other_tables_are_other_lines() -> None:
    """Nobody is woken for somebody else's table."""
    live = Live(4, heartbeat_s=0.01)
    messages = live.messages("KIWI-42", opened(live), 0, lambda: 0)
    live.publish("IBIS-10", 9)
    assert [next(messages), next(messages)] == ["retry: 1000\n\n", ": heartbeat\n\n"]


def test_a_heartbeat_finds_what_another_process_wrote() -> None:
    """Two servers on one file: at the latest with the next heartbeat."""
    live = Live(4, heartbeat_s=0.01)
    messages = live.messages("KIWI-42", opened(live), 3, lambda: 5)
    assert versions(messages, 1) == [5]


def test_closing_ends_all_streams_at_once() -> None:
    """The server stops; nobody waits for a heartbeat, and nobody new is let in."""
    live = Live(4, heartbeat_s=PATIENCE_S)
    messages = live.messages("KIWI-42", opened(live), 0, lambda: 0)
    reader = threading.Thread(target=lambda: list(messages))
    reader.start()
    live.close()
    reader.join(PATIENCE_S)
    assert not reader.is_alive()
    assert live.subscribe("KIWI-42", "s2") is None


def test_the_number_of_streams_is_limited_and_each_place_is_given_back_once() -> None:
    """Also that of a stream that never began, and leaving twice is leaving once."""
    live = Live(2)
    first, second = opened(live, "s1"), opened(live, "s2")
    assert live.subscribe("KIWI-42", "s3") is None
    live.leave("KIWI-42", first)
    live.leave("KIWI-42", first)
    assert live.open_streams == 1
    opened(live, "s3")
    assert live.subscribe("KIWI-42", "s4") is None
    live.leave("KIWI-42", second)


def test_a_phone_that_was_cut_off_often_keeps_only_its_newest_streams() -> None:
    """Dead connections are found out late: the oldest of the same viewer makes way, others stay."""
    live = Live(20, heartbeat_s=PATIENCE_S)
    other = opened(live, "s2")
    streams = [opened(live, "s1") for _ in range(STREAMS_A_VIEWER + 2)]
    assert [stream.closed for stream in streams] == [True, True] + [False] * STREAMS_A_VIEWER
    assert not other.closed
    assert list(live.messages("KIWI-42", streams[0], 0, lambda: 0)) == ["retry: 1000\n\n"]


@pytest.mark.parametrize("readers", [1, 8])
def test_every_reader_reaches_the_last_version_in_order(readers: int) -> None:
    """Whatever is skipped, nothing comes twice or backwards, and the last one comes."""
    live = Live(readers, heartbeat_s=PATIENCE_S)
    got: list[list[int]] = [[] for _ in range(readers)]

    def read(own: list[int], stream: Stream) -> None:
        for message in live.messages("KIWI-42", stream, 0, lambda: 0):
            own.extend(int(number) for number in re.findall(r"^id: (\d+)$", message, re.MULTILINE))
            if own and own[-1] == 200:
                return

    threads = [threading.Thread(target=read, args=(own, opened(live, f"s{n}"))) for n, own in enumerate(got)]
    for thread in threads:
        thread.start()
    for version in range(1, 201):
        live.publish("KIWI-42", version)
    for thread in threads:
        thread.join(PATIENCE_S)
    for own in got:
        assert own == sorted(set(own))
        assert own[-1] == 200
