"""The default name of a PDF."""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST_NAMED = 3  # most choices in a file's name


def file_name(
    slug: str,
    *,
    board: str | None = None,
    only: Sequence[str] = (),
    players: int | None = None,
    extras: bool = True,
) -> str:
    """Return the default name of a PDF, which contains the options that choose part of a set.

    >>> file_name("giza"), file_name("giza", only=["penguin-07"], players=2)
    ('giza.pdf', 'giza-penguin-07-2-players.pdf')
    >>> file_name("solitaire", board="4x5", extras=False), file_name("giza", only=["a,b*", "c,d"])
    ('solitaire-4x5-no-extras.pdf', 'giza-a-and-3-more.pdf')
    """
    words = list(dict.fromkeys(word.strip() for text in only for word in text.split(",")))
    if len(words) > MOST_NAMED:
        words = [words[0], f"and {len(words) - 1} more"]
    seats = f"{players} player{'s' if players > 1 else ''}" if players else ""
    parts = (slug, board or "", *words, seats, "" if extras else "no extras")
    clean = (re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-")[:40] for part in parts)
    return f"{'-'.join(filter(None, clean))}.pdf"
