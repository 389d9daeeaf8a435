from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.deckfile import deck_text
from companion.decks import Colour
from companion.errors import PrintError
from companion.game import Piece, game
from companion.giza.deck import Deck, Goal, read_deck, standard
from companion.giza.pieces import pieces
from companion.layout import Size
from printables.art.penguins import BUILDS, PLAIN, Look, draw_penguin
from printables.draw.colours import PAPER, Ink, contrast
from printables.draw.fonts import Weight, text_width
from printables.draw.pen import BLEED
from printables.draw.svg import SvgPen
from printables.faces.giza.cards import draw, draw_strength
from tests.printables.faces.easel import DPI, Drawn, on_pages, rendered, tags_seen
from tests.printables.faces.recorder import Recorder

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def faces(deck: Deck, *kinds: str) -> list[Drawn]:
    """Every face of these kinds of piece."""
    return [(piece, face) for piece in pieces(deck) if piece.kind in kinds for face in piece.faces]


def a_few(deck: Deck) -> list[Drawn]:
    """One face of each sort."""
    return list(
        {
            (piece.kind, face): (piece, face) for piece in pieces(deck) for face in piece.faces
        }.values()
    )


def svg(deck: Deck, piece: Piece, face: str, ink: Ink = "full") -> str:
    """A face as SVG text."""
    pen = SvgPen(piece.size, ink)
    draw(pen, piece, face, deck)
    return pen.to_svg(piece.id, "test")


def pdf(deck: Deck, drawn: Sequence[Drawn], ink: Ink = "full") -> bytes:
    """A page for each face, with its bleed on magenta."""
    return on_pages(draw, deck, drawn, ink)


def test_a_token_says_on_its_upper_side_what_it_adds() -> None:
    """The side with the tag lies up for the photo: "+1" stands above and below it, to be read from
    both sides.
    """
    deck, pen = standard(), Recorder()
    (token,) = (piece for piece in pieces(deck) if piece.kind == "token")
    draw(pen, token, "front", deck)
    (tag,) = token.faces["front"]
    assert [word.text for word in pen.words] == ["+1", "+1"]
    one, other = (sorted(y for _, y in word.corners) for word in pen.words)
    assert one[0] > tag.y + tag.size / 2
    assert other[-1] < tag.y - tag.size / 2
    assert min(word.size for word in pen.words) > 4


@pytest.mark.parametrize("ink", ["full", "mono"])
def test_the_strip_is_quiet_and_has_a_tag_in_each_slot(ink: Ink) -> None:
    """They are where a card hides them, a detector finds all, and the rest is nearly white."""
    strip = pieces(standard())[-1]
    (picture,) = rendered(pdf(standard(), [(strip, "front")], ink))
    seen = dict(tags_seen(picture, 0.8))
    assert len(seen) == len(strip.faces["front"]) == 7
    for tag in strip.faces["front"]:
        at = seen[tag.id] * 25.4 / DPI - BLEED
        assert np.abs(at - (tag.x, tag.y)).max() < 0.3
    black = sum(tag.size**2 for tag in strip.faces["front"])
    assert (picture < 200).any(axis=2).mean() * strip.size.width * strip.size.height < 1.2 * black


def test_grey_side_has_no_colour() -> None:
    """Giza R8: a grey isn't a penguin of any colour, and looks so."""
    grey = next(piece for piece in pieces(standard()) if piece.kind == "penguin")
    picture = next(rendered(pdf(standard(), [(grey, "back")]))).astype(int)
    assert abs(picture.max(axis=2) - picture.min(axis=2)).max() <= 2


def test_a_colour_called_grey_is_one_like_the_others() -> None:
    """Its ground is not that of the grey sides, whichever is drawn first on a sheet."""
    deck = read_deck(deck_text(game("giza"))[0].replace('"ruby"', '"grey"'), "my.toml")
    card = pieces(deck)[0]
    assert card.data["colour"] == "grey"
    for order in (("front", "back"), ("back", "front")):
        drawn = dict(zip(order, rendered(pdf(deck, [(card, face) for face in order])), strict=True))
        spread = {
            face: int(np.ptp(picture.astype(int), axis=2).max()) for face, picture in drawn.items()
        }
        assert spread["back"] <= 2
        assert np.ptp(drawn["front"][10, 10].astype(int)) > 50, "the colour reaches the edge"


def test_grey_side_shows_one_bracelet_an_arm_whatever_the_front_shows() -> None:
    """Giza R8 (D): two greys of one weight differ only in hat and clothes; their arms
    are raised.
    """
    for arms in ((0, 0), (3, 1)):
        assert Look(BUILDS[4], arms).petrified().arms == (1, 1)


def test_each_bracelet_is_drawn() -> None:
    """Giza R7: one more bracelet in the deck is one more golden band on that arm."""

    def bands(arms: tuple[int, int]) -> int:
        pen = SvgPen(Size(63, 88))
        draw_penguin(pen, Look(BUILDS[2], arms))
        return pen.to_svg("a penguin", "p").count(f'fill="{PLAIN.gold}"')

    for side in range(2):
        counts = [bands((n, 0) if side == 0 else (0, n)) for n in range(4)]
        assert [b - a for a, b in pairwise(counts)] == [1, 1, 1]


@pytest.mark.parametrize("strength", range(7))
def test_seal_shows_the_strength_as_bracelets(strength: int) -> None:
    """Giza R7: as many bracelets below the weight as the arms carry, side by side, none over
    another.
    """
    pen = SvgPen(Size(20, 20))
    draw_strength(pen, 10, 10, strength, width=17)
    svg_text = pen.to_svg("", "")
    assert svg_text.count(f'stroke="{PLAIN.gold}"') == strength
    edges = re.findall(r'd="M([\d.]+) ([\d.]+)[^"]*"[^>]*stroke="' + PLAIN.gold, svg_text)
    assert len(set(edges)) == strength


def test_colour_sides_all_look_different() -> None:
    """Tags and numbers apart, no two penguins of a colour are drawn alike: the table distinguishes
    them apart by sight.
    """
    deck = standard()
    drawn = []
    for piece, _ in faces(deck, "penguin")[::2]:
        pen = SvgPen(piece.size)
        draw(pen, replace(piece, faces={"front": ()}), "front", deck)
        drawn.append(pen.to_svg("", "").replace(f">{deck.by_id[piece.id].number:02d}<", "><"))
    assert len(set(drawn)) == len(drawn)


def test_action_backs_keep_the_secret() -> None:
    """Giza R3: the five backs of a player are the same, and other players' differ."""
    deck = standard()
    backs = {player.id: set[str]() for player in deck.players}
    for piece, _ in faces(deck, "action")[::2]:
        pen = SvgPen(piece.size)
        draw(pen, piece, "back", deck)
        backs[str(piece.data["player"])].add(pen.to_svg("", ""))
    assert [len(found) for found in backs.values()] == [1] * len(deck.players)
    assert len(set.union(*backs.values())) == len(deck.players)


def test_goal_backs_keep_the_secret() -> None:
    """The back of a goal card says nothing of its front."""
    deck = standard()
    assert (
        len(
            {
                svg(deck, replace(piece, id=piece.id), "back").partition(">")[2]
                for piece, _ in faces(deck, "goal")
            }
        )
        == 1
    )


GOAL_AMOUNTS = [
    *(Goal("g", "n", "level-colour", 4, amount) for amount in (2, 3, 4)),
    *(Goal("g", "n", "base-colours", 4, amount) for amount in (2, 3, 4)),
    *(Goal("g", "n", "top-weight", 4, amount) for amount in (1, 5)),
    *(Goal("g", "n", "triangle", 4, amount) for amount in (1, 2, 3)),
    *(Goal("g", "n", "outweigh", 4, amount) for amount in (1, 2, 3)),
    *(Goal("g", "n", "total-weight", 4, amount) for amount in (1, 50)),
    *(Goal("g", "n", "most-colour", 9, 0, colour.id) for colour in standard().colours),
]


@pytest.mark.parametrize(
    "goal", GOAL_AMOUNTS, ids=lambda goal: f"{goal.kind}-{goal.amount}{goal.colour}"
)
def test_goal_pictures_follow_the_deck(goal: Goal) -> None:
    """Giza R12: another amount or colour than the standard deck's gives another picture, not the
    same.
    """
    deck = replace(standard(), goals=(goal,))
    piece = replace(next(p for p in pieces(standard()) if p.kind == "goal"), id="g", data={})
    mine = svg(deck, piece, "front")
    others = [
        svg(replace(deck, goals=(other,)), piece, "front")
        for other in GOAL_AMOUNTS
        if other != goal
    ]
    assert mine not in others


def test_missing_glyph_names_the_piece() -> None:
    """A deck with a name that the font can't print is refused, and the card is named."""
    deck = standard()
    goal = replace(deck.goals[0], name="金")
    deck = replace(deck, goals=(goal, *deck.goals[1:]))
    piece = next(p for p in pieces(deck) if p.id == goal.id)
    with pytest.raises(PrintError, match=f"^{goal.id}: .*U\\+91D1"):
        draw(SvgPen(piece.size), piece, "front", deck)


@settings(max_examples=25, deadline=None)
@given(text=st.text("abcWM ßé'<&", min_size=1, max_size=120).filter(str.strip), ink=COLOURS)
def test_long_names_and_any_colours_stay_on_the_card(text: str, ink: str) -> None:
    """Names of your own deck never run over the trim, and every colour leaves its
    letters readable.
    """
    plain = standard()
    deck = replace(
        plain,
        title=text,
        players=tuple(replace(player, ink=ink) for player in plain.players),
        colours=tuple(replace(colour, ink=ink) for colour in plain.colours),
        actions=tuple(replace(action, verb=text, text=text) for action in plain.actions),
        goals=tuple(replace(goal, name=text) for goal in plain.goals),
    )
    for piece, face in a_few(deck):
        root = ET.fromstring(svg(deck, piece, face))  # noqa: S314 - our own output
        for each in root.findall(f"{SVG}text"):
            weight: Weight = "semibold" if each.get("font-weight") == "600" else "medium"
            half = text_width(each.text or "", float(each.get("font-size", "0")), weight) / 2
            x = float(each.get("x", "0"))
            assert half - 0.1 <= x <= piece.size.width - half + 0.1, (piece.id, face, each.text)
            if piece.kind == "action":
                assert contrast(each.get("fill", ""), PAPER) >= 7, each.text


def test_unlike_colours_have_unlike_symbols() -> None:
    """Colour is never the only sign: with the same ink everywhere the four fronts still differ."""
    plain = standard()
    deck = replace(plain, colours=tuple(replace(colour, ink="#808080") for colour in plain.colours))

    def ground(colour: Colour) -> str:
        penguin = next(p for p in deck.penguins if p.colour == colour.id)
        piece = next(p for p in pieces(deck) if p.id == penguin.id)
        return svg(replace(deck, penguins=(replace(penguin, weight=1, arms=(1, 1), number=7),)),
                   replace(piece, faces={"front": ()}), "front").partition(">")[2]  # fmt: skip

    assert len({ground(colour) for colour in deck.colours}) == len(deck.colours)
