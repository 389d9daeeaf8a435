"""The web server of a hosted Rookery: `python -m web.hosted.serve`.

uvicorn starts `WEB_CONCURRENCY` workers on one socket (`ROOKERY_BIND`), and another one where one
has died. Workers are processes; a single one is this process.
"""

from __future__ import annotations

import os
import sys
from logging.config import dictConfig
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.front import Front

# A worker imports this module before its first sign of life, and uvicorn waits for that: whatever
# takes long is imported later.


def main() -> None:
    """Check everything once, then serve until SIGTERM."""
    import uvicorn  # noqa: PLC0415 - see above

    from companion.errors import RookeryError  # noqa: PLC0415 - see above
    from web.hosted import wsgi  # noqa: PLC0415 - see above
    from web.hosted.logs import LOGGING  # noqa: PLC0415 - see above
    from web.hosted.metrics import FOLDER  # noqa: PLC0415 - see above
    from web.hosted.settings import bind, workers  # noqa: PLC0415 - see above
    from web.serve import SETTINGS, exit_on_signals  # noqa: PLC0415 - see above

    exit_on_signals()
    with TemporaryDirectory(prefix="rookery-metrics-") as counts:
        try:
            wsgi.check(os.environ)
            settings, count = SETTINGS | bind(os.environ), workers(os.environ)
        except RookeryError as error:
            sys.exit(f"rookery: {error}")
        if count > 1:
            os.environ[FOLDER] = counts
        dictConfig(dict(LOGGING))
        uvicorn.run(
            "web.hosted.serve:front",
            factory=True,
            http="web.serve:Line",
            workers=count,
            log_config=None,
            **settings,
        )


def front() -> Front:
    """Return a worker's application, and log as `LOGGING` says; raise `RookeryError`."""
    from web.hosted import wsgi  # noqa: PLC0415 - see above
    from web.hosted.logs import LOGGING  # noqa: PLC0415 - see above

    dictConfig(dict(LOGGING))
    return wsgi.front()


if __name__ == "__main__":
    main()
