"""`rookery table`: the phone table on this machine."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import UsageError
from web.options import data_option
from web.server.network import bind, is_loopback, lan_address, url

if TYPE_CHECKING:
    from flask import Flask

LOOK_S = 1.0  # Windows lets no signal through while a thread waits for ever
END_S = 5.0  # for an answer that is being made when the server stops
ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - phones in the same Wi-Fi are what this is for


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 - see above
@click.option("--port", type=click.IntRange(1, 65535), help="Port.  [default: 8000, or the next free one]")
@data_option
def table(host: str, port: int | None, folder: Path) -> None:
    """Open the phone table: players join by QR, everybody sees the score."""
    from web.app import create_app  # noqa: PLC0415 - Flask and SQLAlchemy cost 0.4 s that --help need not pay
    from web.backup.rotation import daily_backups  # noqa: PLC0415 - see above
    from web.storage.claim import claimed  # noqa: PLC0415 - see above

    listener = _listen(host, port)
    names, used = [] if host in ANYWHERE else [host], listener.getsockname()[1]
    with claimed(folder, url("localhost", used)), daily_backups(folder):
        app = create_app({"DATA": folder, "HOSTS": names})
        _greet(host, used, folder)
        serve(app, listener)


def serve(app: Flask, listener: socket.socket) -> None:
    """Answer until a signal says stop; then end the streams first, so that the phones come again.

    Signals come to the main thread, which does nothing but wait for them: no answer is broken off by one.
    """
    from web.app import close  # noqa: PLC0415 - see `table`
    from web.server import garbage  # noqa: PLC0415 - see `table`
    from web.server.serving import server  # noqa: PLC0415 - see `table`
    from web.services import services  # noqa: PLC0415 - see `table`

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a busy moment is no news
    running, told = server(app, listener), threading.Event()
    if threading.current_thread() is threading.main_thread():  # a test may serve from another
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: told.set())
        garbage.seldom()

    leader = threading.Thread(target=running.run, name="leader", daemon=True)
    leader.start()
    while leader.is_alive() and not told.wait(LOOK_S):
        pass
    services(app).live.close()
    running.asyncore.stop()
    leader.join(END_S)
    running.task_dispatcher.shutdown()
    running.close()
    close(app)
    if not told.is_set():
        raise SystemExit(1)  # it ended by a fault, which its thread has told


def _listen(host: str, port: int | None) -> socket.socket:
    try:
        return bind(host, port)
    except OSError as error:
        place = f"{host}:{port}" if port else host
        raise UsageError(place, error.strerror or str(error), remedy="pick another --port or --host") from error


def _greet(host: str, port: int, data: Path) -> None:
    """Say where the table is; the QR code is for the phone of whoever hosts without a big screen."""
    from web.pictures import qr  # noqa: PLC0415 - see `table`

    here = lan_address() if host in ANYWHERE else host
    address = url(here, port)
    click.echo(f"\nThe phone table is open at  {click.style(address, bold=True)}")
    if host in ANYWHERE:
        click.echo(f"On this computer also at    {url('localhost', port)}")
    if is_loopback(host):
        click.echo(f"Only this computer can join: --host {host} keeps phones out. To let them in, leave --host out.")
    elif is_loopback(here):
        click.echo("No network found: phones can not reach this computer until it is in a Wi-Fi.")
    click.echo("")
    if _can_draw() and not is_loopback(here):
        click.echo(qr.terminal(address))
    click.echo(f"Tables and photos are kept in {data}\nStop with Ctrl-C.")
    sys.stdout.flush()


def _can_draw() -> bool:
    """Whether the terminal can show half blocks."""
    try:
        "\u2580\u2584\u2588".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
