"""What pirates' faces show is what the deck says, and a photo can read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from math import hypot
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import PrintError
from companion.game import Piece
from companion.hexes import centre
from companion.layout import POKER, Size
from companion.pirates.boards import Board, Face
from companion.pirates.deck import ACTIONS, SYMBOLS, Deck, standard
from companion.pirates.pieces import (
    HEX_SIDE,
    MARKER,
    SHIP,
    TRACKERS,
    WINDOW,
    TrackerPlan,
    board_edges,
    board_hexes,
    board_middle,
    effect_texts,
    pieces,
    tracker_plan,
)
from companion.tags import BLACK_MODULES
from printables.art import patterns
from printables.draw.colours import PAPER, Ink, contrast
from printables.draw.paths import Path, circle, rectangle, rounded
from printables.draw.pen import BLEED, LINE
from printables.draw.svg import SvgPen
from printables.faces.pirates import draw, shape, tiles
from printables.faces.pirates.cards import CELL, EDGE, GAP, HEAD, WORDS
from printables.faces.pirates.ships import deck_outline
from printables.faces.pirates.signs import SIGNS, draw_sign
from tests.printables.faces.easel import DPI, MAGENTA, Drawn, on_pages, rendered
from tests.printables.faces.recorder import Painted, Recorder

SAFE = 3.0  # mm from the trim that no text comes nearer to
INKS: tuple[Ink, ...] = ("full", "low", "mono")
SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.text("abcWM ßé'<&", min_size=1, max_size=80).filter(str.strip)
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def faces(deck: Deck) -> list[Drawn]:
    """Every face of every piece."""
    return [(piece, side) for piece in pieces(deck) for side in piece.faces]


def a_few(deck: Deck) -> list[Drawn]:
    """One face of each sort."""
    sorts = {
        (piece.kind, piece.id.split("-")[0], side): (piece, side)
        for piece, side in reversed(faces(deck))
    }
    return list(sorts.values())


def named(deck: Deck, name: str) -> Piece:
    """The piece called so."""
    return next(piece for piece in pieces(deck) if piece.id == name)


def recorded(deck: Deck, piece: Piece, side: str, ink: Ink = "full") -> Recorder:
    """What a face draws."""
    pen = Recorder(ink)
    draw(pen, piece, side, deck)
    return pen


def svg(deck: Deck, piece: Piece, side: str, ink: Ink = "full") -> str:
    """A face as SVG text."""
    pen = SvgPen(piece.size, ink)
    draw(pen, piece, side, deck)
    return pen.to_svg("a piece", "test")


def pdf(deck: Deck, drawn: Sequence[Drawn], ink: Ink = "full", page: str = MAGENTA) -> bytes:
    """A page for each face, with its bleed on a page of the colour `page`."""
    return on_pages(draw, deck, drawn, ink, page)


def outline(piece: Piece, side: str, deck: Deck) -> npt.NDArray[np.float32]:
    """Where the scissors go on this side, as corners, mm; curves by their ends."""
    found = shape(piece, deck)
    cut = found.cut if found else rectangle(0, 0, piece.size.width, piece.size.height)
    points = _corners(cut)
    mirrored = [(piece.size.width - x, y) for x, y in points] if side == "back" else points
    return np.array(mirrored, np.float32)


def test_a_ship_in_the_middle_of_a_hex_leaves_the_board_readable() -> None:
    """A ship stands on any hex, facing any way: its base lies inside the hex and clear of the
    board's tag.
    """
    base = np.array(
        [
            (x, y - SHIP.base.height / 2)
            for one, other in pairwise([*_corners(deck_outline()), (0, 0)])
            for x, y in np.linspace(one, other, 30)
        ]
    )
    assert np.hypot(*base.T).max() < HEX_SIDE * 3**0.5 / 2
    turned = np.concatenate([base @ _rotation(60 * turns) for turns in range(6)])
    deck = standard()
    for board in deck.boards:
        tag, middle = named(deck, f"tile-{board.id}").faces["front"][0], board_middle(deck, board)
        for spot in board_hexes(deck, board):
            place = np.array(centre(spot, HEX_SIDE)) + middle - (tag.x, tag.y)
            beyond = np.maximum(np.abs(turned + place) - tag.size / 2, 0)
            assert np.hypot(*beyond.T).min() > 1.2


def _corners(path: Path) -> list[tuple[float, float]]:
    return [(step[1][-2], step[1][-1]) for step in path.steps if step[1]]


def _rotation(degrees: float) -> npt.NDArray[np.float64]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([(c, s), (-s, c)])


# --- boards ---


def dots(pen: Recorder) -> list[tuple[str, Painted]]:
    """Each dot that was drawn, told by its shape alone."""
    coin, cross = circle(0, 0, 4.2), sea_diamond()
    return [
        ("yellow" if each.path == coin else "red", each)
        for each in pen.painted
        if each.path in (coin, cross)
    ]


@cache
def sea_diamond() -> Path:
    """The outline of a red dot."""
    pen = Recorder()
    tiles.draw_dot(pen, "red", 1)
    return pen.painted[0].path


@pytest.mark.parametrize("ink", INKS)
def test_dots_are_those_of_the_deck(ink: Ink) -> None:
    """Pirates R3, R4: each hex of each board shows its own dots, told apart by shape, whatever the
    ink.
    """
    deck = standard()
    for board in deck.boards:
        middle, spots = board_middle(deck, board), board_hexes(deck, board)
        found: list[Counter[str]] = [Counter() for _ in spots]
        for colour, each in dots(recorded(deck, named(deck, f"tile-{board.id}"), "front", ink)):
            x, y = each.origin[0] - middle.x, each.origin[1] - middle.y
            far = [hypot(x - c.x, y - c.y) for c in (centre(spot, HEX_SIDE) for spot in spots)]
            found[far.index(min(far))][colour] += 1
        assert [(each["yellow"], each["red"]) for each in found] == [
            (each.yellow, each.red) for each in board.faces
        ], board.id


def test_mono_dots_differ_in_lightness() -> None:
    """On a black and white printer a yellow dot is white and a red one black."""
    for name, wanted in (("yellow", "#ffffff"), ("red", "#20232e")):
        pen = Recorder("mono")
        tiles.draw_dot(pen, name, 1)
        assert pen.painted[0].fill == wanted


SPECIALS = (
    "",
    "bob",
    "bucket",
    "cousin",
    "fish",
    "home",
    "kraken",
    "sextant",
    "whirlwind-port",
    "whirlwind-starboard",
)


def test_hexes_keep_off_the_tag() -> None:
    """What is on a hex touches the frame of the tag nowhere, whichever hex of the three
    it is on.
    """
    deck, scale = standard(), DPI / 25.4
    drawn = [(piece, "front") for piece in pieces(deck) if piece.kind == "tile"]
    for (piece, side), picture in zip(drawn, rendered(pdf(deck, drawn)), strict=True):
        tag = piece.faces[side][0]
        inner, outer = (round((WINDOW / 2 + beyond) * scale) for beyond in (0.4, 0.7))
        x, y = (round((n + BLEED) * scale) for n in (tag.x, tag.y))
        ring = picture[y - outer : y + outer, x - outer : x + outer].max(axis=2)
        ring[outer - inner : outer + inner, outer - inner : outer + inner] = 255
        assert ring.min() > 110, piece.id  # lines between hexes are lighter than ink


def test_badges_keep_off_the_thick_border() -> None:
    """On the northern hex, where room is short, a special's amount lies clear of the border."""
    deck = standard()
    badge = rounded(3.0, 1.6, 12, 5.8, 2.9)
    seen = 0
    for board in deck.boards:
        edges, middle = board_edges(deck, board), board_middle(deck, board)
        shore = tiles.inset([edge.start for edge in edges], [tiles.STERN] * len(edges))
        north = np.array([(x + middle.x, y + middle.y) for x, y in shore], np.float32)
        top = middle.y - 3**0.5 * HEX_SIDE  # of the northern hex, its middle
        for each in recorded(deck, named(deck, f"tile-{board.id}"), "front").painted:
            if each.path == badge and abs(each.origin[1] - top) < HEX_SIDE / 2:
                seen += 1
                ends = [(each.origin[0] + x, each.origin[1] + 4.5) for x in (5.9, 12.1)]
                assert all(
                    cv2.pointPolygonTest(north, end, measureDist=True) > 2.9 + 0.8 for end in ends
                ), board.id
    assert seen > 2


def test_names_on_hexes_are_of_one_size() -> None:
    """Bob, his cousin and home are written alike, clear of the figures."""
    sizes = set()
    for special in ("bob", "cousin", "home"):
        pen = Recorder()
        tiles._hex(pen, Face(1, 0, special), pier=False)
        sizes.add(round(pen.words[0].size, 3))
        assert pen.words[0].corners[1][0] < -5.2
    assert len(sizes) == 1


@pytest.mark.parametrize("ink", INKS)
def test_specials_all_look_different(ink: Ink) -> None:
    """Pirates R6: what is on a hex is known by its shapes alone, also in black and white."""
    drawn = set()
    for special in SPECIALS:
        pen = Recorder(ink)
        tiles._hex(pen, Face(1, 1, special), pier=False)
        drawn.add(tuple((str(each.path), tuple(np.round(each.origin, 2))) for each in pen.painted))
    assert len(drawn) == len(SPECIALS)


def test_whirlwinds_are_mirror_images() -> None:
    """Pirates R6: the arrows of one run counter-clockwise, of the other clockwise."""
    port, starboard = Recorder(), Recorder()
    tiles.draw_whirl(port, 7, port=True)
    tiles.draw_whirl(starboard, 7, port=False)
    mine = sorted((round(-x, 6), round(y, 6)) for x, y in (each.origin for each in port.painted))
    theirs = sorted(
        (round(x, 6), round(y, 6)) for x, y in (each.origin for each in starboard.painted)
    )
    assert mine == theirs
    assert sorted((-x, y) for x, y in mine) != theirs


def test_amounts_on_hexes_are_those_of_the_rules() -> None:
    """Pirates R6: the bucket says -2, the fish +2, the kraken +1."""
    for special, amount in (
        ("bucket", "-2"),
        ("fish", "+2"),
        ("kraken", "+1"),
        ("whirlwind-port", "1x"),
    ):
        pen = Recorder()
        tiles._hex(pen, Face(1, 0, special), pier=False)
        assert [word.text for word in pen.words] == [amount]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([*product(range(7), range(7))]), st.sampled_from(SPECIALS))
def test_a_full_hex_keeps_off_its_neighbours(price: tuple[int, int], special: str) -> None:
    """However many dots your own deck has, each lies inside its hex and beside the others."""
    if not 1 <= sum(price) <= 6:
        return
    pen = Recorder()
    tiles._hex(pen, Face(*price, special), pier=False)
    places = [each.origin for _, each in dots(pen)]
    assert len(set(places)) == sum(price)
    assert all(abs(x) < HEX_SIDE * 0.62 and abs(y) < HEX_SIDE * 0.5 for x, y in places)


def test_backs_tell_the_colour_and_nothing_else() -> None:
    """Pirates R1: boards of one colour have one back, other colours other ones, also without
    colour.
    """
    deck = standard()
    backs: dict[str, set[str]] = {}
    for board in deck.boards:
        backs.setdefault(board.back, set()).add(
            svg(deck, named(deck, f"tile-{board.id}"), "back", "mono")
        )
    assert [len(found) for found in backs.values()] == [1] * 3
    assert len(set.union(*backs.values())) == 3


def test_backs_say_how_they_lie() -> None:
    """Pirates R1, R5: hidden boards say which end is away from Puerto Rico; that board itself is
    never hidden.
    """
    deck = standard()
    for board in deck.boards:
        words = {
            word.text for word in recorded(deck, named(deck, f"tile-{board.id}"), "back").words
        }
        hidden = {"this end away", "from Puerto Rico"}
        assert words == {board.back} | ({"this side down"} if board.back == "blue" else hidden)


@pytest.mark.parametrize("side", ["front", "back"])
def test_the_thick_border_lies_north(side: str) -> None:
    """Pirates R5: only the end away from Puerto Rico is broad and dark, on both sides
    of a board.
    """
    deck = standard()
    piece = named(deck, "tile-red-1")
    picture = next(rendered(pdf(deck, [(piece, side)])))
    scale, middle = DPI / 25.4, board_middle(deck, deck.boards[deck.boards_by_id["red-1"]], side)

    def brown(x: float, y: float) -> bool:
        blue, _, red = (
            int(n) for n in picture[round((y + BLEED) * scale), round((x + BLEED) * scale)]
        )
        return red > blue + 40 and red < 160

    top, low = 1.5 * 3**0.5 * HEX_SIDE, HEX_SIDE * 0.36
    assert brown(middle.x + low, middle.y - top + 4.4)
    assert not brown(middle.x + low, middle.y + top - 4.4)


# --- cards ---


def test_handicap_cards_show_six_spots_with_words_and_signs() -> None:
    """Pirates R2: each action's word is on each card, with the card's number, and its price or its
    bar.
    """
    deck = standard()
    fish, barred = _sign_path("fish"), _sign_path("barred")
    for look, cards in zip(deck.penguins, deck.handicaps, strict=True):
        for card in cards:
            pen = recorded(deck, named(deck, f"handicap-{card.id}"), "front")
            words = Counter(word.text for word in pen.words)
            assert words == Counter(
                [*WORDS.values(), "free", "free", "-1", "-1", look.name, f"{card.number:02d}"]
            )
            assert sum(each.path == barred for each in pen.painted) == len(ACTIONS) - len(card.open)
            in_bucket = 1  # of the sign for bail or fish
            assert sum(each.path == fish for each in pen.painted) == len(card.yellow) + in_bucket


def _sign_path(name: str) -> Path:
    pen = Recorder()
    draw_sign(pen, name, 0, 0, 10)
    return pen.painted[0].path


@pytest.mark.parametrize("ink", INKS)
def test_spots_differ_without_colour(ink: Ink) -> None:
    """Pirates R2: free, dear and barred places have other outlines, not only other colours."""
    deck = standard()
    seen = set()
    for card in deck.handicaps[0]:
        pen = recorded(deck, named(deck, f"handicap-{card.id}"), "front", ink)
        wanted = tuple(card.colour(action) for action in ACTIONS)
        seen.add((wanted, tuple(str(each.path) for each in pen.painted)))
    assert len({colours for colours, _ in seen}) == len({paths for _, paths in seen})


def test_a_penguin_fits_its_spot() -> None:
    """Its token covers the picture of a spot, but not the word, which touches no edge, and lies
    inside the spot.
    """
    deck = standard()
    words = {
        word.text: word for word in recorded(deck, named(deck, "handicap-coral-01"), "front").words
    }
    tops = [EDGE + HEAD + row * (CELL.height + GAP) for row in range(3)]
    for action, text in WORDS.items():
        top = tops[ACTIONS.index(action) // 2]
        assert top + 0.8 < words[text].corners[2][1]
        assert words[text].corners[0][1] < top + CELL.height - MARKER.height
    assert MARKER.width < CELL.width - 7


def test_backs_of_cards_keep_the_secret() -> None:
    """The backs of a penguin's cards are the same; an event's shows its order and no more (pirates
    R1).
    """
    deck = standard()
    by_owner: dict[str, set[str]] = {}
    for piece, side in faces(deck):
        if side == "back" and piece.kind in {"handicap", "event"}:
            owner = str(piece.data.get("penguin", piece.data.get("order")))
            by_owner.setdefault(owner, set()).add(svg(deck, piece, "back"))
    assert len(by_owner) == len(deck.penguins) + len({event.order for event in deck.events})
    assert all(len(found) == 1 for found in by_owner.values())
    assert len(set.union(*by_owner.values())) == len(by_owner)


def test_events_say_what_happens() -> None:
    """Pirates R8: order above, the effects' words between, the pirates' distance below, as figure
    and as hexes.
    """
    deck = standard()
    for event in deck.events:
        pen = recorded(deck, named(deck, event.id), "front")
        above = [
            word.text
            for word in pen.words
            if word.size > 8 and word.corners[0][1] < POKER.height / 4
        ]
        assert above == [str(event.order)]
        below = [word for word in pen.words if word.corners[0][1] > POKER.height * 0.8]
        assert {word.text for word in below} == {"pirates sail", str(event.distance)}
        said = " ".join(word.text for word in pen.words)
        assert all(word in said for text in effect_texts(event) for word in text.split())
        hexes = [
            each
            for each in pen.painted
            if len(each.path.steps) == 7 and each.fill is None and each.stroke
        ]
        assert len(hexes) == event.distance


def test_the_boxes_of_an_event_end_together() -> None:
    """The name's and the effects' boxes have their right sides above each other."""
    for event in standard().events:
        painted = recorded(standard(), named(standard(), event.id), "front").painted
        boxes = [each.path for each in painted if each.fill == PAPER and each.origin[0] == 0]
        rights = {round(max(x for x, _ in _corners(box)), 3) for box in boxes}
        assert rights == {POKER.width - 4}


def test_titles_on_backs_of_events_are_easy_to_read() -> None:
    """They stand out from the sky of every order, and neither rain nor cloud crosses them."""
    deck, scale = standard(), DPI / 25.4
    for piece in (named(deck, event.id) for event in deck.events):
        root = ET.fromstring(svg(deck, piece, "back"))  # noqa: S314 - our own output
        title = next(
            text for text in root.iter(f"{SVG}text") if "".join(text.itertext()) == deck.title
        )
        sky = recorded(deck, piece, "back").painted[0].fill
        assert sky
        assert contrast(title.attrib["fill"], sky) > 4.5
        picture = next(rendered(pdf(deck, [(piece, "back")])))
        for top, low in ((0.5, 5), (9.8, 10.5)):
            rows = picture[round((top + BLEED) * scale) : round((low + BLEED) * scale)]
            assert np.ptp(rows.reshape(-1, 3).astype(int), axis=0).max() < 3, piece.id


# --- tokens ---


def test_tokens_keep_their_art_from_the_scissors() -> None:
    """Within a millimetre of a token's sides, and of its top unless a penguin looks out there, is
    its ground alone.
    """
    deck, scale = standard(), 254 / 25.4
    drawn = [
        (piece, side) for piece in pieces(deck) if piece.kind == "token" for side in piece.faces
    ]
    for (piece, side), picture in zip(drawn, rendered(pdf(deck, drawn), 254), strict=True):
        down, across = (range(*(round(n * scale) for n in (BLEED, BLEED + length)))
                        for length in (piece.size.height, piece.size.width))  # fmt: skip
        token, near = (
            picture[down.start : down.stop, across.start : across.stop].astype(int),
            round(1.0 * scale),
        )
        edges = [token[:, :near], token[:, -near:]]
        if not (piece.id.startswith("penguin") and side == "front"):
            edges.append(token[:near])
        for edge in edges:
            assert np.ptp(edge.reshape(-1, 3), axis=0).max() < 3, (piece.id, side)


def test_the_anchor_token_shows_an_anchor() -> None:
    """Pirates R9: on both sides, and behind it Bob, for whom it is."""
    deck = standard()
    for side in ("front", "back"):
        painted = recorded(deck, named(deck, "anchor"), side).painted
        assert _sign_path("anchor") in [each.path for each in painted]


# --- trackers and ships ---


def test_trackers_number_every_step() -> None:
    """Pirates R1: 0 to the last step, each as large as its marker, all inside; where it starts it
    is pictured.
    """
    deck = standard()
    for name, verbs in TRACKERS.items():
        piece = named(deck, name)
        plan = tracker_plan(deck, verbs)
        steps = [(verb, value) for verb, most in plan.tracks for value in range(most + 1)]
        corners = [plan.step(verb, value) for verb, value in steps]
        assert len(set(corners)) == len(steps)
        assert all(p.x + TrackerPlan.cell.width < piece.size.width for p in corners)
        assert all(p.y + TrackerPlan.cell.height < piece.size.height for p in corners)
        words = Counter(word.text for word in recorded(deck, piece, "front").words)
        assert all(words[str(value)] >= 1 for _, value in steps)
        assert words["start"] == len(verbs)
        for verb in verbs:
            left, top = plan.step(verb, getattr(deck.start, verb))
            sign = _sign_path("crab" if verb == "water" else "wave")
            marks = [
                each.origin for each in recorded(deck, piece, "front").painted if each.path == sign
            ]
            assert any(left < x < left + 21 and top < y < top + 28 for x, y in marks), verb
    assert TrackerPlan.cell.width >= MARKER.width


def test_the_skull_ends_the_water() -> None:
    """Pirates R9: it stands on the last step and on no other."""
    deck = standard()
    skulls = {
        each.origin
        for each in recorded(deck, named(deck, "tracker-water"), "front").painted
        if each.path == _sign_path("skull")
    }
    left, top = tracker_plan(deck, ["water"]).step("water", deck.most.water)
    assert [(left < x < left + 21, top < y < top + 28) for x, y in skulls] == [(True, True)]


def test_ships_fold_into_a_sail_on_a_base() -> None:
    """Two mountain folds and a valley; each crease lies across the strip; the arrow points away
    from the tag.
    """
    deck = standard()
    for name in ("ship-penguins", "ship-pirates"):
        piece = named(deck, name)
        found = shape(piece, deck)
        assert found is not None
        assert [fold.crease for fold in found.folds] == ["mountain", "mountain", "valley"]
        contour = outline(piece, "front", deck)
        for fold in found.folds:
            (x1, y1), (x2, y2) = fold.start, fold.end
            assert y1 == y2
            assert x1 + x2 == pytest.approx(piece.size.width)
            assert cv2.pointPolygonTest(contour, ((x1 + x2) / 2, y1), measureDist=False) > 0
        assert piece.faces["front"][0].y > found.folds[2].start[1] + 10
        assert sum(step[0] == "M" for step in found.cut.steps) == 1
    assert max(SHIP.base.width, SHIP.base.height) <= 34


def test_shapes_are_one_closed_line_in_their_box() -> None:
    """What is cut out is in one piece; boards and ships have shapes, all else is a rectangle."""
    deck = standard()
    for piece in pieces(deck):
        found = shape(piece, deck)
        assert (found is not None) == (piece.kind in {"tile", "standee"}), piece.id
        if found:
            assert [step[0] for step in found.cut.steps if step[0] in "MZ"] == ["M", "Z"]
            points = outline(piece, "front", deck)
            assert points.min() >= -0.01
            assert (
                points.max(axis=0) <= np.array([piece.size.width, piece.size.height]) + 0.01
            ).all()
            for tag in piece.faces["front"]:
                reach = tag.size / 2 + tag.size / BLACK_MODULES
                for x, y in product((tag.x - reach, tag.x + reach), (tag.y - reach, tag.y + reach)):
                    assert cv2.pointPolygonTest(points, (x, y), measureDist=True) > 0, piece.id


# --- your own decks ---


def test_missing_glyph_names_the_piece() -> None:
    """A deck with a name that the font can't print is refused, and the card is named."""
    plain = standard()
    event = replace(plain.events[0], name="金")
    deck = replace(plain, events=(event, *plain.events[1:]))
    with pytest.raises(PrintError, match=f"^{event.id}: .*U\\+91D1"):
        draw(SvgPen(POKER), named(deck, event.id), "front", deck)


@settings(max_examples=12, deadline=None)
@given(
    text=NAMES,
    ink=COLOURS,
    symbol=st.sampled_from(sorted(SYMBOLS)),
    board=st.from_regex("[a-z0-9-]{1,30}", fullmatch=True),
)
def test_own_decks_stay_on_their_pieces(text: str, ink: str, symbol: str, board: str) -> None:
    """Names of your own deck never come near the scissors, whatever its colours, symbols and
    boards.
    """
    plain = standard()
    strange: Board = replace(
        plain.boards[1], id=f"{board}-x", faces=tuple(_busy(i) for i in range(7))
    )
    deck = replace(
        plain,
        title=text,
        penguins=tuple(replace(look, name=text, ink=ink, symbol=symbol) for look in plain.penguins),
        boards=(plain.boards[0], strange, *plain.boards[2:]),
        events=tuple(
            replace(event, name=text, distance=20, turn=3, spawns=True) for event in plain.events
        ),
    )
    for piece, side in [*a_few(deck), (named(deck, f"tile-{strange.id}"), "front")]:
        contour = outline(piece, side, deck)
        for word in recorded(deck, piece, side).words:
            assert all(
                cv2.pointPolygonTest(contour, corner, measureDist=True) >= SAFE - 0.15
                for corner in word.corners
            ), (piece.id, side, word.text)


def _busy(number: int) -> Face:
    return Face(number % 4, 6 - number % 4, SPECIALS[number])


def test_longer_tracks_print_too() -> None:
    """Your own deck may have thirty sails: its tracker has more rows, and still goes on a page."""
    plain = standard()
    deck = replace(plain, most=replace(plain.most, sails=30, speed=30, water=1))
    piece = named(deck, "tracker-sails-speed")
    words = Counter(word.text for word in recorded(deck, piece, "front").words)
    assert words["30"] == 2
    assert piece.size.height <= 264
    assert named(deck, "tracker-water").size.height < 80


def test_every_symbol_and_sign_can_be_drawn() -> None:
    """All symbols that a deck file may name exist, and no two signs are alike."""
    assert set(patterns.SYMBOLS) >= SYMBOLS
    drawn = set()
    for name in SIGNS:
        pen = Recorder()
        draw_sign(pen, name, 0, 0, 10)
        drawn.add(tuple(str(each.path) for each in pen.painted))
    assert len(drawn) == len(SIGNS)


def test_small_signs_have_fine_lines() -> None:
    """A sign of 4 mm is drawn with finer lines than a larger one, which would fill it."""
    widths = []
    for size in (4.4, 12):
        pen = SvgPen(Size(20, 20))
        draw_sign(pen, "drop", 10, 10, size)
        root = ET.fromstring(pen.to_svg("a sign", "test"))  # noqa: S314 - our own output
        first = next(each for each in root.iter(f"{SVG}path") if "stroke-width" in each.attrib)
        widths.append(float(first.attrib["stroke-width"]) * size / 10)
    assert widths == pytest.approx([0.44, LINE], abs=0.01)
