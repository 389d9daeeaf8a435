"""What takes a core for seconds is done by workers of its own: this is the web's side, which sends a job and waits.

Redis carries the job (Dramatiq's queue), the photo (a key that ends by itself) and the answer, and a worker needs
nothing else: it sees no database and no folder, so a photo that gets the better of a decoder finds nothing to read.
A phone waits no longer than it would at a kitchen table. Where no worker or no Redis answers it is told to send the
photo again, and nothing has been stored; its key keeps a photo that comes twice from counting twice (`web.store`).
"""

from __future__ import annotations

import base64
import contextlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

import redis
from dramatiq import Message
from dramatiq.brokers.redis import RedisBroker
from dramatiq.results import Results, ResultTimeout
from dramatiq.results.backends import RedisBackend
from redis.backoff import NoBackoff
from redis.retry import Retry

from companion.errors import PhotoError
from companion.language import say
from web.refusal import ApiError

NAMESPACE, QUEUE = "rookery", "photos"
READ_PHOTO, READ_LABEL = "read_photo", "read_label"
MOST_WAITING = 32  # jobs; a phone beyond them comes again
READER = "rookery:reader"  # this key is there while a worker is
SLICE_S = 4  # how long to wait before looking whether a worker is there still
LINE_S = 10.0  # after which a silent Redis is a dead one
KEEP_MS = 60_000  # an answer that nobody fetches
DEAD_MS = 5_000  # after which the job of a worker that says nothing is given to another one
ALWAYS = 1_000_000  # look for such workers with each command: there are few
BUSY_S = 5  # when to come again


@dataclass(frozen=True, slots=True)
class Read:
    """What a worker made of a photo (`web.photos.Result`)."""

    reading: dict[str, Any]
    overlay: bytes
    photo: bytes


def connected(address: str) -> redis.Redis:
    """A line to Redis that fails at once when it fails: a phone that comes again is the retry."""
    return redis.Redis.from_url(
        address, socket_timeout=LINE_S, socket_connect_timeout=SLICE_S, retry=Retry(NoBackoff(), 0)
    )


def broker_on(client: redis.Redis) -> RedisBroker:
    """The queue, and where its answers are."""
    backend = RedisBackend(namespace=f"{NAMESPACE}:answers", client=client)
    broker = RedisBroker(  # type: ignore[no-untyped-call]  # Dramatiq is typed in parts
        client=client,
        namespace=NAMESPACE,
        middleware=[Results(backend=backend, store_results=True, result_ttl=KEEP_MS)],  # type: ignore[no-untyped-call]  # see above
        heartbeat_timeout=DEAD_MS,
        maintenance_chance=ALWAYS,
    )
    broker.declare_queue(QUEUE)
    return broker


class Desk:
    """Where photos are handed in; the `READ_PHOTO` and `READ_LABEL` of a hosted app. Nothing is asked of Redis yet."""

    def __init__(self, address: str) -> None:
        self._client = connected(address)
        self._broker = broker_on(self._client)

    def read_photo(self, data: bytes, name: str, deck: str, goals: Sequence[str], timeout_s: float) -> Read:
        """What the photo shows (`web.photos.Reader`).

        Raises `PhotoError` for an unusable one, and `ApiError` 503 when it can not be read just now.
        """
        found = self._asked(READ_PHOTO, data, (name, deck, list(goals)), timeout_s)
        return Read(found["reading"], base64.b64decode(found["overlay"]), base64.b64decode(found["photo"]))

    def read_label(self, data: bytes, name: str, timeout_s: float) -> tuple[str, str]:
        """The game and the deck file of a box label (`web.photos.LabelReader`); raises as `read_photo` does."""
        found = self._asked(READ_LABEL, data, (name,), timeout_s)
        return found["game"], found["deck"]

    def waiting(self) -> int:
        """How many jobs no worker has begun; raises `redis.RedisError`."""
        return int(self._client.llen(f"{NAMESPACE}:{QUEUE}"))

    def _asked(self, actor: str, data: bytes, more: Sequence[Any], timeout_s: float) -> Mapping[str, Any]:
        """A worker's answer; raises `PhotoError` and `ApiError`."""
        try:
            self._check_reader()
            if self.waiting() >= MOST_WAITING:
                raise ApiError(503, "busy", say("Other photos are being read: send it again in a moment."), BUSY_S)
            with self._left(data, timeout_s) as key:
                found = self._answer(Message(QUEUE, actor, (key, *more), {}, {}), timeout_s)
        except redis.RedisError as error:
            raise _away() from error
        if not found:  # Redis has lost the photo before a worker came to it
            raise _away()
        if "error" in found:
            raise PhotoError(**found["error"])
        return found

    @contextmanager
    def _left(self, data: bytes, timeout_s: float) -> Iterator[str]:
        """The key of a photo for as long as its phone waits: a job without its photo is not done any more."""
        key = f"{NAMESPACE}:photo:{secrets.token_hex(16)}"
        self._client.set(key, data, ex=ceil(timeout_s) + SLICE_S)
        try:
            yield key
        finally:
            with contextlib.suppress(redis.RedisError):  # then it ends by itself
                self._client.delete(key)

    def _answer(self, message: Message[Any], timeout_s: float) -> Mapping[str, Any]:
        self._broker.enqueue(message)
        backend: RedisBackend = self._broker.get_results_backend()
        for _ in range(ceil(timeout_s / SLICE_S)):
            with contextlib.suppress(ResultTimeout):
                found: Mapping[str, Any] = message.get_result(backend=backend, block=True, timeout=SLICE_S * 1000)
                self._client.delete(backend.build_message_key(message))
                return found
            self._check_reader()
        raise _away()

    def _check_reader(self) -> None:
        if not self._client.exists(READER):
            raise _away()


def _away() -> ApiError:
    return ApiError(503, "busy", say("Photos can not be read just now: send it again in a moment."), BUSY_S)
