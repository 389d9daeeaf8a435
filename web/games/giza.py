"""Giza on the phones: what each seat may see, and the history in words (games.md, giza)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from random import Random
from typing import Any

from companion.errors import PhotoError, UsageError
from companion.events import UNDO, Event, Log, Tracker, target
from companion.giza import GAME
from companion.giza.deck import Deck, Goal
from companion.giza.order import ROUNDS, Turn
from companion.giza.pyramid import Placed, Pyramid
from companion.giza.track_score import Result, SeatScore, result, score_of
from companion.giza.track_state import GOALS_IN_PLAY, Doubt, Seat, TableState
from companion.giza.tracker import TRACKER
from web.games import Json, Viewer, giza_words

GizaLog = Log[TableState]
HISTORY = 100


class GizaScreens:
    """Giza's row of the phone wing; see `web.games.Screens`."""

    tracker: Tracker[TableState] = TRACKER
    taps = frozenset({
        "seats.order", "goals.draw", "goals.set", "chief.give", "game.start", "action.choose", "turn.done",
        "token.place", "pyramid.fix", "score.type", UNDO,
    })  # fmt: skip

    def opening(self) -> Json:
        """A table with the standard deck."""
        return {"game": GAME.slug, "options": {}, "deck": _standard_text()}

    def seat(self, log: GizaLog, name: str, colour: str) -> Json:
        """Ids are never used twice, also when a seat was taken back."""
        taken = sum(event.kind == "seat.take" for event in log.events)
        return {"seat": f"s{taken + 1}", "name": name, "colour": colour}

    def tap(self, kind: str, payload: Mapping[str, Any], random: Random, log: GizaLog) -> tuple[str, Json]:
        """`goals.draw` becomes the goals drawn; all else stays as it is."""
        if kind == "goals.draw" and not payload:
            goals = random.sample([goal.id for goal in log.state.deck.goals], GOALS_IN_PLAY)
            return "goals.set", {"goals": goals, "drawn": True}
        return kind, dict(payload)

    def view(self, log: GizaLog, viewer: Viewer) -> Json:
        """The state for one seat, or for the host's screen (None)."""
        state, scores = log.state, {seat.id: score_of(log.state, seat) for seat in log.state.seats}
        ranked = result(state)
        return {
            "game": GAME.slug,
            "version": log.version,
            "you": viewer,
            "phase": _phase(state, ranked),
            "round": state.round,
            "rounds": ROUNDS,
            "chief": state.chief,
            "supply": state.supply,
            "goals": [_goal(goal) for goal in state.goals],
            "seats": [_seat(state, seat, scores[seat.id], viewer) for seat in state.seats],
            "order": [{"seat": turn.seat, "number": turn.number, "why": turn.why} for turn in state.order],
            **_ranking(ranked),
            "history": list(_history(log)),
            **_deck(state.deck),
        }

    def door(self, log: GizaLog) -> Json:
        """Names, colours with those taken, and why nobody can sit down any more."""
        state = log.state
        taken = {seat.colour for seat in state.seats}
        locked = "The game has started, so this table is closed to newcomers." if state.started else ""
        if len(taken) == len(state.deck.players):
            locked = locked or "All seats at this table are taken."
        colours = [
            {"id": c.id, "name": c.name, "ink": c.ink, "symbol": c.symbol, "taken": c.id in taken}
            for c in state.deck.players
        ]
        return {
            "seats": [{"name": s.name, "colour": s.colour} for s in state.seats],
            "colours": colours,
            "locked": locked,
        }

    def seats(self, log: GizaLog) -> tuple[str, ...]:
        """The seats' ids, clockwise."""
        return log.state.clockwise

    def summary(self, log: GizaLog) -> Json:
        """How far the table is and who sits there."""
        state = log.state
        return {
            "phase": _phase(state, result(state)),
            "round": state.round,
            "names": [seat.name for seat in state.seats],
        }

    def deck_text(self, log: GizaLog) -> tuple[str, tuple[str, ...]]:
        """The deck that the table was opened with, and its goals."""
        return log.events[0].payload["deck"], log.state.goal_ids

    def read(self, log: GizaLog, seat: str, photo: str, reading: Json) -> Json:
        """A scan result as the payload of `pyramid.read`; raises `PhotoError` when there is no penguin in it."""
        pyramid = pyramid_of(reading, log.state.deck)
        if not len(pyramid) and not any(row["slot"] for row in reading["unsure"]):
            raise _nothing_read(reading)
        return {"seat": seat, "photo": photo, "pyramid": str(pyramid), "reading": reading}

    def table_deck(self, log: GizaLog) -> Deck:
        """The table's deck."""
        return log.state.deck

    def art(self, deck: Deck, piece: str, face: str) -> str:
        """A printed face, cut at its trim; its ids are made unique by the piece's name."""
        from printables.faces.giza import draw  # noqa: PLC0415 - reportlab is heavy, and only this needs it
        from printables.pen import SvgPen  # noqa: PLC0415 - see above

        found = next((one for one in GAME.pieces(deck) if one.id == piece and face in one.faces), None)
        if found is None:
            raise UsageError(f"{piece} {face}"[:60], "no such card in that deck")
        pen = SvgPen(found.size)
        draw(pen, found, face, deck)
        return pen.to_svg(f"{piece}, {face}", f"{piece}-{face}")


SCREENS = GizaScreens()


def pyramid_of(reading: Mapping[str, Any], deck: Deck) -> Pyramid:
    """The pyramid that a scan result tells, with sides and tokens; empty and unread slots are empty."""
    greys = {piece["id"] for piece in reading["pieces"] if piece["face"] == "back"}
    tokens = {row["penguin"]: row["count"] for row in reading["tokens"]}

    def placed(name: str | None) -> Placed | None:
        return Placed(deck.by_id[name], name in greys, tokens.get(name, 0)) if name else None

    return Pyramid(tuple(tuple(placed(name) for name in row) for row in reading["pyramid"]))


def _nothing_read(reading: Mapping[str, Any]) -> PhotoError:
    """A photo without a penguin must not wipe out what is known of the pyramid."""
    first = next(iter(reading["unsure"]), {"text": "no penguin card is in it", "remedy": "photograph it from above"})
    return PhotoError(str(reading["photo"]), str(first["text"]), remedy=str(first["remedy"]))


def _standard_text() -> str:
    return files("companion.giza").joinpath(GAME.deck_file).read_text("utf-8")


def _phase(state: TableState, ranked: Result | None) -> str:
    if state.phase == "done":
        return "over" if ranked else "scoring"
    return state.phase


def _goal(goal: Goal) -> Json:
    return {"id": goal.id, "name": goal.name, "text": goal.text, "points": goal.points, "compares": goal.compares}


def _seat(state: TableState, seat: Seat, score: SeatScore | None, viewer: Viewer) -> Json:
    """One seat; what it has chosen is told to nobody else before the reveal."""
    player = next(p for p in state.deck.players if p.id == seat.colour)
    open_cards = bool(state.order)
    own = seat.id == viewer
    return {
        "id": seat.id, "name": seat.name, "colour": seat.colour, "ink": player.ink, "symbol": player.symbol,
        "chosen": seat.chosen is not None,
        "action": seat.chosen if own or open_cards else None,
        "hand": list(seat.hand) if own or open_cards else None,
        "played": list(seat.out),
        "tokens": seat.tokens,
        "turn": _turn(state, seat),
        "pyramid": str(seat.known.pyramid) if seat.known.pyramid else None,
        "photo": seat.known.photo,
        "score": _score(score) if score else None,
        "score_version": seat.known.version,
        "ready": score is not None and score.total is not None,
    }  # fmt: skip


def _turn(state: TableState, seat: Seat) -> str:
    active: Turn[str] | None = state.active
    if active and active.seat == seat.id:
        return "active"
    return "done" if seat.done else "waiting"


def _score(score: SeatScore) -> Json:
    return {
        "source": score.source,
        "levels": list(score.levels),
        "goals": [{"id": goal.id, "points": goal.points} for goal in score.goals],
        "total": score.total,
        "verdict": score.verdict,
        "violations": [
            {"rule": v.rule, "slot": list(v.slot) if v.slot else None, "text": v.text} for v in score.violations
        ],
        "unsure": [_doubt(doubt) for doubt in score.unsure],
        "score_range": list(score.score_range) if score.score_range else None,
    }


def _doubt(doubt: Doubt) -> Json:
    slot = list(doubt.slot) if doubt.slot else None
    return {"slot": slot, "text": doubt.text, "could_change": doubt.could_change, "remedy": doubt.remedy}


def _ranking(ranked: Result | None) -> Json:
    if ranked is None:
        return {"ranking": None, "winner": None, "tiebreak": None}
    rows = [{"seat": seat, "total": total, "place": n} for n, (seat, total) in enumerate(ranked.places, start=1)]
    return {"ranking": rows, "winner": ranked.places[0][0], "tiebreak": ranked.tiebreak}


def _history(log: GizaLog) -> Iterator[Json]:
    """The newest events in words, as they were at the time."""
    for index in range(len(log.events) - 1, max(-1, len(log.events) - 1 - HISTORY), -1):
        event = log.events[index]
        yield {
            "version": event.version, "at": event.at, "actor": _actor(event), "kind": event.kind,
            "text": giza_words.say(event, log.states[index], log.states[index + 1], log.events),
            "undone": event.version in log.undone,
            "undoable": log.undoable(event.version),
            **({"target": target(event)} if event.kind == UNDO else {}),
        }  # fmt: skip


def _actor(event: Event) -> str:
    return str(event.payload["seat"]) if event.kind in ("seat.take", "seat.return") else event.actor


def _deck(deck: Deck) -> Json:
    return {
        "colours": [
            {"id": c.id, "name": c.name, "ink": c.ink, "symbol": c.symbol, "pattern": c.pattern} for c in deck.colours
        ],
        "deck": {
            "fingerprint": deck.fingerprint,
            "penguins": [
                {"id": p.id, "number": p.number, "colour": p.colour, "weight": p.weight, "arms": list(p.arms)}
                for p in deck.penguins
            ],
            "colours": [
                {"id": c.id, "name": c.name, "ink": c.ink, "symbol": c.symbol, "pattern": c.pattern}
                for c in deck.colours
            ],
            "actions": [{"number": a.number, "verb": a.verb, "text": a.text} for a in deck.actions],
            "goals": [_goal(goal) for goal in deck.goals],
        },
    }
