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


PAPERS = {
    paper.slug: paper
    for paper in (
        Paper("a4", "A4", PAPER_SIZES["a4"]),
        Paper("letter", "US Letter", PAPER_SIZES["letter"]),
        Paper("a3", "A3", PAPER_SIZES["a3"]),
        Paper("tabloid", "Tabloid", PAPER_SIZES["tabloid"]),
    )
}


def find_paper(slug: str) -> Paper:
    """Return the paper called `slug`; raises `UsageError` for an unknown one."""
    if slug not in PAPERS:
        remedy = near(slug, PAPERS, say("use one of: {names}", names=", ".join(PAPERS)))
        raise UsageError(slug, "no such paper", remedy=remedy)
    return PAPERS[slug]
