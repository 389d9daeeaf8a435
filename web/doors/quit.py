"""Quit Rookery from its home page, on this computer only: who double-clicked has no terminal."""

from __future__ import annotations

from threading import Timer

from flask import Blueprint, current_app, render_template

from companion.language import say
from web.auth.visits import require_home
from web.refusal import ApiError

quitting = Blueprint("quitting", __name__)
quitting.before_request(require_home)
FAREWELL_S = 1.0  # for the last page's picture and style sheet


@quitting.post("/quit")
def leave() -> str:
    """Stop the server, a moment after this page has said so."""
    stop = current_app.config["STOP"]
    if stop is None:
        raise ApiError(409, "forbidden", say("This server can't be stopped from here."))
    Timer(FAREWELL_S, stop).start()
    return render_template("farewell.html")
