"""The queues in Redis and the names of the jobs, for the web and its workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

import redis
from dramatiq.brokers.redis import RedisBroker
from dramatiq.results import Results
from dramatiq.results.backends import RedisBackend
from redis.backoff import NoBackoff
from redis.retry import Retry

NAMESPACE = "rookery"
PHOTOS = "photos"
READ_PHOTO, READ_LABEL = "read_photo", "read_label"
READER = "rookery:reader"  # this key exists while there is a worker
CONNECT_S, LINE_S = 4.0, 10.0  # timeouts of connecting to Redis, and of its answers
KEEP_MS = 60_000  # lifetime of an answer that nobody fetches
DEAD_MS = 5_000  # after this time the job of a silent worker goes to another one
ALWAYS = 1_000_000  # look for such workers with each command, as there are few


class JobAnswer(TypedDict, total=False):
    """A worker's answer: the fields of an error, or what was read, with pictures in Base64."""

    error: Mapping[str, str]
    reading: object
    overlay: str
    photo: str
    game: str
    deck: str


def connected(
    address: str, connect_s: float = CONNECT_S, answer_s: float = LINE_S, check_s: int = 0
) -> redis.Redis:
    """Return a Redis client without retries, as the phone's new attempt is the retry."""
    return redis.Redis.from_url(
        address,
        socket_timeout=answer_s,
        socket_connect_timeout=connect_s,
        retry=Retry(NoBackoff(), 0),
        health_check_interval=check_s,
    )


def broker_on(client: redis.Redis) -> RedisBroker:
    """Return a broker with both queues and a backend for answers."""
    backend = RedisBackend(
        namespace=f"{NAMESPACE}:answers", use_namespace_prefix_keys=True, client=client
    )
    broker = RedisBroker(  # type: ignore[no-untyped-call]  # Dramatiq is typed in parts
        client=client,
        namespace=NAMESPACE,
        middleware=[Results(backend=backend, store_results=True, result_ttl=KEEP_MS)],  # type: ignore[no-untyped-call]  # see above
        heartbeat_timeout=DEAD_MS,
        maintenance_chance=ALWAYS,
    )
    broker.declare_queue(PHOTOS)
    return broker
