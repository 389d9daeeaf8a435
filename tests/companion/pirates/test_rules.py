"""The rules one by one, R1 to R10, by their numbers in the project's rules notes.

(D) marks our reading where the rulebook is silent, (O) our own boards and cards. Positions use the
test deck, plain.toml: at a1 lies the blue board, ship in its middle, facing north, in turn 3, whose
captain of four is in seat 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from companion.deckfile import load_summary
from companion.errors import UsageError
from companion.game import game
from companion.hexes import DIRECTION_NAMES
from companion.pirates import rules, state
from companion.pirates.deck import ACTIONS, Deck, Event, Handicap, standard
from companion.pirates.rules import apply, legal_moves, result, setup, to_move, view
from companion.pirates.state import Move, State
from companion.pirates.tracks import Tracks
from tests.companion.pirates.notation import move_text, read_hex, vessel_text
from tests.companion.texts import IllegalMoveError

Table = Callable[..., State]
Play = Callable[..., State]


def _texts(moves: Iterable[Move]) -> list[str]:
    return [move_text(move) for move in moves]


def _ship(of: State) -> str:
    return vessel_text(of.deck, of.ship)


def _pirate(of: State) -> str:
    return vessel_text(of.deck, of.pirate)


def _card(position: State, seat: int, penguin: int) -> Handicap | None:
    """The handicap card of this turn that a seat sees."""
    seen = view(position, seat).state
    return seen.card(penguin) if len(seen.hands[penguin]) == seen.turn else None


def _refused(position: State, play: Play, text: str, rule: str, seat: int | None = None) -> str:
    """Assert that a move is refused by this rule, and absent from the list; the reason."""
    mover = to_move(position)[0] if seat is None else seat
    with pytest.raises(IllegalMoveError, match=f"pirates {rule}: ") as caught:
        play(position, text, seat=mover)
    assert text not in _texts(legal_moves(position, mover))
    return caught.value.problem


# --- R1: setup ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_r1_setup(plain: Deck, players: int) -> None:
    """pirates R1: the blue board lies face up alone, the ship on the pier faces the whirlwind; the
    tracks' starts.
    """
    begun = setup(plain, players, seed=4)
    assert begun.face_up == {0}
    assert plain.boards[begun.boards[0]].id == "blue"
    assert _ship(begun) == "a1.pier:ne"
    whirlwind = begun.face(state.ahead(begun))
    assert whirlwind.special.startswith("whirlwind")
    assert begun.tracks == Tracks(sails=2, speed=0, water=0, fish=8)
    assert (begun.pirate, begun.turn, begun.captain) == (None, 1, 0)


@pytest.mark.parametrize("players", [0, 2, 5])
def test_r1_players(plain: Deck, players: int) -> None:
    """pirates R1: the game is for 3 or 4."""
    with pytest.raises(UsageError, match="play with 3 or 4"):
        setup(plain, players, 0)


def test_r1_the_rest_is_shuffled_as_the_layout_says(plain: Deck) -> None:
    """pirates R1: each place gets a board with its back; over many games any of them, and decks in
    any order.
    """
    games = [setup(plain, 4, seed) for seed in range(80)]
    for place, site in enumerate(plain.sites):
        found = {plain.boards[game.boards[place]].id for game in games}
        assert found == {board.id for board in plain.boards if board.back == site.back}
    assert len({game.hands[0] for game in games}) == len(games)
    assert all(len(set(game.hands)) == 4 for game in games)


def test_r1_events_ascend_and_equals_are_shuffled(plain: Deck) -> None:
    """pirates R1: the event deck goes from 1 on top to 5, equal numbers in any order."""
    orders = set()
    for seed in range(60):
        events = setup(plain, 3, seed).events
        assert sorted(events) == list(range(12))
        assert [plain.events[e].order for e in events] == sorted(e.order for e in plain.events)
        orders.add(events)
    assert len(orders) > 40


def test_r1_o_tracks_are_data(plain: Deck) -> None:
    """pirates R1, O: sails 0-7, speed 0-15, water 0-7, fish never over 10."""
    assert plain.most == Tracks(sails=7, speed=15, water=7, fish=10) == standard().most
    assert plain.start == standard().start


# --- R2: planning ---------------------------------------------------------------------------------


def test_r2_the_event_is_open_from_the_start_and_does_nothing_yet(plain: Deck) -> None:
    """pirates R2: the top event is turned up first; all may see it, none to come."""
    begun = setup(plain, 4, seed=4)
    assert all(view(begun, seat).state.events == begun.events[:1] for seat in range(4))
    assert begun.tracks == plain.start


def test_r2_the_captain_places_first_and_openly(table: Table, play: Play) -> None:
    """pirates R2: only the captain is to move; card and spot are open; then the others, all at
    once.
    """
    begun = table(phase="captain")
    assert to_move(begun) == (2,)
    assert _texts(legal_moves(begun, 2)) == ["3@scout", "3@full", "3@port", "3@starboard"]
    assert _texts(legal_moves(begun, 0)) == []
    placed = play(begun, "3@full")
    assert to_move(placed) == (0, 1, 3)
    for seat in range(4):
        assert view(placed, seat).state.spots[2] == "full"
        assert _card(begun, seat, 2) == begun.card(2)
        assert [_card(begun, seat, penguin) for penguin in (0, 1, 3)] == [None] * 3


def test_r2_the_others_place_in_secret(table: Table, play: Play) -> None:
    """pirates R2: before the reveal a spot, and that it costs a fish, is known to its player alone;
    then to all.
    """
    begun = play(table(phase="captain"), "3@full")
    one, other = play(begun, "1@bail", seat=0), play(begun, "1@anchor", seat=0)
    for seat in (1, 2, 3):
        assert view(one, seat) == view(other, seat)
        assert view(one, seat).placed == (True, False, True, False)
    assert view(one, 0) != view(other, 0)
    assert one.tracks.fish == other.tracks.fish == 8
    shown = play(play(other, "2@port", seat=1), "4@anchor", seat=3)
    assert view(shown, 1).state.spots == ("anchor", "port", "full", "anchor")
    assert shown.tracks.fish == 7


def test_r2_d_a_card_is_secret_until_the_reveal(
    table: Table, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pirates R2.D1: the handicap card itself is known to its player alone until the reveal; a
    constant opens it.
    """
    begun = play(table(phase="captain"), "3@full")
    assert [_card(begun, 1, penguin) is not None for penguin in range(4)] == [
        False,
        True,
        True,
        False,
    ]
    monkeypatch.setattr(rules, "CARD_SECRET", False)
    assert all(_card(begun, 1, penguin) is not None for penguin in range(4))
    assert view(begun, 1).state.spots == (None, None, "full", None)


def test_r2_white_is_free_yellow_costs_a_fish_red_is_barred(table: Table, play: Play) -> None:
    """pirates R2, R2.D3b: coral's third card has bail and port white, anchor and starboard yellow,
    scout and full red; there is no pass.
    """
    begun = play(table(phase="captain"), "3@port")
    assert _texts(legal_moves(begun, 0)) == ["1@anchor", "1@bail", "1@port", "1@starboard"]
    assert "scout is red on coral-03" in _refused(begun, play, "1@scout", "R2", seat=0)
    for spot, fish in (("bail", 8), ("port", 8), ("anchor", 7), ("starboard", 7)):
        placed = play(play(play(begun, f"1@{spot}", seat=0), "2@port", seat=1), "4@anchor", seat=3)
        assert (placed.tracks.fish, placed.tracks.water) == (fish, 0)


def test_r2_without_fish_yellow_brings_water(table: Table, play: Play) -> None:
    """pirates R2, R2.D3a: the last fish pays for one, water for the next; the captain pays at once,
    the others at the reveal.
    """
    begun = play(table(phase="captain", tracks=(2, 0, 0, 1)), "3@scout")
    assert (begun.tracks.fish, begun.tracks.water) == (0, 0)
    placed = play(play(play(begun, "1@anchor", seat=0), "2@bail", seat=1), "4@anchor", seat=3)
    assert (placed.tracks.fish, placed.tracks.water) == (0, 2)


def test_r2_each_penguin_is_placed_once_by_its_player(table: Table, play: Play) -> None:
    """pirates R2: nobody places another's penguin, or twice; nobody acts before all are placed."""
    begun = play(table(phase="captain"), "3@port")
    _refused(begun, play, "2@port", "R2", seat=0)
    _refused(begun, play, "sail", "R2", seat=0)
    _refused(begun, play, "3", "R2", seat=1)
    placed = play(begun, "1@port", seat=0)
    _refused(placed, play, "1@bail", "R2", seat=0)
    _refused(table(spots="- - port -"), play, "3@port", "R2", seat=2)


# --- R3: movement ---------------------------------------------------------------------------------


def test_r3_speed_grows_by_the_sails(table: Table, play: Play) -> None:
    """pirates R3: at the reveal, before anything else, unspent speed staying."""
    begun = table(phase="captain", tracks=(3, 4, 0, 8))
    placed = play(
        play(play(play(begun, "3@port"), "1@port", seat=0), "2@port", seat=1), "4@anchor", seat=3
    )
    assert (placed.phase, placed.tracks.speed) == ("sail", 7)


def test_r3_the_captain_acts_and_sails_in_any_order(table: Table, play: Play) -> None:
    """pirates R3: only the captain moves; taking a penguin off and sailing are open
    side by side.
    """
    begun = table(hexes={"a1.n": "yy"}, spots="port - anchor -")
    assert to_move(begun) == (2,)
    assert _texts(legal_moves(begun, 2)) == ["1", "3", "sail"]
    assert _ship(play(begun, "1")) == "a1.m:nw"
    sailed = play(begun, "sail")
    assert (_ship(sailed), sailed.tracks.speed) == ("a1.n:n", 3)
    assert "off its card" in _refused(begun, play, "2", "R3")


def test_r3_the_ship_moves_if_speed_covers_the_dots(table: Table, play: Play) -> None:
    """pirates R3: each dot costs 1, whatever its colour; a speed that is too small stays."""
    begun = table(hexes={"a1.n": "yyr"}, spots="port - - -", tracks=(2, 2, 0, 8))
    assert "speed 2 does not cover the 3 dots" in _refused(begun, play, "sail", "R3")
    assert play(replace(begun, tracks=Tracks(2, 3, 0, 8)), "sail").tracks.speed == 0


def test_r3_the_phase_ends_when_nothing_can_be_done(table: Table, play: Play) -> None:
    """pirates R3: a ship that can move must; when no penguin is left and it can't, the event comes
    of itself.
    """
    begun = table(hexes={"a1.n": "yy"}, spots="bail - - -", tracks=(2, 3, 1, 8))
    acted = play(begun, "1:bail")
    assert (acted.turn, _texts(legal_moves(acted, 2))) == (3, ["sail"])
    done = play(acted, "sail")
    assert (done.turn, done.phase, done.tracks.speed) == (4, "captain", 1)
    still = play(replace(begun, tracks=Tracks(2, 1, 1, 8)), "1:bail")
    assert (still.turn, still.tracks.speed) == (4, 1)


# --- R4: dots and water ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dots", "sails", "water"),
    [
        ("y", 2, 0),
        ("yyy", 4, 0),
        ("y", 5, 1),
        ("yy", 7, 2),
        ("r", 0, 1),
        ("rr", 2, 2),
        ("yr", 4, 1),
        ("yrr", 5, 3),
    ],
)
def test_r4_water(table: Table, play: Play, dots: str, sails: int, water: int) -> None:
    """pirates R4, R4.D1: each red dot brings 1 water, each yellow one only with sails of 5 or more;
    per dot.
    """
    begun = table(hexes={"a1.n": dots}, spots="port - - -", tracks=(sails, 5, 0, 8))
    assert play(begun, "sail").tracks.water == water


def test_r4_d_per_dot_is_a_constant(
    table: Table, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pirates R4.D1: a table that takes 1 water for the whole hex says so in one place."""
    monkeypatch.setattr(state, "WATER_A_DOT", False)
    begun = table(hexes={"a1.n": "rrr"}, spots="port - - -")
    assert play(begun, "sail").tracks.water == 1


def test_r4_o_every_hex_has_a_dot() -> None:
    """pirates R4, O: no hex of the shipped boards is free, so no whirlwind turns for ever."""
    faces = [face for board in standard().boards for face in board.faces]
    assert len(faces) == 13 * 7 + 1
    assert min(face.cost for face in faces) >= 1


# --- R5: actions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "spot", "before", "after"),
    [
        ("1", "anchor", (3, 9, 2, 5), (2, 0, 2, 5)),
        ("1", "anchor", (0, 0, 2, 5), (0, 0, 2, 5)),
        ("1", "full", (3, 9, 2, 5), (4, 10, 2, 5)),
        ("1", "full", (7, 15, 2, 5), (7, 15, 2, 5)),
        ("1:bail", "bail", (3, 9, 2, 5), (3, 9, 1, 5)),
        ("1:bail", "bail", (3, 9, 0, 5), (3, 9, 0, 5)),
        ("1:fish", "bail", (3, 9, 2, 5), (3, 9, 2, 7)),
        ("1:fish", "bail", (3, 9, 2, 9), (3, 9, 2, 10)),
    ],
)
def test_r5_actions_on_the_tracks(  # noqa: PLR0917 - a row of the table
    table: Table, play: Play, move: str, spot: str, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """pirates R5: anchor, full sail, bail or fish; no track goes over its end (R1: fish never over
    10).
    """
    assert play(table(spots=f"{spot} port - -", tracks=before), move).tracks == Tracks(*after)


@pytest.mark.parametrize(("spot", "facing"), [("port", "nw"), ("starboard", "ne")])
def test_r5_turns(table: Table, play: Play, spot: str, facing: str) -> None:
    """pirates R5: port turns 60 degrees counter-clockwise, starboard clockwise."""
    assert _ship(play(table(spots=f"{spot} bail - -"), "1")) == f"a1.m:{facing}"


def test_r5_scouting_turns_up_a_board_next_to_a_face_up_one(table: Table, play: Play) -> None:
    """pirates R5: from the blue board only the two of the next row; each board that is turned up
    opens more.
    """
    begun = table(spots="scout scout bail -")
    assert _texts(legal_moves(begun, 2))[:4] == ["1:b1", "1:b2", "2:b1", "2:b2"]
    assert "choose b1, b2" in _refused(begun, play, "1:c1", "R5")
    assert "choose b1, b2" in _refused(begun, play, "1", "R5")
    more = play(begun, "1:b1")
    assert more.face_up == {0, 1}
    assert _texts(legal_moves(more, 2))[:3] == ["2:b2", "2:c1", "2:c2"]


def test_r5_nothing_to_scout(table: Table, play: Play) -> None:
    """pirates R5: when all boards are face up the penguin comes off its card for nothing."""
    begun = table(spots="scout bail - -", up=" ".join(site.id for site in table().deck.sites))
    assert _texts(legal_moves(begun, 2))[0] == "1"
    assert play(begun, "1").face_up == begun.face_up


def test_r5_bailing_needs_a_choice(table: Table, play: Play) -> None:
    """pirates R5, R5.D1: bail or fish, as the captain likes; no other action takes a choice."""
    begun = table(spots="bail port - -")
    assert "choose bail, fish" in _refused(begun, play, "1", "R5")
    assert "choose nothing" in _refused(begun, play, "2:fish", "R5")


def test_r5_boards_lie_with_their_thick_border_as_the_layout_says(plain: Deck) -> None:
    """pirates R5, O: a board's north hex lies where the layout's turn puts it; turn 0 is away from
    Puerto Rico.
    """
    for place, site in enumerate(plain.sites):
        middle, north = (read_hex(plain.chart, f"{site.id}.{name}") for name in "mn")
        assert plain.chart.ahead[middle][site.turn] == north
        assert plain.chart.place[north] == place
    assert {site.turn for site in plain.sites} == set(range(6))
    assert {site.turn for site in standard().sites} == {0}


# --- R6: entering a hex ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "before", "after"),
    [
        ("y bucket", (2, 5, 3, 5), (2, 4, 1, 5)),
        ("y bucket", (2, 5, 1, 5), (2, 4, 0, 5)),
        ("y fish", (2, 5, 3, 5), (2, 4, 3, 7)),
        ("y fish", (2, 5, 3, 9), (2, 4, 3, 10)),
        ("y kraken", (2, 5, 3, 5), (2, 4, 4, 5)),
        ("yr kraken", (2, 5, 3, 5), (2, 3, 5, 5)),
    ],
)
def test_r6_specials_on_the_tracks(
    table: Table, play: Play, hex_: str, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """pirates R6: bucket -2 water, fish +2, kraken +1 water, within the ends of the tracks."""
    begun = table(hexes={"a1.n": hex_}, spots="port - - -", tracks=before)
    assert play(begun, "sail").tracks == Tracks(*after)


@pytest.mark.parametrize(("arrows", "facing"), [("port", "nw"), ("starboard", "ne")])
def test_r6_a_whirlwind_turns_the_ship_once(
    table: Table, play: Play, arrows: str, facing: str
) -> None:
    """pirates R6: by 60 degrees, the way its arrows go."""
    begun = table(hexes={"a1.n": f"y whirlwind-{arrows}"}, spots="port - - -")
    assert _ship(play(begun, "sail")) == f"a1.n:{facing}"


def test_r6_the_rulebooks_example_of_a_whirlwind(plain: Deck, play: Play) -> None:
    """pirates R1, R6: from the pier into the whirlwind (1 speed, 1 water), which turns the ship to
    the middle.
    """
    begun = replace(
        setup(plain, 4, 0), phase="sail", spots=("port",) * 4, tracks=Tracks(2, 3, 0, 8)
    )
    entered = play(begun, "sail")
    assert (_ship(entered), entered.tracks) == ("a1.s:n", Tracks(2, 2, 1, 8))
    assert _ship(play(entered, "sail")) == "a1.m:n"


def test_r6_a_sextant_scouts_at_once(table: Table, play: Play) -> None:
    """pirates R6: entering a sextant is a scouting, and nothing else may be done before it."""
    begun = table(hexes={"a1.n": "y sextant"}, spots="port - - -")
    entered = play(begun, "sail")
    assert (entered.phase, _texts(legal_moves(entered, 2))) == ("scout", ["scout b1", "scout b2"])
    _refused(entered, play, "1", "R6")
    assert "not face down" in _refused(entered, play, "scout c1", "R5")
    assert "no sextant" in _refused(begun, play, "scout b1", "R6")
    turned_up = play(entered, "scout b2")
    assert (turned_up.phase, turned_up.face_up) == ("sail", frozenset({0, 2}))


def test_r6_a_sextant_with_nothing_to_scout_does_nothing(table: Table, play: Play) -> None:
    """pirates R6: nobody waits for a choice that doesn't exist."""
    up = " ".join(site.id for site in table().deck.sites)
    assert (
        play(table(hexes={"a1.n": "y sextant"}, spots="port - - -", up=up), "sail").phase == "sail"
    )


def test_r6_d_order_a_bucket_saves_from_the_skull(table: Table, play: Play) -> None:
    """pirates R6.D1: pay, dot water, special, loss: water stops at 7 in between, and a bucket takes
    2 off again.
    """
    begun = table(hexes={"a1.n": "rrr bucket"}, spots="port - - -", tracks=(2, 5, 6, 8))
    entered = play(begun, "sail")
    assert (entered.end, entered.tracks.water) == ("", 5)


def test_r6_d_order_is_data(table: Table, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """pirates R6.D1: with the loss before the special the same bucket comes too late."""
    monkeypatch.setattr(state, "ENTERING", ("pay", "dots", "loss", "special", "rescue", "home"))
    begun = table(hexes={"a1.n": "rrr bucket"}, spots="port - - -", tracks=(2, 5, 6, 8))
    assert play(begun, "sail").end == "skull"


def test_r6_d_loss_comes_before_bob_and_home(table: Table, play: Play) -> None:
    """pirates R6.D1: with the skull reached on Bob's hex nobody is rescued, and home with it isn't
    a win.
    """
    drowned = play(table(hexes={"a1.n": "r bob"}, spots="port - - -", tracks=(2, 5, 6, 8)), "sail")
    assert (drowned.end, drowned.rescued) == ("skull", frozenset())
    late = play(
        table(hexes={"a1.n": "r home"}, spots="port - - -", tracks=(2, 5, 6, 8), rescued="bob"),
        "sail",
    )
    assert late.end == "skull"


def test_r6_d_tracks_stop_at_their_ends_at_each_step(table: Table, play: Play) -> None:
    """pirates R6.D2: what goes over an end is lost, also when the next step goes back."""
    most = Tracks(7, 15, 7, 10)
    assert Tracks(2, 0, 1, 9).change(
        most, [("water", -2), ("water", 1), ("fish", 2), ("fish", -1)]
    ) == Tracks(2, 0, 1, 9)
    begun = table(hexes={"a1.n": "rr bucket"}, spots="port - - -", tracks=(2, 5, 6, 8))
    assert play(begun, "sail").tracks.water == 5


# --- R7: edges ------------------------------------------------------------------------------------


def test_r7_the_edge_stops_the_ship(table: Table, play: Play) -> None:
    """pirates R7: beyond the map nothing can be entered; speed goes on growing, to its end."""
    begun = table("a1.pier:s", spots="port - - -", tracks=(2, 15, 0, 8))
    assert "edge" in _refused(begun, play, "sail", "R7")
    waiting = table("a1.pier:s", phase="captain", tracks=(2, 14, 0, 8))
    placed = play(
        play(play(play(waiting, "3@port"), "1@port", seat=0), "2@port", seat=1), "4@anchor", seat=3
    )
    assert placed.tracks.speed == 15


def test_r7_d_a_face_down_board_stops_the_ship(table: Table, play: Play) -> None:
    """pirates R7.D1: until it is turned up."""
    begun = table("a1.nw:nw", spots="port - - -")
    assert "face-down" in _refused(begun, play, "sail", "R7")
    assert _ship(play(replace(begun, face_up=frozenset({0, 1})), "sail")) == "b1.s:nw"


@pytest.mark.parametrize(("speed", "ship"), [(5, "b1.s:nw"), (1, "a1.nw:nw")])
def test_r7_d_is_a_constant(
    table: Table, play: Play, monkeypatch: pytest.MonkeyPatch, speed: int, ship: str
) -> None:
    """pirates R7.D1: a table that runs into unknown waters turns the board up, and goes on if speed
    covers it.
    """
    monkeypatch.setattr(rules, "FACE_DOWN_STOPS", False)
    begun = table("a1.nw:nw", hexes={"b1.s": "yy"}, spots="port - - -", tracks=(2, speed, 0, 8))
    ran = play(begun, "sail")
    assert (_ship(ran), ran.face_up) == (ship, frozenset({0, 1}))
    assert legal_moves(replace(begun, tracks=Tracks(2, 0, 0, 8)), 2)


# --- R8: events and pirates -----------------------------------------------------------------------


def _event(table: Table, play: Play, event: Event, **kwargs: object) -> State:
    """The state after an event phase: the last penguin bails for nothing, the ship stands."""
    settings: dict[str, object] = {
        "ship": "a1.m:n",
        "tracks": (2, 0, 1, 8),
        "spots": "bail - - -",
    } | kwargs
    return play(table(event=event, **settings), "1:fish")


@pytest.mark.parametrize(
    ("changes", "turn", "tracks_", "ship"),
    [
        ((("water", 1),), 0, Tracks(2, 0, 2, 10), "a1.m:n"),
        ((("sails", 1), ("speed", 2)), 0, Tracks(3, 2, 1, 10), "a1.m:n"),
        ((("fish", -2),), 0, Tracks(2, 0, 1, 8), "a1.m:n"),
        ((), 1, Tracks(2, 0, 1, 10), "a1.m:ne"),
        ((), -2, Tracks(2, 0, 1, 10), "a1.m:sw"),
    ],
)
def test_r8_the_events_effect(  # noqa: PLR0917 - a row of the table
    table: Table,
    play: Play,
    changes: tuple[tuple[str, int], ...],
    turn: int,
    tracks_: Tracks,
    ship: str,
) -> None:
    """pirates R8: changes of the tracks and turns of the ship, within the ends of the tracks."""
    event = Event("event-00", "Test", 1, 1, changes, turn)  # type: ignore[arg-type]  # verbs as plain texts
    after = _event(table, play, event)
    assert (after.tracks, _ship(after), after.turn) == (tracks_, ship, 4)


def test_r8_the_rulebooks_example_of_the_pirates(table: Table, play: Play) -> None:
    """pirates R8: they appear on Puerto Rico facing the whirlwind, sail 3 the same turn, and turn
    to the penguins.
    """
    event = Event("event-00", "Test", 1, 3, spawns=True)
    after = _event(table, play, event, ship="b2.m:n", up="a1 b2")
    # whirlwind, middle, north; b2's middle is as near to north as to north-east
    assert _pirate(after) == "a1.n:n"


def test_r8_o_pirates_appear_only_once(table: Table, play: Play) -> None:
    """pirates R8, O: an event that brings them does so only if none are on the map."""
    event = Event("event-00", "Test", 1, 1, spawns=True)
    after = _event(table, play, event, ship="a1.m:n", pirate="c1.m:s")
    assert _pirate(after).startswith("c1.")


def test_r8_pirates_that_are_gone_may_come_back(table: Table, play: Play) -> None:
    """pirates R8: off the map they are gone; the next event that brings pirates finds
    none there.
    """
    gone = _event(table, play, Event("event-00", "Test", 1, 1), pirate="a1.pier:s")
    assert gone.pirate is None
    assert gone.end == ""


def test_r8_pirates_cross_boards_that_are_face_down(table: Table, play: Play) -> None:
    """pirates R8: straight on where the penguins would be stopped; the board stays face down."""
    after = _event(
        table, play, Event("event-00", "Test", 1, 2), ship="a1.pier:ne", pirate="a1.nw:nw"
    )
    assert _pirate(after).split(":")[0] == "b1.sw"
    assert after.face_up == {0}


def test_r8_a_revealed_whirlwind_turns_the_pirates(table: Table, play: Play) -> None:
    """pirates R8: on their way too; face down it doesn't."""
    event = Event("event-00", "Test", 1, 2)
    hexes = {"b1.m": "y whirlwind-port"}
    straight = _event(table, play, event, ship="a1.pier:ne", pirate="b1.s:n", hexes=hexes, up="a1")
    turned = _event(table, play, event, ship="a1.pier:ne", pirate="b1.s:n", hexes=hexes, up="a1 b1")
    assert (_pirate(straight).split(":")[0], _pirate(turned).split(":")[0]) == ("b1.n", "b1.nw")


@pytest.mark.parametrize(
    ("ship", "facing", "wanted"),
    [
        ("a1.n", "s", "n"),  # straight ahead of the middle
        ("a1.se", "n", "se"),
        ("b2.m", "nw", "n"),  # (1, -3) from a1's middle: nearer to north than to north-east
        ("b1.m", "n", "nw"),  # (-2, -1): nearer to north-west than to north
    ],
)
def test_r8_d_pirates_turn_to_the_nearest_facing(
    table: Table, ship: str, facing: str, wanted: str
) -> None:
    """pirates R8.D1a: the smallest angle between facing and the line of centres."""
    at = table(f"{ship}:n", pirate=f"a1.m:{facing}")
    assert at.pirate
    turned = rules.turn_towards(at, at.pirate)
    assert DIRECTION_NAMES[turned.facing] == wanted


@pytest.mark.parametrize(
    ("facing", "wanted"),
    [("n", "n"), ("ne", "ne"), ("se", "ne"), ("nw", "n"), ("s", "ne"), ("sw", "n")],
)
def test_r8_d_ties_take_the_fewest_turns(table: Table, facing: str, wanted: str) -> None:
    """pirates R8.D1b: from a1's south-west the hex b2.s lies just between north and north-east."""
    at = table("a1.n:n", pirate=f"a1.sw:{facing}")
    assert at.pirate
    spots = at.deck.chart.spots
    way = (
        spots[at.ship.hex].q - spots[at.pirate.hex].q,
        spots[at.ship.hex].r - spots[at.pirate.hex].r,
    )
    assert way == (1, -2)
    assert DIRECTION_NAMES[rules.turn_towards(at, at.pirate).facing] == wanted


def test_r8_distance_is_apart_from_the_order_number(plain: Deck) -> None:
    """pirates R8, O: how far the pirates sail is a number of its own on the card."""
    assert any(event.distance != event.order for event in plain.events)


# --- R9: the end ----------------------------------------------------------------------------------


def test_r9_bob_comes_aboard(table: Table, play: Play) -> None:
    """pirates R9: entering his hex rescues Bob, once."""
    begun = table(hexes={"a1.n": "y bob"}, spots="port - - -")
    assert play(begun, "sail").rescued == {"bob"}


def test_r9_home_after_bob_is_won_at_once(table: Table, play: Play) -> None:
    """pirates R9: with penguins still on their cards; all seats win."""
    won = play(table(hexes={"a1.n": "y home"}, spots="port - bail -", rescued="bob"), "sail")
    assert (won.phase, to_move(won), result(won).winners, won.end) == (
        "over",
        (),
        (0, 1, 2, 3),
        "home",
    )


def test_r9_home_without_bob_is_just_a_hex(table: Table, play: Play) -> None:
    """pirates R9: the ship goes on."""
    assert play(table(hexes={"a1.n": "y home"}, spots="port - - -"), "sail").end == ""


@pytest.mark.parametrize("hex_", ["r", "y kraken"])
def test_r9_d_water_at_the_skull_is_lost(table: Table, play: Play, hex_: str) -> None:
    """pirates R9.D1: the skull is the water track's last step, 7."""
    lost = play(table(hexes={"a1.n": hex_}, spots="port - - -", tracks=(2, 5, 6, 8)), "sail")
    assert (result(lost).winners, lost.end) == ((), "skull")


def test_r9_yellow_spots_can_sink_the_ship(table: Table, play: Play) -> None:
    """pirates R2, R9: water for a yellow spot reaches the skull, with the captain's or at the
    reveal.
    """
    begun = table(phase="captain", tracks=(2, 0, 6, 0))
    assert play(begun, "3@scout").end == "skull"
    others = play(play(play(begun, "3@port"), "1@anchor", seat=0), "2@port", seat=1)
    assert others.end == ""
    assert play(others, "4@anchor", seat=3).end == "skull"


def test_r9_an_event_can_sink_the_ship(table: Table, play: Play) -> None:
    """pirates R8, R9: water of the event counts before the pirates sail."""
    leak = Event("event-00", "Leak", 1, 1, (("water", 1),))
    assert _event(table, play, leak, tracks=(2, 0, 6, 8)).end == "skull"


def test_r9_running_into_the_pirates_is_lost(table: Table, play: Play) -> None:
    """pirates R9: the penguin ship enters their hex."""
    lost = play(table(hexes={"a1.n": "y"}, spots="port - - -", pirate="a1.n:s"), "sail")
    assert lost.end == "pirates"


@pytest.mark.parametrize("distance", [2, 4])
def test_r9_pirates_who_arrive_or_pass_are_the_end(table: Table, play: Play, distance: int) -> None:
    """pirates R8, R9: sharing a hex at any time, also in the middle of their way."""
    lost = _event(
        table, play, Event("event-00", "Test", 1, distance), ship="a1.s:n", pirate="a1.n:s"
    )
    assert lost.end == "pirates"
    assert _pirate(lost).startswith("a1.s")


def test_r9_pirates_appear_on_top_of_who_stayed_in_port(table: Table, play: Play) -> None:
    """pirates R8, R9: a ship still on the pier is lost when they appear there."""
    lost = _event(table, play, Event("event-00", "Test", 1, 3, spawns=True), ship="a1.pier:ne")
    assert lost.end == "pirates"


def test_r9_after_turn_twelve_it_is_lost(table: Table, play: Play) -> None:
    """pirates R9: with the event deck used up; a win in turn 12 comes first."""
    begun = table(turn=12, spots="bail - - -", tracks=(2, 0, 0, 8))
    lost = play(begun, "1:fish")
    assert (lost.end, lost.turn, result(lost).winners) == ("events", 12, ())
    home = table(turn=12, hexes={"a1.n": "y home"}, tracks=(2, 1, 0, 8), rescued="bob")
    assert result(play(home, "sail")).winners


def test_r9_a_game_that_goes_on_has_no_result(plain: Deck) -> None:
    """pirates R9: asking early is a mistake of the caller."""
    with pytest.raises(ValueError, match="not over"):
        result(setup(plain, 4, 0))


# --- R10: captain, three players, variants --------------------------------------------------------


@pytest.mark.parametrize(("players", "captains"), [(3, [0, 1, 2, 0, 1]), (4, [0, 1, 2, 3, 0])])
def test_r10_the_captain_passes_left(plain: Deck, players: int, captains: list[int]) -> None:
    """pirates R10: clockwise, a seat a turn."""
    begun = setup(plain, players, 0)
    assert [replace(begun, turn=turn).captain for turn in range(1, 6)] == captains


def test_r10_of_three_the_captain_also_plays_the_fourth_penguin(table: Table, play: Play) -> None:
    """pirates R10, R10.D1: its own openly, the fourth with the others in secret; others see
    neither its card nor spot.
    """
    begun = table(phase="captain", players=3)
    assert _texts(legal_moves(begun, 2)) == ["3@scout", "3@full", "3@port", "3@starboard"]
    placed = play(begun, "3@port")
    assert to_move(placed) == (0, 1, 2)
    assert _texts(legal_moves(placed, 2)) == ["4@anchor", "4@full", "4@bail", "4@starboard"]
    one, other = play(placed, "4@anchor", seat=2), play(placed, "4@starboard", seat=2)
    assert view(one, 0) == view(other, 0)
    assert view(one, 2) != view(other, 2)
    assert _card(placed, 0, 3) is None
    assert _card(placed, 2, 3) == placed.card(3)


def test_r10_of_three_all_four_decks_are_shuffled(plain: Deck) -> None:
    """pirates R10, R10.D3: the fourth penguin's as well, and the rules page says by whom."""
    fourths = {tuple(hand[3] for hand in setup(plain, 3, seed).hands) for seed in range(3)}
    assert len(fourths) == 3
    (said,) = (
        item.text
        for section in load_summary(game("pirates"), plain).sections
        for item in section.items
        if "R10.D3" in item.rules
    )
    assert "The first captain shuffles its deck" in said


def test_r10_without_talk_the_rules_are_the_same(plain: Deck) -> None:
    """pirates R10: the variant takes away the talk at the table; moves and views stay
    as they are.
    """
    silent, loud = setup(plain, 4, 1, {"no-talk"}), setup(plain, 4, 1)
    assert silent.variants == {"no-talk"}
    assert _texts(legal_moves(silent, 0)) == _texts(legal_moves(loud, 0))


def test_r10_the_cousin_must_come_too(table: Table, play: Play) -> None:
    """pirates R10, R10.D2: in the variant home needs both, in either order; else the cousin's hex
    is like any other.
    """
    hexes = {"a1.n": "y cousin", "a1.m": "y home"}
    alone = play(table(hexes=hexes, spots="port - - -"), "sail")
    assert alone.rescued == frozenset()
    both = table(hexes=hexes, spots="port - - -", rescued="bob", variants=["cousin"])
    assert play(both, "sail").rescued == {"bob", "cousin"}
    home = table("a1.s:n", hexes=hexes, spots="port - - -", rescued="bob", variants=["cousin"])
    assert play(home, "sail").end == ""
    assert play(replace(home, rescued=frozenset({"bob", "cousin"})), "sail").end == "home"


def test_r10_variants_are_checked(plain: Deck) -> None:
    """pirates R10: an unknown variant, and a cousin who is on no board, are refused by name."""
    with pytest.raises(UsageError, match="no variant 'storm'"):
        setup(plain, 4, 0, ["storm"])
    boards = tuple(
        replace(
            b,
            faces=tuple(
                replace(f, special="" if f.special == "cousin" else f.special) for f in b.faces
            ),
        )
        for b in plain.boards
    )
    with pytest.raises(UsageError, match="on no board of this deck"):
        setup(replace(plain, boards=boards), 4, 0, ["cousin"])


# --- O: boards and cards --------------------------------------------------------------------------


def test_o_the_layout() -> None:
    """pirates O: rows of 1-2-3-4-3; a blue board, five yellow ones of which one hides Bob, seven
    red, one is home.
    """
    deck = standard()
    rows = Counter(site.id[0] for site in deck.sites)
    assert [rows[row] for row in "abcde"] == [1, 2, 3, 4, 3]
    assert Counter(board.back for board in deck.boards) == {"blue": 1, "yellow": 5, "red": 7}
    backs = {
        face.special: board.back
        for board in deck.boards
        for face in board.faces
        if face.special in ("bob", "home")
    }
    assert backs == {"bob": "yellow", "home": "red"}
    assert [len(board.faces) for board in deck.boards] == [8] + [7] * 12


def test_o_handicap_cards() -> None:
    """pirates O: two spots white, two yellow, two red; each action red four times a deck; no two
    cards alike.
    """
    for cards in standard().handicaps:
        colours = Counter((action, card.colour(action)) for card in cards for action in ACTIONS)
        assert all(
            colours[action, colour] == 4
            for action in ACTIONS
            for colour in ("white", "yellow", "red")
        )
        for card in cards:
            assert len(card.white) == len(card.yellow) == 2
            assert len(card.open) == 4
    assert len({(c.white, c.yellow) for cards in standard().handicaps for c in cards}) == 48


# --- nothing is forgotten -------------------------------------------------------------------------


def test_apply_trusts(table: Table) -> None:
    """Legal moves are applied as they are: what is legal was asked before."""
    begun = table(spots="port - - -")
    assert apply(begun, 2, next(iter(legal_moves(begun, 2)))) != begun
