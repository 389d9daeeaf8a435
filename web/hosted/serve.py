"""The web server of a hosted Rookery: `python -m web.hosted.serve`.

uvicorn starts `WEB_CONCURRENCY` workers on one socket (`ROOKERY_BIND`), and another one where one
has died. Workers are processes; a single one is this process.
"""

from __future__ import annotations

import os
import sys
from tempfile import TemporaryDirectory

import uvicorn

from companion.errors import RookeryError
from web.hosted import wsgi
from web.hosted.logs import LOGGING
from web.hosted.metrics import FOLDER
from web.hosted.settings import bind, workers
from web.serve import SETTINGS, exit_on_signals

# without a sign of life a worker is killed after so many seconds; with uvicorn's 5, a busy machine
# killed 48 in five minutes while they started
HUNG_S = 30


def main() -> None:
    """Check everything once, then serve until SIGTERM."""
    exit_on_signals()
    with TemporaryDirectory(prefix="rookery-metrics-") as counts:
        try:
            wsgi.check(os.environ)
            settings, count = SETTINGS | bind(os.environ), workers(os.environ)
        except RookeryError as error:
            sys.exit(f"rookery: {error}")
        if count > 1:
            os.environ[FOLDER] = counts
        uvicorn.run(
            "web.hosted.wsgi:front",
            factory=True,
            http="web.serve:Line",
            workers=count,
            timeout_worker_healthcheck=HUNG_S,
            log_config=dict(LOGGING),
            **settings,
        )


if __name__ == "__main__":
    main()
