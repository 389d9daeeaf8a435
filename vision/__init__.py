"""Photo: from one picture of the table to the state of the game."""
