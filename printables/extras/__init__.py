"""What comes in the box beside a game's pieces: label, box, rules, reference cards, score pad, stickers.

All of it is made alike for every game, from its row and its page of rules; how a game's box looks says its module in
`covers/`.
"""
