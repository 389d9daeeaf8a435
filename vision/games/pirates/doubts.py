"""What a photo of a pirates table leaves open, what it could change, and how to make it clear.

"legality" are doubts that could make the table impossible; "score" those that leave part of its
state unknown: a track's value, a ship's direction, who is rescued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.hexes import DIRECTION_NAMES
from companion.language import Phrase, decimal, say
from companion.pirates.measures import SHIP
from companion.pirates.tracks import Verb
from vision.evidence.probe import MIN_PX_MODULE, remedy
from vision.games.base import Eye, Seen, Table
from vision.games.pirates.looks import cut_off, fish_blurred, fish_cut_off
from vision.games.pirates.map import FITS, Rest, Tile
from vision.games.pirates.pieces import (
    ANCHOR,
    BLACK,
    CRAB,
    TILE,
    WAVE,
    WHITE,
    base_corners,
    pictured,
)
from vision.games.pirates.survey import Standing, Survey
from vision.games.pirates.tracks import MARKERS, Gauge
from vision.games.reading import Stake, Unsure
from vision.table.layout import Outline

TAG_MODULE = 1.5  # module of a 12 mm tag, mm
PUSH = say("push the boards together edge to edge and retake the photo")
WHOLE_MAP = say("step back until the whole map is in view, with Puerto Rico's board")
ALL_BUT_ONE = say("leave only one")
SLOTS: Mapping[str, str] = {WHITE: "white ship", BLACK: "black ship"}
SAIL_HIDES = say("stand behind it so that its sail doesn't hide the tag on its stern")

# for pieces of which the game has only one
TIMES: Mapping[str, Phrase] = {
    "captain": say("the photo shows {n} captains"),
    ANCHOR: say("the photo shows {n} anchor tokens"),
    CRAB: say("the photo shows {n} crab tokens"),
    WHITE: say("the photo shows {n} penguins' ships"),
    BLACK: say("the photo shows {n} pirates' ships"),
}
HALF_OFF: Mapping[str, Phrase] = {
    WHITE: say("the penguins' ship is half off the map"),
    BLACK: say("the pirates' ship is half off the map"),
}
HALF_IN: Mapping[str, Phrase] = {
    WHITE: say("the penguins' ship is only half in {hex}"),
    BLACK: say("the pirates' ship is only half in {hex}"),
}
LOOKS: Mapping[str, Phrase] = {
    WHITE: say("the penguins' ship points between {one} and {other}"),
    BLACK: say("the pirates' ship points between {one} and {other}"),
}
FACE_DOWN: Mapping[str, Phrase] = {
    "blue": say("a blue board"),
    "yellow": say("a yellow board"),
    "red": say("a red board"),
}
TRACKS: Mapping[Verb, Phrase] = {
    "sails": say("sails"),
    "speed": say("speed"),
    "water": say("water"),
}
# by marker, about its place on a track
SEVERAL: Mapping[str, Phrase] = {
    WAVE: say("there are several wave tokens on the {track} track"),
    CRAB: say("there are several crab tokens on the {track} track"),
}
BETWEEN: Mapping[str, Phrase] = {
    WAVE: say("the wave token on the {track} track is between {one} and {other}"),
    CRAB: say("the crab token on the {track} track is between {one} and {other}"),
}
BESIDE: Mapping[str, Phrase] = {
    WAVE: say("the wave token on the {track} track is beside step {n}"),
    CRAB: say("the crab token on the {track} track is beside step {n}"),
}
NONE: Mapping[str, Phrase] = {
    WAVE: say("the {track} track has no readable wave token"),
    CRAB: say("the {track} track has no readable crab token"),
}


def doubts(
    table: Survey, eye: Table, odd: Sequence[tuple[str, Outline]] = ()
) -> tuple[Unsure, ...]:
    """Return all doubts. `odd` are possible tags that can't be read: where they are in words, and
    their outlines.
    """
    return (
        *_strange(eye),
        *_map(table),
        *_places(table, eye.seen),
        *_white(table),
        *_ships(table),
        *_tracks(table, eye.eye),
        *_several(table),
        *_fish(table, eye.eye),
        *_bob(table),
        *_odd(odd),
    )


def why_unread(seen: Seen | None) -> tuple[str, str]:
    """Return why no tag was read at a place, in words that follow its name, and what to do."""
    if seen is None:
        return say("wasn't read"), say("uncover its tag and retake the photo from above")
    cause = seen.evidence.cause
    if cause != "far":
        return remedy(cause)
    have = seen.evidence.px_per_mm * TAG_MODULE
    return (
        say(
            "is too small to read: {have} pixels per square of its tag, {needed} needed",
            have=decimal(f"{have:.1f}"),
            needed=decimal(f"{MIN_PX_MODULE:g}"),
        ),
        say(
            "take the photo from 60 to 90 cm above so that the map fills it, and send it at full "
            "size"
        ),
    )


def _strange(eye: Table) -> Iterator[Unsure]:
    if eye.clashes:
        text = say("the two tags of one tracker don't match")
        yield Unsure(None, text, "legality", say("take the photo from above"))


# --- the map --------------------------------------------------------------------------------------


def _map(table: Survey) -> Iterator[Unsure]:
    if not table.tiles:
        yield Unsure(None, say("the photo doesn't show any map boards"), "legality", WHOLE_MAP)
    elif not table.anchored:
        yield Unsure(None, say("it's unclear which part of the map this is"), "legality", WHOLE_MAP)
    for tile, rest in zip(table.tiles, table.over.rests if table.over else (), strict=True):
        if not table.anchored or rest.fits:
            continue
        where = "map" if rest.place is None else table.deck.sites[rest.place].id
        text, advice = _misplaced(tile, rest, where)
        yield Unsure(where, text, "legality", advice, table.pieces[tile.piece].outline)
    yield from _doubly(table)


def _misplaced(tile: Tile, rest: Rest, where: str) -> tuple[str, str]:
    """Return how a board is out of place, and what to do."""
    board = tile.board.id if tile.up else FACE_DOWN[tile.board.back]
    if rest.place is None:
        advice = say("push it into place, or well away from the map")
        return say("{board} is apart from the map", board=board), advice
    if rest.off > FITS:
        return say(
            "{board} is {n} mm off its place {place}", board=board, n=f"{rest.off:.0f}", place=where
        ), PUSH
    askew = f"{abs(rest.askew):.0f}"
    text = say(
        "{board} at {place} is turned by half a side ({n}° off)", board=board, place=where, n=askew
    )
    return text, PUSH


def _doubly(table: Survey) -> Iterator[Unsure]:
    """Yield places at which two boards were read."""
    places = (
        [rest.place for rest in table.over.rests if rest.fits]
        if table.over and table.anchored
        else []
    )
    for place in sorted(
        {place for place in places if place is not None and places.count(place) > 1}
    ):
        name = table.deck.sites[place].id
        text = say("there are two boards at {place}", place=name)
        yield Unsure(name, text, "legality", say("lay each board in its own place"))


def _places(table: Survey, seen: Mapping[object, Seen]) -> Iterator[Unsure]:
    """Yield places at which no board was read."""
    taken = {rest.place for rest in table.over.rests} if table.over else set()
    for place in table.unread:
        if place in taken:
            continue  # the board there is reported by `_map`
        name, place_seen = table.deck.sites[place].id, seen.get((TILE, place))
        text, advice = _without_board(name, place_seen)
        yield Unsure(name, text, "legality", advice, place_seen.outline if place_seen else ())


def _without_board(name: str, seen: Seen | None) -> tuple[str, str]:
    """Return why no board was read at a place of the map, and what to do."""
    if seen and seen.evidence.outside >= 0.5:
        return say("{place} is outside the photo", place=name), WHOLE_MAP
    if seen and seen.evidence.empty:
        advice = say("lay the board there or push the map together, and uncover its tag")
        return say("no board was found at {place}: it looks like bare table", place=name), advice
    why, again = why_unread(seen)
    return say("the board at {place} {what}", place=name, what=why), again


# --- ships and anchor -----------------------------------------------------------------------------


def _white(table: Survey) -> Iterator[Unsure]:
    """Yield a doubt if the white ship is missing: it is always on the map (pirates R1, R7)."""
    if table.tiles and not table.numbers(WHITE):
        yield Unsure(SLOTS[WHITE], say("the penguins' ship wasn't found"), "legality", SAIL_HIDES)


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
    """Yield pieces of which there are more than the game has: a second set may lie there."""
    for name, times in TIMES.items():
        if (count := len(table.numbers(name))) > 1:
            yield Unsure(SLOTS.get(name, name), say(times, n=count), "legality", ALL_BUT_ONE)


def _bob(table: Survey) -> Iterator[Unsure]:
    """Yield doubts about whether Bob is rescued.

    If his hex is in view and no anchor is, the anchor may be under a ship or lie face down.
    """
    anchors = table.anchors
    if len(anchors) == 1 and not anchors[0].clear:
        text, advice = (
            say("the anchor token is between two hexes"),
            say("push it into its hex, or off the map"),
        )
        yield Unsure(ANCHOR, text, "score", advice, table.pieces[anchors[0].piece].outline)
    elif not table.numbers(ANCHOR) and table.bob_hexes:
        text = say("no anchor token was found, so it's unclear whether Bob is rescued")
        yield Unsure(
            ANCHOR,
            text,
            "score",
            say("if he is, put it on Bob's hex, otherwise beside the map, tag up"),
        )


# --- tracks and tokens ----------------------------------------------------------------------------


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
        return say("the photo shows more than one {track} tracker", track=track), ALL_BUT_ONE
    if gauge.state == "crowded":
        return say(SEVERAL[token], track=track), say("leave one per track")
    if gauge.state == "between":
        one, *others = gauge.near
        lies = say(BETWEEN[token], track=track, one=one, other=others[0]) if others else None
        return lies or say(BESIDE[token], track=track, n=one), say("push it into its square")
    if beyond:
        text = say("the {track} track is cut off at the edge of the photo", track=track)
        return text, say("step back until the whole tracker is in view")
    return say(NONE[token], track=track), say("put it in its square with its tag up and uncovered")


def _fish(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    """Yield a doubt if fish lie at the edge of the photo, beyond which there may be more, or are
    blurred.
    """
    if fish_cut_off(table, eye):
        text = say("the fish are at the edge of the photo, so there may be more")
        yield Unsure(
            "fish",
            text,
            "score",
            say("step back until all fish are in view, with room around them"),
        )
    elif fish_blurred(table, eye):
        text = say("the fish are too blurred to count")
        yield Unsure(
            "fish",
            text,
            "score",
            say("hold still, tap them on the screen to focus, or move closer"),
        )


def _odd(odd: Sequence[tuple[str, Outline]]) -> Iterator[Unsure]:
    """Yield one doubt for all possible tags in the same place, with the outline of the first."""
    for where, count in Counter(where for where, _ in odd).items():
        one, several = (
            say("a possible tag {where} can't be read"),
            say("{n} possible tags {where} can't be read"),
        )
        text = say(one, where=where) if count == 1 else say(several, n=count, where=where)
        outline = next(outline for each, outline in odd if each == where)
        yield Unsure(None, text, "score", say("move closer, uncover it and avoid glare"), outline)
