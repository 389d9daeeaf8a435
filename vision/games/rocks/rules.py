"""Positions that the rules of rocks forbid; only what was read with certainty counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.language import say_many
from companion.rocks.state import ROCKS_A_SPACE, SECOND
from vision.games.reading import Violation
from vision.games.rocks.scene import Scene, penguin_name


def violations(scene: Scene) -> tuple[Violation, ...]:
    """Return every rule that the position breaks."""
    return (*_penguins(scene), *_closed(scene), *_rocks(scene), *_locked(scene))


def _penguins(scene: Scene) -> Iterator[Violation]:
    """Yield a penguin that is there twice (rocks R2), two on one space (R6, except on piles), or
    one with two rocks (R7).
    """
    for name, count in sorted(Counter(stand.piece.id for stand in scene.stands).items()):
        if count > 1:
            yield Violation(
                "R2", name, f"{penguin_name(scene.board, name)} is on the table {count} times"
            )
    graph = scene.board.graph
    for place, name in enumerate(graph.names):
        names = [
            penguin_name(scene.board, stand.piece.id)
            for stand in scene.stands
            if stand.place == place
        ]
        if len(names) > 1 and not graph.pile_set >> place & 1:
            yield Violation(
                "R6",
                name,
                f"{' and '.join(names)} stand on {name}: two penguins never share a space",
            )
    for stand in scene.stands:
        if stand.rocks > 1:
            name = penguin_name(scene.board, stand.piece.id)
            text = f"{name} carries {stand.rocks} rocks: one at a time"
            yield Violation("R7", stand.piece.id, text)


def _closed(scene: Scene) -> Iterator[Violation]:
    """Yield penguins in the centre of another player's nest, which only its owner may enter (rocks
    R6, R10).
    """
    graph = scene.board.graph
    for stand in scene.stands:
        if stand.place is not None and graph.closed[stand.seat] >> stand.place & 1:
            centre = graph.names[stand.place]
            owner = next(nest.name for nest in scene.board.nests if nest.centre == centre)
            name = penguin_name(scene.board, stand.piece.id)
            text = f"{name} stands in {owner}'s centre: only its owner may enter"
            yield Violation("R10", centre, text)


def _rocks(scene: Scene) -> Iterator[Violation]:
    """Yield too many rocks on a space (rocks R9), on a pile, to which none is added (R1, R9), or in
    total (R1).
    """
    graph, most = scene.board.graph, scene.board.rules.rocks
    for place, count in enumerate(scene.counts):
        name = graph.names[place]
        if graph.pile_set >> place & 1:
            if count > most:
                rocks = say_many("{n} rock", "{n} rocks", count)
                yield Violation(
                    "R1",
                    name,
                    f"{rocks} on {name}: {most} lie there first, and none is dropped there",
                )
        elif count > ROCKS_A_SPACE:
            yield Violation(
                "R9", name, f"{count} rocks on {name}: no more than {ROCKS_A_SPACE} on a space"
            )
    if scene.missing < 0:
        total = most * len(scene.board.nests)
        yield Violation(
            "R1", None, f"{total - scene.missing} rocks on the table: there are {total}"
        )


def _locked(scene: Scene) -> Iterator[Violation]:
    """Yield each penguin 2 that left its centre while all rocks lie on their piles (rocks R2, R8).

    With three players, one of them may have had theirs free from the start (O).
    """
    graph, counts, freed = scene.board.graph, scene.counts, scene.board.rules.freed(scene.playing)
    if any(counts[pile] != scene.board.rules.rocks for pile in graph.piles):
        return
    for stand in scene.stands:
        if stand.seat == freed:
            continue
        if stand.number == SECOND and stand.place not in {None, graph.nests[stand.seat].centre}:
            name = penguin_name(scene.board, stand.piece.id)
            text = f"{name} has left its centre, though no rock was ever brought home"
            yield Violation("R8", stand.piece.id, text)
