"""The history of a giza table in words.

A choice is described without its number: the number comes with the reveal.
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


PLACED = say("{name} placed a penguin")
AND_THEN = {
    LEAD: say("{name} placed a penguin and took the Chief"),
    GATHER: say("{name} placed a penguin and took all actions back"),
    TRAIN: say("{name} placed a penguin and took a strength token"),
}
AND_ACTED = say("{name} placed a penguin and used the action")


def sentence(event: Event, before: TableState, after: TableState) -> str | None:
    """Return what happened in a giza event; None for the kinds of all games."""
    payload = event.payload
    name, whose = name_of(after, event.actor), name_of(after, payload.get("seat"))
    match event.kind:
        case "seat.take":
            colours = {player.id: player.name for player in after.deck.players}
            cards = Phrase(colours.get(payload["colour"], payload["colour"]))
            return say("{name} joined with the {colour} cards", name=payload["name"], colour=cards)
        case "goals.set":
            goals = listed(Phrase(goal.name) for goal in after.goals)
            if payload.get("drawn"):
                return say("Goals drawn: {goals}", goals=goals)
            return say("Goals chosen: {goals}", goals=goals)
        case "chief.give":
            if before.started:
                return say("{name} holds the Chief now (corrected)", name=whose)
            return say("{name} is the youngest and gets the Chief", name=whose)
        case "action.choose":
            if after.order and not before.order:
                numbers = [f"{name_of(after, turn.seat)} {turn.number}" for turn in after.order]
                return say(
                    "{name} has chosen, and all cards are revealed: {cards}",
                    name=name,
                    cards=", ".join(numbers),
                )
            seat = before.seat(event.actor)
            again = seat and seat.chosen
            return say("{name} has chosen again" if again else "{name} has chosen", name=name)
        case "turn.done":
            number = before.active.number if before.active else 0
            acted = payload["took"] or number == GATHER
            template = AND_THEN.get(number, AND_ACTED) if acted else PLACED
            text = with_tapper(say(template, name=whose), event, after)
            if after.rounds_done == before.rounds_done:
                return text
            return say("{what}. Round {n} is over", what=text, n=before.round)
        case "token.place":
            return say_many(
                "{name} placed a strength token",
                "{name} placed {n} strength tokens",
                payload["count"],
                name=whose,
            )
        case "pyramid.read":
            if own(event):
                return say("{name} photographed their own pyramid", name=name)
            return say("{name} photographed {whose}'s pyramid", name=name, whose=whose)
        case "pyramids.read":
            count = len(payload["pyramids"])
            return say("{name} photographed {n} pyramids at once", name=name, n=count)
        case "pyramid.give":
            number = payload["number"]
            if own(event):
                return say("{name} claimed pyramid {n} in the photo", name=name, n=number)
            return say(
                "{name} matched pyramid {n} in the photo to {whose}",
                name=name,
                n=number,
                whose=whose,
            )
        case "pyramid.fix":
            what = _placed(payload["placed"], slot(payload["slot"]) or (0, 0))
            if own(event):
                return say("{name} corrected their own pyramid: {what}", name=name, what=what)
            return say(
                "{name} corrected {whose}'s pyramid: {what}", name=name, whose=whose, what=what
            )
        case "pyramid.count":
            if payload["counts"]:
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
        case "score.type":
            what = listed(_points(event, after)) or say("cleared")
            if own(event):
                return say("{name} entered their own score: {what}", name=name, what=what)
            return say("{name} entered {whose}'s score: {what}", name=name, whose=whose, what=what)
    return None


def _placed(text: str, place: tuple[int, int]) -> Phrase:
    """Return a slot in words with the penguin there, by its notation (`07g+1`; "" is none)."""
    level, top = LEVELS[place[0]], place[0] == 3
    where = level if top else say("{level}, place {n}", level=level, n=place[1] + 1)
    if not text:
        return say("nothing at {where}", where=where)
    body, _, tokens = text.partition("+")
    number = int(body.removesuffix("g"))
    penguin = say("penguin {number}", number=number)
    if body.endswith("g"):
        penguin = say("penguin {number} grey", number=number)
    if tokens:
        penguin = say_many(
            "{penguin} with {n} token", "{penguin} with {n} tokens", int(tokens), penguin=penguin
        )
    return say("{penguin} at {where}", penguin=penguin, where=where)


def _points(event: Event, after: TableState) -> Iterator[Phrase]:
    """Yield the levels and goals of a score that was entered."""
    if event.payload["levels"] is not None:
        yield say("levels {sums}", sums="+".join(map(str, event.payload["levels"])))
    goals = after.deck.goals_by_id
    for goal, points in event.payload["goals"].items():
        if goal in goals:
            yield listed([Phrase(goals[goal].name), points], " ")


WORDS = Words(
    sentence,
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
