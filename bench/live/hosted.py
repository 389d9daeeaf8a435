"""Rookery as it is hosted (docs/hosting.md): gunicorn's workers on PostgreSQL and Redis, all on this machine."""

from __future__ import annotations

from bench.live import ours
from docs.hosted_house import House

STREAMS = 4000  # of a worker: one may get nearly all phones


class Server(ours.Server):
    """Two workers; phones come to gunicorn itself."""

    name = "Rookery, hosted"

    def start(self) -> None:
        """Start everything, on a data folder of its own."""
        self._folder.mkdir(parents=True)
        self._house = House(self._folder)
        self._house.environment |= {"ROOKERY_PROXIES": "0", "ROOKERY_STREAMS": str(STREAMS)}
        self._house.postgres()
        self._house.redis()
        self._house.command("migrate")
        self._house.web()
        self.port = int(self._house.address.rpartition(":")[2])
        self.pids = self._house.web_workers()

    def kill(self) -> None:
        """End all of it."""
        self._house.close()
