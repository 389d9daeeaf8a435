"""Command line values from a fixed set: a typo gets a suggestion."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click


class Choice(click.Choice[str]):
    """One of some words, in any case: the root command lowers what is compared.

    >>> Choice(["a4", "letter"]).get_invalid_choice_message("leter", None)
    "'leter' is not one of 'a4', 'letter'. Did you mean 'letter'?"
    """

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Click's message, and the word that was most likely meant, if one is like it."""
        return f"{super().get_invalid_choice_message(value, ctx)}{did_you_mean(str(value), self.choices)}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence that names the known word most like this one, after a space; "" if none is.

    >>> did_you_mean("GIZE", ["giza", "rocks"]), did_you_mean("chess", ["giza", "rocks"])
    (" Did you mean 'giza'?", '')
    """
    found = get_close_matches(word.lower(), known, 1)
    return f" Did you mean {found[0]!r}?" if found else ""
