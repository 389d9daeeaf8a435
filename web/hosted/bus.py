"""Announcements between the processes of a hosted Rookery through Redis: "table CODE is at
VERSION".

Events are in the database before they are announced, so a lost message loses nothing: every few
seconds, each process also compares its tables with the database (`check_streams`). So announcements
are dropped while Redis is down instead of being queued, and a tap never waits for Redis. There are
two threads: one publishes, one listens.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable

import redis

from companion.events import Version
from web.hosted.queues import connected
from web.services import Services
from web.upkeep import refresh_streams

CHANNEL = "rookery:tables"
# seconds for Redis to answer, and longest pause before a retry
PATIENCE_S = 1.0
FIRST_PAUSE_S = 0.1
TURN_S = 0.5  # seconds within which the listening thread notices that it has to stop

log = logging.getLogger("rookery")
News = tuple[str, Version]
# the version in announcements that rights were revoked or the table was deleted
RIGHTS = 0


class Bus:
    """The connection to the other processes through the Redis at `address`; "" for none.

    Threads begin with `start`.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._news: queue.SimpleQueue[News | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._receive: Callable[[str, Version], object]
        self._threads: list[threading.Thread] = []
        self.up = False  # whether the subscription is active

    def spread(self, code: str, version: Version) -> None:
        """Announce a version; returns at once, even if Redis is down."""
        if self._address:
            self._news.put((code, version))

    def start(self, receive: Callable[[str, Version], object]) -> None:
        """Start to call `receive` for others' announcements."""
        self._receive = receive
        jobs = (self._publish, self._listen) if self._address else ()
        self._threads = [
            threading.Thread(target=job, name=f"bus{job.__name__}", daemon=True) for job in jobs
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop both threads."""
        self._stopped.set()
        self._news.put(None)
        for thread in self._threads:
            thread.join()

    # --- one thread publishes

    def _publish(self) -> None:
        with contextlib.closing(self._client()) as line:
            while not self._stopped.is_set() and (first := self._news.get()) is not None:
                batch = {first: None}
                with contextlib.suppress(queue.Empty):
                    while (news := self._news.get_nowait()) is not None:
                        batch[news] = None
                # one message for all, as receiving one costs more than its content
                text = "\n".join(f"{code} {version}" for code, version in batch)
                # dropped: the others check the database
                with contextlib.suppress(redis.RedisError):
                    line.publish(CHANNEL, text)

    # --- one listens

    def _listen(self) -> None:
        """Listen until `close`, after failures with a pause."""
        pause = FIRST_PAUSE_S
        with contextlib.closing(self._client()) as line:
            while not self._stopped.is_set():
                try:
                    self._subscribe(line)
                except redis.RedisError as error:
                    if self.up:
                        log.warning("redis is away", exc_info=error)
                    pause = FIRST_PAUSE_S if self.up else min(2 * pause, PATIENCE_S)
                    self.up = False
                    self._stopped.wait(pause)

    def _subscribe(self, line: redis.Redis) -> None:
        """Receive announcements until Redis fails."""
        with line.pubsub(ignore_subscribe_messages=True) as subscription:  # type: ignore[no-untyped-call]  # untyped
            subscription.subscribe(CHANNEL)
            # confirms the subscription
            subscription.get_message(timeout=PATIENCE_S)
            self.up = True
            while not self._stopped.is_set():
                if message := subscription.get_message(timeout=TURN_S):
                    for news in message["data"].decode("utf-8", "replace").splitlines():
                        code, _, version = news.partition(" ")
                        try:
                            self._receive(code, int(version))
                        except Exception:
                            log.exception("news of a table")  # go on with other tables

    def _client(self) -> redis.Redis:
        return connected(self._address, PATIENCE_S, PATIENCE_S, check_s=10)


# --- the streams of one process in step with the database


def receive_news(shared: Services, code: str, version: Version) -> None:
    """Send a table's new state if another process has announced it."""
    broadcaster = shared.broadcaster
    if broadcaster.behind(code, version) or (version == RIGHTS and broadcaster.streams(code)):
        refresh_streams(shared, code)
