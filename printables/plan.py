"""How much a job takes, in words, before anything is drawn; and what to do at the printer and with the scissors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.game import Piece
from printables.imposition import Page, Sides, duplex, sheets_of_paper
from printables.paper import Paper

ONE_SIDE = "one side: nothing here has a back"


def tally(pieces: Iterable[Piece], copies: int = 1) -> Mapping[str, int]:
    """How many pieces of each kind, in the order of printing."""
    kinds: Counter[str] = Counter()
    for piece in pieces:
        kinds[piece.kind] += piece.count * copies
    return kinds


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "sheet"), counted(2, "sheet"), counted(10, "fish")
    ('1 sheet', '2 sheets', '10 fish')
    """
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """More than one of it.

    >>> plural("die"), plural("box"), plural("standee")
    ('dice', 'boxes', 'standees')
    """
    irregular = {"die": "dice", "fish": "fish", "rules": "rules", "stickers": "stickers"}
    if noun.endswith(("s", "x", "ch", "sh")):
        return irregular.get(noun, f"{noun}es")
    return irregular.get(noun, f"{noun}s")


def in_words(pages: Sequence[Page], paper: Paper, sides: Sides, kinds: Mapping[str, int]) -> str:
    """Pages, sheets of paper and pieces, as in "22 pages on 11 sheets of A4: 52 penguins, 10 tokens"."""
    contents = ", ".join(counted(number, kind) for kind, number in kinds.items())
    sheets = counted(sheets_of_paper(pages, sides), "sheet")
    return f"{counted(len(pages), 'page')} on {sheets} of {paper.title}: {contents}"


def hint(pages: Sequence[Page], sides: Sides) -> str:
    """What to choose at the printer for the sides."""
    one_sided = sides.duplex != "Simplex" and duplex(pages, sides) == "Simplex"
    return ONE_SIDE if one_sided else sides.hint


def steps(pages: Sequence[Page], paper: Paper, sides: Sides) -> tuple[tuple[str, str], ...]:
    """What to do, each as a head and a sentence: only what these pages need."""
    copies = [placed.copy for page in pages for placed in page.placements]
    choice, rest = re.split("[,:] ", hint(pages, sides), maxsplit=1)
    found = [
        ("Print at 100 %", f"On {paper.title}: “actual size”, never “fit to page”."),
        (f"Print {choice}", f"{rest[:1].upper()}{rest[1:]}."),
        ("Measure the ruler", "It stands at the paper's edge and is 100 mm long. If not, the scale is wrong."),
    ]
    if any(copy.shape is None for copy in copies):
        found.append(("Cut along the marks", "The small numbers tell the order; a trimmer makes each cut straight."))
    if any(copy.shape for copy in copies):
        found.append(("Follow the thin lines", "Scissors for outlines; fold along dashes, glue what is hatched."))
    if any(copy.panel for copy in copies):
        found.append(
            ("Join the large ones", "Lay sheet on sheet up to the dashed line; the small map tells which is next.")
        )
    return tuple(found)
