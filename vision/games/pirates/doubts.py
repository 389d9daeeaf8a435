"""What a photo of a pirates table leaves open, what it could change, and how to make it clear.

"legality" are doubts that could make the table impossible; "score" those that leave part of its
state unknown: a track's value, a ship's direction, who is rescued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.hexes import DIRECTION_NAMES, centre, corners
from companion.language import Phrase, say
from companion.pirates.known import Known
from companion.pirates.pieces import HEX_SIDE
from companion.pirates.tracks import Verb
from vision.games.base import Eye, Table
from vision.games.pirates.map import FITS
from vision.games.pirates.pieces import ANCHOR, BLACK, FISH, WHITE, base_outline
from vision.games.pirates.survey import Survey, track_corners
from vision.games.reading import Stake, Unsure
from vision.table.layout import as_outline
from vision.table.probe import REMEDIES, Cause

# mm from a board's centre to the far side of its tag, however the board is turned
TAG_REACH = HEX_SIDE + 9.0
PUSH = say("push the boards together edge to edge and retake the photo")
WHOLE_MAP = say("step back until the whole map is in view, with Puerto Rico's board")
UNREAD: Mapping[Cause, tuple[str, str]] = {
    **REMEDIES,
    "covered": (
        say("wasn't read"),
        say("lay the board there or push the map together, and uncover its tag"),
    ),
}
SLOTS: Mapping[str, str] = {WHITE: "white ship", BLACK: "black ship"}
SAIL_HIDES = say("stand behind it so that its sail doesn't hide the tag on its stern")

SHIPS: Mapping[str, Phrase] = {
    WHITE: say("the penguins' ship"),
    BLACK: say("the pirates' ship"),
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


def doubts(table: Survey, photo: Table, known: Known) -> Iterator[Unsure]:
    """Yield all doubts."""
    if photo.clashes:
        text = say("the two tags of one tracker don't match")
        yield Unsure(None, text, "legality", say("take the photo from above"))
    yield from _map(table)
    yield from _places(table, photo.eye)
    if table.tiles and not table.numbers(WHITE):  # it is always on the map (pirates R1, R7)
        yield Unsure(SLOTS[WHITE], say("the penguins' ship wasn't found"), "legality", SAIL_HIDES)
    yield from _ships(table)
    yield from _tracks(table, photo.eye)
    yield from _counts(table, known)
    yield from _rescue(table, photo.eye)


def _rescue(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    """Yield that the anchor lies between hexes, or wasn't read once someone waits for it: it may be
    under a ship, or lie face down.
    """
    anchors, waits = table.standing(ANCHOR), table.bob_hexes
    if anchors and not anchors[0].clear:
        text = say("the anchor token is between two hexes")
        advice = say("push it into its hex, or off the map")
        yield Unsure(ANCHOR, text, "score", advice, table.pieces[anchors[0].piece].outline)
    elif waits and table.over and not table.numbers(ANCHOR):
        text = say("no anchor token was found, so it's unclear whether Bob is rescued")
        advice = say("if he is, put it on Bob's hex, otherwise beside the map, tag up")
        here = corners(table.deck.chart.spots[min(waits)], HEX_SIDE)
        place = as_outline(map(table.over.to_table, here)) if len(waits) == 1 else ()
        yield Unsure(ANCHOR, text, "score", advice, eye.outline(place) if eye and place else ())


def _counts(table: Survey, known: Known) -> Iterator[Unsure]:
    """Yield that more or fewer fish or face-up boards were read than there are."""
    fish, up = len(table.numbers(FISH)), sum(tile.up for tile in table.tiles)
    if known.fish not in {None, fish}:
        text = say("{n} fish were read, {expected} expected", n=fish, expected=known.fish)
        advice = say("lay all fish side by side, tags up, or correct the number")
        yield Unsure("fish", text, "score", advice)
    if known.boards not in {None, up}:
        text = say("{n} boards lie face up, {expected} expected", n=up, expected=known.boards)
        advice = say("turn the board over, or correct the number")
        yield Unsure(None, text, "legality", advice)


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


def _places(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    """Yield places at which no board was read."""
    taken, over = {tile.place for tile in table.tiles}, table.over
    for place in table.unread:
        if place in taken or over is None:
            continue  # the board there is reported by `_map`
        name, here = table.deck.sites[place].id, centre(table.deck.sites[place].middle, HEX_SIDE)
        middle, up = over.to_table(here), over.spin / abs(over.spin) * TAG_REACH
        # a square, north up, that contains the board's tag
        square = as_outline(middle + up * way for way in (-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j))
        why, advice = UNREAD[eye.evidence(square).cause if eye else "covered"]
        text = say("the board at {place} {what}", place=name, what=why)
        yield Unsure(name, text, "legality", advice, eye.outline(square) if eye else ())


def _ships(table: Survey) -> Iterator[Unsure]:
    """Yield what is unclear about each ship that was read."""
    for name, slot in SLOTS.items():
        for ship in table.standing(name):
            outline = base_outline(table.pieces[ship.piece])
            if not ship.clear:
                stake: Stake = "legality" if name == WHITE else "score"
                text = say("{ship} is half off the map", ship=SHIPS[name])
                if ship.hex is not None:
                    where = table.deck.chart.name(ship.hex)
                    text = say("{ship} is only half in {hex}", ship=SHIPS[name], hex=where)
                yield Unsure(slot, text, stake, say("push it into the middle of its hex"), outline)
            elif ship.hex is not None and not ship.looks_clearly:
                ways = (ship.facing, (ship.facing + (1 if ship.askew > 0 else -1)) % 6)
                one, other = (DIRECTION_NAMES[way] for way in sorted(ways))
                text = say("{ship} points between {one} and {other}")
                text = say(text, ship=SHIPS[name], one=one, other=other)
                yield Unsure(slot, text, "score", say("turn it to a side of its hex"), outline)


def _tracks(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    """Yield tracks on trackers in view whose step is unclear."""
    for verb, gauge in table.gauges.items():
        if gauge.state in {"read", "absent"}:
            continue
        track = TRACKS[verb]
        tracker = None if gauge.tracker is None else table.pieces[gauge.tracker]
        if gauge.state == "crowded":
            text = say("there are several tokens on the {track} track", track=track)
            advice = say("leave one per track")
        elif gauge.state == "between":
            text = say("the token on the {track} track isn't in a square", track=track)
            advice = say("push it into its square")
        elif eye and tracker and not eye.within(track_corners(verb, tracker, table.deck)):
            text = say("the {track} track is cut off at the edge of the photo", track=track)
            advice = say("step back until the whole tracker is in view")
        else:
            text = say("the {track} track has no readable token", track=track)
            advice = say("put it in its square with its tag up and uncovered")
        piece = tracker if gauge.marker is None else table.pieces[gauge.marker]
        yield Unsure(verb, text, "score", advice, piece.outline if piece else ())
