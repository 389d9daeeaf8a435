"""The pages in docs/ that tell how the decks were tuned."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.deckfile import load_deck
from companion.game import game, slugs
from companion.simulation.report import SIGNS

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("slug", slugs())
def test_page_speaks_of_the_deck_as_it_is(slug: str) -> None:
    """Whoever changes a deck plays it again: `python docs/make_balance.py GAME` writes the page
    again.
    """
    page = (DOCS / "balance" / f"{slug}.md").read_text("utf-8")
    assert f"\n{load_deck(game(slug)).fingerprint[:12]}," in page
    assert f"]({slug}.svg)" in page
    assert (DOCS / "balance" / f"{slug}.svg").is_file()


@pytest.mark.parametrize("slug", slugs())
def test_targets_hold_or_the_page_says_so(slug: str) -> None:
    """Each target stands on its game's page and on the page of all, with the same verdict."""
    index = (DOCS / "balance.md").read_text("utf-8")
    page = (DOCS / "balance" / f"{slug}.md").read_text("utf-8")
    for target in game(slug).need_play().study.targets:
        begins, ends = (
            f"| {target.name} |",
            tuple(f" {sign} {verdict} |" for verdict, sign in SIGNS.items()),
        )
        (row,) = (
            line for line in page.splitlines() if line.startswith(begins) and line.endswith(ends)
        )
        assert f"| [{slug}](balance/{slug}.md) {row}" in index
        assert "missed" not in row
