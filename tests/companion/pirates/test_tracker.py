"""What the phones of a pirates table know: each kind of event, its refusals, and that it agrees
with the engine.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.events import UNDO
from companion.language import translated
from companion.pirates.deck import Deck
from companion.pirates.rules import apply, legal_moves, setup, to_move, view
from companion.pirates.state import Put, Sail, Scout, State, Take, ahead
from companion.pirates.tracker import TRACKER, TableState
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


def _tell(play: _Play, before: State, move: object) -> None:
    """What people at the table tell their phones of a move of the engine."""
    if isinstance(move, Put):
        play.place(move.penguin, before.card(move.penguin).number, move.action)
    elif isinstance(move, Take):
        choice = move.choice if move.choice in ("bail", "fish") else ""
        play.do("penguin.act", penguin=move.penguin, choice=choice, expects=play.turn)
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
