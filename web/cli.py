"""The command `rookery table`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from threading import Thread

import click

from companion.errors import RookeryError, UsageError, reason
from companion.options import FILE
from web.machine import LOOPBACK, addresses_of, bind, is_loopback, url
from web.options import DATA, PORTS, read_age

ANYWHERE = ("", "::", "0.0.0.0")  # noqa: S104 - phones in the same Wi-Fi have to reach it


@click.command()
@click.option(
    "--host",
    metavar="ADDRESS",
    default="",
    help="The address to listen on.  [default: all addresses of this computer]",
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
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the home page in your browser.  [default: if this is a terminal on your screen]",
)
@click.option(
    "--deck", "deck_file", metavar="FILE.toml", type=FILE, help="Open your own deck's page."
)
@DATA
def table(
    host: str,
    port: int | None,
    keep: timedelta | None,
    folder: Path,
    *,
    opens: bool | None,
    deck_file: str | None,
) -> None:
    """Open a table on this computer: players join with their phones and keep score.

    Phones in the same Wi-Fi join by QR code; they need no app and no internet.
    """
    from companion.deckfile import file_text, game_of_file, load_deck
    from companion.game import offering
    from web.app import create_app
    from web.backup.backup import daily_backups
    from web.doors.decks import keep_deck
    from web.serve import serve
    from web.storage.database import InUseError, claim

    offering("table")  # a package that loads no Game is reported before the table opens
    if deck_file:
        load_deck(game_of_file(deck_file), deck_file)  # a mistake is reported likewise
    try:
        listeners = bind("" if host == "::" else host, port)
    except OSError as error:
        place = url(host, port or 8000) if host else f"port {port or 8000}"
        remedy = "choose another --port or --host"
        raise UsageError(place, reason(error), remedy=remedy) from error
    names, used = [] if host in ANYWHERE else [host], listeners[0].getsockname()[1]
    opens = sys.stdout.isatty() if opens is None else opens
    try:
        with claim(folder, url("localhost", used)), daily_backups(folder) as backups:
            found = partial(addresses_of, listeners)
            app = create_app({"DATA": folder, "HOSTS": names, "KEEP": keep, "ADDRESSES": found})
            place = url("localhost" if host in ANYWHERE else host, used)
            faults: Sequence[RookeryError] = ()
            if deck_file:
                from printables.draw.pictures import picture_data

                text, slug = file_text(deck_file), game_of_file(deck_file).slug
                read = partial(picture_data, deck_file=deck_file)
                own = keep_deck(app, slug, text, deck_file, read)
                place, faults = f"{place}/deck/{own.name}", own.faults
            _greet(host, found(), used, folder)
            if deck_file:
                click.echo(f"Your deck is at {place}")
                for fault in faults:
                    click.echo(f"A card has its standard drawing: {fault}")
            if opens:
                show_page(place)
            backups.start()
            serve(app, listeners)
    except InUseError as running:
        for listener in listeners:
            listener.close()
        if not opens or not running.address or deck_file:
            raise
        click.echo(f"Rookery runs already: {running.address}")
        show_page(running.address, wait=True)
        return
    click.echo("\nStopped. Your games are saved; run 'rookery table' again to go on.")


def _greet(host: str, found: Sequence[str], port: int, data: Path) -> None:
    """Show where the table is, with a QR code for the host's phone, and its other addresses."""
    from web.pictures.svg import qr_terminal

    first, *others = (found or [LOOPBACK]) if host in ANYWHERE else [host]
    address = url(first, port)
    click.echo(f"\nThe phone table is open at  {click.style(address, bold=True)}")
    if host in ANYWHERE:
        click.echo(f"On this computer also at    {url('localhost', port)}")
    for number, name in enumerate(others):
        click.echo(f"{'' if number else 'If phones fail, try':27} {url(name, port)}")
    if is_loopback(host):
        click.echo(f"Only this computer can join. To let phones in, leave out --host {host}.")
    elif is_loopback(first):
        click.echo(
            "No network found. Connect this computer to Wi-Fi, or to a phone's hotspot, so that "
            "phones can join: the host's screen then shows the QR code."
        )
    click.echo("")
    if not is_loopback(first):
        code = qr_terminal(address)
        with suppress(UnicodeEncodeError):  # a terminal without half blocks
            code.encode(sys.stdout.encoding or "ascii")
            click.echo(code)
    click.echo(f"Tables and photos are saved in {data}\nStop with Ctrl-C.")
    sys.stdout.flush()


def show_page(address: str, *, wait: bool = False) -> None:
    """Open an address in the browser, which may take its time; do nothing without a screen.

    There `webbrowser` would start one for the terminal, and wait until it ends. With `wait`, this
    process doesn't end before the page is open.
    """
    import webbrowser

    far = "SSH_CONNECTION" in os.environ or not (
        sys.platform in {"win32", "darwin"} or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    )
    with suppress(webbrowser.Error):
        if not far and type(browser := webbrowser.get()) is not webbrowser.GenericBrowser:
            Thread(target=browser.open, args=[address], daemon=not wait).start()
