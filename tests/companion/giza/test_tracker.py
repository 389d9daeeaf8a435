"""What the phones of a giza table know: each kind of event, its refusals, and the laws of the fold."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import UNDO, Event, Log, effective, fold
from companion.giza.deck import standard
from companion.giza.order import NUMBERS, ROUNDS
from companion.giza.pyramid import Pyramid
from companion.giza.track_payload import FIELDS
from companion.giza.track_state import TableState
from companion.giza.tracker import TRACKER, check

DECK_TEXT = files("companion.giza").joinpath("deck.toml").read_text("utf-8")
GOALS = [goal.id for goal in standard().goals]
COLOURS = [player.id for player in standard().players]
NAMES = ("Anna", "Ben", "Cleo", "Dora")


class _Play:
    """A table that is played by method calls; every event must be accepted unless `refused` is asked."""

    def __init__(self, seats: int = 0) -> None:
        self.log = Log[TableState](TRACKER)
        self.do("table.open", game="giza", options={}, deck=DECK_TEXT)
        for index in range(seats):
            self.sit(index)

    @property
    def state(self) -> TableState:
        return self.log.state

    def event(self, kind: str, actor: str = "host", **payload: Any) -> Event:
        return Event(self.log.version + 1, "2026-11-21T20:00:00Z", actor, kind, payload, f"key-{self.log.version}")

    def do(self, kind: str, actor: str = "host", **payload: Any) -> int:
        event = self.event(kind, actor, **payload)
        assert self.log.check(event) is None
        self.log = self.log.append(event)
        return event.version

    def refused(self, kind: str, actor: str = "host", **payload: Any) -> str:
        refusal = self.log.check(self.event(kind, actor, **payload))
        assert refusal is not None
        return refusal.code

    def sit(self, index: int) -> None:
        self.do("seat.take", seat=f"s{index + 1}", name=NAMES[index], colour=COLOURS[index])

    def start(self, chief: str = "s1", goals: Sequence[str] = tuple(GOALS[:3])) -> None:
        self.do("goals.set", goals=list(goals))
        self.do("chief.give", seat=chief)
        self.do("game.start")

    def choose(self, **numbers: int) -> None:
        for seat, number in numbers.items():
            self.do("action.choose", seat, number=number, expects={"round": self.state.round})

    def turn(self, *, took: bool = True) -> int:
        active = self.state.active
        assert active is not None
        seat, expects = active.seat, {"round": self.state.round, "seat": active.seat}
        return self.do("turn.done", seat, seat=seat, took=took, expects=expects)

    def round(self, *, took: bool = True, **numbers: int) -> None:
        self.choose(**numbers)
        for _ in numbers:
            self.turn(took=took)


def started(seats: int = 2, chief: str = "s1") -> _Play:
    play = _Play(seats)
    play.start(chief)
    return play


# --- before the game ---


def test_seats_are_taken_clockwise_each_with_a_name_and_a_colour_of_its_own() -> None:
    """The order of sitting down is the order round the table, until it is corrected."""
    play = _Play(3)
    assert [(seat.id, seat.name, seat.colour) for seat in play.state.seats] == [
        ("s1", "Anna", COLOURS[0]), ("s2", "Ben", COLOURS[1]), ("s3", "Cleo", COLOURS[2]),
    ]  # fmt: skip
    play.do("seats.order", order=["s2", "s1", "s3"])
    assert play.state.clockwise == ("s2", "s1", "s3")


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"seat": "s9", "name": "anna", "colour": COLOURS[3]}, "taken"),
        ({"seat": "s9", "name": "Zoe", "colour": COLOURS[0]}, "taken"),
        ({"seat": "s1", "name": "Zoe", "colour": COLOURS[3]}, "taken"),
        ({"seat": "s9", "name": "Zoe", "colour": "mauve"}, "malformed"),
        ({"seat": "s9", "name": "", "colour": COLOURS[3]}, "malformed"),
        ({"seat": "s9", "name": "Zoe"}, "malformed"),
        ({"seat": "s9", "name": "Zoe", "colour": COLOURS[3], "extra": 1}, "malformed"),
    ],
    ids=["name", "colour", "id", "unknown colour", "no name", "field missing", "field too many"],
)
def test_a_seat_that_can_not_be_taken_is_refused(payload: dict[str, Any], code: str) -> None:
    """Names and colours are told apart by everybody at the table."""
    assert _Play(2).refused("seat.take", **payload) == code


def test_a_fifth_player_finds_no_seat_and_after_the_start_nobody_does() -> None:
    """Giza is for 2 to 4, and joining is locked when play begins."""
    assert _Play(4).refused("seat.take", seat="s5", name="Eve", colour=COLOURS[0]) == "full"
    play = started(2)
    assert play.refused("seat.take", seat="s3", name="Cleo", colour=COLOURS[2]) == "locked"
    assert play.refused("seats.order", order=["s2", "s1"]) == "locked"


@pytest.mark.parametrize("order", [["s1"], ["s1", "s2", "s3"], ["s1", "s3"]])
def test_an_order_of_other_seats_than_there_are_is_stale(order: list[str]) -> None:
    """Somebody sat down while another was sorting: look again."""
    assert _Play(2).refused("seats.order", order=order) == "stale"


@pytest.mark.parametrize(
    "goals", [[], GOALS[:2], GOALS[:4], [GOALS[0], GOALS[0], GOALS[1]], ["x", *GOALS[:2]], "abc", [1, 2, 3]]
)
def test_giza_r1_exactly_three_different_goals_are_in_play(goals: object) -> None:
    """Giza R1."""
    assert _Play(2).refused("goals.set", goals=goals) == "malformed"


@pytest.mark.parametrize("missing", ["players", "goals", "chief"])
def test_giza_r1_a_game_starts_with_players_goals_and_the_chief(missing: str) -> None:
    """Giza R1: what is missing is named."""
    play = _Play(1 if missing == "players" else 2)
    if missing != "goals":
        play.do("goals.set", goals=GOALS[:3])
    if missing != "chief":
        play.do("chief.give", seat="s1")
    refusal = play.log.check(play.event("game.start"))
    assert refusal is not None
    assert missing in refusal.text.lower()


def test_nothing_happens_before_the_table_is_open_and_it_opens_once() -> None:
    """The first event holds game, options and deck."""
    nothing = Event(1, "", "host", "chief.give", {"seat": "s1"})
    refusal = check(TableState(), nothing)
    assert refusal is not None
    assert refusal.code == "not-now"
    assert _Play().refused("table.open", game="giza", options={}, deck=DECK_TEXT) == "not-now"


@pytest.mark.parametrize(("game", "deck"), [("giza", "not = a deck"), ("rocks", DECK_TEXT)])
def test_a_table_opens_only_with_a_deck_of_giza(game: str, deck: str) -> None:
    """A deck that can not be read is refused at the door, not found out later."""
    refusal = check(TableState(), Event(1, "", "server", "table.open", {"game": game, "options": {}, "deck": deck}))
    assert refusal is not None
    assert refusal.code == "malformed"


# --- rounds ---


def test_giza_r3_the_last_choice_reveals_all_and_fixes_the_order() -> None:
    """Giza R3: until then choices may change, and nothing is out of hand."""
    play = started(3, chief="s2")
    play.choose(s1=4, s2=1)
    play.choose(s1=5)
    assert (play.state.phase, play.state.order, play.state.seats[0].out) == ("choose", (), ())
    play.choose(s3=5)
    assert [(turn.seat, turn.number) for turn in play.state.order] == [("s2", 1), ("s3", 5), ("s1", 5)]
    assert [seat.out for seat in play.state.seats] == [(5,), (1,), (5,)]


def test_giza_r3_a_chief_taken_this_round_counts_from_the_next() -> None:
    """Giza R3 (D), R9: the order stands; the last to play #1 keeps the Chief."""
    play = started(3, chief="s1")
    play.choose(s1=1, s2=1, s3=2)
    order = play.state.order
    play.turn()
    assert play.state.chief == "s1"
    play.turn()
    assert (play.state.chief, play.state.order) == ("s2", order)
    play.turn()
    play.choose(s1=3, s2=3, s3=3)
    assert [turn.seat for turn in play.state.order] == ["s2", "s3", "s1"]


def test_giza_r5_an_action_may_be_left_out() -> None:
    """Giza R5: the Chief and the token stay where they are."""
    play = started(2)
    play.round(s1=5, s2=1, took=False)
    assert (play.state.chief, play.state.supply) == ("s1", standard().tokens)


def test_giza_r4_a_played_action_can_not_be_chosen_until_gather() -> None:
    """Giza R4: out of hand until #4 takes all back, itself included, whatever `took` says (D)."""
    play = started(2)
    play.round(s1=2, s2=3)
    assert play.refused("action.choose", "s1", number=2, expects={"round": 2}) == "not-in-hand"
    play.round(s1=4, s2=1, took=False)
    assert play.state.seats[0].hand == NUMBERS
    assert play.state.seats[1].hand == (2, 4, 5)


@pytest.mark.parametrize("number", [0, 6, -1, "1", 1.0, True, None])
def test_there_are_five_actions(number: object) -> None:
    """Anything else is refused, whatever its type."""
    assert started(2).refused("action.choose", "s1", number=number, expects={"round": 1}) in (
        "malformed",
        "not-in-hand",
    )


def test_only_who_sits_there_chooses() -> None:
    """The host knows no secrets and has no hand."""
    assert started(2).refused("action.choose", "host", number=1, expects={"round": 1}) == "not-yours"


@pytest.mark.parametrize("expects", [{"round": 2}, {"round": 9}])
def test_a_choice_for_another_round_is_stale(expects: dict[str, int]) -> None:
    """A tap that was long on its way does not land in the next round."""
    assert started(2).refused("action.choose", "s1", number=1, expects=expects) == "stale"


def test_a_choice_after_the_reveal_is_stale() -> None:
    """The cards are on the table."""
    play = started(2)
    play.choose(s1=1, s2=2)
    assert play.refused("action.choose", "s1", number=3, expects={"round": 1}) == "stale"


def test_turns_end_in_order_once_each() -> None:
    """Two phones that both end Anna's turn end it once."""
    play = started(2)
    play.choose(s1=1, s2=2)
    anna, ben = {"round": 1, "seat": "s1"}, {"round": 1, "seat": "s2"}
    assert play.refused("turn.done", "s2", seat="s2", took=True, expects=ben) == "stale"
    assert play.refused("turn.done", "s2", seat="s2", took=True, expects=anna) == "stale"
    play.turn()
    assert play.refused("turn.done", "s1", seat="s1", took=True, expects=anna) == "stale"


def test_giza_r2_after_ten_rounds_the_game_is_done() -> None:
    """Giza R2: rounds advance by themselves."""
    play = started(2)
    for n in range(ROUNDS):
        assert play.state.round == n + 1
        number = 4 if n % 2 else 3
        play.round(s1=number, s2=number)
    assert (play.state.phase, play.state.round) == ("done", ROUNDS)
    assert play.refused("action.choose", "s1", number=1, expects={"round": ROUNDS}) == "stale"


def test_giza_r10_tokens_come_from_a_limited_supply_and_stay_where_they_are_put() -> None:
    """Giza R9, R10: taken with #5, placed any number at any time; an empty supply gives none."""
    play = started(2)
    for _ in range(standard().tokens // 2):
        play.round(s1=5, s2=5)
        play.round(s1=4, s2=4)
        if play.state.phase == "done":
            break
    taken = play.state.seats[0].tokens
    play.do("token.place", seat="s1", count=taken)
    assert (play.state.seats[0].tokens, play.state.seats[0].placed) == (0, taken)
    assert play.state.supply == standard().tokens - 2 * taken
    assert play.refused("token.place", seat="s1", count=1) == "no-token"


def test_giza_r10_an_empty_supply_gives_no_token() -> None:
    """The turn ends without one."""
    deck = DECK_TEXT.replace(f"[token]\ncount = {standard().tokens}", "[token]\ncount = 1")
    play = _Play()
    play.log = Log[TableState](TRACKER)
    play.do("table.open", game="giza", options={}, deck=deck)
    for index in range(2):
        play.sit(index)
    play.start()
    play.choose(s1=5, s2=5)
    play.turn()
    assert play.refused("turn.done", "s2", seat="s2", took=True, expects={"round": 1, "seat": "s2"}) == "no-token"
    play.turn(took=False)
    assert [seat.tokens for seat in play.state.seats] == [1, 0]


# --- pyramids ---

READ = "01,02,,/03,,/,/"


def read(play: _Play, seat: str = "s1", pyramid: str = READ, **reading: Any) -> int:
    return play.do("pyramid.read", seat=seat, photo="p1", pyramid=pyramid, reading=reading)


def test_a_photo_tells_the_pyramid_and_what_it_could_not_read() -> None:
    """Unread slots hold one of the unseen penguins, or of the candidates that the reading names."""
    play = started(2)
    rows = [
        {"slot": [0, 2], "text": "glare", "could_change": "score", "remedy": "again"},
        {"slot": [0, 3], "text": "covered", "could_change": "score", "remedy": "again", "candidates": ["07", "07g"]},
        {"slot": [0, 0], "text": "a token lies half on it", "could_change": "nothing", "remedy": ""},
    ]
    version = read(play, unsure=rows)
    known = play.state.seats[0].known
    assert (str(known.pyramid), known.photo, known.version, known.by_hand) == (READ, "p1", version, False)
    assert [(slot, len(options)) for slot, options in known.unread] == [((0, 2), 2 * 49), ((0, 3), 2)]
    assert [doubt.slot for doubt in known.doubts] == [(0, 2), (0, 3), (0, 0)]


def test_a_penguin_seen_beside_the_pyramid_is_not_the_unread_one() -> None:
    """The photo shows it somewhere else; rows of another shape are left out."""
    play = started(2)
    pieces = [{"id": "penguin-20"}, {"id": "token"}, {"id": None}, 7]
    read(play, unsure=[{"slot": [0, 2]}], pieces=pieces)
    ((_, options),) = play.state.seats[0].known.unread
    assert len(options) == 2 * 48
    assert "penguin-20" not in {placed.penguin.id for placed in options}


@pytest.mark.parametrize("unsure", [None, 3, "abc", [1], [{}], [{"slot": "x"}], [{"slot": [9, 9]}], {"slot": [0, 2]}])
def test_a_reading_of_another_shape_leaves_nothing_unread(unsure: object) -> None:
    """The fold is total: a reading that an older Rookery wrote still folds."""
    play = started(2)
    read(play, unsure=unsure)
    assert play.state.seats[0].known.unread == ()


def test_a_correction_settles_its_slot_and_makes_the_score_corrected() -> None:
    """By hand, without the photo; also where there never was one."""
    play = started(2)
    read(play, unsure=[{"slot": [0, 2], "text": "glare"}])
    play.do("pyramid.fix", seat="s1", slot=[0, 2], placed="08g+1")
    play.do("pyramid.fix", seat="s2", slot=[0, 0], placed="09")
    first, second = (seat.known for seat in play.state.seats)
    assert (str(first.pyramid), first.unread, first.doubts, first.by_hand) == ("01,02,08g+1,/03,,/,/", (), (), True)
    assert str(second.pyramid) == "09,,,/,,/,/"
    play.do("pyramid.fix", seat="s2", slot=[0, 0], placed="")
    assert play.state.seats[1].known.pyramid == Pyramid()


@pytest.mark.parametrize(
    ("slot", "placed", "code"),
    [
        ([0, 2], "01", "twin"), ([0, 0], "01g", None), ([0, 2], "99", "malformed"), ([4, 0], "05", "malformed"),
        ([0, -1], "05", "malformed"), ([0], "05", "malformed"), ("00", "05", "malformed"), ([0, 2], None, "malformed"),
        ([0, 2], "05+99", "malformed"), ([0, 2], "0" * 5000, "malformed"),
    ],
)  # fmt: skip
def test_a_correction_names_a_slot_and_a_penguin_that_is_free(slot: object, placed: object, code: str | None) -> None:
    """One penguin lies in one place; turning it over there is fine."""
    play = started(2)
    read(play)
    refusal = play.log.check(play.event("pyramid.fix", seat="s1", slot=slot, placed=placed))
    assert (refusal.code if refusal else None) == code


@pytest.mark.parametrize("pyramid", ["", "01", "01,02,,/,,/,", "01,99,,/,,/,/"])
def test_a_photo_that_tells_no_pyramid_is_refused(pyramid: str) -> None:
    """Notation is checked at the door."""
    assert started(2).refused("pyramid.read", seat="s1", photo="p", pyramid=pyramid, reading={}) == "malformed"


def test_a_typed_score_expects_what_it_replaces() -> None:
    """Two people who type over one another: the second is refused and looks again."""
    play = started(2)
    version = read(play)
    typed: dict[str, Any] = {"seat": "s1", "levels": [1, 2, 3, 4], "goals": {GOALS[0]: 5}}
    assert play.refused("score.type", **typed, expects={"version": 0}) == "stale"
    play.do("score.type", **typed, expects={"version": version})
    assert play.state.seats[0].known.levels == (1, 2, 3, 4)
    assert play.refused("score.type", **typed, expects={"version": version}) == "stale"


@pytest.mark.parametrize(
    ("levels", "goals"),
    [([1, 2, 3], {}), ([1, 2, 3, 6], {}), ([1, 2, 3, -1], {}), ([1, 2, 3, True], {}), ("1234", {}),
     (None, {GOALS[0]: 4}), (None, {GOALS[5]: 0}), (None, {"x": 0}), (None, [GOALS[0]]), (None, {GOALS[0]: None})],
)  # fmt: skip
def test_giza_r11_typed_points_are_ones_that_cards_and_goals_can_give(levels: object, goals: object) -> None:
    """Giza R11: four levels of 0 to 5, goals in play worth all or nothing."""
    refused = started(2).refused("score.type", seat="s1", levels=levels, goals=goals, expects={"version": 0})
    assert refused == "malformed"


def test_a_new_look_replaces_typed_levels_and_keeps_typed_comparisons() -> None:
    """What the pyramid itself decides is decided by it; a comparison is not in one photo."""
    comparing = next(goal for goal in standard().goals if goal.compares)
    other = next(goal for goal in standard().goals if not goal.compares)
    play = _Play(2)
    third = next(goal.id for goal in standard().goals if goal.id not in (comparing.id, other.id))
    play.start(goals=[comparing.id, other.id, third])
    goals = {comparing.id: comparing.points, other.id: other.points}
    play.do("score.type", seat="s1", levels=[1, 1, 1, 1], goals=goals, expects={"version": 0})
    read(play)
    known = play.state.seats[0].known
    assert (known.levels, known.goals) == (None, ((comparing.id, comparing.points),))


# --- undo ---


def test_the_last_turn_can_be_taken_back_also_past_the_end_of_a_round() -> None:
    """No undo that ends with the round: one by one, as far back as one likes."""
    play = started(2)
    before = [play.state]
    for numbers in ({"s1": 1, "s2": 5}, {"s1": 4, "s2": 4}):
        play.choose(**numbers)
        before.append(play.state)
        for _ in range(2):
            play.turn()
            before.append(play.state)
    moves = [event.version for event in play.log.events if event.kind == "turn.done"]
    assert [play.log.undoable(move) for move in moves] == [False, False, False, True]
    play.do(UNDO, target=moves[-1])
    assert play.state == before[-2]
    play.do(UNDO, target=moves[-2])
    assert play.state == before[-3]


def test_the_start_and_a_seat_can_be_taken_back_while_nothing_builds_on_them() -> None:
    """A stray phone in the lobby is sent away; a seat in play stays; the opening always does."""
    play = _Play(3)
    third = play.log.version
    play.do(UNDO, target=third)
    assert play.state.clockwise == ("s1", "s2")
    play.start()
    start = play.log.version
    assert play.refused(UNDO, target=2) == "undo"
    assert play.refused(UNDO, target=1) == "undo"
    play.do(UNDO, target=start)
    assert not play.state.started
    play.do(UNDO, target=play.log.version)
    play.choose(s1=1)
    assert play.refused(UNDO, target=start) == "undo"


def test_a_choice_can_be_taken_back_until_the_first_turn_of_its_round() -> None:
    """Taking back the choice that revealed hides the cards again."""
    play = started(2)
    play.choose(s1=1, s2=2)
    last = play.log.version
    assert play.log.undoable(last)
    play.turn()
    assert not play.log.undoable(last)
    play.do(UNDO, target=play.log.version)
    play.do(UNDO, target=last)
    assert (play.state.phase, [seat.chosen for seat in play.state.seats]) == ("choose", [1, None])


def test_a_token_spent_since_keeps_its_turn_from_being_taken_back() -> None:
    """The turn that gave the token stays while the token lies in the pyramid."""
    play = started(2)
    play.choose(s1=5, s2=5)
    move = play.turn()
    token = play.do("token.place", seat="s1", count=1)
    assert play.refused(UNDO, target=move) == "undo"
    play.do(UNDO, target=token)
    play.do(UNDO, target=move)
    assert play.state.supply == standard().tokens


# --- laws ---

seat_ids = st.sampled_from(["s1", "s2", "s3", "host", "nobody"])
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | seat_ids,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=4,
)
fields = {
    "game": st.just("giza"), "options": st.just({}), "deck": st.just(DECK_TEXT) | st.just("x"),
    "seat": seat_ids, "name": st.sampled_from(NAMES), "colour": st.sampled_from(COLOURS),
    "order": st.permutations(["s1", "s2"]), "goals": st.permutations(GOALS).map(lambda g: g[:3]) | st.just({}),
    "drawn": st.booleans(), "number": st.integers(0, 6), "took": st.booleans(), "count": st.integers(1, 3),
    "expects": st.fixed_dictionaries({"round": st.integers(1, 3)}, optional={"seat": seat_ids, "version": st.just(0)}),
    "photo": st.just("p"), "pyramid": st.sampled_from([READ, "x", ",,,/,,/,/"]),
    "reading": st.fixed_dictionaries({"unsure": anything}),
    "slot": st.sampled_from([[0, 0], [1, 0], [3, 0], [9, 9]]), "placed": st.sampled_from(["", "05", "06g", "zz"]),
    "levels": st.none() | st.lists(st.integers(0, 6), min_size=4, max_size=4), "target": st.integers(0, 30),
}  # fmt: skip


def payload_of(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    names = ["target"] if kind == UNDO else [name.removesuffix("?") for name in FIELDS[kind]]
    right = st.fixed_dictionaries({name: fields[name] for name in names})
    wrong = st.dictionaries(st.sampled_from([*fields, "x"]), anything, max_size=3)
    return st.one_of(right, right, right, wrong)


kinds = st.sampled_from([*FIELDS, UNDO])
taps = st.tuples(kinds.flatmap(lambda kind: st.tuples(st.just(kind), payload_of(kind))), seat_ids)
wild: st.SearchStrategy[list[Any]] = st.lists(
    taps | st.tuples(st.tuples(st.text(max_size=8), st.just({})), seat_ids), max_size=14
)


def lobby(seats: int = 2) -> tuple[Event, ...]:
    play = _Play(seats)
    play.start()
    return play.log.events


@settings(max_examples=60)
@given(st.booleans(), wild)
def test_any_sequence_of_events_folds(ready: bool, rows: list[Any]) -> None:  # noqa: FBT001 - hypothesis passes it by position
    """Total and deterministic: nothing raises, and the same events give the same state."""
    head = lobby() if ready else ()
    tail = tuple(
        Event(len(head) + index, "", actor, kind, payload)
        for index, ((kind, payload), actor) in enumerate(rows, start=1)
    )
    state = fold(TRACKER, (*head, *tail))
    assert state == fold(TRACKER, (*head, *tail))
    assert state == Log[TableState](TRACKER).extend((*head, *tail)).state
    assert 0 <= state.supply <= state.deck.tokens
    assert len({seat.id for seat in state.seats}) == len(state.seats) <= 4


@st.composite
def played(draw: st.DrawFn) -> _Play:
    """A log as a server keeps it: a started game and whatever the table accepts of random taps."""
    play = _Play(2)
    play.start(chief=draw(st.sampled_from(["s1", "s2"])))
    for _ in range(draw(st.integers(0, 16))):
        active = play.state.active
        if play.state.phase == "choose" and draw(st.booleans()):
            seat = draw(st.sampled_from(["s1", "s2"]))
            row = play.event("action.choose", seat, number=draw(st.integers(1, 5)), expects={"round": play.state.round})
        elif active is not None and draw(st.booleans()):
            expects = {"round": play.state.round, "seat": active.seat}
            row = play.event("turn.done", active.seat, seat=active.seat, took=draw(st.booleans()), expects=expects)
        else:
            (kind, payload), actor = draw(taps)
            row = play.event(kind, actor, **payload)
        if play.log.check(row) is None:
            play.log = play.log.append(row)
    return play


@settings(max_examples=60)
@given(played(), st.integers(1, 30))
def test_undo_then_redo_gives_the_same_state(play: _Play, named: int) -> None:
    """Whatever may be taken back may be put back, and then nothing has changed."""
    log = play.log
    undo = Event(log.version + 1, "", "s1", UNDO, {"target": named})
    if log.check(undo):
        return
    taken = log.append(undo)
    redo = Event(log.version + 2, "", "s2", UNDO, {"target": undo.version})
    assert taken.check(redo) is None
    assert taken.append(redo).state == log.state


@settings(max_examples=60)
@given(played())
def test_taking_back_the_last_event_gives_the_state_before(play: _Play) -> None:
    """The last thing done may be taken back, unless it is a seat in play, and leaves no trace in the state."""
    log = play.log
    last = log.events[-1]
    if last.kind in (UNDO, "seat.return"):
        return
    undo = Event(log.version + 1, "", "s1", UNDO, {"target": last.version})
    assert log.check(undo) is None
    assert log.append(undo).state == log.states[-2]


@settings(max_examples=60)
@given(played())
def test_every_event_that_counts_makes_sense_in_its_place(play: _Play) -> None:
    """What a server accepts never comes to nothing later."""
    state = TRACKER.start()
    for event in effective(play.log.events):
        assert TRACKER.check(state, event) is None
        state = TRACKER.apply(state, event)
