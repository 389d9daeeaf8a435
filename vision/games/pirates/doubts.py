"""What a photo of a pirates table leaves open, what it could change, and how to make it clear.

"legality" are doubts that could make the table impossible; "score" those that leave part of its
state unknown: a track's value, a ship's direction, who is rescued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from companion.hexes import DIRECTION_NAMES
from companion.language import Phrase, decimal, say
from companion.pirates.tracks import Verb
from vision.evidence.probe import MIN_PX_MODULE, REMEDIES
from vision.games.base import Eye, Seen, Table
from vision.games.pirates.looks import NEXT_FISH, around
from vision.games.pirates.map import FITS
from vision.games.pirates.pieces import ANCHOR, BLACK, CRAB, FISH, TILE, WAVE, WHITE, base_outline
from vision.games.pirates.survey import MARKERS, Survey, track_corners
from vision.games.pose import pose
from vision.games.reading import Stake, Unsure
from vision.table.layout import Outline

TAG_MODULE = 1.5  # module of a 12 mm tag, mm
CRISP = 0.93  # agreement of a clearly read tag; photos in focus measured 0.97 and more
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


def doubts(table: Survey, photo: Table, odd: Sequence[tuple[str, Outline]]) -> Iterator[Unsure]:
    """Yield all doubts. `odd` are possible tags: where they are in words, and their outlines."""
    if photo.clashes:
        text = say("the two tags of one tracker don't match")
        yield Unsure(None, text, "legality", say("take the photo from above"))
    yield from _map(table)
    yield from _places(table, photo.seen)
    if table.tiles and not table.numbers(WHITE):  # it is always on the map (pirates R1, R7)
        yield Unsure(SLOTS[WHITE], say("the penguins' ship wasn't found"), "legality", SAIL_HIDES)
    yield from _ships(table)
    yield from _tracks(table, photo.eye)
    for name, times in TIMES.items():  # a second set may lie there
        if (count := len(table.numbers(name))) > 1:
            yield Unsure(SLOTS.get(name, name), say(times, n=count), "legality", ALL_BUT_ONE)
    if doubt := doubt_fish(table, photo.eye):
        yield doubt
    anchors = table.standing(ANCHOR)
    if len(anchors) == 1 and not anchors[0].clear:
        text = say("the anchor token is between two hexes")
        advice = say("push it into its hex, or off the map")
        yield Unsure(ANCHOR, text, "score", advice, table.pieces[anchors[0].piece].outline)
    elif not table.numbers(ANCHOR) and table.bob_hexes:  # it may be under a ship or lie face down
        text = say("no anchor token was found, so it's unclear whether Bob is rescued")
        advice = say("if he is, put it on Bob's hex, otherwise beside the map, tag up")
        yield Unsure(ANCHOR, text, "score", advice)
    # one doubt for all possible tags in the same place, with the outline of the first
    for where, count in Counter(where for where, _ in odd).items():
        one = say("a possible tag {where} can't be read")
        several = say("{n} possible tags {where} can't be read")
        text = say(one, where=where) if count == 1 else say(several, n=count, where=where)
        outline = next(outline for each, outline in odd if each == where)
        yield Unsure(None, text, "score", say("move closer, uncover it and avoid glare"), outline)


def doubt_fish(table: Survey, eye: Eye | None) -> Unsure | None:
    """Return the doubt about fish at the edge of the photo, blurred, or beside something that may
    cover others: there may be more.
    """
    fish = table.numbers(FISH)
    if eye is None or not fish:
        return None
    if not all(_within(eye, around([pose(table.pieces[at]).at], NEXT_FISH)) for at in fish):
        text = say("the fish are at the edge of the photo, so there may be more")
        advice = say("step back until all fish are in view, with room around them")
        return Unsure("fish", text, "score", advice)
    if any(seen.agreement < CRISP for at in fish for seen in eye.detections[at].sightings):
        text = say("the fish are too blurred to count")
        advice = say("hold still, tap them on the screen to focus, or move closer")
        return Unsure("fish", text, "score", advice)
    beside = around([pose(table.pieces[at]).at for at in fish], NEXT_FISH)
    evidence = eye.evidence(beside)
    if not evidence.foreign:  # glare alone would have to burn out a whole token
        return None
    problem, cure = REMEDIES[evidence.cause]
    text = say("something beside the fish {what}: there may be more fish", what=problem)
    return Unsure("fish", text, "score", cure, eye.outline(beside))


def _map(table: Survey) -> Iterator[Unsure]:
    if not table.tiles:
        yield Unsure(None, say("the photo doesn't show any map boards"), "legality", WHOLE_MAP)
    elif not table.anchored:
        yield Unsure(None, say("it's unclear which part of the map this is"), "legality", WHOLE_MAP)
    if not table.anchored:
        return
    sites = table.deck.sites
    for tile in table.tiles:
        if tile.fits:
            continue
        board = tile.board.id if tile.up else FACE_DOWN[tile.board.back]
        where, advice = "map" if tile.place is None else sites[tile.place].id, PUSH
        if tile.place is None:
            text = say("{board} is apart from the map", board=board)
            advice = say("push it into place, or well away from the map")
        elif tile.off > FITS:
            off = f"{tile.off:.0f}"
            text = say("{board} is {n} mm off its place {place}", board=board, n=off, place=where)
        else:
            text = say(
                "{board} at {place} is turned by half a side ({n}° off)",
                board=board,
                place=where,
                n=f"{abs(tile.askew):.0f}",
            )
        yield Unsure(where, text, "legality", advice, table.pieces[tile.piece].outline)
    places = Counter(tile.place for tile in table.tiles if tile.fits)
    for place, site in enumerate(sites):
        if places[place] > 1:
            text = say("there are two boards at {place}", place=site.id)
            yield Unsure(site.id, text, "legality", say("lay each board in its own place"))


def _places(table: Survey, examined: Mapping[object, Seen]) -> Iterator[Unsure]:
    """Yield places at which no board was read."""
    taken = {tile.place for tile in table.tiles}
    for place in table.unread:
        if place in taken:
            continue  # the board there is reported by `_map`
        name, seen = table.deck.sites[place].id, examined.get((TILE, place))
        advice: str = WHOLE_MAP
        if seen and seen.evidence.outside >= 0.5:
            text = say("{place} is outside the photo", place=name)
        elif seen and seen.evidence.empty:
            text = say("no board was found at {place}: it looks like bare table", place=name)
            advice = say("lay the board there or push the map together, and uncover its tag")
        else:
            why, advice = _why_unread(seen)
            text = say("the board at {place} {what}", place=name, what=why)
        yield Unsure(name, text, "legality", advice, seen.outline if seen else ())


def _why_unread(seen: Seen | None) -> tuple[str, str]:
    """Return why no tag was read at a place, in words that follow its name, and what to do."""
    if seen is None:
        return say("wasn't read"), say("uncover its tag and retake the photo from above")
    if seen.evidence.cause != "far":
        return REMEDIES[seen.evidence.cause]
    why = say(
        "is too small to read: {have} pixels per square of its tag, {needed} needed",
        have=decimal(f"{seen.evidence.px_per_mm * TAG_MODULE:.1f}"),
        needed=decimal(f"{MIN_PX_MODULE:g}"),
    )
    return why, say(
        "take the photo from 60 to 90 cm above so that the map fills it, and send it at full size"
    )


def _ships(table: Survey) -> Iterator[Unsure]:
    """Yield what is unclear about each ship that was read once."""
    for name, slot in SLOTS.items():
        for ship in table.standing(name) if len(table.numbers(name)) == 1 else ():
            outline = base_outline(table.pieces[ship.piece])
            if not ship.clear:
                stake: Stake = "legality" if name == WHITE else "score"
                text = HALF_OFF[name]
                if ship.hex is not None:
                    text = say(HALF_IN[name], hex=table.deck.chart.name(ship.hex))
                yield Unsure(slot, text, stake, say("push it into the middle of its hex"), outline)
            elif ship.hex is not None and not ship.looks_clearly:
                ways = (ship.facing, (ship.facing + (1 if ship.askew > 0 else -1)) % 6)
                one, other = (DIRECTION_NAMES[way] for way in sorted(ways))
                text = say(LOOKS[name], one=one, other=other)
                yield Unsure(slot, text, "score", say("turn it to a side of its hex"), outline)


def _tracks(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    """Yield tracks on trackers in view whose step is unclear."""
    for verb, gauge in table.gauges.items():
        if gauge.state in {"read", "absent"}:
            continue
        token, track = MARKERS[verb], TRACKS[verb]
        tracker = None if gauge.tracker is None else table.pieces[gauge.tracker]
        if gauge.state == "doubled":
            text = say("the photo shows more than one {track} tracker", track=track)
            advice = ALL_BUT_ONE
        elif gauge.state == "crowded":
            text, advice = say(SEVERAL[token], track=track), say("leave one per track")
        elif gauge.state == "between":
            one, *two = gauge.near
            text = say(BESIDE[token], track=track, n=one)
            if two:
                text = say(BETWEEN[token], track=track, one=one, other=two[0])
            advice = say("push it into its square")
        elif eye and tracker and not _within(eye, track_corners(verb, tracker, table.deck)):
            text = say("the {track} track is cut off at the edge of the photo", track=track)
            advice = say("step back until the whole tracker is in view")
        else:
            text = say(NONE[token], track=track)
            advice = say("put it in its square with its tag up and uncovered")
        piece = tracker if gauge.marker is None else table.pieces[gauge.marker]
        yield Unsure(verb, text, "score", advice, piece.outline if piece else ())


def _within(eye: Eye, corners: Outline) -> bool:
    px = eye.to_px(np.array(corners))
    return bool(((px >= 0) & (px <= eye.size)).all())
