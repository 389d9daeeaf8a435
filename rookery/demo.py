"""`rookery demo`: the three things Rookery does, each by the command that anybody would type."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import click

from companion.errors import UsageError
from rookery.cli import run


@click.command()
@click.option("-o", "--output", metavar="DIR", default="rookery-demo", show_default=True, help="Where the files go.")
@click.option("--no-serve", is_flag=True, help="Stop before opening the phone table.")
def demo(output: str, *, no_serve: bool) -> None:
    """Print giza, read a photo of a pyramid, open the phone table."""
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        photo = _sample_photo(folder)
    except OSError as error:
        raise UsageError(output, error.strerror or "no folder", remedy="name another with --output DIR") from error
    _step("1. Print it", ["print", "giza", "-o", str(folder / "giza.pdf")])
    _step("2. Photograph it", ["scan", str(photo), "--overlay", str(folder / "overlay.jpg")])
    if not no_serve:
        _step("3. Play it", ["table"])


def _sample_photo(folder: Path) -> Path:
    target = folder / "photo.jpg"
    with as_file(files("vision").joinpath("samples/giza.jpg")) as sample:
        shutil.copyfile(sample, target)
    return target


def _step(title: str, argv: list[str]) -> None:
    """Show the command, then run it as the shell would; an illegal pyramid (4) is a fine demo, a mistake is not."""
    click.secho(f"\n{title}", bold=True)
    click.secho(f"$ rookery {' '.join(argv)}", dim=True)
    status = run(argv)
    if status not in (0, 3, 4):
        raise click.exceptions.Exit(status)
