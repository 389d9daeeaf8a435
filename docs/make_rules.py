"""Write docs/rules.md: every game's rules with the shipped decks' numbers (`make docs`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.deckfile import load_deck, load_summary
from companion.game import game, slugs
from companion.summary import LEGEND, Item, Section

MARK = "◆"
HEAD = f"""# Rules

How to play the five games with the standard decks. The same text is on the printed rules sheets,
which add figures (`rookery print GAME --only rules`), on the Rules page of every table, and in the
terminal: `rookery rules GAME`, with `--language` for another language, `--board 4x5` for a larger
Solitaire, and `--deck FILE.toml` for your own deck.

Numbers such as R6 are what `rookery scan` cites when a table breaks a rule.

{MARK} {LEGEND}

Written by `make docs` from `companion/*/summary.toml`.
"""


def main() -> None:
    """Write the page."""
    Path(__file__).with_name("rules.md").write_text(page(), "utf-8")


def page() -> str:
    """All games' rules in Markdown."""
    return "\n".join([HEAD, *("\n".join(_game(slug)) for slug in slugs())])


def _game(slug: str) -> Iterator[str]:
    row = game(slug)
    summary = load_summary(row, load_deck(row))
    (low, high), (shortest, longest) = row.players, summary.minutes
    yield f"## {summary.title}\n"
    yield f"{low} to {high} players, about {shortest} to {longest} minutes. {summary.aim}\n"
    for section in summary.page:
        yield f"### {section.title}\n"
        yield from (_line(section, item) for item in section.items)
        yield ""


def _line(section: Section, item: Item) -> str:
    """A step has a number; examples and interpretations stand below it, so it goes on counting."""
    mark = f"{MARK} " if item.reading else f"**{item.name}**: " if item.name else ""
    rules = f" ({item.numbers})" if item.numbers else ""
    numbered = section.kind == "steps"
    lead = "1." if numbered and not mark else "   -" if numbered else "-"
    return f"{lead} {mark}{item.text}{rules}"


if __name__ == "__main__":
    main()
