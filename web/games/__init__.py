"""The phones' part of each game: what a seat may see, in JSON and in words.

- `base`: the interface of a row, what all rows share, and how the row of a game is found;
`words`: their history; `fixed`: parts of a view that are made once - `combust`, `giza`, `pirates`,
`rocks`, `solitaire`: one row each; their histories are in `combust_words`, `giza_words`,
`pirates_words`, `rocks_words`, `solitaire_words`
"""
