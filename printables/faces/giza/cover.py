"""Giza's box: the Chief, and a pyramid at noon; the figures for its rules."""

from __future__ import annotations

from companion.giza import example
from companion.giza.deck import CHIEF, Deck, action_id
from companion.giza.pieces import pieces
from companion.giza.pyramid import SLOTS, WIDTHS, Placed, Slot, supporters
from companion.giza.scoring import score
from companion.giza.summary import sum_of
from companion.language import say
from companion.layout import Size
from printables.art import drawings, figures
from printables.art.cover import BEYOND, Cover, View
from printables.art.patterns import draw_symbol
from printables.art.penguins import draw_chief, draw_crook, draw_flail
from printables.draw.colours import GOLD, INK, PAPER, SAND, WHITE, mix
from printables.draw.paths import circle, line, outline, rays, rounded
from printables.draw.pen import Pen, bled, wash
from printables.faces.giza.cards import draw
from printables.faces.giza.goals import Block, draw_bracelet, draw_pyramid

RING = "#c9304a"
ORDER = (say("goes first"), say("goes second"), say("goes third"))


def _placed(pen: Pen, placed: Placed, deck: Deck, at: tuple[float, float], width: float) -> None:
    piece = next(piece for piece in pieces(deck) if piece.id == placed.penguin.id)
    figures.draw_card(pen, draw, piece, deck, at, width, "back" if placed.grey else "front")


def _draw_tie(pen: Pen, deck: Deck) -> None:
    """Draw three action cards in the order of seats, with the Chief beside its holder's."""
    known = {piece.id: piece for piece in pieces(deck)}
    width, pitch = 14.0, 22.0
    for order, turn in zip(ORDER, example.turns(), strict=True):
        player, action = deck.players[turn.seat], deck.actions[turn.number - 1]
        x = 3 + turn.seat * pitch
        figures.draw_card(pen, draw, known[action_id(player, action)], deck, (x, 0), width)
        foot = figures.height_of_card(width)
        figures.draw_note(pen, player.name, x + width / 2, foot + 2.6, pitch - 2)
        figures.draw_note(pen, order, x + width / 2, foot + 6.6, pitch - 2, fill=RING)
    figures.draw_card(
        pen, draw, known[CHIEF], deck, (3 + example.CHIEF * pitch + width + 2.4, 3), 12
    )


def _draw_sum(pen: Pen, deck: Deck) -> None:
    built, width, gap = example.pyramid(deck), 14.0, 1.0
    slot = example.heaviest_load(built)
    high, low = 1.0, 1.0 + figures.height_of_card(width) + gap
    below = [placed for each in supporters(slot) if (placed := built.at(each))]
    for number, placed in enumerate(below):
        _placed(pen, placed, deck, (4 + number * (width + gap), low), width)
    above = built.at(slot)
    if above is None:
        return
    _placed(pen, above, deck, (4 + (width + gap) / 2, high), width)
    strengths = sum_of([placed.strength for placed in below])
    left = 4 + 2 * width + gap + 4
    room = figures.WIDTH - left - 1
    half = figures.height_of_card(width) / 2
    figures.draw_note(pen, say("weight {n}", n=above.weight), left + room / 2, high + half, room)
    figures.draw_arrow(pen, (left + room / 2, low + half - 4), (left + room / 2, high + half + 4))
    figures.draw_note(pen, say("strength {sum}", sum=strengths), left + room / 2, low + half, room)


def _draw_score(pen: Pen, deck: Deck) -> None:
    """Draw a finished pyramid with the heaviest penguins marked, and the goals below."""
    built, width, gap = example.pyramid(deck), 11.4, 0.8
    result, goals = score(built, example.goals(deck)), example.goals(deck)
    pitch, rise, sums = width + gap, figures.height_of_card(width) + gap, 66.0

    def corner(slot: Slot) -> tuple[float, float]:
        level, place = slot
        left = 2 + (place + level / 2) * pitch
        return left, 1 + (len(WIDTHS) - 1 - level) * rise

    for slot in SLOTS:
        if placed := built.at(slot):
            _placed(pen, placed, deck, corner(slot), width)
    for level, weight in enumerate(result.levels):
        row = [slot for slot in SLOTS if slot[0] == level]
        heaviest = next(s for s in row if (card := built.at(s)) and card.weight == weight)
        x, y = corner(heaviest)
        pen.paint(rounded(x, y, width, rise - gap, 0.8), None, RING, width=1.0)
        right = corner(row[-1])[0] + width
        rule = line([(right + 1, y + rise / 2), (sums - 3.4, y + rise / 2)])
        pen.paint(rule, None, RING, width=0.5)
        figures.draw_badge(pen, str(weight), sums, y + rise / 2, RING)
    top, small = 1 + len(WIDTHS) * rise + 1.6, 9.0
    known = {piece.id: piece for piece in pieces(deck)}
    for number, (goal, goal_score) in enumerate(zip(goals, result.goals, strict=True)):
        left = 2 + number * 18
        figures.draw_card(pen, draw, known[goal.id], deck, (left, top), small)
        figures.draw_badge(pen, str(goal_score.points), left + small + 3.4, top + 6, RING)
    pen.paint(line([(sums - 5, top - 0.4), (sums + 5, top - 0.4)]), None, INK, width=0.6)
    pen.text(sums, top + 8.4, str(result.total), 8, INK, weight="semibold")


STONES = ("#e3bd6c", "#d3a850")


def _scene(pen: Pen, view: View) -> None:
    x, y = view.width * 0.5, view.low * 0.34
    # the sun's beams
    pen.paint(bled(Size(view.width, view.height)), wash(pen, SAND))
    beams = rays(x, y, view.width + view.height, 20)
    if pen.ink == "full":
        pen.paint(beams, mix(SAND, GOLD, 0.45))
    else:
        pen.paint(beams, None, mix(WHITE, GOLD, 0.45), width=0.4)
    if not view.bare:
        pen.paint(circle(x, y, view.unit * 0.3), GOLD, INK)
        for at, side, low in ((0.14, 0.045, 0.86), (0.88, 0.07, 0.9)):
            stones = {slot: Block(STONES[sum(slot) % 2]) for slot in SLOTS}
            draw_pyramid(pen, view.width * at, view.low * low, view.unit * side, stones)
    for top, fill in ((0.84, "#edcf8d"), (0.92, "#e0b968")):
        # sand from about y down
        y, width, right, end = view.low * top, view.width, view.width + BEYOND, view.height + BEYOND
        high, low = y - view.unit * 0.05, y + view.unit * 0.06
        dune = outline(
            f"M{-BEYOND} {y} C{width * 0.25} {high} {width * 0.4} {low} {width * 0.62} {y} "
            f"C{width * 0.8} {high} {width} {y} {right} {y} L{right} {end} L{-BEYOND} {end} Z"
        )
        pen.paint(dune, wash(pen, fill), INK)


def _hero(pen: Pen) -> None:
    with pen.at(scale=1.02):
        draw_chief(pen, rim=0)


def _motif(pen: Pen) -> None:
    draw_symbol(pen, "pyramid", 0, 0, 10, fill="#d3a850", detail=PAPER, rim=INK)


def _lead(pen: Pen) -> None:
    for turn, draw_sign in ((-35, draw_crook), (35, draw_flail)):
        with pen.at(0, 0.6, turn=turn, scale=0.42):
            draw_sign(pen)


def _train(pen: Pen) -> None:
    draw_bracelet(pen, 4.4)
    pen.text(0, 1.5, "+1", 4.2, INK, weight="semibold")


COVER = Cover(
    ground="#e9c678",
    deep="#5a3d12",
    tint="#fbf1d6",
    accent="#c9304a",
    scene=_scene,
    hero=_hero,
    motif=_motif,
    icons=drawings.pictures("printables.faces.giza", "icons") | {"lead": _lead, "train": _train},
    figures={
        "tie": figures.Figure(28.4, _draw_tie),
        "sum": figures.Figure(42.6, _draw_sum),
        "score": figures.Figure(84.0, _draw_score),
    },
)
