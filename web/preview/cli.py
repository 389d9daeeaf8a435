"""The command `rookery deck preview`: a server for this computer only."""

from __future__ import annotations

import click

from companion.deckfile import deck_text, game_of_file
from companion.errors import UsageError, reason
from companion.options import DECK_FILE, GAME_OF_FILE
from web.machine import LOOPBACK, bind, url
from web.options import PORTS

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
    from waitress import create_server  # type: ignore[import-untyped]  # it ships no types

    from web.preview.views import create_preview
    from web.preview.workbench import Workbench
    from web.serve import serve_until_signal

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
    app = create_preview(Workbench(file, slug))
    server = create_server(
        app, sockets=[listener], threads=THREADS, ident="rookery", asyncore_use_poll=True
    )
    serve_until_signal(server)
    click.echo("\nPreview ended.")
