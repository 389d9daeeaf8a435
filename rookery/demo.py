"""The command `rookery demo`: it runs the commands that print, read a photo and open a table."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import click

from companion.errors import UsageError, reason
from companion.options import FILE
from rookery.cli import run


@click.command()
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=FILE,
    default="rookery-demo",
    show_default=True,
    help="The folder for the files.",
)
@click.option("--no-serve", is_flag=True, help="Stop before opening the table.")
def demo(output: str, *, no_serve: bool) -> None:
    """Print giza, score a photo of a pyramid, and open a table for phones."""
    folder = Path(output)
    photo = folder / "photo.jpg"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with as_file(files("vision").joinpath("samples/giza.jpg")) as sample:
            shutil.copyfile(sample, photo)
    except OSError as error:
        raise UsageError(output, reason(error), remedy="choose another folder with -o") from error
    _run("1. Print it", ["print", "giza", "-o", str(folder / "giza.pdf")])
    _run("2. Photograph it", ["scan", str(photo), "--overlay", str(folder / "overlay.jpg")])
    if no_serve:
        click.echo(f"\nThe files are in {folder}. To play with phones, run: rookery table")
    else:
        _run("3. Play it", ["table"])


def _run(title: str, argv: list[str]) -> None:
    """Show a command, then run it; end the demo if it fails, except with a verdict of `scan`."""
    click.secho(f"\n{title}", bold=True)
    click.secho(f"$ rookery {' '.join(argv)}", dim=True)
    status = run(argv)
    if status not in (0, 3, 4):
        raise click.exceptions.Exit(status)
