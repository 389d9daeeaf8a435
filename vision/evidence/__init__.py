"""Evidence: why no tag can be read at a place. Positions are mm on the plane, y down.

A tablecloth isn't known, so nothing is concluded from its look.
"""
