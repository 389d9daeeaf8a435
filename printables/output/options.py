"""Options that several commands share."""

from __future__ import annotations

import click

from companion.choice import Choice
from companion.language import ENGLISH, LANGUAGES

LANGUAGE = click.option(
    "--language",
    type=Choice(list(LANGUAGES)),
    default=ENGLISH,
    show_default=True,
    help="Of all printed words.",
)
