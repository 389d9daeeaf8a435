"""How each game's box looks: one module a game, which offers `COVER` (see `printables.extras.style`)."""
