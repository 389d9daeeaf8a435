"""Rocks: from board, penguins and rocks on the table to a verdict and the winner (rocks R10).

Each piece belongs to the place it lies in; one between two places is in neither. All rocks have the
same tag, so they are counted. As their number is known, places where one could be are examined
again while some are missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.language import AND_THEN, Phrase, listed, say, say_many
from companion.rocks.board import Board
from companion.rocks.pieces import pieces as printed
from companion.rocks.state import ROCKS_A_SPACE, SECOND
from vision.games.base import Eye, Place, Row, Table, Wishes
from vision.games.pose import moved
from vision.games.reading import Stake, Unsure, Verdict, Violation
from vision.games.rocks.look import Doubts, Suspect, find_unread
from vision.games.rocks.reading import RocksReading, Standing, marks, show
from vision.games.rocks.scene import (
    BOARD,
    PENGUIN,
    ROCK,
    Scene,
    base_outline,
    penguin_id,
    place_corners,
    survey,
)

SPREAD = say("put stacked or held rocks side by side, and retake the photo from above")
FROM_ABOVE = say("take the photo from above, with no space hidden by a penguin or hand")
STEP_BACK = say("step back until the whole board is in view")
UNCOVER = say("move what lies there aside and retake the photo")
READABLE = say("move closer, hold still and avoid glare")
SET_RIGHT = say("push it to the middle of its space")


def judge(table: Table, board: Board, _wishes: Wishes) -> RocksReading:
    """Return the reading of a table."""
    scene = survey(table.pieces, board)
    doubts = find_unread(table.eye, scene)
    scene = scene.doubting()
    broken, unsure = tuple(violations(scene)), tuple(_unsure(scene, doubts, table))
    matters = any(item.could_change != "nothing" for item in unsure)
    verdict: Verdict = "illegal" if broken else "unsure" if matters else "legal"
    pieces = moved(table.pieces, scene.lies) if scene.lies else table.pieces
    beside = sum(spot.place is None and not spot.on_board for _, spot in scene.rocks)
    note = f"{beside} rock{'s' * (beside > 1)} beside the board, not counted on it"
    counts, graph = scene.counts, board.graph
    named = list(enumerate(graph.names))
    return RocksReading(
        photo=table.photo,
        deck=board.fingerprint,
        verdict=verdict,
        pieces=pieces,
        violations=broken,
        unsure=unsure,
        notes=(note,) if beside else (),
        penguins=_penguins(scene, doubts),
        rocks={name: counts[n] for n, name in named if counts[n] and n not in graph.piles},
        piles={name: counts[n] for n, name in named if n in graph.piles},
        nests={
            nest.id: sum(counts[place] > 0 for place in spaces.ring)
            for nest, spaces in zip(board.nests, graph.nests, strict=True)
        },
        winner=board.nests[scene.winners[0]].id if len(scene.winners) == 1 else None,
        doubtful=_doubtful(scene, doubts),
    )


def _penguins(scene: Scene, doubts: Doubts) -> tuple[Standing, ...]:
    """Return all penguins of the seats that play, in order; unread ones have no place.

    While rocks are missing, one may be on any pad that is suspect, or on all if the board couldn't
    be compared with its print.
    """
    nests, half = scene.board.nests, {name for _, name in scene.half}
    hidden = {suspect.where for suspect in doubts.suspects}
    penguins = [
        Standing(penguin_id(scene.board, seat, number), nests[seat].id, number, None, carries=None)
        for seat, number in scene.absent
    ]
    for stand in scene.stands:
        name, place = stand.piece.id, stand.place
        suspect = not doubts.compared or place in hidden or name in hidden
        unclear = name in half or (scene.missing > 0 and suspect)
        carries = True if stand.rocks else None if unclear else False
        where = None if place is None else scene.board.graph.names[place]
        colour, outline = nests[stand.seat].id, base_outline(stand.piece)
        penguins.append(Standing(name, colour, stand.number, where, carries, outline))
    colours = [nest.id for nest in nests]
    return tuple(sorted(penguins, key=lambda each: (colours.index(each.colour), each.number)))


def _doubtful(scene: Scene, doubts: Doubts) -> tuple[Place, ...]:
    """Return where to look harder: all that is suspect, and the piles, while rocks are missing."""
    board = scene.board
    spots = {s.where: s.corners for s in doubts.suspects if s.why != "outside"}
    if scene.missing > 0 and scene.lies:
        for number in board.graph.piles:
            spots.setdefault(number, place_corners(board, scene.lies, board.places[number]))
    loose = [piece for piece in printed(board) if piece.kind in {PENGUIN, ROCK}]
    tags = frozenset(tag.id for piece in loose for tag in piece.faces["front"])
    return tuple(Place(where, corners, ids=tags) for where, corners in spots.items())


def violations(scene: Scene) -> Iterator[Violation]:
    """Yield every rule that the position breaks."""
    graph, most, counts = scene.board.graph, scene.board.rules.rocks, scene.counts
    for name, count in sorted(Counter(stand.piece.id for stand in scene.stands).items()):
        if count > 1:
            yield Violation("R2", name, f"{scene.name(name)} is on the table {count} times")
    for place, name in enumerate(graph.names):
        names = [scene.name(stand.piece.id) for stand in scene.stands if stand.place == place]
        if len(names) > 1 and place not in graph.piles:
            text = f"{' and '.join(names)} stand on {name}: two penguins never share a space"
            yield Violation("R6", name, text)
    for stand in scene.stands:
        if stand.rocks > 1:
            text = f"{scene.name(stand.piece.id)} carries {stand.rocks} rocks: one at a time"
            yield Violation("R7", stand.piece.id, text)
    for stand in scene.stands:
        if stand.place is not None and graph.closed[stand.seat] >> stand.place & 1:
            centre = graph.names[stand.place]
            owner = next(nest.name for nest in scene.board.nests if nest.centre == centre)
            name = scene.name(stand.piece.id)
            text = f"{name} stands in {owner}'s centre: only its owner may enter"
            yield Violation("R10", centre, text)
    for place, count in enumerate(counts):
        name = graph.names[place]
        if place in graph.piles:
            if count > most:
                rocks = say_many("{n} rock", "{n} rocks", count)
                text = f"{rocks} on {name}: {most} lie there first, and none is dropped there"
                yield Violation("R1", name, text)
        elif count > ROCKS_A_SPACE:
            text = f"{count} rocks on {name}: no more than {ROCKS_A_SPACE} on a space"
            yield Violation("R9", name, text)
    if scene.missing < 0:
        text = f"{scene.total - scene.missing} rocks on the table: there are {scene.total}"
        yield Violation("R1", None, text)
    # While all rocks lie on their piles, each penguin 2 is locked in its centre (rocks R2, R8); of
    # three players, one may have had theirs free from the start (O).
    if any(counts[pile] != most for pile in graph.piles):
        return
    freed = scene.board.rules.freed(scene.playing)
    for stand in scene.stands:
        home = {None, graph.nests[stand.seat].centre}
        if stand.number == SECOND and stand.seat != freed and stand.place not in home:
            name = scene.name(stand.piece.id)
            text = f"{name} has left its centre, though no rock was ever brought home"
            yield Violation("R8", stand.piece.id, text)


# --- doubts ---------------------------------------------------------------------------------------


def _unsure(scene: Scene, doubts: Doubts, table: Table) -> Iterator[Unsure]:
    nests = scene.board.nests
    if scene.lies is None:
        if any(piece.kind == BOARD for piece in table.pieces):
            text = say("the board's parts are apart, or the photo shows two boards")
            advice = say("push its quarters together and photograph one board at a time")
        else:
            text = say("no tag on the board can be read, so the spaces can't be found")
            advice = say("photograph the whole board, with the black squares at its corners")
        yield Unsure(None, text, "legality", advice)
        return
    if not scene.stands:
        text = say("no penguin was found")
        advice = say("take the photo from above, in good light and in focus")
        yield Unsure(None, text, "legality", advice)
    for seat, number in scene.absent:
        name = penguin_id(scene.board, seat, number)
        text = say("{penguin} wasn't found: where is it?", penguin=scene.name(name))
        yield Unsure(name, text, "legality", FROM_ABOVE)
    seats = scene.playing
    if len(seats) == 1:  # rocks R1
        name = Phrase(nests[seats[0]].name)
        text = say(
            "only {colour} penguins were found, but it takes at least two players", colour=name
        )
        yield Unsure(None, text, "legality", FROM_ABOVE)
    across = len(seats) == 2 and (seats[1] - seats[0]) % len(nests) not in {1, len(nests) - 1}
    if across and not scene.absent:  # rocks R1
        one, other = (Phrase(nests[seat].name) for seat in seats)
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
    if len(scene.winners) > 1:  # R10 is checked only for the mover, whom no photo shows
        names = listed(Phrase(nests[seat].name) for seat in scene.winners)
        text = say(
            "{names} each have a complete nest and a penguin at home: who was first?", names=names
        )
        yield Unsure(None, text, "score", say("check the phones for whose turn it was"))


def _between(scene: Scene) -> Iterator[Unsure]:
    """Yield penguins and rocks that aren't clearly in one place."""
    for stand in scene.stands:
        name, near = scene.name(stand.piece.id), stand.spot.near
        if stand.place is not None:
            continue
        if not stand.spot.on_board:
            text = say("{penguin} is beside the board", penguin=name)
        elif len(near) == 1:
            text = say("{penguin} is beside {place}", penguin=name, place=near[0])
        else:
            text = say(
                "{penguin} is between {one} and {other}", penguin=name, one=near[0], other=near[1]
            )
        yield Unsure(stand.piece.id, text, "legality", SET_RIGHT, stand.piece.outline)
    for rock, (place, near, on_board) in scene.rocks:
        if place is not None or not on_board:
            continue
        if len(near) == 1:
            text = say("a rock is beside {place}, so it wasn't counted", place=near[0])
        else:
            one, other = near
            text = say(
                "a rock is between {one} and {other}, so it wasn't counted", one=one, other=other
            )
        yield Unsure("/".join(near), text, _stake(scene, near), SET_RIGHT, rock.outline)
    if scene.loads:
        names = [scene.board.graph.names[number] for _, number in scene.loads]
        text = say(
            "one of the rocks may be on a penguin that wasn't found, in any of {places}",
            places=", ".join(names),
        )
        yield Unsure("/".join(names), text, "score", FROM_ABOVE, scene.loads[0][0].outline)
    for rock, penguin in scene.half:
        text = say(
            "a rock is only half on the base of {penguin}: is it carried?",
            penguin=scene.name(penguin),
        )
        advice = say("push it fully onto the pad, or off the base")
        yield Unsure(penguin, text, "score", advice, rock.outline)


def _stake(scene: Scene, near: Sequence[str]) -> Stake:
    """Return what a rock there could change: legality if it may be a space's third (rocks R9)."""
    graph, counts = scene.board.graph, scene.counts
    spaces = [graph.number[name] for name in near if graph.number[name] not in graph.piles]
    return "legality" if any(counts[n] >= ROCKS_A_SPACE for n in spaces) else "score"


def _unread(scene: Scene, item: Suspect, eye: Eye | None) -> Unsure:
    outline = eye.outline(item.corners) if eye else ()
    if isinstance(item.where, str):
        text = say(
            "something on the base of {penguin} can't be read: is it a rock?",
            penguin=scene.name(item.where),
        )
        return Unsure(item.where, text, "score", READABLE, outline)
    name = scene.board.graph.names[item.where]
    if item.why == "outside":
        text, advice = say("{name} is cut off at the edge of the photo", name=name), STEP_BACK
    elif item.why == "square":
        text, advice = say("{place} may have a rock that can't be read", place=name), READABLE
    else:
        text, advice = say("{place} is covered", place=name), UNCOVER
        text = listed([text, _missing(scene)], AND_THEN) if scene.missing > 0 else text
    return Unsure(name, text, _stake(scene, (name,)), advice, outline)


def _missing(scene: Scene) -> Phrase:
    text = (
        say("{n} of {total} rocks weren't found")
        if scene.missing > 1
        else say("{n} of {total} rocks wasn't found")
    )
    return say(text, n=scene.missing, total=scene.total)


# no place on a printed board looks like bare table, so nothing is examined before the judgement
ROW = Row("rocks", judge, show, marks, again=lambda reading, _table: reading.doubtful)
