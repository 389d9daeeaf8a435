"""Few of a worker's threads answer taps at a time; the others wait their turn before they begin.

Python's threads compute in turn, and who gives its turn away to wait for the database gets it back late: the more there
are at work, the later each of them ends. What that brings was measured (docs/scale.md, docs/decisions.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from web.server.lanes import QUICK
from web.server.serving import ASIDE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATIENCE_S = 0.5  # then it is the database that keeps them waiting, and nothing is gained by keeping to the lane


class Lane:
    """WSGI middleware: `places` quick requests at a time. One that turns out to take its time steps aside."""

    def __init__(self, app: WSGIApplication, places: int) -> None:
        self._app, self._places = app, BoundedSemaphore(places)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, in turn if that is quick."""
        if not QUICK.fullmatch(environ["PATH_INFO"]) or not self._places.acquire(timeout=PATIENCE_S):
            return self._app(environ, start_response)
        try:
            environ[ASIDE] = self._aside
            return self._app(environ, start_response)
        finally:
            self._places.release()

    @contextmanager
    def _aside(self) -> Iterator[None]:
        self._places.release()
        try:
            yield
        finally:
            self._places.acquire()
