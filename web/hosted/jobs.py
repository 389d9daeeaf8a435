"""Jobs for the workers that read photos: the web server's side, which sends one and waits.

Redis carries the job (Dramatiq's queue), the photo (a key that expires) and the answer. A worker
has no access to the database or folders, so a photo that exploits a decoder finds nothing to read.
If no worker or no Redis answers, the phone is asked to send the photo again, and nothing has been
stored; its key keeps a photo that is sent twice from counting twice.
"""

from __future__ import annotations

import base64
import contextlib
import secrets
from collections.abc import Sequence
from math import ceil

import redis
from dramatiq import Message
from dramatiq.results import ResultTimeout
from dramatiq.results.backends import RedisBackend

from companion.errors import PhotoError
from companion.known import Asked
from companion.language import from_data, say
from vision.sandbox.worker import WorkerResult
from web.hosted.queues import (
    NAMESPACE,
    PHOTOS,
    READ_LABEL,
    READ_PHOTO,
    READER,
    JobAnswer,
    broker_on,
    connected,
)
from web.refusal import BUSY_S, ApiError

MOST_WAITING = 32  # jobs; further phones have to try again
SLICE_S = 4  # seconds to wait before checking that there still is a worker


class JobClient:
    """A hosted app's `READ_PHOTO` and `READ_LABEL`; it connects when first used."""

    def __init__(self, address: str) -> None:
        self._client = connected(address)
        self._broker = broker_on(self._client)

    def read_photo(
        self, data: bytes, name: str, deck: str, asked: Asked, timeout_s: float
    ) -> WorkerResult:
        """Read a photo; raise `PhotoError` for an unusable one, `ApiError` 503 without a worker."""
        answer = self._ask(READ_PHOTO, data, (name, deck, dict(asked)), timeout_s)
        return WorkerResult(
            from_data(answer["reading"]),
            base64.b64decode(answer["overlay"]),
            base64.b64decode(answer["photo"]),
        )

    def read_label(self, data: bytes, name: str, timeout_s: float) -> tuple[str, str]:
        """Return game and deck file of a box label; raise as `read_photo` does."""
        answer = self._ask(READ_LABEL, data, (name,), timeout_s)
        return answer["game"], answer["deck"]

    def waiting(self) -> int:
        """Return how many jobs are waiting; raise `redis.RedisError`."""
        return int(self._client.llen(f"{NAMESPACE}:{PHOTOS}"))

    def _ask(self, actor: str, data: bytes, more: Sequence[object], timeout_s: float) -> JobAnswer:
        """Return a worker's answer; raise `PhotoError` and `ApiError`."""
        try:
            self._check()
            # the photo is stored while its phone waits: workers skip jobs without one
            key = f"{NAMESPACE}:photo:{secrets.token_hex(16)}"
            self._client.set(key, data, ex=ceil(timeout_s) + SLICE_S)
            try:
                answer = self._answer(Message(PHOTOS, actor, (key, *more), {}, {}), timeout_s)
            finally:
                with contextlib.suppress(redis.RedisError):  # then it expires
                    self._client.delete(key)
        except redis.RedisError as error:
            raise _away() from error
        if "error" in answer:
            raise PhotoError(**from_data(answer["error"]))
        return answer

    def _answer(self, message: Message[JobAnswer], timeout_s: float) -> JobAnswer:
        self._broker.enqueue(message)
        backend: RedisBackend = self._broker.get_results_backend()
        slice_s = min(timeout_s, SLICE_S)
        for _ in range(ceil(timeout_s / slice_s)):
            with contextlib.suppress(ResultTimeout):
                answer = message.get_result(
                    backend=backend, block=True, timeout=int(slice_s * 1000)
                )
                self._client.delete(backend.build_message_key(message))
                if answer:
                    return answer
                break  # the photo expired before a worker read it
            self._check_reader()
        raise _away()

    def _check(self) -> None:
        """Raise `ApiError` 503 if there is no worker, or too many jobs are waiting."""
        self._check_reader()
        if self.waiting() >= MOST_WAITING:
            problem = say("Other photos are being read. Send yours again in a moment.")
            raise ApiError(503, "busy", problem, BUSY_S)

    def _check_reader(self) -> None:
        if not self._client.exists(READER):
            raise _away()


def _away() -> ApiError:
    problem = say("Photos can't be read right now. Send it again in a moment.")
    return ApiError(503, "busy", problem, BUSY_S)
