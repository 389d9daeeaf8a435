"""The cards of your own deck that differ from the standard deck, beside the same cards there.

Both decks play games with the same seeds. Programs that play are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import ceil, hypot

from companion.deckfile import deck_text
from companion.game import Deck, Game
from companion.simulation.report import CardFigure, Compared, Report, report
from companion.simulation.run import Run, checked
from companion.study import Estimate, Tally
from companion.tomltext import read_toml

NO_RULES = ("name", "art")  # fields of a row that bots don't see


def with_comparison(game: Game, found: Report, play: Callable[[Run], Tally]) -> Report:
    """Return a report of your own deck with the comparison, if cards differ and `play` plays all
    games with the standard deck, too.
    """
    text, name = deck_text(game)
    other = replace(found.run, deck_text=text, deck_name=name)
    (_, deck), (_, standard) = checked(found.run), checked(other)
    pairs = list(_changed(game, found.run, deck, other, standard))
    if not pairs or (tally := play(other)).games < found.games:
        return found
    there = report(game, standard, other, tally)
    mine, theirs = _figures(found), _figures(there)
    rows = (_compared(found.games, mine[own], theirs.get(other_card)) for own, other_card in pairs)
    return replace(found, compared=tuple(rows))


def difference(own: Estimate, other: Estimate) -> Estimate:
    """Return how much larger `own` is, with Newcombe's interval (1998, method 10) from both.

    >>> more = difference(Estimate(1.2, 1.1, 1.3), Estimate(1, 0.9, 1.1))
    >>> round(more.value, 2), round(more.low, 2), round(more.high, 2)
    (0.2, 0.06, 0.34)
    """
    value = own.value - other.value
    low = value - hypot(own.value - own.low, other.high - other.value)
    high = value + hypot(own.high - own.value, other.value - other.low)
    return Estimate(value, low, high)


def games_to_settle(more: Estimate, games: int) -> int | None:
    """Return how many games would make an interval narrow enough to leave out 0; None for 0.

    It narrows with the square root of the number of games, so that is games * (reach / value)**2,
    where `reach` is from the value to the end nearer to 0.

    >>> games_to_settle(Estimate(0.2, -0.2, 0.6), 100), games_to_settle(Estimate(-2, -3, -1), 100)
    (400, 25)
    """
    reach = more.value - more.low if more.value > 0 else more.high - more.value
    return ceil(games * (reach / more.value) ** 2 - 1e-9) if more.value else None


def _compared(games: int, own: CardFigure, other: CardFigure | None) -> Compared:
    name, there = (other.name, other.advantage) if other else (None, None)
    more = difference(own.advantage, there) if own.advantage and there else None
    settled = games_to_settle(more, games) if more else None
    return Compared(own.id, own.name, own.advantage, name, there, more, settled)


def _figures(found: Report) -> dict[tuple[str, str], CardFigure]:
    return {(group, card.id): card for group, cards in found.cards.items() for card in cards}


def _changed(
    game: Game, run: Run, deck: Deck, other: Run, standard: Deck
) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Yield group and id of each card whose rules differ, in both decks; "" for a new card."""
    for group, key in game.need_play().study.rows.items():
        mine, theirs = (_rows(game, *each, group, key) for each in ((run, deck), (other, standard)))
        for name, (card, rules) in mine.items():
            there, expected = theirs.get(name, ("", {}))
            if rules != expected:
                yield (group, card), (group, there)


def _rows(
    game: Game, run: Run, deck: Deck, group: str, key: str
) -> dict[str, tuple[str, Mapping[str, object]]]:
    """Return the card of each row of a deck file, by the row's id, and the fields of its rules."""
    cards = game.need_play().study.cards(deck)[group]
    rows = read_toml(run.deck_text, run.deck_name)[key]
    return {
        row["id"]: (card, {name: row[name] for name in row if name not in NO_RULES})
        for card, row in zip(cards, rows, strict=True)
    }
