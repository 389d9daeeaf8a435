"""What the phones of a pirates table know: each kind of event, its refusals, and that it agrees
with the engine.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.events import UNDO
from companion.language import translated
from companion.pirates.deck import Deck
from companion.pirates.rules import apply, legal_moves, setup, to_move, view
from companion.pirates.sight import NOWHERE, course, position
from companion.pirates.state import Put, Sail, Scout, State, Take, Vessel, ahead
from companion.pirates.table import TableState
from companion.pirates.tracker import TRACKER
from companion.pirates.tracks import Tracks
from companion.play import random_bot
from tests.companion.phones import NAMES, Phones


class _Play(Phones[TableState]):
    """A table of pirates."""

    def __init__(self, deck: str, seats: int = 0) -> None:
        super().__init__("pirates", TRACKER, deck=deck)
        for index in range(seats):
            self.do("seat.take", seat=f"s{index}", name=NAMES[index])

    @property
    def turn(self) -> dict[str, int]:
        return {"turn": self.state.turn}

    def start(self, first: str = "s0", variants: tuple[str, ...] = ()) -> None:
        self.do("variants.set", variants=list(variants))
        self.do("captain.give", seat=first)
        self.do("game.start")

    def place(self, penguin: int, card: int, action: str, seat: str = "") -> int:
        actor = seat or self.state.placer(penguin) or ""
        return self.do(
            "penguin.place", actor, penguin=penguin, card=card, action=action, expects=self.turn
        )

    def enter(self, dots: str, special: str = "", *, pirates: bool = False) -> int:
        count: dict[str, Any] = {"yellow": dots.count("y"), "red": dots.count("r")}
        return self.do("ship.enter", special=special, pirates=pirates, expects=self.turn, **count)


def _started(deck_text: str, seats: int = 4, first: str = "s0") -> _Play:
    play = _Play(deck_text, seats)
    play.start(first)
    return play


def _sailing(deck_text: str) -> _Play:
    """Turn 1 after the reveal; on their first cards bail, full and anchor are yellow for 1 and 2,
    white for 4.
    """
    play = _started(deck_text)
    play.do("event.reveal", event="event-01", expects=play.turn)
    play.place(0, 1, "bail")
    play.place(1, 1, "full")
    play.place(2, 1, "scout")
    play.place(3, 1, "anchor")
    return play


# --- before the game ---


def test_seats_and_the_first_captain(plain_text: str) -> None:
    """pirates R1, R10: three or four sit down, one of them is the first captain; then the captain
    passes left.
    """
    play = _Play(plain_text, 3)
    assert play.refused("game.start") == "not-now"
    play.do("captain.give", seat="s1")
    play.do("game.start")
    assert (play.state.captain, play.state.phase, play.state.turn) == ("s1", "event", 1)
    assert play.state.placer(3) == "s1"
    assert play.state.tracks == Tracks(2, 0, 0, 8)


@pytest.mark.parametrize(("seats", "missing"), [(2, "three players"), (3, "first captain")])
def test_a_start_names_what_is_missing(plain_text: str, seats: int, missing: str) -> None:
    """pirates R1: nobody guesses why a game doesn't start, in no language."""
    refusal = _Play(plain_text, seats).log.check(_Play(plain_text, seats).event("game.start"))
    assert refusal
    assert missing in refusal.text
    assert missing not in translated(refusal.text, "de")


def test_what_is_settled_before_the_game(plain_text: str) -> None:
    """Variants exist and stay as they are once the game has started, and so does the
    first captain.
    """
    assert _Play(plain_text, 4).refused("variants.set", variants=["storm"]) == "malformed"
    play = _started(plain_text)
    assert play.refused("variants.set", variants=[]) == "locked"
    assert play.refused("captain.give", seat="s2") == "locked"
    assert not any(
        play.log.undoable(event.version) for event in play.log.events if event.kind != "game.start"
    )


# --- planning ---


def test_events_ascend(plain_text: str) -> None:
    """pirates R1, R2: the card turned up must be the next in order, and no card comes twice."""
    play = _started(plain_text)
    assert play.refused("event.reveal", event="event-03", expects=play.turn) == "order"
    assert play.refused("event.reveal", event="event-99", expects=play.turn) == "malformed"
    assert play.refused("event.reveal", event="event-01", expects={"turn": 2}) == "stale"
    play.do("event.reveal", event="event-02", expects=play.turn)
    assert play.state.event
    assert play.state.event.id == "event-02"
    assert play.refused("event.reveal", event="event-01", expects=play.turn) == "not-now"


def test_the_captain_places_first_then_the_others_in_secret(plain_text: str) -> None:
    """pirates R2: who may place when; what a phone may show of others' spots before the reveal:
    nothing.
    """
    play = _started(plain_text)
    play.do("event.reveal", event="event-01", expects=play.turn)
    wrong = {"penguin": 1, "card": 1, "action": "scout", "expects": play.turn}
    assert play.refused("penguin.place", "s1", **wrong) == "not-yours"
    play.place(0, 1, "bail")
    assert (play.state.tracks.fish, play.state.phase) == (7, "place")
    play.place(1, 1, "full")
    assert play.state.tracks.fish == 7, "what a secret spot costs is paid at the reveal"
    assert [spot and spot.action for spot in play.state.shown("s2")] == ["bail", None, None, None]
    assert [spot and spot.action for spot in play.state.shown(None)] == ["bail", None, None, None]
    assert [spot and spot.action for spot in play.state.shown("s1")] == ["bail", "full", None, None]
    play.place(2, 1, "scout")
    play.place(3, 1, "anchor")
    assert [spot and spot.action for spot in play.state.shown("s2")] == [
        "bail",
        "full",
        "scout",
        "anchor",
    ]
    assert play.state.tracks == Tracks(2, 2, 0, 5)


def test_red_spots_and_used_cards_are_refused(plain_text: str) -> None:
    """pirates R2, R2.D2: red is barred; a handicap card comes once a game."""
    play = _started(plain_text)
    play.do("event.reveal", event="event-01", expects=play.turn)
    assert (
        play.refused("penguin.place", "s0", penguin=0, card=1, action="port", expects=play.turn)
        == "red"
    )
    again = _finish_turn(_sailing(plain_text))
    again.do("event.reveal", event="event-02", expects=again.turn)
    assert (
        again.refused("penguin.place", "s1", penguin=1, card=1, action="scout", expects=again.turn)
        == "used"
    )


def test_a_spot_can_be_taken_back_until_the_reveal(plain_text: str) -> None:
    """An undo frees penguin and card again; after the reveal it is too late."""
    play = _started(plain_text)
    play.do("event.reveal", event="event-01", expects=play.turn)
    play.place(0, 1, "bail")
    placed = play.place(1, 1, "full")
    play.do(UNDO, "s1", target=placed)
    assert play.state.to_place("s1") == (1,)
    again = play.place(1, 1, "scout")
    play.place(2, 1, "scout")
    last = play.place(3, 1, "anchor")
    assert play.refused(UNDO, "s1", target=again) == "undo"
    assert play.refused(UNDO, "s3", target=last) == "undo", (
        "not even by who placed last, with all in sight"
    )


def _sinking(deck_text: str) -> tuple[_Play, int]:
    """Water at 6 and no fish; who places last takes a yellow spot. The play, and that placing's
    version.
    """
    play = _started(deck_text)
    for track, value in (("water", 6), ("fish", 0)):
        play.do("track.set", track=track, value=value, expects={"version": play.state.changed})
    play.do("event.reveal", event="event-01", expects=play.turn)
    for penguin in (0, 1, 2):
        play.place(penguin, 1, "scout")
    return play, play.place(3, 1, "anchor")


def test_a_slip_that_sinks_the_ship_at_the_reveal_is_taken_back(plain_text: str) -> None:
    """pirates R2, R9: the ship is lost before anyone's spot is in sight, so who placed last may
    place again.
    """
    play, last = _sinking(plain_text)
    assert (play.state.phase, play.state.end) == ("over", "skull")
    assert [spot and spot.action for spot in play.state.shown("s3")] == [
        "scout",
        None,
        None,
        "anchor",
    ]
    assert [spot and spot.action for spot in play.state.shown(None)] == ["scout", None, None, None]
    play.do(UNDO, "s3", target=last)
    play.place(3, 1, "bail")
    assert (play.state.phase, play.state.tracks.water) == ("sail", 6)
    assert [spot and spot.action for spot in play.state.shown(None)] == [
        "scout",
        "scout",
        "scout",
        "bail",
    ]


def test_a_game_that_ends_later_keeps_its_spots(plain_text: str) -> None:
    """pirates R2: once all spots have been in sight nobody chooses again, however the game ends."""
    play = _sailing(plain_text)
    last = play.log.version
    play.do("track.set", track="water", value=7, expects={"version": play.state.changed})
    assert (play.state.phase, None in play.state.shown(None)) == ("over", False)
    assert play.refused(UNDO, "s3", target=last) == "undo"


def test_a_marker_at_the_skull_reveals_nothing(plain_text: str) -> None:
    """pirates R2: it may be put back, and then the others' spots must still be secret."""
    play = _started(plain_text)
    play.do("event.reveal", event="event-01", expects=play.turn)
    play.place(0, 1, "scout")
    play.place(1, 1, "full")
    slip = play.do("track.set", track="water", value=7, expects={"version": play.state.changed})
    assert play.state.phase == "over"
    assert [spot and spot.action for spot in play.state.shown("s2")] == ["scout", None, None, None]
    play.do(UNDO, "s2", target=slip)
    assert play.state.to_place("s2") == (2,)


def test_a_captain_takes_back_what_sank_the_ship(plain_text: str) -> None:
    """pirates R2, R9: it is placed openly, before anyone else has chosen."""
    play = _started(plain_text)
    for track, value in (("water", 6), ("fish", 0)):
        play.do("track.set", track=track, value=value, expects={"version": play.state.changed})
    play.do("event.reveal", event="event-01", expects=play.turn)
    sunk = play.place(0, 1, "bail")
    assert play.state.end == "skull"
    play.do(UNDO, "s0", target=sunk)
    assert play.state.to_place("s0") == (0,)


def test_each_turn_has_secrets_of_its_own(plain_text: str) -> None:
    """pirates R2: what was revealed in one turn reveals nothing in the next."""
    play = _finish_turn(_sailing(plain_text))
    play.do("event.reveal", event="event-02", expects=play.turn)
    play.place(1, 2, "anchor")
    placed = play.place(0, 2, "bail")
    assert [spot and spot.action for spot in play.state.shown("s2")] == [None, "anchor", None, None]
    play.do(UNDO, "s0", target=placed)
    assert play.state.to_place("s0") == (0,)


def test_of_three_the_captain_places_the_fourth_penguin(plain_text: str) -> None:
    """pirates R10: with the others, after its own."""
    play = _started(plain_text, 3, first="s2")
    play.do("event.reveal", event="event-01", expects=play.turn)
    assert play.state.to_place("s2") == (2,)
    play.place(2, 1, "scout")
    assert play.state.to_place("s2") == (3,)
    assert (
        play.refused("penguin.place", "s0", penguin=3, card=1, action="anchor", expects=play.turn)
        == "not-yours"
    )


# --- movement and the end of a turn ---


def _finish_sailing(play: _Play) -> None:
    """Take off all penguins and let the event happen."""
    for penguin, spot in enumerate(play.state.placed):
        if spot and not spot.done:
            choice = "fish" if spot.action == "bail" else ""
            play.do("penguin.act", penguin=penguin, choice=choice, expects=play.turn)
    play.do("movement.done", expects=play.turn)


def _finish_turn(play: _Play, outcome: str = "here") -> _Play:
    """The same, and the pirates sail."""
    _finish_sailing(play)
    if play.state.phase == "pirates":
        play.do("pirates.done", outcome=outcome, expects=play.turn)
    return play


def test_actions_move_the_tracks(plain_text: str) -> None:
    """pirates R5: each penguin comes off once; only bailing takes a choice."""
    play = _sailing(plain_text)
    assert play.refused("penguin.act", penguin=0, choice="", expects=play.turn) == "malformed"
    assert play.refused("penguin.act", penguin=1, choice="bail", expects=play.turn) == "malformed"
    play.do("penguin.act", penguin=0, choice="fish", expects=play.turn)
    play.do("penguin.act", penguin=1, choice="", expects=play.turn)
    assert play.state.tracks == Tracks(3, 3, 0, 7)
    assert play.refused("penguin.act", penguin=1, choice="", expects=play.turn) == "done"
    play.do("penguin.act", penguin=3, choice="", expects=play.turn)
    assert play.state.tracks == Tracks(2, 0, 0, 7)
    assert play.refused("movement.done", expects=play.turn) == "not-now"


def test_entering_a_hex(plain_text: str) -> None:
    """pirates R3, R4, R6: the phone enters dots and special and does the rest."""
    play = _sailing(plain_text)
    assert (
        play.refused("ship.enter", yellow=1, red=2, special="", pirates=False, expects=play.turn)
        == "too-slow"
    )
    assert (
        play.refused("ship.enter", yellow=0, red=0, special="", pirates=False, expects=play.turn)
        == "malformed"
    )
    assert (
        play.refused("ship.enter", yellow=1, red=0, special="", pirates=True, expects=play.turn)
        == "malformed"
    )
    play.enter("r", "kraken")
    assert play.state.tracks == Tracks(2, 1, 2, 5)
    play.enter("y", "bob")
    assert play.state.rescued == {"bob"}


def test_home_after_bob_is_won(plain_text: str) -> None:
    """pirates R9: at once, and nothing comes after it but an undo."""
    play = _sailing(plain_text)
    play.enter("y", "bob")
    won = play.enter("y", "home")
    assert (play.state.phase, play.state.end) == ("over", "home")
    assert play.refused("movement.done", expects=play.turn) == "stale"
    play.do(UNDO, target=won)
    assert play.state.phase == "sail"


def test_the_cousin_is_wanted_in_the_variant(plain_text: str) -> None:
    """pirates R10: home with Bob alone isn't a win there."""
    play = _Play(plain_text, 4)
    play.start(variants=("cousin", "no-talk"))
    play.do("event.reveal", event="event-01", expects=play.turn)
    for penguin, action in enumerate(("scout", "scout", "scout", "full")):
        play.place(penguin, 1, action)
    play.enter("y", "bob")
    assert play.state.tracks.speed == 1
    play.enter("y", "home")
    assert play.state.end == ""


def test_turns_pass_and_pirates_come(plain_text: str) -> None:
    """pirates R8, R10: the event happens, the table moves its pirates, the captain passes left,
    spots are cleared.
    """
    play = _finish_turn(_sailing(plain_text))
    assert (play.state.turn, play.state.captain, play.state.phase) == (2, "s1", "event")
    assert play.state.placed == (None,) * 4
    assert not play.state.pirates
    assert play.refused("movement.done", expects={"turn": 1}) == "stale"
    play.do("event.reveal", event="event-02", expects=play.turn)
    for penguin, action in ((1, "anchor"), (0, "bail"), (2, "scout"), (3, "scout")):
        play.place(penguin, 2, action)
    _finish_turn(play)
    play.do("event.reveal", event="event-03", expects=play.turn)
    for penguin, action in ((2, "full"), (0, "bail"), (1, "scout"), (3, "anchor")):
        play.place(penguin, 3, action)
    _finish_turn(play, "met")
    assert (play.state.end, play.state.pirates) == ("pirates", True)


@pytest.mark.parametrize(("outcome", "again"), [("here", False), ("gone", True)])
def test_pirates_appear_only_if_none_are_about(
    plain_text: str, outcome: str, *, again: bool
) -> None:
    """pirates R8, O: while an event lies open and when it has happened, the phones know whether it
    brings them.
    """
    deck = plain_text.replace('effects = "speed +1"', 'effects = "pirates"').replace(
        "fish +1", "pirates"
    )
    play = _sailing(deck)
    assert (play.state.phase, play.state.appear) == ("sail", True)
    _finish_sailing(play)
    assert (play.state.phase, play.state.appear) == ("pirates", True)
    play.do("pirates.done", outcome=outcome, expects=play.turn)
    assert (play.state.phase, play.state.appear) == ("event", False), "none has been turned up"
    play.do("event.reveal", event="event-02", expects=play.turn)
    for penguin, action in ((1, "anchor"), (0, "bail"), (2, "scout"), (3, "scout")):
        play.place(penguin, 2, action)
    assert play.state.appear == again
    _finish_sailing(play)
    assert (play.state.phase, play.state.pirates, play.state.appear) == ("pirates", True, again)


def test_markers_are_put_right_by_hand(plain_text: str) -> None:
    """A total typed in carries the version that it saw; the slower phone is refused."""
    play = _sailing(plain_text)
    seen = play.state.changed
    play.do("track.set", track="water", value=3, expects={"version": seen})
    assert play.state.tracks.water == 3
    assert play.refused("track.set", track="water", value=4, expects={"version": seen}) == "stale"
    assert (
        play.refused("track.set", track="sails", value=8, expects={"version": play.state.changed})
        == "malformed"
    )
    play.do("track.set", track="water", value=7, expects={"version": play.state.changed})
    assert play.state.end == "skull"


def test_every_phase_says_what_comes_next(plain_text: str) -> None:
    """The checklist has a line for where the table stands."""
    play = _Play(plain_text, 4)
    lines = [play.state.next]
    play.start()
    lines.append(play.state.next)
    assert all(line.endswith(".") for line in lines)
    assert lines[0] != lines[1]


def test_talking_is_asked_for_where_it_is_allowed(plain_text: str) -> None:
    """pirates R2, R10: before the captain places the table talks; in the variant without talking it
    is reported not to.
    """
    for variants, words in (((), "Talk it over."), (("no-talk",), "No talking.")):
        play = _Play(plain_text, 4)
        play.start(variants=variants)
        play.do("event.reveal", event="event-01", expects=play.turn)
        assert play.state.next.startswith(words)


# --- one set of rules ---


def _tell(play: _Play, before: State, move: object, *, photos: bool = False) -> None:
    """What people at the table tell their phones of a move of the engine."""
    if isinstance(move, Put):
        play.place(move.penguin, before.card(move.penguin).number, move.action)
    elif isinstance(move, Take):
        choice = move.choice if move.choice in ("bail", "fish") else ""
        act: dict[str, Any] = {"penguin": move.penguin, "choice": choice}
        act |= {"auto": True} if photos else {}
        play.do("penguin.act", expects=play.turn, **act)
    elif isinstance(move, Sail) and photos:
        play.do("ship.sail", hex=ahead(before), expects=play.turn)
    elif isinstance(move, Sail):
        there = ahead(before)
        face, met = before.face(there), before.pirate is not None and before.pirate.hex == there
        play.enter("y" * face.yellow + "r" * face.red, face.special, pirates=met)
    else:
        assert isinstance(move, Scout)


def _end_turn(play: _Play, before: State, after: State) -> None:
    """The engine does the event phase by itself; the phones are notified of its start."""
    if play.state.phase != "sail" or (after.turn == before.turn and not after.end):
        return
    play.do("movement.done", expects=play.turn)
    if play.state.pirates and not play.state.end:
        outcome = "met" if after.end == "pirates" else "here" if after.pirate else "gone"
        play.do("pirates.done", outcome=outcome, expects=play.turn)


@pytest.mark.parametrize("seed", range(12))
def test_phones_and_engine_agree(plain: Deck, plain_text: str, seed: int) -> None:
    """A table that sends its phones every move of a game has the same tracks, turn, crew and end as
    the engine.
    """
    chance, players = random.Random(seed), 3 + seed % 2
    state = setup(plain, players, seed)
    play = _started(plain_text, players)
    while movers := to_move(state):
        if play.state.phase == "event":
            play.do("event.reveal", event=state.event.id, expects=play.turn)
        seat = movers[0]
        moves = tuple(legal_moves(state, seat))
        bold = [move for move in moves if isinstance(move, Sail)]
        move = random_bot(view(state, seat), bold or moves, chance)
        after = apply(state, seat, move)
        _tell(play, state, move)
        _end_turn(play, state, after)
        state = after
        assert (play.state.tracks, play.state.turn) == (state.tracks, state.turn)
        assert (play.state.rescued, play.state.end) == (state.rescued, state.end)
        assert play.state.pirates == (state.pirate is not None)


# --- the map ---


def _photo(play: _Play, state: State, *, but: tuple[str, ...] = ()) -> None:
    """A photo of the engine's table, without what is named in `but`."""
    boards = [
        {
            "place": site.id,
            "face": "up" if place in state.face_up else "down",
            "board": state.deck.boards[state.boards[place]].id if place in state.face_up else None,
            "turn": site.turn,
        }
        for place, site in enumerate(state.deck.sites)
        if site.id not in but
    ]
    ships = {
        name: ship and {"name": state.deck.chart.name(ship.hex), "facing": ship.facing}
        for name, ship in (("white", state.ship), ("black", state.pirate))
        if name not in but
    }
    reading = {"map": boards, **ships, "pirates": state.pirate is not None}
    play.do("map.read", photo="p", reading=reading)


@pytest.mark.parametrize("seed", range(12))
def test_with_a_photo_after_each_scout_taps_are_enough(
    plain: Deck, plain_text: str, seed: int
) -> None:
    """A table whose phones deal sends them who places, acts and sails; map, ships, turn, event and
    end follow by the engine's rules, without a tap for the end of the movement or the pirates.
    """
    chance, players = random.Random(seed), 3 + seed % 2
    state = setup(plain, players, seed)
    play = _started(plain_text, players)
    deal = [[card + 1 for card in hand] for hand in state.hands]
    order = [plain.events[event].id for event in state.events]
    play.do("cards.deal", order=order, hands=deal, expects=play.turn)
    while movers := to_move(state):
        assert play.state.turn == state.turn
        assert play.state.event == state.event
        moves = tuple(legal_moves(state, movers[0]))
        bold = [move for move in moves if isinstance(move, Sail)]
        move = random_bot(view(state, movers[0]), bold or moves, chance)
        if isinstance(move, Put):
            assert play.state.dealt(move.penguin) == state.card(move.penguin).number
        if isinstance(move, Take):  # on the table a board is turned up before the tap
            scouted = apply(state, movers[0], move)
            if state.face_up != scouted.face_up and scouted.turn == state.turn:
                _tell(play, state, move, photos=True)
                _photo(play, state := scouted)
                continue
        after = apply(state, movers[0], move)
        _tell(play, state, move, photos=True)
        if isinstance(move, Scout) or state.face_up != after.face_up:
            _photo(play, replace(state, face_up=after.face_up))
            if play.state.phase == "sail" and (after.turn > state.turn or after.end):
                play.do("movement.done", auto=True, expects=play.turn)
        state = after
        assert (play.state.tracks, play.state.turn) == (state.tracks, state.turn)
        assert (play.state.rescued, play.state.end) == (state.rescued, state.end)
        assert (play.state.ship, play.state.pirate) == (state.ship, state.pirate)
        assert play.state.boards == state.known_boards


def test_the_course_is_what_the_speed_is_enough_for(plain: Deck, plain_text: str) -> None:
    """pirates R3: hexes one after the other, each with what it has cost by then; other hexes are
    refused, and a tap sails as far as the hex that was tapped.
    """
    play = _sailing(plain_text)
    way = course(play.state)
    assert way[0].hex == plain.chart.ahead[plain.chart.pier][plain.pier_facing]
    costs = [play.state.tracks.speed - step.tracks.speed for step in way]
    assert costs == sorted(costs)
    assert costs[-1] <= play.state.tracks.speed
    assert play.refused("ship.sail", hex=plain.chart.pier, expects=play.turn) == "stale"
    sailed = play.do("ship.sail", hex=way[-1].hex, expects=play.turn)
    assert play.state.ship
    assert (play.state.ship.hex, play.state.tracks) == (way[-1].hex, way[-1].tracks)
    play.do(UNDO, target=sailed)
    assert play.state.ship == Vessel(plain.chart.pier, plain.pier_facing)


def test_a_hex_that_is_typed_moves_the_ship_too(plain: Deck, plain_text: str) -> None:
    """A table that nobody photographs knows where its ship is, until a hex can't be that ahead."""
    play = _sailing(plain_text)
    face = plain.boards[0].faces[plain.chart.petal[course(play.state)[0].hex]]
    there = course(play.state)[0].after.ship
    play.enter("y" * face.yellow + "r" * face.red, face.special)
    assert play.state.ship == there
    lost = _sailing(plain_text)
    lost.enter("y" * (face.yellow + 1), "bucket")
    assert lost.state.ship is None
    assert course(lost.state) == ()


def test_a_board_turned_up_waits_for_its_photo(plain: Deck, plain_text: str) -> None:
    """pirates R5: until a photo shows it, nothing ends by itself, and the pirates are moved on the
    table.
    """
    play = _sailing(plain_text)
    play.do("penguin.act", penguin=2, choice="", auto=True, expects=play.turn)
    assert play.state.dark == 1
    for penguin, choice in ((0, "fish"), (1, ""), (3, "")):
        play.do("penguin.act", penguin=penguin, choice=choice, auto=True, expects=play.turn)
    assert play.state.phase == "sail", "an anchor leaves no speed, but the map isn't known"
    state = replace(setup(plain, 4, 1), face_up=frozenset({0, 1}))
    _photo(play, state, but=("e1", "white"))
    assert (play.state.dark, play.state.boards[1]) == (0, state.boards[1])
    play.do("movement.done", auto=True, expects=play.turn)
    assert play.state.turn == 2


def test_what_a_photo_does_not_show_stays_as_it_was(plain: Deck, plain_text: str) -> None:
    """A board that is turned wrongly, or of another colour, isn't believed; a ship that looks
    between two directions faces as it did if it is where it was, else nobody knows.
    """
    play = _sailing(plain_text)
    site = plain.sites[1]
    right = {"place": site.id, "face": "up", "board": "yellow-1", "turn": site.turn}
    blue = plain.boards[0].id
    for wrong in ({"turn": (site.turn + 1) % 6}, {"board": blue}, {"board": None}, {"place": None}):
        play.do("map.read", photo="p", reading={"map": [{**right, **wrong}]})
        assert play.state.face_up == {0}
    pier = plain.chart.name(plain.chart.pier)
    ship = {"name": pier, "facing": None}
    play.do("map.read", photo="p", reading={"map": [right], "white": ship})
    assert play.state.ship == Vessel(plain.chart.pier, plain.pier_facing)
    assert play.state.face_up == {0, 1}
    play.do("map.read", photo="p", reading={"map": [], "white": {"name": "a1.m", "facing": None}})
    assert position(play.state).ship == NOWHERE
    play.do("map.read", photo="p", reading={"map": [], "white": {"name": "a1.m", "facing": 2}})
    assert play.state.ship == Vessel(0, 2)
    play.do("map.read", photo="p", reading={"map": [], "pirates": True, "black": ship})
    assert (play.state.pirates, play.state.pirate) == (True, None)


def test_a_deal_is_a_shuffled_deck(plain: Deck, plain_text: str) -> None:
    """pirates R1: all events, ascending, and each penguin's cards; another one may be placed."""
    play = _started(plain_text)
    order = [event.id for event in sorted(plain.events, key=lambda event: event.order)]
    hands = [[*range(12, 0, -1)] for _ in range(4)]
    for wrong in (order[::-1], order[1:]):
        assert (
            play.refused("cards.deal", order=wrong, hands=hands, expects=play.turn) == "malformed"
        )
    assert (
        play.refused("cards.deal", order=order, hands=hands[1:], expects=play.turn) == "malformed"
    )
    play.do("cards.deal", order=order, hands=hands, expects=play.turn)
    assert (play.state.phase, play.state.dealt(0)) == ("captain", 12)
    assert play.refused("cards.deal", order=order, hands=hands, expects=play.turn) == "not-now"
    play.place(0, 1, "bail")
    for penguin in (1, 2, 3):
        play.place(penguin, 1, "scout" if penguin == 2 else "full" if penguin == 1 else "anchor")
    _finish_turn(play)
    assert (play.state.turn, play.state.phase, play.state.dealt(0)) == (2, "captain", 12)
