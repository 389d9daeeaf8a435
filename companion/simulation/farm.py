"""Playing many games on all cores of this machine, with joblib, or on a Dask cluster.

Both yield the parts of a run in order. Parts are played by the same functions, and tallies add up
exactly, so the sum is the same everywhere.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import warnings
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from companion import __version__, extras
from companion.errors import RookeryError, UsageError
from companion.simulation.run import Run, parts, play_part
from companion.study import Tally

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 10  # seconds to wait for a cluster's answer


class ClusterError(RookeryError):
    """A cluster that can't be reached or can't play."""


def on_cores(run: Run, jobs: int) -> Generator[Tally]:
    """Yield the games of a run in order, played by `jobs` processes, or by this one if `jobs` is 1.

    Joblib sends games to processes in batches of some tenths of a second.
    """
    with warnings.catch_warnings(record=True) as trouble:
        warnings.simplefilter("always")
        from joblib import Parallel, delayed  # noqa: PLC0415 - it takes 0.1 s
        from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415 - see above

    if trouble and jobs > 1:
        click.echo("note: this system has no semaphores, so one process plays all games", err=True)
        jobs = 1
    work = (delayed(play_part)(run, number, 1) for number in range(run.games))
    with _shielded_from_ctrl_c():
        done = Parallel(n_jobs=jobs, return_as="generator", max_nbytes=None)(work)
    try:
        yield from done
    except BrokenExecutor as error:
        problem = "a process was killed, perhaps because memory ran out"
        raise UsageError("--jobs", problem, remedy="use fewer processes") from error
    except BaseException:  # Ctrl-C, or the caller stopped iterating
        if jobs > 1:
            get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)
        raise


@contextmanager
def _shielded_from_ctrl_c() -> Iterator[None]:
    """Shield processes that are started in this context from Ctrl-C; this process ends them.

    A terminal sends Ctrl-C to all of them, and one that is still starting would print a traceback.
    Signals that a thread blocks are blocked in its children too.
    """
    if sys.platform == "win32":  # has no such signals
        yield
        return
    from multiprocessing.resource_tracker import ensure_running  # noqa: PLC0415 - as joblib

    ensure_running()  # starting it later would unblock Ctrl-C here
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def on_cluster(run: Run, address: str) -> Generator[Tally]:
    """Yield the parts of a run in order, played by the workers of a Dask scheduler."""
    with _client(address) as client:
        from distributed import KilledWorker  # noqa: PLC0415 - see _client

        firsts, counts = zip(*parts(run.games, _workers(client, address)), strict=True)
        futures = client.map(play_part, [run] * len(firsts), firsts, counts, pure=False)
        try:
            for future in futures:
                yield future.result()
        except (KilledWorker, CancelledError, OSError) as error:
            problem = "the cluster was lost while it played"
            raise ClusterError(address, problem, remedy="look at its log") from error
        finally:
            client.cancel(futures)


def _client(address: str) -> Client:
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and half a second
    except ImportError as error:
        problem = "needs Dask, which is not installed"
        raise ClusterError("--cluster", problem, remedy=extras.remedy("cluster")) from error
    # errors are reported below
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        # in another thread, because an event loop may be running in this one
        with ThreadPoolExecutor(1) as executor:
            executor.submit(lambda: asyncio.run(_check_address(address))).result()
        return Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        remedy = (
            "start one with `dask scheduler`, and give its address as in tcp://192.168.0.7:8786"
        )
        raise ClusterError(address, "no Dask scheduler answers there", remedy=remedy) from error


async def _check_address(address: str) -> None:
    """Raise unless it answers; without this, a client would still be closing at the exit."""
    from distributed.comm.core import connect  # noqa: PLC0415 - see _client

    comm = await connect(address, timeout=PATIENCE)
    await comm.close()


def _workers(client: Client, address: str) -> int:
    """Return the number of workers' cores; raises `ClusterError` if none, or another Rookery."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        remedy = f"start some: dask worker {address}"
        raise ClusterError(address, "the cluster has no workers", remedy=remedy) from error
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
