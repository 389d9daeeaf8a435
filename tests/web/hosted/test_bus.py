from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest

from bench.services import Redis
from companion.events import Version
from tests.web.hosted.servers import PATIENCE_S, until
from web.hosted.bus import Bus


class Ears:
    """What a process has heard by one bus."""

    def __init__(self, address: str) -> None:
        self.heard: queue.SimpleQueue[tuple[str, Version]] = queue.SimpleQueue()
        self.bus = Bus(address)
        self.bus.start(lambda code, version: self.heard.put((code, version)))

    def until(self, news: tuple[str, Version]) -> None:
        """Wait for it; what comes before is reported to nobody."""
        while self.heard.get(timeout=PATIENCE_S) != news:
            pass

    def wait(self, *, up: bool) -> None:
        """Wait until it hears Redis, or doesn't."""
        assert until(lambda: self.bus.up is up)


@pytest.fixture
def two(redis: Redis) -> Iterator[tuple[Ears, Ears]]:
    pair = (Ears(redis.address), Ears(redis.address))
    yield pair
    for each in pair:
        each.bus.close()


def test_news_go_to_every_process_and_again_when_redis_is_back(
    two: tuple[Ears, Ears], redis: Redis
) -> None:
    """While it is away nobody waits for it, and what was not sent is dropped."""
    one, other = two
    other.wait(up=True)  # it is all ears
    one.bus.spread("KIWI-42", 7)
    other.until(("KIWI-42", 7))
    redis.kill()
    other.wait(up=False)
    one.bus.spread("KIWI-42", 8)
    redis.start()
    for each in two:
        each.wait(up=True)
    one.bus.spread("KIWI-42", 9)
    other.until(("KIWI-42", 9))


def test_news_of_many_tables_at_once_are_all_heard(two: tuple[Ears, Ears]) -> None:
    """However many go in one message; the same news twice is news once or twice."""
    one, other = two
    other.wait(up=True)
    rush = [(f"KIWI-{number}", version) for number in range(10, 99) for version in (7, 8)]
    for news in rush:
        one.bus.spread(*news)
    assert [other.heard.get(timeout=PATIENCE_S) for _ in rush] == rush


def test_a_fault_at_one_table_is_not_the_end_of_the_line(redis: Redis) -> None:
    """Whoever listens goes on listening, whatever is made of what it heard; also of what isn't news
    at all.
    """
    heard: queue.SimpleQueue[Version] = queue.SimpleQueue()

    def heed(_code: str, version: Version) -> None:
        heard.put(version)
        if version == 1:
            raise ZeroDivisionError

    bus = Bus(redis.address)
    bus.start(heed)
    assert until(lambda: bus.up)
    for code, version in (("KIWI-42", 1), ("no version", -1), ("KIWI-42", 2)):
        bus.spread(code, version)
    assert heard.get(timeout=PATIENCE_S) == 1
    assert heard.get(timeout=PATIENCE_S) == 2
    bus.close()
