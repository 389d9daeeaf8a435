"""Find the AprilTags in a grey image, as `Sighting`s.

`quads` finds dark squares in one pass; `detector` reads which tag each is and fits its corners.
Corners are px of the image, clockwise from the tag's own top left. Nothing here depends on where a
tag is printed.
"""
