"""The app's rules for access: limits, passes, names of this server, trust in this computer."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, current_app

from web.auth.passes import Passes
from web.auth.throttle import Throttle


@dataclass(frozen=True, slots=True)
class Access:
    """The rules for access that all requests share."""

    throttle: Throttle
    passes: Passes
    hosts: frozenset[str]  # host names of this server
    trust_loopback: bool  # whether people at this machine may host every table
    visitors: set[str]  # addresses of other machines that connected since the start


def access(app: Flask | None = None) -> Access:
    """Return the running app's `Access`."""
    shared: Access = (app or current_app).extensions["rookery.access"]
    return shared
