"""`rookery table`: the phone table on this machine."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import UsageError
from web.options import data_option
from web.server.network import bind, is_loopback, lan_address, url

if TYPE_CHECKING:
    from flask import Flask

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
    """Answer until SIGTERM or Ctrl-C; then end the streams first, so that the phones come again."""
    from web.app import close  # noqa: PLC0415 - see `table`
    from web.serve import http_server  # noqa: PLC0415 - see `table`
    from web.services import services  # noqa: PLC0415 - see `table`

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a busy moment is no news
    server = http_server(app, listener)

    def stop(*_: object) -> None:
        services(app).broadcaster.close()
        raise SystemExit  # out of the server's loop, which then lets answers end

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    server.run()
    server.close()
    close(app)


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
        click.echo("No network found: phones can't reach this computer until it is in a Wi-Fi.")
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
