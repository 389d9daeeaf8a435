"""Evidence: what a photo shows at a place without a readable tag, compared with a known print.

`probe` measures why no tag can be read there; `occlusion` finds cards that don't show what is
printed on them, by the small images of an `album` (`albums/`, 0.5 px per mm). A tablecloth isn't
known, so nothing is concluded from its look. Positions are mm on the plane, y down.
"""
