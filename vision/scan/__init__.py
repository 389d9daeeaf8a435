"""From a photo's bytes to a `Reading`, independent of any game.

`pipeline` runs the stages; `search` finds all tags and the game they belong to.
"""
