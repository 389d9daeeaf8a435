"""Rocks' row: a position laid on the board comes back; what can't be is named with its rule, doubts
are said.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rocks import rules
from companion.rocks.boardfile import standard
from companion.rocks.known import Known
from companion.rocks.pieces import STAND, width
from companion.rocks.state import State
from tests.catalogues import speaks_german
from vision.games.base import Table
from vision.games.pose import Pose
from vision.games.rocks.reading import RocksReading, marks, show
from vision.games.rocks.row import contradiction, judge
from vision.games.rocks.scene import board_pose, pad, spot
from vision.scan.pipeline import read_photo
from vision.table.layout import Laid, wrapped
from vision.table.pieces import Source

BOARD = standard()
AT = {place.id: place.at for place in BOARD.places}
FULL = dict.fromkeys(("qa", "qb", "qc", "qd"), 6)
START = {
    "penguin-coral-1": "pa6",
    "penguin-coral-2": "a0",
    "penguin-jade-1": "pb6",
    "penguin-jade-2": "b0",
}
ACROSS = {name.replace("jade", "amber"): at.replace("b", "c") for name, at in START.items()}
OUTLINE = ((0.0, 0.0), (10.0, 0.0), (10.0, 40.0), (0.0, 40.0))


def laid(name: str, kind: str, pose: Pose, source: Source = "tag") -> Laid:
    """A piece as the eye hands it over."""
    return Laid(
        name,
        kind,
        "front",
        pose.at.real,
        pose.at.imag,
        wrapped(pose.turn),
        source,
        0.97,
        OUTLINE,
    )


@dataclass(frozen=True)
class Hand:
    """A table: where the board lies, penguins by place (or by a point of the board), rocks by
    place, who carries.
    """

    lies: Pose = Pose(0j, 0)  # noqa: RUF009 - frozen
    penguins: Mapping[str, Any] = field(default_factory=lambda: START)
    rocks: Mapping[str, int] = field(default_factory=lambda: FULL)
    carries: tuple[str, ...] = ()
    more: tuple[tuple[str, tuple[float, float]], ...] = ()  # further pieces at points of the board
    board: bool = True

    def pieces(self, rng: random.Random) -> tuple[Laid, ...]:
        """All of it, turned and pushed as hands do."""
        found = [laid("board", "board", self.lies, "two-tags")] if self.board else []
        for name, where in self.penguins.items():
            found.append(self._penguin(name, AT.get(where, where), rng))
            if name in self.carries:
                middle = pad(found[-1])
                found.append(
                    laid(
                        "rock",
                        "rock",
                        Pose(middle + complex(rng.uniform(-3, 3), 2), rng.uniform(0, 360)),
                    )
                )
        for place, number in self.rocks.items():
            found += [
                laid("rock", "rock", self._near(place, n, number, rng)) for n in range(number)
            ]
        for name, point in self.more:
            pose = Pose(self.lies.point(*point), 0)
            found.append(
                laid(name, "rock", pose) if name == "rock" else self._penguin(name, point, rng)
            )
        return tuple(found)

    def _penguin(self, name: str, at: tuple[float, float], rng: random.Random) -> Laid:
        """On its base, looking at the board's lower edge, more or less."""
        turn = self.lies.turn + rng.uniform(-10, 10)
        up = (STAND.size.height - STAND.base.height) / 2
        return laid(name, "penguin", Pose(Pose(self.lies.point(*at), turn).point(0, -up), turn))

    def _near(self, place: str, number: int, count: int, rng: random.Random) -> Pose:
        """Rocks side by side: in rows of three on a pile, below a penguin on a space."""
        (x, y), step = AT[place], 17.5
        right, down = (number - (count - 1) / 2) * step, 10.0
        if place.startswith("q"):
            right, down = (number % 3 - 1) * step, (number // 3 - 0.5) * step
        elif count > 2:
            right, down = ((-9, 9), (9, 9), (0, -9))[number]
        return Pose(self.lies.point(x + right, y + down), rng.uniform(0, 360))


def read(hand: Hand, seed: int = 1) -> RocksReading:
    """The reading of a table without a picture."""
    return judge(Table("table.jpg", hand.pieces(random.Random(seed))), BOARD, Known())


@cache
def played(players: int, moves: int, seed: int) -> State:
    """A real position: so many moves of a game by chance."""
    state, rng = rules.setup(BOARD, players, seed), random.Random(seed)
    for _ in range(moves):
        movers = rules.to_move(state)
        if not movers:
            break
        state = rules.apply(state, movers[0], rng.choice(list(rules.legal_moves(state, movers[0]))))
    return state


@settings(max_examples=15)
@given(
    players=st.integers(2, 4),
    moves=st.integers(0, 150),
    seed=st.integers(0, 5),
    turn=st.floats(-180, 180),
    x=st.floats(-90, 90),
    y=st.floats(-90, 90),
)
def test_any_position_of_a_game_comes_back(
    *, players: int, moves: int, seed: int, turn: float, x: float, y: float
) -> None:
    """Wherever the board lies and however it is turned: places, loads, counts, nests; and it is
    legal.
    """
    position, names = played(players, moves, seed), BOARD.graph.names
    penguins = [f"penguin-{BOARD.nests[n // 2].id}-{n % 2 + 1}" for n in range(2 * players)]
    stands = dict(zip(penguins, (names[at] for at in position.stands), strict=True))
    shared = [at for at in stands.values() if at.startswith("q")]
    rocks = {name: n for name, n in zip(names, position.rocks, strict=True) if n}
    carriers = tuple(name for name, has in zip(penguins, position.carries, strict=True) if has)
    # on one pile they would be laid on each other here
    assume(len({stands[name] for name in carriers}) == len(carriers))
    apart = {name: _aside(at, shared, n) for n, (name, at) in enumerate(stands.items())}
    reading = read(Hand(Pose(complex(x, y), turn), apart, rocks, carriers), seed)
    assert {p.id: p.place for p in reading.penguins} == stands
    assert tuple(p.id for p in reading.penguins if p.carries) == carriers
    counts = {**reading.rocks, **reading.piles}
    assert {name: low for name, (low, _) in counts.items() if low} == rocks
    assert all(low == high for low, high in counts.values())
    full = [sum(position.rocks[n] > 0 for n in nest.ring) for nest in BOARD.graph.nests[:players]]
    assert [reading.nests[nest.id] for nest in BOARD.nests[:players]] == [(n, n) for n in full]
    complete = True if players == len(BOARD.nests) else None
    assert (reading.verdict, reading.complete, reading.notes) == ("legal", complete, ())


def _aside(place: str, shared: Sequence[str], number: int) -> Any:
    """Penguins beside the rocks of their space, and spread on the edge of a pile."""
    x, y = AT[place]
    return (x + 24 * (-1) ** number, y - 8 * (number % 3)) if place in shared else (x, y - 8)


RING = dict.fromkeys(("a1", "a2", "a3", "a4", "a5", "a6"), 1)
BUILT = {**FULL, "qa": 0, **RING}
AWAY = {**START, "penguin-coral-2": "pa3"}


def test_the_nest_that_is_built_with_a_penguin_at_home_wins() -> None:
    """rocks R10: a rock on each of the six outer spaces and one of the own penguins in
    the centre.
    """
    won = read(Hand(rocks=BUILT))
    assert (won.verdict, won.winner) == ("legal", "coral")
    nests: Any = won.own()["nests"]
    assert nests["coral"] == {"filled": 6, "filled_range": [6, 6], "complete": True}
    assert read(Hand(penguins=AWAY, rocks=BUILT)).winner is None
    assert read(Hand(rocks={**BUILT, "a6": 0, "a5": 2})).winner is None


def test_two_built_nests_leave_open_who_was_first() -> None:
    """rocks R10 is checked for the mover only, which a photo doesn't show."""
    both = {**BUILT, "qb": 0, **{name.replace("a", "b"): 1 for name in RING}}
    reading = read(Hand(rocks=both))
    assert (reading.verdict, reading.winner) == ("unsure", None)


@pytest.mark.parametrize(
    ("hand", "rule", "slot"),
    [
        (
            Hand(penguins={**START, "penguin-jade-1": (-14, 177), "penguin-coral-1": (-26, 177)}),
            "R6",
            "pa6",
        ),
        (
            Hand(penguins={**START, "penguin-jade-1": "a0", "penguin-coral-2": "a1"}, rocks=BUILT),
            "R10",
            "a0",
        ),
        (Hand(rocks={**FULL, "qa": 3, "pa3": 3}), "R9", "pa3"),
        (Hand(rocks={**FULL, "qa": 7, "qb": 5}), "R1", "qa"),
        (Hand(penguins=AWAY), "R8", "penguin-coral-2"),
    ],
    ids=[
        "two on a space",
        "a closed centre",
        "a third rock",
        "a pile too high",
        "locked",
    ],
)
def test_what_cannot_be_is_named(hand: Hand, rule: str, slot: str | None) -> None:
    """By the game's own rules, and only from what was surely read."""
    reading = read(hand)
    assert (reading.verdict, reading.exit_code) == ("illegal", 4)
    assert [(broken.rule, broken.slot) for broken in reading.violations] == [(rule, slot)]


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (Hand(rocks={**FULL, "pa3": 1}), "rock was read 25 times, but a set has 24"),
        (
            Hand(more=(("penguin-coral-1", (0, -87)),)),
            "penguin-coral-1 was read 2 times, but a set has 1",
        ),
    ],
)
def test_more_pieces_than_a_set_has_are_asked_about(hand: Hand, text: str) -> None:
    """rocks R1, R2: a stitched panorama shows pieces twice, so no rule is said to be broken."""
    item = contradiction(Table("t", hand.pieces(random.Random(1))), BOARD)
    assert item is not None
    assert item.text == text
    assert speaks_german(item.text)


@pytest.mark.parametrize(("third", "verdict"), [("violet", "legal"), ("amber", "illegal")])
def test_of_three_the_middle_may_leave_before_any_rock_is_home(third: str, verdict: str) -> None:
    """rocks O, R8: coral is between jade and violet; with jade and amber, jade is in the middle."""
    letter = {"amber": "c", "violet": "d"}[third]
    reading = read(
        Hand(
            penguins={
                **AWAY,
                f"penguin-{third}-1": f"p{letter}6",
                f"penguin-{third}-2": f"{letter}0",
            }
        )
    )
    assert reading.verdict == verdict
    assert [broken.slot for broken in reading.violations] == (
        [] if verdict == "legal" else ["penguin-coral-2"]
    )


def test_two_rocks_on_one_pad_break_r7() -> None:
    """One rock at a time (rocks R7)."""
    pieces = list(Hand(rocks={**FULL, "qa": 4}).pieces(random.Random(2)))
    penguin = next(piece for piece in pieces if piece.kind == "penguin")
    at = pad(penguin)
    pieces += [laid("rock", "rock", Pose(at + dx, 0)) for dx in (-5, 5)]
    reading = judge(Table("table.jpg", tuple(pieces)), BOARD, Known())
    assert [(broken.rule, broken.slot) for broken in reading.violations] == [("R7", penguin.id)]


@pytest.mark.parametrize(
    ("hand", "slot", "says"),
    [
        (
            Hand(penguins={**START, "penguin-coral-1": (-20, 120)}),
            "penguin-coral-1",
            "between pa4 and pa5",
        ),
        (Hand(penguins={**START, "penguin-coral-1": (60, 60)}), "penguin-coral-1", "beside"),
        (
            Hand(penguins={**START, "penguin-coral-1": (300, 60)}),
            "penguin-coral-1",
            "beside the board",
        ),
        (
            Hand(penguins={name: at for name, at in START.items() if name != "penguin-jade-2"}),
            "penguin-jade-2",
            "wasn't",
        ),
        (
            Hand(penguins={name: at for name, at in START.items() if "coral" in name}),
            None,
            "at least two players",
        ),
        (
            Hand(rocks={**FULL, "qa": 5}, more=(("rock", (-20, 120)),)),
            "pa4/pa5",
            "a rock is between pa4 and pa5",
        ),
        (Hand(penguins=ACROSS), None, "only Coral and Amber were found"),
        (Hand(penguins={}), None, "no penguin was found"),
        (Hand(board=False), None, "fewer than two tags of the board"),
    ],
    ids=[
        "between",
        "beside",
        "off",
        "missing",
        "alone",
        "rock between",
        "across",
        "none",
        "no board",
    ],
)
def test_what_is_not_clear_is_unsure_and_nothing_is_guessed(
    hand: Hand, slot: str | None, says: str
) -> None:
    """A wrong place costs more than none; how to set it right is said, in words that a phone can
    translate.
    """
    reading = read(hand)
    assert (reading.verdict, reading.exit_code) == ("unsure", 3)
    assert [item.slot for item in reading.unsure if "may be on a penguin" not in item.text] == [
        slot
    ]
    assert says in reading.unsure[0].text
    assert all(speaks_german(item.text) and speaks_german(item.remedy) for item in reading.unsure)
    assert all(p.place is None for p in reading.penguins if p.id == slot)


def test_a_rock_half_on_a_base_is_not_said_to_be_carried() -> None:
    """Neither carried nor on the space."""
    pieces = list(Hand(rocks={**FULL, "qa": 5}).pieces(random.Random(3)))
    penguin = next(piece for piece in pieces if piece.kind == "penguin")
    pieces.append(laid("rock", "rock", Pose(pad(penguin) + 11, 0)))
    reading = judge(Table("table.jpg", tuple(pieces)), BOARD, Known())
    assert (reading.verdict, [item.slot for item in reading.unsure]) == ("unsure", [penguin.id])
    assert {p.id: p.carries for p in reading.penguins} == {
        **dict.fromkeys(START, False),
        penguin.id: None,
    }


def test_rocks_that_were_not_seen_make_the_counts_unsure() -> None:
    """There are 24 (rocks R1); one that is not seen may lie under another, and no count of a pile
    is sure.
    """
    reading = read(Hand(rocks={**FULL, "qa": 4}))
    assert reading.verdict == "unsure"
    assert [item.text[:29] for item in reading.unsure] == ["2 of 24 rocks weren't found; "]
    assert (reading.complete, reading.piles["qa"]) == (False, (4, 6))
    own = reading.to_json()
    assert (own["piles"]["qa"], own["piles_range"]["qa"], own["rocks_read"]) == (None, [4, 6], 22)
    assert "qa at least 4" in "\n".join(line.text for line in show(reading, BOARD))
    assert read(Hand(rocks=FULL)).verdict == "legal"


def test_rocks_in_no_clear_place_are_in_none_for_sure() -> None:
    """Without a board, all of them may lie anywhere; one between two places, in either."""
    blind = read(Hand(board=False))
    assert set(blind.nests.values()) == {(0, 6)}
    assert set(blind.piles.values()) == {(0, 6)}
    between = read(Hand(rocks={**FULL, "qa": 5}, more=(("rock", (-20, 120)),)))
    assert (between.rocks["pa4"], between.rocks["pa5"]) == ((0, 1), (0, 1))
    assert between.piles["qa"] == (5, 5)


def test_while_rocks_are_missing_no_nest_is_said_to_be_empty() -> None:
    """One that isn't seen may lie in any place and on any penguin, whatever the board looks like;
    with all of them read there is nothing to hide.
    """
    reading = read(Hand(rocks={**FULL, "qa": 3}))
    assert set(reading.nests.values()) == {(0, 3)}
    assert {p.carries for p in reading.penguins} == {None}
    whole = read(Hand())
    assert set(whole.nests.values()) == {(0, 0)}
    assert {p.carries for p in whole.penguins} == {False}


@pytest.mark.parametrize(("players", "complete"), [(None, None), (2, True), (3, False)])
def test_two_penguins_a_player_must_be_there(players: int | None, complete: bool | None) -> None:
    """More players than colours is said (rocks R1, R2)."""
    table = Table("table.jpg", Hand().pieces(random.Random(1)))
    reading = judge(table, BOARD, Known(players=players))
    assert (reading.complete, reading.verdict) == (
        complete,
        "unsure" if complete is False else "legal",
    )
    assert all(speaks_german(item.text) for item in reading.unsure)


def test_a_nest_with_rocks_has_penguins_somewhere() -> None:
    """While rocks are missing something is hidden: perhaps both penguins of a colour whose nest is
    being built.
    """
    reading = read(Hand(rocks={**FULL, "qb": 4, "c1": 1}))
    assert reading.verdict == "unsure"
    slots = [item.slot for item in reading.unsure]
    assert (slots[:2], slots[3:]) == (["penguin-amber-1", "penguin-amber-2"], [None])
    # A rock in any place may be on a penguin of one of them: none is counted there for sure.
    assert slots[2] is not None
    assert reading.unsure[2].text.endswith("in any of qa, qb, qc, qd, c1")
    assert reading.rocks["c1"][0] == 0 < reading.rocks["c1"][1]
    assert read(Hand(rocks={**FULL, "qb": 5, "c1": 1})).verdict == "legal"


def test_quarters_that_lie_apart_are_no_board() -> None:
    """Two parts of it that disagree by more than hands push them apart; the mean where
    they agree.
    """
    near = [
        laid("board", "board", Pose(complex(x, 0), turn), "two-tags")
        for x, turn in ((0, 0), (6, 1))
    ]
    pose = board_pose(near)
    assert pose is not None
    assert (pose.at, round(pose.turn, 3)) == (3 + 0j, 0.5)
    far = [near[0], laid("board", "board", Pose(90 + 0j, 0), "two-tags")]
    assert board_pose(far) is None
    item = contradiction(Table("t", tuple(far)), BOARD)
    assert item is not None
    assert "are apart" in item.text
    assert board_pose([laid("board", "board", Pose(0j, 0))]) is None, "a single tag is too small"
    assert contradiction(Table("t", tuple(near)), BOARD) is None


def test_pieces_are_told_in_the_boards_own_frame() -> None:
    """Zero at the board's middle, y up, whichever way it lies on the table."""
    reading = read(Hand(Pose(100 - 40j, 75)))
    board = next(piece for piece in reading.pieces if piece.kind == "board")
    assert (board.x, board.y, board.rotation) == (0, 0, 0)
    rocks = [piece for piece in reading.pieces if piece.id == "rock"]
    assert abs(np.mean([rock.y for rock in rocks])) < 5
    assert min(rock.x for rock in rocks) < -150


@given(x=st.floats(-200, 200), y=st.floats(-200, 200))
def test_a_point_is_in_the_nearest_place_or_in_none(x: float, y: float) -> None:
    """What is said to lie in a place lies in it, or at most 8 mm beside it with the
    next one far.
    """
    found = spot(BOARD, (x, y))
    off = [float(np.hypot(x - p.at[0], y - p.at[1])) - width(BOARD, p) / 2 for p in BOARD.places]
    if found.place is None:
        assert min(off) > -8
    else:
        assert found.place == int(np.argmin(off))
        assert off[found.place] <= 8


def test_words_and_marks_tell_who_stands_where() -> None:
    """A line a colour; bases with their place; rocks; nothing by colour alone."""
    reading = read(Hand(rocks=BUILT, carries=()))
    words = [line.text for line in show(reading, BOARD)]
    assert "Coral: 6 of 6 spaces filled; penguin 1 on pa6, penguin 2 on a0" in words
    assert any(text.startswith("R10  Coral has won") for text in words)
    labels = {mark.label for mark in marks(reading)}
    assert {"pa6", "a0", "pb6", "b0"} <= labels


def test_a_penguin_that_may_carry_a_rock_gets_no_tick() -> None:
    """Neither its line nor its mark in the picture is that of what is sure; the other
    colour's are.
    """
    reading = read(Hand())
    unclear = tuple(
        replace(p, carries=None) if p.id == "penguin-jade-1" else p for p in reading.penguins
    )
    reading = replace(reading, penguins=unclear)
    lines = {line.text.split(":")[0]: line for line in show(reading, BOARD)}
    assert (lines["Coral"].tone, lines["Jade"].tone) == ("good", "unsure")
    assert "perhaps with a rock" in lines["Jade"].text
    assert {mark.label: mark.tone for mark in marks(reading) if mark.label in START.values()} == {
        "pa6": "good",
        "a0": "good",
        "pb6": "unsure",
        "b0": "good",
    }


def test_a_photo_with_a_finger_on_a_pile() -> None:
    """Bytes to verdict: all that can be seen is read, and the rest is asked for."""
    name = Path(__file__).parent / "photos/finger-on-a-pile.jpg"
    truth = json.loads(name.with_suffix(".truth.json").read_text("utf-8"))
    reading = read_photo(name.read_bytes(), name.name).reading
    assert isinstance(reading, RocksReading)
    assert {p.id: p.place for p in reading.penguins} == {
        name: each["place"] for name, each in truth["penguins"].items()
    }
    counts = {**reading.rocks, **reading.piles}
    least = {name: low for name, (low, _) in counts.items() if low}
    assert {**least, "qd": 6} == truth["rocks"]
    assert reading.piles["qd"][0] < 6 == reading.piles["qd"][1]
    assert (reading.verdict, [item.slot for item in reading.unsure]) == ("unsure", [None])


@pytest.mark.parametrize("how", ["strokes", "paper"])
def test_a_carried_rock_whose_tag_is_spoilt_is_not_denied(how: str) -> None:
    """White strokes across each carried rock's tag, or white paper over it, leave no square to be
    seen: who carries one is open, not denied.
    """
    name = Path(__file__).parents[3] / "photos" / "rocks" / "tune" / "02-kitchen-four.jpg"
    data = name.read_bytes()
    whole = read_photo(data, name.name).reading
    assert isinstance(whole, RocksReading)
    carrying = {p.id: p.outline for p in whole.penguins if p.carries}
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    for base in map(np.array, carrying.values()):
        rocks = [np.array(p.outline) for p in whole.pieces if p.kind == "rock"]
        rock = min(rocks, key=lambda corners: float(np.linalg.norm(corners.mean(0) - base.mean(0))))
        if how == "paper":
            cv2.fillConvexPoly(picture, rock.round().astype(np.int32), (250, 250, 250))
        for start, end in ((0, 2), (1, 3)):
            one, other = (tuple(map(round, rock[corner].tolist())) for corner in (start, end))
            cv2.line(picture, one, other, (235, 235, 235), 9, cv2.LINE_AA)
    spoilt = read_photo(cv2.imencode(".jpg", picture)[1].tobytes(), "spoilt.jpg").reading
    assert isinstance(spoilt, RocksReading)
    assert {p.id: p.carries for p in spoilt.penguins if p.id in carrying} == dict.fromkeys(carrying)
