"""Paper formats, upright, mm."""

from __future__ import annotations

from dataclasses import dataclass

from companion.decks import near
from companion.errors import UsageError
from companion.language import say
from companion.layout import PAPER_SIZES, Size

EDGE = 4.0  # margin of the paper on which many printers can't print, mm


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper format, upright; `title` is its common name."""

    slug: str
    title: str
    size: Size

    @property
    def sideways(self) -> Size:
        """The size of the page in landscape."""
        return Size(self.size.height, self.size.width)


_TITLES = {"a4": "A4", "letter": "US Letter", "a3": "A3", "tabloid": "Tabloid"}
PAPERS = {slug: Paper(slug, title, PAPER_SIZES[slug]) for slug, title in _TITLES.items()}


def find_paper(slug: str) -> Paper:
    """Return the paper called `slug`; raises `UsageError` for an unknown one."""
    if slug not in PAPERS:
        remedy = near(slug, PAPERS, say("use one of: {names}", names=", ".join(PAPERS)))
        raise UsageError(slug, "no such paper", remedy=remedy)
    return PAPERS[slug]
