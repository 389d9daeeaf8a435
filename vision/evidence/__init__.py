"""Evidence: a place on the table without a tag in, what the picture says of it out.

`bare_table` proves that nothing lies there; `probe` names the cause where that can't be proved.
`occlusion` finds what lies on a card that was read, `recognition` names a card by its printed
picture; both compare with the small pictures of an `album` (`albums/`, 1 px a mm). Places are mm on
the plane, y down.
"""
