"""Rocks: from board, penguins and rocks on the table to a position, its violations, and the winner
(rocks R10).

Each piece belongs to the place it lies in; one between two places is in neither. All rocks have the
same tag, so they are counted. As their number is known, places where one could be are examined
again while some are missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from companion.language import AND_THEN, Phrase, listed, say
from companion.rocks.board import Board
from companion.rocks.measures import width
from companion.rocks.pieces import pieces as printed
from companion.rocks.state import ROCKS_A_SPACE
from companion.tags import TagId
from vision.games.base import Eye, Place, Row, Table, Wishes
from vision.games.reading import Stake, Unsure, Verdict
from vision.games.rocks.board import BOARD, Pose, Spot, square_about
from vision.games.rocks.reading import NestSeen, RocksReading
from vision.games.rocks.rules import violations
from vision.games.rocks.scene import PENGUIN, ROCK, Scene, penguin_name, survey
from vision.games.rocks.unread import Doubts, Suspect, suspects
from vision.games.rocks.words import marks, show
from vision.table.layout import Laid, wrapped

FEWEST = 2  # players (rocks R1)
SPREAD = say("put stacked or held rocks side by side, and retake the photo from above")
FROM_ABOVE = say("take the photo from above, with no space hidden by a penguin or hand")
STEP_BACK = say("step back until the whole board is in view")
UNCOVER = say("move what lies there aside and retake the photo")
READABLE = say("move closer, hold still and avoid glare")
SET_RIGHT = say("push it to the middle of its space")


def places(_pieces: Sequence[Laid], _board: Board) -> tuple[Place, ...]:
    """Return nothing: no place on a printed board looks like bare table, so `look_harder` chooses
    what to examine.
    """
    return ()


def look_harder(reading: RocksReading, _table: Table) -> tuple[Place, ...]:
    """Return places where something unread may lie."""
    return reading.doubtful


def judge(table: Table, board: Board, _wishes: Wishes) -> RocksReading:
    """Return the reading of a table."""
    scene = survey(table.pieces, board)
    wanting = scene.missing > 0 or scene.absent or scene.unread_seats
    doubts = _doubts(table.eye, scene) if wanting else Doubts()
    scene = scene.doubting()
    broken = violations(scene)
    unsure = (*_unsure(scene, doubts, table), *_winner_unclear(scene))
    matters = any(item.could_change != "nothing" for item in unsure)
    verdict: Verdict = "illegal" if broken else "unsure" if matters else "legal"
    counts, piles = dict(zip(board.graph.names, scene.counts, strict=True)), board.graph.pile_set
    names = board.graph.names
    penguins = scene.standing(_hidden(scene, doubts))
    return RocksReading(
        photo=table.photo,
        deck=board.fingerprint,
        verdict=verdict,
        pieces=_seen_from_board(table.pieces, scene.lies),
        violations=broken,
        unsure=unsure,
        notes=tuple(_notes(scene)),
        penguins=penguins,
        rocks={
            name: count
            for n, name in enumerate(names)
            if (count := counts[name]) and not piles >> n & 1
        },
        piles={name: counts[name] for n, name in enumerate(names) if piles >> n & 1},
        nests=_nests(scene),
        winner=board.nests[scene.winners[0]].id if len(scene.winners) == 1 else None,
        doubtful=_doubtful(scene, doubts),
    )


def _doubtful(scene: Scene, doubts: Doubts) -> tuple[Place, ...]:
    """Return where to look harder: all that is suspect, and the piles, while rocks are missing."""
    spots = {s.where: s.corners for s in doubts.suspects if s.why != "outside"}
    if scene.missing > 0 and scene.lies:
        for number in scene.board.graph.piles:
            place = scene.board.places[number]
            corners = scene.lies.corners(place.at, square_about(width(scene.board, place) / 2))
            spots.setdefault(number, corners)
    return tuple(Place(where, corners, ids=_tags(scene.board)) for where, corners in spots.items())


def _doubts(eye: Eye | None, scene: Scene) -> Doubts:
    """Return where missing pieces may be."""
    if scene.lies is None:
        return Doubts(compared=False)
    if eye is None:
        return Doubts()
    rocks = [rock for rock, _ in (*scene.rocks, *scene.half)]
    penguins = [stand.piece for stand in scene.stands]
    bases = bool(scene.absent or scene.unread_seats)
    bare = {stand.piece.id for stand in scene.stands if not stand.rocks}
    return suspects(eye, scene.board, scene.lies, penguins, rocks, bare=bare, bases=bases)


def _hidden(scene: Scene, doubts: Doubts) -> list[int | str]:
    """Return places and pads where an unread rock may lie: all pads if the board couldn't be
    compared with its print.
    """
    pads = [] if doubts.compared else [stand.piece.id for stand in scene.stands]
    return [*(item.where for item in doubts.suspects), *pads]


@cache
def _tags(board: Board) -> frozenset[TagId]:
    loose = [piece for piece in printed(board) if piece.kind in {PENGUIN, ROCK}]
    return frozenset(tag.id for piece in loose for tag in piece.faces["front"])


def _seen_from_board(pieces: Sequence[Laid], lies: Pose | None) -> tuple[Laid, ...]:
    """Return the pieces in the board's own frame: mm from its centre, y up."""
    if lies is None:
        return tuple(pieces)
    points = [lies.local(complex(piece.x, piece.y)) for piece in pieces]
    return tuple(
        replace(
            piece,
            x=round(x, 1),
            y=round(-y, 1),
            rotation=round(wrapped(piece.rotation - lies.turn), 1),
        )
        for piece, (x, y) in zip(pieces, points, strict=True)
    )


def _nests(scene: Scene) -> dict[str, NestSeen]:
    """Return how far each nest is built (rocks R10)."""
    counts, graph = scene.counts, scene.board.graph
    return {
        nest.id: NestSeen(
            sum(counts[place] > 0 for place in spaces.ring),
            all(counts[place] for place in spaces.ring),
        )
        for nest, spaces in zip(scene.board.nests, graph.nests, strict=True)
    }


# --- doubts and notes -----------------------------------------------------------------------------


def _unsure(scene: Scene, doubts: Doubts, table: Table) -> Iterator[Unsure]:
    if scene.lies is None:
        yield _no_board(table)
        return
    if not scene.stands:
        text = say("no penguin was found")
        yield Unsure(
            None, text, "legality", say("take the photo from above, in good light and in focus")
        )
    for seat, number in scene.absent:
        name = scene.name(seat, number)
        text = say("{penguin} wasn't found: where is it?", penguin=penguin_name(scene.board, name))
        yield Unsure(name, text, "legality", FROM_ABOVE)
    if 0 < len(scene.playing) < FEWEST:
        name = Phrase(scene.board.nests[scene.playing[0]].name)
        text = say(
            "only {colour} penguins were found, but it takes at least two players", colour=name
        )
        yield Unsure(None, text, "legality", FROM_ABOVE)
    if scene.across and not scene.absent:
        one, other = (Phrase(scene.board.nests[seat].name) for seat in scene.playing)
        text = say(
            "only {one} and {other} were found, but their nests aren't neighbours: who else is "
            "playing?",
            one=one,
            other=other,
        )
        yield Unsure(None, text, "legality", FROM_ABOVE)
    yield from _between(scene)
    yield from (_unread(scene, item, table.eye) for item in doubts.suspects)
    # a rock under another isn't visible as a difference from the bare board
    if scene.missing > 0:
        hidden = (
            say("in a hand, in the box, or hidden")
            if doubts.compared
            else say("and they may be hidden")
        )
        yield Unsure(None, listed([_missing(scene), hidden], AND_THEN), "score", SPREAD)


def _no_board(table: Table) -> Unsure:
    if any(piece.kind == BOARD for piece in table.pieces):
        text = say("the board's parts are apart, or the photo shows two boards")
        return Unsure(
            None,
            text,
            "legality",
            say("push its quarters together and photograph one board at a time"),
        )
    text = say("no tag on the board can be read, so the spaces can't be found")
    advice = say("photograph the whole board, with the black squares at its corners")
    return Unsure(None, text, "legality", advice)


def _between(scene: Scene) -> Iterator[Unsure]:
    """Yield penguins and rocks that aren't clearly in one place."""
    for stand in scene.stands:
        if stand.place is None:
            text = _stands(penguin_name(scene.board, stand.piece.id), stand.spot)
            yield Unsure(stand.piece.id, text, "legality", SET_RIGHT, stand.piece.outline)
    for rock, rock_spot in scene.rocks:
        if rock_spot.place is None and rock_spot.on_board:
            text, stake = _lies(rock_spot.near), _stake(scene, rock_spot.near)
            yield Unsure("/".join(rock_spot.near), text, stake, SET_RIGHT, rock.outline)
    if scene.loads:
        names = ", ".join(scene.board.graph.names[number] for _, number in scene.loads)
        text = say(
            "one of the rocks may be on a penguin that wasn't found, in any of {places}",
            places=names,
        )
        yield Unsure(names.replace(", ", "/"), text, "score", FROM_ABOVE, scene.loads[0][0].outline)
    for rock, name in scene.half:
        text = say(
            "a rock is only half on the base of {penguin}: is it carried?",
            penguin=penguin_name(scene.board, name),
        )
        advice = say("push it fully onto the pad, or off the base")
        yield Unsure(name, text, "score", advice, rock.outline)


def _stands(name: Phrase, spot: Spot) -> Phrase:
    """Return where a penguin stands that isn't in a place."""
    if not spot.on_board:
        return say("{penguin} is beside the board", penguin=name)
    if len(spot.near) > 1:
        return say(
            "{penguin} is between {one} and {other}",
            penguin=name,
            one=spot.near[0],
            other=spot.near[1],
        )
    return say("{penguin} is beside {place}", penguin=name, place=spot.near[0])


def _lies(near: Sequence[str]) -> Phrase:
    """Return where a rock lies that isn't in a place of the board."""
    if len(near) > 1:
        return say(
            "a rock is between {one} and {other}, so it wasn't counted", one=near[0], other=near[1]
        )
    return say("a rock is beside {place}, so it wasn't counted", place=near[0])


def _stake(scene: Scene, near: Sequence[str]) -> Stake:
    """Return what a rock there could change: legality if it may be the third on a space (rocks R9),
    else only the count.
    """
    graph = scene.board.graph
    full = [name for name in near if scene.counts[graph.number[name]] >= ROCKS_A_SPACE]
    return "legality" if any(graph.number[name] not in graph.piles for name in full) else "score"


def _unread(scene: Scene, item: Suspect, eye: Eye | None) -> Unsure:
    """Return the doubt about something that may be a rock or a penguin."""
    outline = eye.outline(item.corners) if eye else ()
    if isinstance(item.where, str):
        text = say(
            "something on the base of {penguin} can't be read: is it a rock?",
            penguin=penguin_name(scene.board, item.where),
        )
        return Unsure(item.where, text, "score", READABLE, outline)
    name = scene.board.graph.names[item.where]
    stake = _stake(scene, (name,))
    if item.why == "outside":
        return Unsure(
            name,
            say("{name} is cut off at the edge of the photo", name=name),
            stake,
            STEP_BACK,
            outline,
        )
    if item.why == "square":
        text = say("{place} may have a rock that can't be read", place=name)
        return Unsure(name, text, stake, READABLE, outline)
    text = say("{place} is covered", place=name)
    text = listed([text, _missing(scene)], AND_THEN) if scene.missing > 0 else text
    return Unsure(name, text, stake, UNCOVER, outline)


def _winner_unclear(scene: Scene) -> Iterator[Unsure]:
    """Yield a doubt if two nests are complete with a penguin at home: R10 is checked only for the
    mover, whom no photo shows.
    """
    if len(scene.winners) > 1:
        names = listed(Phrase(scene.board.nests[seat].name) for seat in scene.winners)
        text = say(
            "{names} each have a complete nest and a penguin at home: who was first?", names=names
        )
        yield Unsure(None, text, "score", say("check the phones for whose turn it was"))


def _notes(scene: Scene) -> Iterator[str]:
    beside = sum(rock_spot.place is None and not rock_spot.on_board for _, rock_spot in scene.rocks)
    if beside:
        yield f"{beside} rock{'s' * (beside > 1)} beside the board, not counted on it"


def _missing(scene: Scene) -> Phrase:
    total = scene.board.rules.rocks * len(scene.board.nests)
    text = (
        say("{n} of {total} rocks weren't found")
        if scene.missing > 1
        else say("{n} of {total} rocks wasn't found")
    )
    return say(text, n=scene.missing, total=total)


ROW = Row(game="rocks", places=places, judge=judge, show=show, marks=marks, again=look_harder)
