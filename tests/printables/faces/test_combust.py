"""What combust's cards show is what the deck says: read by scanners, by children and across the
table.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise, product
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.combust.deck import Deck, Kind, read_deck, standard
from companion.combust.pieces import pieces
from companion.combust.verbs import FORMS, HIGHEST, LOWEST, WAYS, Verb
from companion.errors import PrintError
from companion.game import Piece
from companion.layout import POKER
from printables.art.codes import QUIET, window
from printables.draw.colours import Ink
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.pen import BLEED, Pen
from printables.draw.svg import SvgPen
from printables.faces.combust.cards import SMALLEST_NAME, SMALLEST_TEXT, draw
from printables.faces.combust.cast import build
from tests.printables.faces.easel import DPI, Drawn, on_pages, rendered
from tests.printables.faces.recorder import Recorder

PLAIN = (
    pathlib.Path(__file__).parents[2] / "companion" / "combust" / "plain.toml"
)  # every way of every verb, no known id

Box = tuple[float, float, float, float]  # left, top, right, bottom, mm

SAFE = 3.0  # no letter comes nearer to the trim, mm
INKS: tuple[Ink, ...] = ("full", "low", "mono")


class Witness(Recorder):
    """A recorder that also notes what is stamped, in order."""

    def __init__(self, ink: Ink = "full") -> None:
        super().__init__(ink)
        self.stamps: list[str] = []

    def stamp(self, key: str, draw: Callable[[Pen], None]) -> None:
        """See `Pen.stamp`."""
        self.stamps.append(key)
        super().stamp(key, draw)

    @property
    def texts(self) -> Iterator[tuple[str, float, Box]]:
        """Each text with its size and the box of its capitals."""
        for word in self.words:
            xs, ys = zip(*word.corners, strict=True)
            yield word.text, word.size, (min(xs), min(ys), max(xs), max(ys))


def faces(deck: Deck) -> list[Drawn]:
    """Every face of every card."""
    return [(piece, face) for piece in pieces(deck) for face in piece.faces]


def recorded(deck: Deck, piece: Piece, face: str = "front", ink: Ink = "full") -> Witness:
    """What is on a face."""
    pen = Witness(ink)
    draw(pen, piece, face, deck)
    return pen


def svg(deck: Deck, piece: Piece, face: str, ink: Ink = "full") -> str:
    """A face as SVG text."""
    pen = SvgPen(piece.size, ink)
    draw(pen, piece, face, deck)
    return pen.to_svg("a card", "test")


def pdf(deck: Deck, drawn: Sequence[Drawn], ink: Ink = "full") -> bytes:
    """A page for each face, with its bleed on magenta."""
    return on_pages(draw, deck, drawn, ink)


def with_kind(deck: Deck, kind: Kind) -> tuple[Deck, Piece]:
    """The deck with one kind changed, and its piece."""
    changed = replace(
        deck,
        penguins=tuple(kind if each.number == kind.number else each for each in deck.penguins),
        events=tuple(kind if each.number == kind.number else each for each in deck.events),
    )
    return changed, next(piece for piece in pieces(changed) if piece.id == kind.id)


@pytest.fixture(scope="session")
def plain() -> Deck:
    """A deck whose kinds nobody has drawn."""
    return read_deck(PLAIN.read_text("utf-8"), PLAIN.name)


# Pens and inks


@pytest.mark.parametrize("ink", INKS)
def test_kinds_that_nobody_has_drawn_are_well_formed_svg(ink: Ink, plain: Deck) -> None:
    """The phones show them as well: each face is XML that a browser can read."""
    for piece, face in faces(plain)[:: 1 if ink == "full" else 5]:  # inks differ in colours only
        assert ET.fromstring(svg(plain, piece, face, ink)).tag.endswith("svg")  # noqa: S314 - our own output


def test_kinds_that_nobody_has_drawn_are_small_and_repeatable(plain: Deck) -> None:
    """All faces as vectors take less than 500 kB, and the same bytes each time."""
    data = pdf(plain, faces(plain))
    assert len(data) < 500_000
    assert pdf(plain, faces(plain)) == data


# Texts


@pytest.mark.parametrize("ink", INKS)
def test_signs_are_the_verbs(ink: Ink, plain: Deck) -> None:
    """combust O: card and rule can't disagree. The signs are the data's verbs, in their order, and
    no more.
    """
    for deck in (standard(), plain):
        for piece in pieces(deck):
            stamps = recorded(deck, piece, ink=ink).stamps
            names = [
                next(name for name in FORMS if key.startswith(f"sign-{name}"))
                for key in stamps
                if key.startswith("sign-")
            ]
            ability = piece.data["ability"]
            assert isinstance(ability, list)
            assert names == [verb["verb"] for verb in ability], piece.id


def test_every_word_is_there(plain: Deck) -> None:
    """The words of the data stand on the card, each once and in order, with the name above them."""
    for deck in (standard(), plain):
        for piece in pieces(deck):
            shown = " ".join(text for text, _, _ in recorded(deck, piece).texts)
            assert str(piece.data["text"]) in shown
            assert str(piece.data["name"]) in shown


def test_values_stand_twice_and_large() -> None:
    """Across the table, and once more at the left edge below the tag, for fans; events
    have none.
    """
    for piece in pieces(standard()):
        value = piece.data.get("value")
        found = sorted(
            (size, box)
            for text, size, box in recorded(standard(), piece).texts
            if text == str(value)
        )
        if value is None:
            assert not found
            continue
        (small, low), (large, high) = found[-2:]
        assert large * CAP_HEIGHT >= 9.0
        assert small * CAP_HEIGHT >= 3.8
        assert high[0] > POKER.width / 2 > low[2]
        assert high[1] < POKER.height / 2


def test_six_and_nine_are_underlined() -> None:
    """Half of the table sees the cards upside down: a line stands below each 6 and 9, and below no
    other value.
    """
    for piece in pieces(standard())[:20]:
        pen = recorded(standard(), piece)
        figures = [box for text, _, box in pen.texts if text == str(piece.data["value"])][:2]
        ends = [
            [*each.path.steps[0][1], *each.path.steps[-1][1]]
            for each in pen.painted
            if not any(each.origin)
        ]
        level = [
            (x0, x1, y0) for x0, y0, x1, y1 in (each for each in ends if len(each) == 4) if y0 == y1
        ]
        for left, _, right, low in figures:
            under = any(left < x0 < x1 < right and low < y < low + 3 for x0, x1, y in level)
            assert under == (piece.data["value"] in {6, 9}), piece.id


def test_kinds_look_unlike_without_colour_words_or_numbers() -> None:
    """A child that can't read distinguishes all 27, in black and white too: the pictures alone
    differ clearly.
    """
    scale, top, low = DPI / 25.4, 3.0, 41.0
    fronts = [(piece, "front") for piece in pieces(standard())]
    pictures = [
        cv2.GaussianBlur(
            picture[
                round((BLEED + top) * scale) : round((BLEED + low) * scale),
                round((BLEED + 23) * scale) : round((BLEED + 40) * scale),
            ].mean(axis=2),
            (0, 0),
            3,
        )
        for picture in rendered(pdf(standard(), fronts, "mono"))
    ]
    for (i, one), (j, other) in product(enumerate(pictures), repeat=2):
        if i < j:
            assert np.abs(one - other).mean() > 6, (i + 1, j + 1)


def test_every_fifth_value_has_another_ground() -> None:
    """The ground distinguishes low from high by pattern as well as by colour."""
    grounds = [
        next(key for key in recorded(standard(), piece).stamps if key.startswith("ground-"))
        for piece in pieces(standard())
    ]
    assert [len(set(grounds[i : i + 5])) for i in (0, 5, 10, 15)] == [1, 1, 1, 1]
    assert len(set(grounds[:20])) == 4
    assert set(grounds[20:]) == {"ground-event"}
    assert (
        len({svg(standard(), pieces(standard())[i], "front", "mono") for i in (0, 5, 10, 15, 20)})
        == 5
    )


def test_backs_keep_the_secret() -> None:
    """combust R3: nobody sees from behind what is drawn next."""
    for ink in INKS:
        assert len({svg(standard(), piece, "back", ink) for piece in pieces(standard())}) == 1


# Long names and texts


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share some paper."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def check_texts(deck: Deck, piece: Piece, face: str = "front") -> None:
    """No letter comes near the trim, touches a tag's window or another text."""
    found = list(recorded(deck, piece, face).texts)
    for text, _, (left, top, right, low) in found:
        assert SAFE <= left <= right <= POKER.width - SAFE, (piece.id, text)
        assert SAFE <= top <= low <= POKER.height - SAFE, (piece.id, text)
        for tag in piece.faces[face]:
            xs, ys = zip(
                *(
                    (n[i], n[i + 1])
                    for _, n in window(tag, QUIET).steps
                    for i in range(0, len(n), 2)
                ),
                strict=True,
            )
            assert not overlap((left, top, right, low), (min(xs), min(ys), max(xs), max(ys))), (
                piece.id,
                text,
            )
    for i, (text, _, box) in enumerate(found):
        for other, _, place in found[i + 1 :]:
            assert not overlap(box, place), (piece.id, text, other)


def test_no_text_touches_anything(plain: Deck) -> None:
    """Texts keep clear of the trim, of tags and of one another, on every face."""
    for deck in (standard(), plain):
        for piece, face in faces(deck):
            check_texts(deck, piece, face)


def test_words_can_be_read() -> None:
    """The words of the deck that ships stand 2.4 mm high or higher, most of them 2.6 mm."""
    sizes = []
    for piece in pieces(standard()):
        words = str(piece.data["text"])
        sizes.append(
            min(
                size
                for text, size, _ in recorded(standard(), piece).texts
                if len(text) > 3 and text in words
            )
        )
    assert min(sizes) * CAP_HEIGHT >= 2.4
    assert sum(size * CAP_HEIGHT >= 2.6 for size in sizes) >= len(sizes) * 0.75


def longest() -> Verb:
    """The verb that takes the most words."""
    return max(
        (Verb(name, *way, 2, 2, least=10) for name, ways in WAYS.items() for way in ways),
        key=lambda verb: len(verb.text),
    )


@pytest.mark.parametrize("number", [1, 20, 21])
def test_any_ability_fits(number: int) -> None:
    """Three times the longest sentence of the whole vocabulary still stands on the
    card, signs too.
    """
    kind = replace(standard().kinds[number - 1], ability=(longest(),) * 3)
    deck, piece = with_kind(standard(), kind)
    check_texts(deck, piece)
    shown = list(recorded(deck, piece).texts)
    assert (
        min(size for text, size, _ in shown if len(text) > 3 and text in kind.text) >= SMALLEST_TEXT
    )


@settings(max_examples=40, deadline=None)
@given(
    name=st.text("abcWM ßé'<&", min_size=1, max_size=200).filter(str.strip),
    number=st.sampled_from([1, 14, 20, 22]),
)
def test_any_name_fits_or_is_refused(name: str, number: int) -> None:
    """A name on one line or two, shrunk; one that nobody could read is refused, naming the card."""
    kind = replace(standard().kinds[number - 1], name=name)
    deck, piece = with_kind(standard(), kind)
    words = " ".join(name.split())
    if len(words) > 25:
        with suppress(PrintError):
            check_texts(deck, piece)
        return
    check_texts(deck, piece)
    assert all(
        size >= SMALLEST_NAME for text, size, _ in recorded(deck, piece).texts if text in words
    )


def test_too_much_is_refused_before_it_is_drawn() -> None:
    """An endless name, and more verbs than a deck file may list, end in an error that names card
    and remedy.
    """
    deck, piece = with_kind(standard(), replace(standard().kinds[3], name="No end " * 28))
    with pytest.raises(
        PrintError,
        match=r"^ferry-pilot: 'No end .* too long to be read, .* characters; give it "
        r"a shorter name",
    ):
        recorded(deck, piece)
    deck, piece = with_kind(standard(), replace(standard().kinds[3], ability=(longest(),) * 9))
    with pytest.raises(
        PrintError,
        match=r"^ferry-pilot: its text is too long to be read, with \d+ characters; "
        r"let the card do less",
    ):
        recorded(deck, piece)
    deck = replace(standard(), title="No end " * 28)
    with pytest.raises(PrintError, match=r"^title: .* give it a shorter name"):
        recorded(deck, pieces(deck)[0], "back")


@pytest.mark.parametrize(("number", "where"), [(1, "hatchling"), (21, "sandstorm")])
def test_missing_glyph_names_the_card(number: int, where: str) -> None:
    """A name that the font can't print is refused, and the card is named."""
    deck, piece = with_kind(standard(), replace(standard().kinds[number - 1], name="金"))
    with pytest.raises(PrintError, match=f"^{where}: .*U\\+91D1"):
        recorded(deck, piece)


def test_strangers_hold_what_their_first_verb_needs() -> None:
    """A kind of your own deck looks like what it does: with another first verb it is drawn
    otherwise.
    """
    deck = standard()
    looks = set()
    for name, ways in WAYS.items():
        kind = replace(deck.kinds[9], id="stranger", ability=(Verb(name, *next(iter(ways)), 1, 1),))
        event = replace(deck.kinds[20], id="strange", ability=kind.ability)
        for each in (kind, event):
            changed, piece = with_kind(deck, each)
            picture = next(
                rendered(pdf(changed, [(replace(piece, faces={"front": ()}), "front")]), 60)
            )
            looks.add(picture[: round((BLEED + 42) * 60 / 25.4)].tobytes())
    assert len(looks) == 2 * len(WAYS)


def test_penguins_grow() -> None:
    """The higher the value, the larger the penguin."""
    builds = [build(value) for value in range(LOWEST, HIGHEST + 1)]
    assert all(
        a.height < b.height and a.head < b.head and a.belly < b.belly for a, b in pairwise(builds)
    )
