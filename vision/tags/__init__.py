"""Tags: a grey picture in, the AprilTags in it out, as `Sighting`s.

`quads` finds dark squares in one pass; `detector` reads which tag each is and fits its corners.
Corners are px of the picture, clockwise from the tag's own top left. Nothing here knows where a
tag is printed.
"""
