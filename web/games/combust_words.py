"""What happened at a combust table, one sentence an event."""

from __future__ import annotations

from companion.combust.deck import CardNo
from companion.combust.track_state import Seat, TableState
from companion.events import Event
from web.games.words import Words, name_of, tapped_by, whose


def _dealer(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.payload['seat'])} deals"


def _line(seat: Seat) -> str:
    clan = seat.clan
    if clan is None:
        return "nothing"
    return f"{clan.penguins} {'penguin' if clan.penguins == 1 else 'penguins'}, sum {clan.sum}"


def _read(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.actor)} photographed {whose(event, after)} line: {_line(after.seat_of(event))}"


def _type(event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, event.actor)} entered {whose(event, after)} line: {_line(after.seat_of(event))}"


def _begin(_event: Event, _before: TableState, after: TableState) -> str:
    return f"{name_of(after, after.active)} has the lowest line and starts"


def _card(state: TableState, number: CardNo) -> str:
    return next((kind.name for kind in state.deck.kinds if kind.number == number), "a card")


def _play(event: Event, _before: TableState, after: TableState) -> str:
    name = name_of(after, event.payload["seat"])
    return f"{name} carries out {_card(after, event.payload['card'])}{tapped_by(event, after)}"


def _verb(_event: Event, before: TableState, after: TableState) -> str:
    done = before.help[0].rstrip(".") if before.help else "a part of the card"
    end = " (the card is done)" if len(after.chain) < len(before.chain) else ""
    return f"Done: {done}{end}"


def _out(event: Event, before: TableState, after: TableState) -> str:
    names = " and ".join(name_of(before, seat) for seat in event.payload["seats"])
    end = ". The game is over" if after.phase == "done" else ""
    return f"{names} {'is' if len(event.payload['seats']) == 1 else 'are'} extinct{end}"


def _empty(_event: Event, _before: TableState, _after: TableState) -> str:
    return "The deck is empty: one more round after this turn"


def _done(_event: Event, before: TableState, after: TableState) -> str:
    who = name_of(before, before.active)
    if after.phase == "count":
        return f"{who}'s turn is over, and the last round too: count the lines"
    return f"{who}'s turn is over, {name_of(after, after.active)} is next"


WORDS = Words(
    {
        "dealer.give": _dealer, "line.read": _read, "line.type": _type, "turns.begin": _begin, "card.play": _play,
        "verb.done": _verb, "clan.out": _out, "deck.empty": _empty, "turn.done": _done,
    },
    {
        "dealer.give": "who deals", "line.read": "a photo of {who}'s line", "line.type": "the line of {who}",
        "turns.begin": "the first turn", "card.play": "a card of {who}", "verb.done": "a part of a card",
        "clan.out": "an extinction", "deck.empty": "the end of the deck", "turn.done": "the end of a turn",
    },
)  # fmt: skip
