"""`rookery plays`: the plays of this computer without a browser, as a file, out of a file, and gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.choice import Choice
from companion.errors import PlaysError, UsageError
from companion.plays.files import FORMS, MOST_BYTES, Form, read
from companion.wholefile import whole_file
from web.options import data_option

if TYPE_CHECKING:
    from web.plays.played import Played


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--format", "name", type=Choice(sorted(FORMS)), help="What to write.  [default: by FILE's ending]")
@data_option
def export(file: str, name: str | None, folder: Path) -> None:
    """Write all plays to FILE: for a spreadsheet (.csv), all we know (.json), or for BG Stats (.bgsplay).

    With - as FILE and a --format they are written on the screen.
    """
    form = _form(file, name)
    with _played(folder) as played:
        plays, (codes, others) = played.all(), played.unread()
    if codes or others:
        lost = [*codes, *([f"{_count(others)} out of files"] if others else [])]
        click.echo(f"Not among them, for it can't be read: {', '.join(lost)}", err=True)
    text = form.write(plays, None)
    if file == "-":
        click.echo(text)
        return
    _write(Path(file), text)
    click.echo(f"{_count(len(plays))} in {file}")


@click.command("import")
@click.argument("file", metavar="FILE")
@data_option
def import_(file: str, folder: Path) -> None:
    """Bring in the plays of FILE, ours (.json) or BG Stats'; one that is here already is not doubled."""
    found = read(_bytes(Path(file)), file, None)
    with _played(folder, new=True) as played:
        new = played.add(found)
    click.echo(f"{new} new, {len({play.id for play in found}) - new} known already")


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
def delete(folder: Path, *, yes: bool) -> None:
    """Delete all plays for good, with the tables that they were played at and their photos."""
    from web.photos.folder import Photos  # noqa: PLC0415 - see `_played`

    with _played(folder) as played:
        count, tables = len(played.all()), len(played.at_tables())
        if count and not yes:
            words = "table" if tables == 1 else "tables"
            click.confirm(f"Delete {_count(count)} for good, and {tables} {words} with history and photos?", abort=True)
        photos = Photos(folder / "photos")
        for code in played.forget():
            photos.drop_all(code)
    click.echo(f"{_count(count)} deleted")


def _count(number: int) -> str:
    return f"{number} play" if number == 1 else f"{number} plays"


def _form(file: str, name: str | None) -> Form:
    ending = name or Path(file).suffix.removeprefix(".").lower()
    if ending not in FORMS:
        known = ", ".join(f".{form}" for form in FORMS)
        raise UsageError(file, "its ending does not say what to write", remedy=f"name it {known}, or give --format")
    return FORMS[ending]


@contextmanager
def _played(folder: Path, *, new: bool = False) -> Iterator[Played]:
    """The plays of a data folder, which another program may be serving; it is made only where `new`."""
    from web.games.screens import screens  # noqa: PLC0415 - SQLAlchemy and Flask cost 0.4 s that --help need not pay
    from web.plays.played import Played  # noqa: PLC0415 - see above
    from web.storage.store import Store  # noqa: PLC0415 - see above

    if not new and not folder.is_dir():
        raise UsageError(str(folder), "no such folder, so no plays", remedy="check --data")
    store = Store(folder, lambda slug: screens(slug).tracker)
    try:
        yield Played(store)
    finally:
        store.close()


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise PlaysError(str(path), error.strerror or str(error), remedy="check the file's name") from error


def _write(path: Path, text: str) -> None:
    """The whole file or none of it."""
    try:
        with whole_file(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise UsageError(str(path), error.strerror or str(error), remedy="write it to another place") from error
