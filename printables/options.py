"""Options that several commands share."""

from __future__ import annotations

import click

from companion.language import ENGLISH, LANGUAGES

LANGUAGE = click.option(
    "--language", type=click.Choice(list(LANGUAGES)), default=ENGLISH, show_default=True, help="Of all printed words."
)
