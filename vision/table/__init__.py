"""Table: sightings of tags in, pieces lying on a plane out.

`plane` fits perspective and lens, `pieces` groups tags into pieces, `matching` reads a faint tag
where one must be, `registration` does these in turn, `layout` turns the result into the table's own
frame. `camera` is where the phone was. On the plane lengths are mm, y down; in the frame mm, y up,
and turns are degrees counter-clockwise.
"""
