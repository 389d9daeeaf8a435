"""From sightings of tags to pieces lying on a plane.

`plane` fits perspective and lens, `pieces` groups tags into pieces, `matching` reads a faint tag
where one must be, `registration` combines these, and `layout` converts the result to the table's
own frame. `camera` is the position of the phone, and `probe` says why no tag is read at a place. On
the plane lengths are mm, y down; in the frame mm, y up, and turns are degrees counter-clockwise.
"""
