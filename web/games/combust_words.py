"""The history of a combust table in words."""

from __future__ import annotations

from companion.combust.tracker import Seat, TableState
from companion.events import Event
from companion.language import Phrase, listed, say, say_many
from web.games.words import Words, name_of, own, with_tapper


def sentence(event: Event, before: TableState, after: TableState) -> str | None:
    """Return what happened in a combust event; None for the kinds of all games."""
    payload = event.payload
    name, tapper = name_of(after, payload.get("seat")), name_of(after, event.actor)
    match event.kind:
        case "dealer.give":
            return say("{name} deals", name=name)
        case "line.read":
            line = _line(after.seat_of(event))
            if own(event):
                return say("{name} photographed their own line: {line}", name=tapper, line=line)
            return say(
                "{name} photographed {whose}'s line: {line}", name=tapper, whose=name, line=line
            )
        case "line.type":
            line = _line(after.seat_of(event))
            if own(event):
                return say("{name} entered their own line: {line}", name=tapper, line=line)
            return say("{name} entered {whose}'s line: {line}", name=tapper, whose=name, line=line)
        case "turns.begin":
            starter = name_of(after, after.active)
            return say("{name} has the lowest line and starts", name=starter)
        case "card.play":
            kinds = {kind.number: Phrase(kind.name) for kind in after.deck.kinds}
            card = kinds.get(payload["card"], say("a card"))
            return with_tapper(say("{name} plays {card}", name=name, card=card), event, after)
        case "verb.done":
            part = before.help[0] if before.help else say("a part of the card")
            if len(after.chain) < len(before.chain):
                return say("Done, and the card with it: {part}", part=part)
            return say("Done: {part}", part=part)
        case "clan.out":
            names = listed(name_of(before, seat) for seat in payload["seats"])
            count = len(payload["seats"])
            text = say_many("{names} is extinct", "{names} are extinct", count, names=names)
            return say("{what}. The game is over", what=text) if after.phase == "done" else text
        case "deck.empty":
            return say("The deck is empty: one more round after this turn")
        case "turn.done":
            active = name_of(before, before.active)
            if after.phase == "count":
                return say(
                    "{name}'s turn and the last round are over: count the lines", name=active
                )
            following = name_of(after, after.active)
            return say("{name}'s turn is over, {next} is next", name=active, next=following)
    return None


def _line(seat: Seat) -> Phrase:
    clan = seat.clan
    if clan is None:
        return say("nothing")
    return say_many(
        "{n} penguin, sum {sum}", "{n} penguins, sum {sum}", clan.penguins, sum=clan.sum
    )


WORDS = Words(
    sentence,
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
