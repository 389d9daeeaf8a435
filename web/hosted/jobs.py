"""Jobs for the workers that read photos and draw: the web's side, which sends one and waits.

Redis carries the job (Dramatiq's queue), the photo (a key that ends by itself) and the answer, and
a worker needs nothing else: it sees no database and no folder, so a photo that gets the better of a
decoder finds nothing to read. A phone waits no longer than it would at a kitchen table. Where no
worker or no Redis answers it is asked to send the photo again, and nothing has been stored; its key
keeps a photo that comes twice from counting twice.
"""

from __future__ import annotations

import base64
import contextlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import redis
from dramatiq import Message
from dramatiq.results import ResultTimeout
from dramatiq.results.backends import RedisBackend

from companion.errors import PhotoError
from companion.language import from_data, say
from web.hosted.queues import (
    DRAW_RESULT,
    NAMESPACE,
    PHOTOS,
    PICTURES,
    READ_LABEL,
    READ_PHOTO,
    READER,
    broker_on,
    connected,
)
from web.plays.results import draw_here
from web.refusal import BUSY_S, ApiError

if TYPE_CHECKING:
    from printables.output.result_card import ResultCard

MOST_WAITING = 32  # jobs; a phone beyond them comes again
SLICE_S = 4  # how long to wait before looking whether a worker is there still
# for a result's picture, which takes 0.1 s: where all workers are busy with photos it is drawn here
PICTURE_S = 1.5


@dataclass(frozen=True, slots=True)
class Read:
    """A worker's reading of a photo (`web.photos.reading.Result`)."""

    reading: dict[str, Any]
    overlay: bytes
    photo: bytes


class JobClient:
    """The `READ_PHOTO`, `READ_LABEL` and `DRAW_RESULT` of a hosted app.

    Making one asks nothing of Redis.
    """

    def __init__(self, address: str) -> None:
        self._client = connected(address)
        self._broker = broker_on(self._client)

    def read_photo(
        self, data: bytes, name: str, deck: str, goals: Sequence[str], timeout_s: float
    ) -> Read:
        """Return what a photo shows (`web.photos.reading.Reader`).

        Raises `PhotoError` for an unusable one, and `ApiError` 503 when it can't be read just now.
        """
        answer = self._ask(READ_PHOTO, data, (name, deck, list(goals)), timeout_s)
        return Read(
            from_data(answer["reading"]),
            base64.b64decode(answer["overlay"]),
            base64.b64decode(answer["photo"]),
        )

    def read_label(self, data: bytes, name: str, timeout_s: float) -> tuple[str, str]:
        """Return game and deck file of a box label; raises as `read_photo` does."""
        answer = self._ask(READ_LABEL, data, (name,), timeout_s)
        return answer["game"], answer["deck"]

    def draw_result(self, card: ResultCard) -> bytes:
        """Return a result's picture, from a worker if one has time, else drawn here."""
        job: Message[object] = Message(PICTURES, DRAW_RESULT, (asdict(card),), {}, {})
        try:
            self._check(PICTURES)
            return base64.b64decode(self._answer(job, PICTURE_S)["picture"])
        except (ApiError, redis.RedisError):
            return draw_here(card)

    def waiting(self, queue: str = PHOTOS) -> int:
        """Return how many jobs wait; raises `redis.RedisError`."""
        return int(self._client.llen(f"{NAMESPACE}:{queue}"))

    def _ask(
        self, actor: str, data: bytes, more: Sequence[object], timeout_s: float
    ) -> Mapping[str, Any]:
        """Return a worker's answer; raises `PhotoError` and `ApiError`."""
        try:
            self._check(PHOTOS)
            with self._left(data, timeout_s) as key:
                answer = self._answer(Message(PHOTOS, actor, (key, *more), {}, {}), timeout_s)
        except redis.RedisError as error:
            raise _away() from error
        if "error" in answer:
            raise PhotoError(**from_data(answer["error"]))
        return answer

    @contextmanager
    def _left(self, data: bytes, timeout_s: float) -> Iterator[str]:
        """Keep a photo under a key while its phone waits: workers skip jobs without a photo."""
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
        slice_s = min(timeout_s, SLICE_S)
        for _ in range(ceil(timeout_s / slice_s)):
            with contextlib.suppress(ResultTimeout):
                answer: Mapping[str, object] = message.get_result(
                    backend=backend, block=True, timeout=int(slice_s * 1000)
                )
                self._client.delete(backend.build_message_key(message))
                if answer:
                    return answer
                break  # Redis has lost the photo before a worker came to it
            self._check_reader()
        raise _away()

    def _check(self, queue: str) -> None:
        """Raise `ApiError` 503 if there is no worker, or too much waits."""
        self._check_reader()
        if self.waiting(queue) >= MOST_WAITING:
            raise ApiError(
                503,
                "busy",
                say("Other photos are being read. Send yours again in a moment."),
                BUSY_S,
            )

    def _check_reader(self) -> None:
        if not self._client.exists(READER):
            raise _away()


def _away() -> ApiError:
    return ApiError(
        503, "busy", say("Photos can't be read right now. Send it again in a moment."), BUSY_S
    )
