"""Paper: takes the pieces of a game, and returns PDF files for a home printer.

In the order of printing the packages are `draw`, `art`, `sheets`, `marks`, `extras`, `faces`,
`preflight` (a module), `output` and `decks`; each imports only those before it.

`cli` has the commands; `printing`, `puzzles` and `calibration` do their work. Lengths are mm, y
down, angles degrees clockwise, colours `#rrggbb`; only `output` and the PDF pen know points.
"""
