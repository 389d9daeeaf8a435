"""The covers of all games: landscapes, and the drawings of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.deckfile import load_deck
from companion.game import game, slugs
from companion.giza import example as giza_example
from companion.giza.deck import standard as giza_deck
from companion.giza.pyramid import Pyramid, status, support
from companion.giza.scoring import score
from companion.language import LANGUAGES, spoken
from companion.pirates.boards import WHIRLWINDS
from companion.pirates.deck import standard as pirates_deck
from companion.pirates.pieces import first_move
from companion.solitaire.board import standard as solitaire_board
from companion.solitaire.state import full
from printables.art.cover import cover
from printables.art.figures import WIDTH
from printables.draw.colours import Ink
from printables.draw.paths import Path
from printables.draw.pen import BLEED, LINE
from printables.faces.solitaire.cover import HOP
from tests.printables.faces.recorder import Recorder

every_game = pytest.mark.parametrize("slug", slugs())
WIDE, HIGH, PLATE = 64.0, 89.0, 23.0  # mm
FIGURES = [(slug, name) for slug in slugs() for name in cover(slug).figures]


def _edges(path: Path) -> tuple[float, float, float, float]:
    """Left, top, right and lower edge of a path's points, handles included."""
    numbers = [number for _, numbers in path.steps for number in numbers]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


@every_game
@pytest.mark.parametrize("bare", [False, True])
def test_no_outline_runs_along_the_bleed(slug: str, *, bare: bool) -> None:
    """A ground is outlined where it meets another: its other edges lie outside of all that is
    printed.
    """
    pen = Recorder()
    cover(slug).backdrop(pen, WIDE, HIGH, bare=bare)
    ends = (-BLEED, -BLEED, WIDE + BLEED, HIGH + BLEED)
    for one in pen.painted:
        if one.stroke and one.origin == (0.0, 0.0):
            assert all(
                abs(edge - end) > LINE / 2 for edge, end in zip(_edges(one.path), ends, strict=True)
            )


@every_game
def test_nothing_stands_behind_a_plate(slug: str) -> None:
    """Behind a plate over all there are sky and ground, each of which leaves the picture; no
    slivers of more.
    """
    bare, whole = Recorder(), Recorder()
    width, height = 190.0, 44.0
    cover(slug).backdrop(bare, width, height, bare=True)
    cover(slug).backdrop(whole, width, height)
    assert len(bare.painted) < len(whole.painted)
    for one in bare.painted:
        left, top, right, low = _edges(one.path)
        assert one.origin == (0.0, 0.0)
        assert left <= 0 or top <= 0 or right >= width or low >= height


@every_game
def test_scenery_stands_above_a_plate(slug: str) -> None:
    """Whatever is moved to its place stands higher than a plate at the lower edge; the ground still
    ends below it.
    """
    pen = Recorder()
    cover(slug).backdrop(pen, WIDE, HIGH, plate=PLATE)
    assert all(one.origin[1] < HIGH - PLATE for one in pen.painted if one.origin != (0.0, 0.0))
    assert (
        max(_edges(one.path)[3] for one in pen.painted if one.origin == (0.0, 0.0)) > HIGH + BLEED
    )


@every_game
def test_icons_keep_off_their_texts(slug: str) -> None:
    """A small picture is 10 mm wide, or hardly more: a text stands at its right."""
    for name, draw in cover(slug).icons.items():
        pen = Extent()
        draw(pen)
        assert pen.right <= 5.8, name


class Extent(Recorder):
    """Remembers how far to the right something was painted, turned and scaled as it is."""

    right = 0.0

    def paint(self, path: Path, *_colours: object, **_how: object) -> None:
        """See `Pen.paint`: where a curve's handles lie counts, too."""
        for _, numbers in path.steps:
            xs = (self._place(x, y)[0] for x, y in zip(numbers[::2], numbers[1::2], strict=True))
            self.right = max(self.right, *xs, 0)


def _drawn(
    slug: str, name: str, deck: object = None, language: str = "en", ink: Ink = "full"
) -> Recorder:
    pen = Recorder(ink, language)
    cover(slug).figures[name].draw(pen, deck or spoken(load_deck(game(slug)), language))
    return pen


@pytest.mark.parametrize(("slug", "name"), FIGURES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_stay_in_the_figure(slug: str, name: str, language: str) -> None:
    """In every language no letter leaves the frame: 80 mm, and as high as the figure says."""
    figure = cover(slug).figures[name]
    for word in _drawn(slug, name, language=language).words:
        for x, y in word.corners:
            assert -0.1 <= x <= WIDTH + 0.1, word.text
            assert -0.1 <= y <= figure.height + 0.1, word.text


@pytest.mark.parametrize(("slug", "name"), FIGURES)
@pytest.mark.parametrize("ink", ["low", "mono"])
def test_every_ink_draws_every_figure(slug: str, name: str, ink: Ink) -> None:
    """Low ink and mono have the same words."""
    words = [word.text for word in _drawn(slug, name, ink=ink).words]
    assert words == [word.text for word in _drawn(slug, name).words]


def test_giza_r3_the_tie_is_in_the_order_of_the_rules() -> None:
    """giza R3: under each player's card stands when they go."""
    deck = giza_deck()
    texts = [word.text for word in _drawn("giza", "tie").words]
    order = [turn.seat for turn in giza_example.turns()]
    for seat, said in zip(order, ("goes first", "goes second", "goes third"), strict=True):
        assert texts[texts.index(deck.players[seat].name) + 1] == said


@pytest.mark.parametrize("strongest", [0, 1, 3])
def test_giza_r6_r7_the_pyramid_is_legal(strongest: int) -> None:
    """giza R6, R7, R8: it is finished and legal, whatever the deck; without strong
    cards by greys.
    """
    deck = giza_deck()
    cards = tuple(replace(card, arms=(min(card.arms[0], strongest), 0)) for card in deck.penguins)
    built = giza_example.pyramid(replace(deck, penguins=cards))
    assert len(built) == 10
    assert status(built) == ()


def test_giza_r11_the_score_adds_up() -> None:
    """giza R11: the figure shows the heaviest of each level, each goal's points and the total."""
    deck = giza_deck()
    built = giza_example.pyramid(deck)
    found = score(built, giza_example.goals(deck))
    large = [word.text for word in _drawn("giza", "score").words if word.size > 4]
    assert large == [
        *map(str, found.levels),
        *(str(goal.points) for goal in found.goals),
        str(found.total),
    ]
    slot = giza_example.heaviest_load(built)
    above = built.at(slot)
    assert above is not None
    assert 0 < above.weight <= support(built, slot)
    assert built != Pyramid()


def test_solitaire_r1_the_hop_is_legal() -> None:
    """solitaire R1 to R3: on the smallest board, too."""
    board = solitaire_board()
    assert HOP in full(board).hops
    assert HOP in full(board.sized(3, 3)).hops


def test_solitaire_boards_have_their_sizes() -> None:
    """The standard board and the next one; a board that is large already stands alone."""
    board = solitaire_board()
    assert {"3x4", "4x5"} <= {word.text for word in _drawn("solitaire", "larger").words}
    alone = _drawn("solitaire", "larger", board.sized(4, 5)).words
    assert {word.text for word in alone} == {"4x5"}


def test_pirates_r3_r4_the_first_move_is_that_of_the_rules() -> None:
    """pirates R3, R4, R6: the ship gains and pays speed, takes water and is turned by the
    whirlwind.
    """
    deck = pirates_deck()
    move = first_move(deck)
    assert move is not None
    face = deck.boards[0].faces[deck.chart.petal[move.entered]]
    assert face.special in WHIRLWINDS
    assert move.before.speed - move.after.speed == face.cost
    assert move.after.water - move.before.water == face.red
    assert (move.facing - deck.pier_facing) % 6 == WHIRLWINDS[face.special] % 6
    figures = [word.text for word in _drawn("pirates", "sail").words if word.text.isdigit()]
    steps = (move.before, move.after)
    assert figures == [str(n) for step in steps for n in (step.sails, step.speed, step.water)]


def test_pirates_without_speed_for_the_first_move() -> None:
    """Your own deck may start becalmed: then there is no example, in figure or text."""
    deck = pirates_deck()
    becalmed = replace(deck, start=replace(deck.start, sails=0))
    assert first_move(becalmed) is None
    assert _drawn("pirates", "sail", becalmed).words == []
