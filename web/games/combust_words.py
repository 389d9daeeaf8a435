"""What happened at a combust table, one sentence an event."""

from __future__ import annotations

from companion.combust.deck import CardNo
from companion.combust.tracker import Seat, TableState
from companion.events import Event
from companion.language import Phrase, listed, say, say_many
from web.games.words import Words, name_of, own, with_tapper


def _dealer(event: Event, _before: TableState, after: TableState) -> str:
    return say("{name} deals", name=name_of(after, event.payload["seat"]))


def _line(seat: Seat) -> Phrase:
    clan = seat.clan
    if clan is None:
        return say("nothing")
    return say_many(
        "{n} penguin, sum {sum}", "{n} penguins, sum {sum}", clan.penguins, sum=clan.sum
    )


def _read(event: Event, _before: TableState, after: TableState) -> str:
    name, line = name_of(after, event.actor), _line(after.seat_of(event))
    if own(event):
        return say("{name} photographed their own line: {line}", name=name, line=line)
    whose = name_of(after, event.payload["seat"])
    return say("{name} photographed {whose}'s line: {line}", name=name, whose=whose, line=line)


def _type(event: Event, _before: TableState, after: TableState) -> str:
    name, line = name_of(after, event.actor), _line(after.seat_of(event))
    if own(event):
        return say("{name} entered their own line: {line}", name=name, line=line)
    whose = name_of(after, event.payload["seat"])
    return say("{name} entered {whose}'s line: {line}", name=name, whose=whose, line=line)


def _begin(_event: Event, _before: TableState, after: TableState) -> str:
    return say("{name} has the lowest line and starts", name=name_of(after, after.active))


def _card(state: TableState, number: CardNo) -> Phrase:
    return next(
        (Phrase(kind.name) for kind in state.deck.kinds if kind.number == number), say("a card")
    )


def _play(event: Event, _before: TableState, after: TableState) -> str:
    name, card = name_of(after, event.payload["seat"]), _card(after, event.payload["card"])
    return with_tapper(say("{name} plays {card}", name=name, card=card), event, after)


def _verb(_event: Event, before: TableState, after: TableState) -> str:
    done = before.help[0] if before.help else say("a part of the card")
    if len(after.chain) < len(before.chain):
        return say("Done, and the card with it: {part}", part=done)
    return say("Done: {part}", part=done)


def _out(event: Event, before: TableState, after: TableState) -> str:
    clans = event.payload["seats"]
    told = say_many("{names} is extinct", "{names} are extinct", len(clans),
                    names=listed(name_of(before, seat) for seat in clans))  # fmt: skip
    return say("{what}. The game is over", what=told) if after.phase == "done" else told


def _empty(_event: Event, _before: TableState, _after: TableState) -> str:
    return say("The deck is empty: one more round after this turn")


def _done(_event: Event, before: TableState, after: TableState) -> str:
    who = name_of(before, before.active)
    if after.phase == "count":
        return say("{name}'s turn and the last round are over: count the lines", name=who)
    return say("{name}'s turn is over, {next} is next", name=who, next=name_of(after, after.active))


WORDS = Words(
    {
        "dealer.give": _dealer,
        "line.read": _read,
        "line.type": _type,
        "turns.begin": _begin,
        "card.play": _play,
        "verb.done": _verb,
        "clan.out": _out,
        "deck.empty": _empty,
        "turn.done": _done,
    },
    {
        "dealer.give": say("the dealer"),
        "line.read": say("the photo of {who}'s line"),
        "line.type": say("{who}'s line"),
        "turns.begin": say("the first turn"),
        "card.play": say("{who}'s card"),
        "verb.done": say("a part of a card"),
        "clan.out": say("an extinction"),
        "deck.empty": say("the end of the deck"),
        "turn.done": say("the end of the turn"),
    },
)
