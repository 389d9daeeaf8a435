"""The web server of a hosted Rookery: `python -m web.hosted.serve`.

uvicorn starts `WEB_CONCURRENCY` workers on one socket (`ROOKERY_BIND`), and another one where one
has died. Workers are processes; a single one is this process.
"""

from __future__ import annotations

import os
import sys
from tempfile import TemporaryDirectory

# without a sign of life a worker is killed after so many seconds. One that dies before its first
# sign is missed as long; on a busy machine uvicorn's 5 are too few to start
HUNG_S = 10


def main() -> None:
    """Check everything once, then serve until SIGTERM."""
    # a worker imports this module, too, before its first sign of life
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
