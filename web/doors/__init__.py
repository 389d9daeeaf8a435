"""The pages behind the home page's doors, which need no table.

- `cards`: someone's own pictures as cards to print
- `check`: what one photo of a table shows
- `solve`: the best end of a solitaire board
- `decks`: your own deck, to look at and play
- `calibrating`: a printer's profile, from photos of a sheet that it printed
- `press`: a game's PDF, with pictures of its pages; `drawing` is the child process that draws it
- `quit`: the end of the server
"""
