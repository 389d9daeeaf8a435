"""From the pieces that lie on the table to a game state, one module a game."""
