"""The screens of each game, one module a game."""
