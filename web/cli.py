"""The command `rookery table`."""

from __future__ import annotations

import logging
import socket
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import UsageError, reason
from web.machine import bind, is_loopback, lan_address, url
from web.options import DATA, PORTS, read_age

if TYPE_CHECKING:
    from flask import Flask

ALL = "0.0.0.0"  # noqa: S104 - phones in the same Wi-Fi have to reach it
ANYWHERE = (ALL, "::", "")


@click.command()
@click.option(
    "--host", metavar="ADDRESS", default=ALL, show_default=True, help="The address to listen on."
)
@click.option(
    "--port", type=PORTS, metavar="N", help="The port.  [default: 8000, or the next free one]"
)
@click.option(
    "--keep",
    type=lambda text: read_age(text, "--keep"),
    metavar="AGE",
    help="Delete tables unused for longer than this: 90d, 12w or 1y.",
)
@DATA
def table(host: str, port: int | None, keep: timedelta | None, folder: Path) -> None:
    """Open a table on this computer: players join with their phones and keep score.

    Phones in the same Wi-Fi join by QR code; they need no app and no internet.
    """
    from companion.game import offering
    from web.app import create_app
    from web.backup.backup import daily_backups
    from web.storage.database import claim

    offering("table")  # a package that loads no Game is reported before the table opens
    try:
        listener = bind(host, port)
    except OSError as error:
        place, problem = f"{host}:{port}" if port else host, reason(error)
        raise UsageError(place, problem, remedy="choose another --port or --host") from error
    names, used = [] if host in ANYWHERE else [host], listener.getsockname()[1]
    with claim(folder, url("localhost", used)), daily_backups(folder):
        app = create_app({"DATA": folder, "HOSTS": names, "KEEP": keep})
        _greet(host, used, folder)
        serve(app, listener)
    click.echo("\nStopped. Your games are saved; run 'rookery table' again to go on.")


def serve(app: Flask, listener: socket.socket) -> None:
    """Serve until SIGTERM or Ctrl-C; end the streams first, so that phones reconnect later."""
    from web.app import close
    from web.serve import http_server, serve_until_signal
    from web.services import services

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is normal
    server = http_server(app, listener)
    app.extensions["rookery.upkeep"].start()
    serve_until_signal(server, services(app).broadcaster.close)
    close(app)


def _greet(host: str, port: int, data: Path) -> None:
    """Show where the table is, with a QR code for the host's phone."""
    from web.pictures.svg import qr_terminal

    here = lan_address() if host in ANYWHERE else host
    address = url(here, port)
    click.echo(f"\nThe phone table is open at  {click.style(address, bold=True)}")
    if host in ANYWHERE:
        click.echo(f"On this computer also at    {url('localhost', port)}")
    if is_loopback(host):
        click.echo(f"Only this computer can join. To let phones in, leave out --host {host}.")
    elif is_loopback(here):
        click.echo("No network found. Connect this computer to Wi-Fi so that phones can join.")
    click.echo("")
    if not is_loopback(here):
        code = qr_terminal(address)
        with suppress(UnicodeEncodeError):  # a terminal without half blocks
            code.encode(sys.stdout.encoding or "ascii")
            click.echo(code)
    click.echo(f"Tables and photos are saved in {data}\nStop with Ctrl-C.")
    sys.stdout.flush()
