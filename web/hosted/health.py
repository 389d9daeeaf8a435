"""Whether this server lives (`/health`) and whether it can work (`/ready`)."""

from __future__ import annotations

import sqlalchemy as sa
from flask import Blueprint, Flask, Response, current_app, jsonify, make_response

from web.services import services

health = Blueprint("health", __name__)


def register(app: Flask) -> None:
    """Add both addresses."""
    app.register_blueprint(health)


@health.get("/health")
def lives() -> Response:
    """Always the same: the process answers. No file, no database."""
    return jsonify(lives=True)


@health.get("/ready")
def ready() -> Response:
    """Whether the database answers; 503 where not. Redis is told of, and not needed: without it all
    is a bit later.
    """
    able = _database_answers()
    return make_response(
        jsonify(ready=able, redis=current_app.extensions["rookery.bus"].up), 200 if able else 503
    )


def _database_answers() -> bool:
    try:
        with services().store.database.reading() as db:
            db.execute(sa.text("SELECT 1"))
    except sa.exc.SQLAlchemyError:
        return False
    return True
