"""Options of the commands that print, and the list that all of these share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, reduce
from typing import TYPE_CHECKING, TypeVar, get_args

import click

from companion import options
from companion.language import ENGLISH, LANGUAGES
from companion.layout import PAPER_SIZES
from companion.options import Choice, number
from printables.draw.colours import Ink

if TYPE_CHECKING:
    from printables.sheets.cutter import Cutter

SIDES = ("long", "short", "gutterfold", "single")
TARGETS = ("thegamecrafter", "makeplayingcards", "drivethrucards", "tts")
F = TypeVar("F", bound=Callable[..., object])


def choice(
    name: str, values: Iterable[str], kind: str, default: str, text: str
) -> Callable[[F], F]:
    """Return an option for one of `values`, which are a `kind`, such as "paper"."""
    chosen = Choice(values, kind)
    return click.option(name, type=chosen, default=default, show_default=True, help=text)


def whole(
    name: str, low: int, high: int, text: str, default: int | None = None
) -> Callable[[F], F]:
    """Return an option for a whole number from `low` to `high`."""
    kind, shown = number(low, high), default is not None
    return click.option(
        name, type=kind, default=default, show_default=shown, metavar="N", help=text
    )


def output(text: str, default: str | None = None, *, metavar: str = "") -> Callable[[F], F]:
    """Return the option -o for a PDF, or a required one for a `metavar`."""
    name = metavar or "FILE.pdf"
    option = partial(click.option, "-o", "--output", metavar=name, type=options.FILE, help=text)
    if metavar:  # without a default: for Click, None is one
        return option(required=True)
    return option(default=default, show_default=bool(default))


def only(text: str) -> Callable[[F], F]:
    """Return the option --only."""
    return click.option("--only", type=str.lower, metavar="ID,...", multiple=True, help=text)


def profile(text: str) -> Callable[[F], F]:
    """Return the option --profile."""
    known = options.complete_profiles
    return click.option(
        "--profile", "profile_name", metavar="NAME", shell_complete=known, help=text
    )


PAPER = choice("--paper", PAPER_SIZES, "paper", "a4", "The paper you print on.")
LANGUAGE = choice(
    "--language", LANGUAGES, "language", ENGLISH, "The language of everything printed."
)
_LESS = "Use less ink: low drops washes and backgrounds, mono is black on white."
INK = choice("--ink", get_args(Ink), "ink", "full", _LESS)
ADDRESS = click.option(
    "--address",
    default="",
    metavar="URL",
    help="Print QR codes that open the phone table at this address.",
)
TAGS = click.option(
    "--tags",
    is_flag=True,
    help="Print a small black and white tag in two corners of each card's front, so that "
    "'rookery scan PHOTO --game FILE.manifest.json' lists the cards.",
)
STOCK = click.option(
    "--stock",
    is_flag=True,
    help="Write a PDF for each kind of paper that is needed: card, thick board, plain paper and "
    "labels.",
)


def _cutter(text: str) -> Cutter:
    from printables.sheets.cutter import find_cutter

    return find_cutter(text)


def together(*group: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds options, in the order in which --help lists them."""
    return lambda command: reduce(lambda done, option: option(done), reversed(group), command)


SHEETS = together(
    click.option("--force", is_flag=True, help="Replace a larger print, or another file."),
    PAPER,
    choice(
        "--sides",
        SIDES,
        "way to print both sides",
        "long",
        "How backs get behind fronts: duplex, flipped on the long or the short edge; gutterfold, "
        "to fold and glue; or single, with backs on their own sheets.",
    ),
    click.option(
        "--bleed", is_flag=True, help="Give each card its own bleed, without shared cuts."
    ),
)
PRESS = together(
    whole("--copies", 1, 50, "Print each piece N times, up to 50.", 1),
    profile("Correct your printer's errors with a profile from 'rookery calibrate'."),
    click.option(
        "--shop",
        metavar="DIR",
        type=options.FILE,
        help="Write a 300 dpi PNG of every face for a print shop, instead of a PDF.",
    ),
    click.option(
        "--to",
        type=Choice(TARGETS, "shop or virtual table"),
        help="Write what this shop takes, or with tts what Tabletop Simulator loads, into the "
        "folder of --shop.  [default for the folder: GAME-tts and so on]",
    ),
    click.option(
        "--cut", type=Choice(("svg", "dxf"), "format"), help="Add files for a cutting machine."
    ),
    click.option(
        "--cutter",
        type=_cutter,
        metavar="MACHINE",
        help="Lay cards as a machine needs them: silhouette with its marks, cricut as pictures "
        "for its program, or any, with round corners and gaps. Change them in mm: "
        "silhouette,gap=1.25,corners=3,inset=10,length=8,width=1.",
    ),
    LANGUAGE,
    click.option(
        "--plan", "only_plan", is_flag=True, help="Show how many sheets it takes, and stop there."
    ),
)
