"""Combust on the phones: lines and sums, turns, the effects of cards, extinct clans.

The cards are on the table and in hands; the phones don't know any hidden one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.combust import GAME
from companion.combust.deck import CardNo, Deck, standard
from companion.combust.follow import asked
from companion.combust.known import at_table
from companion.combust.state import LINED, PLAYERS
from companion.combust.table import Seat, TableState
from companion.errors import PhotoError
from companion.events import Event, Log
from companion.known import Asked
from companion.language import Phrase, listed, say, say_many
from companion.plays import Outcome
from web.games.base import TableScreens, kinds
from web.games.combust_check import reading_of, seats_of, surplus
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

CombustLog = Log[TableState]
AGAIN = say("photograph only that line, from above, with all its cards in view")
BRIEFS: Mapping[str, str] = {
    "dealer.give": say("the dealer"),
    "line.read": say("the photo of {who}'s line"),
    "lines.read": say("the photo of several lines"),
    "line.give": say("matching {who}'s line in the photo"),
    "line.close": say("the answer that {who}'s line is whole"),
    "line.type": say("{who}'s line"),
    "turns.begin": say("the first turn"),
    "card.play": say("{who}'s card"),
    "verb.done": say("a part of a card"),
    "clan.out": say("an extinction"),
    "deck.empty": say("the end of the deck"),
    "turn.done": say("the end of the turn"),
    "cards.follow": say("whether every card is followed"),
    "card.move": say("{who}'s card"),
    "card.read": say("the photo of a card"),
}
WORDS: Mapping[str, Phrase] = {
    "line.read": say("{name} photographed their own line: {line}"),
    "line.give": say("{name} claimed line {n} in the photo: {line}"),
    "line.close": say("{name} said that their own line is whole"),
    "line.type": say("{name} entered their own line: {line}"),
}
OTHERS_WORDS: Mapping[str, Phrase] = {
    "line.read": say("{name} photographed {whose}'s line: {line}"),
    "line.give": say("{name} matched line {n} in the photo to {whose}: {line}"),
    "line.close": say("{name} said that {whose}'s line is whole"),
    "line.type": say("{name} entered {whose}'s line: {line}"),
}


class CombustScreens(TableScreens[TableState, Deck]):
    """Combust's row of the phone wing; see `TableScreens`."""

    game = GAME
    role = "dealer.give"
    briefs, words, others_words = BRIEFS, WORDS, OTHERS_WORDS
    photo_kind = "line.read"
    common_photos = True
    known = staticmethod(at_table)
    taps = kinds(
        "seats.order dealer.give line.give line.close line.type turns.begin card.play verb.done "
        "clan.out deck.empty turn.done cards.follow card.move"
    )

    def round(self, state: TableState) -> int:
        return state.turn

    def outcome(self, state: TableState) -> Outcome | None:
        """Return the ranking: the last clan or the highest line; sums if lines were counted."""
        if not state.ranking:
            return None
        if state.living:
            note = listed(
                unchecked([seat.name for seat in state.seats if _typed(state, seat)]), " "
            )
            return Outcome(results(state, _ranking(state)), "sum", note=note)
        nobody = results(state, _ranking(state), winners=())
        return Outcome(nobody, "sum", note=say("It's a draw: no clan is left"))  # combust R6 (D)

    def common(self, log: CombustLog) -> Json:
        """Return whose turn it is, the chain of cards, and the standings."""
        state = log.state
        return {
            **pick(state, "dealer turn active next deck_empty"),
            "chain": [pick(link, "seat card done") for link in state.chain],
            "help": list(state.help),
            "left": list(state.round) if state.round is not None else None,
            "several": {
                "photo": state.several[0].photo,
                "found": [
                    {**pick(one, "seat cards whole unread"), "sum": sum(one.cards)}
                    for one in state.several
                ],
                "unsure": [{"text": text, "remedy": remedy} for text, remedy in state.unsure],
            }
            if state.several
            else None,
            "ranking": list(_ranking(state)) if state.ranking else None,
            **pick(state, "following stamp burnt shot"),
            "asked": plain(asked(state)),
        }

    def table_deck(self, log: CombustLog) -> Deck:
        return log.state.deck

    def own_deck(self, deck: Deck) -> Json:
        """Return the cards by number, as the pickers show them, and the size of an opening line."""
        cards = [
            {
                **pick(kind, "number id name value copies text"),
                "verbs": [verb.text for verb in kind.ability],
            }
            for kind in deck.kinds
        ]
        return {"cards": cards, "lined": LINED}

    def own_seat(self, log: CombustLog, seat: Seat) -> Json:
        """Return a clan's line, and warnings about penguins that are entered too often."""
        clan = seat.clan
        return {
            "surplus": [
                surplus(
                    log.state.deck,
                    card,
                    [each.name for each in log.state.seats if each.id in seats and each != seat],
                )
                for card, seats in log.state.surplus
                if seat.id in seats
            ],
            "line": pick(clan, "sum penguins highest") if clan else None,
            "cards": list(seat.cards) if seat.cards is not None else None,
            "photo": seat.photo,
            "line_version": seat.version,
            **pick(seat, "open unread seen"),
            "unchecked": _typed(log.state, seat),
            "out": seat.id in log.state.out,
        }

    def read(self, log: CombustLog, seat: str, photo: str, reading: Json) -> tuple[str, Json]:
        """Return the seat's line if a photo shows one, or all lines that it shows.

        Between the deal and the count, or without a seat, someone says whose line it is.
        Where every card is followed, a photo of a single one shows which is played.

        Raises `PhotoError` for anything else.
        """
        numbers = {kind.id: kind.number for kind in log.state.deck.kinds}
        lines, unsure = reading.get("lines") or [], reading["unsure"]
        fronts = [one["id"] for one in reading.get("pieces", ()) if one["face"] == "front"]
        what = asked(log.state)
        if what and what.what in ("draw", "play") and len(fronts) == 1:
            card = {"seat": what.seat, "card": numbers[fronts[0]]}
            return "card.read", {**card, "photo": photo, "reading": reading}
        if not lines:
            raise unread(photo, reading, say("it doesn't show a line of penguins"), AGAIN)
        open_ = {str(row["slot"])[: len("line 1")] for row in unsure}
        found: list[Json] = [
            {
                "cards": [numbers[card] for card in line["cards"] if card],
                "whole": bool(line["complete"]) and f"line {n}" not in open_,
                "unread": line["cards"].count(None),
            }
            for n, line in enumerate(lines, 1)
        ]
        if len(lines) > 1 or not seat or log.state.phase in ("turns", "last"):
            doubts = [
                {name: row[name] for name in ("text", "remedy")}
                for row in unsure
                if row["could_change"] != "nothing"
            ]
            seen = {"photo": photo, "lines": found, "unsure": doubts}
            return "lines.read", {**seen, "clockwise": True}
        line, gaps = found[0], found[0].pop("unread")
        number = len(line["cards"]) + gaps  # a player says whether a card lies in a gap
        if log.state.phase == "lines" and number != LINED:
            template = say("an opening line has {lined} penguins, but this one has {number}")
            other = say(template, lined=LINED, number=number)
            raise PhotoError(photo, other, remedy=AGAIN)
        line["whole"] = line["whole"] and not gaps
        return self.photo_kind, {"seat": seat, "photo": photo, "reading": reading, **line}

    def facts(self, reading: Json) -> list[Phrase]:
        """Return the sum of each line, and which is the lowest."""
        facts = [
            say("Line {n}: {sum}, {cards}", n=number, sum=worth, cards=cards)
            for number, line in enumerate(reading["lines"], 1)
            for cards in [say_many("{n} card", "{n} cards", line["cards_read"])]
            for worth in [amount(line["sum_range"], goes_on=line["goes_on"])]
        ]
        if lowest := reading["lowest"]:
            facts.append(say("Lowest: line {n}", n=listed(lowest)))
        return facts

    def questions(self, reading: Json) -> list[Json]:
        """Ask for clans and cards."""
        lines = reading["lines"]
        if not lines or reading["complete"] is not None:
            return []
        counts = [line["cards_read"] for line in lines]
        words = say("Has every card of every line been read?")
        return [
            counting("players", say("How many clans are alive?"), len(lines), PLAYERS[1]),
            {"name": "cards", "text": words, "choices": [[say("Yes"), counts]]},
        ]

    def to_correct(self, reading: Json) -> list[Json]:
        return reading.get("seats") or seats_of(reading, standard())

    def corrected(self, seats: Sequence[Json], asked: Asked, change: Json | None) -> Json:
        return reading_of(seats, standard(), asked, change)

    def sentence(self, event: Event, before: TableState, after: TableState) -> str:
        payload = event.payload
        name = name_of(after, payload.get("seat"))
        match event.kind:
            case "dealer.give":
                return say("{name} deals", name=name)
            case "lines.read":
                name, n = name_of(after, event.actor), len(payload["lines"])
                return say_many(
                    "{name} photographed a line",
                    "{name} photographed {n} lines at once",
                    n,
                    name=name,
                )
            case "line.read" | "line.type":
                return self.told(event, after, line=_line(after.seat_of(event)))
            case "line.give" if payload.get("all"):
                return say("{name} said whose line is whose", name=name_of(after, event.actor))
            case "line.give":
                line = _line(after.seat_of(event))
                return self.told(event, after, n=payload["number"], line=line)
            case "turns.begin":
                starter = name_of(after, after.active)
                return say("{name} has the lowest line and starts", name=starter)
            case "cards.follow":
                on, off = say("Every card is followed"), say("Cards are no longer followed")
                return on if payload["on"] else off
            case "card.read":
                name, card = name_of(after, event.actor), _card(after, payload["card"])
                return say("{name} photographed {card}", name=name, card=card)
            case "card.move":
                return listed(_moved(event, before, after), ". ")
            case "card.play":
                card = _card(after, payload["card"])
                return with_tapper(say("{name} plays {card}", name=name, card=card), event, after)
            case "verb.done":
                part = before.help[0] if before.help else say("a part of the card")
                if len(after.chain) < len(before.chain):
                    return say("Done, and the card with it: {part}", part=part)
                return say("Done: {part}", part=part)
            case "clan.out":
                text = _extinct(before, payload["seats"])
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
        return super().sentence(event, before, after)


def _card(state: TableState, number: CardNo) -> Phrase:
    kinds = {kind.number: Phrase(kind.name) for kind in state.deck.kinds}
    return kinds.get(number, say("a card"))


def _extinct(state: TableState, seats: Sequence[str]) -> Phrase:
    names = listed(name_of(state, seat) for seat in seats)
    return say_many("{names} is extinct", "{names} are extinct", len(seats), names=names)


def _moved(event: Event, before: TableState, after: TableState) -> Iterator[Phrase]:
    """Yield what someone did on a followed table, and what came of it."""
    payload = event.payload
    names = {"name": name_of(after, payload["seat"]), "card": _card(after, payload.get("card", 0))}
    what = asked(before)
    who = name_of(after, what and what.seat)
    match payload["do"]:
        case "discard":
            yield with_tapper(say("{name} plays {card}", **names), event, after)
        case "line":
            yield with_tapper(say("{name} puts {card} on their line", **names), event, after)
        case "name":
            yield say("{who} names {name}", who=who, **names)
        case "pass":
            yield say("{name} keeps their cards", **names)
        case _ if what and what.what == "give":
            yield say("{name} gives {card} for it", **names)
        case _ if (payload["seat"], payload["card"]) not in after.burnt:
            yield say("{who} takes {name}'s {card}", who=who, **names)
    for seat, number in after.burnt:
        yield say("{name}'s {card} burns", name=name_of(after, seat), card=_card(after, number))
    for group in after.gone[len(before.gone) :]:
        yield _extinct(after, group)


def _typed(state: TableState, seat: Seat) -> bool:
    """Return whether a line's final sum was entered without a photo."""
    return state.counting and seat.id in state.living and bool(seat.clan) and not seat.photo


def _ranking(state: TableState) -> Iterator[Json]:
    """Yield the places, with ties sharing one; with sums if the lines were counted (combust R7)."""
    sums = {seat.id: seat.clan.sum for seat in state.seats if state.counting and seat.clan}
    place = 1
    for group in state.ranking or ():
        yield from ({"seat": one, "total": sums.get(one), "place": place} for one in group)
        place += len(group)


SCREENS = CombustScreens()


def _line(seat: Seat) -> Phrase:
    clan = seat.clan
    if clan is None:
        return say("nothing")
    return say_many(
        "{n} penguin, sum {sum}", "{n} penguins, sum {sum}", clan.penguins, sum=clan.sum
    )
