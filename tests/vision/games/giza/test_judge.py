"""Giza's judgement of pieces: what was read, what is closed by a count, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.errors import UsageError
from companion.giza.deck import Deck
from companion.giza.known import Known
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, open_slots, status
from companion.giza.scoring import score
from tests.vision.conftest import Camera, Studio, fixed_deck, jpeg
from vision.games.base import Table
from vision.games.giza.reading import GizaReading, marks
from vision.games.giza.row import ROW, judge
from vision.games.words import Caption, Pill
from vision.scan.pipeline import read_photo
from vision.show.explanation import report
from vision.table.layout import Laid, wrapped

WHOLE = "01,02,14,15/13,04,17/07,20/09"
HEAVY = "09,22,14,15/24,04,17/07,20/05"  # weight 4 on 1 + 1


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
    pieces: Sequence[Laid], known: Known | None = None, deck: Deck | None = None
) -> GizaReading:
    """The reading of pieces on a table of which so much is known."""
    return judge(Table("x.jpg", tuple(pieces)), deck or fixed_deck(), known or Known())


def without(pieces: Sequence[Laid], *names: str) -> tuple[Laid, ...]:
    """Cards whose tags were not read."""
    return tuple(piece for piece in pieces if piece.id not in names)


def words(reading: GizaReading) -> str:
    """The report, and the banner of the picture."""
    text = "\n".join(line.plain for line in report(reading, fixed_deck()))
    banner = (mark for mark in marks(reading) if isinstance(mark, Caption))
    return "\n".join([text, *(" ".join((mark.label, *mark.small)) for mark in banner)])


# --- closed by a count ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "known", "complete", "verdict", "scored"),
    [
        ([], Known(), True, "legal", 10),
        ([], Known(cards=(10,)), True, "legal", 10),
        ([], Known(cards=(9,)), False, "unsure", None),
        (["penguin-09"], Known(), None, "legal", None),
        (["penguin-09"], Known(cards=(9,)), True, "legal", 7),
        (["penguin-09"], Known(cards=(10,)), False, "unsure", None),
        (["penguin-09"], Known(cards=(8,)), False, "unsure", None),
    ],
)
def test_a_score_is_stated_once_all_cards_are_read(
    lost: list[str], known: Known, complete: bool | None, verdict: str, scored: int | None
) -> None:
    """Ten cards are a finished pyramid; with fewer, someone has to say how many there are. More or
    fewer than that is said, and nothing bends to fit.
    """
    reading = judged(without(laid(WHOLE), *lost), known)
    assert (reading.complete, reading.verdict, reading.score) == (complete, verdict, scored)
    data = reading.to_json()
    assert (data["complete"], data["cards_read"], len(reading.pyramid)) == (
        complete, 10 - len(lost), 10 - len(lost),
    )  # fmt: skip
    assert data["score_range"][0] <= 10 - 3 * len(lost) <= data["score_range"][1]
    assert ("expected" in words(reading)) is (complete is False)
    assert f"{10 - len(lost)} cards read" in words(reading)


def test_a_pyramid_being_built_is_legal_so_far() -> None:
    """The title says so, and the points are those of the cards that were read."""
    reading = judged(laid("01,02,14,15/13,04,/,/"))
    assert (reading.verdict, reading.exit_code, reading.complete) == ("legal", 0, None)
    assert "LEGAL SO FAR" in words(reading)
    assert f"{sum(reading.levels)} so far" in words(reading)
    assert "so far" not in words(judged(laid(WHOLE))).lower()


@pytest.mark.parametrize("name", ["penguin-02", "penguin-13"])
def test_a_hole_is_a_violation_only_if_all_cards_were_read(name: str) -> None:
    """A card may lie there unread: it is asked for, with its place (giza R6)."""
    holed = without(laid("01,02,14,15/13,04,17/07,20/"), name)
    (slot,) = (slot for slot, placed in Pyramid.parse("01,02,14,15/13,04,17/07,20/", fixed_deck())
               .placed() if placed.penguin.id == name)  # fmt: skip
    for known in (Known(), Known(cards=(9,))):
        reading = judged(holed, known)
        assert (reading.verdict, reading.violations) == ("unsure", ())
        assert [item.slot for item in reading.doubts] == [slot]
    assert {v.rule for v in judged(holed, Known(cards=(8,))).violations} == {"R6"}


def test_a_hole_in_the_base_is_asked_for() -> None:
    """Without a count nobody is accused of a gap (giza R6, D)."""
    holed = without(laid("01,02,14,15/13,,/,/"), "penguin-14")
    assert [item.slot for item in judged(holed).doubts] == [(0, 2)]
    assert [(v.rule, v.slot) for v in judged(holed, Known(cards=(4,))).violations] == [("R6", None)]


# --- tokens ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "known", "verdict"),
    [
        (HEAVY, Known(), "illegal"),
        (HEAVY.replace("09,", "09+1,"), Known(), "unsure"),
        (HEAVY.replace("09,", "09+1,"), Known(tokens=1), "illegal"),
        (HEAVY.replace("09,", "09+1,"), Known(tokens=2), "unsure"),
        (HEAVY.replace("09,", "09+1,"), Known(tokens=0), "unsure"),
        (HEAVY.replace("09,", "09+2,"), Known(), "legal"),
        (HEAVY.replace("14,", "14+1,"), Known(), "illegal"),
        (WHOLE, Known(tokens=3), "legal"),
    ],
)
def test_a_token_is_asked_about_only_below_a_card_that_is_too_heavy(
    text: str, known: Known, verdict: str
) -> None:
    """Another may lie under one that was read, unless as many were read as there are (R7, R10)."""
    reading = judged(laid(text), known)
    assert reading.verdict == verdict
    asked = [item.text for item in reading.doubts]
    assert asked == (["4 on 2+1: is a token there?"] if verdict == "unsure" else [])
    assert (reading.score is None) == (reading.complete is not True)
    if known.tokens not in {None, text.count("+")}:
        assert f"{text.count('+')} tokens read, {known.tokens} expected" in reading.notes


def test_an_overload_that_no_token_can_mend_stays() -> None:
    """Ten tokens are printed, and nine of them lie elsewhere (giza R7, R10)."""
    pieces = laid("09+1,22,14,15/26,04,17/07,20/05")  # weight 5 on 2 + 1
    others = [card("token", 300.0 + 30 * n, 0) for n in range(9)]
    assert judged(pieces).verdict == "unsure"
    assert judged([*pieces, *others[:7]]).verdict == "unsure"
    assert judged([*pieces, *others]).verdict == "illegal"


def test_half_tokens_are_asked_about_where_they_matter() -> None:
    """A load short by two, two tokens half on one card below it (giza R10); elsewhere they change
    nothing, and aren't shown.
    """
    pieces = laid("09,22,,/24,,/,/")  # weight 4 on 1 + 1
    x, y = pieces[0].x, pieces[0].y
    half = [card("token", x - 36, y + dy) for dy in (-14, 14)]
    assert judged(pieces, Known(cards=(3,))).verdict == "illegal"
    reading = judged([*pieces, *half], Known(cards=(3,)))
    assert (reading.verdict, reading.violations) == ("unsure", ())
    assert any("half on" in item.text for item in reading.doubts)
    sliver = card("token", x - 43, y)  # its end, two mm
    assert judged([*pieces, replace(sliver, rotation=90)], Known(cards=(3,))).verdict == "unsure"
    fine = laid("01,02,14,15/,,/,/")
    last = next(piece for piece in fine if piece.id == "penguin-15")
    found = judged([*fine, card("token", last.x + 33, last.y)])
    assert [item.could_change for item in found.unsure] == ["nothing"]
    assert found.doubts == ()
    assert "half on" not in words(found)


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
    (giza R10). An own deck's print isn't known here either: the card is asked about, too.
    """
    layout, camera = Studio().pyramid(HEAVY), Camera(height=430, tilt=0)
    cut = read_photo(
        jpeg(Studio().shoot(layout, replace(camera, centre=(183, 0)))),
        "x.jpg",
        "giza",
        fixed_deck(),
    ).reading
    assert (cut.verdict, cut.violations) == ("unsure", ())
    assert [item.text for item in cut.doubts] == ["4 on 1+1: is a token there?"]


def test_a_load_that_may_be_too_heavy_is_not_called_carried() -> None:
    """Neither in words nor in green on the picture: only what was read to carry does (giza R7)."""
    reading = judged(laid("09+1,22,,/24,,/,/"))
    assert "carried" not in words(reading)
    assert [mark.tone for mark in marks(reading) if isinstance(mark, Pill)] == ["unsure"]


# --- what lies where it doesn't belong ------------------------------------------------------------


@pytest.mark.parametrize(
    ("dx", "dy", "turn", "asked"),
    [
        (0, -20, -40, True),
        (30, 0, 0, True),
        (0, -90, 0, False),
        (-110, 0, 90, False),
    ],
)
def test_a_loose_card_over_a_card_of_the_pyramid_is_a_doubt(
    dx: float, dy: float, turn: float, asked: bool
) -> None:
    """Something may be hidden under it, or the card read there isn't the pyramid's."""
    pieces = laid(WHOLE)
    base = next(piece for piece in pieces if piece.id == "penguin-01")
    reading = judged([*pieces, card("penguin-40", base.x + dx, base.y + dy, turn)])
    assert (reading.verdict == "unsure") == asked
    assert (reading.score is None) == (reading.complete is None) == asked
    assert any("another card lies on penguin 1" in item.text for item in reading.doubts) == asked


@pytest.mark.parametrize(
    ("away", "turn", "asked"),
    [(0, 4, False), (5, 4, False), (0, 23, True), (16, 3, True), (9, 4, True)],
)
def test_a_card_that_lies_crooked_may_hide_the_one_that_belongs_there(
    away: float, turn: float, asked: bool
) -> None:
    """A card dropped in place of another is read, straight ones lie next to it."""
    pieces = [
        replace(piece, rotation=turn, y=piece.y - away) if piece.id == "penguin-02" else piece
        for piece in laid(WHOLE)
    ]
    reading = judged(pieces, Known(cards=(10,)))
    assert (reading.verdict, reading.complete) == (("unsure", None) if asked else ("legal", True))
    assert any("is another card under it?" in item.text for item in reading.doubts) == asked


# --- goals ----------------------------------------------------------------------------------------


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
    named = judged(pyramid, known=Known(goals=tuple(goals[:2])))
    assert (named.score, named.score_range) == (None, two.score_range)
    assert "2 goals are known, 3 are in play: add --goals" in "\n".join(
        line.plain for line in report(named, deck)
    )
    assert judged([*pyramid, *shown[:2]], known=Known(goals=tuple(goals[:3]))).score == three.score
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


def test_a_card_in_line_beyond_a_gap_is_the_bases() -> None:
    """In line and one card's width on, so that the gap is one (giza R6); else it lies beside."""
    small = laid("01,02,,/13,,/,/")
    x, y = small[1].x, small[1].y
    broken = judged([*small, card("penguin-05", x + 134, y)], Known(cards=(4,)))
    assert [v.rule for v in broken.violations] == ["R6"]
    for right, up in ((205, 0), (134, 40)):
        assert judged([*small, card("penguin-05", x + right, y + up)]).verdict == "legal"


@pytest.mark.parametrize("away", range(92, 168, 5))
def test_a_gap_of_any_width_in_the_base_leaves_the_count_open(away: int) -> None:
    """A card in the base's line belongs to it, or is named beside it: nothing is complete, and a
    count that includes it isn't met, or the hole is one.
    """
    small = laid("01,02,,/13,,/,/")
    pieces = [*small, card("penguin-05", small[1].x + away, small[1].y)]
    alone = judged(pieces)
    assert (alone.complete, alone.score) == (None, None)
    assert alone.verdict == "unsure" or "beside the pyramid: penguin-05" in alone.notes
    assert judged(pieces, Known(cards=(4,))).verdict != "legal"


def test_two_small_pyramids_side_by_side_are_not_one() -> None:
    """Each stands alone, and the gap between them is clearly wider than those within."""
    right = [replace(piece, x=piece.x + 2 * 63 + 4 + 12) for piece in laid("03,05,,/16,,/,/")]
    assert judged([*laid("01,02,,/13,,/,/"), *right]).verdict == "unsure"
    assert judged(laid("01,02,03,05/13,,16/,/")).verdict == "legal"


# --- never wrong as sure --------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """A true pyramid, the pieces of it that were read, and what the table knows."""

    truth: Pyramid
    pieces: tuple[Laid, ...]
    known: Known


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
    """Cards unread, tokens under other tokens, with and without counts; a count may be that of
    cards and tokens by one player who forgot a tap.
    """
    truth = draw(truths())
    slots = [slot for slot, _ in truth.placed()]
    lost = draw(st.sets(st.sampled_from(slots), max_size=4)) if draw(st.booleans()) else set()
    gone = {placed.penguin.id for slot, placed in truth.placed() if slot in lost}
    pieces: list[Laid] = []
    cards = laid(str(truth))
    for piece in cards:
        if piece.kind == "token":
            under = any(
                abs(piece.x - x.x) < 32 and abs(piece.y - x.y) < 44 and x.id in gone for x in cards
            )
            second = any(
                other.kind == "token" and np.hypot(piece.x - other.x, piece.y - other.y) < 30
                for other in pieces
            )
            if not under and not (second and draw(st.booleans())):
                pieces.append(piece)
        elif piece.id not in gone:
            pieces.append(piece)
    tokens = sum(placed.tokens for _, placed in truth.placed())
    count = (len(truth),) if draw(st.booleans()) else ()
    goals = tuple(goal for goal in fixed_deck().goals if not goal.compares)[:3]
    known = Known(goals, count, tokens if draw(st.booleans()) else None)
    return Scene(truth, tuple(pieces), known)


def _true_slot(scene: Scene, name: str) -> Slot:
    return next(slot for slot, placed in scene.truth.placed() if placed.penguin.id == name)


@given(scene=scenes())
@settings(max_examples=300, deadline=None)
def test_no_true_table_is_read_wrongly_as_sure(scene: Scene) -> None:
    """Whatever lies there and whatever of it doesn't show: verdict, violations, levels and score
    hold, or are open.
    """
    alone = judged(laid(str(scene.truth)), Known(cards=(len(scene.truth),)))
    assume(len(alone.pyramid) == len(scene.truth))
    reading, wrong = judged(scene.pieces, scene.known), status(scene.truth)
    for found in reading.violations:
        placed = reading.pyramid.at(found.slot) if isinstance(found.slot, tuple) else None
        true = _true_slot(scene, placed.penguin.id) if placed else None
        assert any(v.rule == found.rule and (true is None or v.slot == true) for v in wrong)
    total = score(scene.truth, scene.known.goals).total
    assert total is not None
    low, high = reading.score_range
    assert low <= total <= high
    if reading.complete:
        assert len(reading.pyramid) == len(scene.truth)
        assert reading.verdict in ("unsure", "illegal" if wrong else "legal")
        assert reading.score == total
    else:
        assert reading.score is None
        assert reading.verdict != "legal" or reading.complete is None
