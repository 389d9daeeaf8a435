"""Paper: pieces of a game in, PDF files that a home printer can print out.

The pipeline, each package importing only those before it:

- `draw`: outlines, colours, letters, pens for PDF and SVG
- `art`: drawings that several games share, tags and QR codes
- `sheets`: which piece lies where on which page
- `marks`: what is printed around the pieces, and the first page
- `extras`: what comes in the box beside a game's pieces
- `faces`: a package for each game with all that only this game draws
- `preflight`: what would spoil a print
- `output`: the PDF, its manifest, cut files, pictures for print shops
- `decks`, `calibrate`: the commands `rookery deck` and `rookery calibrate sheet`

`cli` is `rookery print`, `puzzles` is `rookery puzzle`. Lengths are mm, y down, angles degrees
clockwise, colours `#rrggbb`; only `output` and the PDF pen know points.
"""
