"""GETs of an address in turn."""

from __future__ import annotations

from threading import BoundedSemaphore
from weakref import WeakValueDictionary

from flask import Flask, g, request

from web.server.network import household

PAGES = 2  # GETs of an address that are answered at a time
PATIENCE_S = 1.0  # seconds to wait for others of the same address


def share(app: Flask) -> None:
    """Answer only a few GETs of an address at a time, so that taps of others needn't wait."""
    # by address, as long as it has requests
    places: WeakValueDictionary[str, BoundedSemaphore] = WeakValueDictionary()

    @app.before_request
    def wait() -> None:
        if request.method == "GET":
            client = household(request.remote_addr or "")
            g.place = places.setdefault(client, BoundedSemaphore(PAGES))
            g.waited = g.place.acquire(timeout=PATIENCE_S)

    @app.teardown_request
    def leave(_error: BaseException | None) -> None:
        if g.pop("waited", False):
            g.place.release()
