"""Queries, bodies, responses and rights of each route, by endpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.game import offering
from companion.language import LANGUAGES
from companion.payload import LONGEST
from web.auth.access import DIGITS

Schema: TypeAlias = Mapping[str, object]
Content: TypeAlias = Mapping[str, Schema]  # by media type
Answer: TypeAlias = tuple[str, Content]

JSON, FORM, FILES, HTML = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/html",
)


def ref(name: str) -> Schema:
    """Return a reference to one of `SCHEMAS`, or to a game's taps."""
    return {"$ref": f"#/components/schemas/{name}"}


def of(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    """Return the schema of an object with at least these fields."""
    return {"type": "object", "properties": {**required, **optional}, "required": [*required]}


TEXT: Schema = {"type": "string"}
FILE: Schema = {"type": "string", "format": "binary"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
FLAG: Schema = {"type": "boolean"}
KEY: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{8,64}$",
    "description": "one a tap: sent again, it is known",
}
PASS: Schema = {"type": "string", "pattern": rf"^[0-9]{{{DIGITS}}}$"}
SECRET: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{22,64}$",
    "description": "a link's: it becomes a cookie",
}
GAME: Schema = {"type": "string", "enum": [game.slug for game in offering("table")]}
SEAT: Schema = {"type": "string", "pattern": "^s[0-9]+$"}
CODE: Schema = {
    "type": "string",
    "examples": ["KIWI-42"],
    "description": "a table's code, however it is typed",
}
LANGUAGE: Schema = {"type": "string", "enum": [*LANGUAGES]}
PUZZLE: Schema = {"type": "string", "description": "a puzzle's name, such as 4-7"}

PARAMETERS: Mapping[str, Schema] = {
    "code": CODE,
    "seat": SEAT,
    "right": {"type": "string", "description": "a seat's id, `host` or `screen`"},
    "photo": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "game": GAME,
    "name": {"type": "string", "pattern": "^[0-9a-f]+$"},
    "pile": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "side": {"type": "string", "enum": ["fronts", "backs"]},
    "number": WHOLE,
    "fingerprint": {"type": "string", "pattern": "^[0-9a-f]+$"},
    "edition": {"type": "string", "pattern": "^[0-9a-f]+$"},
    "piece": TEXT,
    "face": {"type": "string", "examples": ["front", "back"]},
    "language": LANGUAGE,
    "puzzle": PUZZLE,
    "filename": TEXT,
    "revision": TEXT,
    "ink": {"type": "string", "enum": ["full", "low", "mono"]},
}

SCHEMAS: Mapping[str, Schema] = {
    "Error": of({"error": of({"code": TEXT, "message": TEXT}, state=ref("State"))}),
    "State": {
        **of(
            {
                "game": GAME,
                "version": WHOLE,
                "you": {"type": ["string", "null"]},
                "phase": TEXT,
                "locked": FLAG,
                "finished": FLAG,
                "evening": of({"sequel": TEXT, "wins": of({})}),
                "seats": {
                    "type": "array",
                    "items": of({"id": SEAT, "name": TEXT, "ink": TEXT, "symbol": TEXT}),
                },
                "history": {"type": "array", "items": ref("Line")},
            }
        ),
        "description": "The table as the asker may see it; the rest of its fields are the game's "
        "own.",
    },
    "Line": of(
        {
            "version": WHOLE,
            "at": TEXT,
            "actor": TEXT,
            "kind": TEXT,
            "text": TEXT,
            "undone": FLAG,
            "undoable": FLAG,
        },
        target=WHOLE,
        barred={"type": "array", "items": SEAT},
    ),
    "Undoable": of({"version": WHOLE, "undoable": {"type": "array", "items": WHOLE}}),
    "Done": of({"version": WHOLE}, state=ref("State")),
    "Seated": of({"seat": SEAT, "version": WHOLE, "state": ref("State")}),
    "Photographed": of(
        {
            "photo": TEXT,
            "reading": {"type": ["object", "null"]},
            "version": WHOLE,
            "state": ref("State"),
        }
    ),
    "Checked": of(
        {
            "game": TEXT,
            "title": TEXT,
            "verdict": {"type": "string", "enum": ["legal", "illegal", "unsure"]},
            "complete": {"type": ["boolean", "null"]},
            "facts": {"type": "array", "items": TEXT},
            "violations": {"type": "array", "items": of({"place": TEXT, "text": TEXT})},
            "doubts": {"type": "array", "items": of({"text": TEXT, "remedy": TEXT})},
            "questions": {"type": "array", "items": {"type": "object"}},
            "by_hand": FLAG,
            "seats": {"type": "array", "items": of({"id": SEAT, "name": TEXT})},
            "deck": {"type": ["object", "null"]},
        },
        overlay={"type": "string", "format": "uri"},
    ),
    "Solved": of(
        {
            "best": WHOLE,
            "proven": FLAG,
            "steps": {"type": "array", "items": of({"hop": TEXT, "position": TEXT})},
        }
    ),
    "Measured": of({"name": TEXT, "back": TEXT, "front": TEXT}),
    "Printing": of(
        {"done": WHOLE, "steps": WHOLE, "pictures": WHOLE, "result": {"type": ["object", "null"]}}
    ),
    "Pass": of(
        {
            "right": TEXT,
            "pass": PASS,
            "minutes": WHOLE,
            "url": {"type": "string", "format": "uri"},
            "qr": TEXT,
        }
    ),
    "Reach": of(
        {
            "addresses": {
                "type": "array",
                "items": of({"name": TEXT, "arrived": FLAG}),
            },
            "alone": FLAG,
            "port": WHOLE,
            "phones": WHOLE,
            "url": TEXT,
        }
    ),
}


@dataclass(frozen=True, slots=True)
class Route:
    """A route beyond its address.

    `answers` are the responses to valid requests by status (all share their refusals), `rights`
    those that may use the route (none: anyone), and `summary` is for a view without a docstring.
    """

    answers: Mapping[int, Answer]
    rights: tuple[str, ...] = ()
    query: Mapping[str, Schema] = field(default_factory=dict)
    body: Content = field(default_factory=dict)
    summary: str = ""


VIEW: Mapping[str, Schema] = {"view": {"type": "string", "enum": ["host", "screen"]}}
SAVE: Mapping[str, Schema] = {"save": TEXT}
ALL, PLAYING, HOST = ("seat", "host", "screen"), ("seat", "host"), ("host",)


def page(words: str = "The page.") -> Mapping[int, Answer]:
    """Return the response of a page for people."""
    return {200: (words, {HTML: TEXT})}


def answers_with(name: str, status: int = 200, words: str = "Done.") -> Mapping[int, Answer]:
    """Return a response with one of `SCHEMAS` as JSON."""
    return {status: (words, {JSON: ref(name)})}


def sent(*kinds: str) -> Mapping[int, Answer]:
    """Return the response with a file of one of these media types."""
    files = {kind: FILE if not kind.startswith("text/") else TEXT for kind in kinds}
    return {200: ("The file.", files)}


ON: Mapping[int, Answer] = {303: ("Elsewhere: a browser goes on.", {})}
SAME: Mapping[int, Answer] = {304: ("Nothing has changed.", {})}
PART: Mapping[int, Answer] = {206: ("The part that was asked for.", {})}
MAY: Mapping[int, Answer] = {204: ("It may be sent now.", {})}
LIVE = "Server-sent events: the state now and each new one; its id is the table's version."

ROUTES: Mapping[str, Route] = {
    # pages
    "pages.home": Route(page()),
    "pages.start": Route(
        {201: ("The table is open.", {JSON: of({"code": CODE, "host": TEXT})}), **ON},
        body={JSON: of({"game": GAME}), FORM: of({"game": GAME}), FILES: of({"label": FILE})},
    ),
    "pages.may_send": Route(MAY),
    "pages.host": Route({**page(), **ON}, HOST),
    "pages.screen": Route({**page(), **ON}, ("screen", "host")),
    "pages.play": Route({**page(), **ON}, ("seat",)),
    "pages.typed": Route(ON, query={"code": CODE}),
    "pages.join": Route({**page(), **ON}, query={"pass": SECRET, "left": SEAT, "link": TEXT}),
    "check.page": Route(page()),
    "check.may_send": Route(MAY),
    "check.read": Route(
        answers_with("Checked"), body={FILES: of({"photo": FILE}, game=GAME, asked=TEXT)}
    ),
    "check.fix": Route(
        answers_with("Checked"),
        body={
            JSON: of(
                {
                    "game": GAME,
                    "seats": {"type": "array", "items": {"type": "object"}},
                    "asked": {"type": "object"},
                    "change": {"type": ["object", "null"]},
                }
            )
        },
    ),
    "calibrating.page": Route(page()),
    "calibrating.sheet": Route(sent("application/pdf"), query={"paper": TEXT, "sides": TEXT}),
    "calibrating.may_send": Route(MAY),
    "calibrating.measure": Route(
        answers_with("Measured"), body={FILES: of({"name": TEXT, "front": FILE, "back": FILE})}
    ),
    "calibrating.remove": Route(ON),
    "cards.page": Route(page(), query={"profile": TEXT}),
    "cards.may_add": Route(MAY),
    "cards.add": Route(
        {201: ("It is kept for the print.", {JSON: of({"name": TEXT})})},
        body={FILES: of({"picture": FILE})},
    ),
    "cards.remove": Route({204: ("It is deleted.", {})}, body={JSON: of({}, side=TEXT, name=TEXT)}),
    "cards.draw": Route(
        {201: ("It is being drawn.", {JSON: of({"id": TEXT})})},
        body={
            JSON: of(
                {},
                size=TEXT,
                mm=TEXT,
                included=TEXT,
                bleed=TEXT,
                copies=TEXT,
                paper=TEXT,
                sides=TEXT,
                language=LANGUAGE,
                profile=TEXT,
            )
        },
    ),
    "press.page": Route(page(), query={"game": GAME, "profile": TEXT}),
    "press.draw": Route(
        {201: ("It is being drawn.", {JSON: of({"id": TEXT})})},
        body={
            JSON: of(
                {"game": GAME},
                players={"type": ["integer", "null"]},
                paper=TEXT,
                sides=TEXT,
                ink=TEXT,
                language=LANGUAGE,
                extras=TEXT,
                profile=TEXT,
                only={"type": "array", "items": TEXT},
                before=TEXT,
                deck=TEXT,
            )
        },
    ),
    "press.state": Route(answers_with("Printing")),
    "press.picture": Route(sent("image/jpeg")),
    "press.file": Route(sent("application/pdf", "application/zip")),
    "quitting.leave": Route(page()),
    "solving.page": Route(page()),
    "solving.solve": Route(
        answers_with("Solved"), body={JSON: of({"board": TEXT, "position": TEXT})}
    ),
    "decks.page": Route(page()),
    "decks.may_send": Route(MAY),
    "decks.read": Route(ON, body={FILES: of({}, deck=FILE, label=FILE)}),
    "decks.start": Route(sent("application/toml")),
    "decks.show": Route(page()),
    "decks.play": Route(ON),
    "rules.index": Route(page("The games.")),
    "rules.of_game": Route(page("The rules."), query={"board": TEXT}),
    "rules.of_table": Route({**page("The rules with the table's deck."), **ON}, ALL, VIEW),
    "solo.come": Route({**page(), **ON}),
    "solo.begin": Route(ON, body={FORM: of({}, puzzle=PUZZLE, key=TEXT)}),
    "languages.choose": Route(ON, body={FORM: of({"language": LANGUAGE}, next=TEXT)}),
    # the API for the pages' scripts
    "api.state": Route({**answers_with("State", words="The state."), **SAME}, ALL, VIEW),
    "api.stream": Route({200: (LIVE, {"text/event-stream": TEXT})}, ALL, VIEW),
    "api.sit_down": Route(
        {
            **answers_with("Seated", words="The seat was one's own already."),
            **answers_with("Seated", 201, "A new seat."),
        },
        body={
            JSON: of(
                {"name": {**TEXT, "minLength": 1}, "key": KEY},
                colour={**TEXT, "maxLength": LONGEST},
            )
        },
    ),
    "api.tap": Route(answers_with("Done"), PLAYING, VIEW, {JSON: ref("Tap")}),
    "api.advise": Route(
        {200: ("The advice, of the game's own fields.", {JSON: of({})})}, PLAYING, VIEW
    ),
    "api.undoable": Route(
        answers_with("Undoable", words="The versions that can be taken back."), PLAYING, VIEW
    ),
    "api.may_photograph": Route(MAY, PLAYING, VIEW),
    "api.photograph": Route(
        answers_with("Photographed"),
        PLAYING,
        VIEW,
        {FILES: of({"photo": FILE, "seat": SEAT, "key": KEY})},
    ),
    "api.delete_photo": Route(answers_with("Done"), PLAYING, VIEW),
    # rights
    "rights.give_pass": Route(answers_with("Pass"), HOST, VIEW),
    "rights.use_pass": Route(
        {
            200: (
                "The right is this device's.",
                {JSON: {"anyOf": [ref("Seated"), of({"place": TEXT})]}},
            ),
            **ON,
        },
        body={JSON: of({}, **{"pass": PASS}), FORM: of({}, **{"pass": PASS})},
    ),
    "rights.ask": Route({200: ("The host is asked.", {JSON: of({"version": WHOLE})})}),
    "rights.asked": Route({200: ("Whether it has.", {JSON: of({"seated": {"type": "boolean"}})})}),
    "rights.admit": Route(answers_with("Done"), HOST, VIEW, {JSON: of({"version": WHOLE})}),
    "rights.revoke": Route(answers_with("Done"), HOST, VIEW),
    "rights.revoke_screens": Route({200: ("Done.", {JSON: of({"version": WHOLE})})}, HOST, VIEW),
    "rights.delete": Route({200: ("It is gone.", {JSON: of({"gone": TEXT})}), **ON}, HOST, VIEW),
    "rights.reach": Route(answers_with("Reach"), HOST, VIEW),
    "rights.watch": Route(ON),
    "again.play_again": Route(
        {200: ("The next table.", {JSON: of({"next": CODE})})},
        PLAYING,
        VIEW,
        {JSON: of({}, game=GAME)},
    ),
    "again.follow": Route(ON, ALL, VIEW),
    # pictures and files
    "pictures.door": Route(sent("image/svg+xml")),
    "pictures.art": Route({**sent("image/svg+xml"), **SAME}, query={"in": LANGUAGE}),
    "pictures.photograph": Route({**sent("image/jpeg"), **SAME, **PART}, PLAYING, VIEW),
    "results.picture": Route({**sent("image/png"), **SAME}, ALL, {**VIEW, **SAVE}),
    "results.play_file": Route({200: ("The file.", {JSON: of({})}), **SAME}, ALL, {**VIEW, **SAVE}),
    "packed.serve": Route({200: ("The file.", {"text/javascript": TEXT, "text/css": TEXT})}),
    "static": Route(
        {200: ("The file.", {"*/*": FILE}), **SAME, **PART}, summary="A file of the pages."
    ),
    # plays, only at the computer itself
    "plays.page": Route(page(), query=dict.fromkeys(("new", "known", "gone"), WHOLE)),
    "plays.export": Route({200: ("The file.", {JSON: of({}), "text/csv": TEXT})}),
    "plays.may_bring": Route(MAY),
    "plays.bring": Route(ON, body={FILES: of({"file": FILE})}),
    "plays.delete": Route(ON),
    # a hosted server's own
    "health.lives": Route({200: ("It lives.", {JSON: of({"lives": FLAG})})}),
    "health.ready": Route({200: ("It can work.", {JSON: of({"ready": FLAG, "redis": FLAG})})}),
    "metrics.show": Route({200: ("Counts in Prometheus's format.", {"text/plain": TEXT})}),
    # `rookery deck preview`
    "preview_pages.page": Route(page()),
    "preview_pages.state": Route(
        {200: ("The deck file as it is.", {JSON: of({"revision": TEXT})}), **SAME}
    ),
    "preview_pages.face_picture": Route(sent("image/svg+xml")),
}
