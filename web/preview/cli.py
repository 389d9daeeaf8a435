"""`rookery deck preview`: the preview's server, for this very computer."""

from __future__ import annotations

import signal
import socket
import threading
from types import FrameType
from typing import TYPE_CHECKING

import click

from companion.choice import Choice
from companion.deckfile import deck_text, game_of_file
from companion.errors import UsageError
from companion.game import slugs
from web.server.network import LOOPBACK, bind, url

if TYPE_CHECKING:
    from flask import Flask

PORT, THREADS = 8100, 8


@click.command()
@click.argument("file", metavar="FILE.toml")
@click.option("--game", "slug", type=Choice(slugs()), help="The game, where the file does not say it.")
@click.option("--port", type=click.IntRange(1, 65535), help=f"Port.  [default: {PORT}, or the next free one]")
@click.option("--open", "opens", is_flag=True, help="Open the browser, too.")
def preview(file: str, slug: str | None, port: int | None, *, opens: bool) -> None:
    """Show all pieces of the deck FILE.toml in the browser, again whenever you save it.

    Only this computer can see the page.
    """
    from web.preview.views import create_preview  # noqa: PLC0415 - Flask costs 0.3 s that --help need not pay
    from web.preview.workbench import Workbench  # noqa: PLC0415 - see above

    game = game_of_file(file, slug)
    deck_text(game, file)
    try:
        listener = bind(LOOPBACK, port, first=PORT)
    except OSError as error:
        raise UsageError(f"{LOOPBACK}:{port}", error.strerror or str(error), remedy="pick another --port") from error
    address = url(LOOPBACK, listener.getsockname()[1])
    click.echo(f"{file} is shown at  {click.style(address, bold=True)}")
    click.echo("Save the file and look. Stop with Ctrl-C.")
    if opens:
        click.launch(address)
    _serve(create_preview(Workbench(file, slug)), listener)


def _serve(app: Flask, listener: socket.socket) -> None:
    """Answer until a signal says stop."""
    from waitress.server import create_server  # type: ignore[import-untyped]  # noqa: PLC0415 - as above; it ships no types

    server = create_server(app, sockets=[listener], threads=THREADS, ident="rookery", asyncore_use_poll=True)

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():  # a test may serve from another
        signal.signal(signal.SIGTERM, stop)
    try:
        server.run()
    finally:
        server.close()
