"""Rocks: the nest race, for 2 to 4 players."""

from companion.game import Game, Play
from companion.rocks import rules
from companion.rocks.boardfile import read_board
from companion.rocks.pieces import details, pieces
from companion.rocks.simulate import BOTS, STUDY
from companion.rocks.state import PLAYERS
from companion.rocks.tracker import TRACKER

GAME = Game(
    slug="rocks",
    title="Rocks: the nest race",
    players=PLAYERS,
    package=__name__,
    deck_file="board.toml",
    read_deck=read_board,
    pieces=pieces,
    play=Play(rules, BOTS, STUDY),
    tracker=TRACKER,
    details=details,
)
