"""The commands `rookery deck preview` and `game preview`: a server for this computer only."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import click

from companion.deckfile import deck_text, game_of_file
from companion.errors import UsageError, reason
from companion.options import DECK_FILE, FILE, GAME_OF_FILE
from web.machine import LOOPBACK, bind, url
from web.options import PORTS

if TYPE_CHECKING:
    from web.preview.workbench import Workbench

PORT = 8100


PORT_OPTION = click.option(
    "--port", type=PORTS, metavar="N", help=f"The port.  [default: {PORT}, or the next free one]"
)
OPEN = click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")


@click.command()
@DECK_FILE
@GAME_OF_FILE
@PORT_OPTION
@OPEN
def preview(file: str, slug: str | None, port: int | None, *, opens: bool) -> None:
    """Show all pieces of FILE.toml in the browser, updated whenever you save the file.

    Only this computer can see the page.
    """
    from web.preview.workbench import Workbench

    game = game_of_file(file, slug)
    deck_text(game, file)
    _serve(Workbench(file, slug), file, port, opens=opens)


@click.command("preview")
@click.argument("folder", metavar="FOLDER", type=FILE)
@PORT_OPTION
@OPEN
def game_preview(folder: str, port: int | None, *, opens: bool) -> None:
    """Show the card game in FOLDER in the browser, updated whenever you save one of its files.

    Only this computer can see the page.
    """
    from web.preview.workbench import GameBench

    _serve(GameBench(folder), folder, port, opens=opens)


def _serve(bench: Workbench, file: str, port: int | None, *, opens: bool) -> None:
    """Serve a preview until Ctrl-C."""
    from werkzeug.serving import make_server

    from web.preview.views import create_preview

    try:
        (listener,) = bind(LOOPBACK, port, first=PORT)
    except OSError as error:
        place, problem = f"{LOOPBACK}:{port or PORT}", reason(error)
        raise UsageError(place, problem, remedy="choose another --port") from error
    address = url(LOOPBACK, listener.getsockname()[1])
    click.echo(f"Preview of {file}: {click.style(address, bold=True)}")
    saved = "one of its files" if bench.own else "the file"
    click.echo(f"It updates whenever you save {saved}. Stop with Ctrl-C.")
    if opens:
        click.launch(address)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it logs each request
    app = create_preview(bench)
    with listener:
        make_server(LOOPBACK, 0, app, threaded=True, fd=listener.fileno()).serve_forever()
    click.echo("\nPreview ended.")
