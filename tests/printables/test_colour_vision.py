"""Signs that tell things apart do so for everyone: in grey, and for each kind of
colour blindness.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deckfile import load_deck
from companion.game import Piece, game
from printables.art import drawings
from printables.art.patterns import PATTERNS
from printables.draw.colours import GOLD, NIGHT, Colour, Ink
from printables.draw.pen import Pen
from printables.faces.artists import artist
from printables.faces.combust.cards import TIERS
from printables.faces.pirates import cards
from printables.faces.pirates.cards import GROUND
from printables.faces.pirates.signs import BACKS
from printables.faces.pirates.tiles import DOTS, PATTERN, draw_dot
from printables.faces.rocks.signs import NEST_PATTERNS
from tests.printables.colour_vision import CLEAR, SIGHTS, Sight, apart, ciede2000, closest, lab
from tests.printables.faces.recorder import Recorder

INKS: tuple[Ink, ...] = ("full", "low", "mono")
COLOUR_SIGHTS: tuple[Sight, ...] = tuple(sight for sight in SIGHTS if sight != "grey")


@dataclass(frozen=True)
class Sign:
    """What distinguishes one thing from the others of its group: a colour, and a `mark` besides, a
    symbol or a pattern.

    `face` of `piece` shows it.
    """

    ink: Colour
    mark: str
    piece: str
    face: str = "front"


@cache
def deck(slug: str) -> Any:
    return load_deck(game(slug), None)


def _looks(slug: str, rows: Any, piece: str, face: str = "front") -> tuple[Sign, ...]:
    """Signs out of a deck's rows of colours; `piece` has a place for the colour's id."""
    return tuple(
        Sign(row.ink, row.symbol, _first(slug, piece.format(row.id)), face) for row in rows
    )


def _first(slug: str, start: str) -> str:
    """The first piece whose id begins so."""
    return next(piece.id for piece in game(slug).pieces(deck(slug)) if piece.id.startswith(start))


def _penguins() -> tuple[Sign, ...]:
    ids = {
        row.id: next(p.id for p in deck("giza").penguins if p.colour == row.id)
        for row in deck("giza").colours
    }
    return tuple(Sign(row.ink, row.symbol, ids[row.id]) for row in deck("giza").colours)


def _patterned() -> tuple[Sign, ...]:
    ids = {
        row.id: next(p.id for p in deck("giza").penguins if p.colour == row.id)
        for row in deck("giza").colours
    }
    return tuple(Sign(row.ink, row.pattern, ids[row.id]) for row in deck("giza").colours)


def _tiers() -> tuple[Sign, ...]:
    kinds = [
        next(kind.id for kind in deck("combust").kinds if kind.value == 5 * n + 1)
        for n in range(len(TIERS))
    ]
    return tuple(
        Sign(ink, pattern, kind) for (ink, pattern), kind in zip(TIERS, kinds, strict=True)
    )


def _tiles() -> tuple[Sign, ...]:
    ids = {
        back: next(f"tile-{b.id}" for b in deck("pirates").boards if b.back == back)
        for back in BACKS
    }
    return tuple(Sign(ink, PATTERN[back], ids[back], "back") for back, ink in BACKS.items())


GROUPS: dict[str, tuple[str, Callable[[], tuple[Sign, ...]]]] = {
    "giza: colours of penguins, by symbol": ("giza", _penguins),
    "giza: colours of penguins, by pattern": ("giza", _patterned),
    "giza: players' actions": ("giza", lambda: _looks("giza", deck("giza").players, "action-{}")),
    "giza: players' backs": (
        "giza",
        lambda: _looks("giza", deck("giza").players, "action-{}", "back"),
    ),
    "rocks: seats' penguins": ("rocks", lambda: _looks("rocks", deck("rocks").nests, "penguin-{}")),
    "solitaire: colours of tokens": (
        "solitaire",
        lambda: _looks("solitaire", deck("solitaire").colours, "token-large-{}"),
    ),
    "solitaire: colours of pyramids": (
        "solitaire",
        lambda: _looks("solitaire", deck("solitaire").colours, "pyramid-large-{}"),
    ),
    "combust: tiers of values": ("combust", _tiers),
    "pirates: penguins": (
        "pirates",
        lambda: _looks("pirates", deck("pirates").penguins, "penguin-{}"),
    ),
    "pirates: handicaps": (
        "pirates",
        lambda: _looks("pirates", deck("pirates").penguins, "handicap-{}"),
    ),
    "pirates: backs of boards": ("pirates", _tiles),
}


@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.parametrize("sight", COLOUR_SIGHTS)
def test_colours_of_a_group_are_clear_of_each_other(name: str, sight: Sight) -> None:
    """For who sees all colours and for who lacks a kind of cone: at least `CLEAR` apart by
    CIEDE2000.
    """
    distance, one, other = closest(tuple(sign.ink for sign in GROUPS[name][1]()), sight)
    assert distance >= CLEAR, (one, other)


@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.parametrize("ink", INKS)
def test_marks_of_a_group_differ_and_are_really_drawn(
    name: str, ink: Ink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In grey two colours may be one: each sign's own symbol or pattern is on its face in every
    ink, and no other's.
    """
    slug, signs = GROUPS[name][0], GROUPS[name][1]()
    marks = [sign.mark for sign in signs]
    assert len(set(marks)) == len(marks)
    for sign in signs:
        drawn = _drawn(slug, sign, ink, monkeypatch)
        assert drawn & set(marks) == {sign.mark}


def _drawn(slug: str, sign: Sign, ink: Ink, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the symbols and patterns that a face draws."""
    seen: set[str] = set()

    def spy(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any) -> Any:
            seen.add(name)
            return real(*words)

        return call

    def drawing(
        pen: Pen, package: str, folder: str, name: str, *colours: Any, edge: float = 0
    ) -> None:
        if folder == "symbols":
            seen.add(name)
        draw(pen, package, folder, name, *colours, edge=edge)

    draw = drawings.draw
    with monkeypatch.context() as patch:
        patch.setattr(drawings, "draw", drawing)
        for name, real in PATTERNS.items():
            patch.setitem(PATTERNS, name, spy(name, real))
        piece: Piece = next(p for p in game(slug).pieces(deck(slug)) if p.id == sign.piece)
        artist(game(slug))(Recorder(ink), piece, sign.face, deck(slug))
    return seen


def test_nests_have_patterns_of_their_own() -> None:
    """Four seats of rocks, four patterns, beside the symbols."""
    assert len(set(NEST_PATTERNS)) == len(deck("rocks").nests)


@pytest.mark.parametrize("sight", SIGHTS)
def test_dots_of_the_sea_and_spots_on_handicaps_are_clear(sight: Sight) -> None:
    """What a hex costs and what a spot costs are known by colour as well; in grey spots lean on
    their shapes.
    """
    assert apart(GOLD, DOTS["red"][0], sight) >= CLEAR
    assert sight == "grey" or closest(tuple(GROUND.values()), sight)[0] >= CLEAR


@pytest.mark.parametrize("ink", INKS)
def test_yellow_dots_are_rings_and_red_ones_diamonds(ink: Ink) -> None:
    """In every ink: the outlines differ, not the colours alone."""
    yellow, red = Recorder(ink), Recorder(ink)
    draw_dot(yellow, "yellow", 0.5)
    draw_dot(red, "red", 0.5)
    assert [step for step, _ in yellow.painted[0].path.steps].count("C") == 4
    assert [step for step, _ in red.painted[0].path.steps] == ["M", "L", "L", "L", "Z"]


@pytest.mark.parametrize("ink", INKS)
def test_spots_of_a_handicap_differ_in_shape(ink: Ink) -> None:
    """Free, dear and barred spots: a circle, an octagon, a crossed square, whatever
    their colour.
    """
    shapes = set()
    for colour in GROUND:
        pen = Recorder(ink)
        cards._place(pen, colour, 0, 0)
        shapes.add(tuple(step for step, _ in pen.painted[0].path.steps))
    assert len(shapes) == len(GROUND)


def test_events_are_told_from_penguins_by_night_and_pattern() -> None:
    """Combust's events are dark, whoever looks at them."""
    for (ink, _), sight in product(TIERS, SIGHTS):
        assert apart(ink, NIGHT, sight) >= CLEAR


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((50, 2.5, 0), (56, -27, -3), 31.9030),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_gives_the_published_figures(
    one: tuple[float, float, float], other: tuple[float, float, float], difference: float
) -> None:
    """Pairs from the table of Sharma, Wu and Dalal, to the four digits given there."""
    assert ciede2000(one, other) == pytest.approx(difference, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(difference, abs=5e-5)


hexes = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(one=hexes, other=hexes, sight=st.sampled_from(SIGHTS))
def test_distances_are_alike_both_ways_and_nought_for_the_same(
    one: Colour, other: Colour, sight: Sight
) -> None:
    """For every sight."""
    assert apart(one, one, sight) == 0
    assert apart(one, other, sight) == pytest.approx(apart(other, one, sight), abs=1e-9)
    assert 0 <= apart(one, other, sight) < 130


@given(grey=st.integers(0, 255))
def test_greys_look_the_same_to_everybody(grey: int) -> None:
    """No deficiency tints what has no colour."""
    colour = f"#{grey:02x}{grey:02x}{grey:02x}"
    for sight, other in combinations(SIGHTS, 2):
        assert ciede2000(lab(colour, sight), lab(colour, other)) < 0.1
