"""The phones' part of each game: what a seat may see, in JSON and in words.

- `screens`: finds the row of a game
- `base`: what a row offers to the wing, and what all rows share; `words`: their history; `fixed`:
  parts of a view that are made once
- `combust`, `giza`, `pirates`, `rocks`, `solitaire`: a row each, and its history: `combust_words`,
  `giza_words`,
  `pirates_words`, `rocks_words`, `solitaire_words`
"""
