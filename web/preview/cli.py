"""The command `rookery deck preview`: a server for this computer only."""

from __future__ import annotations

import signal
import socket
import threading
from types import FrameType
from typing import TYPE_CHECKING

import click

from companion.deckfile import deck_text, game_of_file
from companion.errors import UsageError, reason
from companion.options import DECK_FILE, GAME_OF_FILE
from web.options import PORTS
from web.server.network import LOOPBACK, bind, url

if TYPE_CHECKING:
    from flask import Flask

PORT, THREADS = 8100, 8


@click.command()
@DECK_FILE
@GAME_OF_FILE
@click.option(
    "--port", type=PORTS, metavar="N", help=f"The port.  [default: {PORT}, or the next free one]"
)
@click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")
def preview(file: str, slug: str | None, port: int | None, *, opens: bool) -> None:
    """Show all pieces of FILE.toml in the browser, updated whenever you save the file.

    Only this computer can see the page.
    """
    from web.preview.views import create_preview
    from web.preview.workbench import Workbench

    game = game_of_file(file, slug)
    deck_text(game, file)
    try:
        listener = bind(LOOPBACK, port, first=PORT)
    except OSError as error:
        place, problem = f"{LOOPBACK}:{port or PORT}", reason(error)
        raise UsageError(place, problem, remedy="choose another --port") from error
    address = url(LOOPBACK, listener.getsockname()[1])
    click.echo(f"Preview of {file}: {click.style(address, bold=True)}")
    click.echo("It updates whenever you save the file. Stop with Ctrl-C.")
    if opens:
        click.launch(address)
    _serve(create_preview(Workbench(file, slug)), listener)
    click.echo("\nPreview ended.")


def _serve(app: Flask, listener: socket.socket) -> None:
    """Serve until a signal."""
    from waitress.server import create_server  # type: ignore[import-untyped]  # it ships no types

    server = create_server(
        app, sockets=[listener], threads=THREADS, ident="rookery", asyncore_use_poll=True
    )

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit  # out of the server's loop

    if threading.current_thread() is threading.main_thread():  # a test may serve from another
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
    try:
        server.run()
    finally:
        server.close()
