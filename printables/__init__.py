"""Paper: takes the pieces of a game, and returns PDF files for a home printer.

The pipeline, in which each package imports only those before it:

- `draw`: outlines, colours, letters, pens for PDF and SVG
- `art`: drawings that several games share, tags and QR codes
- `sheets`: where each piece is on which page
- `marks`: what is printed around the pieces, and the first page
- `extras`: what comes in the box besides a game's pieces
- `faces`: a package for each game, with its own drawings
- `preflight`: checks for what would spoil a print
- `output`: the PDF, its manifest, cut files, images for print shops
- `decks`: checks and spreadsheets of deck files

`cli` has the commands; `printing`, `puzzles` and `calibration` do their work. Lengths are mm, y
down, angles degrees clockwise, colours `#rrggbb`; only `output` and the PDF pen know points.
"""
