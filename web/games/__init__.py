"""What the phones of each game see of a table, in JSON and in words.

- `screens`: what a game's row offers to the wing
- `base`: what the rows of all games share; `words`: their history; `fixed`: parts of a view that
  are made once
- `combust`, `giza`, `pirates`, `rocks`, `solitaire`: a row each, and its history: `combust_words`,
  `giza_words`,
  `pirates_words`, `rocks_words`, `solitaire_words`
"""
