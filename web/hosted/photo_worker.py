"""The worker that reads photos.

Its command is `dramatiq web.hosted.photo_worker:set_up --processes 2 --threads 1`. With
`dramatiq_queue_prefetch=1` in its environment a process takes no photo while it reads one. As at a
kitchen table, each is decoded in a child process with limits of time and memory. If a worker is
killed, another one takes over its job after a few seconds.
"""

from __future__ import annotations

import base64
import contextlib
import logging
import os
import sys
from collections.abc import Callable

import dramatiq
import redis
from dramatiq.brokers.redis import RedisBroker
from dramatiq.middleware import Middleware

from companion.errors import RookeryError
from companion.known import Asked
from companion.language import as_data, say
from vision.sandbox import worker
from web.hosted.queues import (
    PHOTOS,
    READ_LABEL,
    READ_PHOTO,
    READER,
    JobAnswer,
    broker_on,
    connected,
)
from web.turns import Repeated

ALIVE_S, PAUSE_S = 10, 2.0  # seconds that a worker's announcement is valid, and between them
log = logging.getLogger("rookery")


def set_up() -> None:
    """Start a worker on `REDIS_URL`, for Dramatiq's command."""
    try:
        dramatiq.set_broker(serving(os.environ.get("REDIS_URL", "").strip()))
    except ValueError:  # it may contain a password, so it isn't quoted
        sys.exit(
            "rookery: REDIS_URL: that is no address; name the Redis of the web server, "
            "redis://host:6379/0"
        )


def serving(address: str) -> RedisBroker:
    """Return a broker with the actors; a worker on it announces itself."""
    client = connected(address)
    made = broker_on(client)
    made.add_middleware(Heartbeat(client))

    @dramatiq.actor(actor_name=READ_PHOTO, queue_name=PHOTOS, broker=made)
    def read_photo(key: str, name: str, deck: str, asked: Asked) -> JobAnswer:
        def look(data: bytes) -> JobAnswer:
            result = worker.read_in_worker(data, name, deck, asked)
            overlay, photo = map(base64.b64encode, (result.overlay, result.photo))
            reading = as_data(result.reading)
            return {"reading": reading, "overlay": overlay.decode(), "photo": photo.decode()}

        return _read(client, key, look)

    @dramatiq.actor(actor_name=READ_LABEL, queue_name=PHOTOS, broker=made)
    def read_label(key: str, name: str) -> JobAnswer:
        def look(data: bytes) -> JobAnswer:
            game, deck = worker.read_label_in_worker(data, name)
            return {"game": game, "deck": deck}

        return _read(client, key, look)

    return made


class Heartbeat(Middleware):
    """Announces a worker while it runs."""

    def __init__(self, client: redis.Redis) -> None:
        def announce(_number: int) -> None:
            with contextlib.suppress(redis.RedisError):
                client.set(READER, "here", ex=ALIVE_S)

        self._presence = Repeated("presence", PAUSE_S, announce)

    def after_worker_boot(self, _broker: object, _worker: object) -> None:
        """Start the announcements."""
        self._presence.start()

    def before_worker_shutdown(self, _broker: object, _worker: object) -> None:
        """Stop the announcements."""
        self._presence.close()


def _read(client: redis.Redis, key: str, look: Callable[[bytes], JobAnswer]) -> JobAnswer:
    """Return the result of reading a photo, or its error; {} if its phone has given up, or if its
    reader was killed.
    """
    data = client.get(key)
    if not isinstance(data, bytes):
        return {}
    try:
        return look(data)
    except worker.ReaderKilledError:
        return {}
    except RookeryError as error:
        refusal = {name: getattr(error, name) for name in ("source", "problem", "at", "remedy")}
    except Exception:
        log.exception("fault while a photo was read")
        refusal = {"source": "photo", "problem": say("the file couldn't be processed")}
    return {"error": as_data(refusal)}
