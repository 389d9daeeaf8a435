"""Work beside a wait: done once, by whoever comes first, and what it raises is raised where it is wanted."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from web.storage.beside import Beside, Job

PATIENCE_S = 30


@pytest.fixture
def beside() -> Iterator[Beside]:
    made = Beside()
    yield made
    made.close()


def test_work_is_done_in_the_other_thread_while_the_caller_waits(beside: Beside) -> None:
    """And its result comes back."""
    begun = threading.Event()

    def work() -> str:
        begun.set()
        return threading.current_thread().name

    job = beside.begin(work)
    assert begun.wait(PATIENCE_S)
    assert (job.result(), job.result()) == ("beside", "beside")


def test_who_finds_the_thread_busy_does_it_itself_and_it_is_done_once(beside: Beside) -> None:
    """Nobody waits for somebody else's work."""
    go_on, begun, done = threading.Event(), threading.Event(), list[str]()

    def long_work() -> bool:
        begun.set()
        return go_on.wait(PATIENCE_S)

    def work() -> int:
        done.append(threading.current_thread().name)
        return len(done)

    first = beside.begin(long_work)
    assert begun.wait(PATIENCE_S)
    assert beside.begin(work).result() == 1
    go_on.set()
    assert first.result()
    beside.close()
    assert done == [threading.current_thread().name]


def test_what_the_work_raises_is_raised_where_its_result_is_wanted(beside: Beside) -> None:
    """Each time, and the thread goes on with the next one."""
    job = beside.begin(lambda: 1 // 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            job.result()
    assert beside.begin(lambda: 2).result() == 2


def test_a_job_needs_no_thread() -> None:
    """Whoever wants its result first does it."""
    assert Job(lambda: 3).result() == 3


def test_there_is_no_thread_before_the_first_job_nor_after_the_end(beside: Beside) -> None:
    """Closing twice is once, and a job after it has a thread again."""

    def threads() -> int:
        return sum(thread.name == "beside" for thread in threading.enumerate())

    before = threads()
    beside.close()
    assert beside.begin(lambda: 1).result() == 1
    assert threads() == before + 1
    beside.close()
    beside.close()
    assert threads() == before
    assert beside.begin(lambda: 2).result() == 2
