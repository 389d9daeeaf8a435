"""`python -m bench.live.taps`: the processor time of a tap in the app, without a server or sockets.

Each tap is a POST to the app, stored in SQLite, whose state is then made for all four phones. The
median tap of the best of several runs, one after the other, with logs as short as at the start of a
game and as long as at its end.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from io import BytesIO
from itertools import cycle
from pathlib import Path

from werkzeug.test import create_environ, run_wsgi_app

from bench import pages
from bench.live.load import SEATS
from bench.live.tables import LONG, SHORT, Opened, open_tables
from web.app import close, create_app
from web.auth.cookies import SEAT, cookie_name
from web.live.publisher import Recipient
from web.services import services

TABLES = 20
SEAT_IDS = [f"s{1 + number}" for number in range(SEATS)]


def tap_ms(events: int, taps: int) -> float:
    """Return the processor time of a median tap at tables with logs of so many events, ms."""
    with tempfile.TemporaryDirectory(prefix="rookery-bench-") as name:
        folder = Path(name)
        tables = open_tables(folder, TABLES, events)
        app = create_app({"DATA": folder})
        shared, took = services(app), list[float]()

        def tap(table: Opened, number: int) -> None:
            seat = SEAT_IDS[number % SEATS]
            wish = {"kind": "chief.give", "payload": {"seat": seat}, "key": f"tap-{number:_>8}"}
            body = json.dumps(wish).encode()
            environ = create_environ(
                f"/t/{table.code}/events",
                "http://127.0.0.1:8000",
                method="POST",
                input_stream=BytesIO(body),
                content_length=len(body),
                content_type="application/json",
                headers={"Cookie": f"{cookie_name(table.code, SEAT)}={table.secrets[seat]}"},
                environ_base={"REMOTE_ADDR": "127.1.0.2"},
            )
            began = time.process_time()
            _, status, _ = run_wsgi_app(app, environ)
            snapshot = shared.store.snapshot(table.code)
            assert snapshot
            for each in SEAT_IDS:
                shared.publisher.text(table.code, Recipient(each, "en"), snapshot.log)
            took.append(time.process_time() - began)
            assert status == "200 OK", status

        for number, table in zip(range(TABLES), tables, strict=True):  # reads the logs
            tap(table, number)
        took.clear()
        for number, table in zip(range(TABLES, TABLES + taps), cycle(tables), strict=False):
            tap(table, number)
        close(app)
    return 1000 * pages.at(took, 50)


def main() -> None:
    """Measure and print the report."""
    parser = argparse.ArgumentParser(prog="python -m bench.live.taps", description=__doc__)
    parser.add_argument("--taps", type=int, default=300, help="of each run")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    print(f"{pages.where()}; best of {args.runs} runs of {args.taps} taps\n")
    best = {
        events: min(tap_ms(events, args.taps) for _ in range(args.runs)) for events in (SHORT, LONG)
    }
    rows = [[f"{events} events", f"{ms:.2f} ms"] for events, ms in best.items()]
    print(pages.table(("log", "CPU a tap"), rows))


if __name__ == "__main__":
    main()
