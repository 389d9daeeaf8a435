"""Photos read by workers of their own: as at home while all is well, and a clear word when a part
of it is gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from dramatiq import Message, Worker

from bench.services import Redis
from companion.errors import PhotoError
from tests.programs import need
from tests.web.conftest import a_reading
from tests.web.hosted.servers import PATIENCE_S, until
from vision.sandbox import worker as eye
from web.games.base import screens
from web.hosted import jobs, photo_worker, queues
from web.hosted.jobs import JobClient
from web.refusal import BUSY_S, ApiError

READING = a_reading("penguin-01", "penguin-02")
ASKED = {"goals": ["g1"], "own_cards": 9}
AWAY = "Photos can't be read right now. Send it again in a moment."


@pytest.fixture
def desk(redis: Redis) -> Iterator[JobClient]:
    """The web's side, with an empty Redis."""
    made = JobClient(redis.address)
    made._client.flushall()
    yield made
    made._client.close()


@pytest.fixture
def working(redis: Redis) -> Iterator[Callable[[], Worker]]:
    """Starts a worker, with its one thread, in this process; it is stopped after the test."""
    with ExitStack() as ends:

        def start() -> Worker:
            broker = photo_worker.serving(redis.address)
            made = Worker(broker, worker_threads=1, worker_timeout=20)
            made.start()
            ends.callback(broker.client.close)
            ends.callback(made.stop)
            while not broker.client.exists(queues.READER):
                threading.Event().wait(0.01)
            return made

        yield start


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the workers are asked to read; a photo of b"bad" is none."""
    asked: list[Any] = []

    def read(data: bytes, name: str, deck: str, known: Any) -> eye.WorkerResult:
        asked.append((data, name, deck, known))
        if data == b"bad":
            raise PhotoError(name, "is no photo", at="byte 0", remedy="send a JPEG")
        if data == b"crash":
            raise ValueError
        if data == b"killed":
            raise eye.ReaderKilledError(name, "no word of this")
        return eye.WorkerResult(READING, b"\xff\xd8overlay", b"\xff\xd8photo")

    monkeypatch.setattr(eye, "read_in_worker", read)
    monkeypatch.setattr(
        eye, "read_label_in_worker", lambda data, name: ("giza", f"{name}: {data!r}")
    )
    return asked


def ask(desk: JobClient, data: bytes = b"jpeg", timeout_s: float = PATIENCE_S) -> eye.WorkerResult:
    """Have a photo read."""
    return desk.read_photo(data, "table.jpg", "the deck", ASKED, timeout_s)


def test_a_real_photo_is_read_as_at_home(desk: JobClient, working: Any) -> None:
    """The sample: its verdict, and two pictures. What Redis carried is gone from it as soon as the
    worker has put its job away, a moment after the phone has its answer.
    """
    working()
    photo = files("vision").joinpath("samples/giza.jpg").read_bytes()
    found = desk.read_photo(
        photo, "table.jpg", screens("giza").opening(None)["deck"], {}, PATIENCE_S
    )
    placed = [piece for row in found.reading["pyramid"] for piece in row if piece]
    assert (found.reading["game"], len(placed)) == ("giza", 10)
    assert found.photo[:2] == found.overlay[:2] == b"\xff\xd8"
    assert until(lambda: set(desk._client.keys()) <= {b"rookery:reader", b"rookery:__heartbeats__"})


def test_a_worker_gets_all_that_the_reader_at_home_gets(
    desk: JobClient, working: Any, seen: list[Any]
) -> None:
    """Photo, name, deck and what the table knows; and a label's game and deck come back."""
    working()
    assert ask(desk, bytes(range(256))) == eye.WorkerResult(
        READING, b"\xff\xd8overlay", b"\xff\xd8photo"
    )
    assert seen == [(bytes(range(256)), "table.jpg", "the deck", ASKED)]
    assert desk.read_label(b"x", "box.jpg", 20) == ("giza", "box.jpg: b'x'")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"bad", "table.jpg: byte 0: is no photo; send a JPEG"),
        (b"crash", "photo: the file couldn't be processed"),
    ],
)
@pytest.mark.usefixtures("seen")
def test_an_unusable_photo_is_the_phones_trouble_not_the_workers(
    data: bytes, said: str, desk: JobClient, working: Any
) -> None:
    """The worker's own error, whole; and it reads the next one."""
    working()
    with pytest.raises(PhotoError) as caught:
        ask(desk, data)
    assert str(caught.value) == said
    assert ask(desk).reading == READING


@pytest.mark.usefixtures("seen")
def test_a_photo_whose_reader_was_killed_can_be_sent_again(desk: JobClient, working: Any) -> None:
    """As if there were no worker: nobody has judged the photo."""
    working()
    with pytest.raises(ApiError, match=AWAY):
        ask(desk, b"killed")


def test_without_a_worker_the_phone_is_told_at_once(desk: JobClient) -> None:
    """And nothing is left in the queue for later."""
    with pytest.raises(ApiError, match=AWAY) as caught:
        ask(desk)
    assert (caught.value.status, caught.value.retry_after_s) == (503, BUSY_S)
    assert desk.waiting() == 0


def test_a_full_queue_takes_no_more(desk: JobClient) -> None:
    """Memory is bounded by it: a photo may have 30 MB."""
    desk._client.set(queues.READER, "here")
    desk._client.rpush("rookery:photos", *range(jobs.MOST_WAITING))
    with pytest.raises(ApiError, match="Other photos are being read"):
        ask(desk)
    assert desk.waiting() == jobs.MOST_WAITING
    assert not desk._client.keys("rookery:photo:*")


def test_a_worker_that_is_gone_for_good_is_noticed(
    desk: JobClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before the phone's patience ends; a worker that comes later doesn't read a photo nobody
    waits for.
    """
    monkeypatch.setattr(jobs, "SLICE_S", 1)
    desk._client.set(queues.READER, "here", px=500)
    with pytest.raises(ApiError, match=AWAY):
        ask(desk, timeout_s=3600)
    assert not desk._client.keys("rookery:photo:*")


def test_a_photo_that_nobody_waits_for_is_not_read(
    desk: JobClient, working: Any, seen: list[Any]
) -> None:
    """Its job is done with when a worker comes to it."""
    desk._broker.enqueue(
        Message(queues.PHOTOS, queues.READ_PHOTO, ("rookery:photo:gone", "x", "", {}), {}, {})
    )
    working()
    assert ask(desk).reading == READING
    assert [data for data, *_ in seen] == [b"jpeg"]


def test_the_job_of_a_dead_worker_is_done_by_another(
    desk: JobClient, working: Any, seen: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Someone took it and never said a word again."""
    monkeypatch.setattr(queues, "DEAD_MS", 300)
    desk._client.set(queues.READER, "here")
    dead = queues.broker_on(desk._client)
    answer: list[eye.WorkerResult] = []
    phone = threading.Thread(target=lambda: answer.append(ask(desk)))
    phone.start()
    until = time.monotonic() + PATIENCE_S
    while next(dead.consume(queues.PHOTOS, prefetch=1, timeout=1)) is None:
        assert time.monotonic() < until
    working()
    phone.join(PATIENCE_S)
    assert answer[0].reading == READING
    assert len(seen) == 1


def test_a_phone_hears_a_clear_word_and_its_photo_counts_once(
    configured: Any, desk: JobClient, working: Any, seen: list[Any], tmp_path: Path
) -> None:
    """503 and when to come again, with nothing stored; then the same upload, twice, is
    one event.
    """
    house = configured(READ_PHOTO=desk.read_photo)
    phone, _ = house.play(2)
    before = phone.state()["version"]
    refused = phone.photo("s1", key="one-and-the-same")
    assert (refused.status_code, refused.json["error"]) == (503, {"code": "busy", "message": AWAY})
    assert refused.headers["Retry-After"] == str(BUSY_S)
    assert not [path for path in (tmp_path / "data" / "photos").rglob("*") if path.is_file()]
    working()
    answers = [phone.photo("s1", key="one-and-the-same") for _ in range(2)]
    assert [(answer.status_code, answer.json["version"]) for answer in answers] == [
        (200, before + 1)
    ] * 2
    assert len(seen) == 1


@pytest.mark.parametrize("address", ["", "localhost:6379", "http://:secret@host"])
def test_a_worker_says_what_it_lacks(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line for the journal, and no password in it."""
    monkeypatch.setenv("REDIS_URL", address)
    with pytest.raises(
        SystemExit, match="rookery: REDIS_URL: that is no address; name the Redis"
    ) as caught:
        photo_worker.set_up()
    assert "secret" not in str(caught.value)


def test_without_redis_the_phone_is_told_so() -> None:
    """Whether it was never there or has just died."""
    need("redis-server")
    with Redis() as running:
        desk = JobClient(running.address)
        desk._client.set(queues.READER, "here")
        failed: list[ApiError] = []

        def phone() -> None:
            try:
                ask(desk, timeout_s=3600)
            except ApiError as error:
                failed.append(error)

        waiting = threading.Thread(target=phone)
        waiting.start()
        until = time.monotonic() + PATIENCE_S
        while desk.waiting() == 0:
            assert time.monotonic() < until
        running.kill()
        waiting.join(PATIENCE_S)
        phone()
        desk._client.close()
    assert [str(error.problem) for error in failed] == [AWAY, AWAY]
