"""Giza's judgement of pieces and of what was seen where no tag was read: never wrong as sure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.errors import UsageError
from companion.giza.deck import Deck
from companion.giza.doubt import candidates
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, open_slots, status, supporters
from companion.giza.scoring import score
from tests.vision.conftest import Camera, Studio, fixed_deck, jpeg
from vision.evidence.probe import Evidence
from vision.games.base import Place, Seen, Table, Wishes
from vision.games.giza.possible import Known, outcome
from vision.games.giza.reading import GizaReading, marks
from vision.games.giza.row import ROW, judge, unread_places
from vision.games.words import Pill
from vision.scan.pipeline import read_photo
from vision.show.explanation import report
from vision.table.layout import Laid, Outline, wrapped

BARE = Evidence(0.0, 0.0, 120.0, 0.0, 1.0, 5.0)
CARD = replace(BARE, foreign=0.9)  # something that isn't a table
PALE = replace(BARE, foreign=0.2)  # hardly to be distinguished from the table
DAZZLED = replace(BARE, foreign=0.05, glare=1.0)
BEYOND = replace(BARE, outside=1.0)

See = Callable[[Place], Evidence]


def card(name: str, x: float, y: float, turn: float = 0, face: str = "front") -> Laid:
    """A piece as the eye hands it over."""
    kind = "token" if name == "token" else name.partition("-")[0]
    return Laid(
        name, kind, face, x, y, wrapped(turn), "two-tags", 0.999, ((0, 0), (1, 0), (1, 1), (0, 1))
    )


def laid(text: str, at: tuple[float, float] = (0, 0), deck: Deck | None = None) -> tuple[Laid, ...]:
    """A pyramid's cards and tokens."""
    layout = Studio(deck or fixed_deck()).pyramid(text)
    return tuple(
        card(p["id"], p["x"] + at[0], p["y"] + at[1], p["rotation"], p.get("face", "front"))
        for p in layout
    )


def judged(
    pieces: Sequence[Laid],
    see: See = lambda _: BARE,
    wishes: Wishes | None = None,
    deck: Deck | None = None,
) -> GizaReading:
    """The reading of pieces where `see` is what every other place shows."""
    deck = deck or fixed_deck()
    places = unread_places(pieces, deck)
    square: Outline = ((0, 0), (9, 0), (9, 9), (0, 9))
    return judge(
        Table("x.jpg", tuple(pieces), (), {p.key: Seen(p, see(p), square) for p in places}),
        deck,
        wishes or {},
    )


def middle(place: Place) -> tuple[float, float]:
    """Of a place, mm."""
    x, y = np.array(place.corners).mean(0)
    return float(x), float(y)


def slot_at(x: float, y: float) -> Slot | None:
    """Which slot of `Studio.pyramid` has its middle about here."""
    for level, place in SLOTS:
        if np.hypot((place + level / 2 - 1.5) * 67 - x, (level - 1.5) * 92 - y) < 30:
            return level, place
    return None


def at(where: Mapping[Slot, Evidence], rest: Evidence = BARE) -> See:
    """Slots that show something else than the rest."""
    return lambda place: where.get(slot, rest) if (slot := slot_at(*middle(place))) else rest


def without(pieces: Sequence[Laid], *names: str) -> tuple[Laid, ...]:
    """Cards whose tags were not read."""
    return tuple(piece for piece in pieces if piece.id not in names)


def stakes(reading: GizaReading) -> set[str]:
    """What the open questions matter for."""
    return {item.could_change for item in reading.unsure}


# --- the picture's edge ---------------------------------------------------------------------------


@pytest.mark.parametrize("outside", [1.0, 0.75])
def test_a_base_that_the_picture_cuts_off_is_asked_for(outside: float) -> None:
    """Rows of 3, 2 and 1 may be the upper ones of a whole pyramid: nothing is claimed, and what to
    do is said.
    """
    low = replace(BARE, outside=outside)
    reading = judged(
        laid("01,02,14,/13,04,/07,/"), lambda place: low if middle(place)[1] < -180 else BARE
    )
    assert (reading.verdict, reading.score, len(reading.pyramid)) == ("unsure", None, 0)
    (item,) = reading.unsure
    assert (item.could_change, "below the lowest row" in item.text, "step back" in item.remedy) == (
        "legality",
        True,
        True,
    )


def test_a_bare_strip_below_the_lowest_row_will_do() -> None:
    """Any card of a lower row would reach into it. A base of four needs none."""
    tight = replace(BARE, outside=0.6)
    assert (
        judged(
            laid("01,02,14,/13,04,/07,/"), lambda p: tight if middle(p)[1] < -180 else BARE
        ).verdict
        == "legal"
    )
    assert judged(laid("01,02,14,15/13,04,17/07,20/09"), lambda _: BEYOND).verdict == "legal"


@pytest.mark.parametrize(
    ("seen", "verdict"), [(BARE, "legal"), (CARD, "unsure"), (BEYOND, "legal")]
)
def test_what_lies_above_cards_beside_the_pyramid_may_make_them_another_one(
    seen: Evidence, verdict: str
) -> None:
    """Two cards side by side are a row to choose from only if the place above them is bare, or
    where the photo ends. The pyramid itself is read and scored all the same.
    """
    row = (card("penguin-40", 500, -100), card("penguin-41", 568, -104))
    pieces = (*laid("01,02,14,15/13,04,17/07,20/09"), *row)
    reading = judged(pieces, lambda p: seen if middle(p)[0] > 400 else BARE)
    assert (reading.verdict, len(reading.pyramid), reading.score) == (
        verdict,
        10,
        sum(reading.levels),
    )
    assert [item.text for item in reading.unsure] == (
        ["something above the cards beside the pyramid can't be read: another pyramid?"]
        if verdict == "unsure"
        else []
    )


def test_a_base_that_may_go_on_to_the_left_is_open() -> None:
    """Every card would have another place then: nothing is claimed, and what to do is said."""
    reading = judged(
        laid("01,02,,/13,,/,/"),
        lambda p: BEYOND if middle(p)[0] < -130 < middle(p)[1] + 30 else BARE,
    )
    assert (reading.verdict, reading.score, len(reading.pyramid)) == ("unsure", None, 0)
    assert ["the place beside the base is outside" in item.text for item in reading.unsure] == [
        True
    ]


def test_places_at_the_edge_are_open_together() -> None:
    """A card beyond the edge, and one on it: both count for the range, and the upper one may be too
    heavy.
    """
    reading = judged(
        laid("01,02,,/,,/,/"), lambda place: BEYOND if middle(place)[0] > -30 else BARE
    )
    assert reading.verdict == "unsure"
    assert "legality" in stakes(reading)
    assert reading.score_range[0] == sum(reading.levels)
    assert reading.score_range[1] >= sum(reading.levels) + 10


def test_a_hole_that_the_picture_does_not_show_accuses_nobody() -> None:
    """The base goes on beyond something that lies outside of the picture (giza R6)."""
    holed = without(laid("01,02,14,15/13,,/,/"), "penguin-14")
    assert judged(holed).verdict == "illegal"
    assert judged(holed, at({(0, 2): BEYOND})).verdict == "unsure"


# --- cards that were not read ---------------------------------------------------------------------


def test_what_lies_on_unread_cards_is_asked_for() -> None:
    """All of the upper half is dazzled: rows 3 and 4 may be too heavy, and score."""
    whole = laid("01,02,14,15/13,04,17/07,20/09")
    upper = ["penguin-13", "penguin-04", "penguin-17", "penguin-07", "penguin-20", "penguin-09"]
    reading = judged(without(whole, *upper), at(dict.fromkeys(SLOTS[4:], CARD)))
    assert reading.verdict == "unsure"
    assert {item.slot for item in reading.unsure} == set(SLOTS[4:])
    assert "legality" in stakes(reading)
    assert reading.score_range[1] >= 15


def test_a_bare_place_on_an_unread_card_is_bare() -> None:
    """Nothing is asked about what can be seen to be empty: strong cards carry whatever lies in row
    2.
    """
    reading = judged(laid("01,02,14,15/,,/,/"), at({(1, 1): CARD}))
    assert (reading.verdict, reading.score_range, stakes(reading)) == ("legal", (0, 5), {"score"})


def test_a_dazzled_card_is_no_hole() -> None:
    """On a white table it shows nothing but light (giza R6)."""
    holed = without(laid("01,02,14,15/13,04,17/,/"), "penguin-02")
    assert {v.rule for v in judged(holed).violations} == {"R6"}
    reading = judged(holed, at({(0, 1): DAZZLED}))
    assert (reading.verdict, reading.violations) == ("unsure", ())


def test_tokens_on_a_card_that_was_not_read_may_carry() -> None:
    """Weight 5 on strength 0 and a card under glare: a token there would do. If a card lies there
    at all.
    """
    pieces = without(laid("12,25,,/13,,/,/"), "penguin-25")
    see = at({(0, 1): CARD})
    assert judged(pieces, see).verdict == "unsure"


def test_half_tokens_are_tried_together() -> None:
    """A load short by two, two tokens half on one card: they would carry it, each by itself would
    not (giza R10).
    """
    pieces = laid("09,22,,/24,,/,/")  # weight 4 on 1 + 1
    x, y = pieces[0].x, pieces[0].y
    half = [card("token", x - 36, y + dy) for dy in (-14, 14)]
    assert judged([*pieces, half[0]]).verdict == "illegal"
    reading = judged([*pieces, *half])
    assert (reading.verdict, reading.violations) == ("unsure", ())
    assert stakes(reading) == {"legality"}


def test_a_token_on_two_cards_is_nobodys_for_sure() -> None:
    """Where cards overlap and neither middle is clearly nearer, it is asked for (giza R10)."""
    base = [card("penguin-09", 0, 0), card("penguin-22", 66, 0)]
    heavy = card("penguin-10", 33, 74)  # weight 3 on 1 + 1
    reading = judged([*base, heavy, card("token", 10, 38)])
    assert reading.verdict == "unsure"
    near = judged([*base, heavy, card("token", 0, 25)])
    assert near.pyramid.at((0, 0)) == Placed(fixed_deck().by_id["penguin-09"], tokens=1)


def test_a_card_half_outside_of_the_picture_may_bear_a_token() -> None:
    """It is read by one tag, and accused of nothing: what lies on its other half doesn't show
    (giza R10).
    """
    layout, camera = Studio().pyramid("09,22,14,15/24,04,17/07,20/05"), Camera(height=430, tilt=0)
    whole, cut = (
        read_photo(
            jpeg(Studio().shoot(layout, replace(camera, centre=(x, 0)))),
            "x.jpg",
            "giza",
            fixed_deck(),
        ).reading
        for x in (0, 183)
    )
    assert [(v.rule, v.slot) for v in whole.violations] == [("R7", (1, 0))]
    assert (cut.verdict, cut.violations) == ("unsure", ())
    assert ["penguin 9 is partly outside the photo" in item.text for item in cut.unsure] == [True]


def test_an_overload_that_no_token_can_mend_stays() -> None:
    """Two cards are too heavy; a token may lie unread below one of them alone (giza R7)."""
    deck = fixed_deck()
    cells = {slot: (slot[0], 2 * slot[1] + slot[0]) for slot in SLOTS}
    read = {
        cells[slot]: placed
        for slot, placed in Pyramid.parse("09,22,14,15/24,13,17/07,20/05", deck).placed()
    }
    known = Known(read, frozenset(), candidates(deck, Pyramid()), {}, {cells[0, 0]: 3}, 10)
    found = outcome(known, deck.goals)
    assert (found.verdict, [*found.wrong]) == (
        "illegal",
        [("R7", cells[2, 0])],
    )
    assert found.stakes == {cells[0, 0]: "nothing"}


def test_a_doubt_that_changes_nothing_is_not_shown() -> None:
    """A token half on another card can't carry what is too heavy (giza R7)."""
    pieces = laid("09,22,14,15/24,13,17/,/")
    last = next(piece for piece in pieces if piece.id == "penguin-15")
    found = judged([*pieces, card("token", last.x + 33, last.y)])
    assert [(broken.rule, broken.slot) for broken in found.violations] == [("R7", (1, 0))]
    assert [item.could_change for item in found.unsure] == ["nothing"]
    assert found.doubts == ()
    assert "half on" not in "\n".join(line.plain for line in report(found, fixed_deck()))


def test_a_token_counted_in_an_unread_place_is_not_called_away() -> None:
    """It lies on whatever card is there."""
    pieces = (
        *without(laid("01,02,14,15/13,,/,/"), "penguin-01"),
        card("token", -100, -138),
        card("token", 300, 0),
    )
    assert [note for note in judged(pieces, at({(0, 0): CARD})).notes if "token" in note] == [
        "1 token not on the pyramid, not counted"
    ]


# --- what is said of it ---------------------------------------------------------------------------


def test_a_load_that_may_be_too_heavy_is_not_called_carried() -> None:
    """Neither in words nor in green on the picture: only what was read to carry does (giza R7)."""
    pieces = laid("09,22,,/24,,/,/")
    x, y = pieces[0].x, pieces[0].y
    reading = judged([*pieces, *(card("token", x - 36, y + dy) for dy in (-14, 14))])
    text = "\n".join(line.plain for line in report(reading, fixed_deck()))
    assert "carried" not in text
    assert [mark.tone for mark in marks(reading) if isinstance(mark, Pill)] == ["unsure"]


def test_one_or_two_goal_cards_are_not_all_goals() -> None:
    """A game has three (giza R1): with less the score is open, also where less are named."""
    deck = fixed_deck()
    goals = [goal for goal in deck.goals if not goal.compares]
    pyramid = laid("01,02,14,15/13,04,17/07,20/09")
    shown = [card(goal.id, 300, 100 * n) for n, goal in enumerate(goals[:4])]
    two, three, four = (judged([*pyramid, *shown[:n]]) for n in (2, 3, 4))
    assert (two.score, three.score, four.score) == (None, three.score_range[0], None)
    rest = max(goal.points for goal in deck.goals if goal not in goals[:2])
    assert two.score_range == (two.score_range[0], two.score_range[0] + rest)
    assert two.verdict == "legal"
    assert "add --goals" in "\n".join(line.plain for line in report(two, deck))
    named = judged(pyramid, wishes={"goals": goals[:2]})
    assert (named.score, named.score_range) == (None, two.score_range)
    assert "2 goals are known, 3 are in play: add --goals" in "\n".join(
        line.plain for line in report(named, deck)
    )
    assert judged([*pyramid, *shown[:2]], wishes={"goals": goals[:3]}).score == three.score
    assert judged(pyramid).score == 10


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ((0, 1, 2, 3), "--goals: 4 goals are named; name the 3 in play"),
        ((0, 1, 0), "--goals: '.*' is named twice; name each goal once"),
    ],
)
def test_goals_that_no_game_has_are_refused(chosen: tuple[int, ...], says: str) -> None:
    """More than three, and one twice: three different ones lie on the table (giza R1)."""
    goals = fixed_deck().goals
    with pytest.raises(UsageError, match=says):
        ROW.checked({"goals": [goals[n].id for n in chosen]}, fixed_deck())


# --- cards beside, and two pyramids ---------------------------------------------------------------


def test_two_players_single_cards_are_no_base_with_a_hole() -> None:
    """126 mm apart in one line: which of them is the pyramid, or whether both are, is not known."""
    assert judged([card("penguin-01", 0, 0), card("penguin-02", 126, 0)]).verdict == "unsure"


def test_a_card_nearly_in_line_beyond_a_gap_is_asked_about() -> None:
    """In line and one card's width on it is the base's, and the gap is one (giza R6); farther on it
    lies beside.
    """
    small = laid("01,02,,/13,,/,/")
    x, y = small[1].x, small[1].y
    broken = judged([*small, card("penguin-05", x + 134, y)])
    assert [v.rule for v in broken.violations] == ["R6"]
    assert judged([*small, card("penguin-05", x + 140, y + 16)]).verdict == "unsure"
    assert judged([*small, card("penguin-05", x + 134, y, 20)]).verdict == "unsure"
    assert judged([*small, card("penguin-05", x + 205, y)]).verdict == "legal"
    assert judged([*small, card("penguin-05", x + 134, y + 40)]).verdict == "legal"


@pytest.mark.parametrize("away", range(92, 168, 5))
def test_a_gap_of_any_width_in_the_base_is_asked_about(away: int) -> None:
    """A card in the base's line belongs to it, or doesn't: between two places it's no less so."""
    small = laid("01,02,,/13,,/,/")
    reading = judged([*small, card("penguin-05", small[1].x + away, small[1].y)])
    assert reading.verdict != "legal"


def test_two_small_pyramids_side_by_side_are_not_one() -> None:
    """Each stands alone, and the gap between them is clearly wider than those within."""
    right = [replace(piece, x=piece.x + 2 * 63 + 4 + 12) for piece in laid("03,05,,/16,,/,/")]
    assert judged([*laid("01,02,,/13,,/,/"), *right]).verdict == "unsure"
    assert judged(laid("01,02,03,05/13,,16/,/")).verdict == "legal"


# --- never wrong as sure --------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """A true pyramid, and of it what a photo shows: pieces, and what every slot shows besides."""

    truth: Pyramid
    pieces: tuple[Laid, ...]
    shows: Mapping[Slot, Evidence]
    edge: tuple[float, float, float]  # beyond x * a + y * b > c nothing is seen


@st.composite
def truths(draw: st.DrawFn) -> Pyramid:
    """Any pyramid as it may be built, of cards of any weight; now and then one is taken
    out again.
    """
    numbers = draw(st.permutations(range(52)))
    pyramid = Pyramid()
    for number in numbers[: draw(st.integers(2, 10))]:
        slot = draw(st.sampled_from(open_slots(pyramid)))
        penguin = fixed_deck().penguins[number]
        tokens = draw(st.sampled_from([0, 0, 0, 1, 2]))
        pyramid = pyramid.put(slot, Placed(penguin, draw(st.integers(0, 4)) == 0, tokens))
    if draw(st.integers(0, 3)) == 0:
        pyramid = pyramid.put(draw(st.sampled_from(SLOTS[:7])), None)
    return pyramid


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Cards covered, dazzled or cut off, tokens unread or half on their card, clutter where no card
    lies.
    """
    truth = draw(truths())
    slots = [slot for slot, _ in truth.placed()]
    edge = draw(
        st.sampled_from(
            [(0, 0, 1), (0, -1, 92), (0, -1, 190), (0, 1, 92), (1, 0, 70), (-1, 0, 70), (1, 1, 60)]
        )
    )
    lost = draw(st.sets(st.sampled_from(slots), max_size=4)) if draw(st.booleans()) else set()
    pieces: list[Laid] = []
    shows: dict[Slot, Evidence] = {
        slot: draw(st.sampled_from([CARD, CARD, PALE, DAZZLED])) for slot in lost
    }
    for piece in laid(str(truth)):
        slot = slot_at(piece.x, piece.y)
        assert slot is not None
        x, y = (slot[1] + slot[0] / 2 - 1.5) * 67, (slot[0] - 1.5) * 92
        beyond = x * edge[0] + y * edge[1] > edge[2]
        if piece.kind == "token":
            away = draw(st.sampled_from([0, 0, 0, -26])) if slot not in lost else 0
            if not beyond and (slot not in lost or draw(st.booleans())):
                pieces.append(replace(piece, x=piece.x + away))
        elif slot not in lost and not beyond:
            pieces.append(piece)
    loaded = {below for slot in slots for below in supporters(slot)}
    for slot in draw(st.sets(st.sampled_from(SLOTS), max_size=2)) - set(slots):
        shows[slot] = draw(st.sampled_from([PALE, DAZZLED] if slot in loaded else [CARD, PALE]))
    return Scene(truth, tuple(pieces), shows, edge)


def _seen(scene: Scene) -> GizaReading:
    a, b, c = scene.edge

    def see(place: Place) -> Evidence:
        x, y = middle(place)
        shown = scene.shows.get(slot, BARE) if (slot := slot_at(x, y)) else BARE
        return BEYOND if x * a + y * b > c else shown

    goals = [goal for goal in fixed_deck().goals if not goal.compares][:3]
    return judged(scene.pieces, see, {"goals": goals})


def _floating(truth: Pyramid) -> set[str]:
    """Cards with a hole below or beside them: where they don't show either, they pass for
    something beside.
    """
    found: set[Slot] = set()
    if any(v.rule == "R6" and v.slot is None for v in status(truth)):
        found |= {slot for slot, _ in truth.placed() if slot[0] == 0}
    for slot, _ in truth.placed():
        if any(truth.at(below) is None or below in found for below in supporters(slot)):
            found.add(slot)
    return {placed.penguin.id for slot, placed in truth.placed() if slot in found}


def _true_slot(scene: Scene, name: str) -> Slot:
    return next(slot for slot, placed in scene.truth.placed() if placed.penguin.id == name)


@given(scene=scenes())
@settings(max_examples=200, deadline=None)
def test_no_true_table_is_read_wrongly_as_sure(scene: Scene) -> None:
    """Whatever lies there and whatever of it doesn't show: verdict, violations, levels and score
    hold, or are open.
    """
    alone = judged(laid(str(scene.truth)))
    assume(
        alone.verdict == ("illegal" if status(scene.truth) else "legal")
        and len(alone.pyramid) == len(scene.truth)
    )
    assume(_floating(scene.truth) <= {piece.id for piece in scene.pieces})
    reading, wrong = _seen(scene), status(scene.truth)
    assert reading.verdict in ("unsure", "illegal" if wrong else "legal")
    for found in reading.violations:
        placed = reading.pyramid.at(found.slot) if isinstance(found.slot, tuple) else None
        true = _true_slot(scene, placed.penguin.id) if placed else None
        assert any(v.rule == found.rule and (true is None or v.slot == true) for v in wrong)
    for (level, _), placed in reading.pyramid.placed():
        assert _true_slot(scene, placed.penguin.id)[0] == level
    goals = [goal for goal in fixed_deck().goals if not goal.compares][:3]
    total = score(scene.truth, goals).total
    low, high = reading.score_range
    assert total is not None
    assert low <= total <= high
    assert reading.score in (None, total)
    assert reading.verdict != "unsure" or "legality" in stakes(reading)
