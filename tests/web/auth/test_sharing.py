"""Few GETs of an address at a time."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask, g

from web.auth import throttle


def test_an_address_gets_a_few_pages_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its third request finds no place and comes late; others, and taps, don't notice."""
    monkeypatch.setattr(throttle, "PATIENCE_S", 0.0)
    app = Flask("app")
    throttle.queue_pages(app)

    def placed(address: str, method: str = "GET") -> Any:
        stack.enter_context(app.app_context())  # each request has a `g` of its own
        environ = {"REMOTE_ADDR": address}
        stack.enter_context(app.test_request_context("/", method=method, environ_base=environ))
        app.preprocess_request()
        return g.get("waited")

    with ExitStack() as stack:
        found = [placed("192.168.1.66") for _ in range(throttle.PAGES + 1)]
        assert found == [True] * throttle.PAGES + [False]
        assert placed("192.168.1.7")
        assert placed("192.168.1.66", "POST") is None
    with ExitStack() as stack:
        assert placed("192.168.1.66")
