"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from companion.choice import FILE, Choice
from companion.language import ENGLISH, LANGUAGES
from companion.layout import PAPER_SIZES
from companion.options import complete_profiles

F = TypeVar("F", bound=Callable[..., object])

INKS = ("full", "low", "mono")


def choice(
    name: str, values: Iterable[str], kind: str, default: str, text: str
) -> Callable[[F], F]:
    """Return an option for one of `values`, which are a `kind`, such as "paper"."""
    chosen = Choice(values, kind)
    return click.option(name, type=chosen, default=default, show_default=True, help=text)


PAPER = choice("--paper", PAPER_SIZES, "paper", "a4", "The paper you print on.")
LANGUAGE = choice(
    "--language", LANGUAGES, "language", ENGLISH, "The language of everything printed."
)
_LESS = "Use less ink: low drops washes and backgrounds, mono is black on white."
INK = choice("--ink", INKS, "ink", "full", _LESS)
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
