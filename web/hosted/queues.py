"""The queues in Redis and the names of the jobs, for the web and its workers."""

from __future__ import annotations

import redis
from dramatiq.brokers.redis import RedisBroker
from dramatiq.results import Results
from dramatiq.results.backends import RedisBackend
from redis.backoff import NoBackoff
from redis.retry import Retry

NAMESPACE = "rookery"
PHOTOS, PICTURES = "photos", "pictures"  # two queues, so that a picture of 0.2 s waits for no photo
READ_PHOTO, READ_LABEL, DRAW_RESULT = "read_photo", "read_label", "draw_result"
READER = "rookery:reader"  # this key is there while a worker is
CONNECT_S, LINE_S = 4.0, 10.0  # after which a silent Redis is a dead one
KEEP_MS = 60_000  # an answer that nobody fetches
DEAD_MS = 5_000  # after which the job of a worker that says nothing is given to another one
ALWAYS = 1_000_000  # look for such workers with each command: there are few


def connected(address: str) -> redis.Redis:
    """A line to Redis that fails at once when it fails: a phone that comes again is the retry."""
    return redis.Redis.from_url(
        address,
        socket_timeout=LINE_S,
        socket_connect_timeout=CONNECT_S,
        retry=Retry(NoBackoff(), 0),
    )


def broker_on(client: redis.Redis) -> RedisBroker:
    """The queue, and where its answers are."""
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
    for queue in (PHOTOS, PICTURES):
        broker.declare_queue(queue)
    return broker
