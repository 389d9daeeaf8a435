"""The plan of a print in words: sheets, pieces, and steps for printing and cutting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from companion.game import Piece
from companion.language import Phrase, counted, listed, plural, say, say_many
from printables.sheets.imposition import Page, Sides, duplex, sheets_of_paper
from printables.sheets.paper import Paper

Step: TypeAlias = tuple[Phrase, Phrase]  # what to do, in two or three words, and how

# what to choose at the printer if not the hint of `Sides`, and the step on the first page
SETTINGS: Mapping[str, Phrase] = {
    "none": say("one side: nothing here has a back"),
    "beside": say("one side: fronts and backs on the same sheet"),
}
BACKS: Mapping[str, Step] = {
    "none": (say("Print one side"), say("Nothing here has a back.")),
    "beside": (say("Print one side"), say("Fronts and backs are on the same sheet.")),
    "long": (say("Print both sides"), say("Flip on the long edge.")),
    "short": (say("Print both sides"), say("Flip on the short edge.")),
    "gutterfold": (say("Print one side"), say("Fold along the dashed line, glue, then cut.")),
    "single": (say("Print one side"), say("Fronts and backs on separate sheets.")),
}
KINDS: Mapping[str, Phrase] = {
    "action": say_many("{n} action card", "{n} action cards", 1),
    "board": say_many("{n} board", "{n} boards", 1),
    "box": say_many("{n} box", "{n} boxes", 1),
    "chief": say_many("{n} Chief card", "{n} Chief cards", 1),
    "die": say_many("{n} die", "{n} dice", 1),
    "event": say_many("{n} event card", "{n} event cards", 1),
    "goal": say_many("{n} goal card", "{n} goal cards", 1),
    "handicap": say_many("{n} handicap card", "{n} handicap cards", 1),
    "label": say_many("{n} label", "{n} labels", 1),
    "mat": say_many("{n} mat", "{n} mats", 1),
    "pad": say_many("{n} score sheet", "{n} score sheets", 1),
    "penguin": say_many("{n} penguin", "{n} penguins", 1),
    "pyramid": say_many("{n} pyramid", "{n} pyramids", 1),
    "reference": say_many("{n} reference card", "{n} reference cards", 1),
    "rock": say_many("{n} rock", "{n} rocks", 1),
    "rules": say_many("{n} rules page", "{n} rules pages", 1),
    "standee": say_many("{n} ship", "{n} ships", 1),
    "stickers": say_many("{n} sheet of tags", "{n} sheets of tags", 1),
    "strip": say_many("{n} pyramid strip", "{n} pyramid strips", 1),
    "tile": say_many("{n} sea board", "{n} sea boards", 1),
    "token": say_many("{n} token", "{n} tokens", 1),
    "tracker": say_many("{n} tracker", "{n} trackers", 1),
}

EXTRAS = ("box", "label", "pad", "reference")  # of a card game as data

# the paper that pieces are printed on, by the end of a file's name, and what to load
STOCKS: Mapping[str, Phrase] = {
    "card": say("card of 200 g/m² or more"),
    "board": say("thick paper, to glue on board of 1 to 2 mm"),
    "plain": say("plain paper"),
    "labels": say("label paper"),
}
# the kinds that aren't printed on card
ON_STOCK = {
    **dict.fromkeys(("board", "mat", "rock", "tile", "token", "tracker"), "board"),
    **dict.fromkeys(("label", "pad", "rules", "rules page", "strip"), "plain"),
    "stickers": "labels",
}


def stock_of(piece: Piece) -> str:
    """Return the paper for a piece, one of `STOCKS`."""
    return str(piece.data.get("stock") or ON_STOCK.get(piece.kind, "card"))


def tally(pieces: Iterable[Piece], copies: int = 1) -> Mapping[str, int]:
    """Count the pieces of each kind, in the order of printing."""
    kinds: Counter[str] = Counter()
    for piece in pieces:
        kinds[piece.kind] += piece.count * copies
    return kinds


def pieces_of(kind: str, number: int, *, own: bool = False) -> Phrase:
    """Return a number of pieces of a kind, as a phrase; an `own` one is called by its name, except
    for extras.

    >>> pieces_of("die", 1), pieces_of("die", 2)
    ('1 die', '2 dice')
    """
    words = (None if own and kind not in EXTRAS else KINDS.get(kind)) or Phrase(
        f"{{n}} {kind}", {"n": 1}, f"{{n}} {plural(kind)}"
    )
    return Phrase(words.template, {"n": number}, words.many, number)


def in_words(
    pages: Sequence[Page],
    paper: Paper,
    sides: Sides,
    kinds: Mapping[str, int],
    *,
    own: bool = False,
) -> str:
    """Describe a plan, as in "22 pages on 11 sheets of A4: 52 penguins, 10 tokens"."""
    contents = ", ".join(pieces_of(kind, number, own=own) for kind, number in kinds.items())
    sheets = counted(sheets_of_paper(pages, sides), "sheet")
    return f"{counted(len(pages), 'page')} on {sheets} of {paper.title}: {contents}"


def hint(pages: Sequence[Page], sides: Sides) -> Phrase:
    """Return the setting to choose at the printer."""
    return SETTINGS.get(_backs(pages, sides), sides.hint)


def _backs(pages: Sequence[Page], sides: Sides) -> str:
    """Return "none" or "beside", as backs are missing or on the same side, or the way to print."""
    if sides.cut_apart and any(page.side == "sheet" for page in pages):
        return "beside"
    backless = sides.duplex != "Simplex" and duplex(pages, sides) == "Simplex"
    return "none" if backless else sides.slug


def _loads(pages: Sequence[Page]) -> Phrase:
    """Return the pages for each paper; on a sheet with pieces for several, card comes first."""
    papers: dict[int, str] = {}
    for page in pages:
        for placed in page.placements:
            paper = stock_of(placed.piece)
            papers[page.sheet] = min(papers.get(page.sheet, paper), paper, key=list(STOCKS).index)
    runs: dict[str, list[list[int]]] = {}
    for stock, same in groupby(pages, lambda page: papers.get(page.sheet, "plain")):
        numbers = [page.number for page in same]
        runs.setdefault(stock, []).append(sorted({numbers[0], numbers[-1]}))
    return listed(
        (
            listed((STOCKS[stock], ", ".join("-".join(map(str, ends)) for ends in found)), ": ")
            for stock, found in runs.items()
        ),
        " · ",
    )


def steps(pages: Sequence[Page], paper: Paper, sides: Sides) -> tuple[Step, ...]:
    """Return the steps that these pages need, each as a heading and a sentence."""
    copies = [placed.copy for page in pages for placed in page.placements]
    measured = say("It's at the edge of the paper. If it isn't 100 mm long, the scale is wrong.")
    actual = say("On {paper}: “actual size”, never “fit to page”.", paper=paper.title)
    load = (say("Load the paper, by page"), _loads(pages))
    backs, ruler = BACKS[_backs(pages, sides)], (say("Measure the ruler"), measured)
    result = [load, (say("Print at 100 %"), actual), backs, ruler]
    if any(copy.shape is None for copy in copies):
        order = say("The small numbers show the order; a trimmer makes each cut straight.")
        result.append((say("Cut along the marks"), order))
    if any(copy.shape for copy in copies):
        outlines = say(
            "Cut outlines with scissors, fold along dashes, glue hatched areas or as a tab says."
        )
        result.append((say("Follow the thin lines"), outlines))
    if any(copy.panel for copy in copies):
        joints = say("Lay sheet on sheet up to the dashed line; the small map shows which is next.")
        result.append((say("Join the large pieces"), joints))
    return tuple(result)
