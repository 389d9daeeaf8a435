"""Rookery as it is hosted (docs/hosting.md): gunicorn's workers on PostgreSQL and Redis, all on
this machine.
"""

from __future__ import annotations

from pathlib import Path

from bench.live import ours
from bench.ports import free_port
from docs.hosted_house import House

STREAMS = 4000  # of a worker: one may get nearly all phones
WORKERS = 2


class Server(ours.Server):
    """One gunicorn with two workers, or, `apart`, two with one each, between which nginx would
    share out the tables. Phones come to gunicorn itself.
    """

    name = "Rookery, hosted"

    def __init__(self, folder: Path, *, apart: bool = False) -> None:
        folder.mkdir(parents=True)
        self._house = House(folder)
        self._house.environment |= {"ROOKERY_PROXIES": "0", "ROOKERY_STREAMS": str(STREAMS)}
        self._house.postgres()
        self._house.redis()
        self._house.command("migrate")
        self.ports = [free_port() for _ in range(WORKERS if apart else 1)]
        for port in self.ports:
            self._house.web(WORKERS // len(self.ports), port)
        self.pids = self._house.web_workers()

    def kill(self) -> None:
        """End all of it."""
        self._house.close()
