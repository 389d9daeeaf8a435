"""Evidence: a place on the table without a tag in, what the picture says of it out.

`bare_table` proves that nothing lies there; `probe` names the cause where that can't be proved.
`sides` finds what lies over the side of a card, `occlusion` what lies on one, `recognition` names a
card by its printed picture; they compare with the small pictures of an `album` (`albums/`, 1 px a
mm). Places are mm on the plane, y down.
"""
