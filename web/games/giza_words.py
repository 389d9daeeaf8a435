"""What happened at a giza table, one sentence an event, for the history that everybody may read.

A choice is told without its number: the number comes with the reveal.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.events import Event
from companion.giza.state import GATHER, LEAD, TRAIN
from companion.giza.table import TableState
from companion.giza.tracker import slot
from companion.language import Phrase, listed, say, say_many
from web.games.words import Words, name_of, own, with_tapper

LEVELS = (say("base"), say("second level"), say("third level"), say("top"))


def _take(event: Event, _before: TableState, after: TableState) -> str:
    colours = {player.id: player.name for player in after.deck.players}
    colour = event.payload["colour"]
    cards = Phrase(colours.get(colour, colour))
    return say("{name} joined with the {colour} cards", name=event.payload["name"], colour=cards)


def _goals(event: Event, _before: TableState, after: TableState) -> str:
    goals = listed(Phrase(goal.name) for goal in after.goals)
    return (
        say("Goals drawn: {goals}", goals=goals)
        if event.payload.get("drawn")
        else say("Goals chosen: {goals}", goals=goals)
    )


def _chief(event: Event, before: TableState, after: TableState) -> str:
    who = name_of(after, event.payload["seat"])
    if before.started:
        return say("{name} holds the Chief now (corrected)", name=who)
    return say("{name} is the youngest and gets the Chief", name=who)


def _choose(event: Event, before: TableState, after: TableState) -> str:
    who = name_of(after, event.actor)
    if after.order and not before.order:
        cards = ", ".join(f"{name_of(after, turn.seat)} {turn.number}" for turn in after.order)
        return say("{name} has chosen, and all cards are revealed: {cards}", name=who, cards=cards)
    seat = before.seat(event.actor)
    return (
        say("{name} has chosen again", name=who)
        if seat and seat.chosen
        else say("{name} has chosen", name=who)
    )


PLACED = say("{name} placed a penguin")
AND_THEN = {
    LEAD: say("{name} placed a penguin and took the Chief"),
    GATHER: say("{name} placed a penguin and took all actions back"),
    TRAIN: say("{name} placed a penguin and took a strength token"),
}
AND_ACTED = say("{name} placed a penguin and used the action")


def _turn(event: Event, before: TableState, after: TableState) -> str:
    number = before.active.number if before.active else 0
    did = AND_THEN.get(number, AND_ACTED) if event.payload["took"] or number == GATHER else PLACED
    told = with_tapper(say(did, name=name_of(after, event.payload["seat"])), event, after)
    if after.rounds_done == before.rounds_done:
        return told
    return say("{what}. Round {n} is over", what=told, n=before.round)


def _token(event: Event, _before: TableState, after: TableState) -> str:
    name, count = name_of(after, event.payload["seat"]), event.payload["count"]
    return say_many(
        "{name} placed a strength token", "{name} placed {n} strength tokens", count, name=name
    )


def _read(event: Event, _before: TableState, after: TableState) -> str:
    name, whose = name_of(after, event.actor), name_of(after, event.payload["seat"])
    if own(event):
        return say("{name} photographed their own pyramid", name=name)
    return say("{name} photographed {whose}'s pyramid", name=name, whose=whose)


def _several(event: Event, _before: TableState, after: TableState) -> str:
    name, count = name_of(after, event.actor), len(event.payload["pyramids"])
    return say("{name} photographed {n} pyramids at once", name=name, n=count)


def _give(event: Event, _before: TableState, after: TableState) -> str:
    name, whose = name_of(after, event.actor), name_of(after, event.payload["seat"])
    number = event.payload["number"]
    if own(event):
        return say("{name} claimed pyramid {n} in the photo", name=name, n=number)
    return say(
        "{name} matched pyramid {n} in the photo to {whose}", name=name, n=number, whose=whose
    )


def _fix(event: Event, _before: TableState, after: TableState) -> str:
    name, whose = name_of(after, event.actor), name_of(after, event.payload["seat"])
    what = _put(event.payload["placed"], slot(event.payload["slot"]) or (0, 0))
    if own(event):
        return say("{name} corrected their own pyramid: {what}", name=name, what=what)
    return say("{name} corrected {whose}'s pyramid: {what}", name=name, whose=whose, what=what)


def _put(text: str, place: tuple[int, int]) -> Phrase:
    level, top = LEVELS[place[0]], place[0] == 3
    where = level if top else say("{level}, place {n}", level=level, n=place[1] + 1)
    return (
        say("{penguin} at {where}", penguin=_penguin(text), where=where)
        if text
        else say("nothing at {where}", where=where)
    )


def _penguin(text: str) -> Phrase:
    body, _, tokens = text.partition("+")
    number = int(body.removesuffix("g"))
    penguin = (
        say("penguin {number} grey", number=number)
        if body.endswith("g")
        else say("penguin {number}", number=number)
    )
    if not tokens:
        return penguin
    return say_many(
        "{penguin} with {n} token", "{penguin} with {n} tokens", int(tokens), penguin=penguin
    )


def _type(event: Event, _before: TableState, after: TableState) -> str:
    name, whose = name_of(after, event.actor), name_of(after, event.payload["seat"])
    what = listed(_points(event, after)) or say("cleared")
    if own(event):
        return say("{name} entered their own score: {what}", name=name, what=what)
    return say("{name} entered {whose}'s score: {what}", name=name, whose=whose, what=what)


def _count(event: Event, _before: TableState, after: TableState) -> str:
    name, whose = name_of(after, event.actor), name_of(after, event.payload["seat"])
    if event.payload["counts"]:
        return say(
            "{name} decided that {whose}'s pyramid counts although it breaks a rule",
            name=name,
            whose=whose,
        )
    return say(
        "{name} decided that {whose}'s pyramid breaks a rule and doesn't count",
        name=name,
        whose=whose,
    )


def _points(event: Event, after: TableState) -> Iterator[Phrase]:
    if event.payload["levels"] is not None:
        yield say("levels {sums}", sums="+".join(map(str, event.payload["levels"])))
    goals = after.deck.goals_by_id
    for goal, points in event.payload["goals"].items():
        if goal in goals:
            yield listed([Phrase(goals[goal].name), points], " ")


WORDS = Words(
    {
        "seat.take": _take,
        "goals.set": _goals,
        "chief.give": _chief,
        "action.choose": _choose,
        "turn.done": _turn,
        "token.place": _token,
        "pyramid.read": _read,
        "pyramids.read": _several,
        "pyramid.give": _give,
        "pyramid.fix": _fix,
        "pyramid.count": _count,
        "score.type": _type,
    },
    {
        "goals.set": say("the goals"),
        "chief.give": say("giving {who} the Chief"),
        "action.choose": say("{actor}'s choice"),
        "turn.done": say("{who}'s turn"),
        "token.place": say("{who}'s strength tokens"),
        "pyramid.read": say("the photo of {who}'s pyramid"),
        "pyramids.read": say("the photo of several pyramids"),
        "pyramid.give": say("matching {who}'s pyramid in the photo"),
        "pyramid.fix": say("the correction to {who}'s pyramid"),
        "score.type": say("{who}'s score"),
        "pyramid.count": say("the decision about {who}'s pyramid"),
    },
)
