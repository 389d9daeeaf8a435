"""Calibration: from photos of both sides of a calibration sheet to what the printer did to each.

`sheet` finds the printed page in a photo, `edges` the edges of its paper, and `sides` computes
scale, turn and offset from both. Lengths are mm in the printed page, y down; angles are degrees.
"""
