"""Health checks: whether this server is alive (`/health`) and ready to work (`/ready`)."""

from __future__ import annotations

import sqlalchemy as sa
from flask import Blueprint, Response, current_app, jsonify, make_response

from web.services import services

health = Blueprint("health", __name__)


@health.get("/health")
def lives() -> Response:
    """Return that the process is alive, without accessing files or the database."""
    return jsonify(lives=True)


@health.get("/ready")
def ready() -> Response:
    """Return whether the database answers (503 if not), and whether Redis does."""
    try:
        with services().store.database.reading() as db:
            db.execute(sa.text("SELECT 1"))
        able = True
    except sa.exc.SQLAlchemyError:
        able = False
    redis = current_app.extensions["rookery.bus"].up
    return make_response(jsonify(ready=able, redis=redis), 200 if able else 503)
