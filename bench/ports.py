"""Ports for servers that tests and measurements start, and may start again."""

from __future__ import annotations

import contextlib
import random
import socket

PORTS = (20_000, 32_000)  # systems take the ports of connections out from above


def free_port() -> int:
    """Return a port that nobody uses, and that no connection out gets while its server is down."""
    while True:
        port = random.randrange(*PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("0.0.0.0", port))  # noqa: S104 - as the phone table itself does
            return port
