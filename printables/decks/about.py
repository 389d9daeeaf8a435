"""The label, box, score pad and reference card of a card game as data, from its `[about]`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.fields import Table
from companion.game import Deck, Game, Piece
from companion.language import Phrase, listed, say
from companion.layout import POKER, Size
from companion.summary import Item, Pad, Section, Summary
from companion.text import name_key, one_line
from companion.wording import near, quoted
from printables.art.cover import HERO, Cover, View, deck_mark
from printables.decks import rulespage
from printables.decks.boxes import Element, Icons, Text
from printables.decks.kinds import COLOUR, LIKE_THIS, SLOT
from printables.draw.colours import INK, PAPER, WHITE, deep, mix
from printables.draw.paths import Box, Path, Shape, circle, rectangle, rounded
from printables.draw.pen import BLEED, LINE, Pen, wash
from printables.extras import label, pad, reference, tuckbox
from printables.extras.contents import for_players
from printables.extras.tuckbox import CARD
from printables.sheets.plan import pieces_of, stock_of, tally

GROUND = "#1f6f8b"  # if the game names no colour
MOST_ROWS = 12  # of the score pad, besides the total
FAN, STEP = 14.0, 13.0  # degrees and mm between two of the three pieces on the box
NO_RULES = "delete the line, or write rules with this heading"
LINKED, RULED = say("This code opens the game's page."), say("This code is the rules.")


@dataclass(frozen=True, slots=True)
class About:
    """What game.toml says about the game as a whole, and what the label's code holds."""

    players: tuple[int, int]
    summary: Summary
    colour: str
    code: str
    words: Phrase | str


ABSENT = About((1, 1), Summary("", "", (1, 1), Section("", "points", ()), ()), GROUND, "", "")


def read_about(row: Table, title: str, rules: str) -> About:
    """Read `[about]`, given the rules' text; what is returned after a mistake is of no use."""
    (fewest, most), (short, long) = (
        sorted(row.take_ints(key, 2, 1, top)) for key, top in (("players", 20), ("minutes", 600))
    )
    aim = row.take_str("aim")
    colour, link, reference, score = (
        row.take_str(key) if row.has(key) else usual
        for key, usual in (("colour", GROUND), ("link", ""), ("reference", ""), ("score", ""))
    )
    if not COLOUR.fullmatch(colour):
        row.report("colour", f"{quoted(colour)} isn't a colour", LIKE_THIS)
    known, sides = _sections(rules), []
    for name in filter(None, map(str.strip, reference.split(","))):
        if section := known.get(name_key(name)):
            sides.append(section)
        else:
            titles = [section.title for section in known.values()]
            remedy = f"add a line  # {name}  to the rules" if rules.strip() else NO_RULES
            remedy = near(name, titles) if titles else remedy
            row.report("reference", f"no part of the rules is called {quoted(name)}", remedy)
    if len(sides) > 2:
        row.report("reference", f"{len(sides)} parts", "a card has two sides, for one part each")
    rows = tuple(filter(None, map(str.strip, score.split(","))))
    if len(rows) > MOST_ROWS:
        row.report("score", f"{len(rows)} rows", f"use up to {MOST_ROWS}, which fit the pad")
    row.done()
    pad = Pad(say("Score"), aim, True, rows, (), total=say("Total")) if rows else None
    needs = Section("", "points", ())
    summary = Summary(title, aim, (short, long), needs, (), tuple(sides), pad)
    words = LINKED if link else RULED if rules else ""
    return About((fewest, most), summary, colour, link or rules.strip() or aim, words)


def _sections(rules: str) -> Mapping[str, Section]:
    """Return the parts of the rules by the keys of their headings; an icon becomes its name."""
    found = {}
    for part in re.split(r"^#+", SLOT.sub(r"\1", rules), flags=re.MULTILINE)[1:]:
        title, *lines = (one_line(line)[0] for line in part.split("\n"))
        if items := tuple(Item(line, ("R1",)) for line in lines if line):
            found[name_key(title)] = Section(title, "points", items)
    return found


def made_look(
    colour: str,
    pieces: Sequence[Piece],
    faces: Mapping[tuple[str, str], tuple[Element, ...]],
    shapes: Mapping[str, Shape],
) -> Cover:
    """Return the look of a game's box: three of its pieces before hills of its colour."""
    fronts = [piece for piece in pieces if piece.kind == pieces[0].kind]
    shown = [fronts[len(fronts) * place // 3] for place in range(3)]

    def scene(pen: Pen, view: View) -> None:
        width, height, low = view.width, view.height, view.low
        sky, far = mix(colour, WHITE, 0.72), mix(colour, WHITE, 0.4)
        pen.paint(rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED), wash(pen, sky))
        if pen.ink == "full":
            pen.paint(circle(width / 2, low * 0.5, view.unit * 0.4), mix(colour, WHITE, 0.86))
            for x, tint in ((0.1, far), (0.95, colour)):
                pen.paint(circle(width * x, low + width * 0.62, width * 0.8), tint)

    def draw(pen: Pen, piece: Piece) -> None:
        """Draw a front without letters, which would be too small, about the origin."""
        size = piece.size
        if shape := shapes.get(piece.kind):
            edge: Path = shape.cut
        else:
            edge = rounded(0, 0, size.width, size.height, 3)
        with pen.at(-size.width / 2, -size.height / 2):
            pen.paint(edge, WHITE, INK, width=LINE)
            with pen.clip(edge):
                for element in faces[piece.id, "front"]:
                    if not isinstance(element, Text):
                        element.draw(pen)
            pen.paint(edge, None, INK, width=LINE)

    def hero(pen: Pen) -> None:
        size = shown[0].size
        scale = min((HERO[1] - 8) / size.height, (HERO[0] - 2 * STEP) / size.width)
        for place, piece in enumerate(shown, -1):
            with pen.at(place * STEP, -HERO[1] / 2 + abs(place) * 2, turn=place * FAN, scale=scale):
                draw(pen, piece)

    icons = [each.icon for drawn in faces.values() for each in drawn if isinstance(each, Icons)]

    def motif(pen: Pen) -> None:
        if icons:
            Icons(Box(-4.5, -4.5, 9, 9), icons[0], 1, "middle").draw(pen)
        else:
            pen.paint(
                rounded(-3, -4.4, 6, 8.8, 1), mix(colour, WHITE, 0.5), deep(colour), width=LINE
            )

    tint = mix(colour, WHITE, 0.85)
    return Cover(colour, deep(colour), tint, mix(colour, PAPER, 0.4), scene, hero, motif)


def extras(game: Game, deck: Deck, about: About, *, folded: bool) -> tuple[Piece, ...]:
    """Return the pages that come with a game, which are printed only on request."""
    if about is ABSENT:
        return ()
    own, summary = game.pieces(deck), about.summary
    kinds = tally(piece for piece in own if piece.kind != rulespage.KIND)
    holds = listed([pieces_of(kind, number, own=True) for kind, number in kinds.items()], ", ")
    mark = deck_mark(deck)
    said = (about.words, listed((holds, mark), " · ")) if about.words else (holds, mark)
    boxed = for_players((*own, *reference.pieces(summary)), game, None)
    cards = [each.size for each in boxed if stock_of(each) == "card"] or [POKER]
    size = Size(max(each.width for each in cards), max(each.height for each in cards))
    pages = (
        *label.pieces(about.code, "", said),
        *reference.pieces(summary),
        *pad.pieces(game, summary),
        *tuckbox.pieces(tuckbox.nets(game, deck, boxed, CARD, folded=folded, size=size)),
    )
    return tuple(replace(each, extra=True) for each in for_players(pages, game, None))
