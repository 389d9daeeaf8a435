"""Calibration: the two-sided sheet that shows a printer's errors, mm.

`cli` is the command `rookery calibrate sheet`. `vision` reads photos of the sheet.
"""
