"""Write docs/rules.md: every game's rules with the shipped decks' numbers (`make docs`).

`make pictures` draws the figures of the printed sheets into docs/pictures/rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.deckfile import load_deck, load_summary
from companion.game import game, slugs
from companion.summary import LEGEND, Item, Section

MARK = "◆"
HEAD = f"""# Rules

How to play the five games with the standard decks. The same text and figures are on the printed
rules sheets (`rookery print GAME --only rules`) and on the Rules page of every table, in five
languages; `rookery rules GAME` shows them in the terminal.

Numbers such as R6 are what `rookery scan` cites when a table breaks a rule.

{MARK} {LEGEND}

Written by `make docs` from `companion/*/summary.toml`.
"""


FIGURES = {  # what each shows, for those who can't see it
    "combust-turn": "Draw a card. An event takes effect. A penguin is discarded for its ability, or"
    " added to your line without it.",
    "giza-tie": "Two players chose a 4: the one without the Chief waits. The 1 goes first.",
    "giza-sum": "A penguin of weight 3 on two of strength 1 and 2, which carry 3.",
    "giza-score": "A pyramid. The heaviest penguins of its levels score 4, 2, 3 and 3, its goals 3,"
    " 0 and 4: 19 points.",
    "pirates-map": "The map: Puerto Rico at the bottom, then four rows of boards, yellow below red."
    " Bob is on a yellow board, home is on a red one.",
    "pirates-sail": "The ship sails from Puerto Rico to the whirlwind. Sails stay at 2, speed falls"
    " from 2 to 1, and water rises to 1.",
    "pirates-storm": "With sails of 0 to 4 red dots cost water and yellow ones nothing; with 5 to 7"
    " both do.",
    "rocks-setup": "A quarter of the board: a nest of six spaces around a centre, the path to the"
    " pile, and both penguins.",
    "rocks-hop": "After a roll of 4 a penguin hops over two others onto the free space behind"
    " them: 1 for the hop and 1 for the landing make 2.",
    "solitaire-hop": "Three steps: a pyramid hops over its neighbour and lands on the next one;"
    " what it hopped over is removed.",
    "solitaire-larger": "A board of 3x4 and one of 4x5.",
}


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
        if section.figure:
            name = f"{slug}-{section.figure}"
            yield f'![{FIGURES[name]}](pictures/rules/{name}.webp){{ width="480" }}\n'
        yield from (_line(section, item) for item in section.items)
        yield ""


def _line(section: Section, item: Item) -> str:
    """A step has a number; examples and interpretations stand below it, so it goes on counting."""
    mark = f"{MARK} " if item.reading else f"**{item.name}**: " if item.name else ""
    rules = f" ({item.numbers})" if item.numbers else ""
    numbered = section.kind == "steps"
    lead = "1." if numbered and not mark else "    -" if numbered else "-"
    return f"{lead} {mark}{item.text}{rules}"


if __name__ == "__main__":
    main()
