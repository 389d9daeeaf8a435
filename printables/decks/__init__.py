"""Decks that people make: checks and spreadsheets of deck files, and folders of pictures.

`report` checks a deck and compares it with the standard one, and `spreadsheet` makes new decks and
reads and writes their rows as CSV, for `rookery deck`. `folder` makes a job of someone's own
pictures, for `rookery impose`: `sources` finds and pairs them, `scans` reads them, and `sizes` has
the sizes of cards.

`cardgame` reads a card game as data, for `rookery game`: `gamefolder` finds its files, `kinds`
reads its kinds of pieces, and `filling` fills their `boxes` with rows, with `ownfonts` and a
`rulespage`. `newgame` starts one.
"""
