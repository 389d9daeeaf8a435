"""What a photo of a pirates table leaves open, whether it matters, and how to make it clear.

"legality" is what could make the table one that can't be; "score" what is then not known of its state: a track's
value, where a ship looks, who was rescued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.hexes import DIRECTION_NAMES
from companion.language import Phrase, decimal, say
from companion.pirates.measures import SHIP
from companion.pirates.tracks import Verb
from vision.probe import MIN_PX_MODULE, remedy
from vision.reading import Outline, Stake, Unsure
from vision.table import Eye, Seen, Table
from vision.tables.pirates.looks import cut_off, fish_blurred, fish_cut_off
from vision.tables.pirates.map import FITS, Rest, Tile
from vision.tables.pirates.pieces import ANCHOR, BLACK, CRAB, TILE, WAVE, WHITE, base_corners, pictured
from vision.tables.pirates.survey import Standing, Survey
from vision.tables.pirates.tracks import MARKERS, Gauge

TAG_MODULE = 1.5  # mm, of a tag of 12
PUSH = say("push the boards together, side to side, and photograph them again")
WHOLE_MAP = say("step back until the whole map is in the picture, Puerto Rico's board too")
ALL_BUT_ONE = say("take all but one away")
SLOTS: Mapping[str, str] = {WHITE: "white ship", BLACK: "black ship"}
SAIL_HIDES = say("stand behind it, so that its sail does not hide the tag on its stern")

# Of each piece that there is one of, when more are seen.
TIMES: Mapping[str, Phrase] = {
    "captain": say("the captain is in the picture {n} times"),
    ANCHOR: say("the anchor token is in the picture {n} times"),
    CRAB: say("the crab token is in the picture {n} times"),
    WHITE: say("the penguins' ship is in the picture {n} times"),
    BLACK: say("the pirates' ship is in the picture {n} times"),
}
HALF_OFF: Mapping[str, Phrase] = {
    WHITE: say("the penguins' ship stands half off the map"),
    BLACK: say("the pirates' ship stands half off the map"),
}
HALF_IN: Mapping[str, Phrase] = {
    WHITE: say("the penguins' ship stands half in {hex}"),
    BLACK: say("the pirates' ship stands half in {hex}"),
}
LOOKS: Mapping[str, Phrase] = {
    WHITE: say("the penguins' ship looks between {one} and {other}"),
    BLACK: say("the pirates' ship looks between {one} and {other}"),
}
FACE_DOWN: Mapping[str, Phrase] = {
    "blue": say("a blue board"), "yellow": say("a yellow board"), "red": say("a red board"),
}  # fmt: skip
TRACKS: Mapping[Verb, Phrase] = {"sails": say("sails"), "speed": say("speed"), "water": say("water")}
# Of each kind of marker on a track.
SEVERAL: Mapping[str, Phrase] = {
    WAVE: say("several wave tokens lie on the track of {track}"),
    CRAB: say("several crab tokens lie on the track of {track}"),
}
BETWEEN: Mapping[str, Phrase] = {
    WAVE: say("the wave token on the track of {track} lies between {one} and {other}"),
    CRAB: say("the crab token on the track of {track} lies between {one} and {other}"),
}
BESIDE: Mapping[str, Phrase] = {
    WAVE: say("the wave token on the track of {track} lies beside step {n}"),
    CRAB: say("the crab token on the track of {track} lies beside step {n}"),
}
NONE: Mapping[str, Phrase] = {
    WAVE: say("no wave token was read on the track of {track}"),
    CRAB: say("no crab token was read on the track of {track}"),
}


def doubts(table: Survey, eye: Table, odd: Sequence[tuple[str, Outline]] = ()) -> tuple[Unsure, ...]:
    """All that is unsure; `odd` are squares like tags that can't be read: where, and their outlines."""
    return (
        *_strange(eye), *_map(table), *_places(table, eye.seen), *_white(table), *_ships(table),
        *_tracks(table, eye.eye), *_several(table), *_fish(table, eye.eye), *_bob(table), *_odd(odd),
    )  # fmt: skip


def why_unread(seen: Seen | None) -> tuple[str, str]:
    """What is wrong at a place where no tag was read, in words that follow its name, and what to do."""
    if seen is None:
        return say("was not read"), say("see that nothing covers its tag, and photograph it again from above")
    cause = seen.evidence.cause
    if cause != "far":
        return remedy(cause)
    have = seen.evidence.px_per_mm * TAG_MODULE
    return (
        say(
            "is too small to read: {have} pixels to a module of its tag, {needed} are needed",
            have=decimal(f"{have:.1f}"),
            needed=decimal(f"{MIN_PX_MODULE:g}"),
        ),
        say("take it from 60 to 90 cm above, the map filling the picture, and send it in its full size"),
    )


def _strange(eye: Table) -> Iterator[Unsure]:
    if eye.clashes:
        text = say("two tags of one tracker do not belong together")
        yield Unsure(None, text, "legality", say("photograph it from above"))


# --- the map ---------------------------------------------------------------------------------------------------------


def _map(table: Survey) -> Iterator[Unsure]:
    if not table.tiles:
        yield Unsure(None, say("no board of the map is in the picture"), "legality", WHOLE_MAP)
    elif not table.anchored:
        yield Unsure(None, say("which part of the map this is can't be told"), "legality", WHOLE_MAP)
    for tile, rest in zip(table.tiles, table.over.rests if table.over else (), strict=True):
        if not table.anchored or rest.fits:
            continue
        where = "map" if rest.place is None else table.deck.sites[rest.place].id
        text, advice = _misplaced(tile, rest, where)
        yield Unsure(where, text, "legality", advice, table.pieces[tile.piece].outline)
    yield from _doubly(table)


def _misplaced(tile: Tile, rest: Rest, where: str) -> tuple[str, str]:
    """How a board lies otherwise than boards of a map do."""
    board = tile.board.id if tile.up else FACE_DOWN[tile.board.back]
    if rest.place is None:
        advice = say("push it to its place, or right away from the map")
        return say("{board} lies apart from the map", board=board), advice
    if rest.off > FITS:
        return say("{board} lies {n} mm off its place {place}", board=board, n=f"{rest.off:.0f}", place=where), PUSH
    askew = f"{abs(rest.askew):.0f}"
    text = say("{board} at {place} is turned by half a side ({n} degrees off)", board=board, place=where, n=askew)
    return text, PUSH


def _doubly(table: Survey) -> Iterator[Unsure]:
    """Two boards that were read at one place."""
    places = [rest.place for rest in table.over.rests if rest.fits] if table.over and table.anchored else []
    for place in sorted({place for place in places if place is not None and places.count(place) > 1}):
        name = table.deck.sites[place].id
        text = say("two boards lie at {place}", place=name)
        yield Unsure(name, text, "legality", say("lay each board at a place of its own"))


def _places(table: Survey, seen: Mapping[Any, Seen]) -> Iterator[Unsure]:
    """Places without a board that was read."""
    taken = {rest.place for rest in table.over.rests} if table.over else set()
    for place in table.unread:
        if place in taken:
            continue  # something lies there, and was named above
        name, what = table.deck.sites[place].id, seen.get((TILE, place))
        text, advice = _without_board(name, what)
        yield Unsure(name, text, "legality", advice, what.outline if what else ())


def _without_board(name: str, what: Seen | None) -> tuple[str, str]:
    """Why no board was read at a place of the map."""
    if what and what.evidence.outside >= 0.5:
        return say("{place} lies beyond the picture's edge", place=name), WHOLE_MAP
    if what and what.evidence.empty:
        advice = say("lay the board there, or push the map together; else see that nothing covers its tag")
        return say("no board was read at {place}: it looks like bare table", place=name), advice
    why, again = why_unread(what)
    return say("the board at {place} {what}", place=name, what=why), again


# --- ships and anchor ------------------------------------------------------------------------------------------------


def _white(table: Survey) -> Iterator[Unsure]:
    """It is always somewhere on the map (pirates R1, R7)."""
    if table.tiles and not table.numbers(WHITE):
        yield Unsure(SLOTS[WHITE], say("the penguins' ship was not found"), "legality", SAIL_HIDES)


def _ships(table: Survey) -> Iterator[Unsure]:
    for name in SLOTS:
        for ship in table.ships(name) if len(table.numbers(name)) == 1 else ():
            yield from _unclear(table, name, ship)


def _unclear(table: Survey, name: str, ship: Standing) -> Iterator[Unsure]:
    outline = pictured(table.pieces[ship.piece], base_corners(), SHIP.size)
    if not ship.clear:
        half_in = ship.hex is not None and say(HALF_IN[name], hex=table.deck.chart.name(ship.hex))
        stake: Stake = "legality" if name == WHITE else "score"
        advice = say("push it into the middle of its hex")
        yield Unsure(SLOTS[name], half_in or HALF_OFF[name], stake, advice, outline)
    elif ship.hex is not None and not ship.looks_clearly:
        ways = (ship.facing, (ship.facing + (1 if ship.askew > 0 else -1)) % 6)
        one, other = (DIRECTION_NAMES[way] for way in sorted(ways))
        text = say(LOOKS[name], one=one, other=other)
        yield Unsure(SLOTS[name], text, "score", say("turn it to a side of its hex"), outline)


def _several(table: Survey) -> Iterator[Unsure]:
    """More of a piece than the game has: a second set, or something left lying."""
    for name, times in TIMES.items():
        if (count := len(table.numbers(name))) > 1:
            yield Unsure(SLOTS.get(name, name), say(times, n=count), "legality", ALL_BUT_ONE)


def _bob(table: Survey) -> Iterator[Unsure]:
    """Bob's hex is in sight, and no anchor anywhere: it may lie under a ship, or with its tag down."""
    anchors = table.anchors
    if len(anchors) == 1 and not anchors[0].clear:
        text, advice = say("the anchor token lies between two hexes"), say("push it into its hex, or right off the map")
        yield Unsure(ANCHOR, text, "score", advice, table.pieces[anchors[0].piece].outline)
    elif not table.numbers(ANCHOR) and table.bob_hexes:
        text = say("no anchor token was read: whether Bob is rescued can't be told")
        yield Unsure(ANCHOR, text, "score", say("lay it on Bob's hex if he is, else beside the map, its tag up"))


# --- tracks and tokens -----------------------------------------------------------------------------------------------


def _tracks(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    for verb, gauge in table.gauges.items():
        if gauge.state in {"read", "absent"}:
            continue
        text, advice = _gauge(gauge, beyond=cut_off(table, eye, gauge))
        at = gauge.marker if gauge.marker is not None else gauge.tracker
        outline = table.pieces[at].outline if at is not None else ()
        yield Unsure(verb, text, "score", advice, outline)


def _gauge(gauge: Gauge, *, beyond: bool) -> tuple[str, str]:
    token, track = MARKERS[gauge.verb], TRACKS[gauge.verb]
    if gauge.state == "doubled":
        return say("the tracker of {track} is in the picture more than once", track=track), ALL_BUT_ONE
    if gauge.state == "crowded":
        return say(SEVERAL[token], track=track), say("leave one on each track")
    if gauge.state == "between":
        one, *others = gauge.near
        lies = say(BETWEEN[token], track=track, one=one, other=others[0]) if others else None
        return lies or say(BESIDE[token], track=track, n=one), say("push it into its square")
    if beyond:
        text = say("the track of {track} is cut off by the picture's edge", track=track)
        return text, say("step back until the whole tracker is in the picture")
    return say(NONE[token], track=track), say("lay it in its square, its tag up and free")


def _fish(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    """Fish that lie at the picture's edge may go on beyond it."""
    if fish_cut_off(table, eye):
        text = say("the fish lie at the picture's edge: there may be more")
        yield Unsure("fish", text, "score", say("step back until all fish are in the picture, with room about them"))
    elif fish_blurred(table, eye):
        text = say("the fish are so blurred that one could have been missed")
        yield Unsure("fish", text, "score", say("hold still, tap on them to focus, or go closer"))


def _odd(odd: Sequence[tuple[str, Outline]]) -> Iterator[Unsure]:
    """One word for all that lie in the same place, where the first one is."""
    for where, count in Counter(where for where, _ in odd).items():
        one, several = (
            say("something like a tag {where} can't be read"),
            say("{n} things like tags {where} can't be read"),
        )
        text = say(one, where=where) if count == 1 else say(several, n=count, where=where)
        outline = next(outline for each, outline in odd if each == where)
        yield Unsure(None, text, "score", say("go closer, and see that nothing mirrors or covers it"), outline)
