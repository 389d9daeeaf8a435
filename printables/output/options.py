"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from companion.choice import FILE, Choice
from companion.language import ENGLISH, LANGUAGES
from companion.options import complete_profiles
from printables.sheets.paper import PAPERS

F = TypeVar("F", bound=Callable[..., object])

INKS = ("full", "low", "mono")

PAPER = click.option(
    "--paper",
    type=Choice(PAPERS, "paper"),
    default="a4",
    show_default=True,
    help="The paper you print on.",
)
INK = click.option(
    "--ink",
    type=Choice(INKS, "ink"),
    default="full",
    show_default=True,
    help="Use less ink: low drops washes and backgrounds, mono is black on white.",
)
LANGUAGE = click.option(
    "--language",
    type=Choice(LANGUAGES, "language"),
    default=ENGLISH,
    show_default=True,
    help="The language of everything printed.",
)
ADDRESS = click.option(
    "--address",
    default="",
    metavar="URL",
    help="Print QR codes that open the phone table at this address.",
)


def output(text: str, default: str | None = None) -> Callable[[F], F]:
    """Return the option -o for a PDF."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE.pdf",
        type=FILE,
        default=default,
        show_default=bool(default),
        help=text,
    )


def profile(text: str) -> Callable[[F], F]:
    """Return the option --profile."""
    return click.option(
        "--profile", "profile_name", metavar="NAME", shell_complete=complete_profiles, help=text
    )
