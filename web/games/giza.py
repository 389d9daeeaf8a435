"""Giza on the phones: what each seat may see, and the history in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from random import Random

from companion.deckfile import load_deck
from companion.events import Event, Log
from companion.giza import GAME
from companion.giza.deck import Deck, standard
from companion.giza.known import at_table
from companion.giza.pyramid import SLOTS
from companion.giza.readings import slot
from companion.giza.results import Result, result, score_of
from companion.giza.state import GATHER, GOALS_IN_PLAY, LEAD, ROUNDS, TRAIN, Turn
from companion.giza.table import Seat, TableState
from companion.giza.tracker import MAX_PYRAMIDS
from companion.known import Asked
from companion.language import Phrase, listed, say, say_many
from companion.payload import Payload
from companion.plays import Outcome
from web.games.base import TableScreens, kinds
from web.games.giza_check import pyramid_of, reading_of, seats_of
from web.games.shapes import (
    Json,
    amount,
    counting,
    name_of,
    pick,
    plain,
    results,
    unchecked,
    unread,
    with_tapper,
)

GizaLog = Log[TableState]
COLOUR, GOAL = "id name ink symbol pattern", "id name text points compares"
# fields that turn on checks which older logs don't have
_NEWER_CHECKS = {"pyramid.fix": {"limited": True}, "score.type": {"agreeing": True}}
LEVELS = (say("base"), say("second level"), say("third level"), say("top"))
PLACED = say("{name} placed a penguin")
AND_THEN = {
    LEAD: say("{name} placed a penguin and took the Chief"),
    GATHER: say("{name} placed a penguin and took all actions back"),
    TRAIN: say("{name} placed a penguin and took a strength token"),
}
AND_ACTED = say("{name} placed a penguin and used the action")
BRIEFS: Mapping[str, str] = {
    "goals.set": say("the goals"),
    "chief.give": say("giving {who} the Chief"),
    "action.choose": say("{actor}'s choice"),
    "choices.again": say("everyone choosing again"),
    "turn.done": say("{who}'s turn"),
    "token.place": say("{who}'s strength tokens"),
    "pyramid.read": say("the photo of {who}'s pyramid"),
    "pyramids.read": say("the photo of several pyramids"),
    "pyramid.give": say("matching {who}'s pyramid in the photo"),
    "pyramid.fix": say("the correction to {who}'s pyramid"),
    "score.type": say("{who}'s score"),
    "pyramid.close": say("the answer that {who}'s pyramid is whole"),
    "pyramid.count": say("the decision about {who}'s pyramid"),
    "card.keep": say("the answer that {who} has a card"),
}
WORDS: Mapping[str, Phrase] = {
    "choices.again": say("{name} let everyone choose again"),
    "pyramid.read": say("{name} photographed their own pyramid"),
    "pyramids.read": say("{name} photographed {n} pyramids at once"),
    "pyramid.give": say("{name} claimed pyramid {n} in the photo"),
    "pyramid.fix": say("{name} corrected their own pyramid: {what}"),
    "pyramid.close": say("{name} said that their own pyramid is whole"),
    "card.keep": say("{name} said that {whose} has penguin {n}"),
    "score.type": say("{name} entered their own score: {what}"),
}
OTHERS_WORDS: Mapping[str, Phrase] = {
    "pyramid.read": say("{name} photographed {whose}'s pyramid"),
    "pyramid.give": say("{name} matched pyramid {n} in the photo to {whose}"),
    "pyramid.fix": say("{name} corrected {whose}'s pyramid: {what}"),
    "pyramid.close": say("{name} said that {whose}'s pyramid is whole"),
    "score.type": say("{name} entered {whose}'s score: {what}"),
}


class GizaScreens(TableScreens[TableState, Deck]):
    """Giza's row of the phone wing; see `TableScreens`."""

    game = GAME
    role = "chief.give"
    briefs, words, others_words = BRIEFS, WORDS, OTHERS_WORDS
    photo_kind = "pyramid.read"
    known = staticmethod(at_table)
    colour_words = say("the same as your action cards")
    joined = say("{name} joined with the {colour} cards")
    taps = kinds(
        "seats.order goals.draw goals.set chief.give action.choose choices.again turn.done "
        "token.place pyramid.give pyramid.fix pyramid.close pyramid.count card.keep score.type"
    )

    def phase(self, state: TableState) -> str:
        """Return the phase; after the last round it is "scoring" until all pyramids are scored."""
        if state.phase != "done":
            return state.phase
        return "over" if result(state) else "scoring"

    def round(self, state: TableState) -> int:
        """Return the round, from 1 to 10."""
        return state.round

    def outcome(self, state: TableState) -> Outcome | None:
        """Return the ranking, with notes on ties, broken rules and typed scores."""
        ranked = result(state)
        if ranked is None:
            return None
        notes, typed = [ranked.tiebreak] if ranked.tiebreak else [], []
        for seat in state.seats:
            score = score_of(state, seat)
            if score and score.unchecked:
                typed.append(seat.name)
            if score and score.counts is False:
                fallen = say("{name}'s pyramid was left out: it breaks a rule.", name=seat.name)
                notes.append(fallen)
            elif score and score.verdict == "illegal":
                notes.append(say("{name}'s pyramid breaks a rule.", name=seat.name))
        everybody = results(state, _ranking(ranked)["ranking"])
        return Outcome(everybody, "points", note=listed([*notes, *unchecked(typed)], " "))

    def colours(self, state: TableState) -> list[Json]:
        """Return the sets of action cards."""
        return [pick(player, "id name ink symbol") for player in state.deck.players]

    def tap(
        self, kind: str, payload: Payload, log: GizaLog, random: Random, now: datetime
    ) -> tuple[str, Json]:
        """Draw the goals for `goals.draw`; add the fields of newer checks."""
        if kind == "goals.draw" and not payload:
            goals = random.sample([goal.id for goal in log.state.deck.goals], GOALS_IN_PLAY)
            return "goals.set", {"goals": goals, "drawn": True}
        return kind, {**payload, **_NEWER_CHECKS.get(kind, {})}

    def common(self, log: GizaLog) -> Json:
        """Return goals, the Chief, the order of this round, and the ranking."""
        state, several = log.state, log.state.several
        return {
            **pick(state, "round chief supply"),
            "rounds": ROUNDS,
            "goals": [pick(goal, GOAL) for goal in state.goals],
            "several": {
                "photo": several[0].photo,
                "found": [pick(one, "seat") for one in several],
            }
            if several
            else None,
            "order": [pick(turn, "seat number why") for turn in state.order],
            "contested": [
                {"penguin": penguin.number, "seats": list(seats)}
                for penguin, seats in state.contested.items()
            ],
            **_ranking(result(state)),
            "colours": [pick(colour, COLOUR) for colour in state.deck.colours],
        }

    def table_deck(self, log: GizaLog) -> Deck:
        return log.state.deck

    def own_deck(self, deck: Deck) -> Json:
        """Return the deck's cards and goals."""
        return {
            "penguins": [pick(card, "id number colour weight arms") for card in deck.penguins],
            "colours": [pick(colour, COLOUR) for colour in deck.colours],
            "actions": [pick(action, "number verb text") for action in deck.actions],
            "goals": [pick(goal, GOAL) for goal in deck.goals],
        }

    def own_seat(self, log: GizaLog, seat: Seat) -> Json:
        """Return a seat without its chosen card, which is secret until the reveal."""
        state, score = log.state, score_of(log.state, seat)
        active: Turn[str] | None = state.active
        turn = "done" if seat.done else "waiting"
        return {
            "chosen": seat.chosen is not None,
            **(_cards(seat) if state.order else {"action": None, "hand": None}),
            **pick(seat, "tokens trained"),
            "played": list(seat.out),
            "turn": "active" if active and active.seat == seat.id else turn,
            "pyramid": str(seat.known.pyramid) if seat.known.pyramid else None,
            "photo": seat.known.photo,
            "score": plain(score),
            "unchecked": score is not None and score.unchecked,
            "score_version": seat.known.version,
            "ready": score is not None and score.total is not None,
        }

    def own(self, log: GizaLog, viewer: str, shared: Json) -> Json:
        """Return the seats with the viewer's own cards, until the reveal."""
        state = log.state
        if state.order:  # all cards are revealed
            return {}
        held = {seat.id: _cards(seat) for seat in state.seats if seat.id == viewer}
        return {"seats": [{**row, **held.get(row["id"], {})} for row in shared["seats"]]}

    def read(self, log: GizaLog, seat: str, photo: str, reading: Json) -> tuple[str, Json]:
        """Return the event of one pyramid or several; raise `PhotoError` without any penguin."""
        if several := reading.get("pyramids"):
            parts, deck = several[:MAX_PYRAMIDS], log.state.deck
            pyramids = [_read_pyramid(part, reading, deck) for part in parts]
            pieces = [{"id": piece["id"]} for piece in reading["pieces"]]
            return "pyramids.read", {"photo": photo, "pyramids": pyramids, "pieces": pieces}
        pyramid = pyramid_of(reading, log.state.deck)
        if not len(pyramid) and not any(row["slot"] for row in reading["unsure"]):
            problem = say("it doesn't show any penguin cards")
            raise unread(photo, reading, problem, say("take the photo from above"))
        payload = {"seat": seat, "photo": photo, "pyramid": str(pyramid), "reading": reading}
        return self.photo_kind, payload

    def place(self, slot: object) -> str:
        return _where((slot[0], slot[1])) if isinstance(slot, list) else ""

    def facts(self, reading: Json) -> list[Phrase]:
        """Return each pyramid's points and how many of its cards were read."""
        parts, facts = reading.get("pyramids") or [reading], list[Phrase]()
        for number, part in enumerate(parts, 1):
            n = part["cards_read"]
            fact = say_many("{n} card read", "{n} cards read", n)
            limits = part["score_range"]
            if part["complete"] is None and part["score"] is None:
                limits = [part["so_far"]] * 2
            if n and part["verdict"] != "illegal" and limits:
                points = say_many(
                    "{score} point", "{score} points", limits[1], score=amount(limits)
                )
                if not part["goals"]:
                    points = say("{points} before goals", points=points)
                fact = listed((points, fact))
            facts.append(
                say("Pyramid {n}: {what}", n=number, what=fact) if len(parts) > 1 else fact
            )
        return facts

    def questions(self, reading: Json) -> list[Json]:
        """Ask for cards, tokens and goals."""
        parts, asked = reading.get("pyramids") or [reading], list[Json]()
        counts = [part["cards_read"] for part in parts]
        if any(part["complete"] is None and part["cards_read"] for part in parts):
            question = counting(
                "cards", say("How many cards are in the pyramid?"), min(counts), len(SLOTS)
            )
            if len(parts) > 1:
                question["text"] = say("Have all cards of these pyramids been read?")
                question["choices"] = [[say("Yes"), counts], [say("No, each has 10"), len(SLOTS)]]
            asked.append(question)
        by_hand = reading.get("by_hand")  # tokens, too, are then tapped
        if not by_hand and any(row["could_change"] == "legality" for row in reading["unsure"]):
            seen = sum(token["count"] for part in parts for token in part["tokens"])
            words = say("How many strength tokens are on the cards?")
            asked.append(counting("tokens", words, seen, seen + 5))
        open_ = len(parts[0]["goals"]) < GOALS_IN_PLAY and any(counts)
        if open_ and reading["verdict"] != "illegal":
            goals = [[Phrase(goal.name), goal.id] for goal in load_deck(self.game).goals]
            words = say("Which three goals are in play?")
            asked.append(
                {"name": "goals", "text": words, "choices": goals, "number": GOALS_IN_PLAY}
            )
        return asked

    def to_correct(self, reading: Json) -> list[Json]:
        return seats_of(reading, standard())

    def corrected(self, seats: Sequence[Json], asked: Asked, change: Json | None) -> Json:
        return reading_of(seats, standard(), asked, change)

    def sentence(self, event: Event, before: TableState, after: TableState) -> str:
        """Return what happened; a choice without its number, which comes with the reveal."""
        payload = event.payload
        name, whose = name_of(after, event.actor), name_of(after, payload.get("seat"))
        match event.kind:
            case "pyramid.read":
                what = self.told(event, after)
                more = after.seat_of(event).placed - before.seat_of(event).placed
                if not more:
                    return what
                return say_many(
                    "{what}, with {n} token that nobody had tapped",
                    "{what}, with {n} tokens that nobody had tapped",
                    more,
                    what=what,
                )
            case "goals.set":
                goals = listed(Phrase(goal.name) for goal in after.goals)
                if payload.get("drawn"):
                    return say("Goals drawn: {goals}", goals=goals)
                return say("Goals chosen: {goals}", goals=goals)
            case "chief.give":
                if before.started:
                    return say("{name} holds the Chief now (corrected)", name=whose)
                return say("{name} gets the Chief", name=whose)
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
            case "pyramids.read":
                return self.told(event, after, n=len(payload["pyramids"]))
            case "pyramid.give":
                return self.told(event, after, n=payload["number"])
            case "pyramid.fix":
                what = _placed(payload["placed"], slot(payload["slot"]) or (0, 0))
                return self.told(event, after, what=what)
            case "pyramid.count":
                template = say("{name} left {whose}'s pyramid out")
                if payload["counts"]:
                    template = say("{name} counted {whose}'s pyramid although it breaks a rule")
                return say(template, name=name, whose=whose)
            case "card.keep":
                return self.told(event, after, n=payload["penguin"])
            case "score.type":
                what = listed(_points(event, after)) or say("cleared")
                return self.told(event, after, what=what)
        return super().sentence(event, before, after)


SCREENS = GizaScreens()


def _read_pyramid(part: Json, reading: Json, deck: Deck) -> Json:
    """Return one pyramid of several: its notation and its result."""
    pyramid = pyramid_of({**part, "pieces": reading["pieces"]}, deck)
    return {"pyramid": str(pyramid), "reading": part}


def _cards(seat: Seat) -> Json:
    return {"action": seat.chosen, "hand": list(seat.hand)}


def _ranking(ranked: Result | None) -> Json:
    if ranked is None:
        return {"ranking": None, "winner": None, "tiebreak": None}
    rows: list[Json] = [
        {"seat": seat, "total": total, "place": n}
        for n, (seat, total) in enumerate(ranked.places, start=1)
    ]
    winner = rows[0]["seat"] if rows else None
    rows += [{"seat": seat, "total": None, "place": None} for seat in ranked.left_out]
    return {"ranking": rows, "winner": winner, "tiebreak": ranked.tiebreak}


def _where(place: tuple[int, int]) -> str:
    """Return a slot in words."""
    level, top = LEVELS[place[0]], place[0] == 3
    return level if top else say("{level}, place {n}", level=level, n=place[1] + 1)


def _placed(text: str, place: tuple[int, int]) -> Phrase:
    """Return a slot in words with the penguin there, by its notation (`07g+1`; "" is none)."""
    where = _where(place)
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
