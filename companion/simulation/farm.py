"""The places where games are played: all cores of this machine by joblib, or a Dask cluster.

Both give the parts in order. The parts are the same functions over the same text and numbers, and
tallies add up exactly, so that the sum is the same everywhere.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion import __version__
from companion.errors import RookeryError
from companion.simulation.run import Run, parts, play_part
from companion.study.tally import Tally

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 10  # seconds until a cluster must have answered


class ClusterError(RookeryError):
    """A cluster that can't be reached or can't play."""


def on_cores(run: Run, jobs: int) -> Generator[Tally]:
    """Yield the run's games, in order, played by `jobs` processes; one job plays in this one.

    Joblib hands out as many at once as take a good part of a second.
    """
    from joblib import Parallel, delayed  # noqa: PLC0415 - it takes 0.1 s
    from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415 - see above

    work = (delayed(play_part)(run, number, 1) for number in range(run.games))
    with _deaf():
        done = Parallel(n_jobs=jobs, return_as="generator", max_nbytes=None)(work)
    try:
        yield from done
    except BaseException:  # Ctrl-C, or nobody wants the rest
        if jobs > 1:
            get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)
        raise


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes started meanwhile never get Ctrl-C, which a terminal sends to all: this one
    ends them.

    A thread's blocked signals are blocked in its children too; one that is still starting would
    answer with a traceback. This thread gets its signals afterwards.
    """
    if sys.platform == "win32":  # knows no such thing
        yield
        return
    from multiprocessing.resource_tracker import ensure_running  # noqa: PLC0415 - as joblib

    ensure_running()  # it would unblock Ctrl-C here when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def on_cluster(run: Run, address: str) -> Generator[Tally]:
    """Yield the run's parts, in order, played by the workers of the Dask scheduler at `address`;
    raises `ClusterError`.
    """
    with _client(address) as client:
        firsts, counts = zip(*parts(run.games, _workers(client, address)), strict=True)
        futures = client.map(play_part, [run] * len(firsts), firsts, counts, pure=False)
        try:
            for future in futures:
                yield _result(future, address)
        finally:
            client.cancel(futures)


def _result(future: Future[Tally], address: str) -> Tally:
    from distributed import KilledWorker  # noqa: PLC0415 - see _client

    try:
        return future.result()
    except (KilledWorker, CancelledError, OSError) as error:
        raise ClusterError(
            address, "the cluster was lost while it played", remedy="look at its log"
        ) from error


def _client(address: str) -> Client:
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and half a second
    except ImportError as error:
        remedy = "install Rookery with its extra `cluster`"
        raise ClusterError(
            "--cluster", "needs Dask, which is not installed", remedy=remedy
        ) from error
    # errors are reported once, by us
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        # the caller's thread may have an event loop of its own running
        with ThreadPoolExecutor(1) as apart:
            apart.submit(lambda: asyncio.run(_knock(address))).result()
        return Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        remedy = (
            "start one with `dask scheduler`, and give its address as in tcp://192.168.0.7:8786"
        )
        raise ClusterError(address, "no Dask scheduler answers there", remedy=remedy) from error


async def _knock(address: str) -> None:
    """See that someone answers: a client that finds nobody would still be trying to close when the
    program ends.
    """
    from distributed.comm.core import connect  # noqa: PLC0415 - see _client

    comm = await connect(address, timeout=PATIENCE)
    await comm.close()


def _workers(client: Client, address: str) -> int:
    """Return the number of workers; raises `ClusterError` if none comes, or one lacks this
    Rookery.
    """
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise ClusterError(
            address, "the cluster has no workers", remedy=f"start some: dask worker {address}"
        ) from error
    try:
        versions = set(client.run(_version).values())
    except ModuleNotFoundError:
        versions = {"none"}
    if versions != {__version__}:
        others = ", ".join(sorted(versions - {__version__}))
        remedy = f"install Rookery {__version__} for every worker"
        raise ClusterError(address, f"workers have another Rookery: {others}", remedy=remedy)
    return sum(client.ncores().values())


def _version() -> str:
    return __version__
