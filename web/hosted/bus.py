"""Announcements between the processes of a hosted Rookery through Redis: "table CODE is at
VERSION".

Events are in the database before they are announced, so a lost message loses nothing: every few
seconds, each process also compares its tables with the database in one query. So announcements are
dropped while Redis is down instead of being queued, and a tap never waits for Redis. There are two
threads: one publishes, one listens and checks the database.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable

import redis

from companion.events import Version
from web.hosted.queues import connected
from web.services import Services

CHANNEL = "rookery:tables"
LOOK_S = 2.0  # seconds between checks of the database, whatever Redis announces
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

    Threads begin with `start`, which a worker calls after the fork.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._news: queue.SimpleQueue[News | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._receive: Callable[[str, Version], object]
        self._check_all: Callable[[], object]
        self._threads: list[threading.Thread] = []
        self.up = False  # whether the subscription is active

    def spread(self, code: str, version: Version) -> None:
        """Announce a version; returns at once, even if Redis is down."""
        if self._address:
            self._news.put((code, version))

    def start(
        self, receive: Callable[[str, Version], object], check_all: Callable[[], object]
    ) -> None:
        """Start to call `receive` for others' announcements, and `check_all` every few seconds."""
        self._receive, self._check_all = receive, check_all
        jobs = (self._publish, self._listen) if self._address else (self._listen,)
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
        """Listen until `close`, after failures with a pause; without Redis only look."""
        while not self._address:
            if self._stopped.wait(LOOK_S):
                return
            self._look()
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
                    self._look()
                    self._stopped.wait(pause)

    def _subscribe(self, line: redis.Redis) -> None:
        """Receive announcements until Redis fails; check the database first for missed ones."""
        with line.pubsub(ignore_subscribe_messages=True) as subscription:  # type: ignore[no-untyped-call]  # untyped
            subscription.subscribe(CHANNEL)
            # confirms the subscription: nothing is missed from here on
            subscription.get_message(timeout=PATIENCE_S)
            self.up, look_at = True, 0.0
            while not self._stopped.is_set():
                if (now := time.monotonic()) >= look_at:
                    self._look()
                    look_at = now + LOOK_S
                timeout = min(TURN_S, max(0.0, look_at - now))
                if message := subscription.get_message(timeout=timeout):
                    for news in message["data"].decode("utf-8", "replace").splitlines():
                        code, _, version = news.partition(" ")
                        try:
                            self._receive(code, int(version))
                        except Exception:
                            log.exception("news of a table")  # go on with other tables

    def _look(self) -> None:
        try:
            self._check_all()
        except Exception:
            log.exception("a look at all tables")

    def _client(self) -> redis.Redis:
        return connected(self._address, PATIENCE_S, PATIENCE_S, check_s=10)


# --- the streams of one process in step with the database


def receive_news(shared: Services, code: str, version: Version) -> None:
    """Send a table's new state if another process has announced it."""
    broadcaster = shared.broadcaster
    if broadcaster.behind(code, version) or (version == RIGHTS and broadcaster.streams(code)):
        _refresh(shared, code)


def check_streams(shared: Services) -> None:
    """Compare the version and right of each stream with the database."""
    codes = shared.broadcaster.codes()
    standings = shared.store.standings(codes)
    for code in codes:
        version, holders = standings.get(code, (RIGHTS, {}))
        recipients = [stream.recipient for stream in shared.broadcaster.streams(code)]
        lost = any(each.holder and holders.get(each.digest) != each.holder for each in recipients)
        if lost or version == RIGHTS or shared.broadcaster.behind(code, version):
            _refresh(shared, code)


def _refresh(shared: Services, code: str) -> None:
    shared.publisher.refresh(code)
    snapshot = shared.store.snapshot(code)
    if snapshot and shared.broadcaster.streams(code):
        # the process that set the timer may be gone when it is due
        shared.deadlines.watch(code, snapshot.log)
