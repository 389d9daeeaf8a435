"""Calibration: from photos of both sides of a calibration sheet to what the printer did to each.

`sheet` finds the printed page in a photo, `sides` the edges of its paper, and from both scale, turn
and offset. Lengths are mm in the printed page, y down; angles are degrees.
"""
