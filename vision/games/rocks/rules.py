"""Positions that the rules of rocks forbid; only what was read with certainty counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.language import say_many
from companion.rocks.state import ROCKS_A_SPACE, SECOND
from vision.games.reading import Violation
from vision.games.rocks.scene import Scene


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
