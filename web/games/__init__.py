"""The phones' part of each game: what a seat may see, in JSON and in words.

- `shapes`: JSON and sentences, of which rows are made
- `base`: the interface of a row, what all rows share, and how the row of a game is found
- `pirates_map`: the map of pirates, as its screens show it
- `combust_check`, `giza_check`: a reading corrected by hand in "Check a photo"
- `combust`, `giza`, `pirates`, `rocks`, `solitaire`: one row each
"""
