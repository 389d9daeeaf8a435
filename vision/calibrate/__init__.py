"""Calibration: photos of both sides of a calibration sheet in, what the printer did to each out.

`sheet` finds the printed page in a photo, `edges` where its paper ends, `sides` computes scale,
turn and offset from both. Lengths are mm in the printed page, y down; angles are degrees.
"""
