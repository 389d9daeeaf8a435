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
    assert f"\n{load_deck(game(slug)).fingerprint[:8]}," in page
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


def _figures(page: str, row: str) -> dict[str, float]:
    """The first figure of each column of a page's table, by the column's head."""
    lines = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("|")]
    heads = next(line for line in lines if "players" in line[1])
    cells = next(line for line in lines if line[0].strip() == row)
    pairs = zip(heads[1:], cells[1:], strict=True)
    return {head.strip(): float(cell.split()[0]) for head, cell in pairs}


@pytest.mark.parametrize("slug", slugs())
def test_each_page_says_what_bots_cannot_show(slug: str) -> None:
    """And what is outside a target at one number of players."""
    page = (DOCS / "balance" / f"{slug}.md").read_text("utf-8")
    assert "## What the bots can't show" in page
    assert ("## By number of players" in page) == bool(game(slug).need_play().study.targets)


@pytest.mark.parametrize(
    ("slug", "row", "head"),
    [
        ("combust", "whoever starts wins", players)
        for players in ("3 players", "4 players", "6 players", "8 players")
    ]
    + [("rocks", "wins by seat, %", f"{n} players") for n in (2, 4)]
    + [("rocks", "wins by seat, %", f"{n} players, play-out") for n in (2, 4)]
    + [("pirates", "won, %", head) for head in ("3 players", "4 players", "4 players, cousin")],
)
def test_figures_by_number_of_players_are_the_tables(slug: str, row: str, head: str) -> None:
    """Whoever plays again writes these sentences again."""
    page = (DOCS / "balance" / f"{slug}.md").read_text("utf-8")
    said = page.partition("## By number of players")[2].partition("\n## ")[0]
    assert f"{_figures(page, row)[head]:.1f} %" in said


def test_the_goals_that_two_players_meet_too_often_are_named() -> None:
    """Those over the target's 60 %, and no others; with three and four there are none."""
    page = (DOCS / "balance" / "giza.md").read_text("utf-8")
    said = page.partition("## By number of players")[2].partition("\n## ")[0]
    named = {}
    for line in page.splitlines():
        if line.startswith("| goal met: "):
            row = line.strip("|").split("|")[0].strip()
            goal = row.removeprefix("goal met: ").partition(" (")[0]
            figures = _figures(page, row)
            assert max(figures["3 players"], figures["4 players"]) <= 60
            if figures["2 players"] > 60:
                named[goal] = f"**{goal} ({figures['2 players']:.1f} %)**"
    assert named
    assert [each for each in named.values() if each not in said] == []
    assert said.count("**") == 2 * len(named)
