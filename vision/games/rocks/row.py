"""Rocks: from board, penguins and rocks on the table to a verdict and the winner (rocks R10).

Each piece belongs to the place it lies in; one between two places is in neither. All rocks have the
same tag, so they are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from companion.language import AND_THEN, Phrase, listed, say, say_many
from companion.rocks.board import Board
from companion.rocks.known import OPTIONS, Known, known
from companion.rocks.pieces import pieces as printed
from companion.rocks.state import ROCKS_A_SPACE, SECOND
from vision.games.base import Eye, Row, Table
from vision.games.foreign_cards import of_two_sets
from vision.games.pose import moved
from vision.games.reading import Side, Stake, Unsure, Verdict, Violation
from vision.games.rocks.reading import Range, RocksReading, Standing, marks, show
from vision.games.rocks.scene import (
    BOARD,
    Scene,
    apart,
    base_outline,
    penguin_id,
    place_corners,
    survey,
)
from vision.games.words import cut_off
from vision.table.layout import Outline

SPREAD = say(
    "uncover the board, put stacked or held rocks side by side, and retake the photo from above"
)
FROM_ABOVE = say("take the photo from above, with no space hidden by a penguin or hand")
STEP_BACK = say("step back until the whole board is in view")
SET_RIGHT = say("push it to the middle of its space")


def judge(table: Table, board: Board, known: Known) -> RocksReading:
    """Return the reading of a table."""
    scene = survey(table.pieces, board)
    cut = tuple(cut_places(table.eye, scene))
    scene = scene.doubting()
    broken = tuple(violations(scene))
    unsure = (*_unsure(scene, cut, table), *_players(scene, known))
    matters = any(item.could_change != "nothing" for item in unsure)
    verdict: Verdict = "illegal" if broken else "unsure" if matters else "legal"
    pieces = moved(table.pieces, scene.lies) if scene.lies else table.pieces
    beside = sum(spot.place is None and not spot.on_board for _, spot in scene.rocks)
    note = f"{beside} rock{'s' * (beside > 1)} beside the board, not counted on it"
    counts, graph = counted(scene), board.graph
    uncounted = max(0, scene.missing) + len(scene.loads) + len(scene.unplaced)
    named = list(enumerate(graph.names))
    return RocksReading(
        photo=table.photo,
        deck=board.fingerprint,
        verdict=verdict,
        complete=_complete(scene, known, matters=matters),
        beyond=_beyond(scene, cut, table.eye),
        pieces=pieces,
        violations=broken,
        unsure=unsure,
        notes=(note,) if beside else (),
        penguins=_penguins(scene),
        rocks={name: counts[n] for n, name in named if counts[n][1] and n not in graph.piles},
        piles={name: counts[n] for n, name in named if n in graph.piles},
        nests={
            nest.id: filled([counts[at] for at in spaces.ring], uncounted)
            for nest, spaces in zip(board.nests, graph.nests, strict=True)
        },
        rocks_read=scene.total - scene.missing,
        winner=board.nests[scene.winners[0]].id if len(scene.winners) == 1 else None,
    )


def counted(scene: Scene) -> Mapping[int, Range]:
    """Return how many rocks lie in each place, at least and at most: missing ones may be anywhere,
    also under others, and those between two places in either.
    """
    graph, unplaced = scene.board.graph, scene.unplaced
    near = Counter(name for spot in unplaced for name in spot.near)
    anywhere = max(0, scene.missing) + (len(unplaced) if scene.lies is None else 0)
    perhaps, counts = Counter(place for _, place in scene.loads), {}
    for place, read in enumerate(scene.counts):
        room = scene.board.rules.rocks if place in graph.piles else ROCKS_A_SPACE
        more = max(0, min(anywhere, room - read))
        counts[place] = (read, read + more + perhaps[place] + near[graph.names[place]])
    return counts


def filled(ring: Sequence[Range], missing: int) -> Range:
    """Return how many outer spaces of a nest have a rock, at least and at most.

    >>> filled([(1, 1), (0, 2), (0, 2), (0, 0), (2, 2), (0, 2)], 2)
    (2, 4)
    """
    least = sum(low > 0 for low, _ in ring)
    return least, least + min(max(0, missing), sum(low == 0 < high for low, high in ring))


def _complete(scene: Scene, known: Known, *, matters: bool) -> bool | None:
    """Return whether all rocks and penguins were found (rocks R1, R2); None if it isn't known who
    plays.
    """
    seats = len(scene.playing)
    if scene.missing or scene.absent or (known.players or seats) != seats or matters:
        return False
    return True if known.players == seats or seats == len(scene.board.nests) else None


def cut_places(eye: Eye | None, scene: Scene) -> Iterator[int]:
    """Yield the numbers of places past the photo's edge, while rocks or penguins are missing."""
    if eye is None or scene.lies is None or not scene.short:
        return
    for number, place in enumerate(scene.board.places):
        px = eye.to_px(np.array(place_corners(scene.board, scene.lies, place))).mean(0)
        if not ((px >= 0) & (px < eye.size)).all():
            yield number


def _outline(scene: Scene, number: int, eye: Eye | None) -> Outline:
    """Return where a place is in the photo, px."""
    if eye is None or scene.lies is None:
        return ()
    return eye.outline(place_corners(scene.board, scene.lies, scene.board.places[number]))


def _beyond(scene: Scene, cut: Sequence[int], eye: Eye | None) -> tuple[Side, ...]:
    """Return the sides of the photo that cut off places of the board."""
    if eye is None:
        return ()
    sides = {cut_off(_outline(scene, number, eye), eye.size) for number in cut}
    return tuple(sorted(side for side in sides if side))


def _players(scene: Scene, known: Known) -> Iterator[Unsure]:
    """Yield that more or fewer colours were found than play."""
    seats = len(scene.playing)
    if scene.lies is not None and known.players not in {None, seats}:
        text = say(
            "penguins of {n} colours were found, but {players} play", n=seats, players=known.players
        )
        yield Unsure(None, text, "legality", FROM_ABOVE)


def _penguins(scene: Scene) -> tuple[Standing, ...]:
    """Return all penguins of the seats that play, in order; unread ones have no place, and a rock
    that is missing may be on any of the others.
    """
    nests, half = scene.board.nests, {name for _, name in scene.half}
    penguins = [
        Standing(penguin_id(scene.board, seat, number), nests[seat].id, number, None, carries=None)
        for seat, number in scene.absent
    ]
    for stand in scene.stands:
        name, place = stand.piece.id, stand.place
        unclear = name in half or scene.missing > 0
        carries = True if stand.rocks else None if unclear else False
        where = None if place is None else scene.board.graph.names[place]
        colour, outline = nests[stand.seat].id, base_outline(stand.piece)
        penguins.append(Standing(name, colour, stand.number, where, carries, outline))
    colours = [nest.id for nest in nests]
    return tuple(sorted(penguins, key=lambda each: (colours.index(each.colour), each.number)))


def contradiction(table: Table, board: Board) -> Unsure | None:
    """Return a doubt if boards, penguins or rocks are more than there are (rocks R1, R2)."""
    if apart(table):
        text = say("the board's parts are apart, or the photo shows two boards")
        advice = say("push its quarters together and take one photo of one board, not a panorama")
        return Unsure(None, text, "legality", advice)
    return of_two_sets(table.pieces, [piece for piece in printed(board) if piece.kind != BOARD])


def violations(scene: Scene) -> Iterator[Violation]:
    """Yield every rule that the position breaks."""
    yield from _of_penguins(scene)
    yield from _of_rocks(scene)
    # While all rocks lie on their piles, each penguin 2 is locked in its centre (rocks R2, R8); of
    # three players, one may have had theirs free from the start (O).
    graph = scene.board.graph
    if any(scene.counts[pile] != scene.board.rules.rocks for pile in graph.piles):
        return
    freed = scene.board.rules.freed(scene.playing)
    for stand in scene.stands:
        home = {None, graph.nests[stand.seat].centre}
        if stand.number == SECOND and stand.seat != freed and stand.place not in home:
            name = scene.name(stand.piece.id)
            text = f"{name} has left its centre, though no rock was ever brought home"
            yield Violation("R8", stand.piece.id, text)


def _of_penguins(scene: Scene) -> Iterator[Violation]:
    graph = scene.board.graph
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


def _of_rocks(scene: Scene) -> Iterator[Violation]:
    graph, most = scene.board.graph, scene.board.rules.rocks
    for place, count in enumerate(scene.counts):
        name = graph.names[place]
        if place in graph.piles:
            if count > most:
                rocks = say_many("{n} rock", "{n} rocks", count)
                text = f"{rocks} on {name}: {most} lie there first, and none is dropped there"
                yield Violation("R1", name, text)
        elif count > ROCKS_A_SPACE:
            text = f"{count} rocks on {name}: no more than {ROCKS_A_SPACE} on a space"
            yield Violation("R9", name, text)


def _unsure(scene: Scene, cut: Sequence[int], table: Table) -> Iterator[Unsure]:
    nests = scene.board.nests
    if scene.lies is None:
        text = say("fewer than two tags of the board can be read, so the spaces can't be found")
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
    for number in cut:
        name = scene.board.graph.names[number]
        text = say("{name} is cut off at the edge of the photo", name=name)
        outline = _outline(scene, number, table.eye)
        yield Unsure(name, text, _stake(scene, (name,)), STEP_BACK, outline)
    if scene.missing > 0:
        some = say("{n} of {total} rocks weren't found")
        some = some if scene.missing > 1 else say("{n} of {total} rocks wasn't found")
        some = say(some, n=scene.missing, total=scene.total)
        hidden = say("in a hand, in the box, or hidden")
        yield Unsure(None, listed([some, hidden], AND_THEN), "score", SPREAD)
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


ROW = Row("rocks", known, judge, show, marks, contradiction, OPTIONS)
