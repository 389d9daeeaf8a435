"""Write docs/rules.md: every game's page of rules with the shipped decks' numbers (`make docs`; a test compares)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.deckfile import load_deck, load_summary
from companion.game import game, slugs
from companion.summary import LEGEND, Item, Section

OURS = "*Ours:*"
HEAD = f"""# Rules

The rules of all five games with the standard decks. `rookery rules GAME` shows them in the terminal, and
`--deck FILE.toml` uses the numbers of your own deck. They are short and don't replace the games' rulebooks.

{OURS} {LEGEND}

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
    low, high = row.players
    yield f"## {summary.title}\n"
    yield f"{low} to {high} players, about {summary.minutes[0]} to {summary.minutes[1]} minutes. {summary.aim}\n"
    for section in (Section("You need", "points", summary.needs), *summary.sections):
        yield f"### {section.title}\n"
        yield from (_line(section, item) for item in section.items)
        yield ""


def _line(section: Section, item: Item) -> str:
    """A step has a number; our readings stand below it, so that the count goes on."""
    if section.kind == "steps":
        return f"   - {OURS} {item.text}" if item.reading else f"1. {item.text}"
    return f"- {OURS} {item.text}" if item.reading else f"- {f'**{item.name}**: ' if item.name else ''}{item.text}"


if __name__ == "__main__":
    main()
