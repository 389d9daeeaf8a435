"""The opening of a table."""

from __future__ import annotations

from random import Random

from flask import current_app

from web.games.base import screens
from web.refusal import BUSY_S, ApiError
from web.services import services
from web.storage.store import CodeInUseError
from web.storage.tokens import digest_of, new_token
from web.text.names import new_code

CODES_TRIED = 50


def open_table(game: str, deck: str | None = None, token: str = "") -> tuple[str, str]:
    """Open a table, with your own deck or the standard one; return its code and the host's secret.

    The same `token` opens the same table again. Raises `RefusedError` for an invalid deck.
    """
    opening, store = screens(game).opening(deck), services().store
    dice, token = (Random(token), token) if token else (services().random, new_token())
    for _ in range(CODES_TRIED):
        code = new_code(dice, long=current_app.config["LONG_CODES"])
        try:
            store.create(code, game, opening, token)
        except CodeInUseError:
            if digest_of(token) not in store.holders(code):
                continue
        return code, token
    raise ApiError(503, "busy", "All table codes are in use. Delete old tables.", BUSY_S)
