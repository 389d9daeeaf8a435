"""What the phones of a giza table know: the kinds of events that are its own, and what may be taken
back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.events import UNDO
from companion.giza.deck import standard
from companion.giza.pyramid import Pyramid
from companion.giza.results import score_of
from companion.giza.state import NUMBERS, ROUNDS
from companion.giza.table import TableState
from companion.giza.tracker import TRACKER
from tests.companion.phones import NAMES, Phones, deck_text

GOALS = [goal.id for goal in standard().goals]
COLOURS = [player.id for player in standard().players]


class _Play(Phones[TableState]):
    """A table of giza."""

    def __init__(self, seats: int = 0, deck: str = "") -> None:
        super().__init__("giza", TRACKER, deck=deck)
        for index in range(seats):
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


@pytest.mark.parametrize(
    ("colour", "code"),
    [(COLOURS[0], "taken"), ("mauve", "malformed"), ("", "malformed"), (None, "malformed")],
)
def test_each_seat_has_a_colour_of_its_own(colour: object, code: str) -> None:
    """giza R1: everyone takes the cards of one colour."""
    assert _Play(2).refused("seat.take", seat="s9", name="Zoe", colour=colour) == code


@pytest.mark.parametrize(
    "goals",
    [[], GOALS[:2], GOALS[:4], [GOALS[0], GOALS[0], GOALS[1]], ["x", *GOALS[:2]], "abc", [1, 2, 3]],
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


# --- rounds ---


def test_giza_r3_the_last_choice_reveals_all_and_fixes_the_order() -> None:
    """Giza R3: until then choices may change, and nothing is out of hand."""
    play = started(3, chief="s2")
    play.choose(s1=4, s2=1)
    play.choose(s1=5)
    assert (play.state.phase, play.state.order, play.state.seats[0].out) == ("choose", (), ())
    play.choose(s3=5)
    assert [(turn.seat, turn.number) for turn in play.state.order] == [
        ("s2", 1),
        ("s3", 5),
        ("s1", 5),
    ]
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


def test_giza_r4_a_played_action_cannot_be_chosen_until_gather() -> None:
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
    assert (
        started(2).refused("action.choose", "host", number=1, expects={"round": 1}) == "not-yours"
    )


@pytest.mark.parametrize("expects", [{"round": 2}, {"round": 9}])
def test_a_choice_for_another_round_is_stale(expects: dict[str, int]) -> None:
    """A tap that was long on its way doesn't land in the next round."""
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
    deck = deck_text("giza").replace(f"[token]\ncount = {standard().tokens}", "[token]\ncount = 1")
    play = _Play(2, deck)
    play.start()
    play.choose(s1=5, s2=5)
    play.turn()
    assert (
        play.refused("turn.done", "s2", seat="s2", took=True, expects={"round": 1, "seat": "s2"})
        == "no-token"
    )
    play.turn(took=False)
    assert [seat.tokens for seat in play.state.seats] == [1, 0]


def test_giza_r10_a_token_may_be_placed_in_the_turn_that_takes_it() -> None:
    """giza R5, R9, R10: #5, then the token onto an arm, then the penguin; the turn's end hands out
    no second one.
    """
    play = started(2)
    play.choose(s1=5, s2=4)
    assert play.refused("token.place", seat="s1", count=1) == "no-token", "it is Ben's turn"
    play.turn()
    assert play.refused("token.place", seat="s1", count=2) == "no-token"
    play.do("token.place", seat="s1", count=1)
    assert play.refused("token.place", seat="s1", count=1) == "no-token"
    assert (play.state.seats[0].trained, play.state.supply) == (True, standard().tokens - 1)
    play.turn()
    anna = play.state.seats[0]
    assert (anna.tokens, anna.placed, anna.trained) == (0, 1, False)


def test_giza_r10_tokens_in_hand_go_first() -> None:
    """giza R10: who holds one places that; the turn's own is still to be taken, or to be left."""
    play = started(2)
    play.round(s1=5, s2=4)
    play.round(s1=4, s2=4)
    play.choose(s1=5, s2=5)
    play.do("token.place", seat="s1", count=1)
    assert (play.state.seats[0].tokens, play.state.seats[0].trained) == (0, False)
    play.turn()
    assert (play.state.seats[0].tokens, play.state.seats[0].placed) == (1, 1)


def test_giza_r10_the_last_token_may_be_placed_in_its_turn() -> None:
    """giza R10: it was the supply's last, and its turn still ends with it taken; another one isn't
    to be had.
    """
    deck = deck_text("giza").replace(f"[token]\ncount = {standard().tokens}", "[token]\ncount = 1")
    play = _Play(2, deck)
    play.start()
    play.choose(s1=5, s2=5)
    play.do("token.place", seat="s1", count=1)
    play.turn()
    assert play.refused("token.place", seat="s2", count=1) == "no-token"
    assert [(seat.tokens, seat.placed) for seat in play.state.seats] == [(0, 1), (0, 0)]


# --- pyramids ---

READ = "01,02,,/03,,/,/"
LOADED = "01,10,,/13,,/,/"  # 5 on 2+2


def read(play: _Play, seat: str = "s1", pyramid: str = READ, **reading: Any) -> int:
    return play.do("pyramid.read", seat=seat, photo="p1", pyramid=pyramid, reading=reading)


def test_a_photo_tells_the_pyramid_and_what_it_could_not_read() -> None:
    """Unread slots hold one of the unseen penguins."""
    play = started(2)
    rows = [
        {"slot": [0, 2], "text": "glare", "could_change": "score", "remedy": "again"},
        {"slot": [0, 3], "text": "covered", "could_change": "score", "remedy": "again"},
        {
            "slot": [0, 0],
            "text": "a token lies half on it",
            "could_change": "nothing",
            "remedy": "",
        },
    ]
    version = read(play, unsure=rows)
    known = play.state.seats[0].known
    assert (str(known.pyramid), known.photo, known.version, known.by_hand) == (
        READ,
        "p1",
        version,
        False,
    )
    assert (known.unread, len(known.unseen)) == (((0, 2), (0, 3)), 2 * 49)
    assert [doubt.slot for doubt in known.doubts] == [(0, 2), (0, 3), (0, 0)]


def test_a_photo_knows_how_many_cards_the_rounds_have_placed() -> None:
    """One a round; in a seat's own turn it may have placed, or not yet (giza R2)."""
    play = started(2)
    play.round(s1=1, s2=1)
    play.choose(s1=2, s2=2)
    play.turn()
    for seat in ("s1", "s2"):
        read(play, seat)
    active = play.state.active
    assert active is not None
    for each in play.state.seats:
        assert each.known.expected == (None if each.id == active.seat else 2)


def test_a_token_that_nobody_tapped_is_counted_when_a_photo_shows_it() -> None:
    """The phones follow the table: it leaves the hand, or was taken (giza R10). One that the photo
    doesn't show may be hidden, so nothing is taken back.
    """
    play = started(2)
    play.round(s1=5, s2=5)
    read(play, pyramid="01+1,02,,/03,,/,/")
    assert [(seat.tokens, seat.placed) for seat in play.state.seats] == [(0, 1), (1, 0)]
    read(play, pyramid="01+2,02,,/03,,/,/")
    assert (play.state.seats[0].placed, play.state.supply) == (2, standard().tokens - 3)
    read(play, pyramid="01,02,,/03,,/,/")
    assert play.state.seats[0].placed == 2


def test_a_player_says_that_a_pyramid_is_whole() -> None:
    """Whatever the rounds say, as someone may have forgotten a tap; not while a place is unread."""
    play = started(2)
    told = {"slot": None, "text": "3 cards were read, 0 expected", "could_change": "legality"}
    version = read(play, unsure=[told])
    whole: dict[str, Any] = {"seat": "s1", "expects": {"version": version}}
    assert play.refused("pyramid.close", **whole | {"expects": {"version": 0}}) == "stale"
    closing = play.do("pyramid.close", "s1", **whole)
    known = play.state.seats[0].known
    assert (known.expected, known.doubts, known.version) == (3, (), closing)
    version = read(play, unsure=[{"slot": [0, 2]}])
    assert play.refused("pyramid.close", seat="s1", expects={"version": version}) == "not-now"


def test_a_token_put_below_answers_whether_one_is_there() -> None:
    """The question was about the penguin above, which is no longer too heavy (giza R7)."""
    heavy = {"slot": [1, 0], "text": "is a token there?", "could_change": "legality"}
    for fix, verdict, asked in (
        (None, "unsure", [True]),
        ({"slot": [0, 0], "placed": "01+1"}, "legal", []),
        ({"slot": [1, 0], "placed": "13"}, "illegal", []),
    ):
        play = started(2)
        read(play, pyramid=LOADED, unsure=[heavy])
        if fix:
            play.do("pyramid.fix", "s1", seat="s1", **fix)
        score = score_of(play.state, play.state.seats[0])
        assert score is not None
        assert (score.verdict, [doubt.token for doubt in score.unsure]) == (verdict, asked)


def test_a_penguin_seen_beside_the_pyramid_is_not_the_unread_one() -> None:
    """The photo shows it somewhere else; rows of another shape are left out."""
    play = started(2)
    pieces = [{"id": "penguin-20"}, {"id": "token"}, {"id": None}, 7]
    read(play, unsure=[{"slot": [0, 2]}], pieces=pieces)
    known = play.state.seats[0].known
    assert (known.unread, len(known.unseen)) == (((0, 2),), 2 * 48)
    assert "penguin-20" not in {placed.penguin.id for placed in known.unseen}


@pytest.mark.parametrize(
    "unsure", [None, 3, "abc", [1], [{}], [{"slot": "x"}], [{"slot": [9, 9]}], {"slot": [0, 2]}]
)
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
    assert (str(first.pyramid), first.unread, first.doubts, first.by_hand) == (
        "01,02,08g+1,/03,,/,/",
        (),
        (),
        True,
    )
    assert str(second.pyramid) == "09,,,/,,/,/"
    play.do("pyramid.fix", seat="s2", slot=[0, 0], placed="")
    assert play.state.seats[1].known.pyramid == Pyramid()


@pytest.mark.parametrize(
    ("slot", "placed", "code"),
    [
        ([0, 2], "01", "twin"),
        ([0, 0], "01g", None),
        ([0, 2], "99", "malformed"),
        ([4, 0], "05", "malformed"),
        ([0, -1], "05", "malformed"),
        ([0], "05", "malformed"),
        ("00", "05", "malformed"),
        ([0, 2], None, "malformed"),
        ([0, 2], "05+99", "malformed"),
        ([0, 2], "0" * 5000, "malformed"),
    ],
)
def test_a_correction_names_a_slot_and_a_penguin_that_is_free(
    slot: object, placed: object, code: str | None
) -> None:
    """One penguin lies in one place; turning it over there is fine."""
    play = started(2)
    read(play)
    refusal = play.log.check(play.event("pyramid.fix", seat="s1", slot=slot, placed=placed))
    assert (refusal.code if refusal else None) == code


def test_giza_r10_a_correction_lays_no_more_tokens_than_there_are() -> None:
    """giza R10: those of all known pyramids together; some may always be taken off, whatever photos
    show.
    """
    play, most = started(2), standard().tokens
    read(play, pyramid=f"01+{most},02,,/03,,/,/")
    refusal = play.log.check(
        play.event("pyramid.fix", seat="s2", slot=[0, 0], placed="09+1", limited=True)
    )
    assert refusal is not None
    assert (refusal.code, f"only {most} strength tokens" in refusal.text) == ("no-token", True)
    play.do("pyramid.fix", seat="s1", slot=[0, 0], placed=f"01+{most - 1}", limited=True)
    play.do("pyramid.fix", seat="s2", slot=[0, 0], placed="09+1", limited=True)
    assert (
        play.refused("pyramid.fix", seat="s1", slot=[0, 1], placed="02+1", limited=True)
        == "no-token"
    )
    read(play, pyramid=f"01+{most},02,,/03,,/,/")
    play.do("pyramid.fix", seat="s2", slot=[0, 0], placed="09g+1", limited=True)
    play.do("pyramid.fix", seat="s1", slot=[0, 0], placed=f"01+{most - 1}", limited=True)


def test_a_correction_of_an_older_log_folds_as_it_did() -> None:
    """It doesn't say that tokens are limited, and stays what it was."""
    play, most = started(2), standard().tokens
    play.do("pyramid.fix", seat="s1", slot=[0, 0], placed=f"01+{most}")
    play.do("pyramid.fix", seat="s1", slot=[0, 1], placed=f"02+{most}")
    assert str(play.state.seats[0].known.pyramid) == f"01+{most},02+{most},,/,,/,/"


def test_one_strength_token_is_one() -> None:
    """A deck may have a single one; two are an error."""
    play = _Play(
        2, deck_text("giza").replace(f"[token]\ncount = {standard().tokens}", "[token]\ncount = 1")
    )
    play.start()
    refusal = play.log.check(play.event("pyramid.fix", seat="s1", slot=[0, 0], placed="01+2"))
    assert refusal is not None
    assert refusal.text == "There is only 1 strength token."


@pytest.mark.parametrize("pyramid", ["", "01", "01,02,,/,,/,", "01,99,,/,,/,/"])
def test_a_photo_that_tells_no_pyramid_is_refused(pyramid: str) -> None:
    """Notation is checked at the door."""
    assert (
        started(2).refused("pyramid.read", seat="s1", photo="p", pyramid=pyramid, reading={})
        == "malformed"
    )


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
    [
        ([1, 2, 3], {}),
        ([1, 2, 3, 6], {}),
        ([1, 2, 3, -1], {}),
        ([1, 2, 3, True], {}),
        ("1234", {}),
        (None, {GOALS[0]: 4}),
        (None, {GOALS[5]: 0}),
        (None, {"x": 0}),
        (None, [GOALS[0]]),
        (None, {GOALS[0]: None}),
    ],
)
def test_giza_r11_typed_points_are_ones_that_cards_and_goals_can_give(
    levels: object, goals: object
) -> None:
    """Giza R11: four levels of 0 to 5, goals in play worth all or nothing."""
    refused = started(2).refused(
        "score.type", seat="s1", levels=levels, goals=goals, expects={"version": 0}
    )
    assert refused == "malformed"


@pytest.mark.parametrize(
    ("top", "points", "word"), [(2, 4, "don't meet"), (3, 0, "meet"), (3, 4, ""), (2, 0, "")]
)
def test_giza_r12_a_typed_goal_goes_with_the_typed_levels(top: int, points: int, word: str) -> None:
    """giza R12: Heavy crown is decided by the level that was typed; a score of an older log stays
    as it was typed.
    """
    crown = next(goal.id for goal in standard().goals if goal.kind == "top-weight")
    play = _Play(2)
    play.start(goals=[*GOALS[:2], crown])
    typed: dict[str, Any] = {
        "seat": "s1",
        "levels": [2, 3, 3, top],
        "goals": {crown: points},
        "expects": {"version": 0},
    }
    refusal = play.log.check(play.event("score.type", **typed, agreeing=True))
    assert (refusal is not None and f"levels {word} Heavy crown" in refusal.text) == bool(word)
    play.do("score.type", **typed)
    assert play.state.seats[0].known.goals == ((crown, points),)


WEAK = sorted(standard().penguins, key=lambda penguin: penguin.strength)[:2]
HEAVY = max(standard().penguins, key=lambda penguin: penguin.weight)
FALLEN = f"{WEAK[0].number:02d},{WEAK[1].number:02d},,/{HEAVY.number:02d},,/,/"  # against R7


def test_giza_r11_the_table_decides_about_a_pyramid_that_breaks_a_rule() -> None:
    """giza R11.D1: an event that can be undone; two who decide at once: the second looks again."""
    play = started(2)
    version = read(play, pyramid=FALLEN)
    decided = play.do("pyramid.count", seat="s1", counts=True, expects={"version": version})
    counted = [play.state.seats[0].known.counts]
    assert (
        play.refused("pyramid.count", seat="s1", counts=False, expects={"version": version})
        == "stale"
    )
    play.do("pyramid.count", seat="s1", counts=False, expects={"version": decided})
    counted.append(play.state.seats[0].known.counts)
    play.do(UNDO, target=play.log.version)
    counted.append(play.state.seats[0].known.counts)
    assert counted == [True, False, True]


@pytest.mark.parametrize("look", ["read", "fix", "type"])
def test_a_new_look_at_a_pyramid_asks_again_whether_it_counts(look: str) -> None:
    """What was decided was about another pyramid."""
    play = started(2)
    play.do(
        "pyramid.count", seat="s1", counts=True, expects={"version": read(play, pyramid=FALLEN)}
    )
    if look == "read":
        read(play, pyramid=FALLEN)
    elif look == "fix":
        play.do("pyramid.fix", seat="s1", slot=[0, 3], placed="")
    else:
        at = {"version": play.state.seats[0].known.version}
        play.do("score.type", seat="s1", levels=None, goals={}, expects=at)
    assert play.state.seats[0].known.counts is None


def test_giza_r11_what_was_left_out_stays_left_out_whatever_is_typed() -> None:
    """giza R11.D1: typed values break the same rule; a new photo asks again."""
    play = started(2)
    at = {"version": read(play, pyramid=FALLEN)}
    play.do("pyramid.count", seat="s1", counts=False, expects=at)
    at = {"version": play.log.version}
    play.do("score.type", "s1", seat="s1", levels=[5, 5, 5, 4], goals={}, expects=at)
    assert play.state.seats[0].known.counts is False
    read(play, pyramid=FALLEN)
    assert play.state.seats[0].known.counts is None


def test_giza_r11_nobody_judges_their_own_pyramid() -> None:
    """giza R11.D1: neither by a decision, nor by undoing or redoing the others'."""
    play = started(3)
    at = {"version": read(play, pyramid=FALLEN)}
    for counts in (True, False):
        decision = {"seat": "s1", "counts": counts, "expects": at}
        assert play.refused("pyramid.count", "s1", **decision) == "not-yours"
    counted = play.do("pyramid.count", "s2", seat="s1", counts=True, expects=at)
    left_out = play.do("pyramid.count", seat="s1", counts=False, expects={"version": counted})
    assert play.refused(UNDO, "s1", target=left_out) == "not-yours"
    undone = play.do(UNDO, "s3", target=left_out)
    assert play.refused(UNDO, "s1", target=undone) == "not-yours"
    assert play.state.seats[0].known.counts is True


def test_giza_r11_an_owner_can_t_undo_the_photo_of_an_illegal_pyramid() -> None:
    """giza R11.D1: typed points would then hide it. A newer photo or corrected cards can remove the
    cause, the others can undo it, and of a legal pyramid everyone can.
    """
    play = started(2)
    photo = {"seat": "s1", "photo": "p1", "reading": {}}
    legal = play.do("pyramid.read", "s1", pyramid=READ, **photo)
    play.do(UNDO, "s1", target=legal)
    illegal = play.do("pyramid.read", "s1", pyramid=FALLEN, **photo)
    assert play.refused(UNDO, "s1", target=illegal) == "not-yours"
    newer = play.do("pyramid.read", "s1", pyramid=READ, **photo)
    undone = play.do(UNDO, "s1", target=newer)
    assert play.refused(UNDO, "s1", target=illegal) == "not-yours"
    play.do(UNDO, "s1", target=undone)
    play.do(UNDO, "s1", target=illegal)
    one = {"pyramid": FALLEN, "box": [0, 0, 9, 9], "reading": {}}
    play.do("pyramids.read", "server", photo="p9", pyramids=[one], pieces=[])
    given = play.do("pyramid.give", "s1", photo="p9", number=1, seat="s1")
    assert play.refused(UNDO, "s1", target=given) == "not-yours"
    play.do(UNDO, "s2", target=given)


def test_an_owner_s_decision_in_an_older_log_stands() -> None:
    """It was allowed then, so the game that it ended stays over."""
    play = started(2)
    at = {"version": read(play, pyramid=FALLEN)}
    old = play.event("pyramid.count", "s1", seat="s1", counts=True, expects=at)
    play.log = play.log.append(old)
    assert play.state.seats[0].known.counts is True


def both(play: _Play, first: str, second: str) -> None:
    """Two photos, of the pyramids of s1 and s2."""
    for seat, pyramid in (("s1", first), ("s2", second)):
        play.do("pyramid.read", seat, seat=seat, photo=f"p-{seat}", pyramid=pyramid, reading={})


def test_giza_r5_only_the_pyramid_that_loses_a_card_changes() -> None:
    """giza R5: the others' place becomes an open one, without the card and with its tokens, if any;
    an answer that comes too late is stale, and it can be undone.
    """
    play = started(3)
    both(play, "14,02,,/,,/,/", "03,14g+1,,/,,/,/")
    before = play.state
    assert list(play.state.contested.values()) == [("s1", "s2")]
    kept = play.do("card.keep", "s3", seat="s1", penguin=14)
    anna, ben, _ = play.state.seats
    assert (anna, play.state.contested) == (before.seats[0], {})
    assert (str(ben.known.pyramid), ben.known.unread) == ("03,,,/,,/,/", ((0, 1),))
    assert {(face.penguin.number == 14, face.tokens) for face in ben.known.unseen} == {(False, 1)}
    assert [str(doubt.text) for doubt in ben.known.doubts] == [
        "Anna has penguin 14, so another one is here"
    ]
    for seat, penguin in (("s2", 14), ("s3", 14), ("s1", 2), ("s1", 99)):
        assert play.refused("card.keep", seat=seat, penguin=penguin) == "stale"
    play.do(UNDO, target=kept)
    assert play.state == before


def test_giza_r5_nobody_claims_a_contested_card_but_may_give_it_away() -> None:
    """giza R5: with two players either can say that the other one has it, and the host's screen can
    say both.
    """
    play = started(2)
    both(play, "14,02,,/,,/,/", "03,14,,/,,/,/")
    for seat in ("s1", "s2"):
        assert play.refused("card.keep", seat, seat=seat, penguin=14) == "not-yours"
    kept = play.do("card.keep", "s1", seat="s2", penguin=14)
    assert play.refused(UNDO, "s2", target=kept) == "not-yours"
    play.do(UNDO, target=kept)
    play.do("card.keep", seat="s1", penguin=14)


def test_there_is_nothing_to_decide_about_a_pyramid_that_breaks_no_rule() -> None:
    """Neither a legal one, nor one that nobody has shown, nor a typed score."""
    play = started(2)
    assert (
        play.refused("pyramid.count", seat="s2", counts=False, expects={"version": 0}) == "not-now"
    )
    version = read(play, pyramid="01,02,,/,,/,/")
    assert (
        play.refused("pyramid.count", seat="s1", counts=False, expects={"version": version})
        == "not-now"
    )
    play.do("score.type", seat="s1", levels=[1, 1, 1, 1], goals={}, expects={"version": version})
    expects = {"version": play.log.version}
    assert play.refused("pyramid.count", seat="s1", counts=False, expects=expects) == "not-now"


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


def test_giza_r3_a_choice_stays_after_the_reveal() -> None:
    """giza R3.D2: whoever has seen the others' cards can't replace their own, neither by undoing it
    nor by redoing one that they had undone before; not even once the first turn is undone.
    """
    play = started(2)
    play.choose(s1=3)
    undone = play.do(UNDO, "s1", target=play.log.version)
    play.choose(s1=4)
    replaced = play.log.version
    assert play.log.undoable(replaced)
    play.choose(s2=5)
    for target in (undone, replaced, play.log.version):
        assert play.refused(UNDO, "s1", target=target) == "undo"
    play.turn()
    play.do(UNDO, target=play.log.version)
    assert play.refused(UNDO, "s1", target=replaced) == "undo"
    assert play.state.seats[0].chosen == 4


def test_giza_r3_all_choose_again_after_the_reveal() -> None:
    """giza R3.D2: each card returns to its hand, for everyone at once; the round's turns end that.
    What was taken back comes back as it was, if nobody has chosen since.
    """
    play = started(2)
    play.round(s1=1, s2=2)
    here: dict[str, Any] = {"expects": {"round": 2}}
    assert play.refused("choices.again", **here) == "stale"
    play.choose(s1=3, s2=4)
    revealed = play.state
    again = play.do("choices.again", "s1", **here)
    assert (play.state.phase, [seat.chosen for seat in play.state.seats]) == ("choose", [None] * 2)
    assert [seat.out for seat in play.state.seats] == [(1,), (2,)]
    play.do(UNDO, target=again)
    assert play.state == revealed
    play.do(UNDO, target=play.log.version)
    play.choose(s1=5)
    assert play.refused(UNDO, target=again) == "undo"
    play.choose(s2=3)
    play.turn()
    assert play.refused("choices.again", **here) == "stale"
    assert play.refused("choices.again", expects={"round": 1}) == "stale"


def test_a_token_spent_since_keeps_its_turn_from_being_taken_back() -> None:
    """Tokens of earlier turns stay where they lie; that of the turn itself could be placed before
    its end, too.
    """
    play = started(2)
    play.round(s1=5, s2=4)
    play.round(s1=4, s2=4)
    play.choose(s1=5, s2=5)
    move = play.turn()
    tokens = play.do("token.place", seat="s1", count=2)
    play.do(UNDO, target=move)
    assert (play.state.seats[0].trained, play.state.seats[0].placed) == (True, 2)
    play.turn()
    assert (play.state.seats[0].tokens, play.state.supply) == (0, standard().tokens - 2)
    play.do(UNDO, target=tokens)
    assert (play.state.seats[0].tokens, play.state.supply) == (2, standard().tokens - 2)


def test_a_token_placed_in_its_turn_keeps_the_reveal_from_being_taken_back() -> None:
    """Without the reveal there is no turn in which it could have been taken."""
    play = started(2)
    play.choose(s1=5)
    play.choose(s2=5)
    token = play.do("token.place", seat="s1", count=1)
    assert play.refused("choices.again", expects={"round": 1}) == "stale"
    play.do(UNDO, target=token)
    play.do("choices.again", expects={"round": 1})
    assert play.state.supply == standard().tokens
