"""A pyramid, its notation and everything that can be wrong with it: giza R6 to R8."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotationError
from companion.giza.deck import Deck, standard
from companion.giza.pyramid import (
    SLOTS,
    WIDTHS,
    Placed,
    Pyramid,
    legal_slots,
    open_slots,
    parse_placed,
    slots_above,
    status,
    support,
    supporters,
)

LONG = f"01+{'9' * 5000}"  # more digits than int() reads
LEGAL = [
    ",,,/,,/,/",
    "13,,,/,,/,/",
    ",,13,/,,/,/",
    "01,13,,/,,/,/",
    "01,14,,/12,,/,/",
    "03,16,,/01,,/,/",
    "03+1,16,,/04,,/,/",
    "13g,26g,,/10,,/,/",
    "01,14,27,40/12,25,38/02,15/13g",
]
WRONG = [
    ("01,,14,/,,/,/", [("R6", None, "gap")], "a gap in the base, giza R6 (D): without a slot"),
    ("01,,,14/,,/,/", [("R6", None, "gap")], "a wider gap"),
    ("01,,,/02,,/,/", [("R6", (1, 0), "1 of the 2")], "one supporter"),
    (",,,/02,,/,/", [("R6", (1, 0), "0 of the 2")], "no supporter"),
    ("01,14,,/02,,/03,/", [("R6", (2, 0), "1 of the 2")], "higher up"),
    (",,,/,,/,/02", [("R6", (3, 0), "0 of the 2")], "a top in the air"),
    (
        "03,16,,/04,,/,/",
        [("R7", (1, 0), "this penguin weighs 1, but the two below it carry only 0 + 0")],
        "too heavy by one",
    ),
    (
        "02,16,,/13,,/,/",
        [("R7", (1, 0), "weighs 5, but the two below it carry only 2 + 0")],
        "the sum is told in order",
    ),
    (
        "01,14,27,/09,22,/04,/",
        [("R7", (2, 0), "weighs 1, but the two below it carry only 0 + 0")],
        "on the second level",
    ),
    (
        "13g+1,16,,/11,,/,/",
        [("R7", (1, 0), "weighs 4, but the two below it carry only 3 + 0")],
        "a grey with a token carries 3",
    ),
    ("01,01g,,/,,/,/", [("R5", (0, 0), "2 times"), ("R5", (0, 1), "2 times")], "one penguin twice"),
    (
        "03,,16,/04,,/,/",
        [("R6", None, "gap"), ("R6", (1, 0), "1 of the 2")],
        "a gap and what hangs over it",
    ),
    (
        "03,16,29,/04,17,/,/",
        [("R7", (1, 0), "0 + 0"), ("R7", (1, 1), "0 + 0")],
        "all are listed, not the first alone",
    ),
]


@pytest.mark.parametrize("text", LEGAL)
def test_legal(plain: Deck, text: str) -> None:
    """giza R6, R7: nothing is wrong with these."""
    assert status(Pyramid.parse(text, plain)) == ()


@pytest.mark.parametrize(("text", "expected", "why"), WRONG, ids=[w[2] for w in WRONG])
def test_status(plain: Deck, text: str, expected: list[tuple[str, object, str]], why: str) -> None:
    """giza R5, R6, R7, R12.D2: everything wrong is listed, with rule, slot and arithmetic."""
    found = status(Pyramid.parse(text, plain))
    assert [(v.rule, v.slot) for v in found] == [(rule, slot) for rule, slot, _ in expected], why
    assert all(says in v.text for v, (_, _, says) in zip(found, expected, strict=True))


def test_slots_and_supporters() -> None:
    """giza R6: levels of 4, 3, 2, 1; who stands on whom, seen from above and from below."""
    assert [sum(slot[0] == level for slot in SLOTS) for level in range(4)] == list(WIDTHS)
    assert supporters((0, 2)) == ()
    assert supporters((2, 1)) == ((1, 1), (1, 2))
    assert list(slots_above((0, 0))) == [(1, 0)]
    assert list(slots_above((0, 1))) == [(1, 0), (1, 1)]
    assert list(slots_above((3, 0))) == []
    assert {(b, a) for a in SLOTS for b in supporters(a)} == {
        (b, a) for b in SLOTS for a in slots_above(b)
    }


def test_placed(plain: Deck) -> None:
    """giza R8, R10, R12: weight, strength and colour of each side, tokens included."""
    penguin = plain.by_id["penguin-10"]
    up, grey = Placed(penguin, tokens=2), Placed(penguin, grey=True, tokens=1)
    assert (up.weight, up.strength, up.colour, str(up)) == (4, 3, "ruby", "10+2")
    assert (grey.weight, grey.strength, grey.colour, str(grey)) == (0, 3, None, "10g+1")


@pytest.mark.parametrize(
    ("arms", "strength"),
    [((0, 0), 0), ((1, 0), 1), ((0, 2), 2), ((1, 1), 2), ((2, 0), 2), ((2, 2), 4)],
)
def test_only_the_sum_of_the_arms_counts(plain: Deck, arms: tuple[int, int], strength: int) -> None:
    """giza D2: no, one or two raised arms with bracelets; which arm has how many changes nothing in
    what it carries.
    """
    penguin = Placed(replace(plain.by_id["penguin-01"], arms=arms))
    assert penguin.strength == strength
    on_it = Pyramid.parse(",16,,/,,/,/", plain).put((0, 0), penguin)
    for heavy in plain.penguins[3:13]:
        built = on_it.put((1, 0), Placed(heavy))
        assert bool(status(built)) == (heavy.weight > strength)


pyramids = st.builds(
    lambda seed, filled: _random_pyramid(random.Random(seed), filled),
    st.integers(0, 10**6),
    st.integers(0, 10),
)


def _random_pyramid(chance: random.Random, filled: int) -> Pyramid:
    pyramid = Pyramid()
    for slot, penguin in zip(
        chance.sample(SLOTS, filled), chance.sample(standard().penguins, filled), strict=True
    ):
        pyramid = pyramid.put(
            slot, Placed(penguin, chance.random() < 0.3, chance.choice((0, 0, 1, 11)))
        )
    return pyramid


@given(pyramids)
def test_round_trip(pyramid: Pyramid) -> None:
    """Any pyramid, legal or not, reads back as it was written."""
    assert Pyramid.parse(str(pyramid), standard()) == pyramid
    assert len(list(pyramid.placed())) == len(pyramid)


@given(pyramids)
def test_what_may_be_placed_adds_no_fault(pyramid: Pyramid) -> None:
    """giza R6, R7: a penguin in a slot that `legal_slots` offers breaks no rule that was not broken
    before.
    """
    lying = {cell.penguin for _, cell in pyramid.placed()}
    penguin = next(p for p in standard().penguins[::-1] if p not in lying)
    legal = legal_slots(pyramid, penguin.weight)
    assert set(legal) <= set(open_slots(pyramid))
    before = {(v.rule, v.slot) for v in status(pyramid)}
    for slot in open_slots(pyramid):
        after = {(v.rule, v.slot) for v in status(pyramid.put(slot, Placed(penguin)))}
        assert (("R7", slot) not in after) == (slot in legal)
        if slot in legal:
            assert {v for v in after if v[1] == slot} <= before


def test_support_counts_who_is_there(plain: Deck) -> None:
    """giza R7: a missing supporter carries nothing."""
    assert support(Pyramid.parse("01,,,/,,/,/", plain), (1, 0)) == 4


def test_put_changes_nothing_else(plain: Deck) -> None:
    """`put` gives another pyramid and leaves this one as it is; None empties a slot."""
    pyramid = Pyramid.parse("01,14,,/02,,/,/", plain)
    other = pyramid.put((1, 0), None)
    assert (str(pyramid), str(other)) == ("01,14,,/02,,/,/", "01,14,,/,,/,/")


@pytest.mark.parametrize("text", ["", "01", "01,02,,/,,/,", "01,02,,,/,,/,/", "01,02,,/,,/,/,/"])
def test_no_pyramid(plain: Deck, text: str) -> None:
    """Rows of another shape are refused with the text quoted."""
    with pytest.raises(NotationError, match="no pyramid; write rows of 4, 3, 2, 1") as caught:
        Pyramid.parse(text, plain)
    assert caught.value.source == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "00",
        "53",
        "01x",
        "01gg",
        "g",
        "01+",
        "01+0",
        "01+g",
        "01++1",
        "01+²",
        "01+1\n",
        "+1",
        LONG,
    ],
)
def test_no_penguin(plain: Deck, text: str) -> None:
    """A cell that names no penguin of the deck is refused, however long it is."""
    with pytest.raises(NotationError, match="no penguin of this deck"):
        parse_placed(text, plain)


def test_wrong_shape_is_our_own_fault() -> None:
    """Another number of slots can't be made into a pyramid."""
    with pytest.raises(ValueError, match="a pyramid has 10 slots, not 9"):
        Pyramid((None,) * 9)
