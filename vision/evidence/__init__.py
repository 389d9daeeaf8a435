"""Evidence: what a photo shows at a place on the table without a readable tag.

`bare_table` proves that nothing lies there; `probe` gives the cause if it can't. `sides` finds
objects over the side of a card, `occlusion` objects on one, `recognition` identifies a card by its
art; these three compare with the small images of an `album` (`albums/`, 1 px per mm). Positions are
mm on the plane, y down.
"""
