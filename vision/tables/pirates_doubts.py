"""What a photo of a pirates table leaves open, whether it matters, and how to make it clear.

"legality" is what could make the table one that can not be; "score" what is then not known of its state: a track's
value, where a ship looks, who was rescued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.hexes import DIRECTION_NAMES
from companion.pirates.measures import SHIP
from vision.probe import MIN_PX_MODULE, remedy
from vision.reading import Outline, Stake, Unsure
from vision.table import Eye, Seen, Table
from vision.tables.pirates_looks import cut_off, fish_blurred, fish_cut_off
from vision.tables.pirates_map import FITS
from vision.tables.pirates_pieces import ANCHOR, BLACK, CRAB, TILE, WHITE, base_corners, pictured
from vision.tables.pirates_survey import Standing, Survey
from vision.tables.pirates_tracks import MARKERS, Gauge

TAG_MODULE = 1.5  # mm, of a tag of 12
PUSH = "push the boards together, side to side, and photograph them again"
WHOLE_MAP = "step back until the whole map is in the picture, Puerto Rico's board too"
SHIPS: Mapping[str, str] = {WHITE: "the penguins' ship", BLACK: "the pirates' ship"}
SLOTS: Mapping[str, str] = {WHITE: "white ship", BLACK: "black ship"}
MARKER_NAMES: Mapping[str, str] = {"wave": "wave token", CRAB: "crab token"}
ALONE = ("captain", ANCHOR, CRAB, *SHIPS)  # pieces that there is one of
SAIL_HIDES = "stand behind it, so that its sail does not hide the tag on its stern"


def doubts(table: Survey, eye: Table, odd: Sequence[tuple[str, Outline]] = ()) -> tuple[Unsure, ...]:
    """All that is unsure; `odd` are squares like tags that can not be read: where, and their outlines."""
    return (
        *_strange(eye), *_map(table), *_places(table, eye.seen), *_white(table), *_ships(table),
        *_tracks(table, eye.eye), *_several(table), *_fish(table, eye.eye), *_bob(table), *_odd(odd),
    )  # fmt: skip


def why_unread(seen: Seen | None) -> tuple[str, str]:
    """What is wrong at a place where no tag was read, in words that follow its name, and what to do."""
    if seen is None:
        return "was not read", "see that nothing covers its tag, and photograph it again from above"
    cause = seen.evidence.cause
    if cause != "far":
        return remedy(cause)
    have = seen.evidence.px_per_mm * TAG_MODULE
    return (
        f"is too small to read: {have:.1f} pixels to a module of its tag, {MIN_PX_MODULE} are needed",
        "take it from 60 to 90 cm above, the map filling the picture, and send it in its full size",
    )


def _strange(eye: Table) -> Iterator[Unsure]:
    if eye.clashes:
        yield Unsure(None, "two tags of one tracker do not belong together", "legality", "photograph it from above")


# --- the map ---------------------------------------------------------------------------------------------------------


def _map(table: Survey) -> Iterator[Unsure]:
    if not table.tiles:
        yield Unsure(None, "no board of the map is in the picture", "legality", WHOLE_MAP)
    elif not table.anchored:
        yield Unsure(None, "which part of the map this is can not be told", "legality", WHOLE_MAP)
    for tile, rest in zip(table.tiles, table.over.rests if table.over else (), strict=True):
        if not table.anchored or rest.fits:
            continue
        name = tile.board.id if tile.up else f"a {tile.board.back} board"
        where = "map" if rest.place is None else table.deck.sites[rest.place].id
        outline = table.pieces[tile.piece].outline
        if rest.place is None:
            text, advice = f"{name} lies apart from the map", "push it to its place, or right away from the map"
        elif rest.off > FITS:
            text, advice = f"{name} lies {rest.off:.0f} mm off its place {where}", PUSH
        else:
            text, advice = f"{name} at {where} is turned by half a side ({abs(rest.askew):.0f} degrees off)", PUSH
        yield Unsure(where, text, "legality", advice, outline)
    yield from _doubly(table)


def _doubly(table: Survey) -> Iterator[Unsure]:
    """Two boards that were read at one place."""
    places = [rest.place for rest in table.over.rests if rest.fits] if table.over and table.anchored else []
    for place in sorted({place for place in places if place is not None and places.count(place) > 1}):
        name = table.deck.sites[place].id
        yield Unsure(name, f"two boards lie at {name}", "legality", "lay each board at a place of its own")


def _places(table: Survey, seen: Mapping[Any, Seen]) -> Iterator[Unsure]:
    """Places without a board that was read."""
    taken = {rest.place for rest in table.over.rests} if table.over else set()
    for place in table.unread:
        if place in taken:
            continue  # something lies there, and was named above
        name, what = table.deck.sites[place].id, seen.get((TILE, place))
        outline = what.outline if what else ()
        if what and what.evidence.outside >= 0.5:
            text, advice = f"{name} lies beyond the picture's edge", WHOLE_MAP
        elif what and what.evidence.empty:
            text = f"no board was read at {name}: it looks like bare table"
            advice = "lay the board there, or push the map together; else see that nothing covers its tag"
        else:
            why, advice = why_unread(what)
            text = f"the board at {name} {why}"
        yield Unsure(name, text, "legality", advice, outline)


# --- ships and anchor ------------------------------------------------------------------------------------------------


def _white(table: Survey) -> Iterator[Unsure]:
    """It is always somewhere on the map (pirates R1, R7)."""
    if table.tiles and not table.numbers(WHITE):
        yield Unsure(SLOTS[WHITE], f"{SHIPS[WHITE]} was not found", "legality", SAIL_HIDES)


def _ships(table: Survey) -> Iterator[Unsure]:
    for name in SHIPS:
        for ship in table.ships(name) if len(table.numbers(name)) == 1 else ():
            yield from _unclear(table, name, ship)


def _unclear(table: Survey, name: str, ship: Standing) -> Iterator[Unsure]:
    outline = pictured(table.pieces[ship.piece], base_corners(), SHIP.size)
    if not ship.clear:
        where = "half off the map" if ship.hex is None else f"half in {table.deck.chart.name(ship.hex)}"
        stake: Stake = "legality" if name == WHITE else "score"
        yield Unsure(SLOTS[name], f"{SHIPS[name]} stands {where}", stake, "push it into the middle of its hex", outline)
    elif ship.hex is not None and not ship.looks_clearly:
        ways = (ship.facing, (ship.facing + (1 if ship.askew > 0 else -1)) % 6)
        text = f"{SHIPS[name]} looks between {' and '.join(DIRECTION_NAMES[way] for way in sorted(ways))}"
        yield Unsure(SLOTS[name], text, "score", "turn it to a side of its hex", outline)


def _several(table: Survey) -> Iterator[Unsure]:
    """More of a piece than the game has: a second set, or something left lying."""
    for name in ALONE:
        if len(table.numbers(name)) > 1:
            what = SHIPS.get(name, f"the {name} token" if name != "captain" else "the captain")
            text = f"{what} is in the picture {len(table.numbers(name))} times"
            yield Unsure(SLOTS.get(name, name), text, "legality", "take all but one away")


def _bob(table: Survey) -> Iterator[Unsure]:
    """Bob's hex is in sight, and no anchor anywhere: it may lie under a ship, or with its tag down."""
    anchors = table.anchors
    if len(anchors) == 1 and not anchors[0].clear:
        text = "the anchor token lies between two hexes"
        piece = table.pieces[anchors[0].piece]
        yield Unsure(ANCHOR, text, "score", "push it into its hex, or right off the map", piece.outline)
    elif not table.numbers(ANCHOR) and table.bob_hexes:
        text = "no anchor token was read: whether Bob is rescued can not be told"
        yield Unsure(ANCHOR, text, "score", "lay it on Bob's hex if he is, else beside the map, its tag up")


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
    token = MARKER_NAMES[MARKERS[gauge.verb]]
    if gauge.state == "doubled":
        return f"the tracker of {gauge.verb} is in the picture more than once", "take all but one away"
    if gauge.state == "crowded":
        return f"several {token}s lie on the {gauge.verb} track", "leave one on each track"
    if gauge.state == "between":
        where = " and ".join(map(str, gauge.near))
        lies = f"between {where}" if len(gauge.near) > 1 else f"beside step {where}"
        return f"the {token} of the {gauge.verb} track lies {lies}", "push it into its square"
    if beyond:
        return f"the {gauge.verb} track {remedy('outside')[0]}", "step back until the whole tracker is in the picture"
    return f"no {token} was read on the {gauge.verb} track", "lay it in its square, its tag up and free"


def _fish(table: Survey, eye: Eye | None) -> Iterator[Unsure]:
    """Fish that lie at the picture's edge may go on beyond it."""
    if fish_cut_off(table, eye):
        text = "the fish lie at the picture's edge: there may be more"
        yield Unsure("fish", text, "score", "step back until all fish are in the picture, with room about them")
    elif fish_blurred(table, eye):
        text = "the fish are so blurred that one could have been missed"
        yield Unsure("fish", text, "score", "hold still, tap on them to focus, or go closer")


def _odd(odd: Sequence[tuple[str, Outline]]) -> Iterator[Unsure]:
    """One word for all that lie in the same place, where the first one is."""
    for where, count in Counter(where for where, _ in odd).items():
        what = "something like a tag" if count == 1 else f"{count} things like tags"
        outline = next(outline for each, outline in odd if each == where)
        advice = "go closer, and see that nothing mirrors or covers it"
        yield Unsure(None, f"{what} {where} can not be read", "score", advice, outline)
